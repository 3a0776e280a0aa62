//! The rounds of a loop.

use std::fmt;

use super::Indicator;

/// A round of a loop: [`Chance::until`](super::Chance::until) gives it to the rule text.
///
/// It shows itself as its number, counted from 1. A rule that goes by the number asks
/// [`Chance::number`](super::Chance::number) for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub(super) number: u32,
    /// How many loops are around its own.
    pub(super) depth: u8,
}

impl Round {
    /// The only round of what has no loop.
    pub const ONLY: Round = Round::of(1);

    /// A round of a loop with none around it.
    pub(super) const fn of(number: u32) -> Self {
        Round { number, depth: 0 }
    }

    /// Its indicator of a kind, where every round has so many kinds.
    pub(super) fn indicator(self, kind: usize, kinds: usize) -> Indicator {
        Indicator((self.number as usize - 1) * kinds + kind)
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number.fmt(f)
    }
}
