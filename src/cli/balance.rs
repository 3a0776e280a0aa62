//! `fizzle balance`: which settings come nearest to targets.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::deciding::{Deciding, DecidingOptions, Results, given_in};
use super::error::Error;
use super::load::{check_odds, load, named, warn_of_grid};
use super::options::parse_distance;
use super::parts::PartOptions;
use crate::analysis::{BalanceJob, Skipped, Target};
use crate::report::balance as report;
use crate::report::charts::{self, Heading};
use crate::report::text::answered;
use crate::scenario::{Document, Grid, Scenario, stem};

/// What `fizzle balance` is told.
#[derive(Debug, Args)]
pub struct BalanceArguments {
    /// Scenario files; several are balanced together
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// A key to adjust, as in foe.0.count=1..6; repeat it for a grid; zip(KEY=VALUES, KEY=VALUES)
    /// varies keys together
    #[arg(long, value_name = "KEY=VALUES", required = true)]
    knob: Vec<String>,
    /// Target, as in "p(winner == 'hero') = 0.5", for all scenarios; 'NAME: STAT = X' for one;
    /// repeatable
    #[arg(long, value_name = "STAT = X", required = true, allow_hyphen_values = true)]
    target: Vec<String>,
    /// Largest distance from the targets that is close enough: 0.01 is a percentage point of a chance,
    /// and 1 % of any other number
    #[arg(long, value_name = "DISTANCE", default_value = "0.01", value_parser = parse_distance, allow_negative_numbers = true)]
    within: f64,
    /// Balance a variant of the files as well, or a new one, as in 'NAME: KEY=VALUE, …';
    /// repeatable
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    #[command(flatten)]
    pub options: DecidingOptions,
    #[command(flatten)]
    pub parts: PartOptions,
}

/// Runs the command.
pub fn balance(arguments: &BalanceArguments, out: &mut dyn Write) -> Result<(), Error> {
    let BalanceArguments { scenarios, knob, target, within, variant, options, parts } = arguments;
    let stated = options.work.stated.varying([knob]);
    let load = |path: &PathBuf| load(&parts.files, path, &stated, variant);
    let loaded = scenarios.iter().map(load).collect::<Result<Vec<_>, Error>>()?;
    let (names, suite): (Vec<String>, Vec<&Scenario>) = named(&loaded)?.into_iter().unzip();
    check_odds(suite.iter().copied(), "balance")?;
    let documents: Vec<&Document> =
        loaded.iter().flat_map(|file| &file.scenarios).map(|checked| &checked.document).collect();
    let knobs = Grid::parse("--knob", knob, documents[0])?;
    // Alone, a scenario may be called as it would be beside others.
    let alone = [stem(&scenarios[0])];
    let called = if suite.len() == 1 { &alone } else { &names[..] };
    let targets: Vec<Target> = target.iter().map(|text| Target::new("--target", text, called)).collect();
    Target::check(&targets, &suite)?;
    warn_of_grid(&loaded, &knobs);
    let effort = options.work.effort()?;
    let job = BalanceJob { suite: &documents, knobs: &knobs, targets: &targets, effort: &effort };
    if options.write_part("balance", parts, job, &loaded, out)? {
        return Ok(());
    }
    let task = Deciding::begin("balance", scenarios, &[], options)?;
    let found = task.answer(&job, parts)?;
    if found.settings.is_empty() {
        return Err(Skipped::first_problems(&found.skipped).into());
    }
    let charts = task.charts(|_| {
        let heading =
            Heading { system: &suite[0].system, title: &suite[0].title, choices: &suite[0].circumstances() };
        let chart = charts::balance(&heading, &found, &names);
        chart.map(|chart| ("balance", chart)).into_iter().collect()
    })?;
    let record = json!({
        "suite": names,
        "knobs": found.keys,
        "targets": target,
        "within": within,
        "settings": found.settings.len(),
        "skipped": found.skipped.len(),
    });
    let tables = vec![("balance.csv", report::table(&suite[0].system, &names, &found).csv())];
    let (system, layout) = (&suite[0].system, options.work.layout());
    let titles: Vec<&str> = suite.iter().map(|one| one.title.as_str()).collect();
    let answer = report::answer(system, &names, &found, *within);
    let text = answered(&answer, &titles.join(" – "), suite[0], layout)
        + &report::text(system, &names, &found, layout);
    let json = Box::new(|| report::json(&suite[0].system, &names, &found, *within));
    let given = given_in(suite.iter().copied());
    task.finish(Results { tables, printed_csv: None, charts, record, given, text, json }, out)
}
