//! The wounds of an action.

use super::super::level::Level;

/// Wounds in the order in which they are suffered: three bits each, the first in
/// the lowest. Attacks that do not wound are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wounds(u64);

impl Wounds {
    pub const NONE: Wounds = Wounds(0);

    /// These and one more, if it is a wound.
    pub fn with(self, level: Level) -> Wounds {
        match level {
            Level::NONE => self,
            _ => Wounds(self.0 | (level.index() as u64) << (3 * self.count())),
        }
    }

    /// The first wound and those behind it.
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
