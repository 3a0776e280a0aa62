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
    /// functional `t` (the delta method: A. W. van der Vaart, Asymptotic Statistics, chapters 3 and 20).
    /// For a quantile, half the distance between the quantiles at `q ± √(q (1 − q) / n)` is used instead.
    /// Their intervals end where probabilities from 0 to 1 and deviations from 0 do not allow more.
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
            .map(|(functional, &value)| functional.influence(value, law))
            .collect();
        let of_row = |row: &[i64]| {
            let all = self.functionals.iter().zip(&parts).zip(&slopes);
            all.map(|((functional, part), slope)| slope * functional.influence_of(part, row)).sum::<f64>()
        };
        let spread: f64 = law.rows.iter().map(|(row, p)| p * of_row(row).powi(2)).sum();
        let of_quantiles: f64 =
            parts.iter().zip(&slopes).map(|(part, slope)| (slope * part.own).powi(2)).sum();
        let Estimate { low, high, .. } =
            Estimate::around(value, (spread / trials as f64 + of_quantiles).sqrt());
        let [least, most] = possible(&self.tree, &self.functionals);
        // The ends of what is possible have rounding errors of their own.
        Estimate { value, low: low.max(least).min(value), high: high.min(most).max(value) }
    }
}

/// The least and the greatest number that a tree can be, whatever the distribution is.
fn possible(tree: &Arithmetic<f64>, functionals: &[Functional]) -> [f64; 2] {
    let of = |tree: &Arithmetic<f64>| possible(tree, functionals);
    let product = |left: [f64; 2], right: [f64; 2]| {
        let times = |(a, b): (f64, f64)| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let ends = left.into_iter().flat_map(|a| right.map(|b| times((a, b))));
        [ends.clone().fold(f64::INFINITY, f64::min), ends.fold(f64::NEG_INFINITY, f64::max)]
    };
    match tree {
        Arithmetic::Constant(value) | Arithmetic::Named { value, .. } => [*value; 2],
        Arithmetic::Variable(variable) => functionals[*variable].possible(),
        Arithmetic::Negative(inner) => product([-1.0; 2], of(inner)),
        Arithmetic::Of(calculation, parts) => {
            let [left, right] = parts.each_ref().map(of);
            match calculation {
                Calculation::Sum => [left[0] + right[0], left[1] + right[1]],
                Calculation::Difference => [left[0] - right[1], left[1] - right[0]],
                Calculation::Product => product(left, right),
                Calculation::Quotient if right[0] >= 0.0 || right[1] < 0.0 => {
                    product(left, [1.0 / right[1], 1.0 / right[0]])
                }
                Calculation::Quotient => [f64::NEG_INFINITY, f64::INFINITY],
            }
        }
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
