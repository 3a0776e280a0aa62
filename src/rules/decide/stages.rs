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
    outside: Groups,
    inside: Groups,
    /// For each round the components in it that can come up, as indices in ascending order.
    rounds: Vec<Vec<u32>>,
    /// For each round, and behind the last one, the beginnings that can come up.
    begins: Vec<Vec<u32>>,
    /// The place of each situation in the order of play of its stage; that of beginnings is 0.
    places: Vec<u32>,
}

impl<'g> Stages<'g> {
    /// The stages of a graph.
    ///
    /// # Errors
    /// If solving them exceeds the budget.
    pub fn new(graph: &'g Graph<'g>, game: &Game, budget: Budget<'_>) -> Result<Stages<'g>, NoLaw> {
        let is_outside = |one: u32| !graph.is_in_round(one as usize);
        let is_inside = |one: u32| !is_outside(one) && !graph.is_beginning(one);
        let groups = |is_such: &dyn Fn(u32) -> bool| {
            let way = |from: usize, way: usize| {
                let to = graph.ways(from).get(way)?.to;
                Some(if to == END || !is_such(to) { END } else { to })
            };
            let starts = (0..graph.len() as u32).filter(|&one| is_such(one));
            Groups::new(graph.len(), starts, way)
        };
        let (outside, inside) = (groups(&is_outside), groups(&is_inside));
        let mut places = vec![0; graph.len()];
        for groups in [&outside, &inside] {
            let in_order = groups.iter().rev().flatten();
            (1..).zip(in_order).for_each(|(place, &one)| places[one as usize] = place);
        }
        let mut stages = Stages { graph, outside, inside, rounds: Vec::new(), begins: Vec::new(), places };
        stages.find_rounds();
        let decided =
            |group: &u32| stages.inside.get(*group).iter().filter(|&&one| graph.is_choice(one)).count();
        let decided: usize = stages.rounds.iter().flatten().map(decided).sum();
        graph.afford_solution(game, (graph.len() + decided) as u64, budget)?;
        Ok(stages)
    }

    /// Finds what can come up in each round.
    fn find_rounds(&mut self) {
        let graph = self.graph;
        let outside = self.outside.iter().flatten().flat_map(|&one| graph.ways(one as usize));
        let begins = outside.chain([&graph.first]).map(|way| way.to).filter(|&to| graph.is_beginning(to));
        let mut begins: Vec<u32> = begins.collect();
        // The component of each situation of a round.
        let mut groups = vec![END; graph.len()];
        for (index, group) in (0..).zip(self.inside.iter()) {
            group.iter().for_each(|&one| groups[one as usize] = index);
        }
        // Which components come up in the round that is looked at; none in between.
        let mut comes = vec![false; self.inside.iter().len()];
        let most = self.rounds();
        while self.begins.len() < most as usize {
            begins.sort_unstable();
            begins.dedup();
            let (mut next, mut round) = (Vec::new(), Vec::new());
            let mut come = |comes: &mut [bool], to: u32| match to {
                END => {}
                to if groups[to as usize] != END => comes[groups[to as usize] as usize] = true,
                to if graph.is_beginning(to) => next.push(to),
                _ => {}
            };
            begins.iter().for_each(|&begin| come(&mut comes, graph.ways(begin as usize)[0].to));
            // A component leads only to itself and to those before it.
            for group in (0..comes.len()).rev() {
                if comes[group] {
                    let members = self.inside.get(group as u32).iter();
                    let ways = members.flat_map(|&one| graph.ways(one as usize));
                    ways.for_each(|way| come(&mut comes, way.to));
                    comes[group] = false;
                    round.push(group as u32);
                }
            }
            round.reverse();
            self.rounds.push(round);
            self.begins.push(std::mem::replace(&mut begins, next));
        }
        begins.sort_unstable();
        begins.dedup();
        self.begins.push(begins);
    }

    /// The components outside of rounds, each of which leads only to itself and to those before it.
    pub fn outside(&self) -> Vec<&[u32]> {
        self.outside.iter().collect()
    }

    /// The components of a round, in the same order.
    pub fn round(&self, round: u32) -> Vec<&[u32]> {
        self.rounds.get(round as usize).into_iter().flatten().map(|&group| self.inside.get(group)).collect()
    }

    /// The beginnings of a round, or what is behind the last one.
    pub fn begins(&self, round: u32) -> &[u32] {
        &self.begins[round as usize]
    }

    /// The number of rounds that share their situations; 0 if there are none.
    pub fn rounds(&self) -> u32 {
        self.graph.rounds()
    }

    /// Where a transition leads.
    pub fn behind(&self, (round, from): Here, way: &Way) -> Here {
        let is_in_round = |one: u32| one != END && self.graph.is_in_round(one as usize);
        if !is_in_round(way.to) || !is_in_round(from) {
            return (0, way.to);
        }
        (round + u32::from(self.graph.is_beginning(way.to)), way.to)
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
