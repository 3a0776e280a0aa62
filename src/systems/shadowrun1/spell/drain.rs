//! The drain of a spell on its caster.

use std::cmp::Reverse;

use super::super::dice::Successes;
use super::super::level::Level;
use super::super::roll::PenalizedRoll;
use super::super::step;
use crate::chance::Merging;

/// Drain, prepared for any wounds of the caster.
pub struct Drain {
    pub level: Level,
    /// The successes that stage it down by a level.
    pub staging: i32,
    pub resistance: PenalizedRoll,
}

impl Drain {
    /// Step 4: the caster resists the drain. Returns the level that is left.
    #[inline(always)]
    pub fn resist<C: Merging>(&self, chance: &mut C, penalty: i32) -> Level {
        let Drain { level, staging, .. } = *self;
        let resistance = self.resistance.at(penalty);
        chance.note(step::DRAIN, || format!("drain {}: {}", level.name(), resistance.words));
        let left = |Successes(resisted)| level.down(resisted / staging);
        let resisted = chance.draw_alike(&resistance.law, |successes| Reverse(left(successes)));
        chance.note(step::DRAIN, || level.down_in_words(resisted.0 / staging));
        left(resisted)
    }
}
