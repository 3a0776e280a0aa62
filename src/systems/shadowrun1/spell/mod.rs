//! `spell`: one spell at one target, and its drain.

pub mod prepare;

use super::dice::Successes;
use super::level::Level;
use super::roll::Roll;
use super::step;
use super::track::Damage;
use super::wound::Sufferer;
use crate::chance::{Chance, Metric, Procedure};

const SUCCESSES: Metric = Metric(0);
const RESISTED: Metric = Metric(1);
const HIT: Metric = Metric(2);
const WOUND: Metric = Metric(3);
const BOXES: Metric = Metric(4);
const STATE: Metric = Metric(5);
const DRAIN_WOUND: Metric = Metric(6);
const DRAIN_BOXES: Metric = Metric(7);
const DRAIN_TYPE: Metric = Metric(8);
const CASTER_STATE: Metric = Metric(9);

/// What boxes the drain marks, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrainType {
    None,
    Stun,
    Physical,
}

const DRAIN_TYPES: [&str; 3] = ["none", "stun", "physical"];

/// One spell at one target, and its drain.
pub struct Spell {
    success: Roll,
    /// None: the target does not resist.
    resistance: Option<Roll>,
    effect: Effect,
    drain: Drain,
    target: Sufferer,
    caster: Sufferer,
}

/// What a spell does.
enum Effect {
    /// It wounds: its level, and how many extra successes raise it.
    Combat { level: Level, staging: i32 },
    /// It works with so many net successes.
    Control { threshold: i32 },
}

/// What a spell costs.
struct Drain {
    level: Level,
    staging: i32,
    resistance: Roll,
}

impl Procedure for Spell {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let rolled = chance.stage(start, |chance, ()| {
            chance.note(step::ROLL_SPELL, || self.success.words.clone());
            let Successes(successes) = chance.draw(&self.success.law);
            chance.record(SUCCESSES, successes);
            successes
        });
        let wound = chance.stage(rolled, |chance, successes| {
            let resisted = self.resist(chance);
            self.take_effect(chance, successes, resisted)
        });
        let drained = chance.stage(wound, |chance, wound| {
            self.register(chance, wound);
            self.resist_drain(chance)
        });
        chance.stage(drained, |chance, drained| self.drain(chance, drained))
    }
}

impl Spell {
    /// 2: the resistance test.
    #[inline(always)]
    fn resist<C: Chance>(&self, chance: &mut C) -> i32 {
        let Some(resistance) = &self.resistance else {
            chance.note(step::RESIST_SPELL, || "the target is not aware of it: no test".to_owned());
            return 0;
        };
        chance.note(step::RESIST_SPELL, || resistance.words.clone());
        let Successes(resisted) = chance.draw(&resistance.law);
        chance.record(RESISTED, resisted);
        resisted
    }

    /// 3: whether the spell works, and the wound that it makes.
    #[inline(always)]
    fn take_effect<C: Chance>(&self, chance: &mut C, successes: i32, resisted: i32) -> Level {
        let net = successes - resisted;
        match self.effect {
            Effect::Combat { level, staging } => {
                let hit = successes > 0 && net >= 0;
                chance.record(HIT, hit);
                if !hit {
                    chance.note(step::EFFECT, || "no effect".to_owned());
                    return Level::NONE;
                }
                let risen = level.up((net - 1).max(0) / staging).capped();
                chance
                    .note(step::EFFECT, || format!("{net} net: {} rises to {}", level.name(), risen.name()));
                risen
            }
            Effect::Control { threshold } => {
                let hit = successes > 0 && net >= threshold;
                chance.record(HIT, hit);
                chance.note(step::EFFECT, || {
                    let comes = if hit { "it works" } else { "it does not work" };
                    format!("{net} net of {threshold} needed: {comes}")
                });
                Level::NONE
            }
        }
    }

    /// The wound on the target's track.
    #[inline(always)]
    fn register<C: Chance>(&self, chance: &mut C, wound: Level) {
        chance.record(WOUND, wound.index() as i64);
        chance.record(BOXES, self.target.boxes(wound));
        let condition = self.target.after(chance, wound, &[STATE]);
        chance.record(STATE, condition.state() as i64);
        self.target.record_track(chance, condition);
    }

    /// 4: what is left of the drain.
    #[inline(always)]
    fn resist_drain<C: Chance>(&self, chance: &mut C) -> Level {
        let Drain { level, staging, resistance } = &self.drain;
        chance.note(step::DRAIN, || format!("drain {}: {}", level.name(), resistance.words));
        let Successes(resisted) = chance.draw(&resistance.law);
        let down = resisted / staging;
        let left = level.down(down);
        chance.note(step::DRAIN, || level.down_in_words(down));
        left
    }

    /// The drain on the caster's track.
    #[inline(always)]
    fn drain<C: Chance>(&self, chance: &mut C, wound: Level) {
        let kind = match (wound, self.caster.damage) {
            (Level::NONE, _) => DrainType::None,
            (_, Damage::Stun) => DrainType::Stun,
            (_, Damage::Physical) => DrainType::Physical,
        };
        chance.record(DRAIN_WOUND, wound.index() as i64);
        chance.record(DRAIN_BOXES, self.caster.boxes(wound));
        chance.record(DRAIN_TYPE, kind as i64);
        let condition = self.caster.after(chance, wound, &[CASTER_STATE]);
        chance.record(CASTER_STATE, condition.state() as i64);
        self.caster.record_track(chance, condition);
    }
}
