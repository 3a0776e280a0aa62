//! What can happen, and how likely.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use fizzle::analysis::{self, Engine};
use fizzle::chance::Metric;
use fizzle::expression::JointLaw;
use fizzle::report::charts::Picture;
use fizzle::report::files::{Charts, charts};
use fizzle::report::{json, odds as tables, text};
use fizzle::scenario::Query;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::answer::{LAYOUT, dicts, named};
use crate::chart::{Chart, html};
use crate::distribution::Distribution;
use crate::error::{Failure, none};
use crate::estimate::Estimate;
use crate::kept::{self, Kept};
use crate::scenario::Scenario;
use crate::table::Table;
use crate::work::over_rows;

/// What can happen in a scenario, and how likely it is: a mapping from the names of metrics to their
/// distributions.
#[pyclass(frozen, module = "fizzle")]
pub struct Odds {
    scenario: Scenario,
    odds: analysis::Odds,
    law: OnceLock<JointLaw>,
}

/// Odds from what was kept of them: how pickled ones come back.
#[pyfunction]
#[pyo3(name = "_odds")]
pub fn odds(scenario: &Scenario, kept: Kept) -> Result<Odds, Failure> {
    let odds = kept::again::<kept::Odds<'_>>(&kept)?.of(scenario)?;
    Ok(Odds::new(scenario.clone(), odds))
}

impl Odds {
    pub fn new(scenario: Scenario, odds: analysis::Odds) -> Odds {
        Odds { scenario, odds, law: OnceLock::new() }
    }

    /// The table of a name that is known.
    fn csv(&self, name: &str) -> Vec<u8> {
        match name {
            "distributions" => tables::distributions(&self.odds),
            "summary" => tables::summary(&self.odds),
            "questions" => tables::questions(&self.odds),
            "joint" => tables::joint(&self.odds),
            _ => {
                let mut sides = self.scenario.0.scenario.ready.tables.iter();
                let side = sides.find(|side| side.name.trim_end_matches(".csv") == name);
                let side = side.expect("its name is known");
                tables::side_table(side, &side.rows(&self.odds.indicators)).csv()
            }
        }
    }

    fn drawn(&self, which: Charts) -> Result<Vec<(String, Picture)>, Failure> {
        let Scenario(checked) = &self.scenario;
        Ok(charts(&checked.scenario, &self.odds, which)?)
    }

    fn trials(&self) -> Option<u64> {
        self.odds.engine.trials()
    }

    /// The rows of some metrics, those of all others being 0.
    fn law_of(&self, metrics: &[Metric], rows: impl Iterator<Item = (Vec<i64>, f64)>) -> JointLaw {
        let count = self.odds.distributions.len();
        let widened = |(values, probability): (Vec<i64>, f64)| {
            let mut row = vec![0; count];
            metrics.iter().zip(values).for_each(|(metric, value)| row[metric.0] = value);
            (row, probability)
        };
        let omitted = match self.odds.engine {
            Engine::Exact { omitted, .. } => omitted,
            Engine::Sampled { .. } => 0.0,
        };
        let metrics = self.odds.distributions.iter().map(|one| &one.metric);
        JointLaw::new(metrics, rows.map(widened).collect(), self.trials(), omitted)
    }

    fn places(&self) -> Vec<Metric> {
        let names = |name: &String| self.odds.distributions.iter().position(|one| one.metric.name == *name);
        self.odds.joint.metrics.iter().filter_map(|metric| names(&metric.name).map(Metric)).collect()
    }

    /// A statistic of odds in Python's hands.
    fn ask(slf: &Bound<'_, Self>, text: String) -> PyResult<Estimate> {
        let (rows, own) = (slf.get().odds.joint.rows.len(), slf.clone().unbind());
        over_rows(slf.py(), rows, move || own.get().statistic(&text))
    }

    fn statistic(&self, text: &str) -> Result<Estimate, Failure> {
        let query = Query::new("statistic", text);
        let statistic = query.statistic(&self.scenario.0.scenario)?;
        let read: Vec<Metric> = (0..self.odds.distributions.len())
            .map(Metric)
            .filter(|&metric| statistic.reads(metric))
            .collect();
        let joint = self.places();
        if read.iter().all(|metric| joint.contains(metric)) {
            let rows = || self.odds.joint.rows.iter().map(|row| (row.values.clone(), row.probability));
            return Ok(statistic.of(self.law.get_or_init(|| self.law_of(&joint, rows()))).into());
        }
        if let [metric] = read[..] {
            let rows = self.odds.distributions[metric.0].rows.iter();
            let law = self.law_of(&[metric], rows.map(|row| (vec![row.value], row.probability)));
            return Ok(statistic.of(&law).into());
        }
        let name = |metric: &Metric| format!("\"{}\"", self.odds.distributions[metric.0].metric.name);
        let names: Vec<String> = read.iter().map(name).collect();
        Err(Failure::Message(format!(
            "these metrics were not counted together; ask with joint=[{}]",
            names.join(", ")
        )))
    }
}

#[pymethods]
impl Odds {
    /// The scenario.
    #[getter]
    fn scenario(&self) -> Scenario {
        self.scenario.clone()
    }

    /// "exact" or "sampled".
    #[getter]
    fn engine(&self) -> &'static str {
        self.odds.engine.name()
    }

    /// How many resolutions were sampled; None: the odds are exact.
    #[getter(trials)]
    fn sampled_trials(&self) -> Option<u64> {
        self.trials()
    }

    /// The probability that exact odds leave out, of open-ended dice.
    #[getter]
    fn omitted(&self) -> f64 {
        match self.odds.engine {
            Engine::Exact { omitted, .. } => omitted,
            Engine::Sampled { .. } => 0.0,
        }
    }

    /// The names of the metrics.
    #[getter]
    fn metrics(&self) -> Vec<&str> {
        self.odds.distributions.iter().map(|one| one.metric.name.as_str()).collect()
    }

    /// The chance of each question of the scenario, by name.
    #[getter]
    fn questions(&self) -> BTreeMap<&str, Estimate> {
        let answer = |one: &analysis::Answer| Estimate::answer(one, self.trials());
        self.odds.answers.iter().map(|one| (one.name.as_str(), answer(one))).collect()
    }

    /// A statistic, as in `mean(damage) / choice.force`.
    fn stat(slf: &Bound<'_, Self>, statistic: String) -> PyResult<Estimate> {
        Odds::ask(slf, statistic)
    }

    /// The average of a metric or an expression of metrics, if something happens.
    #[pyo3(signature = (expression, given=None))]
    fn mean(slf: &Bound<'_, Self>, expression: &str, given: Option<&str>) -> PyResult<Estimate> {
        Odds::ask(slf, call("mean", expression, given))
    }

    /// The chance of an event, if something happens.
    #[pyo3(signature = (event, given=None))]
    fn p(slf: &Bound<'_, Self>, event: &str, given: Option<&str>) -> PyResult<Estimate> {
        let chance = Odds::ask(slf, call("p", event, given))?;
        let Some(trials) = slf.get().trials() else { return Ok(chance) };
        let trials = match given {
            None => trials,
            Some(given) => {
                let share = Odds::ask(slf, call("p", given, None))?;
                (share.value() * trials as f64).round() as u64
            }
        };
        Ok(if trials == 0 { chance } else { chance.of_trials(trials) })
    }

    /// The standard deviation of a metric or an expression of metrics.
    fn sd(slf: &Bound<'_, Self>, expression: &str) -> PyResult<Estimate> {
        Odds::ask(slf, call("sd", expression, None))
    }

    /// The least value that a metric does not exceed with probability q.
    fn quantile(slf: &Bound<'_, Self>, metric: &str, q: f64) -> PyResult<Estimate> {
        Odds::ask(slf, format!("quantile({metric}, {q})"))
    }

    /// The distribution of a metric.
    fn __getitem__(&self, metric: &str) -> PyResult<Distribution> {
        let distribution = |law| Distribution { scenario: self.scenario.clone(), law };
        self.odds.distribution(metric).cloned().map(distribution).ok_or_else(|| {
            PyKeyError::new_err(format!(
                "there is no metric \"{metric}\"; there are: {}",
                self.metrics().join(", ")
            ))
        })
    }

    /// How many metrics it has.
    fn __len__(&self) -> usize {
        self.odds.distributions.len()
    }

    /// The names of the metrics.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.metrics().into_pyobject(py)?.try_iter()
    }

    /// Whether there is a metric of this name.
    fn __contains__(&self, metric: &Bound<'_, PyAny>) -> bool {
        metric.extract::<String>().is_ok_and(|metric| self.odds.distribution(&metric).is_some())
    }

    /// The names of the metrics: `dict(odds)` has the distribution of each.
    fn keys(&self) -> Vec<&str> {
        self.metrics()
    }

    /// The name of each metric with its distribution.
    fn items(&self) -> Vec<(&str, Distribution)> {
        let distribution =
            |law: &analysis::Distribution| Distribution { scenario: self.scenario.clone(), law: law.clone() };
        self.odds.distributions.iter().map(|law| (law.metric.name.as_str(), distribution(law))).collect()
    }

    /// What the command line prints, without how long it took.
    #[getter]
    fn text(&self) -> String {
        let (scenario, odds) = (&self.scenario.0.scenario, &self.odds);
        if scenario.is_deterministic() {
            return text::deterministic(scenario, LAYOUT);
        }
        match self.scenario.0.document.is_roll() {
            true => text::distribution(scenario, odds, None, LAYOUT),
            false => text::odds(scenario, odds, None, LAYOUT),
        }
    }

    /// What the command line prints as JSON, as dicts and lists.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dicts(py, &json::odds(&self.scenario.0.scenario, &self.odds))
    }

    /// A table of the files of `fizzle run`: "distributions", "summary", "questions" or "joint"; or
    /// one that the procedure has besides. Without a name the first.
    #[pyo3(signature = (name=None))]
    fn table(slf: &Bound<'_, Self>, name: Option<&str>) -> PyResult<Table> {
        let known = slf.get().tables();
        let name = name.or(known.first().copied()).unwrap_or_default().to_owned();
        if !known.contains(&&*name) {
            return Err(none("table", &name, known.into_iter()).into());
        }
        let (rows, own) = (slf.get().odds.joint.rows.len(), slf.clone().unbind());
        over_rows(slf.py(), rows, move || Table::new(&own.get().csv(&name), &[]))
    }

    /// The names of the tables.
    #[getter]
    fn tables(&self) -> Vec<&str> {
        let scenario = &self.scenario.0.scenario;
        let own: &[&str] = match scenario.is_deterministic() {
            true => &[],
            false => &["distributions", "summary", "questions", "joint"],
        };
        let sides = scenario.ready.tables.iter().map(|side| side.name.trim_end_matches(".csv"));
        own.iter().copied().chain(sides).collect()
    }

    /// The names of the charts: the overview, what the procedure shows besides, and every metric.
    #[getter]
    fn charts(&self) -> Result<Vec<String>, Failure> {
        Ok(self.drawn(Charts::All)?.into_iter().map(|(name, _)| name).collect())
    }

    /// A chart; without a name the one of all metrics.
    #[pyo3(signature = (name=None))]
    fn plot(&self, name: Option<&str>) -> Result<Chart, Failure> {
        let which = if name.is_some() { Charts::All } else { Charts::Overview };
        Ok(Chart(named("chart", &self.drawn(which)?, name)?.clone()))
    }

    fn __eq__(&self, other: &Odds) -> bool {
        self.scenario.__eq__(&other.scenario) && self.odds == other.odds
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kept::reduced(py, "_odds", (self.scenario.clone(), kept::keep(&kept::Odds::from(&self.odds))))
    }

    fn __repr__(&self) -> String {
        self.text().trim_end().to_owned()
    }

    fn _repr_html_(&self) -> Result<String, Failure> {
        let chart = self.plot(None).ok();
        html(chart.as_ref().map(|chart| &chart.0), Some(&self.text()))
    }
}

/// A functional of an expression, perhaps given something.
fn call(name: &str, expression: &str, given: Option<&str>) -> String {
    match given {
        None => format!("{name}({expression})"),
        Some(given) => format!("{name}({expression} | {given})"),
    }
}
