//! `fizzle compare`: scenarios and variants side by side.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::deciding::{Deciding, DecidingOptions, Results, given_in};
use super::error::{Error, wrong};
use super::load::{check_odds, load_with_variants, named, warn_of_useless};
use super::until::Until;
use crate::analysis::{compare as side_by_side, compare_statistics};
use crate::expression::Statistic;
use crate::report::charts::{self, Heading};
use crate::report::compare as report;
use crate::report::files::Charts;
use crate::scenario::{Grid, Problems, Query, Scenario};

/// What `fizzle compare` is told.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Variant to compare: of the files, or a new one, as in 'NAME: KEY=VALUE, …'; repeatable
    /// [default: all variants of the files]
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// Statistic to compare, as in 'mean(damage)'; repeatable [default: all questions and metrics]
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    stat: Vec<String>,
    #[command(flatten)]
    until: Until,
    #[command(flatten)]
    options: DecidingOptions,
}

/// Runs the command.
pub fn compare(arguments: &CompareArguments, out: &mut dyn Write) -> Result<(), Error> {
    let CompareArguments { scenarios, variant, stat, until, options } = arguments;
    let load = |path: &PathBuf| load_with_variants(path, &options.work.stated, variant);
    let loaded = scenarios.iter().map(load).collect::<Result<Vec<_>, Error>>()?;
    warn_of_useless(&loaded, &Grid::default());
    let (names, compared): (Vec<String>, Vec<&Scenario>) = named(&loaded)?.into_iter().unzip();
    if compared.len() < 2 {
        return Err(wrong!("nothing to compare with; name a second scenario, or a --variant"));
    }
    check_odds(compared.iter().copied(), "compare")?;
    let queries: Vec<Query> = stat.iter().map(|text| Query::new("--stat", text)).collect();
    let compiled = |scenario: &&'_ Scenario| {
        let statistics = queries.iter().map(|query| query.statistic(scenario));
        statistics.collect::<Result<Vec<Statistic>, Problems>>()
    };
    let statistics = compared.iter().map(compiled).collect::<Result<Vec<_>, Problems>>()?;
    let task = Deciding::begin("compare", scenarios, &[], options)?;
    let comparison = task.compute(|effort, progress| {
        let effort = &until.narrowed(effort);
        match stat[..] {
            [] => side_by_side(&compared, effort, progress),
            _ => {
                let all: Vec<_> = compared.iter().copied().zip(statistics).collect();
                compare_statistics(&all, effort, progress)
            }
        }
    })?;
    until.warn_of_wide_among(&comparison.odds.iter().collect::<Vec<_>>(), "scenarios");
    let (title, choices) = (report::title(&compared), report::choices(&compared));
    let heading = Heading { system: &compared[0].system, title: &title, choices: &choices };
    let charts = task.charts(|which| {
        vec![("compare", charts::compare(&heading, &names, &comparison, which == Charts::All))]
    })?;
    let record = json!({ "compared": names, "statistics": stat });
    let tables = vec![("compare.csv", report::csv(&names, &comparison))];
    let layout = options.work.layout();
    let text = report::text(&names, &compared, &comparison, layout);
    let json = Box::new(|| report::json(&names, &comparison));
    let given = given_in(compared.iter().copied());
    task.finish(Results { tables, printed_csv: None, charts, record, given, text, json }, out)
}
