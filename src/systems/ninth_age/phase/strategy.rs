//! The strategies of both players in every state that is reached.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::attempt::{DispelRoll, Dispelling, Verdict};
use super::game::{Game, Passed, Rolled, State};
use super::solution::{BestChoice, Reply, Solution};
use crate::chance::{Progress, Stopped, Unit, Work};

/// A solved phase, with every state that is reached.
#[derive(Debug)]
pub struct Strategy {
    pub game: Arc<Game>,
    pub solution: Solution,
    /// The states that are reached, in the order of play.
    pub nodes: Vec<Node>,
    /// The dispelling attempts that are made in them.
    pub dispellings: Vec<Dispelling>,
    /// The index of each state's node plus one; 0 for states that are not reached.
    places: Vec<u32>,
}

/// A state that is reached.
#[derive(Debug)]
pub struct Node {
    pub state: State,
    /// The probability that it is reached.
    pub probability: f64,
    /// The caster's choice; `None`: he stops, or there is nothing left to try.
    pub choice: Option<usize>,
    /// The dispeller's answer to each outcome of the casting roll.
    pub answers: Vec<Answer>,
}

/// The dispeller's answer to a roll.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The index of the dispelling attempt, if he makes one; never against a failed roll.
    pub dispelling: Option<usize>,
}

/// The end of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The casting roll failed.
    Failed,
    /// The dispeller stopped it.
    Dispelled,
    /// Concentration was broken.
    Broken,
    /// The spell was cast.
    Cast,
}

impl Strategy {
    /// Solves a phase, and visits the states that are reached.
    pub fn new(game: Arc<Game>, progress: &Progress) -> Result<Self, Stopped> {
        let work = progress.begin(Unit::States, Some(game.states() as u64));
        let solution = Solution::new(&game, &work)?;
        let places = vec![0; game.states()];
        let mut strategy = Strategy { game, solution, nodes: Vec::new(), dispellings: Vec::new(), places };
        strategy.follow(&work)?;
        Ok(strategy)
    }

    /// The index and the node of a state that is reached.
    #[inline(always)]
    pub fn node(&self, state: State) -> (usize, &Node) {
        let place = self.places[self.game.index(self.game.settled(state))] as usize - 1;
        (place, &self.nodes[place])
    }

    /// The caster's choice at a node.
    pub fn decision(&self, node: &Node) -> BestChoice {
        self.solution.decision(&self.game, node.state)
    }

    /// The dispeller's options against a passed roll at a node.
    pub fn replies(&self, node: &Node, rolled: Rolled) -> Vec<Reply> {
        let choice = &self.game.choices[node.choice.expect("a roll has passed")];
        let passed = Passed { from: node.state.position, next: self.game.used(node.state, choice) };
        self.solution.replies(&self.game, passed, choice.version, rolled.roll)
    }

    /// The expected worth if a passed roll at a node is let through.
    pub fn let_through(&self, node: &Node, rolled: Rolled) -> f64 {
        let choice = &self.game.choices[node.choice.expect("a roll has passed")];
        let mut next = self.game.used(node.state, choice);
        next.magic_dice += Game::back(rolled.roll.verdict);
        f64::from(self.game.gain(choice.version, rolled.roll.verdict))
            + self.solution.values.of(&self.game, next)
    }

    /// Visits all states that are reached. Every attempt leads to a lower position, so the probability
    /// of a state is complete when it is visited.
    fn follow(&mut self, work: &Work<'_>) -> Result<(), Stopped> {
        let mut reached = vec![0.0; self.game.states()];
        reached[self.game.index(self.game.start())] = 1.0;
        let mut known = HashMap::new();
        for index in (0..reached.len()).rev() {
            if reached[index] == 0.0 {
                continue;
            }
            let state = self.game.state(index);
            let choice = self.solution.decision(&self.game, state).choice;
            let node = Node { state, probability: reached[index], choice, answers: Vec::new() };
            self.nodes.push(node);
            self.places[index] = self.nodes.len() as u32;
            if choice.is_some() {
                self.leave(self.nodes.len() - 1, &mut reached, &mut known);
                work.go_on(0)?;
            }
        }
        Ok(())
    }

    /// Finds the dispeller's answers at a node, and distributes its probability to the next states.
    fn leave(&mut self, place: usize, reached: &mut [f64], known: &mut HashMap<(u32, i32), usize>) {
        let node = &self.nodes[place];
        let choice = &self.game.choices[node.choice.expect("a node is left by a choice")];
        let mut answers = Vec::new();
        for (rolled, _) in choice.law.iter() {
            let dice = match rolled.roll.verdict {
                Verdict::Failed { .. } => 0,
                _ => Solution::reply(&self.replies(node, rolled)).dice,
            };
            if dice == 0 {
                answers.push(Answer { dispelling: None });
                continue;
            }
            let needed = self.game.rules.needed(rolled.roll.total, self.game.dispelling_modifier);
            let dispellings = &mut self.dispellings;
            let place = *known.entry((dice, needed)).or_insert_with(|| {
                let counts = self.game.rules.counts(dice, needed);
                dispellings.push(self.game.rules.dispelling(&counts, dice, needed));
                dispellings.len() - 1
            });
            answers.push(Answer { dispelling: Some(place) });
        }
        self.nodes[place].answers = answers;
        let node = &self.nodes[place];
        for (_, state, p) in self.ways(node) {
            let there = &mut reached[self.game.index(state)];
            // A state is reached even if its probability underflows.
            *there = (*there + node.probability * p).max(f64::MIN_POSITIVE);
        }
    }

    /// What can become of the attempt at a node: its end, the next state, and the probability of both.
    pub fn ways(&self, node: &Node) -> Vec<(End, State, f64)> {
        let game = &self.game;
        let choice = &game.choices[node.choice.expect("an attempt is made")];
        let used = game.used(node.state, choice);
        let mut ways = Vec::new();
        for ((rolled, p), answer) in choice.law.iter().zip(&node.answers) {
            let verdict = rolled.roll.verdict;
            let through = State { magic_dice: used.magic_dice + Game::back(verdict), ..used };
            let end = match verdict {
                Verdict::Failed { .. } => End::Failed,
                Verdict::Broken { .. } => End::Broken,
                Verdict::Cast | Verdict::Miscast(_) => End::Cast,
            };
            let Some(place) = answer.dispelling else {
                ways.push((end, game.settled(through), p));
                continue;
            };
            let Dispelling { law, dice, .. } = &self.dispellings[place];
            for (roll, q) in law.iter() {
                let (end, from, back) = match roll {
                    DispelRoll::Dispelled => (End::Dispelled, used, 0),
                    DispelRoll::Failed { back } => (end, through, back),
                };
                let next = State { dispel_dice: from.dispel_dice - dice + back, ..from };
                ways.push((end, game.settled(next), p * q));
            }
        }
        ways
    }
}
