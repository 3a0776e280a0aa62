//! Numbers with their error, as the class `fizzle.Estimate`: a float.

use fizzle::analysis::{Answer, Row};
use fizzle::stats::{self, Z95, wilson};
use pyo3::prelude::*;

/// A number, its standard error, and the ends of its 95 % interval.
pub struct Estimate {
    value: f64,
    error: f64,
    low: f64,
    high: f64,
}

impl From<stats::Estimate> for Estimate {
    fn from(estimate: stats::Estimate) -> Self {
        let stats::Estimate { value, low, high } = estimate;
        Estimate { value, error: estimate.error(), low, high }
    }
}

impl Estimate {
    /// The answer to a question; of so many trials, or exact.
    pub fn answer(answer: &Answer, trials: Option<u64>) -> Estimate {
        Estimate::chance(answer.probability, [answer.low, answer.high], trials)
    }

    /// The probability of a value; one that was never seen has no row.
    pub fn row(row: Option<&Row>, trials: Option<u64>) -> Estimate {
        match row {
            Some(row) => Estimate::chance(row.probability, [row.low, row.high], trials),
            None => Estimate::chance(0.0, trials.map_or([0.0; 2], |n| wilson(0, n, Z95).into()), trials),
        }
    }

    /// This chance as it was seen in so many trials, with Wilson's interval.
    pub fn of_trials(self, trials: u64) -> Estimate {
        let hits = (self.value * trials as f64).round() as u64;
        let (low, high) = wilson(hits, trials, Z95);
        Estimate { value: hits as f64 / trials as f64, low, high, ..self }
    }

    /// The number alone.
    pub fn value(&self) -> f64 {
        self.value
    }

    fn chance(value: f64, [low, high]: [f64; 2], trials: Option<u64>) -> Estimate {
        let error = trials.map_or(0.0, |trials| (value * (1.0 - value) / trials as f64).sqrt());
        Estimate { value, error, low, high }
    }
}

impl<'py> IntoPyObject<'py> for Estimate {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.import("fizzle._estimate")?.getattr("Estimate")?;
        class.call1((self.value, self.error, self.low, self.high))
    }
}
