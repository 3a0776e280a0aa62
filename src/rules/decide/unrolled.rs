//! Situations with the numbers of their rounds.

use super::super::code::Op;
use super::super::game::Game;
use super::super::run::groups::END;
use super::State;
use super::graph::{Graph, Way};
use crate::chance::{Budget, NoLaw};

/// The situations that can come up in each round. Those of a loop whose rounds share their situations are told
/// apart by the round; what is outside of it is in round 0.
pub struct Unrolled<'g> {
    graph: &'g Graph<'g>,
    /// For each round, the index of each situation of the graph; [`END`] if it does not come up in that round.
    indices: Vec<Vec<u32>>,
    /// The rounds and the situations of the graph.
    all: Vec<(u32, u32)>,
    /// The transition to the first situation.
    pub first: Way,
}

impl<'g> Unrolled<'g> {
    /// The situations of a graph.
    ///
    /// # Errors
    /// If solving them exceeds the budget.
    pub fn new(graph: &'g Graph<'g>, game: &Game, budget: Budget<'_>) -> Result<Unrolled<'g>, NoLaw> {
        let rounds = graph.rounds() as usize + 1;
        let indices = vec![vec![END; graph.len()]; rounds];
        let mut unrolled = Unrolled { graph, indices, all: Vec::new(), first: graph.first };
        unrolled.first.to = unrolled.reach(0, graph.first.to);
        let mut done = 0;
        while let Some(&(round, situation)) = unrolled.all.get(done) {
            for way in unrolled.own_ways(round, situation) {
                unrolled.reach(unrolled.round_of(round, situation, way.to), way.to);
            }
            done += 1;
        }
        graph.afford_solution(game, unrolled.len() as u64, budget)?;
        Ok(unrolled)
    }

    /// Adds a situation of a round, if it is new. Returns its index.
    fn reach(&mut self, round: u32, situation: u32) -> u32 {
        if situation == END {
            return END;
        }
        let index = &mut self.indices[round as usize][situation as usize];
        if *index == END {
            *index = self.all.len() as u32;
            self.all.push((round, situation));
        }
        *index
    }

    /// The transitions of a situation in a round, which lead to situations of the graph.
    fn own_ways(&self, round: u32, situation: u32) -> &'g [Way] {
        let ways = self.graph.ways(situation as usize);
        match self.graph.op(situation as usize) {
            Some(_) => ways,
            None if round < self.graph.rounds() => &ways[..1],
            None => &ways[1..],
        }
    }

    /// The round to which a transition leads.
    fn round_of(&self, round: u32, from: u32, to: u32) -> u32 {
        if to == END || !self.graph.is_in_round(to as usize) || !self.graph.is_in_round(from as usize) {
            return 0;
        }
        round + u32::from(self.graph.op(to as usize).is_none())
    }

    /// The number of situations.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// A transition of a situation, by its index; `None` behind the last one.
    pub fn way(&self, index: usize, way: usize) -> Option<Way> {
        let (round, situation) = self.all[index];
        let way = *self.own_ways(round, situation).get(way)?;
        Some(Way { to: self.index_of(round, situation, way.to), ..way })
    }

    /// The transitions of a situation.
    pub fn ways(&self, index: usize) -> impl Iterator<Item = Way> + '_ {
        let (round, situation) = self.all[index];
        let ways = self.own_ways(round, situation).iter();
        ways.map(move |way| Way { to: self.index_of(round, situation, way.to), ..*way })
    }

    /// The index of the situation to which a transition leads.
    fn index_of(&self, round: u32, from: u32, to: u32) -> u32 {
        match to {
            END => END,
            _ => self.indices[self.round_of(round, from, to) as usize][to as usize],
        }
    }

    /// The draw or the choice of a situation; `None` if it is the beginning of a round.
    pub fn op(&self, index: usize) -> Option<&'g Op> {
        self.graph.op(self.all[index].1 as usize)
    }

    /// The rounds and the registers that identify a situation.
    pub fn state(&self, index: usize) -> State {
        let (round, situation) = self.all[index];
        let is_in_round = self.graph.is_in_round(situation as usize);
        let round = is_in_round.then_some(round as i32);
        round.into_iter().chain(self.graph.state(situation as usize).iter().copied()).collect()
    }

    /// The options of a situation in which a player chooses; empty for all others.
    pub fn options(&self, index: usize) -> Vec<i32> {
        self.graph.options(self.all[index].1 as usize)
    }
}
