//! `fizzle advise`: what to choose.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::load::{checked, document, grid_of, none_is_allowed};
use super::options::{Format, Place, Work};
use super::task::{Results, Task};
use super::terminal::width;
use crate::analysis::{Advice, Wish, advise as choose};
use crate::report::charts::{self, Chart, ChartError, Heading};
use crate::report::{advise as report, diagnostics};
use crate::scenario::{Asked, Grid, Place as Written, Problems, Scenario};

/// What `fizzle advise` is told.
#[derive(Debug, Args)]
pub struct AdviseArguments {
    /// The scenario file
    scenario: PathBuf,
    /// A key to choose and its values, as in choice.force=1..12 or choice.reagents=unset,1..24:3;
    /// several make a grid, zip(KEY=VALUES, KEY=VALUES) moves keys together [default: the grid of
    /// the file]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// The statistic that should be great, as in 'mean(damage)'
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    maximize: String,
    #[command(flatten)]
    wish: WishArguments,
    /// A key of the situation and its values, as in target.armor=0..20: a map of the best choice
    #[arg(long = "for", value_name = "KEY=VALUES")]
    situations: Vec<String>,
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

/// What is wanted of a choice beside the objective.
#[derive(Clone, Debug, Args)]
pub struct WishArguments {
    /// What has to hold, as in 'p(drain > 3) <= 0.01'; repeat it for more
    #[arg(long, value_name = "COND", allow_hyphen_values = true)]
    pub subject_to: Vec<String>,
    /// What a choice costs, as in '20 * choice.reagents': shows at what worth of the objective
    /// another choice is the best
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    pub cost: Option<String>,
    /// Two statistics that are weighed against each other: one that should be great, one that
    /// should be small [default: the objective against the cost, or against the first condition]
    #[arg(long, value_name = "STAT, STAT", allow_hyphen_values = true)]
    pub frontier: Option<String>,
}

/// Runs the command.
pub fn advise(arguments: &AdviseArguments, color: bool, out: &mut dyn Write) -> Result<(), Error> {
    let AdviseArguments { scenario: file, vary, situations, variant, work, place, format, .. } = arguments;
    let shown = |problems: Problems| Error::Problems(diagnostics::render(&problems, color));
    let document = document(file, &work.set, variant.as_deref(), color)?;
    let choices = grid_of(&document, vary, color)?;
    let situations = Grid::parse("--for", situations, &document).map_err(shown)?;
    situations.with(&choices, &document).map_err(shown)?;
    let scenario = checked(&document, color)?;
    let wish = arguments.wish.wish(&arguments.maximize).map_err(shown)?;
    wish.check(&scenario).map_err(shown)?;
    let task = Task::begin("advise", std::slice::from_ref(file), work, place)?;
    let advice =
        task.compute(|effort, progress| choose(&document, &choices, &situations, &wish, effort, progress))?;
    if advice.situations.is_empty() {
        return Err(none_is_allowed(&advice.skipped, color));
    }
    let charts = task.charts(|_| charts_of(&wish, &advice, &scenario, variant.as_deref()))?;
    let record = json!({
        "variant": variant,
        "maximize": wish.maximize.text(),
        "subject_to": arguments.wish.subject_to,
        "cost": arguments.wish.cost,
        "frontier": wish.weighs(),
        "situation_keys": advice.situation_keys,
        "keys": advice.keys,
        "skipped": advice.skipped.len(),
    });
    let tables = [
        ("advise.csv", Some(report::csv(&wish, &advice))),
        ("frontier.csv", report::frontier_csv(&wish, &advice)),
        ("prices.csv", report::prices_csv(&wish, &advice)),
        ("map.csv", report::map_csv(&wish, &advice)),
    ];
    let tables = tables.into_iter().filter_map(|(name, bytes)| Some((name, bytes?))).collect();
    let (text, json) = (report::text(&wish, &advice, width()), report::json(&wish, &advice));
    task.finish(Results { tables, charts, record, text, json }, *format, out)
}

impl WishArguments {
    /// What is wanted of a choice whose objective is `maximize`.
    pub fn wish(&self, maximize: &str) -> Result<Wish, Problems> {
        let pair = self.frontier.as_ref().map(|text| {
            let asked = Asked::new("--frontier", text);
            <[Asked; 2]>::try_from(asked.parts()).map_err(|_| not_two(asked.place()))
        });
        Ok(Wish {
            maximize: Asked::new("--maximize", maximize),
            subject_to: self.subject_to.iter().map(|text| Asked::new("--subject-to", text)).collect(),
            cost: self.cost.as_ref().map(|text| Asked::new("--cost", text)),
            frontier: pair.transpose()?,
        })
    }
}

fn not_two(place: &Written) -> Problems {
    let mut problems = Problems::default();
    let help = "write what should be great, then what should be small, as in \"mean(damage), mean(drain)\"";
    problems.push(place.clone(), "a frontier is of two statistics", help);
    problems
}

/// The map of several situations; of one its ranking, and its frontier if there is one.
fn charts_of(
    wish: &Wish,
    advice: &Advice,
    scenario: &Scenario,
    variant: Option<&str>,
) -> Result<Vec<(&'static str, Chart)>, ChartError> {
    let title = scenario.title_of(variant);
    let heading = Heading { system: scenario.system, title: &title, choices: "" };
    let objective = wish.maximize.text();
    if !advice.situation_keys.is_empty() {
        let map = charts::decision_map(&heading, advice, objective)?;
        return Ok(map.map(|chart| ("map", chart)).into_iter().collect());
    }
    let mut drawn = Vec::new();
    for situation in &advice.situations {
        let ranking = charts::ranking(&heading, situation, &advice.keys, objective)?;
        drawn.extend(ranking.map(|chart| ("advise", chart)));
        if let Some(weighed) = wish.weighs() {
            let frontier = charts::frontier(&heading, situation, &advice.keys, weighed)?;
            drawn.extend(frontier.map(|chart| ("frontier", chart)));
        }
    }
    Ok(drawn)
}
