//! Positions in a procedure.

use smallvec::{SmallVec, smallvec};

use super::Round;

/// The position of a reader that goes through a procedure stage by stage.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    /// How many stages and loops come before it: in the procedure, and in each enclosing loop, the
    /// outermost first.
    stages: SmallVec<[u32; 4]>,
    /// The round numbers of these loops.
    rounds: SmallVec<[u32; 4]>,
}

impl Spot {
    /// The start of a procedure.
    pub fn new() -> Self {
        Spot { stages: smallvec![0], rounds: SmallVec::new() }
    }

    /// Moves to the next stage.
    #[inline(always)]
    pub fn stage(&mut self) {
        let depth = self.rounds.len();
        self.stages[depth] += 1;
    }

    /// Enters a loop, before its first round.
    pub fn enter(&mut self) {
        self.stage();
        self.stages.push(0);
        self.rounds.push(0);
    }

    /// Moves to the next round of the innermost loop.
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

    /// Whether it is in a loop.
    pub fn is_in_loop(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// The position in the procedure, equal in every round.
    pub fn stages(&self) -> &[u32] {
        &self.stages
    }

    /// The round number of the loop at a depth, 0 for the outermost.
    pub fn number(&self, depth: u8) -> u32 {
        self.rounds[usize::from(depth)]
    }
}
