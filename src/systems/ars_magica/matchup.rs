//! Who fights whom: scores with all that is added to them.

use std::ops::Range;

use super::attack::{Attack, Saving};
use super::bonus::{Advantage, Bonus, Total, greatest_bonus};
use super::combatant::{Hero, Opponent};
use super::dice::{Pair, Stress, pair, stress};
use super::fight::{Fight, Foe, Speed};
use super::rules::{CombatDie, Rules};
use super::score::Score;
use super::wounds::Lost;
use crate::chance::Law;

/// The hero, his foes, and the dice between them.
pub struct Matchup {
    pub rules: Rules,
    pub hero: Hero,
    /// One to six of them.
    pub foes: Vec<Opponent>,
    /// When the hero saves the advantage of a hit, if ever.
    pub advantage: Option<Advantage>,
    /// Where states merge, a greater bonus counts as this one.
    pub greatest_bonus: i32,
    /// Whether what happens in the round is counted, as in an exchange.
    pub counts: bool,
    pub stress: Law<Stress>,
    pub pair: Law<Pair>,
    /// What levels lost, Body and Fatigue together, may cost: each sum once.
    pub penalties: Vec<i32>,
    /// The places of foes who are alike, two of them or more.
    pub alike: Vec<Range<usize>>,
}

impl Matchup {
    pub fn new(
        rules: Rules,
        hero: Hero,
        foes: Vec<Opponent>,
        advantage: Option<Advantage>,
        counts: bool,
    ) -> Matchup {
        let stress = stress(rules.wounds.botch_dice);
        let pair = pair(&stress);
        let mut alike = Vec::new();
        let mut first = 0;
        for group in foes.chunk_by(|one, next| one == next) {
            alike.push(first..first + group.len());
            first += group.len();
        }
        alike.retain(|group| group.len() > 1);
        let penalties = rules.wounds.penalties();
        // There is no foe if the scenario is at fault.
        let greatest_bonus =
            foes.first().map_or(0, |foe| greatest_bonus(&rules, &hero.scores, foe, advantage));
        Matchup { rules, hero, foes, advantage, greatest_bonus, counts, stress, pair, penalties, alike }
    }

    /// Whether the foe's blow of this round is told before the hero's: so a bonus to Defense is
    /// used before another is saved. With one die for all, both are told together.
    #[inline(always)]
    pub fn foe_strikes_first(&self, fight: &Fight) -> bool {
        let for_total = match self.advantage {
            Some(Advantage::Fixed { to, .. }) => Some(to),
            Some(Advantage::Best) => fight.bonus.to(),
            None => None,
        };
        self.rules.combat_die != CombatDie::Shared && for_total == Some(Total::Defense)
    }

    /// The greatest bonus that the hero may choose to save: a better hit puts the foe out.
    pub fn most_saved(&self) -> i32 {
        let deadly = self
            .foes
            .first()
            .map_or(0, |foe| self.rules.wounds.deadly(self.hero.scores.damage, foe.scores.soak));
        (deadly - 1).clamp(0, self.greatest_bonus)
    }

    /// Whether the hero chooses what to do with each hit.
    #[inline(always)]
    pub fn chooses(&self) -> bool {
        self.advantage == Some(Advantage::Best)
    }

    /// Whether the hero's blow of this round puts a foe out.
    #[inline(always)]
    pub fn falls(&self, foe: &Foe) -> bool {
        foe.dealt > 0 && foe.lost.body + foe.dealt >= self.rules.levels()
    }

    /// Whether a foe's blow of this round alone puts the hero out.
    #[inline(always)]
    pub fn fells(&self, hero: Lost, foe: &Foe) -> bool {
        hero.body + foe.taken >= self.rules.levels()
    }

    /// The hero's Initiative.
    #[inline(always)]
    pub fn hero_initiative(&self, fight: &Fight) -> Score {
        Score { base: self.hero.scores.initiative, modifier: self.rules.penalty(fight.hero) }
    }

    /// A foe's Initiative.
    #[inline(always)]
    pub fn foe_initiative(&self, fight: &Fight, place: usize) -> Score {
        Score {
            base: self.foes[place].scores.initiative,
            modifier: self.rules.penalty(fight.foes[place].lost),
        }
    }

    /// What the hero adds to each Attack and Defense of the round.
    fn hero_modifier(&self, fight: &Fight) -> i32 {
        let others = fight.standing() as i32 - 1;
        self.rules.penalty(fight.hero) - self.rules.extra_foe_penalty * others
    }

    /// What it costs the hero that a foe is inside the range of his weapon.
    fn hero_range(&self, fight: &Fight, place: usize) -> i32 {
        let foe = &self.foes[place];
        let closed = if fight.foes[place].speed == Speed::Faster { foe.closes } else { 0 };
        self.rules.inside_range_penalty * (foe.inside + closed)
    }

    /// The hero's Attack against a foe.
    #[inline(always)]
    fn hero_attack(&self, fight: &Fight, place: usize) -> Score {
        let bonus = fight.bonus.value(Total::Attack);
        let modifier = self.hero_modifier(fight) - self.hero_range(fight, place) + bonus;
        Score { base: self.hero.scores.attack, modifier }
    }

    /// The hero's Defense against a foe: with his weapon, or by Brawling if that gives
    /// more against one who is inside its range.
    #[inline(always)]
    fn hero_defense(&self, fight: &Fight, place: usize) -> Score {
        let (defense, range) = (self.hero.scores.defense, self.hero_range(fight, place));
        let modifier = self.hero_modifier(fight) + fight.bonus.value(Total::Defense);
        match self.brawling(fight, place) {
            Some(brawl) => Score { base: brawl, modifier },
            None => Score { base: defense, modifier: modifier - range },
        }
    }

    /// The Defense by Brawling, if the hero uses it.
    pub fn brawling(&self, fight: &Fight, place: usize) -> Option<i32> {
        let defense = self.hero.scores.defense - self.hero_range(fight, place);
        self.hero.brawl_defense.filter(|&brawl| self.is_inside(fight, place) && brawl > defense)
    }

    /// Whether a foe is inside the range of the hero's weapon.
    fn is_inside(&self, fight: &Fight, place: usize) -> bool {
        let foe = &self.foes[place];
        foe.inside > 0 || foe.closes > 0 && fight.foes[place].speed == Speed::Faster
    }

    fn foe_modifier(&self, fight: &Fight, place: usize) -> i32 {
        self.rules.penalty(fight.foes[place].lost)
            - self.rules.inside_range_penalty * self.foes[place].hero_inside
    }

    /// A foe's Attack against the hero.
    #[inline(always)]
    fn foe_attack(&self, fight: &Fight, place: usize) -> Score {
        Score { base: self.foes[place].scores.attack, modifier: self.foe_modifier(fight, place) }
    }

    /// A foe's Defense against the hero.
    #[inline(always)]
    fn foe_defense(&self, fight: &Fight, place: usize) -> Score {
        Score { base: self.foes[place].scores.defense, modifier: self.foe_modifier(fight, place) }
    }

    /// The hero's attack on a foe.
    #[inline(always)]
    pub fn attack_of_hero(&self, fight: &Fight, place: usize) -> Attack {
        Attack {
            attack: self.hero_attack(fight, place),
            defense: self.foe_defense(fight, place),
            damage: self.hero.scores.damage,
            soak: self.foes[place].scores.soak,
            left: self.rules.levels() - fight.foes[place].lost.body,
            saving: match self.advantage {
                Some(Advantage::Fixed { always: false, .. }) => Saving::Harmless,
                Some(Advantage::Fixed { always: true, .. }) if fight.bonus == Bonus::None => Saving::All,
                Some(Advantage::Best) => Saving::Chosen,
                _ => Saving::None,
            },
        }
    }

    /// A foe's attack on the hero.
    #[inline(always)]
    pub fn attack_of_foe(&self, fight: &Fight, place: usize) -> Attack {
        Attack {
            attack: self.foe_attack(fight, place),
            defense: self.hero_defense(fight, place),
            damage: self.foes[place].scores.damage,
            soak: self.hero.scores.soak,
            left: self.rules.levels() - fight.hero.body,
            saving: Saving::None,
        }
    }

    /// Combat fatigue with the penalty for wounds, the only one that counts there.
    #[inline(always)]
    pub fn fatigue(&self, combat_fatigue: i32, lost: Lost) -> Score {
        Score { base: combat_fatigue, modifier: self.rules.wounds.penalty(lost.body) }
    }
}
