//! Numbers with their intervals.

use serde::Serialize;

use super::{Z95, wilson};

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Estimate {
    /// The number; not finite if there is none, as with a condition that is never met.
    pub value: f64,
    /// The lower end of the interval; the number itself if that is exact.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// A number without error.
    pub fn exactly(value: f64) -> Estimate {
        Estimate { value, low: value, high: value }
    }

    /// A number with a standard error, whose distribution is nearly normal.
    pub fn around(value: f64, error: f64) -> Estimate {
        Estimate { value, low: value - Z95 * error, high: value + Z95 * error }
    }

    /// A probability of which `hits` out of `n` were seen, with Wilson's interval. If `n` is 0, it has no
    /// value.
    pub fn of_count(hits: u64, n: u64) -> Estimate {
        match n {
            0 => Estimate::exactly(f64::NAN),
            _ => {
                let (low, high) = wilson(hits, n, Z95);
                Estimate { value: hits as f64 / n as f64, low, high }
            }
        }
    }

    /// Its standard error; of an interval that is not symmetric, that of a symmetric one of its width.
    pub fn error(self) -> f64 {
        (self.high - self.low) / (2.0 * Z95)
    }

    /// Whether it has an error.
    pub fn is_sampled(self) -> bool {
        self.low < self.high
    }

    /// Whether the interval contains a number.
    pub fn may_be(self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }

    /// The estimate multiplied by a positive number.
    pub fn times(self, factor: f64) -> Estimate {
        Estimate { value: factor * self.value, low: factor * self.low, high: factor * self.high }
    }

    /// The difference to an independent estimate.
    pub fn less(self, other: Estimate) -> Estimate {
        Estimate::sum([(1.0, self), (-1.0, other)])
    }

    /// The difference to an estimate that may depend on this one, as two samples of the same dice do: its interval
    /// holds however they depend on each other.
    pub fn less_at_worst(self, other: Estimate) -> Estimate {
        Estimate { value: self.value - other.value, low: self.low - other.high, high: self.high - other.low }
    }

    /// The estimate with an interval that reaches so many times as far.
    pub fn widened(self, factor: f64) -> Estimate {
        let end = |end: f64| self.value + factor * (end - self.value);
        Estimate { value: self.value, low: end(self.low), high: end(self.high) }
    }

    /// A sum of independent estimates with these weights. Each end of its interval combines the distances
    /// to the ends of their intervals as the root of the sum of squares. For the difference of two
    /// proportions that is the hybrid score interval: R. G. Newcombe (1998), Statistics in Medicine 17,
    /// 873–890, method 10; for sums: G. Y. Zou, A. Donner (2008), Statistics in Medicine 27, 1693–1702.
    pub fn sum(parts: impl IntoIterator<Item = (f64, Estimate)>) -> Estimate {
        let (mut value, mut below, mut above) = (0.0, 0.0, 0.0);
        for (weight, part) in parts {
            let [down, up] = [part.low, part.high].map(|end| weight * (end - part.value));
            value += weight * part.value;
            below += down.min(up).powi(2);
            above += down.max(up).powi(2);
        }
        Estimate { value, low: value - below.sqrt(), high: value + above.sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_combines_the_distances_to_the_ends() {
        // 56 of 70 and 48 of 80: Newcombe (1998), table II (a), method 10.
        let difference = Estimate::of_count(56, 70).less(Estimate::of_count(48, 80));
        assert!((difference.value - 0.2).abs() < 1e-12);
        assert!((difference.low - 0.0524).abs() < 5e-5 && (difference.high - 0.3339).abs() < 5e-5);
        assert_eq!(Estimate::exactly(0.5).less(Estimate::exactly(0.25)), Estimate::exactly(0.25));
        let sum = Estimate::sum([(3.0, Estimate::around(1.0, 1.0)), (-4.0, Estimate::around(2.0, 1.0))]);
        assert!((sum.value + 5.0).abs() < 1e-12 && (sum.error() - 5.0).abs() < 1e-12);
    }
}
