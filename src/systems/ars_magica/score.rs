//! Scores with modifiers, and their totals.

use super::dice::Stress;
use crate::description::words::{added, signed};

/// A score and its modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    pub base: i32,
    pub modifier: i32,
}

impl Score {
    /// The sum of score and modifier.
    #[inline(always)]
    pub fn sum(self) -> i32 {
        self.base + self.modifier
    }

    /// The total with a die.
    #[inline(always)]
    pub fn total(self, die: Stress) -> i32 {
        die.total(self.sum())
    }

    /// Describes the total, as in `10 + 7 − 6 = 11`.
    pub fn words(self, die: Stress) -> String {
        let (base, modifier, total) = (signed(self.base), added(self.modifier), signed(self.total(die)));
        match die.is_botch() {
            true => format!("{base}{modifier}, botched: {total}"),
            false => format!("{base} + {die}{modifier} = {total}"),
        }
    }
}
