//! `spell`: one spell at one target, and its drain.

pub mod prepare;

mod attempt;

mod drain;

pub use self::attempt::{Attempt, Effect, Impact};
pub use self::drain::Drain;
use super::level::Level;
use super::track::Damage;
use super::wound::{Penalties, Sufferer};
use crate::chance::{Chance, Merging, Metric, Procedure};

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

/// The kind of boxes that the drain marks, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrainType {
    None,
    Stun,
    Physical,
}

const DRAIN_TYPES: [&str; 3] = ["none", "stun", "physical"];

/// One spell at one target, and its drain.
pub struct Spell {
    attempt: Attempt,
    drain: Drain,
    penalties: Penalties,
    target: Sufferer,
    caster: Sufferer,
}

impl Procedure for Spell {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let penalties = chance.stage(start, |_, ()| self.penalties);
        let impact = self.attempt.resolve(chance, penalties);
        let drained = chance.stage(impact, |chance, impact| {
            self.register(chance, impact.wound);
            self.drain.resist(chance, self.penalties.actor)
        });
        chance.stage(drained, |chance, drained| self.suffer_drain(chance, drained))
    }
}

impl Spell {
    /// Marks the wound on the target's track.
    #[inline(always)]
    fn register<C: Chance>(&self, chance: &mut C, wound: Level) {
        chance.record(WOUND, wound.index() as i64);
        chance.record(BOXES, self.target.boxes(wound));
        let condition = self.target.after(chance, wound, &[STATE]);
        chance.record(STATE, condition.state() as i64);
        self.target.record_track(chance, condition);
    }

    /// Marks the drain on the caster's track.
    #[inline(always)]
    fn suffer_drain<C: Chance>(&self, chance: &mut C, wound: Level) {
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
