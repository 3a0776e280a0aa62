//! Scenarios.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use fizzle::analysis::{MAX_OUTCOMES, NotFound, exact, explain};
use fizzle::chance::{Budget, Metric};
use fizzle::description::Value;
use fizzle::expression::Event;
use fizzle::report::{catalog, json, story};
use fizzle::scenario::{Document, Place, Problems, SourceText};
use fizzle::systems;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};

use crate::answer::Answer;
use crate::error::{Failure, of_file};
use crate::job::{Job, method};
use crate::odds::Odds;
use crate::work::{How, work};

/// A scenario: what is resolved, with all its values. It never changes.
#[pyclass(frozen, module = "fizzle")]
#[derive(Clone)]
pub struct Scenario(pub Arc<Checked>);

/// A scenario, and what it was made of.
pub struct Checked {
    texts: Texts,
    changes: Vec<Change>,
    pub document: Document,
    pub scenario: fizzle::scenario::Scenario,
    pub variant: Option<String>,
}

/// The name and text of a scenario file, and of its rules.
type Texts = (String, String, Option<(String, String)>);

/// A change: whether it is a variant, and what is set.
type Change = (bool, String);

impl Scenario {
    fn new(texts: Texts, changes: Vec<Change>) -> Result<Scenario, Failure> {
        let (name, text, rules) = &texts;
        let rules_of = rules.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
        let mut document = Document::of_texts(name, text, rules_of)?;
        let mut variant = None;
        for (is_variant, change) in &changes {
            if *is_variant {
                let changed = document.variant(change)?;
                (document, variant) = (changed.document, Some(changed.name));
            } else {
                document.set("replace", change)?;
            }
        }
        let scenario = document.check()?;
        Ok(Scenario(Arc::new(Checked { texts, changes, document, scenario, variant })))
    }

    fn changed(&self, more: impl IntoIterator<Item = Change>) -> Result<Scenario, Failure> {
        let changes = self.0.changes.iter().cloned().chain(more).collect();
        Scenario::new(self.0.texts.clone(), changes)
    }

    fn of_document(document: &Document) -> Result<Scenario, Failure> {
        let SourceText { name, text } = (*document.source).clone();
        let rules = document.other_file().cloned().map(|SourceText { name, text }| (name, text));
        Scenario::new((name, text, rules), Vec::new())
    }

    /// The metrics of these names.
    pub fn metrics_named(&self, names: Option<&[String]>) -> Result<Option<Vec<Metric>>, Failure> {
        let known: Vec<&str> = self.metrics();
        let find = |name: &String| {
            let place = known.iter().position(|known| known == name);
            place.map(Metric).ok_or_else(|| {
                Failure::Message(format!("there is no metric \"{name}\"; there are: {}", known.join(", ")))
            })
        };
        names.map(|names| names.iter().map(find).collect()).transpose()
    }
}

/// Reads a scenario file; a text of rules (`.rules`) is one, too.
#[pyfunction]
pub fn load(path: PathBuf) -> PyResult<Scenario> {
    let document = Document::read(&path).map_err(of_file)?;
    Ok(Scenario::of_document(&document)?)
}

/// Reads a scenario from text; `name` is for messages.
#[pyfunction]
#[pyo3(signature = (text, name="scenario"))]
pub fn loads(text: &str, name: &str) -> Result<Scenario, Failure> {
    Scenario::new((name.to_owned(), text.to_owned(), None), Vec::new())
}

/// The scenario that `fizzle new` writes: every key of a game's procedure.
#[pyfunction]
#[pyo3(signature = (system, procedure=None))]
pub fn template(system: &str, procedure: Option<&str>) -> Result<Scenario, Failure> {
    let none = |what: &str, name: &str, known: Vec<&str>| {
        Failure::Message(format!("there is no {what} \"{name}\"; there are: {}", known.join(", ")))
    };
    let systems = || systems::SYSTEMS.iter().map(|system| &*system.name).collect();
    let found = systems::named(system).ok_or_else(|| none("system", system, systems()))?;
    let procedures = || found.procedures.iter().map(|row| &*row.name).collect();
    let row = match procedure {
        None => &found.procedures[0],
        Some(name) => found.procedure(name).ok_or_else(|| none("procedure", name, procedures()))?,
    };
    loads(&catalog::template(found, row), system)
}

/// A scenario from what it was made of: how a pickled one comes back.
#[pyfunction]
#[pyo3(name = "_scenario")]
pub fn scenario(texts: Texts, changes: Vec<Change>) -> Result<Scenario, Failure> {
    Scenario::new(texts, changes)
}

#[pymethods]
impl Scenario {
    /// Its title.
    #[getter]
    fn title(&self) -> String {
        self.0.scenario.title_of(self.0.variant.as_deref())
    }

    /// The text of its file.
    #[getter]
    fn text(&self) -> &str {
        &self.0.texts.1
    }

    /// The game.
    #[getter]
    fn system(&self) -> &str {
        &self.0.scenario.system.name
    }

    /// What is resolved.
    #[getter]
    fn procedure(&self) -> &str {
        &self.0.scenario.procedure.name
    }

    /// The value of every key: written, filled by a preset, or its default.
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let keys = PyDict::new(py);
        for (path, value) in self.0.scenario.input.iter() {
            match value {
                Value::Integer(number) => keys.set_item(path, number)?,
                Value::Flag(flag) => keys.set_item(path, flag)?,
                other => keys.set_item(path, other.bare())?,
            }
        }
        Ok(keys)
    }

    /// The names of its metrics.
    #[getter]
    fn metrics(&self) -> Vec<&str> {
        let metrics = self.0.scenario.ready.procedure.metrics();
        metrics.iter().map(|metric| metric.name.as_str()).collect()
    }

    /// Its questions: the event of each by its name.
    #[getter]
    fn questions(&self) -> BTreeMap<&str, &str> {
        let questions = self.0.scenario.questions.iter();
        questions.map(|question| (question.name.as_str(), question.event.text())).collect()
    }

    /// The names of its variants.
    #[getter]
    fn variants(&self) -> Vec<String> {
        self.0.document.variant_names()
    }

    /// The scenario with other values, as in `{"choice.force": 10}`; None takes a key out.
    fn replace(&self, values: &Bound<'_, PyDict>) -> PyResult<Scenario> {
        let set = values.iter().map(|(key, value)| {
            let key: String = key.extract()?;
            Ok((false, format!("{key}={}", bare(&value)?)))
        });
        Ok(self.changed(set.collect::<PyResult<Vec<Change>>>()?)?)
    }

    /// A variant of the file by its name, or a new one, as in 'NAME: KEY=VALUE, …'.
    fn variant(&self, name: String) -> Result<Scenario, Failure> {
        self.changed([(true, name)])
    }

    /// What can happen and how likely it is, by following all outcomes. `joint` are the metrics
    /// whose joint distribution is kept; None: all.
    #[pyo3(signature = (*, joint=None, progress=None))]
    fn exact(
        &self,
        py: Python<'_>,
        joint: Option<Vec<String>>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Odds> {
        let joint = self.metrics_named(joint.as_deref())?;
        let own = self.clone();
        let find = move |progress: &_| {
            let budget = Budget::new(MAX_OUTCOMES).with(progress);
            Ok(exact(&own.0.scenario, joint.as_deref(), budget)?)
        };
        let found = work(py, &How { threads: None, progress }, find)?;
        Ok(Odds::new(self.clone(), found))
    }

    /// What can happen and how likely it is, from a sample: the same trials and seed give the same
    /// odds, on any machine.
    #[pyo3(signature = (trials=1_000_000, seed=1, *, joint=None, threads=None, progress=None, executor=None, parts=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        trials: u64,
        seed: u64,
        joint: Option<Vec<String>>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
        executor: Option<Bound<'py, PyAny>>,
        parts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let job = Job::sample(self.clone(), joint, trials, seed);
        job.answer_by(py, How { threads, progress }, executor, parts)
    }

    /// The odds over a grid of settings, as in `{"choice.force": range(1, 13)}`.
    #[pyo3(signature = (vary=None, *, stats=Vec::new(), exact=false, sampled=false, trials=1_000_000, seed=1, threads=None, progress=None, executor=None, parts=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn sweep<'py>(
        &self,
        py: Python<'py>,
        vary: Option<Bound<'py, PyDict>>,
        stats: Vec<String>,
        exact: bool,
        sampled: bool,
        trials: u64,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
        executor: Option<Bound<'py, PyAny>>,
        parts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let job =
            Job::sweep(self.clone(), grid(vary.as_ref())?, stats, (method(exact, sampled)?, trials, seed));
        job.answer_by(py, How { threads, progress }, executor, parts)
    }

    /// The best choice, and what better results cost. What is left out stands in the tables [vary]
    /// and [advise] of the file.
    #[pyo3(signature = (vary=None, *, maximize=None, minimize=None, subject_to=Vec::new(), cost=None, worth=None, situations=None, exact=false, sampled=false, trials=1_000_000, seed=1, threads=None, progress=None, executor=None, parts=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        vary: Option<Bound<'py, PyDict>>,
        maximize: Option<String>,
        minimize: Option<String>,
        subject_to: Vec<String>,
        cost: Option<String>,
        worth: Option<f64>,
        situations: Option<Bound<'py, PyDict>>,
        exact: bool,
        sampled: bool,
        trials: u64,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
        executor: Option<Bound<'py, PyAny>>,
        parts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let goal = crate::job::Goal { maximize, minimize, subject_to, cost, worth };
        let grids = [grid(vary.as_ref())?, grid(situations.as_ref())?];
        let job = Job::advise(self.clone(), grids, goal, (method(exact, sampled)?, trials, seed));
        job.answer_by(py, How { threads, progress }, executor, parts)
    }

    /// One attempt, step by step, with every die; with `where` the first in which this event happens.
    #[pyo3(signature = (seed=1, *, r#where=None, progress=None))]
    fn explain(
        &self,
        py: Python<'_>,
        seed: u64,
        r#where: Option<&str>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let scenario = &self.0.scenario;
        let event = r#where.map(|text| event(text, scenario)).transpose()?;
        let own = self.clone();
        let found = work(py, &How { threads: Some(1), progress }, move |progress| {
            let scenario = &own.0.scenario;
            let telling = explain(scenario, seed, event.as_ref(), progress).map_err(|error| match error {
                NotFound::Stopped => Failure::Run(fizzle::analysis::RunError::Stopped),
                other => Failure::Message(other.to_string()),
            })?;
            Ok(Answer {
                kind: "Story",
                text: story::text(scenario, &telling, seed),
                data: json::telling(scenario, &telling, seed),
                ..Answer::default()
            })
        })?;
        Ok(found)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let again = py.import("fizzle._fizzle")?.getattr("_scenario")?;
        (again, (self.0.texts.clone(), self.0.changes.clone())).into_pyobject(py)
    }

    pub fn __eq__(&self, other: &Scenario) -> bool {
        self.0.texts == other.0.texts && self.0.changes == other.0.changes
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.0.texts, &self.0.changes).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let choices = self.0.scenario.choices();
        let about = if choices.is_empty() { String::new() } else { format!(": {choices}") };
        format!("<fizzle.Scenario {}{about}>", self.title())
    }
}

/// A value as it is written behind `KEY=`.
fn bare(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("unset".to_owned());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyString>()
    {
        return Ok(value.str()?.to_string());
    }
    // Numbers of NumPy say that they are numbers.
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.to_string());
    }
    match value.try_iter() {
        Ok(items) => {
            let items = items.map(|item| bare(&item?)).collect::<PyResult<Vec<_>>>()?;
            Ok(format!("[{}]", items.join(", ")))
        }
        Err(_) => Err(PyTypeError::new_err(format!("{value} cannot be the value of a key"))),
    }
}

/// A grid as `KEY=VALUES`, each.
#[pyfunction]
#[pyo3(name = "_grid", signature = (vary=None))]
pub fn grid(vary: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let Some(vary) = vary else { return Ok(Vec::new()) };
    let axis = |(key, values): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let key: String = key.extract()?;
        // Written as on the command line: '1..12'.
        let values = if values.is_instance_of::<PyString>() {
            values.extract()?
        } else {
            let values = values.try_iter()?.map(|value| bare(&value?)).collect::<PyResult<Vec<_>>>()?;
            values.join(",")
        };
        if values.is_empty() {
            return Err(PyValueError::new_err(format!("{key}: there are no values")));
        }
        Ok(format!("{key}={values}"))
    };
    vary.iter().map(axis).collect()
}

/// An event of a scenario.
fn event(text: &str, scenario: &fizzle::scenario::Scenario) -> Result<Event, Failure> {
    Event::parse(text, scenario.ready.procedure.metrics()).map_err(|error| {
        let source = Arc::new(SourceText { name: "where".to_owned(), text: text.to_owned() });
        let mut problems = Problems::default();
        problems.push(Place { source, span: error.span }, error.message, error.help);
        problems.into()
    })
}
