//! Statistics: numbers that depend on a joint distribution.

pub use self::constraint::{Constraint, Relation};

pub use self::functional::JointLaw;

mod functional;

mod names;

mod constraint;

mod nouns;

mod words;

use serde::{Serialize, Serializer};

use self::functional::{Functional, Influence};
use super::typed::{Arithmetic, Calculation};
use super::{ExpressionError, Scope};
use crate::chance::Metric;
use crate::stats::Estimate;

/// A number that depends on the joint distribution of some metrics.
///
/// It is an arithmetic expression of probabilities, means, standard deviations and quantiles.
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

impl Serialize for Statistic {
    /// The text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
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
    /// For a sample, a single probability has Wilson's interval on the number of trials that meet its
    /// condition, as the answer to a question has. All others have the standard error
    /// `√(Σ p (Σ ∂f/∂t · I_t)² / n)` over the joint outcomes, where `I_t` is the influence function of the
    /// functional `t` (the delta method: A. W. van der Vaart, Asymptotic Statistics, chapters 3 and 20). What
    /// the outcomes cannot tell has distances of its own to the ends of its interval: a quantile, and the mean
    /// and the deviation of a number that is the same in all trials. Each end combines all of these as the root
    /// of the sum of squares. Intervals end where nothing more is possible.
    pub fn of(&self, law: &JointLaw) -> Estimate {
        let values: Vec<f64> = self.functionals.iter().map(|functional| functional.value(law)).collect();
        let value = self.tree.value(&values);
        let Some(trials) = law.trials else { return Estimate::exactly(value) };
        if let Arithmetic::Variable(only) = self.tree
            && let Some(estimate) = self.functionals[only].as_chance(values[only], law, trials)
        {
            return estimate;
        }
        if !value.is_finite() {
            return Estimate::exactly(value);
        }
        let mut slopes = vec![0.0; values.len()];
        add_slopes(&self.tree, &values, 1.0, &mut slopes);
        let parts: Vec<Influence> = self
            .functionals
            .iter()
            .zip(&values)
            .map(|(functional, &value)| functional.influence(value, law, trials))
            .collect();
        let of_row = |row: &[i64]| {
            let all = self.functionals.iter().zip(&parts).zip(&slopes);
            all.map(|((functional, part), slope)| slope * functional.influence_of(part, row)).sum::<f64>()
        };
        let spread: f64 = law.rows.iter().map(|(row, p)| p * of_row(row).powi(2)).sum();
        let of_rows = (spread / trials as f64).sqrt();
        let own = parts.iter().zip(&slopes).map(|(part, &slope)| {
            let [low, high] = part.own;
            (slope, Estimate { value: 0.0, low, high })
        });
        let error = Estimate::sum(own.chain([(1.0, Estimate::around(0.0, of_rows))]));
        let [least, most] = self.tree.possible(&|functional| self.functionals[functional].possible(law));
        // The ends of what is possible have rounding errors of their own.
        let (low, high) = ((value + error.low).max(least), (value + error.high).min(most));
        Estimate { value, low: low.min(value), high: high.max(value) }
    }
}

/// Adds to `slopes` the partial derivatives of `tree`, times `slope`.
fn add_slopes(tree: &Arithmetic<f64>, variables: &[f64], slope: f64, slopes: &mut [f64]) {
    match tree {
        Arithmetic::Constant(_) | Arithmetic::Named { .. } => {}
        Arithmetic::Variable(variable) => slopes[*variable] += slope,
        Arithmetic::Negative(inner) => add_slopes(inner, variables, -slope, slopes),
        Arithmetic::Of(calculation, parts) => {
            let [left, right] = parts.each_ref().map(|part| part.value(variables));
            let of_parts = match calculation {
                Calculation::Sum => [slope, slope],
                Calculation::Difference => [slope, -slope],
                Calculation::Product => [slope * right, slope * left],
                Calculation::Quotient => [slope / right, -slope * left / (right * right)],
            };
            for (part, slope) in parts.iter().zip(of_parts) {
                add_slopes(part, variables, slope, slopes);
            }
        }
    }
}

#[cfg(test)]
mod tests;
