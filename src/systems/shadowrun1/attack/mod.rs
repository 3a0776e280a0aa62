//! `attack`: all attacks of one action at one target.

pub mod prepare;

mod action;

mod read;

mod wounds;

pub use self::action::Action;
pub use self::read::{ActionKeys, Means};
pub use self::wounds::Wounds;
use super::level::{Condition, Level};
use super::step;
use super::wound::{Penalties, Sufferer};
use crate::chance::{Chance, Merging, Metric, Procedure};

const SUCCESSES: Metric = Metric(0);
const DODGE: Metric = Metric(1);
const HIT: Metric = Metric(2);
const WOUND: Metric = Metric(3);
const BOXES: Metric = Metric(4);
const STATE: Metric = Metric(5);
const PENALTY: Metric = Metric(6);

/// All attacks of one action at one target, and their effect on it.
struct Attack {
    action: Action,
    penalties: Penalties,
    target: Sufferer,
}

impl Procedure for Attack {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let penalties = chance.stage(start, |_, ()| self.penalties);
        let wounds = self.action.resolve(chance, penalties);
        let mut marked =
            chance.stage(wounds, |chance, wounds| (self.target.before, self.tell(chance, wounds)));
        for _ in &self.action.attacks {
            marked = chance.stage(marked, |chance, (condition, wounds)| match wounds.split() {
                None => (condition, wounds),
                Some((level, others)) => (self.target.suffer(chance, condition, level), others),
            });
        }
        chance.stage(marked, |chance, (condition, _)| self.end(chance, condition))
    }
}

impl Attack {
    /// Records the wounds. Returns them if it matters where they are marked.
    #[inline(always)]
    fn tell<C: Chance>(&self, chance: &mut C, wounds: Wounds) -> Wounds {
        let worst = wounds.iter().max().unwrap_or(Level::NONE);
        chance.record(WOUND, worst.index() as i64);
        chance.record(BOXES, wounds.iter().map(|level| self.target.boxes(level)).sum::<u32>());
        if wants_track(chance) { wounds } else { Wounds::NONE }
    }

    /// Step 6: the final condition of the target.
    #[inline(always)]
    fn end<C: Chance>(&self, chance: &mut C, condition: Condition) {
        let penalty = condition.penalty();
        chance.note(step::PENALTY, || match penalty {
            0 => "no penalty".to_owned(),
            _ => format!("+{penalty} to the target's target numbers"),
        });
        chance.record(STATE, condition.state() as i64);
        chance.record(PENALTY, penalty);
        self.target.record_track(chance, condition);
    }
}

/// Whether anything that is wanted depends on where wounds are marked.
#[inline(always)]
fn wants_track<C: Chance>(chance: &C) -> bool {
    chance.wants(&[STATE, PENALTY]) || chance.wants_indicators()
}
