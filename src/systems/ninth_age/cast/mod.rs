//! `cast`: one attempt at one spell.

pub mod prepare;

use std::fmt;

use super::attempt::{CastingRoll, DispelRoll, Dispelling, Miscast, Verdict, note_broken};
use super::step;
use crate::chance::{Chance, Drawn, Law, Metric, Procedure};
use crate::description::words::count;

const CAST_TOTAL: Metric = Metric(0);
const RESULT: Metric = Metric(1);
const CAST: Metric = Metric(2);
const MISCAST: Metric = Metric(3);
const RETURNED_CASTING: Metric = Metric(4);
const RETURNED_DISPELLING: Metric = Metric(5);
/// Exists only if the caster's wounds are given.
const CASTER_WOUNDED: Metric = Metric(6);

/// The result of the attempt, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Failed,
    Dispelled,
    Broken,
    Cast,
}

const RESULTS: [&str; 4] = ["failed", "dispelled", "broken", "cast"];

/// One attempt at one spell.
pub struct Cast {
    attempt: Attempt,
    replies: Replies,
    wounds: Option<Wounds>,
}

/// A casting attempt.
struct Attempt {
    /// The text of the declaration.
    declared: String,
    /// The text that describes the roll.
    roll_words: String,
    /// The number of dice that are rolled.
    magic_dice: u32,
    law: Law<CastingRoll>,
}

/// The dispeller's reply to each total that passes.
struct Replies {
    first_total: i32,
    /// For each total from `first_total` on, the index of a dispelling attempt, if one is made.
    places: Vec<Option<usize>>,
    dispellings: Vec<Dispelling>,
    /// The text that explains why no attempt is made.
    none: String,
}

impl Replies {
    #[inline(always)]
    fn to(&self, total: i32) -> Option<&Dispelling> {
        self.places[(total - self.first_total) as usize].map(|place| &self.dispellings[place])
    }
}

/// What miscasts do to the caster.
struct Wounds {
    all: i32,
    backlash: Law<Lost>,
    implosion: Law<Lost>,
}

/// Wounds that the caster loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lost(i32);

impl Drawn for Lost {}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", count(self.0.unsigned_abs(), "wound", "wounds"))
    }
}

impl Procedure for Cast {
    #[inline]
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let passed = chance.stage(start, |chance, ()| self.attempt(chance));
        let miscast = chance.stage(passed, |chance, passed| {
            let roll = passed?;
            if self.dispelled(chance, roll.total) {
                result(chance, Outcome::Dispelled);
                return None;
            }
            self.resolve_spell(chance, roll.verdict)
        });
        chance.stage(miscast, |chance, miscast| {
            if let Some(miscast) = miscast {
                self.apply(chance, miscast);
            }
        })
    }
}

impl Cast {
    /// Step A: the casting attempt. Returns the roll if it is passed.
    #[inline(always)]
    fn attempt<C: Chance>(&self, chance: &mut C) -> Option<CastingRoll> {
        chance.note(step::DECLARE, || self.attempt.declared.clone());
        chance.note(step::ROLL_CASTING, || self.attempt.roll_words.clone());
        let roll = chance.draw(&self.attempt.law);
        chance.record(CAST_TOTAL, roll.total);
        roll.verdict.note(chance);
        if let Verdict::Failed { back } = roll.verdict {
            result(chance, Outcome::Failed);
            chance.record(RETURNED_CASTING, back);
            return None;
        }
        Some(roll)
    }

    /// Step B: whether a dispelling attempt is made and successful.
    #[inline(always)]
    fn dispelled<C: Chance>(&self, chance: &mut C, total: i32) -> bool {
        let Some(dispelling) = self.replies.to(total) else {
            chance.note(step::DECLARE_DISPEL, || self.replies.none.clone());
            return false;
        };
        chance.note(step::DECLARE_DISPEL, || {
            format!("{} against a total of {total}", count(dispelling.dice, "dispel die", "dispel dice"))
        });
        match dispelling.roll(chance) {
            DispelRoll::Dispelled => true,
            DispelRoll::Failed { back } => {
                chance.record(RETURNED_DISPELLING, back);
                false
            }
        }
    }

    /// Steps C and D: whether the spell is cast. Returns the miscast effect to apply, if any.
    #[inline(always)]
    fn resolve_spell<C: Chance>(&self, chance: &mut C, verdict: Verdict) -> Option<Miscast> {
        if let Verdict::Broken { back } = verdict {
            note_broken(chance, back, 0);
            result(chance, Outcome::Broken);
            chance.record(MISCAST, Miscast::BROKEN.0);
            chance.record(RETURNED_CASTING, back);
            return None;
        }
        chance.note(step::RESOLVE, || "the spell is cast".to_owned());
        result(chance, Outcome::Cast);
        chance.record(CAST, true);
        let Verdict::Miscast(miscast) = verdict else {
            return None;
        };
        chance.record(MISCAST, miscast.0);
        Some(miscast)
    }

    /// Step F: the miscast effect.
    #[inline(always)]
    fn apply<C: Chance>(&self, chance: &mut C, miscast: Miscast) {
        chance.note(step::MISCAST, || {
            format!("{}: {}", miscast.name(), miscast.effect(self.attempt.magic_dice))
        });
        let Some(wounds) = &self.wounds else {
            return;
        };
        let Lost(lost) = match miscast.0 {
            5 => chance.draw(&wounds.backlash),
            6 => chance.draw(&wounds.implosion),
            7 => Lost(wounds.all),
            _ => Lost(0),
        };
        chance.record(CASTER_WOUNDED, lost);
    }
}

#[inline(always)]
fn result<C: Chance>(chance: &mut C, outcome: Outcome) {
    chance.record(RESULT, outcome as i64);
}

impl Wounds {
    /// Hits wound on 4 or more. The caster cannot lose more wounds than he has.
    fn new(all: i32) -> Self {
        let law = |hits: u32| {
            let die = Law::die(6).map(|face| i32::from(face >= 4));
            Law::repeat(hits, &die, 0, |sum, wound| sum + wound).map(move |sum| Lost(sum.min(all)))
        };
        Wounds { all, backlash: law(2), implosion: law(4) }
    }
}
