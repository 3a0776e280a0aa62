//! The tables of the players' policies in a phase.

use std::collections::BTreeSet;

use super::super::attempt::Verdict;
use super::game::{CastingOption, Game, Rolled, State};
use super::solution::{BestChoice, Reply, Solution};
use super::strategy::{Node, Strategy};
use super::words;
use crate::description::Datum;

/// States are listed if their probability is above this.
const SEEN: f64 = 1e-3;

pub const POLICY_COLUMNS: &[&str] = &[
    "spells_left",
    "magic_dice",
    "dispel_dice",
    "probability",
    "spell",
    "boosted",
    "dice",
    "value",
    "runner_up",
    "loss",
];

pub const DISPEL_COLUMNS: &[&str] = &[
    "spells_left",
    "magic_dice",
    "dispel_dice",
    "spell",
    "boosted",
    "dice",
    "total",
    "miscast",
    "ones",
    "dispel_dice_used",
    "value",
    "loss_if_let_through",
];

/// The caster's choice in each state that is reached often enough.
pub fn policy(strategy: &Strategy) -> Vec<Vec<Datum>> {
    let game = &strategy.game;
    let row = |node: &Node| {
        let BestChoice { choice, value, runner_up } = strategy.decision(node);
        let mut row = state(game, node.state);
        row.push(Datum::Number(node.probability));
        row.extend(chosen(game, choice));
        row.push(Datum::Number(value));
        match runner_up {
            Some((other, loss)) => row.extend([Datum::Text(words::choice(game, other)), Datum::Number(loss)]),
            None => row.extend([Datum::Empty, Datum::Empty]),
        }
        row
    };
    seen(strategy).map(row).collect()
}

/// The dispeller's reply to each roll that passes in the states of [`policy`].
pub fn dispel(strategy: &Strategy) -> Vec<Vec<Datum>> {
    let game = &strategy.game;
    let mut rows = Vec::new();
    for node in seen(strategy) {
        let Some(choice) = node.choice.map(|choice| &game.choices[choice]) else { continue };
        for Roll { total, miscast, ones, place } in passed(game, choice) {
            let rolled = choice.law.outcomes()[place];
            let Reply { dice, value } = Solution::reply(&strategy.replies(node, rolled));
            let mut row = state(game, node.state);
            row.extend(chosen(game, node.choice));
            row.extend([total.into(), miscast.into(), ones.into(), dice.into()].map(Datum::Integer));
            row.extend([value, strategy.let_through(node, rolled) - value].map(Datum::Number));
            rows.push(row);
        }
    }
    rows
}

/// What the dispeller sees of a passed roll, and its index among the outcomes of the choice.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Roll {
    total: i32,
    miscast: u8,
    ones: u32,
    place: usize,
}

/// The rolls with which a choice passes, ascending.
fn passed(game: &Game, choice: &CastingOption) -> Vec<Roll> {
    let casting = game.versions[choice.version].casting;
    let rolls = game.faces(choice).outcomes().iter().filter_map(|&faces| {
        let miscast = game.rules.miscast(faces).map_or(0, |miscast| miscast.0);
        let Rolled { place, roll } = choice.rolled(&game.rules, casting, faces);
        let passed = !matches!(roll.verdict, Verdict::Failed { .. });
        passed.then_some(Roll { total: roll.total, miscast, ones: faces.ones, place })
    });
    rolls.collect::<BTreeSet<Roll>>().into_iter().collect()
}

fn seen(strategy: &Strategy) -> impl Iterator<Item = &Node> {
    strategy.nodes.iter().filter(|node| node.probability > SEEN)
}

fn state(game: &Game, state: State) -> Vec<Datum> {
    vec![
        Datum::Text(words::spells_left(game, state).join(" ")),
        Datum::Integer(state.magic_dice.into()),
        Datum::Integer(state.dispel_dice.into()),
    ]
}

/// The spell, its version and the dice; empty and 0 if the caster stops.
fn chosen(game: &Game, choice: Option<usize>) -> [Datum; 3] {
    let Some(choice) = choice.map(|choice| &game.choices[choice]) else {
        return [Datum::Empty, Datum::Empty, Datum::Integer(0)];
    };
    let version = &game.versions[choice.version];
    let name = game.spells[version.spell].name.clone();
    [Datum::Text(name), Datum::Flag(version.boosted), Datum::Integer(choice.dice.into())]
}
