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
use crate::report::directory::{claim, write};
use crate::report::{diagnostics, json, sweep as report};
use crate::scenario::{Document, Grid, Problems};

/// What `fizzle sweep` is told.
#[derive(Debug, Args)]
pub struct SweepArguments {
    /// The scenario file
    scenario: PathBuf,
    /// A key and its values, as in choice.force=1..12 or choice.reagents=unset,1..24:3; several
    /// make a grid, zip(KEY=VALUES, KEY=VALUES) moves keys together [default: the file's [vary]]
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
        "files": ["sweep.csv", "sweep.json"],
    });
    let files = vec![
        (PathBuf::from("sweep.csv"), report::csv(&found)),
        (PathBuf::from("sweep.json"), json::pretty(&record).into_bytes()),
    ];
    write(&directory, &files)?;
    print(&found, *format, &directory, out)
}

/// The grid of the command line, or else that of the file.
fn grid(document: &Document, vary: &[String]) -> Result<Grid, Problems> {
    if vary.is_empty() { Grid::of_file(document) } else { Grid::parse("--vary", vary, document) }
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
