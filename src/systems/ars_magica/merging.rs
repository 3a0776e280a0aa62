//! Keeps the states of a round few, for readers that merge equal ones: dice wait until they
//! matter, dice with the same effect are drawn as one, and what cannot matter any more is
//! dropped. Other readers roll every die in its turn. No distribution changes.

use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::attack::{Attack, Blow, Saving};
use super::bonus::{Advantage, Bonus, Total};
use super::dice::{Pair, Stress};
use super::fight::{Fight, Foe, Speed};
use super::matchup::Matchup;
use super::rules::{CombatDie, DoubleKill, Simultaneous};
use super::score::Score;
use super::wounds::Lost;
use crate::chance::Merging;

/// Initiative.
impl Matchup {
    /// Whether the Initiative dice are not drawn before a double kill needs them, if it does. They cannot
    /// wait if a foe closes in. If they are kept and decide double kills, they cannot wait either when
    /// the hero's choices depend on them, or when the fight may go on after a double kill, as it may
    /// against several foes.
    pub fn initiative_waits<C: Merging>(&self, chance: &C, fight: &Fight) -> bool {
        let decides = self.rules.double_kill == DoubleKill::Total && (self.foes.len() > 1 || self.chooses());
        let closing = self.foes.iter().zip(&fight.foes).any(|(foe, now)| foe.closes > 0 && !now.is_out());
        !(chance.rolls() || closing || decides && self.rules.initiative_once)
    }

    /// Draws the Initiative dice of a duel. Only who is faster matters or, if the dice are kept, with
    /// how many of the possible penalties.
    #[inline(always)]
    pub fn draw_duel_initiative<C: Merging>(&self, chance: &mut C, fight: &Fight, keep: bool) -> Pair {
        let (hero, foe) = (self.hero_initiative(fight), self.foe_initiative(fight, 0));
        let lead = |pair| if keep { self.kept_lead(pair) } else { lead(hero, foe, pair) };
        chance.draw_alike(&self.pair, |pair| (pair.botches(), lead(pair)))
    }

    /// What matters of kept Initiative dice, apart from their botches: the number of pairs of penalties
    /// with which the hero is faster, minus the number with which the foe is.
    pub fn kept_lead(&self, pair: Pair) -> i64 {
        let under = |base| self.penalties.iter().map(move |&modifier| Score { base, modifier });
        let leads =
            |hero| under(self.foes[0].scores.initiative).map(|foe| lead(hero, foe, pair)).sum::<i64>();
        under(self.hero.scores.initiative).map(leads).sum()
    }
}

/// Attacks.
impl Matchup {
    /// Draws the dice of an attack in a duel in which a hit may be saved or a bonus is added. If the
    /// foe's attack `back` uses the same dice, the effect on both attacks matters, and where the hero
    /// chooses, he sees what is saved.
    #[inline(always)]
    pub fn draw_attack<C: Merging>(&self, chance: &mut C, attack: &Attack, back: Option<&Attack>) -> Pair {
        let striking = self.striking.rules();
        let effect = |attack, pair| match striking.effect(attack, pair) {
            Blow::Saved(_) if self.leaves_open() => Blow::Saved(0),
            Blow::Saved(difference) => Blow::Saved(difference.min(self.greatest_bonus)),
            Blow::Offered { difference, levels } => {
                Blow::Offered { difference: difference.min(self.greatest_bonus), levels }
            }
            blow => blow,
        };
        let effect_back = |pair: Pair| back.map(|back| effect(back, pair.turned()));
        chance
            .draw_alike(&self.pair, |pair| (pair.botches(), effect(attack, pair), Reverse(effect_back(pair))))
    }
}

/// The bonus of an advantage.
impl Matchup {
    /// Whether the size of a saved bonus is drawn only when it matters, where states merge: unless
    /// someone sees it before, or its dice decide another blow.
    fn leaves_open(&self) -> bool {
        self.rules.combat_die != CombatDie::Shared && !self.chooses()
    }

    /// The bonus that is saved, or may be saved, from a blow of someone with this way to save.
    #[inline(always)]
    pub fn saved_bonus<C: Merging>(
        &self,
        chance: &C,
        attack: &Attack,
        blow: Blow,
        advantage: Option<Advantage>,
    ) -> Bonus {
        let told_apart = |difference: i32| match chance.merges() {
            true => difference.min(self.greatest_bonus),
            false => difference,
        };
        match (blow, advantage) {
            (Blow::Saved(difference), Some(Advantage::Fixed { to, .. })) => {
                match chance.merges() && self.leaves_open() {
                    true => Bonus::Open { to, attack: attack.attack.sum(), defense: attack.defense.sum() },
                    false => Bonus::Of(to, told_apart(difference)),
                }
            }
            (Blow::Offered { difference, .. }, _) => Bonus::Offered(told_apart(difference)),
            _ => Bonus::None,
        }
    }

    /// Draws the bonuses to the `first` or the second blow of a round that were left open, in a separate
    /// stage.
    pub fn draw_open_bonuses<C: Merging>(
        &self,
        chance: &mut C,
        fight: C::Of<Fight>,
        first: bool,
    ) -> C::Of<Fight> {
        // Only a foe saves for a second blow: the hero's bonus goes to the first.
        if !self.leaves_open() || !(if first { self.saves() } else { self.foe_advantage.is_some() }) {
            return fight;
        }
        chance.stage(fight, |chance, mut fight| {
            let by_foe = self.foe_strikes_first(&fight) == first;
            let [hero, foe] = match by_foe {
                false => [Total::Attack, Total::Defense],
                true => [Total::Defense, Total::Attack],
            };
            let ours = || self.attack_in_duel(&fight);
            let ours = self.known(chance, fight.ours.held, hero, ours, self.advantage);
            let theirs = || self.defense_in_duel(&fight);
            let theirs = self.known(chance, fight.theirs.held, foe, theirs, self.foe_advantage);
            (fight.ours.held, fight.theirs.held) = (ours, theirs);
            fight
        })
    }

    /// Draws a bonus to this total, if it was left open. An attack of whoever saved it has the damage of
    /// its hit.
    fn known<C: Merging>(
        &self,
        chance: &mut C,
        bonus: Bonus,
        total: Total,
        hit: impl FnOnce() -> Attack,
        advantage: Option<Advantage>,
    ) -> Bonus {
        let Bonus::Open { to, attack, defense } = bonus else { return bonus };
        if to != total {
            return bonus;
        }
        let plain = |base| Score { base, modifier: 0 };
        let saving = Saving::of(advantage, Bonus::None);
        let hit = Attack { attack: plain(attack), defense: plain(defense), saving, ..hit() };
        let most = self.greatest_bonus;
        let blow = |pair| match hit.blow(&self.rules.wounds, pair) {
            Blow::Saved(difference) => Blow::Saved(difference.min(most)),
            blow => blow,
        };
        let saved = |pair| matches!(blow(pair), Blow::Saved(_));
        let pair = chance.draw_given(&self.pair, saved, |pair| (pair.botches(), blow(pair)));
        Bonus::Of(to, hit.difference(pair).min(most))
    }

    /// A bonus after a blow to which this total counted: used up, if it was to this total. A capped bonus
    /// stands for all greater ones; if a greater one might change the result, the path is dropped and its
    /// probability omitted. That is not necessary if the result `is_decided`, or if the total is botched,
    /// which makes it 0 unless the score is negative.
    pub fn used<C: Merging>(
        &self,
        chance: &mut C,
        bonus: Bonus,
        total: Total,
        is_decided: bool,
        (score, die): (Score, Stress),
    ) -> Bonus {
        if bonus.to() != Some(total) {
            return bonus;
        }
        let is_certain = is_decided || die.is_botch() && score.sum() >= 0;
        if chance.merges() && bonus.value(total) >= self.greatest_bonus && !is_certain {
            chance.omit();
        }
        Bonus::Used(total)
    }
}

/// Parts of the state that are dropped.
impl Matchup {
    /// After the hero's attack on the foe at `place`, drops what no later step needs.
    #[inline(always)]
    pub fn forget_after_attack<C: Merging>(&self, chance: &C, fight: &mut Fight, place: usize) {
        if place + 1 == self.foes.len() {
            let shared = self.rules.combat_die == CombatDie::Shared;
            if shared {
                (fight.attack_die, fight.defense_die) = (None, None);
            }
            self.forget_speeds(chance, fight, 0..if shared { 0 } else { self.foes.len() });
        }
        self.sort_alike(chance, fight, place + 1);
    }

    /// After the attack of the foe at `place`, drops what no later step needs.
    #[inline(always)]
    pub fn forget_after_foe_attack<C: Merging>(&self, chance: &C, fight: &mut Fight, place: usize) {
        self.forget_speeds(chance, fight, place + 1..self.foes.len());
        if place + 1 == self.foes.len() {
            fight.defense_die = None;
        }
        self.sort_alike(chance, fight, place + 1);
    }

    /// When all blows of a duel are known, drops what neither wounds nor choices need.
    #[inline(always)]
    pub fn forget_before_choice<C: Merging>(&self, chance: &C, fight: &mut Fight) {
        (fight.ours.held, fight.theirs.held) = (Bonus::None, Bonus::None);
        self.forget_speeds(chance, fight, 0..0);
    }

    /// Sorts equal foes among those before `end`, so that states merge. Their order makes no
    /// difference, unless each has kept Initiative dice.
    #[inline(always)]
    pub fn sort_alike<C: Merging>(&self, chance: &C, fight: &mut Fight, end: usize) {
        if chance.merges() && fight.kept.is_none() {
            for group in &self.alike {
                if group.start < end {
                    fight.foes[group.start..group.end.min(end)].sort_unstable();
                }
            }
        }
    }

    /// Resets speeds that cannot matter any more after the hero's attack, so that states merge. They
    /// matter to the range of foes who `still` strike, and to a double kill that totals decide. If the
    /// foe strikes first, they all matter to the hero's blow.
    #[inline(always)]
    fn forget_speeds<C: Merging>(&self, chance: &C, fight: &mut Fight, still: Range<usize>) {
        if !chance.merges() || self.foe_strikes_first(fight) {
            return;
        }
        let someone_falls = fight.foes.iter().any(|foe| self.falls(foe));
        for (place, opponent) in self.foes.iter().enumerate() {
            let foe = &mut fight.foes[place];
            let strikes = still.contains(&place);
            let in_range = strikes && opponent.closes > 0;
            foe.speed = match foe.speed {
                Speed::Faster if in_range => Speed::Faster,
                _ if self.rules.double_kill == DoubleKill::Score => Speed::Unknown,
                speed => match self.rules.simultaneous {
                    Simultaneous::UnlessBothOut
                        if self.falls(foe) && (strikes || self.fells(fight.hero, foe)) =>
                    {
                        speed
                    }
                    // For a foe whom the hero does not put out, slower and equally fast are equivalent.
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
}

/// 1 if the hero is faster, −1 if the foe is, 0 if they are equally fast.
#[inline(always)]
fn lead(hero: Score, foe: Score, pair: Pair) -> i64 {
    hero.total(pair.ours).cmp(&foe.total(pair.theirs)) as i64
}

/// Packs most of a fight into a few `u64`s, because fights are hashed often.
impl Hash for Fight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Lost { body, fatigue } = self.hero;
        let word = |die: Option<Stress>| die.map_or(0, |die| 2 + die.value() as u64);
        state.write_u64(
            u64::from_le_bytes([body, fatigue, 0, 0, 0, 0, 0, 0])
                ^ word(self.attack_die) << 16
                ^ word(self.defense_die) << 32,
        );
        for foe in self.foes.iter().filter(|foe| !foe.is_out()) {
            let Foe { lost, dealt, taken, speed } = *foe;
            state.write_u64(u64::from_le_bytes([
                lost.body,
                lost.fatigue,
                dealt,
                taken,
                speed as u8,
                0,
                0,
                0,
            ]));
        }
        (self.ours, self.theirs, self.kept).hash(state);
    }
}
