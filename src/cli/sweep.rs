//! `fizzle sweep`: a table over a grid of settings.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::load::document;
use super::options::{Format, Place, Work};
use super::watch::{stop_on_interrupt, watched};
use crate::analysis::{Progress, Sweep, sweep as over};
use crate::report::charts::{self, Heading};
use crate::report::directory::{claim, write};
use crate::report::files::Charts;
use crate::report::{diagnostics, json, sweep as report};
use crate::scenario::{Document, Grid, Problems};

/// What `fizzle sweep` is told.
#[derive(Debug, Args)]
pub struct SweepArguments {
    /// The scenario file
    scenario: PathBuf,
    /// A key and its values, as in choice.force=1..12 or choice.reagents=unset,1..24:3; several
    /// make a grid, zip(KEY=VALUES, KEY=VALUES) moves keys together [default: the grid of the file]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// A variant of the file by name, or one written out, as in 'NAME: KEY=VALUE, …'
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    place: Place,
    /// What to print on standard output
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn sweep(arguments: &SweepArguments, color: bool, out: &mut dyn Write) -> Result<(), Error> {
    let SweepArguments { scenario, vary, variant, work, place, format } = arguments;
    let shown = |problems: Problems| Error::Problems(diagnostics::render(&problems, color));
    let document = document(scenario, &work.set, variant.as_deref(), color)?;
    let grid = grid(&document, vary).map_err(shown)?;
    if grid.is_empty() {
        let message = "nothing is varied; write --vary choice.force=1..12, or a table [vary] in the file";
        return Err(Error::Input(message.to_owned()));
    }
    let path = scenario.display().to_string();
    let stem = scenario.file_stem().unwrap_or(scenario.as_os_str());
    let directory = place.out.clone().unwrap_or_else(|| Path::new("fizzle-out").join(stem));
    claim(&directory, &path, place.force)?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let start = Instant::now();
    let total = grid.len().saturating_mul(work.trials);
    let sweeping = || over(&document, &grid, &work.effort(), &progress);
    let found = watched(total, work.quiet, &progress, sweeping)?;
    if found.settings.is_empty() {
        let problems = found.skipped.into_iter().next().map(|skipped| skipped.problems).unwrap_or_default();
        return Err(shown(problems));
    }
    let charts = charts(&found, &document, variant.as_deref(), &grid, place.charts.into())?;
    let names = ["sweep.csv"].into_iter().chain(charts.iter().map(|chart| chart.0)).chain(["sweep.json"]);
    let record = json!({
        "fizzle": env!("CARGO_PKG_VERSION"),
        "scenario": path,
        "variant": variant,
        "keys": found.keys,
        "settings": found.settings.len(),
        "skipped": found.skipped.len(),
        "seed": work.seed,
        "trials": work.trials,
        "seconds": start.elapsed().as_secs_f64(),
        "files": names.collect::<Vec<_>>(),
    });
    let mut files = vec![(PathBuf::from("sweep.csv"), report::csv(&found))];
    files.extend(charts.into_iter().map(|(name, bytes)| (PathBuf::from(name), bytes)));
    files.push((PathBuf::from("sweep.json"), json::pretty(&record).into_bytes()));
    write(&directory, &files)?;
    print(&found, *format, &directory, out)
}

/// The grid of the command line, or else that of the file.
fn grid(document: &Document, vary: &[String]) -> Result<Grid, Problems> {
    if vary.is_empty() { Grid::of_file(document) } else { Grid::parse("--vary", vary, document) }
}

/// The chart in both formats, with the title of the first setting that is a scenario.
fn charts(
    found: &Sweep,
    document: &Document,
    variant: Option<&str>,
    grid: &Grid,
    which: Charts,
) -> Result<Vec<(&'static str, Vec<u8>)>, Error> {
    if which == Charts::None {
        return Ok(Vec::new());
    }
    let settings: Vec<Vec<String>> =
        (0..grid.len()).map(|number| grid.setting(number).into_iter().map(str::to_owned).collect()).collect();
    let first = found.settings.first().and_then(|first| settings.iter().position(|one| *one == first.values));
    let scenario = first.and_then(|first| grid.apply(document, first as u64).check().ok());
    let title = scenario.map(|scenario| scenario.title).unwrap_or_default();
    let title = variant.map_or_else(|| title.clone(), |variant| format!("{title} ({variant})"));
    let heading = Heading { title: &title, choices: "" };
    let chart = charts::sweep(&heading, found, &settings, which == Charts::All)?;
    Ok(vec![("sweep.svg", chart.svg.into_bytes()), ("sweep.png", chart.png)])
}

fn print(found: &Sweep, format: Format, directory: &Path, out: &mut dyn Write) -> Result<(), Error> {
    match format {
        Format::Text => {
            out.write_all(report::text(found).as_bytes())?;
            writeln!(out, "\nfiles: {}", directory.display())?;
        }
        Format::Json => out.write_all(json::pretty(&report::json(found)).as_bytes())?,
        Format::Csv => out.write_all(&report::csv(found))?,
    }
    Ok(out.flush()?)
}
