//! The attacks of one action, up to the wounds that they cause.

use super::super::dice::Successes;
use super::super::level::Level;
use super::super::roll::{PenalizedRoll, Roll};
use super::super::step;
use super::super::track::MOST_PENALTY;
use super::super::wound::Penalties;
use super::{BOXES, DODGE, HIT, SUCCESSES, WOUND, Wounds, wants_track};
use crate::chance::{Chance, Merging, Procedure};

/// The attacks of one action, prepared for any wounds of both sides.
pub struct Action {
    pub weapon: Weapon,
    /// Whether the level is at most D before it is staged down.
    pub cap_before_resist: bool,
    /// At least one.
    pub attacks: Vec<PenalizedRoll>,
    /// `None` if the rules have no dodge test.
    pub dodge: Option<PenalizedRoll>,
    pub resistance: PenalizedRoll,
    /// Whether the wounds always matter, even if no metric of them is wanted, because a fight goes on
    /// with them.
    pub goes_on: bool,
}

/// The effect of an attack before it is resisted.
pub struct Weapon {
    /// The wound level, raised by one for a burst; above deadly only without `cap_before_resist`.
    pub level: Level,
    /// The successes that stage it down by a level.
    pub staging: i32,
    /// The extra successes that raise it by a level.
    pub per_level: i32,
    /// Whether the first success counts as extra, too.
    pub all_are_extra: bool,
}

/// The result of the attacks so far: the successes of the dodge, and the wounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Struck {
    evaded: i32,
    wounds: Wounds,
}

/// An attack that hits, before it is resisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Blow {
    /// `None`: the attack misses.
    level: Option<Level>,
    so_far: Struck,
}

impl Procedure<Penalties, Wounds> for Action {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Penalties>) -> C::Of<Wounds> {
        let (first, others) = self.attacks.split_first().expect("an action has an attack");
        let rolled = chance
            .stage(start, |chance, penalties| (self.roll(chance, first.at(penalties.actor)), penalties));
        let mut blow = chance.stage(rolled, |chance, (successes, penalties)| {
            let evaded = self.dodge(chance, penalties.target);
            (self.strike(chance, successes, Struck { evaded, wounds: Wounds::NONE }), penalties)
        });
        for attack in others {
            let struck = chance.stage(blow, |chance, (blow, penalties)| {
                (self.resist(chance, blow, penalties.target), penalties)
            });
            blow = chance.stage(struck, |chance, (struck, penalties)| {
                let successes = self.roll(chance, attack.at(penalties.actor));
                (self.strike(chance, successes, struck), penalties)
            });
        }
        chance.stage(blow, |chance, (blow, penalties)| self.resist(chance, blow, penalties.target).wounds)
    }

    /// Numbers the penalties that marks may cause.
    #[inline(always)]
    fn number(&self, &Penalties { actor, target }: &Penalties) -> Option<usize> {
        let marked = 0..=MOST_PENALTY;
        let number = actor * (MOST_PENALTY + 1) + target;
        (marked.contains(&actor) && marked.contains(&target)).then_some(number as usize)
    }

    fn numbers(&self) -> usize {
        (MOST_PENALTY as usize + 1).pow(2)
    }
}

impl Action {
    /// Step 1: rolls one attack.
    #[inline(always)]
    fn roll<C: Chance>(&self, chance: &mut C, attack: &Roll) -> i32 {
        chance.note(step::ROLL_ATTACK, || attack.words.clone());
        let Successes(successes) = chance.draw(&attack.law);
        chance.record(SUCCESSES, successes);
        successes
    }

    /// Step 2: the dodge for the whole action. Returns its successes, or 0 if nothing that is wanted
    /// depends on them.
    #[inline(always)]
    fn dodge<C: Chance>(&self, chance: &mut C, penalty: i32) -> i32 {
        let Some(dodge) = &self.dodge else {
            return 0;
        };
        let dodge = dodge.at(penalty);
        chance.note(step::DODGE, || dodge.words.clone());
        let Successes(evaded) = chance.draw(&dodge.law);
        chance.record(DODGE, evaded);
        if chance.wants(&[HIT]) || self.wants_wounds(chance) { evaded } else { 0 }
    }

    /// Step 3: whether an attack hits, and how its level rises.
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

    /// The number of levels by which net successes raise an attack.
    fn levels_up(&self, net: i32) -> i32 {
        let extra = if self.weapon.all_are_extra { net } else { (net - 1).max(0) };
        extra / self.weapon.per_level
    }

    /// Step 4: the target resists an attack that hits.
    #[inline(always)]
    fn resist<C: Chance>(&self, chance: &mut C, blow: Blow, penalty: i32) -> Struck {
        let Struck { evaded, wounds } = blow.so_far;
        let Some(level) = blow.level else {
            return blow.so_far;
        };
        let resistance = self.resistance.at(penalty);
        chance.note(step::RESIST, || resistance.words.clone());
        let Successes(resisted) = chance.draw(&resistance.law);
        let down = resisted / self.weapon.staging;
        let left = level.down(down);
        chance.note(step::RESIST, || level.down_in_words(down));
        let wounds = if self.wants_wounds(chance) { wounds.with(left) } else { wounds };
        Struck { evaded, wounds }
    }

    /// Whether anything that is wanted depends on the wounds.
    #[inline(always)]
    fn wants_wounds<C: Chance>(&self, chance: &C) -> bool {
        self.goes_on || chance.wants(&[WOUND, BOXES]) || wants_track(chance)
    }
}
