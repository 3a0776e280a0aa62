//! The distribution of one metric.

use fizzle::analysis::{self, Row};
use fizzle::stats::Summary;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyIterator, PyList, PyString, PyTuple};

use crate::error::Failure;
use crate::estimate::Estimate;
use crate::kept::{self, Kept, Law};
use crate::scenario::Scenario;

/// The distribution of a metric: a mapping from values to their probabilities, in which `values` is a
/// list and not a method. Its other methods are those of a frozen distribution of scipy.stats.
#[pyclass(frozen, module = "fizzle")]
pub struct Distribution {
    pub scenario: Scenario,
    pub law: analysis::Distribution,
}

/// A distribution from what was kept of it: how a pickled one comes back.
#[pyfunction]
#[pyo3(name = "_distribution")]
pub fn distribution(scenario: &Scenario, kept: Kept) -> Result<Distribution, Failure> {
    let law = kept::again::<Law>(&kept)?.of(scenario)?;
    Ok(Distribution { scenario: scenario.clone(), law })
}

impl Distribution {
    /// The number of a value, or of a label.
    fn place(&self, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let Ok(label) = value.cast::<PyString>() else { return value.extract() };
        let label = label.to_str()?;
        let metric = &self.law.metric;
        let labels = metric.labels().unwrap_or_default();
        let place = labels.iter().position(|known| *known == label);
        let known = labels.iter().map(|label| label.to_string()).collect::<Vec<_>>().join(", ");
        place.map(|place| place as f64).ok_or_else(|| {
            PyValueError::new_err(match labels {
                [] => format!("{} is a number: it is never '{label}'", metric.name),
                _ => format!("{} is never '{label}'; it is one of {known}", metric.name),
            })
        })
    }

    /// A number for a value, or one for each of several.
    fn each<'py>(&self, values: &Bound<'py, PyAny>, one: impl Fn(f64) -> f64) -> PyResult<Bound<'py, PyAny>> {
        let py = values.py();
        let one = |value: f64| if value.is_nan() { value } else { one(value) };
        match self.place(values) {
            Ok(value) => Ok(one(value).into_pyobject(py)?.into_any()),
            Err(error) if error.is_instance_of::<PyTypeError>(py) && values.try_iter().is_ok() => {
                let found = values.try_iter()?.map(|value| Ok(one(self.place(&value?)?)));
                let found = found.collect::<PyResult<Vec<f64>>>()?;
                Ok(PyList::new(py, found)?.into_any())
            }
            Err(error) => Err(error),
        }
    }

    /// The row of a value, if it has probability.
    fn row(&self, value: f64) -> Option<&Row> {
        self.law.rows.iter().find(|row| row.value as f64 == value)
    }

    fn trials(&self) -> Option<u64> {
        self.counts().map(|counts| counts.iter().sum())
    }

    fn ordered(&self) -> PyResult<&Summary> {
        self.law.summary.as_ref().ok_or_else(|| {
            PyTypeError::new_err(format!("{} has names for values: they have no order", self.law.metric.name))
        })
    }

    fn below(&self, value: f64) -> f64 {
        self.law.rows.iter().rev().find(|row| row.value as f64 <= value).map_or(0.0, |row| row.at_most)
    }

    fn from(&self, is_in: impl Fn(f64) -> bool) -> f64 {
        self.law.rows.iter().find(|row| is_in(row.value as f64)).map_or(0.0, |row| row.at_least)
    }

    fn quantile(&self, q: f64) -> f64 {
        if !(0.0..=1.0).contains(&q) {
            return f64::NAN;
        }
        let rows = &self.law.rows;
        let found = rows.iter().find(|row| row.at_most >= q - 1e-12).or(rows.last());
        found.map_or(f64::NAN, |row| row.value as f64)
    }
}

#[pymethods]
impl Distribution {
    /// What files and events call it.
    #[getter]
    fn name(&self) -> &str {
        &self.law.metric.name
    }

    /// What players call it.
    #[getter]
    fn label(&self) -> &str {
        &self.law.metric.label
    }

    /// Every value that has probability, in order: numbers, or labels.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let metric = &self.law.metric;
        let values = self.law.rows.iter().map(|row| match metric.labels() {
            Some(_) => Ok(metric.show(row.value).into_pyobject(py)?.into_any()),
            None => Ok(row.value.into_pyobject(py)?.into_any()),
        });
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    /// The probability of each of the values.
    #[getter]
    fn probabilities(&self) -> Vec<f64> {
        self.law.rows.iter().map(|row| row.probability).collect()
    }

    /// How often each of the values was seen; None where the distribution is exact.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self.law.rows.iter().map(|row| row.count).collect()
    }

    /// P(= k), of one value or of several.
    fn pmf<'py>(&self, k: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.each(k, |value| self.row(value).map_or(0.0, |row| row.probability))
    }

    /// P(<= k), of one value or of several.
    fn cdf<'py>(&self, k: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.ordered()?;
        self.each(k, |value| self.below(value))
    }

    /// P(> k), of one value or of several. Tables of fizzle show P(>= k): `at_least`.
    fn sf<'py>(&self, k: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.ordered()?;
        self.each(k, |value| self.from(|other| other > value))
    }

    /// P(>= k), of one value or of several.
    fn at_least<'py>(&self, k: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.ordered()?;
        self.each(k, |value| self.from(|other| other >= value))
    }

    /// The least value k with P(<= k) >= q, of one q or of several.
    fn ppf<'py>(&self, q: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.ordered()?;
        self.each(q, |q| self.quantile(q))
    }

    /// The least and the greatest value of a range that has at least this probability: at most half of the
    /// rest is below it, and as much above.
    fn interval(&self, confidence: f64) -> PyResult<(f64, f64)> {
        self.ordered()?;
        if !(0.0..=1.0).contains(&confidence) {
            return Err(PyValueError::new_err("a confidence is from 0 to 1"));
        }
        Ok((self.quantile((1.0 - confidence) / 2.0), self.quantile((1.0 + confidence) / 2.0)))
    }

    /// A random value, or a list of `size` of them. The same seed gives the same values.
    #[pyo3(signature = (size = None, seed = None))]
    fn rvs<'py>(
        &self,
        py: Python<'py>,
        size: Option<usize>,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let random = py.import("random")?.call_method1("Random", (seed,))?;
        let options = [("k", size.unwrap_or(1))].into_py_dict(py)?;
        let drawn = random.call_method("choices", (self.values(py)?, self.probabilities()), Some(&options));
        if size.is_some() { drawn } else { drawn?.get_item(0) }
    }

    /// The average.
    fn mean(&self) -> PyResult<f64> {
        Ok(self.ordered()?.mean)
    }

    /// The standard deviation.
    fn std(&self) -> PyResult<f64> {
        Ok(self.ordered()?.sd)
    }

    /// The variance.
    fn var(&self) -> PyResult<f64> {
        Ok(self.ordered()?.sd.powi(2))
    }

    /// The median.
    fn median(&self) -> PyResult<f64> {
        Ok(self.ordered()?.median as f64)
    }

    /// The least and the greatest value.
    fn support(&self) -> PyResult<(i64, i64)> {
        let summary = self.ordered()?;
        Ok((summary.min, summary.max))
    }

    /// A discrete distribution of scipy.stats with these values and probabilities.
    fn to_scipy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.ordered()?;
        let values: Vec<i64> = self.law.rows.iter().map(|row| row.value).collect();
        let scipy = py.import("fizzle._scipy")?;
        scipy.call_method1("discrete", (self.name(), values, self.probabilities()))
    }

    /// How many values have probability.
    fn __len__(&self) -> usize {
        self.law.rows.len()
    }

    /// The values that have probability, in order.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.values(py)?.try_iter()
    }

    /// Whether a value has probability.
    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        self.place(value).is_ok_and(|value| self.row(value).is_some())
    }

    /// The probability of a value with its error: 0 for a number that never occurs, as in a
    /// `collections.Counter`.
    fn __getitem__(&self, value: &Bound<'_, PyAny>) -> PyResult<Estimate> {
        let place = self.place(value).map_err(|error| {
            let py = value.py();
            match error.is_instance_of::<PyValueError>(py) {
                true => PyKeyError::new_err(error.value(py).to_string()),
                false => error,
            }
        })?;
        Ok(Estimate::row(self.row(place), self.trials()))
    }

    /// The values: `dict(distribution)` has the probability of each.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.values(py)
    }

    /// Each value with its probability.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Estimate)>> {
        let trials = self.trials();
        let chances = self.law.rows.iter().map(|row| Estimate::row(Some(row), trials));
        Ok(self.values(py)?.iter().zip(chances).collect())
    }

    fn __eq__(&self, other: &Distribution) -> bool {
        self.law == other.law
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kept::reduced(py, "_distribution", (self.scenario.clone(), kept::keep(&Law::from(&self.law))))
    }

    fn __repr__(&self) -> String {
        format!("<fizzle.Distribution of {}: {} values>", self.name(), self.law.rows.len())
    }
}
