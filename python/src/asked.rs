//! What is asked of scenarios, as data, and how it is answered.

use std::ops::Range;

use fizzle::analysis::{
    self, AdviseJob, BalanceJob, Effort, Explored, Fingerprint, Method, Part, Plan, Progress, RunError,
    Sampling, SweepJob, Target, VerifyJob,
};
use fizzle::scenario::{Document, GoalTable, Grid, Query, Worth};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::answers::{self, checked, names};
use crate::error::Failure;
use crate::odds::Odds;
use crate::scenario::Scenario;

/// What is asked.
#[derive(Serialize, Deserialize)]
pub struct Asked {
    pub kind: Kind,
    pub method: Method,
    pub trials: u64,
    pub seed: u64,
}

/// The questions, and what belongs to each.
#[derive(Serialize, Deserialize)]
pub enum Kind {
    Sample { joint: Option<Vec<String>>, until: Option<String> },
    Sweep { vary: Vec<String>, stats: Vec<String> },
    Advise { vary: Vec<String>, situations: Vec<String>, goal: Goal },
    Balance { knobs: Vec<String>, targets: Vec<String>, within: f64 },
    Verify,
    Compare,
    Report { vary: Vec<String>, situations: Vec<String>, goal: Goal },
    Attribute { stats: Vec<String> },
    Test,
}

/// What is good.
#[derive(Serialize, Deserialize)]
pub struct Goal {
    pub maximize: Option<String>,
    pub minimize: Option<String>,
    pub subject_to: Vec<String>,
    pub cost: Option<String>,
    pub worth: Option<f64>,
    pub frontier: Option<String>,
}

/// What to do of a job.
pub enum Task {
    Whole,
    Part(Range<u64>),
    Answer(Vec<Part>),
    Identify,
}

/// What comes of that.
pub enum Done<A> {
    Answer(A),
    Part(Part),
    Identity(Fingerprint),
}

/// What a job finds.
pub enum Found {
    Odds(Box<Odds>),
    Answer(Box<Answer>),
}

/// Does what is to be done of a job.
fn done<J: fizzle::analysis::Job>(
    job: &J,
    task: Task,
    progress: &Progress,
) -> Result<Done<J::Answer>, RunError> {
    Ok(match task {
        Task::Whole => Done::Answer(job.whole(progress)?),
        Task::Part(range) => Done::Part(job.part(range, progress)?),
        Task::Answer(parts) => Done::Answer(job.answer(parts, progress)?),
        Task::Identify => Done::Identity(job.fingerprint()),
    })
}

/// Does what cannot be done in parts.
fn whole<A>(task: Task, find: impl FnOnce() -> Result<A, Failure>) -> Result<Done<A>, Failure> {
    match task {
        Task::Whole => Ok(Done::Answer(find()?)),
        _ => Err(Failure::Message("this cannot be done in parts".to_owned())),
    }
}

impl<A> Done<A> {
    fn map<B>(self, answer: impl FnOnce(A) -> Result<B, Failure>) -> Result<Done<B>, Failure> {
        Ok(match self {
            Done::Answer(found) => Done::Answer(answer(found)?),
            Done::Part(part) => Done::Part(part),
            Done::Identity(fingerprint) => Done::Identity(fingerprint),
        })
    }
}

impl Asked {
    /// Does what is to be done, whatever the job is.
    pub fn run(
        &self,
        scenarios: &[Scenario],
        task: Task,
        progress: &Progress,
    ) -> Result<Done<Found>, Failure> {
        let Asked { kind, method, trials, seed } = self;
        let sampling = Sampling { trials: *trials, seed: *seed, ..Sampling::default() };
        let effort = Effort { method: *method, sampling };
        let first = &scenarios[0];
        let (document, scenario) = (&first.0.document, &first.0.scenario);
        let found = |answer: Answer| Found::Answer(Box::new(answer));
        match kind {
            Kind::Sample { joint, until: Some(width) } => {
                let width = width.parse().map_err(|error| Failure::Message(format!("until: {error}")))?;
                let joint = first.metrics_named(joint.as_deref())?;
                let sampling = Sampling { until: Some(width), ..sampling };
                whole(task, || {
                    let odds = analysis::sample(scenario, joint.as_deref(), &sampling, progress)?;
                    Ok(Found::Odds(Box::new(Odds::new(first.clone(), odds))))
                })
            }
            Kind::Sample { joint, until: None } => {
                let joint = first.metrics_named(joint.as_deref())?;
                let plan = Plan::new(scenario, joint.as_deref(), *trials, *seed)?;
                done(&plan, task, progress)?
                    .map(|odds| Ok(Found::Odds(Box::new(Odds::new(first.clone(), odds)))))
            }
            Kind::Sweep { vary, stats } => {
                let grid = grid(document, vary)?;
                let queries: Vec<Query> = stats.iter().map(|text| Query::new("stats", text)).collect();
                let job = SweepJob { document, grid: &grid, queries: &queries, effort: &effort };
                done(&job, task, progress)?.map(|sweep| Ok(found(answers::of_sweep(first, &grid, &sweep)?)))
            }
            Kind::Advise { vary, situations, goal } => {
                let [choices, others] =
                    grid(document, vary)?.choices_and_situations(&scenario.procedure.keys);
                if choices.is_empty() {
                    let message = "nothing that is varied is for a player to choose";
                    return Err(Failure::Message(message.to_owned()));
                }
                let situations = Grid::parse("situations", situations, document)?.with(&others, document)?;
                situations.with(&choices, document)?;
                let goal = goal.of(document)?.ok_or_else(|| {
                    Failure::Message("no objective; write maximize=\"mean(damage)\"".to_owned())
                })?;
                goal.check(scenario)?;
                if !situations.is_empty() && !goal.has_best() {
                    let message = "with a cost there is no single best choice of each situation; write worth=…, \
                                   what one unit of the objective is worth in units of the cost";
                    return Err(Failure::Message(message.to_owned()));
                }
                let job = AdviseJob {
                    document,
                    choices: &choices,
                    situations: &situations,
                    goal: &goal,
                    effort: &effort,
                };
                done(&job, task, progress)?
                    .map(|advice| Ok(found(answers::of_advice(first, &goal, &advice)?)))
            }
            Kind::Balance { knobs, targets, within } => {
                for (what, given) in [("knobs", knobs), ("targets", targets)] {
                    if given.is_empty() {
                        return Err(Failure::Message(format!("{what}: there are none")));
                    }
                }
                let documents: Vec<&Document> = scenarios.iter().map(|one| &one.0.document).collect();
                let knobs = Grid::parse("knobs", knobs, document)?;
                let names = names(scenarios);
                let targets: Vec<Target> =
                    targets.iter().map(|text| Target::new("targets", text, &names)).collect();
                Target::check(&targets, &checked(scenarios))?;
                let job = BalanceJob { suite: &documents, knobs: &knobs, targets: &targets, effort: &effort };
                done(&job, task, progress)?
                    .map(|balance| Ok(found(answers::of_balance(scenarios, &balance, *within)?)))
            }
            Kind::Verify => {
                let all = checked(scenarios);
                let job = VerifyJob { scenarios: &all, sampling: &sampling };
                done(&job, task, progress)?
                    .map(|certificate| Ok(found(answers::of_certificate(scenarios, &certificate))))
            }
            Kind::Compare => {
                let compared = with_dice(scenarios)?;
                whole(task, || {
                    let comparison = analysis::compare(&compared, &effort, progress)?;
                    Ok(found(answers::of_comparison(scenarios, &comparison)))
                })
            }
            Kind::Report { vary, situations, goal } => {
                let compared = with_dice(scenarios)?;
                let situations = Grid::parse("situations", situations, document)?;
                let goal = goal.of(document)?;
                goal.iter().try_for_each(|goal| goal.check(scenario))?;
                let varied = varied(document, vary)?;
                let explored = Explored::new(document, scenario, &varied, situations, goal)?;
                if let Some(why) = explored.refusal() {
                    return Err(Failure::Message(why));
                }
                whole(task, || {
                    let comparison = analysis::compare(&compared, &effort, progress)?;
                    let settings = explored.find(document, &effort, progress)?;
                    Ok(found(answers::of_report(scenarios, &comparison, &explored, settings)?))
                })
            }
            Kind::Attribute { stats } => {
                let [base, house] = &checked(scenarios)[..] else {
                    return Err(Failure::Message("name the base rules and the house rules".to_owned()));
                };
                let queries = match &stats[..] {
                    [] => base.probabilities(),
                    stats => stats.iter().map(|text| Query::new("stats", text)).collect(),
                };
                if queries.is_empty() {
                    let message = "no statistic to explain; write stats=[\"mean(damage)\"], or a [[question]] in the file";
                    return Err(Failure::Message(message.to_owned()));
                }
                whole(task, || {
                    let attribution = analysis::attribute(base, house, &queries, &effort, false, progress)?;
                    Ok(found(answers::of_attribution(scenarios, &attribution)))
                })
            }
            Kind::Test => whole(task, || {
                let check = |one| analysis::check(one, &effort, progress);
                let checked = checked(scenarios).into_iter().map(check).collect::<Result<Vec<_>, _>>()?;
                if checked.iter().all(Vec::is_empty) {
                    let message = "no expectations; write [[expect]] with stat = \"p(hit == 1)\" and between = [0.6, 0.7]";
                    return Err(Failure::Message(message.to_owned()));
                }
                Ok(found(answers::of_expectations(scenarios, checked)))
            }),
        }
    }
}

/// The scenarios, all of which have to roll dice.
fn with_dice(scenarios: &[Scenario]) -> Result<Vec<&fizzle::scenario::Scenario>, Failure> {
    let all = checked(scenarios);
    match all.iter().find(|one| one.is_deterministic()) {
        Some(one) => Err(Failure::Message(format!("{}: it rolls no dice, so there are no odds", one.title))),
        None => Ok(all),
    }
}

/// What is varied: what is written, or else the table [vary] of the file.
fn varied(document: &Document, vary: &[String]) -> Result<Grid, Failure> {
    Ok(match vary {
        [] => Grid::of_file(document)?,
        _ => Grid::parse("vary", vary, document)?,
    })
}

/// What is varied, where something has to be.
fn grid(document: &Document, vary: &[String]) -> Result<Grid, Failure> {
    let grid = varied(document, vary)?;
    if grid.is_empty() {
        let message =
            "nothing is varied; write {\"choice.force\": range(1, 13)}, or a table [vary] in the file";
        return Err(Failure::Message(message.to_owned()));
    }
    Ok(grid)
}

impl Goal {
    fn of(&self, document: &Document) -> Result<Option<fizzle::scenario::Goal>, Failure> {
        let asked = |option: &str, text: &Option<String>| text.as_ref().map(|text| Query::new(option, text));
        let worth = |value: f64| {
            let place = Query::new("worth", &value.to_string()).place().clone();
            Worth { value, place }
        };
        let table = GoalTable {
            maximize: asked("maximize", &self.maximize),
            minimize: asked("minimize", &self.minimize),
            subject_to: self.subject_to.iter().map(|text| Query::new("subject_to", text)).collect(),
            cost: asked("cost", &self.cost),
            worth: self.worth.map(worth),
            frontier: asked("frontier", &self.frontier),
        };
        Ok(table.or(document.goal()).goal()?)
    }
}
