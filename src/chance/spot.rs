//! Places of a rule text.

use smallvec::{SmallVec, smallvec};

use super::Round;

/// Where in a rule text a reader is that goes through it stage by stage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    /// How many stages and loops are before it: in the text, and in every loop around it, the
    /// outermost first.
    stages: SmallVec<[u32; 4]>,
    /// The numbers of the rounds of these loops.
    rounds: SmallVec<[u32; 4]>,
}

impl Spot {
    /// The beginning of a text.
    pub fn new() -> Self {
        Spot { stages: smallvec![0], rounds: SmallVec::new() }
    }

    /// Turns to the next stage.
    #[inline(always)]
    pub fn stage(&mut self) {
        let depth = self.rounds.len();
        self.stages[depth] += 1;
    }

    /// Turns to a loop, and then to each of its rounds.
    pub fn enter(&mut self) {
        self.stage();
        self.stages.push(0);
        self.rounds.push(0);
    }

    /// Turns to the next round of the innermost loop.
    pub fn next(&mut self) -> Round {
        let depth = self.rounds.len() - 1;
        self.stages[depth + 1] = 0;
        self.rounds[depth] += 1;
        Round { number: self.rounds[depth], depth: depth as u8 }
    }

    /// Leaves the innermost loop.
    pub fn leave(&mut self) {
        self.stages.pop();
        self.rounds.pop();
    }

    /// Whether a loop is around it.
    pub fn is_in_loop(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// The place of the text, which is the same in every round.
    pub fn stages(&self) -> &[u32] {
        &self.stages
    }

    /// The number of the round of the loop that has so many loops around it.
    pub fn number(&self, depth: u8) -> u32 {
        self.rounds[usize::from(depth)]
    }

    /// The numbers of the rounds, the outermost first.
    pub fn rounds(&self) -> &[u32] {
        &self.rounds
    }
}
