//! Moments and quantiles of a distribution of integers.

use serde::{Deserialize, Serialize};

use super::{Estimate, Z95, wilson};

/// A value and its probability.
pub type Weighted = (i64, f64);

/// The distribution of an integer metric in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The lower end of the 95 % interval of the mean.
    pub mean_low: f64,
    /// The upper end of the 95 % interval of the mean.
    pub mean_high: f64,
    /// The standard deviation, of the population.
    pub sd: f64,
    /// The least value.
    pub min: i64,
    /// The 5 % quantile.
    pub p05: i64,
    /// The lower quartile.
    pub p25: i64,
    /// The median.
    pub median: i64,
    /// The upper quartile.
    pub p75: i64,
    /// The 95 % quantile.
    pub p95: i64,
    /// The greatest value.
    pub max: i64,
}

/// Summarizes a distribution of ascending values from `least` to `most`, which is exact or was seen in `trials`.
///
/// The interval of the mean is `mean ± z·sd/√trials`, or Wilson's if only 0 and 1 are possible: then the mean
/// is a probability. If all trials have the same value, it reaches as far as other values may move the mean that have
/// Wilson's upper bound for what was never seen. For an exact distribution it is the mean alone. The `q` quantile is
/// the smallest value `v` with `P(≤ v) ≥ q − 1e-12`. `None` if there are no values.
pub fn summarize(law: &[Weighted], trials: Option<u64>, (least, most): (i64, i64)) -> Option<Summary> {
    let (&(min, _), &(max, _)) = (law.first()?, law.last()?);
    let mean = total(law.iter().map(|&(value, p)| value as f64 * p));
    let variance: f64 = law.iter().map(|&(value, p)| (value as f64 - mean) * (value as f64 - mean) * p).sum();
    let sd = variance.sqrt();
    let interval = match trials {
        None => Estimate::exactly(mean),
        Some(n) if min >= 0 && max <= 1 && (min < max || least >= 0 && most <= 1) => {
            Estimate::of_count((mean * n as f64).round() as u64, n)
        }
        Some(n) => {
            let [down, up] = [least, most].map(|end| end as f64 - mean);
            let error = match min == max {
                true => Estimate { value: 0.0, low: down, high: up }.times(wilson(0, n, Z95).1),
                false => Estimate::around(0.0, sd / (n as f64).sqrt()),
            };
            Estimate { value: mean, low: mean + error.low.max(down), high: mean + error.high.min(up) }
        }
    };
    let quantile = |q: f64| {
        let mut below = 0.0;
        let reached = law.iter().find(|&&(_, p)| {
            below += p;
            below >= q - 1e-12
        });
        reached.map_or(max, |&(value, _)| value)
    };
    Some(Summary {
        mean,
        mean_low: interval.low,
        mean_high: interval.high,
        sd,
        min,
        p05: quantile(0.05),
        p25: quantile(0.25),
        median: quantile(0.5),
        p75: quantile(0.75),
        p95: quantile(0.95),
        max,
    })
}

/// The sum of some terms; 0 if it is within their rounding errors, as for the mean of a symmetric law.
/// Each term is taken to be exact up to 64 roundings.
pub fn total(terms: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut size, mut roundings) = (0.0, 0.0, 64.0);
    for term in terms {
        sum += term;
        size += term.abs();
        roundings += 1.0;
    }
    if sum.abs() <= roundings * f64::EPSILON * size { 0.0 } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_law_has_a_mean_of_0() {
        let law: Vec<Weighted> = (-5i64..=5).map(|sum| (sum, (6 - sum.abs()) as f64 / 36.0)).collect();
        assert_eq!(summarize(&law, None, (-9, 9)).unwrap().mean, 0.0);
        // What is small and no rounding error stays.
        assert_eq!(total([1e-30].into_iter()), 1e-30);
        assert_eq!(total([1.0, 1e-12, -1.0].into_iter()), (1.0 + 1e-12) - 1.0);
    }

    #[test]
    fn a_die_has_its_moments() {
        let die: Vec<Weighted> = (1..=6).map(|face| (face, 1.0 / 6.0)).collect();
        let summary = summarize(&die, None, (1, 6)).unwrap();
        assert!((summary.mean - 3.5).abs() < 1e-15);
        assert!((summary.sd - (35f64 / 12.0).sqrt()).abs() < 1e-15);
        assert_eq!((summary.mean_low, summary.mean_high), (summary.mean, summary.mean));
        assert_eq!((summary.p05, summary.p25, summary.median, summary.p75, summary.p95), (1, 2, 3, 5, 6));
    }

    #[test]
    fn the_interval_of_the_mean_shrinks_with_the_root_of_the_trials() {
        let coin = [(0, 0.5), (2, 0.5)];
        let width = |n| summarize(&coin, Some(n), (0, 2)).map(|s| s.mean_high - s.mean_low).unwrap();
        assert!((width(100) - 2.0 * Z95 / 10.0).abs() < 1e-15);
        assert!((width(100) / width(10_000) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn the_mean_of_0_and_1_has_the_interval_of_a_chance() {
        let summary = summarize(&[(0, 0.99), (1, 0.01)], Some(100), (0, 1)).unwrap();
        assert_eq!((summary.mean_low, summary.mean_high), wilson(1, 100, Z95));
        assert_eq!(summarize(&[(0, 1.0)], Some(100), (0, 1)).unwrap().mean_high, wilson(0, 100, Z95).1);
        // What was never seen may be more than 1.
        let summary = summarize(&[(0, 1.0)], Some(100), (-2, 5)).unwrap();
        let unseen = wilson(0, 100, Z95).1;
        assert_eq!((summary.mean_low, summary.mean, summary.mean_high), (-2.0 * unseen, 0.0, 5.0 * unseen));
    }

    #[test]
    fn a_law_without_values_has_no_summary() {
        assert_eq!(summarize(&[], None, (0, 1)), None);
    }
}
