//! How to sample.

use std::str::FromStr;

use crate::chance::Isa;
use crate::stats::{Z95, wilson};

/// How to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// The number of resolutions, 1 to [`MAX_TRIALS`](super::MAX_TRIALS); with `until`, the maximum.
    pub trials: u64,
    /// The seed of the random streams.
    pub seed: u64,
    /// If set, stops at the first block of 2^16 resolutions after which the interval of every question
    /// is this narrow.
    pub until: Option<Width>,
    /// The vector instructions to sample with. They affect the speed, not the results.
    pub isa: Isa,
}

impl Default for Sampling {
    /// A million trials from seed 1, with the widest instructions of this processor.
    fn default() -> Self {
        Sampling { trials: 1_000_000, seed: 1, until: None, isa: Isa::widest() }
    }
}

/// How narrow a 95 % interval has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    /// At most this width.
    Absolute(f64),
    /// At most this fraction of the probability, after at least 100 occurrences.
    Relative(f64),
}

impl Width {
    /// Whether the interval of an event that was seen `hits` times in `trials` is narrow enough.
    pub fn is_met(self, hits: u64, trials: u64) -> bool {
        let (low, high) = wilson(hits, trials, Z95);
        match self {
            Width::Absolute(width) => high - low <= width,
            Width::Relative(part) => hits >= 100 && high - low <= part * hits as f64 / trials as f64,
        }
    }
}

impl FromStr for Width {
    type Err = String;

    /// Reads a width as it is written after `--until`: a number, or a percentage of the probability.
    fn from_str(text: &str) -> Result<Width, String> {
        let (number, units, width): (&str, f64, fn(f64) -> Width) = match text.strip_suffix('%') {
            Some(percent) => (percent, 100.0, Width::Relative),
            None => (text, 1.0, Width::Absolute),
        };
        match number.trim().parse::<f64>().map(|x| x / units) {
            Ok(x) if x > 0.0 && x < 1.0 => Ok(width(x)),
            _ => Err("write a width above 0 and below 1, as in 0.001, or a part of the probability below \
                      100%, as in 5%"
                .to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_absolute_or_relative() {
        assert_eq!("0.001".parse(), Ok(Width::Absolute(0.001)));
        assert_eq!("5%".parse(), Ok(Width::Relative(0.05)));
        for text in ["0", "-1", "x", "%", "nan", "inf", "", "1", "200%", "100%"] {
            assert!(text.parse::<Width>().is_err(), "{text}");
        }
    }
}
