//! Numbers as charts read them, with what is around each.

use crate::analysis::{Engine, Row};
use crate::expression::Estimate;
use crate::stats::{Z95, wilson};

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

    /// The probability of a row.
    pub fn of_row(row: &Row) -> Self {
        Reading::of_chance(row.probability, row.low, row.high)
    }

    /// The probability of an event, which may be no number.
    pub fn of_event(probability: f64, engine: Engine) -> Self {
        let probability = sane(probability);
        match engine {
            Engine::Exact { .. } => Reading::bare(probability),
            Engine::Sampled { trials, .. } => {
                let hits = (probability * trials as f64).round() as u64;
                Reading::of_count(probability, hits, trials)
            }
        }
    }

    /// The probability of what was seen so many times.
    pub fn of_count(probability: f64, hits: u64, trials: u64) -> Self {
        let (low, high) = wilson(hits.min(trials), trials, Z95);
        Reading::of_chance(probability, low, high)
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

/// A number that can be drawn as a probability.
pub fn sane(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}
