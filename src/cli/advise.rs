//! `fizzle advise`: what to choose.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::deciding::{Deciding, DecidingOptions, Results, given_in};
use super::error::{Error, wrong};
use super::files::Files;
use super::load::{CheckedScenario, check_odds, grid_if_any, load, warn_of_grid};
use super::options::parse_worth;
use crate::analysis::{Skipped, advise as choose};
use crate::description::BEST_PLAY;
use crate::report::advise::{self as report, Words};
use crate::report::charts::{self, Heading};
use crate::report::text::answered;
use crate::scenario::{Document, Goal, GoalTable, Grid, Place, Problems, Query, Scenario, SourceText, Worth};

/// What `fizzle advise` is told.
#[derive(Debug, Args)]
pub struct AdviseArguments {
    /// Scenario file
    scenario: PathBuf,
    /// A choice and its values, as in choice.force=1..12 or choice.reagents=unset,1..24:3; repeat
    /// it for a grid; zip(KEY=VALUES, KEY=VALUES) varies keys together [default: the grid of the
    /// file]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    #[command(flatten)]
    goal: GoalArguments,
    /// A situation and its values, as in target.armor=0..20: map the best choice over it
    #[arg(long = "for", value_name = "KEY=VALUES")]
    situations: Vec<String>,
    /// Use a variant of the file, or a new one, as in 'NAME: KEY=VALUE, …'
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    #[command(flatten)]
    options: DecidingOptions,
}

/// What is wanted of a choice. Without an objective, what is left out is read from the file's
/// table `[advise]`; with one, nothing is.
#[derive(Clone, Debug, Args)]
pub struct GoalArguments {
    /// Statistic to maximize, as in 'mean(damage)' or 'p("costs no drain")'; replaces the whole
    /// table [advise] of the file [default: [advise] of the file]
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    maximize: Option<String>,
    /// Statistic to minimize instead, as in 'mean(drain)'
    #[arg(long, value_name = "STAT", allow_hyphen_values = true, conflicts_with = "maximize")]
    minimize: Option<String>,
    /// Constraint, as in 'p(drain > 3) <= 0.01'; repeatable
    #[arg(long, value_name = "COND", allow_hyphen_values = true)]
    subject_to: Vec<String>,
    /// Cost of a choice, as in '20 * choice.reagents': lists the efficient choices, and the price
    /// of each step
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    cost: Option<String>,
    /// Worth of one unit of the objective (of a chance: of certainty), in units of the cost: recommends
    /// the best choice, net of its cost
    #[arg(long, value_name = "N", value_parser = parse_worth, allow_negative_numbers = true)]
    worth: Option<f64>,
    /// Two statistics to trade off, the first maximized, the second minimized [default: the
    /// objective and the cost, or the objective and the first constraint]
    #[arg(long, value_name = "STAT, STAT", allow_hyphen_values = true)]
    frontier: Option<String>,
}

/// Runs the command.
pub fn advise(arguments: &AdviseArguments, out: &mut dyn Write) -> Result<(), Error> {
    let AdviseArguments { scenario: file, vary, situations, variant, options, .. } = arguments;
    let stated = options.work.stated.varying([vary, situations]);
    let loaded = load(&Files::OnDisk, file, &stated, variant.as_slice())?;
    let CheckedScenario { scenario, document, .. } = loaded.last();
    check_odds([scenario], "choose by")?;
    let varied = grid_if_any(document, vary)?;
    if varied.is_empty() {
        return Err(nothing_varied(scenario));
    }
    let situations = Grid::parse("--for", situations, document)?;
    let [choices, others] = varied.choices_and_situations(&scenario.procedure.keys);
    let situations = situations.with(&others, document)?;
    let tried = situations.with(&choices, document)?;
    if choices.is_empty() {
        return Err(no_choices(&varied, scenario));
    }
    let goal = arguments.goal.goal(document, scenario)?.ok_or_else(|| no_objective(scenario))?;
    if !situations.is_empty() && !goal.has_best() {
        return Err(no_map(&goal));
    }
    warn_of_grid(std::slice::from_ref(&loaded), &tried);
    let task = Deciding::begin("advise", std::slice::from_ref(file), &[], options)?;
    let advice =
        task.compute(|effort, progress| choose(document, &choices, &situations, &goal, effort, progress))?;
    if advice.situations.is_empty() {
        return Err(Skipped::first_problems(&advice.skipped).into());
    }
    let words = Words::new(&goal, scenario)?;
    let title = scenario.full_title();
    let heading = Heading { system: &scenario.system, title: &title, choices: &scenario.circumstances() };
    let charts = task.charts(|_| charts::advice(&heading, &words, &advice))?;
    let record = json!({
        "variant": variant,
        goal.sense.name(): goal.objective.text(),
        "subject_to": goal.subject_to.iter().map(Query::text).collect::<Vec<_>>(),
        "cost": goal.cost.as_ref().map(Query::text),
        "worth": goal.worth,
        "frontier": goal.weighs(),
        "situation_keys": advice.situation_keys,
        "keys": advice.keys,
        "skipped": advice.skipped.len(),
    });
    let tables = report::csv(&words, &advice);
    let layout = options.work.layout();
    let above = answered(&words.sentence(&advice), &title, scenario, layout);
    let text = above + &report::text(&words, &advice, layout);
    let json = Box::new(|| report::json(&words, &advice));
    let given = given_in([scenario]);
    task.finish(Results { tables, printed_csv: None, charts, record, given, text, json }, out)
}

impl GoalArguments {
    /// Whether an option states an objective.
    pub fn has_objective(&self) -> bool {
        self.maximize.is_some() || self.minimize.is_some()
    }

    /// Returns the goal that the options state, or else that of the file; `None` if neither has an
    /// objective.
    pub fn goal(&self, document: &Document, scenario: &Scenario) -> Result<Option<Goal>, Problems> {
        let asked = |option: &str, text: &Option<String>| text.as_ref().map(|text| Query::new(option, text));
        let options = GoalTable {
            maximize: asked("--maximize", &self.maximize),
            minimize: asked("--minimize", &self.minimize),
            subject_to: self.subject_to.iter().map(|text| Query::new("--subject-to", text)).collect(),
            cost: asked("--cost", &self.cost),
            worth: self.worth.map(|value| Worth { value, place: option("--worth", &value.to_string()) }),
            frontier: asked("--frontier", &self.frontier),
        };
        let goal = options.or(document.goal()).goal()?;
        goal.iter().try_for_each(|goal| goal.check(scenario))?;
        Ok(goal)
    }
}

/// An option with its value, as messages show it.
fn option(name: &str, text: &str) -> Place {
    let source = SourceText::new(name, text);
    Place { source: source.into(), span: 0..text.len() }
}

fn no_objective(scenario: &Scenario) -> Error {
    wrong!(
        "no objective; write --maximize {} or --minimize STAT, or a table [advise] in the file",
        scenario.suggested()
    )
}

/// The error when there is nothing to choose among.
fn nothing_varied(scenario: &Scenario) -> Error {
    // The table is there before anything is solved.
    let plays = match scenario.ready.tables.iter().any(|table| table.name == BEST_PLAY) {
        true => "`fizzle run` shows the best play of this scenario; for anything else, ",
        false => "",
    };
    let keys = match &choices_of(scenario)[..] {
        [] => String::new(),
        some => format!(" with what the player chooses ({})", some.join(", ")),
    };
    wrong!("nothing is varied; {plays}write --vary KEY=VALUES{keys}, or a table [vary] in the file")
}

/// The keys that a player chooses and that make a difference.
fn choices_of(scenario: &Scenario) -> Vec<String> {
    let choices = scenario.procedure.keys.iter().filter(|key| key.is_choice()).map(|key| key.at(0));
    choices.filter(|path| scenario.read.iter().any(|read| **read == **path)).collect()
}

/// The error when no varied key is the choice of a player.
pub fn no_choices(varied: &Grid, scenario: &Scenario) -> Error {
    let keys: Vec<&str> = varied.keys().collect();
    let are = if keys.len() == 1 { "is not a choice" } else { "are not choices" };
    let instead = match &choices_of(scenario)[..] {
        [] => String::new(),
        some => format!(
            "; for the best choice in each case, vary {}{} and write this as --for",
            if some.len() > 1 { "one of " } else { "" },
            some.join(", ")
        ),
    };
    wrong!(
        "{} {are} of the player, and `fizzle advise` recommends only choices. `fizzle sweep` with the same --vary \
         shows how the odds depend on it, `fizzle balance` finds the value for a target{instead}",
        keys.join(", "),
    )
}

/// The error when a map over situations is asked for, but no single choice is best in each.
fn no_map(goal: &Goal) -> Error {
    wrong!(
        "a map needs one best choice in each situation, and with a cost there is none; write --worth N (what 1 of {} is \
         worth, in units of the cost), or leave the cost out",
        goal.objective.text()
    )
}
