//! The distribution of one metric.

use fizzle::analysis;
use fizzle::stats::Summary;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::estimate::Estimate;

/// The distribution of a metric. Its methods are those of a frozen distribution of scipy.stats.
#[pyclass(frozen, module = "fizzle")]
pub struct Distribution(pub analysis::Distribution);

impl Distribution {
    /// The number of a value, or of a label.
    fn place(&self, value: &Bound<'_, PyAny>) -> PyResult<f64> {
        let Ok(label) = value.cast::<PyString>() else { return value.extract() };
        let label = label.to_str()?;
        let labels = self.0.metric.labels().unwrap_or_default();
        let place = labels.iter().position(|known| *known == label);
        let known = labels.iter().map(|label| label.to_string()).collect::<Vec<_>>().join(", ");
        place.map(|place| place as f64).ok_or_else(|| {
            PyValueError::new_err(match labels {
                [] => format!("{} is a number: it is never '{label}'", self.0.metric.name),
                _ => format!("{} is never '{label}'; it is one of {known}", self.0.metric.name),
            })
        })
    }

    /// A number for a value, or one for each of several.
    fn each<'py>(&self, values: &Bound<'py, PyAny>, one: impl Fn(f64) -> f64) -> PyResult<Bound<'py, PyAny>> {
        let py = values.py();
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

    fn ordered(&self) -> PyResult<&Summary> {
        self.0.summary.as_ref().ok_or_else(|| {
            PyTypeError::new_err(format!("{} has names for values: they have no order", self.0.metric.name))
        })
    }

    fn below(&self, value: f64) -> f64 {
        self.0.rows.iter().rev().find(|row| row.value as f64 <= value).map_or(0.0, |row| row.at_most)
    }

    fn from(&self, is_in: impl Fn(f64) -> bool) -> f64 {
        self.0.rows.iter().find(|row| is_in(row.value as f64)).map_or(0.0, |row| row.at_least)
    }
}

#[pymethods]
impl Distribution {
    /// What files and events call it.
    #[getter]
    fn name(&self) -> &str {
        &self.0.metric.name
    }

    /// What players call it.
    #[getter]
    fn label(&self) -> &str {
        &self.0.metric.label
    }

    /// Every value that has probability: numbers, or labels.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let metric = &self.0.metric;
        let values = self.0.rows.iter().map(|row| match metric.labels() {
            Some(_) => Ok(metric.show(row.value).into_pyobject(py)?.into_any()),
            None => Ok(row.value.into_pyobject(py)?.into_any()),
        });
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    /// The probability of each of the values.
    #[getter]
    fn probabilities(&self) -> Vec<f64> {
        self.0.rows.iter().map(|row| row.probability).collect()
    }

    /// How often each of the values was seen; None where the distribution is exact.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self.0.rows.iter().map(|row| row.count).collect()
    }

    /// P(= k), of one value or of several.
    fn pmf<'py>(&self, k: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let rows = &self.0.rows;
        self.each(k, |value| {
            rows.iter().find(|row| row.value as f64 == value).map_or(0.0, |row| row.probability)
        })
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
        let rows = &self.0.rows;
        self.each(q, |q| {
            let found = rows.iter().find(|row| row.at_most >= q - 1e-12).or(rows.last());
            match (0.0..=1.0).contains(&q) {
                true => found.map_or(f64::NAN, |row| row.value as f64),
                false => f64::NAN,
            }
        })
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
        let values: Vec<i64> = self.0.rows.iter().map(|row| row.value).collect();
        let scipy = py.import("fizzle._scipy")?;
        scipy.call_method1("discrete", (self.name(), values, self.probabilities()))
    }

    fn __len__(&self) -> usize {
        self.0.rows.len()
    }

    fn __repr__(&self) -> String {
        format!("<fizzle.Distribution of {}: {} values>", self.name(), self.0.rows.len())
    }

    /// The probability of a value with its error.
    fn __getitem__(&self, value: &Bound<'_, PyAny>) -> PyResult<Estimate> {
        let value = self.place(value)?;
        let trials = self.counts().map(|counts| counts.iter().sum());
        let row = self.0.rows.iter().find(|row| row.value as f64 == value);
        Ok(Estimate::row(row, trials))
    }
}
