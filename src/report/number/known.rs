//! Numbers with what is known of them: the one place where an engine becomes an error.

use super::digits::{EXACT_DECIMALS, supported, tenth};
use crate::analysis::{Engine, Interval};
use crate::expression::Estimate;
use crate::stats::{ROUNDING, Z95, same, wilson};

/// A number and how far it may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// The number; not finite where there is none.
    pub value: f64,
    /// The least that it may be: the lower end of the 95 % interval of a sample.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
    /// Whether it was sampled.
    pub sampled: bool,
}

impl Known {
    /// A number with its interval, found in this way.
    pub fn new(interval: impl Into<Interval>, engine: Engine) -> Self {
        let Interval { value, low, high } = interval.into();
        match engine {
            Engine::Exact { omitted, .. } => {
                Known { value, low, high: high.max(value + omitted), sampled: false }
            }
            Engine::Sampled { trials, .. } if low == high => {
                // Where only one value was seen the interval has no width. By the rule of
                // three others may have a probability of up to 3 in all trials.
                let unseen = 3.0 / trials as f64;
                Known { value, low: value - unseen, high: value + unseen, sampled: true }
            }
            Engine::Sampled { .. } => Known { value, low, high, sampled: true },
        }
    }

    /// What was found of a statistic by sampling: its error may be 0.
    pub fn sampled(estimate: Estimate) -> Self {
        Known { sampled: true, ..estimate.into() }
    }

    /// The chance of an event, found in this way.
    pub fn of_event(probability: f64, engine: Engine) -> Self {
        match engine {
            Engine::Exact { .. } => Known::from(probability).as_chance(),
            Engine::Sampled { trials, .. } => {
                Known::of_count((probability * trials as f64).round() as u64, trials)
            }
        }
    }

    /// The chance of what was seen so many times.
    pub fn of_count(hits: u64, trials: u64) -> Self {
        let (low, high) = wilson(hits.min(trials), trials, Z95);
        Known { value: hits as f64 / trials as f64, low, high, sampled: true }
    }

    /// The chance of what was not seen, or has no probability.
    pub fn nothing(engine: Engine) -> Self {
        let high = engine.trials().map_or(0.0, |trials| wilson(0, trials, Z95).1);
        Known::new(Interval { value: 0.0, low: 0.0, high }, engine)
    }

    /// It as a chance, whatever a law of no sense has made of it: from 0 to 1.
    pub fn as_chance(self) -> Self {
        let value = sane(self.value);
        Known { value, low: sane(self.low).min(value), high: sane(self.high).max(value), ..self }
    }

    /// What is said of a chance that is exactly 0 or 1.
    pub fn certainty(self) -> Option<&'static str> {
        match self.value {
            _ if !self.is_exact() => None,
            // The tail of an exploding die beyond its cut is less than a rounding error.
            0.0 => Some("never"),
            value if same(value, 1.0) => Some("always"),
            _ => None,
        }
    }

    /// Whether its error is no more than that of a calculation.
    pub fn is_exact(self) -> bool {
        !self.sampled && self.high - self.low <= ROUNDING
    }

    /// How many decimals its error supports, if it is counted in units of which `scale`
    /// make 1.
    pub fn decimals(self, scale: f64) -> usize {
        match self.sampled {
            true => supported(scale * (self.high - self.low) / 2.0),
            false => supported(scale * (self.high - self.low)).min(EXACT_DECIMALS),
        }
    }

    /// The decimals that its error supports, and one more if it would be rounded out of its interval.
    pub fn decimals_in_interval(self, scale: f64) -> usize {
        let decimals = self.decimals(scale);
        let read = (scale * self.value / tenth(decimals)).round() * tenth(decimals) / scale;
        decimals + usize::from(self.sampled && !(self.low..=self.high).contains(&read))
    }

    /// All numbers that an axis has to reach.
    pub fn ends(self) -> [f64; 3] {
        [self.value, self.low, self.high]
    }
}

impl From<f64> for Known {
    fn from(value: f64) -> Self {
        Known { value, low: value, high: value, sampled: false }
    }
}

impl From<Estimate> for Known {
    fn from(estimate: Estimate) -> Self {
        let sampled = estimate.error > 0.0;
        Known { value: estimate.value, low: estimate.low(), high: estimate.high(), sampled }
    }
}

/// A number as a probability or a part of a whole: from 0 to 1, and 0 where it is none.
pub fn sane(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}
