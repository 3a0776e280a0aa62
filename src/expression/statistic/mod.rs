//! Statistics: numbers that depend on a joint distribution.

pub use self::constraint::{Constraint, Relation};

pub use self::functional::JointLaw;

mod functional;

mod names;

mod constraint;

mod words;

use serde::{Serialize, Serializer};

use self::functional::{Functional, Influence};
use super::typed::Arithmetic;
use super::{ExpressionError, Scope};
use crate::chance::Metric;
use crate::stats::Z95;

/// A number that depends on the joint distribution of some metrics.
///
/// It is an arithmetic expression of probabilities, means, standard deviations and quantiles. For a
/// sampled distribution, the delta method gives its standard error.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    text: String,
    /// Its variables are the values of the functionals, by index.
    tree: Arithmetic<f64>,
    functionals: Vec<Functional>,
}

/// The names of a statistic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StatisticName {
    /// The text as written, which is the name in files for programs.
    pub written: String,
    /// The name in the words of players.
    pub words: String,
    /// Whether it is a single probability, whose values are shown in percent.
    pub is_chance: bool,
}

/// The value of a statistic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value; not finite if there is none, as with a condition that is never met.
    pub value: f64,
    /// Its standard error; 0 if the distribution is exact.
    pub error: f64,
}

impl Serialize for Statistic {
    /// The text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl Serialize for Estimate {
    /// The value with the ends of its 95 % interval.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View {
            value: f64,
            low: f64,
            high: f64,
        }
        View { value: self.value, low: self.low(), high: self.high() }.serialize(serializer)
    }
}

impl Estimate {
    /// The lower end of the 95 % interval.
    pub fn low(self) -> f64 {
        self.value - Z95 * self.error
    }

    /// The upper end of the 95 % interval.
    pub fn high(self) -> f64 {
        self.value + Z95 * self.error
    }

    /// The difference to an independent estimate.
    pub fn less(self, other: Estimate) -> Estimate {
        Estimate { value: self.value - other.value, error: self.error.hypot(other.error) }
    }
}

impl Statistic {
    /// Compiles a statistic of a scenario's metrics and keys.
    pub fn parse(text: &str, scope: &dyn Scope) -> Result<Statistic, ExpressionError> {
        let statistic = names::compile(text, scope, |syntax| names::statistic(syntax, text, scope))?;
        Ok(Statistic { text: text.trim().to_owned(), ..statistic })
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it reads a metric.
    pub fn reads(&self, metric: Metric) -> bool {
        self.functionals.iter().any(|functional| functional.reads(metric.0))
    }

    /// Its value in a distribution that has all the metrics it reads.
    ///
    /// For a sample, the standard error is `√(Σ p (Σ ∂f/∂t · I_t)² / n)` over the joint outcomes, where
    /// `I_t` is the influence function of the functional `t` (A. W. van der Vaart, Asymptotic
    /// Statistics, chapters 3 and 20). For a quantile, half the distance between the quantiles at
    /// `q ± √(q (1 − q) / n)` is used instead.
    pub fn of(&self, law: &JointLaw) -> Estimate {
        let values: Vec<f64> = self.functionals.iter().map(|functional| functional.value(law)).collect();
        let value = self.tree.value(&values);
        let Some(trials) = law.trials else {
            return Estimate { value, error: 0.0 };
        };
        let mut slopes = vec![0.0; values.len()];
        add_slopes(&self.tree, &values, 1.0, &mut slopes);
        let parts: Vec<Influence> = self
            .functionals
            .iter()
            .zip(&values)
            .map(|(functional, &value)| functional.influence(value, law))
            .collect();
        let of_row = |row: &[i64]| {
            let all = self.functionals.iter().zip(&parts).zip(&slopes);
            all.map(|((functional, part), slope)| slope * functional.influence_of(part, row)).sum::<f64>()
        };
        let spread: f64 = law.rows.iter().map(|(row, p)| p * of_row(row).powi(2)).sum();
        let of_quantiles: f64 =
            parts.iter().zip(&slopes).map(|(part, slope)| (slope * part.own).powi(2)).sum();
        Estimate { value, error: (spread / trials as f64 + of_quantiles).sqrt() }
    }
}

/// Adds to `slopes` the partial derivatives of `tree`, times `slope`.
fn add_slopes(tree: &Arithmetic<f64>, variables: &[f64], slope: f64, slopes: &mut [f64]) {
    match tree {
        Arithmetic::Constant(_) | Arithmetic::Named { .. } => {}
        Arithmetic::Variable(variable) => slopes[*variable] += slope,
        Arithmetic::Negative(inner) => add_slopes(inner, variables, -slope, slopes),
        Arithmetic::Sum(left, right) => {
            add_slopes(left, variables, slope, slopes);
            add_slopes(right, variables, slope, slopes);
        }
        Arithmetic::Difference(left, right) => {
            add_slopes(left, variables, slope, slopes);
            add_slopes(right, variables, -slope, slopes);
        }
        Arithmetic::Product(left, right) => {
            add_slopes(left, variables, slope * right.value(variables), slopes);
            add_slopes(right, variables, slope * left.value(variables), slopes);
        }
        Arithmetic::Quotient(left, right) => {
            let (above, below) = (left.value(variables), right.value(variables));
            add_slopes(left, variables, slope / below, slopes);
            add_slopes(right, variables, -slope * above / (below * below), slopes);
        }
    }
}

#[cfg(test)]
mod tests;
