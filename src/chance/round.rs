//! The rounds of a loop.

use std::fmt;

use super::Indicator;

/// A round of a loop, which [`Chance::until`](super::Chance::until) passes to the rule text.
///
/// It is displayed as its number, counted from 1. A rule that depends on the number must ask
/// [`Chance::number`](super::Chance::number) for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub(super) number: u32,
    /// How many loops enclose its loop.
    pub(super) depth: u8,
}

impl Round {
    /// A round of a loop that no other loop encloses.
    pub(super) const fn of(number: u32) -> Self {
        Round { number, depth: 0 }
    }

    /// Its indicator of a kind, if every round has `kinds` indicators.
    pub(super) fn indicator(self, kind: usize, kinds: usize) -> Indicator {
        Indicator((self.number as usize - 1) * kinds + kind)
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}
