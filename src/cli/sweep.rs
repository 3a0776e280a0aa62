//! `fizzle sweep`: a table over a grid of settings.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::load::{document, grid_of, none_is_allowed};
use super::options::{Format, Place, Work};
use super::task::{Results, Task};
use super::terminal::width;
use crate::analysis::{Sweep, sweep as over};
use crate::report::charts::{self, Chart, ChartError, Heading};
use crate::report::files::Charts;
use crate::report::sweep as report;
use crate::scenario::{Document, Grid};

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
    let document = document(scenario, &work.set, variant.as_deref(), color)?;
    let grid = grid_of(&document, vary, color)?;
    let task = Task::begin("sweep", std::slice::from_ref(scenario), work, place)?;
    let found = task.compute(|effort, progress| over(&document, &grid, effort, progress))?;
    if found.settings.is_empty() {
        return Err(none_is_allowed(&found.skipped, color));
    }
    let charts = task.charts(|which| chart(&found, &document, variant.as_deref(), &grid, which))?;
    let record = json!({
        "variant": variant,
        "keys": found.keys,
        "settings": found.settings.len(),
        "skipped": found.skipped.len(),
    });
    let tables = vec![("sweep.csv", report::csv(&found))];
    let results =
        Results { tables, charts, record, text: report::text(&found, width()), json: report::json(&found) };
    task.finish(results, *format, out)
}

/// The chart, with the title of the first setting that is a scenario.
fn chart(
    found: &Sweep,
    document: &Document,
    variant: Option<&str>,
    grid: &Grid,
    which: Charts,
) -> Result<Vec<(&'static str, Chart)>, ChartError> {
    let settings: Vec<Vec<String>> =
        (0..grid.len()).map(|number| grid.setting(number).into_iter().map(str::to_owned).collect()).collect();
    let first = found.settings.first().and_then(|first| settings.iter().position(|one| *one == first.values));
    let scenario = first.and_then(|first| grid.apply(document, first as u64).check().ok());
    let Some(scenario) = scenario else { return Ok(Vec::new()) };
    let title = scenario.title_of(variant);
    let heading = Heading { system: scenario.system, title: &title, choices: &scenario.changed() };
    Ok(vec![("sweep", charts::sweep(&heading, found, &settings, which == Charts::All)?)])
}
