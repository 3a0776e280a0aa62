//! Numbers with their error, which is derived here from how they were computed.

use super::digits::supported;
use crate::analysis::{Engine, Given};
use crate::stats::{Estimate, ROUNDING, Z95, same, wilson};

/// A number with its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// The number; not finite if there is none.
    pub value: f64,
    /// The lower end: of the 95 % interval if the number was sampled.
    pub low: f64,
    /// The upper end; for an exact probability it includes the omitted mass.
    pub high: f64,
    /// Whether it was sampled.
    pub sampled: bool,
}

impl Known {
    /// A number with its interval, computed by this engine.
    pub fn new(interval: impl Into<Estimate>, engine: Engine) -> Self {
        let Estimate { value, low, high } = interval.into();
        match engine {
            Engine::Exact { omitted, .. } => {
                Known { value, low, high: high.max(value + omitted), sampled: false }
            }
            Engine::Sampled { trials, .. } if low == high => {
                // If all trials gave one value, the interval has no width. By the rule of three,
                // other values may have a probability of up to 3 / trials.
                let unseen = 3.0 / trials as f64;
                Known { value, low: value - unseen, high: value + unseen, sampled: true }
            }
            Engine::Sampled { .. } => Known { value, low, high, sampled: true },
        }
    }

    /// A sampled statistic. It counts as sampled even if its estimated error is 0.
    pub fn sampled(estimate: Estimate) -> Self {
        Known { sampled: true, ..estimate.into() }
    }

    /// The probability of an event, computed by this engine.
    pub fn of_event(probability: f64, engine: Engine) -> Self {
        match engine {
            Engine::Exact { .. } => Known::from(probability).as_chance(),
            Engine::Sampled { trials, .. } => {
                Known::of_count((probability * trials as f64).round() as u64, trials)
            }
        }
    }

    /// The probability of what is given.
    pub fn of_condition(given: &Given) -> Self {
        Known { sampled: given.trials.is_some(), ..Known::from(Estimate::from(given)) }
    }

    /// The probability of an event that occurred `hits` times in a sample.
    pub fn of_count(hits: u64, trials: u64) -> Self {
        let (low, high) = wilson(hits.min(trials), trials, Z95);
        Known { value: hits as f64 / trials as f64, low, high, sampled: true }
    }

    /// The probability of an event that did not occur in the sample, or has no exact probability.
    pub fn nothing(engine: Engine) -> Self {
        let high = engine.trials().map_or(0.0, |trials| wilson(0, trials, Z95).1);
        Known::new(Estimate { value: 0.0, low: 0.0, high }, engine)
    }

    /// Whether the interval of a sampled chance, or of its opposite if that is rarer, spans more than a
    /// factor of 2, so that "1 in N" would say too much.
    pub fn is_rough(self) -> bool {
        let (low, high) =
            if self.value <= 0.5 { (self.low, self.high) } else { (1.0 - self.high, 1.0 - self.low) };
        self.sampled && high > 2.0 * low
    }

    /// Whether the interval of a sampled chance spans more than half of all chances.
    pub fn is_vague(self) -> bool {
        self.sampled && self.high - self.low > 0.5
    }

    /// Clamps the number and its interval to 0 to 1; NaN and infinity become 0.
    pub fn as_chance(self) -> Self {
        let value = sane(self.value);
        Known { value, low: sane(self.low).min(value), high: sane(self.high).max(value), ..self }
    }

    /// Whether it is the chance of something that no trial has shown.
    pub fn was_never_seen(self) -> bool {
        self.sampled && self.value == 0.0
    }

    /// Whether it is the chance of something that all trials have shown.
    pub fn was_always_seen(self) -> bool {
        self.sampled && same(self.value, 1.0)
    }

    /// The word for a probability that is exactly 0 or 1.
    pub fn certainty(self) -> Option<&'static str> {
        match self.value {
            _ if !self.is_exact() => None,
            // The omitted tail of an exploding die is smaller than a rounding error here.
            0.0 => Some("never"),
            value if same(value, 1.0) => Some("always"),
            _ => None,
        }
    }

    /// Whether the number was not sampled and its interval is no wider than a rounding error.
    pub fn is_exact(self) -> bool {
        !self.sampled && self.high - self.low <= ROUNDING
    }

    /// The number of decimals that the error supports when the number is multiplied by `scale`: the last of a
    /// sampled number is that of the first figure of half the width of its interval.
    pub fn decimals(self, scale: f64) -> usize {
        match self.sampled {
            true => supported(scale * (self.high - self.low) / 2.0 / 10.0),
            false => supported(scale * (self.high - self.low)),
        }
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
        let Estimate { value, low, high } = estimate;
        Known { value, low, high, sampled: estimate.is_sampled() }
    }
}

/// Clamps a probability or a share to 0 to 1; NaN and infinity become 0.
pub fn sane(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}
