//! The deciding reader of code: what is best in every situation, by backward induction.
//!
//! [`flow`] makes jumps of blocks, [`graph`] finds all situations that can come up by any choice
//! and what they lead to, and [`solve()`] goes back from the ends to the start. What comes of it is
//! a [`Solution`], by which all other readers play, and [`table`] shows it.

mod flow;

mod graph;

mod solve;

pub mod table;

use std::collections::HashMap;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::code::{Offer, Operand, Place};
use crate::chance::Advice;

pub use self::solve::solve;

/// What is best in every situation that can come up.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The mean of the goal under best play.
    pub value: f64,
    /// By the places of the code where somebody decides, in the order in which play comes to them.
    pub situations: Vec<Situations>,
}

/// The situations of one place: in which rounds of the loops with a number it is, the outermost
/// first, and behind these what the player sees.
pub type Situations = IndexMap<Box<[i32]>, Situation, FxBuildHasher>;

/// What is known of a situation.
#[derive(Clone, Debug)]
pub struct Situation {
    pub advice: Advice<i32>,
    /// How often play under the policy comes to it on average: its probability, where no loop
    /// leads back to it.
    pub visits: f64,
}

/// Where players decide, and what is best there.
#[derive(Debug)]
pub struct Decisions {
    places: Vec<Place>,
    /// Their numbers, by choice and turns.
    numbers: HashMap<(usize, Vec<usize>), usize>,
    pub solution: Solution,
}

impl Decisions {
    pub fn new(places: Vec<Place>, solution: Solution) -> Decisions {
        let number = |(number, place): (usize, &Place)| ((place.choice, place.turns.clone()), number);
        let numbers = places.iter().enumerate().map(number).collect();
        Decisions { places, numbers, solution }
    }

    /// The place of a choice in these turns of the lists that are gone through.
    pub fn place(&self, choice: usize, turns: &[usize]) -> Option<usize> {
        self.numbers.get(&(choice, turns.to_vec())).copied()
    }

    /// What is best at a place in these rounds, with these values of registers. None where all is
    /// equally good, and where play under the policy never comes to it.
    pub fn advice(
        &self,
        place: usize,
        rounds: &[i32],
        register: impl Fn(usize) -> i32,
    ) -> Option<Advice<i32>> {
        let seen = self.places[place].seen.iter().flatten().map(|&seen| register(seen));
        let situation: SmallVec<[i32; 16]> = rounds.iter().copied().chain(seen).collect();
        self.solution.situations[place].get(&situation[..]).map(|known| known.advice)
    }
}

/// What is chosen at a place in these rounds, given the values of registers: what is best, or the
/// first of the options where nobody knows better.
pub fn chosen(
    decisions: Option<&Decisions>,
    place: usize,
    rounds: &[i32],
    offer: &Offer,
    at: impl Fn(Operand) -> i32,
) -> i32 {
    let register = |register| at(Operand::Register(register));
    let best = decisions.and_then(|decisions| decisions.advice(place, rounds, register));
    best.map_or_else(|| offer.first(&at), |best| best.choice)
}

impl Offer {
    /// The first of the options, given the values of registers.
    pub fn first(&self, at: impl Fn(Operand) -> i32) -> i32 {
        match self {
            Offer::Range(low, _) => at(*low),
            Offer::List(list) => list[0],
        }
    }

    /// All options, given the values of registers: at least one.
    pub fn all(&self, at: impl Fn(Operand) -> i32) -> Vec<i32> {
        match self {
            Offer::Range(low, high) => (at(*low)..=at(*high).max(at(*low))).collect(),
            Offer::List(list) => list.clone(),
        }
    }
}
