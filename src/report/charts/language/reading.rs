//! Numbers as charts read them, with what is around each.

use crate::expression::Estimate;
use crate::report::number::{Known, sane};
use crate::stats::Z95;

/// A number, and what is around it: the 95 % interval of what was sampled, the 5 and 95 %
/// quantiles of what has this mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// The number; not finite if there is none.
    pub value: f64,
    /// The lower end of what is around it.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Reading {
    /// A number with nothing around it.
    pub fn bare(value: f64) -> Self {
        Reading { value, low: value, high: value }
    }

    /// A probability between the ends of its interval, none of which need be a number.
    pub fn of_chance(value: f64, low: f64, high: f64) -> Self {
        let value = sane(value);
        Reading { value, low: sane(low).min(value), high: sane(high).max(value) }
    }

    /// All numbers that an axis has to reach.
    pub fn ends(self) -> [f64; 3] {
        [self.value, self.low, self.high]
    }

    /// A statistic with the 95 % interval of what was sampled.
    pub fn of_estimate(Estimate { value, error }: Estimate) -> Self {
        let reach = if error > 0.0 { Z95 * error } else { 0.0 };
        Reading { value, low: value - reach, high: value + reach }
    }
}

/// A cell of a grid, with a number in it if nothing else is said.
pub type GridCell<T = Reading> = crate::report::pivot::GridCell<T>;

/// A probability with its interval.
impl From<Known> for Reading {
    fn from(known: Known) -> Self {
        Reading::of_chance(known.value, known.low, known.high)
    }
}
