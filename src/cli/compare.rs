//! `fizzle compare`: scenarios and variants side by side.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::load::{Loaded, load, variants_of};
use super::options::{Format, Place, Work};
use super::watch::{stop_on_interrupt, watched};
use crate::analysis::{Comparison, Progress, compare as side_by_side};
use crate::report::charts::{self, Heading};
use crate::report::directory::{claim, write};
use crate::report::files::Charts;
use crate::report::{compare as report, json};
use crate::scenario::Scenario;

/// What `fizzle compare` is told.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// A variant of the files by name, or one written out, as in 'NAME: KEY=VALUE, …' [default: all
    /// variants of the files]
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    place: Place,
    /// What to print on standard output
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Runs the command.
pub fn compare(arguments: &CompareArguments, color: bool, out: &mut dyn Write) -> Result<(), Error> {
    let CompareArguments { scenarios, variant, work, place, format } = arguments;
    let mut loaded = Vec::new();
    for path in scenarios {
        let variants = if variant.is_empty() { variants_of(path, color)? } else { variant.clone() };
        loaded.push(load(path, &work.set, &variants, color)?);
    }
    let (names, compared): (Vec<String>, Vec<&Scenario>) =
        loaded.iter().flat_map(|file| named(file, loaded.len())).unzip();
    if compared.len() < 2 {
        let message = "there is nothing to compare with; name a second scenario, or a --variant";
        return Err(Error::Input(message.to_owned()));
    }
    if let Some(settled) = compared.iter().find(|scenario| scenario.is_settled()) {
        let message = format!("{}: there are no dice, and no odds to compare", settled.title);
        return Err(Error::Input(message));
    }
    if let Some((_, twice)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        return Err(Error::Input(format!("two of them are called \"{twice}\"; rename one of the files")));
    }
    let stems: Vec<String> = scenarios.iter().map(|path| stem(path)).collect();
    let paths: Vec<&str> = loaded.iter().map(|file| file.path.as_str()).collect();
    let owner = paths.join(" ");
    let directory = place.out.clone().unwrap_or_else(|| Path::new("fizzle-out").join(stems.join("-")));
    claim(&directory, &owner, place.force)?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let start = Instant::now();
    let total = work.trials.saturating_mul(compared.len() as u64);
    let comparing = || side_by_side(&compared, &work.effort(), &progress);
    let comparison = watched(total, work.quiet, &progress, comparing)?;
    let charts = charts(&names, &compared, &comparison, place.charts.into())?;
    let written =
        ["compare.csv"].into_iter().chain(charts.iter().map(|chart| chart.0)).chain(["compare.json"]);
    let record = json!({
        "fizzle": env!("CARGO_PKG_VERSION"),
        "scenario": owner,
        "compared": names,
        "seed": work.seed,
        "trials": work.trials,
        "seconds": start.elapsed().as_secs_f64(),
        "files": written.collect::<Vec<_>>(),
    });
    let mut files = vec![(PathBuf::from("compare.csv"), report::csv(&names, &comparison))];
    files.extend(charts.into_iter().map(|(name, bytes)| (PathBuf::from(name), bytes)));
    files.push((PathBuf::from("compare.json"), json::pretty(&record).into_bytes()));
    write(&directory, &files)?;
    match format {
        Format::Text => {
            out.write_all(report::text(&names, &comparison).as_bytes())?;
            writeln!(out, "\nfiles: {}", directory.display())?;
        }
        Format::Json => out.write_all(json::pretty(&report::json(&names, &comparison)).as_bytes())?,
        Format::Csv => out.write_all(&report::csv(&names, &comparison))?,
    }
    Ok(out.flush()?)
}

/// The chart in both formats, with the titles of the scenarios.
fn charts(
    names: &[String],
    compared: &[&Scenario],
    comparison: &Comparison,
    which: Charts,
) -> Result<Vec<(&'static str, Vec<u8>)>, Error> {
    if which == Charts::None {
        return Ok(Vec::new());
    }
    let mut titles: Vec<&str> = compared.iter().map(|scenario| scenario.title.as_str()).collect();
    titles.dedup();
    let title = titles.join(" – ");
    let choices = match compared {
        [first, others @ ..] if others.iter().all(|other| other.ready.choices == first.ready.choices) => {
            first.ready.choices.as_str()
        }
        _ => "",
    };
    let chart = charts::compare(&Heading { title: &title, choices }, names, comparison)?;
    Ok(vec![("compare.svg", chart.svg.into_bytes()), ("compare.png", chart.png)])
}

/// The scenarios of a file with the names by which they are compared: those of the
/// variants, behind that of the file if there are several files.
fn named(file: &Loaded, files: usize) -> Vec<(String, &Scenario)> {
    let stem = stem(Path::new(&file.path));
    let name = |variant: Option<&str>| match (variant, files) {
        (None, 1) => "as written".to_owned(),
        (None, _) => stem.clone(),
        (Some(variant), 1) => variant.to_owned(),
        (Some(variant), _) => format!("{stem}:{variant}"),
    };
    file.scenarios.iter().map(|checked| (name(checked.variant.as_deref()), &checked.scenario)).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
