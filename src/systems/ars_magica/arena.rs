//! Who fights whom: scores with all that is added to them.

use std::ops::Range;

use super::bonus::greatest_bonus;
use super::combatant::{Lost, Scores};
use super::dice::{Pair, Stress, pair, stress};
use super::fight::{Fight, Foe, Speed};
use super::rules::{CombatDie, Rules, Simultaneous};
use super::score::Score;
use crate::chance::{Law, Merging};
use crate::description::words::signed;

/// The hero, his foes, and the dice between them.
pub struct Arena {
    pub rules: Rules,
    pub hero: Hero,
    /// One to six of them.
    pub foes: Vec<Opponent>,
    /// When the hero saves the advantage of a hit, if ever.
    pub advantage: Option<Advantage>,
    /// Whether what happens in the round is counted, as in an exchange.
    pub counts: bool,
    pub stress: Law<Stress>,
    pub pair: Law<Pair>,
    /// What levels lost, Body and Fatigue together, may cost: each sum once.
    pub penalties: Vec<i32>,
    /// The greatest bonus that is kept apart where states merge: greater ones matter
    /// only where a stress die exceeds another by more than that.
    pub greatest_bonus: i32,
    /// The places of foes who are alike, two of them or more.
    alike: Vec<Range<usize>>,
}

/// The hero.
pub struct Hero {
    pub scores: Scores,
    /// His Defense by Brawling against a foe inside his range.
    pub brawl_defense: Option<i32>,
}

/// A foe, and how he stands to the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub scores: Scores,
    /// Range steps by which he is inside the optimum of the hero's weapon.
    pub inside: i32,
    /// Range steps that he tries to close in by, each round.
    pub closes: i32,
    /// Range steps by which the hero is inside the optimum of his weapon.
    pub hero_inside: i32,
}

/// When the hero of a duel makes a bonus of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advantage {
    /// What the bonus is for: his Defense, or else his Attack.
    pub for_defense: bool,
    /// Whenever he holds none; else whenever the hit would take no Body level.
    pub always: bool,
}

impl Arena {
    pub fn new(
        rules: Rules,
        hero: Hero,
        foes: Vec<Opponent>,
        advantage: Option<Advantage>,
        counts: bool,
    ) -> Arena {
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
        let greatest_bonus = advantage
            .zip(foes.first())
            .map_or(0, |(advantage, foe)| greatest_bonus(&rules, &hero, foe, advantage));
        Arena { rules, hero, foes, advantage, counts, stress, pair, penalties, greatest_bonus, alike }
    }

    /// Where equal states merge, puts foes who are alike in order, up to this place:
    /// which of them is where makes no difference, unless each has dice of his own.
    #[inline(always)]
    pub fn settled<C: Merging>(&self, chance: &C, mut fight: Fight, places: usize) -> Fight {
        if chance.merges() && fight.kept.is_none() {
            for group in &self.alike {
                if group.start < places {
                    fight.foes[group.start..group.end.min(places)].sort_unstable();
                }
            }
        }
        fight
    }

    /// Where equal states merge, forgets who is faster as far as it makes no difference any
    /// more, the hero having struck. It matters to the range of those who `still` strike, and
    /// to a double kill. Where the foe strikes first, all of it matters to the hero's blow.
    #[inline(always)]
    pub fn forget_speeds<C: Merging>(&self, chance: &C, fight: &mut Fight, still: Range<usize>) {
        if !chance.merges() || self.foe_strikes_first() {
            return;
        }
        let someone_falls = fight.foes.iter().any(|foe| self.falls(foe));
        for (place, opponent) in self.foes.iter().enumerate() {
            let foe = &mut fight.foes[place];
            let strikes = still.contains(&place);
            let in_range = strikes && opponent.closes > 0;
            foe.speed = match foe.speed {
                Speed::Faster if in_range => Speed::Faster,
                speed => match self.rules.simultaneous {
                    Simultaneous::UnlessBothOut
                        if self.falls(foe) && (strikes || self.fells(fight.hero, foe)) =>
                    {
                        speed
                    }
                    // Before the hero or with him is the same to a foe who is not out by his hand.
                    Simultaneous::UnlessBothSidesOut if someone_falls && (strikes || foe.taken > 0) => {
                        if speed == Speed::Slower && !self.falls(foe) {
                            Speed::Same
                        } else {
                            speed
                        }
                    }
                    _ => Speed::Unknown,
                },
            };
        }
    }

    /// Whether the foe's blow is told before the hero's: so a bonus to Defense is used
    /// before another is saved. With one die for all, both are told together.
    pub fn foe_strikes_first(&self) -> bool {
        self.rules.combat_die != CombatDie::Shared
            && self.advantage.is_some_and(|advantage| advantage.for_defense)
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

    /// The bonus that he adds to his Defense, or to his Attack.
    #[inline(always)]
    fn bonus(&self, fight: &Fight, for_defense: bool) -> i32 {
        match self.advantage {
            Some(advantage) if advantage.for_defense == for_defense => fight.bonus.value(),
            _ => 0,
        }
    }

    /// The hero's Attack against a foe.
    #[inline(always)]
    pub fn hero_attack(&self, fight: &Fight, place: usize) -> Score {
        let modifier = self.hero_modifier(fight) - self.hero_range(fight, place) + self.bonus(fight, false);
        Score { base: self.hero.scores.attack, modifier }
    }

    /// The hero's Defense against a foe: with his weapon, or by Brawling if that gives
    /// more against one who is inside its range.
    #[inline(always)]
    pub fn hero_defense(&self, fight: &Fight, place: usize) -> Score {
        let (defense, range) = (self.hero.scores.defense, self.hero_range(fight, place));
        let modifier = self.hero_modifier(fight) + self.bonus(fight, true);
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
    pub fn foe_attack(&self, fight: &Fight, place: usize) -> Score {
        Score { base: self.foes[place].scores.attack, modifier: self.foe_modifier(fight, place) }
    }

    /// A foe's Defense against the hero.
    #[inline(always)]
    pub fn foe_defense(&self, fight: &Fight, place: usize) -> Score {
        Score { base: self.foes[place].scores.defense, modifier: self.foe_modifier(fight, place) }
    }

    /// Combat fatigue with the penalty for wounds, the only one that counts there.
    #[inline(always)]
    pub fn fatigue(&self, combat_fatigue: i32, lost: Lost) -> Score {
        Score { base: combat_fatigue, modifier: self.rules.wounds.penalty(lost.body) }
    }

    /// How hero and foes stand, in words.
    pub fn standing(&self, fight: &Fight) -> String {
        let lost = |Lost { body, fatigue }: Lost| match (body, fatigue) {
            (0, 0) => "unhurt".to_owned(),
            _ => {
                let penalty = match self.rules.penalty(Lost { body, fatigue }) {
                    0 => String::new(),
                    penalty => format!(" ({})", signed(penalty)),
                };
                format!("{body} Body, {fatigue} Fatigue lost{penalty}")
            }
        };
        let mut parts = vec![format!("the hero {}", lost(fight.hero))];
        for (place, foe) in fight.foes[..self.foes.len()].iter().enumerate() {
            let state = if foe.is_out() { "out".to_owned() } else { lost(foe.lost) };
            parts.push(format!("{} {state}", self.name(place)));
        }
        parts.join("; ")
    }

    /// What the story calls a foe.
    pub fn name(&self, place: usize) -> String {
        if self.foes.len() == 1 { "the foe".to_owned() } else { format!("foe {}", place + 1) }
    }
}
