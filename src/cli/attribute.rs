//! `fizzle attribute`: what each rule that differs does.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::deciding::{Deciding, DecidingOptions, Results, given_in};
use super::error::{Error, wrong};
use super::files::Files;
use super::load::{Loaded, check_odds, load, load_with_variants, named, warn_of_useless};
use super::options::Stated;
use crate::analysis::attribute as part;
use crate::report::attribute::{self as report, NamedAttribution};
use crate::report::charts::{self, Heading};
use crate::report::text::answered;
use crate::scenario::{Grid, Query, Scenario};

/// What `fizzle attribute` is told.
#[derive(Debug, Args)]
pub struct AttributeArguments {
    /// Scenario file; or two: the base rules and the house rules
    #[arg(required = true, value_name = "SCENARIO", num_args = 1..=2)]
    scenarios: Vec<PathBuf>,
    /// Statistic to explain, as in 'p(damage >= 10)'; repeatable [default: all questions]
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    stat: Vec<String>,
    /// Variant with the house rules; or two: the base rules and the house rules [default: each
    /// variant of the file]
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    #[command(flatten)]
    options: DecidingOptions,
}

/// The base rules and the house rules, with their names.
type Pair<'a> = [(String, &'a Scenario); 2];

/// Runs the command.
pub fn attribute(arguments: &AttributeArguments, out: &mut dyn Write) -> Result<(), Error> {
    let AttributeArguments { scenarios, stat, variant, options } = arguments;
    let loaded = loaded(scenarios, variant, &options.work.stated)?;
    warn_of_useless(&loaded, &Grid::default());
    let pairs = pairs(&loaded, variant)?;
    let scenarios_of = || pairs.iter().flatten().map(|(_, scenario)| *scenario);
    check_odds(scenarios_of(), "attribute")?;
    let queries = queries(stat, pairs[0][0].1)?;
    for scenario in scenarios_of() {
        for one in &queries {
            one.statistic(scenario)?;
        }
    }
    let folders =
        if pairs.len() > 1 { pairs.iter().map(|[_, (name, _)]| name.as_str()).collect() } else { vec![] };
    let task = Deciding::begin("attribute", scenarios, &folders, options)?;
    let layout = options.work.layout();
    let spares = options.work.trials.is_none();
    let mut parts = Vec::new();
    for (place, [(first, base), (second, house)]) in pairs.iter().enumerate() {
        let found = task.compute(|effort, progress| part(base, house, &queries, effort, spares, progress))?;
        let title = format!("{}: {first} → {second}", base.title);
        let named = NamedAttribution { system: &base.system, names: [first, second], attribution: &found };
        let charts = task.charts(|_| {
            let heading = Heading { system: &base.system, title: &title, choices: &base.circumstances() };
            let chart = charts::tornado(&heading, &named);
            chart.map(|chart| ("attribute", chart)).into_iter().collect()
        })?;
        let statistics: Vec<&str> = found.statistics.iter().map(|one| one.name.written.as_str()).collect();
        let record = json!({ "base": first, "house": second, "statistics": statistics });
        let tables = vec![("attribute.csv", named.csv())];
        let json = report::json(&named);
        let text = answered(&named.answer(), &title, base, layout) + &named.text(layout);
        let (folder, printed_csv) = match pairs.len() {
            1 => (String::new(), None),
            _ => (second.clone(), Some(named.labelled_csv(place == 0))),
        };
        let (given, json) = (given_in([*base, *house]), Box::new(|| json));
        parts.push((folder, Results { tables, printed_csv, charts, record, given, text, json }));
    }
    task.finish_all(parts, out)
}

fn loaded(scenarios: &[PathBuf], variant: &[String], stated: &Stated) -> Result<Vec<Loaded>, Error> {
    let one_by_one = |path: &PathBuf| match scenarios.len() {
        1 => load_with_variants(path, stated, variant),
        _ => load(&Files::OnDisk, path, stated, variant),
    };
    if scenarios.len() > 1 && !variant.is_empty() {
        return Err(wrong!("two files, or --variant of one: leave one of them out"));
    }
    scenarios.iter().map(one_by_one).collect()
}

/// The pairs to attribute: two files, the file and each of its variants, or two variants.
fn pairs<'a>(loaded: &'a [Loaded], variant: &[String]) -> Result<Vec<Pair<'a>>, Error> {
    let all = named(loaded)?;
    match (&all[..], variant.len()) {
        ([_], _) => Err(wrong!("nothing to compare; name a second scenario, or a --variant")),
        ([base, houses @ ..], 0 | 1) => {
            Ok(houses.iter().map(|house| [base.clone(), house.clone()]).collect())
        }
        ([_, base, house], 2) => Ok(vec![[base.clone(), house.clone()]]),
        _ => Err(wrong!("give --variant at most twice: the base rules and the house rules")),
    }
}

/// The statistics of the command line, or else the probabilities of the questions of the base.
fn queries(stat: &[String], base: &Scenario) -> Result<Vec<Query>, Error> {
    let queries: Vec<Query> = match stat {
        [] => base.probabilities(),
        stat => stat.iter().map(|text| Query::new("--stat", text)).collect(),
    };
    match queries.is_empty() {
        true => Err(wrong!(
            "no statistic to explain; write --stat {}, or a [[question]] in the file",
            base.suggested()
        )),
        false => Ok(queries),
    }
}
