//! The value of every state of a phase, by backward induction.
//!
//! A phase in which both players play optimally is a finite game of perfect information. Every attempt
//! uses one up, so values follow from those of later positions (E. Zermelo, 1913). The caster chooses
//! an attempt and rolls; the dispeller sees the roll and chooses his dice:
//!
//! ```text
//! V(s) = max over attempts of Σ P(roll) · W(s', roll), or 0 if he stops
//! W(s', failed)  = V(s' + returned magic dice)
//! W(s', passed)  = min over k of P(dispelled) · V(s' − k dice)
//!                + Σ P(not, r return) · (gain + V(s' − k + r dice))
//! ```
//!
//! For a passed roll, the dispeller's probabilities depend only on its total, and the gain is
//! multiplied by the probability that he fails. So everything except the gain is computed once per
//! total, and shared by all rolls, numbers of dice and versions that lead to the same s'.

use super::super::attempt::CastingRoll;
use super::chances::Chances;
use super::game::{Game, Passed, State};
use super::scores::{Model, Scores};
use super::values::Values;
use crate::chance::{Stopped, TIE, Work};

/// The values of all states, and the caster's best choices.
#[derive(Debug)]
pub struct Solution {
    pub values: Values,
    best: Vec<u16>,
    second: Vec<u16>,
    losses: Vec<f64>,
    pub chances: Chances,
}

/// The index that means: to stop.
const STOP: u16 = u16::MAX;

/// The index that means: no choice, not even to stop.
const NOTHING: u16 = u16::MAX - 1;

/// The best choice in a state, and the loss of the second best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestChoice {
    /// The best choice; `None`: to stop.
    pub choice: Option<usize>,
    /// The expected worth from here on.
    pub value: f64,
    /// The second best choice and its loss, if there is one.
    pub runner_up: Option<(Option<usize>, f64)>,
}

/// A number of dispel dice, and the expected worth after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    pub dice: u32,
    pub value: f64,
}

impl Solution {
    /// Solves a phase.
    pub fn new(game: &Game, work: &Work<'_>) -> Result<Self, Stopped> {
        let states = game.states();
        let mut solution = Solution {
            values: Values::new(game),
            best: vec![STOP; states],
            second: vec![NOTHING; states],
            losses: vec![0.0; states],
            chances: Chances::new(game, work)?,
        };
        let models: Vec<Model> =
            game.known.iter().map(|&known| Model::new(game, known, &solution.chances)).collect();
        let model = |known| &models[game.known.iter().position(|other| *other == known).unwrap_or(0)];
        let mut scores = Scores::new(game, &solution.chances);
        let states_of_position = (states / game.positions()) as u64;
        work.go_on(states_of_position)?;
        for position in 1..game.positions() {
            scores.clear();
            for (known, behind) in game.open(position) {
                work.go_on(0)?;
                for next in game.states_at(behind) {
                    let passed = Passed { from: position, next };
                    scores.fill(&solution.values, &solution.chances, model(known), passed);
                }
            }
            for state in game.states_at(position) {
                let settled = game.settled(state);
                if settled == state {
                    let scores = scores.of(state.magic_dice, state.dispel_dice);
                    solution.note(game, state, decide(scores, game.may_stop()));
                } else {
                    let value = solution.values.of(game, settled);
                    solution.values.set(game, state, value);
                }
            }
            work.go_on(states_of_position)?;
        }
        Ok(solution)
    }

    fn note(&mut self, game: &Game, state: State, decision: BestChoice) {
        // The index fits: there are at most 56 spells of two versions by 12 wizards, each with at most 36
        // numbers of dice.
        let place = |choice: Option<usize>| choice.map_or(STOP, |choice| choice as u16);
        self.values.set(game, state, decision.value);
        let here = game.index(state);
        self.best[here] = place(decision.choice);
        (self.second[here], self.losses[here]) = match decision.runner_up {
            Some((choice, loss)) => (place(choice), loss),
            None => (NOTHING, 0.0),
        };
    }

    /// The caster's best choice in a state.
    pub fn decision(&self, game: &Game, state: State) -> BestChoice {
        let here = game.index(state);
        let choice = |place: u16| (place != STOP).then_some(usize::from(place));
        let runner_up =
            (self.second[here] != NOTHING).then(|| (choice(self.second[here]), self.losses[here]));
        BestChoice { choice: choice(self.best[here]), value: self.values.of(game, state), runner_up }
    }

    /// The values of all numbers of dice that the dispeller may use against a passed roll, fewest
    /// first.
    pub fn replies(&self, game: &Game, passed: Passed, version: usize, roll: CastingRoll) -> Vec<Reply> {
        let Passed { from, next } = passed;
        let gain = f64::from(game.gain(version, roll.verdict));
        let through = State { magic_dice: next.magic_dice + Game::back(roll.verdict), ..next };
        let dispelled = self.values.by_dispel_dice(game, next);
        let through = self.values.by_dispel_dice(game, through);
        let total = self.chances.place(roll.total);
        game.replies(from, next.dispel_dice)
            .map(|dice| {
                let left = next.dispel_dice;
                Reply { dice, value: self.chances.expect(total, dice, left, gain, dispelled, through) }
            })
            .collect()
    }

    /// The dispeller's best reply; ties go to the fewest dice.
    pub fn reply(replies: &[Reply]) -> Reply {
        let best = replies.iter().map(|reply| reply.value).fold(f64::INFINITY, f64::min);
        let first = replies.iter().find(|reply| reply.value <= best + TIE);
        *first.expect("there is a reply, if only that of no dice")
    }
}

/// The best and second best of the choices with these scores.
fn decide(scores: &[f64], may_stop: bool) -> BestChoice {
    let stop = may_stop.then_some((None, 0.0));
    let made = scores.iter().enumerate().filter(|(_, score)| !score.is_nan());
    let made = made.map(|(choice, &score)| (Some(choice), score));
    let options = || stop.into_iter().chain(made.clone());
    let best = options().map(|(_, score)| score).fold(f64::NEG_INFINITY, f64::max);
    let chosen =
        options().find(|(_, score)| *score >= best - TIE).expect("stopping or the plan is an option");
    let others = options().filter(|(choice, _)| *choice != chosen.0);
    // Ties go to the first.
    let runner_up = others.reduce(|a, b| if b.1 > a.1 { b } else { a });
    let loss = |score: f64| (best - score).max(0.0);
    BestChoice {
        choice: chosen.0,
        value: best,
        runner_up: runner_up.map(|(choice, score)| (choice, loss(score))),
    }
}
