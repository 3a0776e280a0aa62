//! What is computed, as data that can be sent to other processes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use fizzle::analysis::{Method, Part};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::asked::{Asked, Done, Found, Goal, Kind, Task};
use crate::error::Failure;
use crate::kept::reduced;
use crate::scenario::Scenario;
use crate::work::{How, work};

/// What is computed: of it parts can be done anywhere.
#[pyclass(frozen, module = "fizzle")]
#[derive(Clone)]
pub struct Job {
    scenarios: Vec<Scenario>,
    asked: Arc<Asked>,
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
        work(py, how, move |progress| own.asked.run(&own.scenarios, task, progress))
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
            let Done::Identity(fingerprint) = own.asked.run(&own.scenarios, Task::Identify, progress)? else {
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
        let asked = serde_json::to_string(&*self.asked).expect("all in it is text or a number");
        reduced(py, "_job", (self.scenarios.clone(), asked))
    }
}
