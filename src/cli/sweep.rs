//! `fizzle sweep`: a table over a grid of settings.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::deciding::{Deciding, DecidingOptions, Results, given_in};
use super::error::Error;
use super::load::{check_odds, grid_of, load, warn_of_grid};
use super::parts::PartOptions;
use super::until::Until;
use crate::analysis::{Skipped, Sweep, SweepJob};
use crate::report::charts::{self, Heading, Picture};
use crate::report::files::Charts;
use crate::report::sweep as report;
use crate::report::text::answered;
use crate::scenario::{Document, Grid, Query, Scenario};

/// What `fizzle sweep` is told.
#[derive(Debug, Args)]
pub struct SweepArguments {
    /// Scenario file
    scenario: PathBuf,
    /// Vary a key, as in choice.force=1..12 or choice.reagents=unset,1..24:3; repeat it for a
    /// grid; zip(KEY=VALUES, KEY=VALUES) varies keys together [default: the grid of the file]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// Statistic to show, as in 'p(damage >= 10)'; repeatable [default: all questions and the
    /// averages of all metrics]
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    stat: Vec<String>,
    /// Also write distributions.csv: every value of every metric at every setting
    #[arg(long)]
    distributions: bool,
    /// Use a variant of the file, or a new one, as in 'NAME: KEY=VALUE, …'
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    #[command(flatten)]
    until: Until,
    #[command(flatten)]
    pub options: DecidingOptions,
    #[command(flatten)]
    pub parts: PartOptions,
}

/// Runs the command.
pub fn sweep(arguments: &SweepArguments, out: &mut dyn Write) -> Result<(), Error> {
    let SweepArguments { scenario, vary, stat, distributions, variant, until, options, parts } = arguments;
    until.check_whole(parts)?;
    let stated = options.work.stated.varying([vary]);
    let loaded = load(&parts.files, scenario, &stated, variant.as_slice())?;
    let document = &loaded.last().document;
    check_odds(loaded.scenarios.iter().map(|checked| &checked.scenario), "sweep")?;
    let grid = grid_of(document, vary)?;
    let queries: Vec<Query> = stat.iter().map(|text| Query::new("--stat", text)).collect();
    warn_of_grid(std::slice::from_ref(&loaded), &grid);
    let effort = until.narrowed(&options.work.effort()?);
    let job = SweepJob { document, grid: &grid, queries: &queries, effort: &effort };
    if options.write_part("sweep", parts, job, std::slice::from_ref(&loaded), out)? {
        return Ok(());
    }
    let task = Deciding::begin("sweep", std::slice::from_ref(scenario), &[], options)?;
    let found = task.answer(&job, parts)?;
    until.warn_of_wide_among(
        &found.settings.iter().map(|setting| &setting.odds).collect::<Vec<_>>(),
        "settings",
    );
    let first = first(&found, document, &grid).ok_or_else(|| Skipped::first_problems(&found.skipped))?;
    let title = first.full_title();
    let charts = task.charts(|which| chart(&found, &title, &first, &grid, which))?;
    let record = json!({
        "variant": variant,
        "keys": found.keys,
        "statistics": found.statistics.iter().map(|name| &name.written).collect::<Vec<_>>(),
        "settings": found.settings.len(),
        "skipped": found.skipped.len(),
    });
    let mut tables = vec![("sweep.csv", report::table(&found, &first.system).csv())];
    tables.extend(distributions.then(|| ("distributions.csv", report::distributions(&found, &first.system))));
    let layout = options.work.layout();
    let answer = report::answer(&found, &first.system);
    let text = answered(&answer, &title, &first, layout) + &report::text(&found, &first.system, layout);
    let json = Box::new(|| report::json(&found, &first.system));
    let given = given_in([&first]);
    task.finish(Results { tables, printed_csv: None, charts, record, given, text, json }, out)
}

/// The scenario of the first setting that the rules allow.
fn first(found: &Sweep, document: &Document, grid: &Grid) -> Option<Scenario> {
    let values = &found.settings.first()?.values;
    let number = (0..grid.len()).find(|&number| grid.setting(number) == *values)?;
    grid.apply(document, number).check().ok()
}

/// The chart, with the title of the first setting.
fn chart(
    found: &Sweep,
    title: &str,
    first: &Scenario,
    grid: &Grid,
    which: Charts,
) -> Vec<(&'static str, Picture)> {
    let settings: Vec<Vec<String>> =
        (0..grid.len()).map(|number| grid.setting(number).into_iter().map(str::to_owned).collect()).collect();
    let heading = Heading { system: &first.system, title, choices: &first.circumstances() };
    vec![("sweep", charts::sweep(&heading, found, &settings, which == Charts::All))]
}
