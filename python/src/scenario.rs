//! Scenarios.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use fizzle::analysis::{MAX_OUTCOMES, Own, exact, explain, explain_dice};
use fizzle::ask::{MAX_SCENARIO, opening};
use fizzle::chance::{Budget, Metric};
use fizzle::description::Value;
use fizzle::report::explorer::{self, Opening};
use fizzle::report::{json, story, text};
use fizzle::scenario::{Change, Document, Entry, Query, SourceText, Written, edit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::{Answer, LAYOUT};
use crate::asked::Goal;
use crate::error::{Failure, none};
use crate::job::{Job, method};
use crate::kept::reduced;
use crate::odds::Odds;
use crate::system::sheet_with;
use crate::values::{bare, grid, texts, texts_or_none, whole};
use crate::work::{How, work};

/// A scenario: what is resolved, with all its values. It never changes.
#[pyclass(frozen, module = "fizzle")]
#[derive(Clone)]
pub struct Scenario(pub Arc<Checked>);

/// A scenario, and what it was made of.
pub struct Checked {
    texts: Texts,
    changes: Vec<Changed>,
    pub document: Document,
    pub scenario: fizzle::scenario::Scenario,
}

/// The name and text of a scenario file, and of its rules.
pub type Texts = (String, String, Option<(String, String)>);

/// A change: whether it is a variant, and what is set.
pub type Changed = (bool, String);

impl Scenario {
    pub fn new(texts: Texts, changes: Vec<Changed>) -> Result<Scenario, Failure> {
        let (name, text, rules) = &texts;
        let rules_of = rules.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
        let mut document = Document::of_texts(name, text, rules_of)?;
        for (is_variant, change) in &changes {
            if *is_variant {
                document = document.read_variant("variant", change)?;
            } else {
                document.set("replace", change)?;
            }
        }
        let scenario = document.check()?;
        Ok(Scenario(Arc::new(Checked { texts, changes, document, scenario })))
    }

    fn changed(&self, more: impl IntoIterator<Item = Changed>) -> Result<Scenario, Failure> {
        let changes = self.0.changes.iter().cloned().chain(more).collect();
        Scenario::new(self.0.texts.clone(), changes)
    }

    pub fn of_document(document: &Document) -> Result<Scenario, Failure> {
        let parts = |SourceText { name, text, .. }: SourceText| (name, text);
        let (name, text) = parts((*document.source).clone());
        let texts = match document.other_file().cloned().map(parts) {
            // A rule text alone is a file of its own.
            Some((rules, text)) if rules == name => (name, text, None),
            rules => (name, text, rules),
        };
        Scenario::new(texts, Vec::new())
    }

    /// What is written or set, by path: values of keys as the rules read them.
    fn written(&self) -> BTreeMap<&str, String> {
        let Checked { document, scenario, .. } = &*self.0;
        let entries = document.entries().filter(|(_, entry)| entry.value != Written::Unset);
        let value = |path: &str, entry: &Entry| match scenario.input.get(path) {
            Some(value) => value.bare(),
            None => entry.value.bare().unwrap_or_else(|| format!("{:?}", entry.value)),
        };
        entries.map(|(path, entry)| (path, value(path, entry))).collect()
    }

    /// The metrics of these names.
    pub fn metrics_named(&self, names: Option<&[String]>) -> Result<Option<Vec<Metric>>, Failure> {
        let known = self.metrics();
        let find = |name: &String| {
            let place = known.iter().position(|known| known == name);
            place.map(Metric).ok_or_else(|| none("metric", name, known.iter().copied()))
        };
        let found: Option<Vec<Metric>> = names.map(|names| names.iter().map(find).collect()).transpose()?;
        for (place, metric) in found.iter().flatten().enumerate() {
            if found.iter().flatten().take(place).any(|other| other == metric) {
                return Err(Failure::Message(format!("joint: \"{}\" is named twice", known[metric.0])));
            }
        }
        Ok(found)
    }
}

#[pymethods]
impl Scenario {
    /// Its title.
    #[getter]
    fn title(&self) -> String {
        self.0.scenario.full_title()
    }

    /// The text of its file.
    #[getter]
    pub fn text(&self) -> &str {
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
        Ok(self.changed(set.collect::<PyResult<Vec<Changed>>>()?)?)
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
        #[pyo3(from_py_with = texts_or_none)] joint: Option<Vec<String>>,
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
    /// odds, on any machine. `until` ends it when the interval of every question is this narrow: 0.001,
    /// or '5%' of its chance.
    #[pyo3(signature = (trials=1_000_000, seed=1, *, joint=None, until=None, threads=None, progress=None, executor=None, parts=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] trials: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = texts_or_none)] joint: Option<Vec<String>>,
        until: Option<Bound<'py, PyAny>>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
        executor: Option<Bound<'py, PyAny>>,
        parts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let until = until.map(|width| width.str()?.extract::<String>()).transpose()?;
        if until.is_some() && (executor.is_some() || parts.is_some()) {
            let message = "until cannot be used with executor or parts: how many trials it takes is known \
                           only at the end";
            return Err(PyValueError::new_err(message));
        }
        let job = Job::sample(self.clone(), joint, until, trials, seed);
        job.answer_by(py, How { threads, progress }, executor, parts)
    }

    /// The odds over a grid of settings, as in `{"choice.force": range(1, 13)}`.
    #[pyo3(signature = (vary=None, *, stats=Vec::new(), exact=false, sampled=false, trials=1_000_000, seed=1, threads=None, progress=None, executor=None, parts=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn sweep<'py>(
        &self,
        py: Python<'py>,
        vary: Option<Bound<'py, PyDict>>,
        #[pyo3(from_py_with = texts)] stats: Vec<String>,
        exact: bool,
        sampled: bool,
        #[pyo3(from_py_with = whole)] trials: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
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
    #[pyo3(signature = (vary=None, *, maximize=None, minimize=None, subject_to=Vec::new(), cost=None, worth=None, frontier=None, situations=None, exact=false, sampled=false, trials=1_000_000, seed=1, threads=None, progress=None, executor=None, parts=None))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        vary: Option<Bound<'py, PyDict>>,
        maximize: Option<String>,
        minimize: Option<String>,
        #[pyo3(from_py_with = texts)] subject_to: Vec<String>,
        cost: Option<String>,
        worth: Option<f64>,
        frontier: Option<String>,
        situations: Option<Bound<'py, PyDict>>,
        exact: bool,
        sampled: bool,
        #[pyo3(from_py_with = whole)] trials: u64,
        #[pyo3(from_py_with = whole)] seed: u64,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
        executor: Option<Bound<'py, PyAny>>,
        parts: Option<PathBuf>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let goal = Goal { maximize, minimize, subject_to, cost, worth, frontier };
        let grids = [grid(vary.as_ref())?, grid(situations.as_ref())?];
        let job = Job::advise(self.clone(), grids, goal, (method(exact, sampled)?, trials, seed));
        job.answer_by(py, How { threads, progress }, executor, parts)
    }

    /// One attempt, step by step, with every die; with `where` the first in which this event
    /// happens; with `dice` the one of these faces, in the order in which the rules ask for them.
    #[pyo3(signature = (seed=1, *, r#where=None, dice=None, progress=None))]
    fn explain(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] seed: u64,
        r#where: Option<&str>,
        dice: Option<Vec<i64>>,
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Answer> {
        let event = r#where.map(|text| Query::new("where", text).event(&self.0.scenario));
        let event = event.transpose().map_err(Failure::from)?;
        if event.is_some() && dice.is_some() {
            return Err(PyValueError::new_err("where, or dice: leave one of them out"));
        }
        let own = self.clone();
        work(py, &How { threads: Some(1), progress }, move |progress| {
            let scenario = &own.0.scenario;
            let telling = match dice {
                Some(dice) => explain_dice(scenario, &dice, progress).map_err(Failure::Message)?,
                None => explain(scenario, seed, event.as_ref(), progress)?,
            };
            let text = match scenario.is_deterministic() {
                true => text::deterministic(scenario, LAYOUT),
                false => story::text(scenario, &telling, seed, LAYOUT.width),
            };
            Ok(Answer { text, data: json::telling(scenario, &telling, seed), ..Answer::default() })
        })
    }

    /// The printable tables of its game, with its values.
    #[pyo3(signature = (*, progress=None))]
    fn sheet(&self, py: Python<'_>, progress: Option<Bound<'_, PyAny>>) -> PyResult<Answer> {
        let own = Own::of(&self.0.scenario).map_err(|key| {
            Failure::Message(format!("the sheet needs to know `{key}`, which is unknown in this scenario"))
        })?;
        sheet_with(py, &self.0.scenario.system, own, progress)
    }

    /// All of fizzle as a page that opens with this scenario: change any number, and see the odds.
    fn explore(&self) -> Result<Answer, Failure> {
        let mut changes = Vec::new();
        for (is_variant, change) in &self.0.changes {
            let (key, value) = change.split_once('=').filter(|_| !is_variant).ok_or_else(|| {
                let message = "a page opens with a scenario, not with a variant of it; use replace";
                Failure::Message(message.to_owned())
            })?;
            changes.push(match value {
                "unset" => Change::Unset(key.to_owned()),
                value => Change::Set(key.to_owned(), value.to_owned()),
            });
        }
        let text = edit(&self.0.document.whole_text()?, &changes)?;
        if text.len() > MAX_SCENARIO {
            let message = format!("a page takes a scenario of at most {MAX_SCENARIO} bytes");
            return Err(Failure::Message(message));
        }
        let odds = opening(&text);
        let opening = Opening { scenario: Some(&text), odds: odds.as_ref() };
        let page = Some(explorer::html(opening, &self.title()));
        Ok(Answer { text: self.title() + "\n", page, ..Answer::default() })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduced(py, "_scenario", (self.0.texts.clone(), self.0.changes.clone()))
    }

    /// Whether it has the same file and the same values, however these were set.
    pub fn __eq__(&self, other: &Scenario) -> bool {
        self.0.texts == other.0.texts
            && self.0.scenario.variant == other.0.scenario.variant
            && self.written() == other.written()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.0.texts, &self.0.scenario.variant, self.written()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let choices = self.0.scenario.choices();
        let about = if choices.is_empty() { String::new() } else { format!(": {choices}") };
        format!("<fizzle.Scenario {}{about}>", self.title())
    }
}
