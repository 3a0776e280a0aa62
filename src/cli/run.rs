//! `fizzle run`: what can happen, and how likely.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::directory::{Directory, FolderContents, Owner};
use super::error::{Error, wrong};
use super::load::{CheckedScenario, Loaded, load, warn_of_useless};
use super::options::{Format, OutputOptions, WorkOptions};
use super::parts::PartOptions;
use super::task::{Task, default_folder};
use super::terminal::say;
use super::unknown;
use super::until::Until;
use crate::analysis::{Comparison, Odds, Plan, Sampling, exact_or_apart, sample, within_a_second, witnessed};
use crate::chance::{Budget, Metric};
use crate::report::charts::{self, Heading};
use crate::report::files::{self, Charts, tables};
use crate::report::table::{Layout, in_lines};
use crate::report::{compare, json, odds, text};
use crate::scenario::{Grid, Scenario, stem};

/// What `fizzle run` is told.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    #[command(flatten)]
    pub work: WorkOptions,
    #[command(flatten)]
    until: Until,
    /// Add a variant of the file, or a new one, as in 'NAME: KEY=VALUE, …'; repeatable
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// Metrics of joint.csv [default: all]
    #[arg(long, value_name = "METRIC,…", value_delimiter = ',')]
    joint: Option<Vec<String>>,
    #[command(flatten)]
    pub output: OutputOptions,
    /// What to print: text, json, or csv (the distributions)
    #[arg(long, default_value = "text", hide_possible_values = true)]
    format: Format,
    #[command(flatten)]
    pub parts: PartOptions,
}

/// The odds of a scenario or a variant.
struct ScenarioOdds<'a> {
    scenario: &'a Scenario,
    odds: Odds,
    seconds: f64,
}

const COMMAND: &str = "run";

/// Runs the command. All input is checked, and every directory claimed, before
/// anything is computed; files are written before anything is printed.
pub fn run(arguments: &RunArguments, out: &mut dyn Write) -> Result<(), Error> {
    let RunArguments { scenarios, work, output, variant, parts, .. } = arguments;
    let paths = arguments.directories()?;
    arguments.check_divisible()?;
    let load = |path: &PathBuf| load(&parts.files, path, &work.stated, variant);
    let loaded = scenarios.iter().map(load).collect::<Result<Vec<_>, Error>>()?;
    let all = || loaded.iter().flat_map(|file| &file.scenarios).map(|checked| &checked.scenario);
    if !work.stated.given.is_empty() && all().any(Scenario::is_deterministic) {
        return Err(wrong!("--given: this scenario rolls no dice, so it has no events"));
    }
    warn_of_useless(&loaded, &Grid::default());
    let task = Task::begin(work.threads, work.quiet);
    let place = (output.out.as_ref(), output.force);
    let plans = all().filter(|one| !one.is_deterministic()).map(|scenario| arguments.plan(scenario));
    if parts.write(COMMAND, &loaded, place, &task, plans, out)? {
        return Ok(());
    }
    let mut directories = Vec::new();
    for ((file, scenario), path) in scenarios.iter().zip(&loaded).zip(paths) {
        let owner = Owner::of_files(std::slice::from_ref(file));
        let folders: Vec<&str> =
            scenario.scenarios.iter().filter_map(|checked| checked.scenario.variant.as_deref()).collect();
        directories.push(Directory::claim(path, COMMAND, owner, &folders, output.force)?);
        for checked in &scenario.scenarios {
            arguments.joint_metrics(&checked.scenario)?;
        }
    }
    let mut report = Report { arguments, results: Vec::new(), printed: false, disagreeing: Vec::new() };
    for (scenario, directory) in loaded.iter().zip(&directories) {
        let outcomes = arguments.outcomes(scenario, &task, directory.path())?;
        let folders = outcomes.iter().map(|outcome| arguments.contents(outcome, &task));
        let mut folders = folders.collect::<Result<Vec<_>, _>>()?;
        if outcomes.len() > 1 {
            folders[0].files.extend(arguments.comparison(&outcomes, &task)?);
        }
        task.write(directory, &folders)?;
        report.print(scenario, &outcomes, directory.path(), out)?;
    }
    report.finish(out)
}

impl RunArguments {
    /// Where the files of each scenario go.
    fn directories(&self) -> Result<Vec<PathBuf>, Error> {
        let mut seen: BTreeMap<PathBuf, &Path> = BTreeMap::new();
        let mut directories = Vec::new();
        for path in &self.scenarios {
            let directory = match (&self.output.out, self.scenarios.len()) {
                (None, _) => default_folder([path]).join(COMMAND),
                (Some(out), 1) => out.clone(),
                (Some(out), _) => out.join(stem(path)),
            };
            if let Some(other) = seen.insert(directory.clone(), path) {
                return Err(wrong!(
                    "{} and {} would both write into {}; run them one by one with --out",
                    other.display(),
                    path.display(),
                    directory.display()
                ));
            }
            directories.push(directory);
        }
        Ok(directories)
    }

    /// Refuses options that do not work with `--part` or `--resume`.
    fn check_divisible(&self) -> Result<(), Error> {
        self.until.check_whole(&self.parts)?;
        match self.parts.divided() {
            Some(option) if self.work.exact => {
                Err(wrong!("{option} and --exact cannot be used together: only samples are divided"))
            }
            _ => Ok(()),
        }
    }

    /// The sampling plan of a scenario.
    fn plan<'a>(&self, scenario: &'a Scenario) -> Result<Plan<'a>, Error> {
        let joint = self.joint_metrics(scenario)?;
        let Sampling { trials, seed, isa, .. } = self.work.sampling()?;
        Ok(Plan::new(scenario, joint.as_deref(), trials, seed)?.with_instructions(isa))
    }

    fn outcomes<'a>(
        &self,
        loaded: &'a Loaded,
        task: &Task,
        folder: &Path,
    ) -> Result<Vec<ScenarioOdds<'a>>, Error> {
        let sampling = self.until.narrow(self.work.sampling()?);
        let outcome = |CheckedScenario { scenario, seconds, .. }: &'a CheckedScenario| {
            let joint = self.joint_metrics(scenario)?;
            let joint = joint.as_deref();
            let start = Instant::now();
            let odds = if self.work.exact || scenario.is_deterministic() {
                let budget = Budget::on_request();
                let odds = task.compute(|progress| exact_or_apart(scenario, joint, budget.with(progress)))?;
                if joint.is_none() && odds.joint.metrics.is_empty() && !scenario.is_deterministic() {
                    say(
                        "warning: all metrics together have too many outcomes: each is exact by itself, and joint.csv is left out (--joint METRIC,… chooses some of them)",
                    );
                }
                odds
            } else {
                let law = match self.work.sampled {
                    true => None,
                    false => task.compute(|progress| within_a_second(scenario, joint, progress))?,
                };
                let simulated = match self.until.width {
                    Some(_) => task.compute(|progress| sample(scenario, joint, &sampling, progress))?,
                    None => task.answer(&self.plan(scenario)?, &self.parts, folder)?,
                };
                self.until.warn_if_wide(sampling.trials, &simulated, law.as_ref());
                match law {
                    Some(law) => witnessed(law, &simulated),
                    None => simulated,
                }
            };
            let seconds = seconds + start.elapsed().as_secs_f64();
            Ok(ScenarioOdds { scenario, odds, seconds })
        };
        loaded.scenarios.iter().map(outcome).collect()
    }

    /// The files of a scenario or a variant, and the contents of its record.
    fn contents(&self, outcome: &ScenarioOdds<'_>, task: &Task) -> Result<FolderContents, Error> {
        let &ScenarioOdds { scenario, ref odds, seconds } = outcome;
        let mut files = tables(scenario, odds);
        files.extend(task.charts(self.output.charts, |which| files::charts(scenario, odds, which))?);
        let notes = json::run(scenario, odds, seconds);
        Ok(FolderContents { folder: scenario.variant.clone().unwrap_or_default(), notes, files })
    }

    /// The chart that compares the variants.
    fn comparison(
        &self,
        outcomes: &[ScenarioOdds<'_>],
        task: &Task,
    ) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let compared: Vec<&Scenario> = outcomes.iter().map(|outcome| outcome.scenario).collect();
        if compared.iter().any(|scenario| scenario.is_deterministic()) {
            return Ok(Vec::new());
        }
        task.charts(self.output.charts, |which| {
            let names: Vec<String> = compared.iter().map(|one| one.own_name().to_owned()).collect();
            let odds = outcomes.iter().map(|one| one.odds.clone());
            let (title, choices) = (compare::title(&compared), compare::choices(&compared));
            let heading = Heading { system: &compared[0].system, title: &title, choices: &choices };
            let comparison = Comparison::of_same_dice(odds.collect());
            Ok(vec![("compare", charts::compare(&heading, &names, &comparison, which == Charts::All))])
        })
    }

    /// The metrics that `--joint` names.
    fn joint_metrics(&self, scenario: &Scenario) -> Result<Option<Vec<Metric>>, Error> {
        let Some(names) = &self.joint else {
            return Ok(None);
        };
        let metrics = scenario.ready.procedure.metrics();
        let known: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
        let find = |name: &String| {
            let place = known.iter().position(|known| *known == name.trim());
            place.map(Metric).ok_or_else(|| wrong!("--joint: {}", unknown("metric", name, &known)))
        };
        let found: Vec<Metric> = names.iter().map(find).collect::<Result<_, _>>()?;
        match (1..found.len()).find(|&index| found[..index].contains(&found[index])) {
            Some(twice) => Err(wrong!("--joint: \"{}\" is named twice", known[found[twice].0])),
            None => Ok(Some(found)),
        }
    }
}

/// The metrics that are not in the joint distribution.
fn beside_joint<'a>(scenario: &'a Scenario, odds: &Odds) -> Vec<&'a str> {
    let is_in = |name: &&str| odds.joint.metrics.iter().any(|metric| metric.name == **name);
    let names = scenario.ready.procedure.metrics().iter().map(|metric| metric.name.as_str());
    names.filter(|name| !is_in(name)).collect()
}

/// A sentence on the metrics that joint.csv leaves out, if it has some.
fn left_out(outcomes: &[ScenarioOdds<'_>]) -> Option<String> {
    let some = outcomes.iter().filter(|outcome| !outcome.odds.joint.metrics.is_empty());
    let beside = some.map(|outcome| beside_joint(outcome.scenario, &outcome.odds));
    let (first, others) = match beside.max_by_key(Vec::len)?[..] {
        [] => return None,
        [first] => (first, String::new()),
        [first, _] => (first, " and one other metric".to_owned()),
        [first, ref others @ ..] => (first, format!(" and {} other metrics", others.len())),
    };
    Some(format!(
        "joint.csv leaves out {first}{others}: all metrics together have too many combinations; --joint METRIC,… chooses some"
    ))
}

/// What goes to standard output, scenario by scenario.
struct Report<'a> {
    arguments: &'a RunArguments,
    results: Vec<serde_json::Value>,
    printed: bool,
    /// The titles of scenarios whose simulation disagrees.
    disagreeing: Vec<String>,
}

impl Report<'_> {
    fn print(
        &mut self,
        loaded: &Loaded,
        outcomes: &[ScenarioOdds<'_>],
        directory: &Path,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let disagrees = |outcome: &&ScenarioOdds<'_>| {
            outcome.odds.witness.as_ref().is_some_and(|witness| !witness.agrees)
        };
        let disagreeing = outcomes.iter().filter(disagrees);
        self.disagreeing.extend(disagreeing.map(|outcome| outcome.scenario.full_title()));
        match self.arguments.format {
            Format::Text => {
                if std::mem::replace(&mut self.printed, true) {
                    writeln!(out)?;
                }
                let layout = self.arguments.work.layout();
                // If all was computed here, its time says how fast fizzle is.
                let seconds = match self.arguments.parts.merged {
                    None => Some(outcomes.iter().map(|outcome| outcome.seconds).sum()),
                    Some(_) => None,
                };
                out.write_all(as_text(outcomes, seconds, layout).as_bytes())?;
                let left_out = left_out(outcomes).filter(|_| self.arguments.joint.is_none());
                let left_out = left_out.map(|told| format!("\n{}", in_lines(&told, layout.width)));
                writeln!(out, "{}\nfiles: {}", left_out.unwrap_or_default(), directory.display())?;
            }
            Format::Json => self.results.extend(outcomes.iter().map(|outcome| {
                let mut value = json::odds(outcome.scenario, &outcome.odds);
                value["scenario"] = json!(loaded.path);
                let variant = outcome.scenario.variant.as_ref();
                let folder = variant.map_or_else(|| directory.to_owned(), |name| directory.join(name));
                value["directory"] = json!(folder.display().to_string());
                value
            })),
            Format::Csv => {
                for outcome in outcomes {
                    if outcome.scenario.is_deterministic() {
                        for table in &outcome.scenario.ready.tables {
                            out.write_all(
                                &odds::side_table(table, &table.rows(&outcome.odds.indicators)).csv(),
                            )?;
                        }
                        continue;
                    }
                    let variant = outcome.scenario.variant.as_deref().unwrap_or_default();
                    let labels = [("scenario", &*loaded.path), ("variant", variant)];
                    out.write_all(&odds::labelled_distributions(&labels, &outcome.odds, !self.printed))?;
                    self.printed = true;
                }
            }
        }
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> Result<(), Error> {
        if self.arguments.format == Format::Json {
            out.write_all(json::pretty(&json!({ "results": self.results })).as_bytes())?;
        }
        match self.disagreeing[..] {
            [] => Ok(()),
            _ => Err(Error::Nothing(format!(
                "simulated and exact results disagree: {}; this is a bug in fizzle, please report it",
                self.disagreeing.join(", ")
            ))),
        }
    }
}

fn as_text(outcomes: &[ScenarioOdds<'_>], seconds: Option<f64>, layout: Layout) -> String {
    match outcomes {
        _ if outcomes.iter().all(|outcome| outcome.scenario.is_deterministic()) => {
            let texts = outcomes.iter().map(|outcome| text::deterministic(outcome.scenario, layout));
            texts.collect::<Vec<_>>().join("\n")
        }
        [one] => text::odds(one.scenario, &one.odds, seconds, layout),
        several => {
            let columns = several.iter().map(|outcome| text::Side {
                name: outcome.scenario.own_name(),
                scenario: outcome.scenario,
                odds: &outcome.odds,
            });
            text::side_by_side(&columns.collect::<Vec<_>>(), seconds, layout)
        }
    }
}
