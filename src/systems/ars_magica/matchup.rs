//! The matchup: the scores of the combatants with all modifiers.

use std::ops::Range;

use super::attack::{Attack, Saving};
use super::blows::{Stance, Strike, Striking};
use super::bonus::{Advantage, Total, greatest_bonus};
use super::combatant::{Hero, Opponent};
use super::dice::{Pair, Stress, pair, stress};
use super::fight::{Fight, Foe, Speed};
use super::race::{Race, Racing, Speeds};
use super::rules::{CombatDie, DoubleKill, Rules};
use super::score::Score;
use super::wounds::Lost;
use crate::chance::{Inner, Law};

/// The hero, his foes, and the dice between them.
pub struct Matchup {
    pub rules: Rules,
    pub hero: Hero,
    /// One to six foes.
    pub foes: Vec<Opponent>,
    /// When the hero saves the advantage of a hit, if ever.
    pub advantage: Option<Advantage>,
    /// When the foe of a duel does.
    pub foe_advantage: Option<Advantage>,
    /// When states merge, greater bonuses count as this one.
    pub greatest_bonus: i32,
    /// Whether the metrics of a round are recorded, as in an exchange.
    pub counts: bool,
    pub stress: Law<Stress>,
    pub pair: Law<Pair>,
    /// An attack whose hits are never saved.
    pub striking: Inner<Striking, Strike, Option<u8>>,
    /// Initiative against several foes.
    pub racing: Inner<Racing, Race, Speeds>,
    /// All possible sums of a Body and a Fatigue penalty, each once.
    pub penalties: Vec<i32>,
    /// The groups of two or more adjacent foes with equal values.
    pub alike: Vec<Range<usize>>,
    /// For each foe, the index of the first foe of his group.
    like: Vec<u32>,
}

impl Matchup {
    pub fn new(
        rules: Rules,
        hero: Hero,
        foes: Vec<Opponent>,
        [advantage, foe_advantage]: [Option<Advantage>; 2],
        counts: bool,
    ) -> Matchup {
        let stress = stress(rules.wounds.botch_dice);
        let pair = pair(&stress);
        let (mut alike, mut like) = (Vec::new(), Vec::new());
        let mut first = 0;
        for group in foes.chunk_by(|one, next| one == next) {
            alike.push(first..first + group.len());
            like.extend(group.iter().map(|_| first as u32));
            first += group.len();
        }
        alike.retain(|group| group.len() > 1);
        let penalties = rules.wounds.penalties();
        // There is no foe if the scenario is invalid.
        let greatest_bonus = foes.first().map_or(0, |foe| {
            let (ours, theirs) = (&hero.scores, &foe.scores);
            let hero = greatest_bonus(&rules, ours, theirs, foe.inside + foe.closes, advantage);
            let of_foe = || greatest_bonus(&rules, theirs, ours, foe.hero_inside, foe_advantage);
            if foe_advantage.is_some() { hero.max(of_foe()) } else { hero }
        });
        let (wounds, dice) = (rules.wounds.clone(), (stress.clone(), pair.clone()));
        let striking = Inner::new(Striking { wounds, stress: dice.0, pair: dice.1, counts });
        let racing = Inner::new(Racing { stress: stress.clone() });
        Matchup {
            rules,
            hero,
            foes,
            advantage,
            foe_advantage,
            greatest_bonus,
            counts,
            stress,
            pair,
            striking,
            racing,
            penalties,
            alike,
            like,
        }
    }

    /// Whether the foe's blow of this round is resolved before the hero's, so that a bonus is used
    /// before another one is saved. With one die for all totals, both are resolved together.
    #[inline(always)]
    pub fn foe_strikes_first(&self, fight: &Fight) -> bool {
        let for_total = match self.advantage {
            Some(advantage) => advantage.to().or(fight.ours.held.to()),
            None => None,
        };
        self.rules.combat_die != CombatDie::Shared
            && match for_total {
                Some(to) => to == Total::Defense,
                None => self.foe_advantage.and_then(Advantage::to) == Some(Total::Attack),
            }
    }

    /// Whether hits may be saved, by whomever.
    #[inline(always)]
    pub fn saves(&self) -> bool {
        self.advantage.is_some() || self.foe_advantage.is_some()
    }

    /// The greatest bonus that the hero may choose to save: a hit by more puts the foe out.
    pub fn most_saved(&self) -> i32 {
        let deadly = self
            .foes
            .first()
            .map_or(0, |foe| self.rules.wounds.deadly(self.hero.scores.damage, foe.scores.soak));
        (deadly - 1).clamp(0, self.greatest_bonus)
    }

    /// Whether anything depends on Initiative totals: double kills, or foes who close in.
    #[inline(always)]
    pub fn initiative_decides(&self) -> bool {
        self.rules.double_kill == DoubleKill::Total || self.foes.iter().any(|foe| foe.closes > 0)
    }

    /// Whether a round depends only on the levels lost, provided that dice may be drawn late.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        let decides = self.rules.double_kill == DoubleKill::Total && self.foes.len() > 1;
        let keeps_dice =
            self.rules.initiative_once && (decides || self.foes.iter().any(|foe| foe.closes > 0));
        !self.saves() && !keeps_dice
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

    /// The modifiers and range between the hero and a foe.
    #[inline(always)]
    pub fn stance(&self, fight: &Fight, place: usize) -> Stance {
        self.stance_to(self.hero_modifier(fight), fight, place)
    }

    /// The modifiers and range between the hero and a foe, for a known modifier to all the hero's
    /// totals.
    #[inline(always)]
    pub fn stance_to(&self, hero: i32, fight: &Fight, place: usize) -> Stance {
        let (foe, opponent) = (&fight.foes[place], &self.foes[place]);
        let hero_inside = self.rules.inside_range_penalty * opponent.hero_inside;
        let closes = if foe.speed == Speed::Faster { opponent.closes } else { 0 };
        Stance {
            hero,
            foe: self.rules.penalty(foe.lost) - hero_inside,
            like: self.like[place],
            inside: opponent.inside + closes,
        }
    }

    /// The modifier to all the hero's totals of the round: penalties, and −3 for each further foe by
    /// default.
    #[inline(always)]
    pub fn hero_modifier(&self, fight: &Fight) -> i32 {
        let others = fight.standing() as i32 - 1;
        self.rules.penalty(fight.hero) - self.rules.extra_foe_penalty * others
    }

    fn opponent(&self, stance: &Stance) -> &Opponent {
        &self.foes[stance.like as usize]
    }

    /// The Defense by Brawling, if the hero uses it: against a foe inside his weapon's range, when it
    /// is higher than his other Defense.
    pub fn brawling(&self, stance: &Stance) -> Option<i32> {
        let defense = self.hero.scores.defense - self.rules.inside_range_penalty * stance.inside;
        self.hero.brawl_defense.filter(|&brawl| stance.inside > 0 && brawl > defense)
    }

    /// The hero's attack on a foe.
    #[inline(always)]
    pub fn attack_of_hero(&self, stance: &Stance) -> Attack {
        let Hero { scores, .. } = &self.hero;
        let foe = &self.opponent(stance).scores;
        let range = self.rules.inside_range_penalty * stance.inside;
        Attack {
            attack: Score { base: scores.attack, modifier: stance.hero - range },
            defense: Score { base: foe.defense, modifier: stance.foe },
            damage: scores.damage,
            soak: foe.soak,
            left: self.rules.levels(),
            saving: Saving::None,
        }
    }

    /// A foe's attack on the hero, who defends himself with his weapon or by Brawling.
    #[inline(always)]
    pub fn attack_of_foe(&self, stance: &Stance) -> Attack {
        let Hero { scores, .. } = &self.hero;
        let foe = &self.opponent(stance).scores;
        let range = self.rules.inside_range_penalty * stance.inside;
        Attack {
            attack: Score { base: foe.attack, modifier: stance.foe },
            defense: match self.brawling(stance) {
                Some(brawl) => Score { base: brawl, modifier: stance.hero },
                None => Score { base: scores.defense, modifier: stance.hero - range },
            },
            damage: foe.damage,
            soak: scores.soak,
            left: self.rules.levels(),
            saving: Saving::None,
        }
    }

    /// The hero's attack in a duel, with the bonuses of both and the hits that he saves.
    #[inline(always)]
    pub fn attack_in_duel(&self, fight: &Fight) -> Attack {
        let mut attack = self.attack_of_hero(&self.stance(fight, 0));
        attack.attack.modifier += fight.ours.held.value(Total::Attack);
        attack.defense.modifier += fight.theirs.held.value(Total::Defense);
        let left = self.rules.levels() - fight.foes[0].lost.body;
        Attack { left, saving: Saving::of(self.advantage, fight.ours.held), ..attack }
    }

    /// The foe's attack in a duel, with the bonuses of both and the hits that he saves.
    #[inline(always)]
    pub fn defense_in_duel(&self, fight: &Fight) -> Attack {
        let mut attack = self.attack_of_foe(&self.stance(fight, 0));
        attack.attack.modifier += fight.theirs.held.value(Total::Attack);
        attack.defense.modifier += fight.ours.held.value(Total::Defense);
        let left = self.rules.levels() - fight.hero.body;
        Attack { left, saving: Saving::of(self.foe_advantage, fight.theirs.held), ..attack }
    }

    /// Combat fatigue with the Body penalty, the only one that counts here.
    #[inline(always)]
    pub fn fatigue(&self, combat_fatigue: i32, lost: Lost) -> Score {
        Score { base: combat_fatigue, modifier: self.rules.wounds.penalty(lost.body) }
    }
}
