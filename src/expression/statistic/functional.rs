//! Functionals of a joint distribution, with their influence functions.

use super::super::typed::{Arithmetic, Truth};
use crate::chance::MetricSpec;
use crate::stats::{Estimate, Z95, same, total, wilson};

/// The joint distribution of some metrics: one row for each joint outcome, with a value for every
/// metric of the procedure (0 for metrics that are not part of it).
#[derive(Clone, Debug, PartialEq)]
pub struct JointLaw {
    /// The least and the greatest value that each metric may have.
    pub ranges: Vec<(i64, i64)>,
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
    /// The distances to the ends of a 95 % interval that do not follow from the rows: below, which is not
    /// positive, and above.
    pub own: [f64; 2],
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
                // Of a number that was the same in all trials, other values may be possible.
                let [least, most] = law.possible(number);
                let is_chance = least >= 0.0 && most <= 1.0
                    || !law.is_single(number, given)
                        && law.numbers(number, given).all(|value| matches!(value, 0 | 1));
                if !is_chance {
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
    pub fn possible(&self, law: &JointLaw) -> [f64; 2] {
        match self {
            Functional::Probability { .. } => [0.0, 1.0],
            Functional::Deviation { number } => {
                let [least, most] = law.possible(number);
                // Far from 0, ends have rounding errors that are larger than their distance.
                let is_near = least.abs().max(most.abs()) < 1e15;
                [0.0, if is_near { (most - least) / 2.0 } else { f64::INFINITY }]
            }
            Functional::Mean { number, .. } => law.possible(number),
            Functional::Quantile { metric, .. } => law.range(*metric),
        }
    }

    /// What its influence function needs besides a row, where `value` is its value in a sample of so many trials.
    pub fn influence(&self, value: f64, law: &JointLaw, trials: u64) -> Influence {
        let none = Influence { center: value, origin: 0, scale: 1.0, variance: 0.0, own: [0.0; 2] };
        let mass = |given: &Option<Truth<i128>>| {
            given.as_ref().map_or(1.0, |given| law.mass(|row| given.holds(row)))
        };
        // The greatest probability of what none of the trials that count has seen.
        let unseen = |scale: f64| wilson(0, (scale * trials as f64).round() as u64, Z95).1;
        match self {
            Functional::Probability { given, .. } => {
                let scale = mass(given);
                let own = match value {
                    _ if same(value, 0.0) => [0.0, unseen(scale)],
                    _ if same(value, 1.0) => [-unseen(scale), 0.0],
                    _ => [0.0; 2],
                };
                Influence { scale, own, ..none }
            }
            Functional::Mean { number, given } => {
                let scale = mass(given);
                let own = match law.is_single(number, given) {
                    true => law.possible(number).map(|end| unseen(scale) * (end - value)),
                    false => [0.0; 2],
                };
                Influence { scale, own, ..none }
            }
            Functional::Deviation { number } => {
                let Moments { origin, mean, variance } = law.moments(number);
                let own = match variance == 0.0 {
                    true => {
                        let [below, above] = law.possible(number).map(|end| (end - origin as f64).abs());
                        let rare = unseen(1.0);
                        [0.0, below.max(above) * (rare * (1.0 - rare)).sqrt()]
                    }
                    false => [0.0; 2],
                };
                Influence { center: mean, origin, variance, scale: 2.0 * value, own }
            }
            Functional::Quantile { metric, q } => {
                let own = law.ends_of_quantile(*metric, *q, trials).map(|end| end - value);
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

impl JointLaw {
    /// A distribution of these metrics.
    pub fn new<'a>(
        metrics: impl IntoIterator<Item = &'a MetricSpec>,
        rows: Vec<(Vec<i64>, f64)>,
        trials: Option<u64>,
        omitted: f64,
    ) -> JointLaw {
        JointLaw { ranges: metrics.into_iter().map(MetricSpec::range).collect(), rows, trials, omitted }
    }

    /// The least and the greatest value that a metric may have.
    fn range(&self, metric: usize) -> [f64; 2] {
        let (least, most) = self.ranges[metric];
        [least as f64, most as f64]
    }

    /// The least and the greatest value that a number may have.
    fn possible(&self, number: &Arithmetic<i128>) -> [f64; 2] {
        number.possible(&|metric| self.range(metric))
    }

    /// A number in the rows that meet a condition.
    fn numbers(&self, number: &Arithmetic<i128>, given: &Option<Truth<i128>>) -> impl Iterator<Item = i128> {
        let meets = |row: &[i64]| given.as_ref().is_none_or(|given| given.holds(row));
        self.rows.iter().filter(move |(row, _)| meets(row)).map(|(row, _)| number.value(row))
    }

    /// Whether a number is the same in all of these rows.
    fn is_single(&self, number: &Arithmetic<i128>, given: &Option<Truth<i128>>) -> bool {
        let mut numbers = self.numbers(number, given);
        numbers.next().is_some_and(|first| numbers.all(|other| other == first))
    }

    /// The sum over all rows. In a sample their counts are added, which has no rounding errors.
    fn sum(&self, of: impl Fn(&[i64]) -> f64) -> f64 {
        match self.trials {
            None => total(self.rows.iter().map(|(row, p)| p * of(row))),
            Some(trials) => {
                let count = |p: f64| {
                    let (count, whole) = (p * trials as f64, (p * trials as f64).round());
                    if (count - whole).abs() < 1e-6 { whole } else { count }
                };
                total(self.rows.iter().map(|(row, p)| count(*p) * of(row))) / trials as f64
            }
        }
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

    /// The 95 % interval of a quantile: the quantiles at `q ± z √(q (1 − q) / n)`, which are order statistics of
    /// the sample. Where these are beyond all trials, it ends with what is possible.
    fn ends_of_quantile(&self, metric: usize, q: f64, trials: u64) -> [f64; 2] {
        let spread = Z95 * (q * (1.0 - q) / trials as f64).sqrt();
        let [least, most] = self.range(metric);
        [
            if q - spread > 0.0 { self.quantile(metric, q - spread) } else { least },
            if q + spread < 1.0 { self.quantile(metric, q + spread) } else { most },
        ]
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
