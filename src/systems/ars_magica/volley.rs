//! All blows of a round against several foes at once, for readers that do not need them one by one.

use std::sync::Arc;

use super::blows::{Clash, Clashing, Meeting, Stance};
use super::fight::{Fight, Foe};
use super::keys::MOST_FOES;
use super::matchup::Matchup;
use super::rules::{CombatDie, Simultaneous};
use crate::chance::{Inner, Merging, Outcomes, Procedure};

/// The blows between the hero and each foe, by index.
pub type Clashes = [Clash; MOST_FOES];

/// The hero and his foes before their blows: the stance to each foe who is not out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encounter(pub [Option<Stance>; MOST_FOES]);

/// The blows of a round against several foes, for readers that do not need them one by one.
pub struct Volley(pub Arc<Matchup>, pub Arc<Inner<Clashing, Meeting, Clash>>);

impl Procedure<Encounter, Clashes> for Volley {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Encounter>) -> C::Of<Clashes> {
        chance.stage(start, |chance, encounter| self.0.meetings(chance, &self.1, &encounter))
    }

    /// Given the hero's die for all totals, the blows of the foes are independent.
    fn formula(&self, &Encounter(stances): &Encounter) -> Option<Outcomes<Clashes>> {
        let Volley(matchup, clashing) = self;
        let standing: Vec<(usize, Stance)> =
            stances.into_iter().enumerate().filter_map(|(place, stance)| Some((place, stance?))).collect();
        if standing.len() < 2 || matchup.rules.combat_die == CombatDie::Separate {
            return None;
        }
        let mut omitted = matchup.stress.omitted();
        let mut outcomes = vec![(Clashes::default(), 0.0)];
        // For each die, the probabilities of the clashes with each foe.
        let mut chances: Vec<Vec<Vec<f64>>> = vec![Vec::new(); matchup.stress.outcomes().len()];
        for (place, stance) in standing {
            let law = |&die| clashing.law(Meeting::new(stance, Some(die), Some(die)), None).ok();
            let laws = matchup.stress.outcomes().iter().map(law).collect::<Option<Vec<_>>>()?;
            let mut clashes: Vec<Clash> = laws.iter().flat_map(|law| law.outcomes()).copied().collect();
            clashes.sort_unstable();
            clashes.dedup();
            outcomes = product(&outcomes, &clashes, |&(mut met, _), &clash| {
                met[place] = clash;
                (met, 0.0)
            });
            for ((chances, law), (_, p)) in chances.iter_mut().zip(laws).zip(matchup.stress.iter()) {
                chances.push(clashes.iter().map(|clash| law.probability(clash)).collect());
                omitted += p * law.omitted();
            }
        }
        for (chances, (_, p)) in chances.iter().zip(matchup.stress.iter()) {
            let all = chances.iter().fold(vec![p], |some, others| product(&some, others, |p, q| p * q));
            outcomes.iter_mut().zip(all).for_each(|((_, sum), p)| *sum += p);
        }
        outcomes.retain(|&(_, p)| p > 0.0);
        Some((outcomes, omitted))
    }
}

/// Joins each of `some` with each of `others`.
fn product<A, B, C>(some: &[A], others: &[B], join: impl Fn(&A, &B) -> C) -> Vec<C> {
    let mut joined = Vec::with_capacity(some.len() * others.len());
    some.iter().for_each(|one| joined.extend(others.iter().map(|other| join(one, other))));
    joined
}

impl Matchup {
    /// The stance of the hero to each of his foes.
    #[inline(always)]
    pub fn encounter(&self, fight: &Fight) -> Encounter {
        let hero = self.hero_modifier(fight);
        let stands = |place: usize| place < self.foes.len() && !fight.foes[place].is_out();
        Encounter(std::array::from_fn(|place| stands(place).then(|| self.stance_to(hero, fight, place))))
    }

    /// Steps 2 and 3 against several foes, for readers to which the order of the dice does not matter.
    #[inline(always)]
    pub fn meetings<C: Merging>(
        &self,
        chance: &mut C,
        clashing: &Inner<Clashing, Meeting, Clash>,
        Encounter(stances): &Encounter,
    ) -> Clashes {
        let attack_die = self.attack_die(chance, stances.iter().flatten().count());
        let defense_die = self.defense_die(chance, attack_die);
        let mut clashes = Clashes::default();
        for (clash, stance) in clashes.iter_mut().zip(stances) {
            if let Some(stance) = *stance {
                *clash = chance.play(clashing, Meeting::new(stance, attack_die, defense_die));
            }
        }
        clashes
    }

    /// A number for the effect of the blows of a round: the levels that each takes, limited to those
    /// that are left. Blows on the hero that cannot be prevented are only added up.
    pub fn effect(&self, fight: &Fight, clashes: &Clashes) -> u128 {
        let levels = self.rules.levels();
        let hero_left = levels - fight.hero.body;
        let (mut taken, mut effect) = (0u8, 0);
        for (clash, &foe) in clashes[..self.foes.len()].iter().zip(&fight.foes) {
            let foe = Foe {
                dealt: clash.dealt().unwrap_or(0).min(levels.saturating_sub(foe.lost.body)),
                taken: clash.taken().unwrap_or(0).min(hero_left),
                ..foe
            };
            let may_be_spared = match self.rules.simultaneous {
                Simultaneous::UnlessBothOut => self.falls(&foe) && self.fells(fight.hero, &foe),
                Simultaneous::UnlessBothSidesOut => true,
                Simultaneous::Always => false,
            };
            let apart = if may_be_spared { foe.taken } else { 0 };
            taken = hero_left.min(taken.saturating_add(foe.taken - apart));
            effect = effect << 16 | u128::from(foe.dealt) << 8 | u128::from(apart);
        }
        effect << 8 | u128::from(taken)
    }
}
