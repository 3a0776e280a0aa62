//! The order in which situations are solved and played: what is outside of rounds, and each round.

use super::super::game::Game;
use super::super::run::groups::{END, Groups};
use super::graph::{Graph, Way};
use crate::chance::{Budget, NoLaw};

/// A situation of the graph in a round; outside of rounds, the round is 0.
pub type Here = (u32, u32);

/// The situations of a graph by the stages of play. If a loop shares its situations among its rounds, each round
/// is a stage.
pub struct Stages<'g> {
    pub graph: &'g Graph<'g>,
    /// The situations outside of rounds, and those in a round, without the beginnings of rounds.
    pub outside: Groups,
    pub inside: Groups,
    /// The beginnings of rounds.
    pub begins: Vec<u32>,
    /// The place of each situation in the order of play of its stage; that of beginnings is 0.
    places: Vec<u32>,
    /// Which situations can come up in each round.
    reached: Vec<Vec<bool>>,
}

impl<'g> Stages<'g> {
    /// The stages of a graph.
    ///
    /// # Errors
    /// If solving them exceeds the budget.
    pub fn new(graph: &'g Graph<'g>, game: &Game, budget: Budget<'_>) -> Result<Stages<'g>, NoLaw> {
        let all = 0..graph.len() as u32;
        let is_inside = |one: u32| graph.is_in_round(one as usize) && graph.op(one as usize).is_some();
        let is_outside = |one: u32| !graph.is_in_round(one as usize);
        let groups = |is_such: &dyn Fn(u32) -> bool| {
            let way = |from: usize, way: usize| {
                let to = graph.ways(from).get(way)?.to;
                Some(if to == END || !is_such(to) { END } else { to })
            };
            Groups::new(graph.len(), all.clone().filter(|&one| is_such(one)), way)
        };
        let (outside, inside) = (groups(&is_outside), groups(&is_inside));
        let begins = all.filter(|&one| !is_outside(one) && !is_inside(one)).collect();
        let mut places = vec![0; graph.len()];
        for groups in [&outside, &inside] {
            let in_order = groups.iter().rev().flatten();
            (1..).zip(in_order).for_each(|(place, &one)| places[one as usize] = place);
        }
        let rounds = graph.rounds() as usize;
        let reached = vec![vec![false; graph.len()]; if rounds == 0 { 0 } else { rounds + 1 }];
        let mut stages = Stages { graph, outside, inside, begins, places, reached };
        stages.find_reached();
        let in_rounds = stages.reached.iter().flat_map(|round| (0..).zip(round));
        let decided = in_rounds.filter(|(one, is_reached)| **is_reached && graph.is_choice(*one)).count();
        graph.afford_solution(game, (graph.len() + decided) as u64, budget)?;
        Ok(stages)
    }

    fn find_reached(&mut self) {
        let graph = self.graph;
        let is_begin = |one: u32| graph.is_in_round(one as usize) && graph.op(one as usize).is_none();
        let outside = self.outside.iter().flatten().flat_map(|&one| graph.ways(one as usize));
        for way in outside.chain([&graph.first]).filter(|way| way.to != END && is_begin(way.to)) {
            self.reached[0][way.to as usize] = true;
        }
        for round in 0..self.reached.len().saturating_sub(1) {
            let (before, after) = self.reached.split_at_mut(round + 1);
            let (now, next) = (&mut before[round], &mut after[0]);
            let mut mark = |now: &mut [bool], to: u32| {
                if to != END && graph.is_in_round(to as usize) {
                    (if is_begin(to) { &mut *next } else { now })[to as usize] = true;
                }
            };
            for &begin in self.begins.iter().filter(|&&begin| now[begin as usize]).collect::<Vec<_>>() {
                mark(now, graph.ways(begin as usize)[0].to);
            }
            for group in self.inside.iter().rev() {
                if group.iter().any(|&one| now[one as usize]) {
                    for &one in group {
                        now[one as usize] = true;
                        graph.ways(one as usize).iter().for_each(|way| mark(now, way.to));
                    }
                }
            }
        }
    }

    /// The number of rounds that share their situations; 0 if there are none.
    pub fn rounds(&self) -> u32 {
        self.graph.rounds()
    }

    /// Whether a situation can come up in a round.
    pub fn is_reached(&self, (round, one): Here) -> bool {
        !self.graph.is_in_round(one as usize) || self.reached[round as usize][one as usize]
    }

    /// Where a transition leads.
    pub fn behind(&self, (round, from): Here, way: &Way) -> Here {
        let is_in_round = |one: u32| one != END && self.graph.is_in_round(one as usize);
        if !is_in_round(way.to) || !is_in_round(from) {
            return (0, way.to);
        }
        (round + u32::from(self.graph.op(way.to as usize).is_none()), way.to)
    }

    /// The transitions of a situation: of the beginning of a round into it, or behind the last round.
    pub fn ways(&self, (round, one): Here) -> &'g [Way] {
        let ways = self.graph.ways(one as usize);
        match self.graph.op(one as usize) {
            Some(_) => ways,
            None if round < self.rounds() => &ways[..1],
            None => &ways[1..],
        }
    }

    /// When a situation comes up, for sorting.
    pub fn time(&self, (round, one): Here) -> (u32, u32) {
        let stage = if self.graph.is_in_round(one as usize) { round } else { u32::MAX };
        (stage, self.places[one as usize])
    }
}
