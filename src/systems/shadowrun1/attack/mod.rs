//! `attack`: all attacks of one action at one target.

pub mod prepare;

use super::dice::Successes;
use super::level::{Condition, Level};
use super::roll::Roll;
use super::rules::Rules;
use super::step;
use super::wound::Sufferer;
use crate::chance::{Chance, Metric, Procedure};

const SUCCESSES: Metric = Metric(0);
const DODGE: Metric = Metric(1);
const HIT: Metric = Metric(2);
const WOUND: Metric = Metric(3);
const BOXES: Metric = Metric(4);
const STATE: Metric = Metric(5);
const PENALTY: Metric = Metric(6);

/// All attacks of one action at one target.
pub struct Attack {
    rules: Rules,
    weapon: Weapon,
    /// Whether the level is at most D before it is staged down.
    cap_before_resist: bool,
    /// At least one.
    attacks: Vec<Roll>,
    /// None where the rules let nobody dodge.
    dodge: Option<Roll>,
    resistance: Roll,
    target: Sufferer,
}

/// What an attack does before anybody resists it.
struct Weapon {
    /// With the level more of a burst.
    level: Level,
    /// Successes that stage it down by a level.
    staging: i32,
    /// Extra successes that raise it by a level.
    per_level: i32,
    /// Whether the first success counts as extra, too.
    all_are_extra: bool,
}

/// The attacks so far: what was dodged, and the wounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Struck {
    evaded: i32,
    wounds: Wounds,
}

/// An attack that hits, before it is resisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Blow {
    /// None: it misses.
    level: Option<Level>,
    so_far: Struck,
}

/// Wounds in the order in which they are suffered: three bits each, the first in
/// the lowest. Attacks that do not wound are not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Wounds(u64);

impl Wounds {
    fn with(self, level: Level) -> Wounds {
        match level {
            Level::NONE => self,
            _ => Wounds(self.0 | (level.index() as u64) << (3 * self.count())),
        }
    }

    /// The first wound and those behind it.
    fn split(self) -> Option<(Level, Wounds)> {
        (self.0 > 0).then_some((Level((self.0 & 7) as i32), Wounds(self.0 >> 3)))
    }

    fn count(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(3)
    }

    fn iter(self) -> impl Iterator<Item = Level> {
        std::iter::successors(self.split(), |(_, rest)| rest.split()).map(|(level, _)| level)
    }
}

impl Procedure for Attack {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let (first, others) = self.attacks.split_first().expect("an action has an attack");
        let rolled = chance.stage(start, |chance, ()| self.roll(chance, first));
        let mut blow = chance.stage(rolled, |chance, successes| {
            let evaded = self.dodge(chance);
            self.strike(chance, successes, Struck { evaded, wounds: Wounds::default() })
        });
        for attack in others {
            let struck = chance.stage(blow, |chance, blow| self.resist(chance, blow));
            blow = chance.stage(struck, |chance, struck| {
                let successes = self.roll(chance, attack);
                self.strike(chance, successes, struck)
            });
        }
        let struck = chance.stage(blow, |chance, blow| self.resist(chance, blow));
        let mut marked =
            chance.stage(struck, |chance, struck| (self.target.before, self.tell(chance, struck)));
        for _ in &self.attacks {
            marked = chance.stage(marked, |chance, (condition, wounds)| match wounds.split() {
                None => (condition, wounds),
                Some((level, others)) => (self.target.suffer(chance, condition, level), others),
            });
        }
        chance.stage(marked, |chance, (condition, _)| self.end(chance, condition))
    }
}

impl Attack {
    /// 1: one attack.
    #[inline(always)]
    fn roll<C: Chance>(&self, chance: &mut C, attack: &Roll) -> i32 {
        chance.note(step::ROLL_ATTACK, || attack.words.clone());
        let Successes(successes) = chance.draw(&attack.law);
        chance.record(SUCCESSES, successes);
        successes
    }

    /// 2: the dodge of the whole action. Yields what it comes to, unless nobody asks
    /// whether anything hits.
    #[inline(always)]
    fn dodge<C: Chance>(&self, chance: &mut C) -> i32 {
        let Some(dodge) = &self.dodge else {
            return 0;
        };
        chance.note(step::DODGE, || dodge.words.clone());
        let Successes(evaded) = chance.draw(&dodge.law);
        chance.record(DODGE, evaded);
        if chance.wants(&[HIT]) || wants_wounds(chance) { evaded } else { 0 }
    }

    /// 3: whether an attack hits, and how its level rises.
    #[inline(always)]
    fn strike<C: Chance>(&self, chance: &mut C, successes: i32, so_far: Struck) -> Blow {
        let net = successes - so_far.evaded;
        if successes == 0 || net < 0 {
            chance.note(step::STAGE_UP, || match successes {
                0 => "no success: a miss".to_owned(),
                _ => format!("{} dodged, more than {successes}: a miss", so_far.evaded),
            });
            return Blow { level: None, so_far };
        }
        chance.record(HIT, 1);
        let risen = self.weapon.level.up(self.levels_up(net));
        let level = if self.cap_before_resist { risen.capped() } else { risen };
        chance.note(step::STAGE_UP, || self.weapon.level.up_in_words(net, level));
        Blow { level: Some(level), so_far }
    }

    /// The levels by which net successes raise an attack.
    fn levels_up(&self, net: i32) -> i32 {
        let extra = if self.weapon.all_are_extra { net } else { (net - 1).max(0) };
        extra / self.weapon.per_level
    }

    /// 4: what is left of an attack that hits.
    #[inline(always)]
    fn resist<C: Chance>(&self, chance: &mut C, blow: Blow) -> Struck {
        let Struck { evaded, wounds } = blow.so_far;
        let Some(level) = blow.level else {
            return blow.so_far;
        };
        chance.note(step::RESIST, || self.resistance.words.clone());
        let Successes(resisted) = chance.draw(&self.resistance.law);
        let down = resisted / self.weapon.staging;
        let left = level.down(down);
        chance.note(step::RESIST, || level.down_in_words(down));
        let wounds = if wants_wounds(chance) { wounds.with(left) } else { wounds };
        Struck { evaded, wounds }
    }

    /// Counts the wounds. Yields them if it matters where they are marked.
    #[inline(always)]
    fn tell<C: Chance>(&self, chance: &mut C, struck: Struck) -> Wounds {
        let worst = struck.wounds.iter().max().unwrap_or(Level::NONE);
        chance.record(WOUND, worst.index() as i64);
        chance.record(BOXES, struck.wounds.iter().map(|level| self.rules.boxes(level)).sum::<u32>());
        if wants_track(chance) { struck.wounds } else { Wounds::default() }
    }

    /// 6: what the target is in the end.
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

/// Whether anybody asks where wounds are marked.
#[inline(always)]
fn wants_track<C: Chance>(chance: &C) -> bool {
    chance.wants(&[STATE, PENALTY]) || chance.wants_indicators()
}

/// Whether anybody asks what wounds there are.
#[inline(always)]
fn wants_wounds<C: Chance>(chance: &C) -> bool {
    chance.wants(&[WOUND, BOXES]) || wants_track(chance)
}
