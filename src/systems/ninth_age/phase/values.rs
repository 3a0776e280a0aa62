//! The value of every state of a phase.

use super::game::{Game, State};

/// The expected worth from each state on, if both players play optimally.
#[derive(Debug)]
pub struct Values(Vec<f64>);

impl Values {
    /// Values of 0 for all states.
    pub fn new(game: &Game) -> Values {
        Values(vec![0.0; game.states()])
    }

    /// The value of a state.
    pub fn of(&self, game: &Game, state: State) -> f64 {
        self.0[game.index(state)]
    }

    /// The values of a state with each number of dispel dice, from 0.
    pub fn by_dispel_dice(&self, game: &Game, state: State) -> &[f64] {
        let start = game.index(State { dispel_dice: 0, ..state });
        &self.0[start..=start + game.dispel_dice as usize]
    }

    /// Sets the value of a state.
    pub fn set(&mut self, game: &Game, state: State, value: f64) {
        self.0[game.index(state)] = value;
    }
}
