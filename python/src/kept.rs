//! Results as bytes: what pickles of them have, and how they come back.

use std::borrow::Cow;

use fizzle::analysis::{self, Answer, Engine, Given, Joint, JointRow, Row};
use fizzle::chance::MetricSpec;
use fizzle::stats::Summary;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::scenario::Scenario;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of fizzle that has found a result, and the result as bytes.
pub type Kept = (String, Vec<u8>);

/// A result as bytes.
pub fn keep(result: &impl Serialize) -> Kept {
    let mut bytes = Vec::new();
    ciborium::into_writer(result, &mut bytes).expect("results are plain data, and memory takes any bytes");
    (VERSION.to_owned(), bytes)
}

/// The result from its bytes.
///
/// # Errors
/// When another version has made them, or they are damaged.
pub fn again<T: DeserializeOwned>((version, bytes): &Kept) -> Result<T, Failure> {
    if version != VERSION {
        let message = format!("fizzle {version} has pickled this, and fizzle {VERSION} cannot read it");
        return Err(Failure::Message(message));
    }
    ciborium::from_reader(&bytes[..])
        .map_err(|error| Failure::Message(format!("the pickle is damaged: {error}")))
}

/// What pickles have of an object: the function of the module that makes it again, and its arguments.
pub fn reduced<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyTuple>> {
    let again = py.import("fizzle._fizzle")?.getattr(function)?;
    let arguments = arguments.into_bound_py_any(py)?;
    (again, arguments).into_pyobject(py)
}

/// The distribution of a metric, which has a name here.
#[derive(Serialize, Deserialize)]
pub struct Law<'a> {
    metric: Cow<'a, str>,
    rows: Cow<'a, [Row]>,
    summary: Option<Summary>,
}

impl<'a> From<&'a analysis::Distribution> for Law<'a> {
    fn from(law: &'a analysis::Distribution) -> Self {
        let analysis::Distribution { metric, rows, summary } = law;
        Law { metric: (&metric.name).into(), rows: rows.into(), summary: *summary }
    }
}

impl Law<'_> {
    /// The distribution, of a metric of this scenario.
    ///
    /// # Errors
    /// When it has no such metric.
    pub fn of(self, scenario: &Scenario) -> Result<analysis::Distribution, Failure> {
        let Law { metric, rows, summary } = self;
        Ok(analysis::Distribution { metric: spec(scenario, &metric)?, rows: rows.into_owned(), summary })
    }
}

/// Odds, whose metrics have names here.
#[derive(Serialize, Deserialize)]
pub struct Odds<'a> {
    engine: Engine,
    laws: Vec<Law<'a>>,
    answers: Cow<'a, [Answer]>,
    metrics: Vec<Cow<'a, str>>,
    rows: Cow<'a, [JointRow]>,
    indicators: Cow<'a, [f64]>,
    given: Option<Given>,
}

impl<'a> From<&'a analysis::Odds> for Odds<'a> {
    fn from(odds: &'a analysis::Odds) -> Self {
        // Only the command has a simulation beside exact odds.
        let analysis::Odds { engine, distributions, answers, joint, indicators, given, witness: _ } = odds;
        Odds {
            engine: *engine,
            laws: distributions.iter().map(Law::from).collect(),
            answers: answers.into(),
            metrics: joint.metrics.iter().map(|metric| (&metric.name).into()).collect(),
            rows: (&joint.rows).into(),
            indicators: indicators.into(),
            given: given.clone(),
        }
    }
}

impl Odds<'_> {
    /// The odds of this scenario.
    ///
    /// # Errors
    /// When it does not have their metrics.
    pub fn of(self, scenario: &Scenario) -> Result<analysis::Odds, Failure> {
        let metrics = self.metrics.iter().map(|name| spec(scenario, name)).collect::<Result<_, _>>()?;
        Ok(analysis::Odds {
            engine: self.engine,
            distributions: self.laws.into_iter().map(|law| law.of(scenario)).collect::<Result<_, _>>()?,
            answers: self.answers.into_owned(),
            joint: Joint { metrics, rows: self.rows.into_owned() },
            indicators: self.indicators.into_owned(),
            given: self.given,
            witness: None,
        })
    }
}

/// The metric of this name.
fn spec(scenario: &Scenario, name: &str) -> Result<MetricSpec, Failure> {
    let metrics = scenario.0.scenario.ready.procedure.metrics();
    let found = metrics.iter().find(|metric| metric.name == name);
    found
        .cloned()
        .ok_or_else(|| Failure::Message(format!("the pickle is damaged: there is no metric {name}")))
}
