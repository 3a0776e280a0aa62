//! The wounds of an action.

use super::super::level::Level;

/// Wounds in order, packed into three bits each, the first in the lowest bits. Attacks that cause no
/// wound are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wounds(u64);

impl Wounds {
    pub const NONE: Wounds = Wounds(0);

    /// Appends a wound, unless its level is none.
    pub fn with(self, level: Level) -> Wounds {
        match level {
            Level::NONE => self,
            _ => Wounds(self.0 | (level.index() as u64) << (3 * self.count())),
        }
    }

    /// Splits off the first wound.
    #[inline(always)]
    pub fn split(self) -> Option<(Level, Wounds)> {
        (self.0 > 0).then_some((Level((self.0 & 7) as i32), Wounds(self.0 >> 3)))
    }

    fn count(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(3)
    }

    pub fn iter(self) -> impl Iterator<Item = Level> {
        std::iter::successors(self.split(), |(_, rest)| rest.split()).map(|(level, _)| level)
    }
}
