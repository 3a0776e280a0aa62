//! Texts about the choices of the players of a phase.

use super::super::attempt::Miscast;
use super::game::{Game, Planned, Rolled, Spell, State, Wizard};
use super::solution::{BestChoice, Solution};
use super::strategy::{End, Node, Strategy};
use crate::description::Choice;
use crate::description::words::{capitalized, count};

/// Describes a choice of the caster, as in `b with 2 dice`, `c boosted by Merlin with 5 dice`, `stop`.
pub fn choice(game: &Game, choice: Option<usize>) -> String {
    let Some(choice) = choice.map(|choice| &game.choices[choice]) else {
        return "stop".to_owned();
    };
    format!("{} with {}", version(game, choice.version), count(choice.dice, "die", "dice"))
}

/// A choice of the caster as an order, as in `cast`, `B with 2 dice`.
pub fn order(game: &Game, choice: Option<usize>) -> Choice {
    let verb = if choice.is_some() { "cast" } else { "" };
    let name = self::choice(game, choice);
    Choice { verb: verb.into(), name: if choice.is_some() { capitalized(&name) } else { name } }
}

/// The end of an attempt, in words.
pub fn end(end: End) -> &'static str {
    match end {
        End::Failed => "it fails",
        End::Dispelled => "it is dispelled",
        End::Broken => "concentration is broken",
        End::Cast => "it is cast",
    }
}

fn version(game: &Game, version: usize) -> String {
    let version = &game.versions[version];
    let boosted = if version.boosted { " boosted" } else { "" };
    let by = match &*game.wizards[version.wizard].name {
        "" => String::new(),
        name => format!(" by {name}"),
    };
    format!("{}{boosted}{by}", game.spells[version.spell].name)
}

/// Describes an attempt of a plan, as in `pit with 4 dice`.
pub fn planned(game: &Game, planned: &Planned) -> String {
    format!("{} with {}", version(game, planned.version), count(planned.dice, "die", "dice"))
}

/// Formats points with two decimals, with a minus sign rather than a hyphen.
pub fn points(value: f64) -> String {
    // Avoids "−0.00".
    let value = if value.abs() < 0.005 { 0.0 } else { value };
    format!("{value:.2}").replace('-', "−")
}

/// Formats a whole number of points.
pub fn whole_points(points: i32) -> String {
    count(points.unsigned_abs(), "point", "points")
}

/// Describes what is left, the caster's choice, and the loss of the second best.
pub fn declared(strategy: &Strategy, node: &Node) -> String {
    let game = &strategy.game;
    let BestChoice { choice: best, value, runner_up } = strategy.decision(node);
    let expected = format!("{}: {} points to come on average", choice(game, best), points(value));
    let mut lines = vec![left(game, node), expected];
    lines.extend(runner_up.map(|runner_up| next_best(game, runner_up)));
    lines.join("\n")
}

/// Explains why no attempt follows.
pub fn stop(strategy: &Strategy, node: &Node) -> String {
    let game = &strategy.game;
    let left = left(game, node);
    match strategy.decision(node).runner_up {
        Some(runner_up) => {
            format!("{left}\nstop: no attempt brings anything\n{}", next_best(game, runner_up))
        }
        None => format!("{left}\nthe phase ends"),
    }
}

fn next_best(game: &Game, (other, loss): (Option<usize>, f64)) -> String {
    format!("next best: {}, {} less", choice(game, other), points(loss))
}

/// Describes the dice and the spells that are left.
fn left(game: &Game, node: &Node) -> String {
    let magic = count(node.state.magic_dice, "magic die", "magic dice");
    let dispel = count(node.state.dispel_dice, "dispel die", "dispel dice");
    let casts = match casts_left(game, node.state).join(", ") {
        none if none.is_empty() => none,
        casts => format!("; casts: {casts}"),
    };
    format!("left: {magic}, {dispel}; {}{casts}", spells_in_words(game, node.state))
}

/// The casts left of each wizard who may run out of them.
pub fn casts_left(game: &Game, state: State) -> Vec<String> {
    let left = |(place, wizard): (usize, &Wizard)| {
        game.casts_left(state.position, place).map(|left| format!("{}*{left}", wizard.name))
    };
    game.wizards.iter().enumerate().filter_map(left).collect()
}

/// Lists the spells that are left, separated by commas.
pub fn spells_in_words(game: &Game, state: State) -> String {
    match spells_left(game, state).join(", ") {
        none if none.is_empty() => "no spells".to_owned(),
        spells => spells,
    }
}

/// The spells that may still be tried, with the number of attempts if there are several.
pub fn spells_left(game: &Game, state: State) -> Vec<String> {
    let left = |(place, spell): (usize, &Spell)| match game.attempts_left(state.position, place) {
        0 => None,
        1 => Some(spell.name.clone()),
        more => Some(format!("{}*{more}", spell.name)),
    };
    game.spells.iter().enumerate().filter_map(left).collect()
}

/// Describes the dispeller's reply to a roll, and the loss of the second best.
pub fn answered(strategy: &Strategy, node: &Node, rolled: Rolled) -> String {
    let replies = strategy.replies(node, rolled);
    let best = Solution::reply(&replies);
    let dice = |dice: u32| match dice {
        0 => "let it through".to_owned(),
        _ => count(dice, "dispel die", "dispel dice"),
    };
    let told = format!("{}: {} points for the caster on average", dice(best.dice), points(best.value));
    let others = replies.iter().filter(|reply| reply.dice != best.dice);
    match others.reduce(|a, b| if b.value < a.value { b } else { a }) {
        // A dispeller with a fixed policy has no alternative.
        None => told,
        Some(other) => {
            let more = points((other.value - best.value).max(0.0));
            format!("{told}\nnext best: {}, {more} more", dice(other.dice))
        }
    }
}

/// Describes a miscast effect and its cost.
pub fn miscast(miscast: Miscast, dice: u32, cost: i32) -> String {
    let cost = if cost > 0 { format!(": {} less", whole_points(cost)) } else { String::new() };
    format!("{}: {}{cost}", miscast.name(), miscast.effect(dice))
}
