//! Advantage: hits that are saved as a bonus for the next round.

use super::arena::{Advantage, Arena, Hero, Opponent};
use super::attack::{Attack, Blow, Saving};
use super::fight::Fight;
use super::rules::{CombatDie, Rules};
use super::score::Score;
use crate::chance::Merging;

/// The difference of a hit that was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// There was none.
    #[default]
    None,
    /// It has been used in this round.
    Used,
    /// So much.
    Of(i32),
    /// That of a hit with these scores, modifiers included. Where states merge it stays
    /// open until it matters.
    Open { attack: i32, defense: i32 },
}

impl Bonus {
    /// What it adds.
    #[inline(always)]
    pub fn value(self) -> i32 {
        match self {
            Bonus::Of(difference) => difference,
            Bonus::None | Bonus::Used | Bonus::Open { .. } => 0,
        }
    }
}

impl Arena {
    /// A hit is saved. Where states merge its difference stays open, unless the foe
    /// strikes back with the same dice: these cannot be drawn again.
    #[inline(always)]
    pub fn save<C: Merging>(&self, chance: &C, attack: &Attack, difference: i32) -> Bonus {
        match chance.merges() {
            false => Bonus::Of(difference),
            true if self.rules.combat_die == CombatDie::Shared => {
                Bonus::Of(difference.min(self.greatest_bonus))
            }
            true => Bonus::Open { attack: attack.attack.sum(), defense: attack.defense.sum() },
        }
    }

    /// In a stage of its own, draws the bonus that was left open.
    #[inline(always)]
    pub fn draw_bonus<C: Merging>(&self, chance: &mut C, fight: C::Of<Fight>) -> C::Of<Fight> {
        let Some(advantage) = self.advantage else {
            return fight;
        };
        let saving = if advantage.always { Saving::All } else { Saving::Harmless };
        chance.stage(fight, |chance, mut fight| {
            if let Bonus::Open { attack, defense } = fight.bonus {
                let plain = |base| Score { base, modifier: 0 };
                let hit = Attack {
                    attack: plain(attack),
                    defense: plain(defense),
                    saving,
                    ..self.attack_of_hero(&fight, 0)
                };
                let most = self.greatest_bonus;
                let blow = |pair| match hit.blow(&self.rules.wounds, pair) {
                    Blow::Saved(difference) => Blow::Saved(difference.min(most)),
                    blow => blow,
                };
                let saved = |pair| matches!(blow(pair), Blow::Saved(_));
                let pair = chance.draw_given(&self.pair, saved, |pair| (pair.botches(), blow(pair)));
                fight.bonus = Bonus::Of(hit.difference(pair).min(most));
            }
            fight
        })
    }

    /// A bonus is used up, if it is for Defense or for Attack. Where states merge the
    /// greatest stands for all greater ones, and what comes of it is left out if it is
    /// not the `same` for all of them.
    #[inline(always)]
    pub fn spend_bonus<C: Merging>(&self, chance: &mut C, fight: &mut Fight, for_defense: bool, same: bool) {
        if fight.bonus == Bonus::None
            || self.advantage.is_none_or(|advantage| advantage.for_defense != for_defense)
        {
            return;
        }
        if chance.merges() && fight.bonus.value() >= self.greatest_bonus && !same {
            chance.omit();
        }
        fight.bonus = Bonus::Used;
    }
}

/// The bonus that decides a blow, whatever the penalties, unless a stress die exceeds
/// another by so much more.
pub fn greatest_bonus(rules: &Rules, hero: &Hero, foe: &Opponent, advantage: Advantage) -> i32 {
    // Two dice in a row of which each exceeds another by so much: 1e-8 of all rounds.
    const DICE: i32 = 80;
    let worst_penalty = rules.wounds.penalty(rules.levels() - 1).abs() * 2;
    let range = rules.inside_range_penalty * (foe.inside + foe.closes);
    let (hero, foe) = (&hero.scores, &foe.scores);
    let gap = match advantage.for_defense {
        true => foe.attack - hero.defense,
        false => foe.defense - hero.attack + rules.wounds.deadly(hero.damage, foe.soak),
    };
    gap.max(0) + worst_penalty + range + DICE
}
