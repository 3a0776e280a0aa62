//! Solves decisions: finds the best option in every situation by backward induction.
//!
//! [`flow`] replaces blocks by jumps, [`graph`] finds all situations that any choices can lead to, once for all
//! rounds of a loop, [`stages`] the rounds in which they come up, and [`solve()`] works back from the ends to the
//! start. The result is a [`Solution`]: all other readers play by it, and [`table`] shows it.

mod flow;

mod graph;

mod solve;

mod stages;

pub mod table;

use std::collections::HashMap;

use smallvec::SmallVec;

use super::code::{Offer, Operand, Place};
use super::compile::Score;
use super::run::states::States;
use crate::chance::Advice;

pub use self::solve::{check, solve};

/// The best option in every situation that can come up.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The mean of the goal under best play.
    pub value: f64,
    /// For each place of the code where players decide, its situations.
    pub situations: Vec<Situations>,
    /// What the players choose, from choice to choice.
    pub play: Vec<Followed>,
    /// What values of situations leave out.
    pub scores: Vec<Score>,
}

impl Solution {
    /// A situation, and those in which the same player decides at once, further on in the text and with nothing
    /// rolled between, after the best option of the one before.
    pub fn at_once(&self, first: SituationIndex) -> Vec<SituationIndex> {
        std::iter::successors(Some(first), |&index| self.at(index).leads[0]).collect()
    }

    /// What is chosen [at once](Self::at_once).
    pub fn best(&self, first: SituationIndex) -> Options {
        self.at_once(first).into_iter().map(|index| (index[0], self.at(index).advice.choice)).collect()
    }

    /// The next best of what can be chosen at once, and what it loses.
    pub fn next_best(&self, first: SituationIndex) -> Option<(Options, f64)> {
        let chain = self.at_once(first);
        let losses = chain.iter().enumerate().filter_map(|(number, &index)| {
            let (other, loss) = self.at(index).advice.runner_up?;
            Some((number, other, loss))
        });
        let (number, other, loss) = losses.min_by(|one, two| one.2.total_cmp(&two.2))?;
        let mut chosen = self.best(first);
        chosen.truncate(number);
        chosen.push((chain[number][0], other));
        chosen.extend(self.at(chain[number]).leads[1].into_iter().flat_map(|next| self.best(next)));
        Some((chosen, loss))
    }

    /// The solution of a situation.
    fn at(&self, [place, index]: SituationIndex) -> &Situation {
        &self.situations[place].known[index]
    }

    /// This solution with all values divided by this unit.
    pub fn in_units(mut self, unit: f64) -> Solution {
        self.value /= unit;
        self.scores.iter_mut().for_each(|score| score.factor /= unit);
        for Situation { advice, .. } in self.situations.iter_mut().flat_map(|place| &mut place.known) {
            advice.value /= unit;
            advice.runner_up = advice.runner_up.map(|(other, loss)| (other, loss / unit));
        }
        self
    }
}

/// The rounds and the registers that identify a situation.
type State = SmallVec<[i32; 16]>;

/// The situation of an index at a place.
pub type SituationIndex = [usize; 2];

/// Options that are chosen at once: the places of the choices, and what is chosen there.
pub type Options = Vec<(usize, i32)>;

/// What comes after some choices.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// The next situations with the chances that play gets there, and what is followed after their
    /// choices, if it is: an index.
    pub next: Vec<(SituationIndex, f64, Option<usize>)>,
}

/// The situations of one place, in ascending order. A situation consists of the rounds of the enclosing
/// loops with a number, the outermost first, and the registers that the player sees.
#[derive(Clone, Debug, Default)]
pub struct Situations {
    states: States,
    known: Vec<Situation>,
}

impl Situations {
    /// Distinct situations with their solutions.
    fn new(mut all: Vec<(State, Situation)>) -> Situations {
        all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut states = States::new(all.first().map_or(0, |(state, _)| state.len()));
        let add = |(state, known): (State, Situation)| {
            states.insert(&state);
            known
        };
        let known = all.into_iter().map(add).collect();
        Situations { states, known }
    }

    /// The solution of a situation, if any choices lead to it.
    fn find(&self, situation: &[i32]) -> Option<&Situation> {
        Some(&self.known[self.states.find(situation)?])
    }

    /// The situation with an index.
    pub fn get(&self, index: usize) -> (&[i32], &Situation) {
        (self.states.get(index), &self.known[index])
    }

    /// All situations.
    pub fn iter(&self) -> impl Iterator<Item = (&[i32], &Situation)> {
        self.states.iter().zip(&self.known)
    }

    /// Changes the solution of the situation with an index.
    #[cfg(test)]
    pub fn get_mut(&mut self, index: usize) -> &mut Situation {
        &mut self.known[index]
    }
}

/// The solution of a situation.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    pub advice: Advice<i32>,
    /// The mean number of visits under the policy. It is a probability if no loop leads back to the
    /// situation.
    pub visits: f64,
    /// The visits that come from a choice of the same player, with nothing rolled between.
    pub visits_at_once: f64,
    /// The situations in which the same player decides at once, further on in the text, after the best option and
    /// after the runner-up.
    leads: [Option<SituationIndex>; 2],
}

/// The places where players decide, and the best options there.
#[derive(Debug)]
pub struct Decisions {
    places: Vec<Place>,
    /// The indices of places, by choice and by the turns of the enclosing `for` loops.
    numbers: HashMap<(usize, Vec<usize>), usize>,
    pub solution: Solution,
}

impl Decisions {
    pub fn new(places: Vec<Place>, solution: Solution) -> Decisions {
        let number = |(number, place): (usize, &Place)| ((place.choice, place.turns.clone()), number);
        let numbers = places.iter().enumerate().map(number).collect();
        Decisions { places, numbers, solution }
    }

    /// The index of the place of a choice, given the turns of the enclosing `for` loops.
    pub fn place(&self, choice: usize, turns: &[usize]) -> Option<usize> {
        self.numbers.get(&(choice, turns.to_vec())).copied()
    }

    /// The best option at a place, given the rounds and the values of registers. `None` if all options
    /// are equally good, or if no choices lead to this situation.
    pub fn advice(
        &self,
        place: usize,
        rounds: &[i32],
        register: impl Fn(usize) -> i32,
    ) -> Option<Advice<i32>> {
        let seen = self.places[place].seen.iter().flatten().map(|&seen| register(seen));
        let situation: State = rounds.iter().copied().chain(seen).collect();
        self.solution.situations[place].find(&situation).map(|known| known.advice)
    }
}

/// The option that is chosen at a place, given the rounds and the values of registers: the best one, or
/// the first one if there is no advice.
pub fn chosen(
    decisions: Option<&Decisions>,
    place: usize,
    rounds: &[i32],
    offer: &Offer,
    at: impl Fn(Operand) -> i32,
) -> i32 {
    let register = |register| at(Operand::Register(register));
    let best = decisions.and_then(|decisions| decisions.advice(place, rounds, register));
    best.map_or_else(|| offer.all(&at).first().copied().unwrap_or_default(), |best| best.choice)
}
