//! Functionals of a joint distribution, with their influence functions.

use super::super::typed::{Arithmetic, Truth};
use crate::stats::{Estimate, Z95, same, total};

/// The joint distribution of some metrics: one row for each joint outcome, with a value for every
/// metric of the procedure (0 for metrics that are not part of it).
#[derive(Clone, Debug, PartialEq)]
pub struct JointLaw {
    /// Joint outcomes and their probabilities.
    pub rows: Vec<(Vec<i64>, f64)>,
    /// The number of sampled resolutions; `None` if the distribution is exact.
    pub trials: Option<u64>,
    /// The probability that an exact distribution omits.
    pub omitted: f64,
}

/// A statistical functional: a number that depends on a joint distribution.
#[derive(Clone, Debug, PartialEq)]
pub enum Functional {
    /// `p(event | given)`
    Probability { event: Truth<i128>, given: Option<Truth<i128>> },
    /// `mean(number | given)`
    Mean { number: Arithmetic<i128>, given: Option<Truth<i128>> },
    /// `sd(number)`, the standard deviation of the population.
    Deviation { number: Arithmetic<i128> },
    /// `quantile(metric, q)`
    Quantile { metric: usize, q: f64 },
}

/// What the influence function of a functional needs besides a row.
pub struct Influence {
    /// The value of the functional; for a standard deviation, the mean less `origin`.
    center: f64,
    /// For a standard deviation, a possible value.
    origin: i128,
    /// The divisor for the deviation of a row.
    scale: f64,
    /// The variance, for a standard deviation.
    variance: f64,
    /// A standard error that does not follow from the rows.
    pub own: f64,
}

impl Functional {
    /// Whether it reads a metric.
    pub fn reads(&self, metric: usize) -> bool {
        let given = |given: &Option<Truth<i128>>| given.as_ref().is_some_and(|given| given.reads(metric));
        match self {
            Functional::Probability { event, given: condition } => event.reads(metric) || given(condition),
            Functional::Mean { number, given: condition } => number.reads(metric) || given(condition),
            Functional::Deviation { number } => number.reads(metric),
            Functional::Quantile { metric: own, .. } => *own == metric,
        }
    }

    /// Its value in a distribution that has all the metrics it reads.
    pub fn value(&self, law: &JointLaw) -> f64 {
        match self {
            // A probability is the sum of what was visited, so omitted outcomes make it too low.
            Functional::Probability { event, given: None } => law.mass(|row| event.holds(row)).min(1.0),
            Functional::Probability { event, given: Some(given) } => {
                law.mass(|row| given.holds(row) && event.holds(row)) / law.mass(|row| given.holds(row))
            }
            Functional::Mean { number, given: None } => law.sum(|row| number.value(row) as f64),
            Functional::Mean { number, given: Some(given) } => {
                let sum = law.sum(|row| if given.holds(row) { number.value(row) as f64 } else { 0.0 });
                sum / law.mass(|row| given.holds(row))
            }
            Functional::Deviation { number } => law.moments(number).variance.sqrt(),
            Functional::Quantile { metric, q } => law.quantile(*metric, *q),
        }
    }

    /// Its estimate in a sample if it is the probability of something: with Wilson's interval.
    pub fn as_chance(&self, value: f64, law: &JointLaw, trials: u64) -> Option<Estimate> {
        let meets =
            |row: &[i64], given: &Option<Truth<i128>>| given.as_ref().is_none_or(|one| one.holds(row));
        let given = match self {
            Functional::Probability { given, .. } => given,
            // The mean of a number that is 0 or 1 is the probability of 1.
            Functional::Mean { number, given } => {
                let mut values =
                    law.rows.iter().filter(|(row, _)| meets(row, given)).map(|(row, _)| number.value(row));
                if !values.all(|value| matches!(value, 0 | 1)) {
                    return None;
                }
                given
            }
            _ => return None,
        };
        let met = (law.mass(|row| meets(row, given)) * trials as f64).round();
        Some(Estimate::of_count((value * met).round() as u64, met as u64))
    }

    /// The least and the greatest number that it can be, whatever the distribution is.
    pub fn possible(&self) -> [f64; 2] {
        match self {
            Functional::Probability { .. } => [0.0, 1.0],
            Functional::Deviation { .. } => [0.0, f64::INFINITY],
            Functional::Mean { .. } | Functional::Quantile { .. } => [f64::NEG_INFINITY, f64::INFINITY],
        }
    }

    /// What its influence function needs besides a row, where `value` is its value in the distribution.
    pub fn influence(&self, value: f64, law: &JointLaw) -> Influence {
        let none = Influence { center: value, origin: 0, scale: 1.0, variance: 0.0, own: 0.0 };
        match self {
            Functional::Probability { given, .. } => {
                let scale = given.as_ref().map_or(1.0, |given| law.mass(|row| given.holds(row)));
                Influence { scale, own: never_or_always(value, law, scale), ..none }
            }
            Functional::Mean { given: Some(given), .. } => {
                Influence { scale: law.mass(|row| given.holds(row)), ..none }
            }
            Functional::Mean { given: None, .. } => none,
            Functional::Deviation { number } => {
                let Moments { origin, mean, variance } = law.moments(number);
                Influence { center: mean, origin, variance, scale: 2.0 * value, own: 0.0 }
            }
            Functional::Quantile { metric, q } => {
                let trials = law.trials.unwrap_or(u64::MAX) as f64;
                let spread = (q * (1.0 - q) / trials).sqrt();
                let (low, high) = ((q - spread).max(0.0), (q + spread).min(1.0));
                let own = (law.quantile(*metric, high) - law.quantile(*metric, low)) / 2.0;
                Influence { own, ..none }
            }
        }
    }

    /// The influence of a row on the functional.
    pub fn influence_of(&self, part: &Influence, row: &[i64]) -> f64 {
        let meets = |given: &Option<Truth<i128>>| given.as_ref().is_none_or(|given| given.holds(row));
        let deviation = match self {
            Functional::Probability { event, given } if meets(given) => {
                f64::from(u8::from(event.holds(row))) - part.center
            }
            Functional::Mean { number, given } if meets(given) => number.value(row) as f64 - part.center,
            // A distribution with a single value has no error.
            Functional::Deviation { .. } if part.variance == 0.0 => return 0.0,
            Functional::Deviation { number } => {
                ((number.value(row) - part.origin) as f64 - part.center).powi(2) - part.variance
            }
            Functional::Probability { .. } | Functional::Mean { .. } | Functional::Quantile { .. } => {
                return 0.0;
            }
        };
        deviation / part.scale
    }
}

/// The moments of a number.
struct Moments {
    /// A possible value.
    origin: i128,
    /// The mean less the origin.
    mean: f64,
    /// The population variance.
    variance: f64,
}

/// The standard error of a probability if a sample has seen the event never or always. Its rows are all
/// alike then, and show no error. This one is so large that the interval reaches as far as that of
/// Wilson.
fn never_or_always(probability: f64, law: &JointLaw, share: f64) -> f64 {
    match law.trials {
        Some(trials) if same(probability, 0.0) || same(probability, 1.0) => {
            Z95 / (trials as f64 * share + Z95 * Z95)
        }
        _ => 0.0,
    }
}

impl JointLaw {
    fn sum(&self, of: impl Fn(&[i64]) -> f64) -> f64 {
        total(self.rows.iter().map(|(row, p)| p * of(row)))
    }

    fn mass(&self, has: impl Fn(&[i64]) -> bool) -> f64 {
        self.rows.iter().filter(|(row, _)| has(row)).map(|(_, p)| p).sum::<f64>() + 0.0
    }

    /// The moments of a number.
    fn moments(&self, number: &Arithmetic<i128>) -> Moments {
        // Far from 0, the mean has a rounding error that is larger than the deviations.
        let origin = self.rows.first().map_or(0, |(row, _)| number.value(row));
        let beyond = |row: &[i64]| (number.value(row) - origin) as f64;
        let mean = self.sum(beyond);
        Moments { origin, mean, variance: self.sum(|row| (beyond(row) - mean).powi(2)) }
    }

    /// The least value `v` of a metric with `P(≤ v) ≥ q − 1e-12`.
    fn quantile(&self, metric: usize, q: f64) -> f64 {
        let mut law: Vec<(i64, f64)> = self.rows.iter().map(|(row, p)| (row[metric], *p)).collect();
        law.sort_by_key(|&(value, _)| value);
        let mut below = 0.0;
        let reached = law.iter().find(|(_, p)| {
            below += p;
            below >= q - 1e-12
        });
        reached.or(law.last()).map_or(f64::NAN, |&(value, _)| value as f64)
    }
}
