//! What is computed, as data that can be sent to other processes.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fizzle::analysis::{
    self, AdviseJob, BalanceJob, Effort, Explored, Fingerprint, Method, Part, Plan, Progress, RunError,
    Sampling, SweepJob, Target, VerifyJob,
};
use fizzle::scenario::{Document, GoalTable, Grid, Query, Worth};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::answers::{self, checked, names};
use crate::error::Failure;
use crate::odds::Odds;
use crate::scenario::Scenario;
use crate::work::{How, work};

/// What is computed: of it parts can be done anywhere.
#[pyclass(frozen, module = "fizzle")]
#[derive(Clone)]
pub struct Job {
    scenarios: Vec<Scenario>,
    asked: Arc<Asked>,
}

/// What is asked.
#[derive(Serialize, Deserialize)]
struct Asked {
    kind: Kind,
    method: Method,
    trials: u64,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
enum Kind {
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
enum Task {
    Whole,
    Part(Range<u64>),
    Answer(Vec<Part>),
    Identify,
}

/// What comes of that.
enum Done<A> {
    Answer(A),
    Part(Part),
    Identity(Fingerprint),
}

/// What a job finds.
pub enum Found {
    Odds(Box<Odds>),
    Answer(Box<Answer>),
}

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

/// How odds are found that are `exact`, or `sampled`, or as may be.
///
/// # Errors
/// `ValueError` for both.
pub fn method(exact: bool, sampled: bool) -> PyResult<Method> {
    match (exact, sampled) {
        (true, true) => Err(PyValueError::new_err("odds are exact or sampled, not both")),
        (true, _) => Ok(Method::Exact),
        (_, true) => Ok(Method::Sampled),
        _ => Ok(Method::Either),
    }
}

impl Job {
    fn new(scenarios: Vec<Scenario>, kind: Kind, (method, trials, seed): (Method, u64, u64)) -> Job {
        Job { scenarios, asked: Arc::new(Asked { kind, method, trials, seed }) }
    }

    pub fn sample(
        scenario: Scenario,
        joint: Option<Vec<String>>,
        until: Option<String>,
        trials: u64,
        seed: u64,
    ) -> Job {
        Job::new(vec![scenario], Kind::Sample { joint, until }, (Method::Sampled, trials, seed))
    }

    pub fn sweep(
        scenario: Scenario,
        vary: Vec<String>,
        stats: Vec<String>,
        effort: (Method, u64, u64),
    ) -> Job {
        Job::new(vec![scenario], Kind::Sweep { vary, stats }, effort)
    }

    pub fn advise(
        scenario: Scenario,
        [vary, situations]: [Vec<String>; 2],
        goal: Goal,
        effort: (Method, u64, u64),
    ) -> Job {
        Job::new(vec![scenario], Kind::Advise { vary, situations, goal }, effort)
    }

    /// Does the job here, or on an executor, or from parts that are kept.
    pub fn answer_by<'py>(
        &self,
        py: Python<'py>,
        how: How<'py>,
        executor: Option<Bound<'py, PyAny>>,
        parts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if executor.is_none() && parts.is_none() {
            return self.do_task(py, &how, Task::Whole)?.answer(py);
        }
        let run = py.import("fizzle._executors")?.getattr("run")?;
        run.call1((self.clone(), executor, parts, how.progress, how.threads))
    }

    fn do_task(&self, py: Python<'_>, how: &How<'_>, task: Task) -> PyResult<Done<Found>> {
        let own = self.clone();
        work(py, how, move |progress| own.run(task, progress))
    }

    /// The scenarios, all of which have to roll dice.
    fn with_dice(&self) -> Result<Vec<&fizzle::scenario::Scenario>, Failure> {
        let all = checked(&self.scenarios);
        match all.iter().find(|one| one.is_deterministic()) {
            Some(one) => {
                Err(Failure::Message(format!("{}: it rolls no dice, so there are no odds", one.title)))
            }
            None => Ok(all),
        }
    }

    /// Does what is to be done, whatever the job is.
    fn run(&self, task: Task, progress: &Progress) -> Result<Done<Found>, Failure> {
        let Asked { kind, method, trials, seed } = &*self.asked;
        let sampling = Sampling { trials: *trials, seed: *seed, ..Sampling::default() };
        let effort = Effort { method: *method, sampling };
        let first = &self.scenarios[0];
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
                let documents: Vec<&Document> = self.scenarios.iter().map(|one| &one.0.document).collect();
                let knobs = Grid::parse("knobs", knobs, document)?;
                let names = names(&self.scenarios);
                let targets: Vec<Target> =
                    targets.iter().map(|text| Target::new("targets", text, &names)).collect();
                Target::check(&targets, &checked(&self.scenarios))?;
                let job = BalanceJob { suite: &documents, knobs: &knobs, targets: &targets, effort: &effort };
                done(&job, task, progress)?
                    .map(|balance| Ok(found(answers::of_balance(&self.scenarios, &balance, *within)?)))
            }
            Kind::Verify => {
                let scenarios = checked(&self.scenarios);
                let job = VerifyJob { scenarios: &scenarios, sampling: &sampling };
                done(&job, task, progress)?
                    .map(|certificate| Ok(found(answers::of_certificate(&self.scenarios, &certificate))))
            }
            Kind::Compare => {
                let compared = self.with_dice()?;
                whole(task, || {
                    let comparison = analysis::compare(&compared, &effort, progress)?;
                    Ok(found(answers::of_comparison(&self.scenarios, &comparison)))
                })
            }
            Kind::Report { vary, situations, goal } => {
                let compared = self.with_dice()?;
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
                    Ok(found(answers::of_report(&self.scenarios, &comparison, &explored, settings)?))
                })
            }
            Kind::Attribute { stats } => {
                let [base, house] = &checked(&self.scenarios)[..] else {
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
                    let attribution = analysis::attribute(base, house, &queries, &effort, progress)?;
                    Ok(found(answers::of_attribution(&self.scenarios, &attribution)))
                })
            }
            Kind::Test => whole(task, || {
                let check = |one| analysis::check(one, &effort, progress);
                let checked =
                    checked(&self.scenarios).into_iter().map(check).collect::<Result<Vec<_>, _>>()?;
                if checked.iter().all(Vec::is_empty) {
                    let message = "no expectations; write [[expect]] with stat = \"p(hit == 1)\" and between = [0.6, 0.7]";
                    return Err(Failure::Message(message.to_owned()));
                }
                Ok(found(answers::of_expectations(&self.scenarios, checked)))
            }),
        }
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

impl Done<Found> {
    fn answer(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Done::Answer(Found::Odds(odds)) => Ok(Bound::new(py, *odds)?.into_any()),
            Done::Answer(Found::Answer(answer)) => Ok(Bound::new(py, *answer)?.into_any()),
            _ => unreachable!("an answer was asked for"),
        }
    }
}

/// A job from what it was made of: how a pickled one comes back, and how suites are asked.
#[pyfunction]
#[pyo3(name = "_job")]
pub fn job(scenarios: Vec<Bound<'_, Scenario>>, asked: &str) -> PyResult<Job> {
    let asked = serde_json::from_str(asked)
        .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))?;
    if scenarios.is_empty() {
        return Err(pyo3::exceptions::PyValueError::new_err("name at least one scenario"));
    }
    let scenarios = scenarios.into_iter().map(|one| one.get().clone()).collect();
    Ok(Job { scenarios, asked: Arc::new(asked) })
}

#[pymethods]
impl Job {
    /// A name for it, which no other job has, and how many units it has.
    fn identity(&self, py: Python<'_>) -> PyResult<(String, u64)> {
        match self.do_task(py, &How::default(), Task::Identify)? {
            Done::Identity(fingerprint) => Ok((fingerprint.digest(), fingerprint.units())),
            _ => unreachable!("the identity was asked for"),
        }
    }

    /// Does some units on a thread. Yields what was found, and the seconds that it took.
    fn part<'py>(&self, py: Python<'py>, start: u64, stop: u64) -> PyResult<(Bound<'py, PyBytes>, f64)> {
        let begin = Instant::now();
        let how = How { threads: Some(1), progress: None };
        match self.do_task(py, &how, Task::Part(start..stop))? {
            Done::Part(part) => Ok((PyBytes::new(py, &part.to_bytes()), begin.elapsed().as_secs_f64())),
            _ => unreachable!("a part was asked for"),
        }
    }

    /// The units that a part covers, as pairs of the first and the one behind the last; None where
    /// it is no part of this job, or damaged.
    fn covers(&self, py: Python<'_>, part: &[u8]) -> PyResult<Option<Vec<(u64, u64)>>> {
        let Ok(part) = Part::from_bytes(part) else { return Ok(None) };
        let own = self.clone();
        work(py, &How { threads: Some(1), progress: None }, move |progress| {
            let Done::Identity(fingerprint) = own.run(Task::Identify, progress)? else {
                unreachable!("the identity was asked for")
            };
            let blocks = || part.blocks().iter().map(|range| (range.start, range.end)).collect();
            Ok(part.is_of(&fingerprint).is_ok().then(blocks))
        })
    }

    /// The answer from all parts.
    #[pyo3(signature = (parts, progress=None))]
    fn answer<'py>(
        &self,
        py: Python<'py>,
        parts: Vec<Vec<u8>>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let parts = parts.iter().map(|bytes| Part::from_bytes(bytes)).collect::<Result<Vec<_>, _>>();
        let parts = parts.map_err(Failure::from)?;
        self.do_task(py, &How { threads: None, progress }, Task::Answer(parts))?.answer(py)
    }

    /// The answer, computed here.
    #[pyo3(signature = (threads=None, progress=None))]
    fn whole<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.do_task(py, &How { threads, progress }, Task::Whole)?.answer(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("fizzle._fizzle")?.getattr("_job")?;
        let asked = serde_json::to_string(&*self.asked).expect("all in it is text or a number");
        (again, (self.scenarios.clone(), asked)).into_pyobject(py)
    }
}
