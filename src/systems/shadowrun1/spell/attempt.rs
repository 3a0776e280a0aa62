//! A spell, up to its effect.

use super::super::dice::Successes;
use super::super::level::Level;
use super::super::roll::PenalizedRoll;
use super::super::step;
use super::super::wound::Penalties;
use super::{HIT, RESISTED, SUCCESSES};
use crate::chance::{Chance, Merging, Procedure};

/// The tests of a spell and its effect, prepared for any wounds of caster and target.
pub struct Attempt {
    pub success: PenalizedRoll,
    /// `None`: the target does not resist.
    pub resistance: Option<PenalizedRoll>,
    pub effect: Effect,
}

/// The effect of a spell.
#[derive(Clone, Copy)]
pub enum Effect {
    /// It wounds: its level, and the extra successes that raise it by a level.
    Combat { level: Level, staging: i32 },
    /// It works with at least this number of net successes.
    Control { threshold: i32 },
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Impact {
    /// Whether the spell takes effect.
    pub hit: bool,
    pub wound: Level,
}

impl Procedure<Penalties, Impact> for Attempt {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Penalties>) -> C::Of<Impact> {
        let rolled = chance
            .stage(start, |chance, penalties| (self.succeed(chance, penalties.actor), penalties.target));
        chance.stage(rolled, |chance, (successes, penalty)| {
            let resisted = self.resist(chance, penalty);
            self.take_effect(chance, successes, resisted)
        })
    }
}

impl Attempt {
    /// Step 1: the success test.
    #[inline(always)]
    fn succeed<C: Chance>(&self, chance: &mut C, penalty: i32) -> i32 {
        let success = self.success.at(penalty);
        chance.note(step::ROLL_SPELL, || success.words.clone());
        let Successes(successes) = chance.draw(&success.law);
        chance.record(SUCCESSES, successes);
        successes
    }

    /// Step 2: the resistance test.
    #[inline(always)]
    fn resist<C: Chance>(&self, chance: &mut C, penalty: i32) -> i32 {
        let Some(resistance) = &self.resistance else {
            chance.note(step::RESIST_SPELL, || "the target is not aware of it: no test".to_owned());
            return 0;
        };
        let resistance = resistance.at(penalty);
        chance.note(step::RESIST_SPELL, || resistance.words.clone());
        let Successes(resisted) = chance.draw(&resistance.law);
        chance.record(RESISTED, resisted);
        resisted
    }

    /// Step 3: whether the spell works, and the wound that it causes.
    #[inline(always)]
    fn take_effect<C: Chance>(&self, chance: &mut C, successes: i32, resisted: i32) -> Impact {
        let net = successes - resisted;
        match self.effect {
            Effect::Combat { level, staging } => {
                let hit = successes > 0 && net >= 0;
                chance.record(HIT, hit);
                if !hit {
                    chance.note(step::EFFECT, || "no effect".to_owned());
                    return Impact { hit, wound: Level::NONE };
                }
                let wound = level.up((net - 1).max(0) / staging).capped();
                chance.note(step::EFFECT, || level.up_in_words(net, wound));
                Impact { hit, wound }
            }
            Effect::Control { threshold } => {
                let hit = successes > 0 && net >= threshold;
                chance.record(HIT, hit);
                chance.note(step::EFFECT, || {
                    let comes = if hit { "it works" } else { "it does not work" };
                    format!("{net} net of {threshold} needed: {comes}")
                });
                Impact { hit, wound: Level::NONE }
            }
        }
    }
}
