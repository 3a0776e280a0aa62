//! What the players of a phase say and might have done.

use super::super::attempt::Miscast;
use super::game::{Choice, Dispeller, Game, Rolled};
use super::solution::{Decision, Solution};
use super::strategy::{Node, Strategy};
use crate::systems::words::count;

/// A choice of the caster: `b with 2 dice`, `c boosted with 5 dice`, `stop`.
pub fn choice(game: &Game, choice: Option<usize>) -> String {
    let Some(choice) = choice.map(|choice| &game.choices[choice]) else {
        return "stop".to_owned();
    };
    format!("{} with {}", version(game, choice), count(choice.dice, "die", "dice"))
}

fn version(game: &Game, choice: &Choice) -> String {
    let version = &game.versions[choice.version];
    let boosted = if version.boosted { " boosted" } else { "" };
    format!("{}{boosted}", game.spells[version.spell].name)
}

/// Points, to two decimals, with a minus sign rather than a hyphen.
pub fn points(value: f64) -> String {
    // Not −0.00.
    let value = if value.abs() < 0.005 { 0.0 } else { value };
    format!("{value:.2}").replace('-', "−")
}

/// What is left, and what the caster tries.
pub fn declared(strategy: &Strategy, node: &Node) -> String {
    let game = &strategy.game;
    let Decision { choice: best, value, runner_up } = strategy.decision(node);
    let next = match runner_up {
        None => String::new(),
        Some((other, loss)) => format!("; next best: {}, {} less", choice(game, other), points(loss)),
    };
    let expected = format!("{} still to come on average", points(value));
    format!("{}: {}; {expected}{next}", left(node), choice(game, best))
}

/// Why no attempt follows.
pub fn stop(strategy: &Strategy, node: &Node) -> String {
    let game = &strategy.game;
    match strategy.decision(node).runner_up {
        Some((other, loss)) => {
            format!("{}: stop; next best: {}, {} less", left(node), choice(game, other), points(loss))
        }
        None if node.state.magic_dice == 0 => format!("{}: the phase ends", left(node)),
        None => format!("{}: nothing is left to try", left(node)),
    }
}

fn left(node: &Node) -> String {
    let magic = count(node.state.magic_dice, "magic die", "magic dice");
    format!("{magic} and {} left", count(node.state.dispel_dice, "dispel die", "dispel dice"))
}

/// What the dispeller does against a roll, and what the next best would cost him.
pub fn answered(strategy: &Strategy, node: &Node, rolled: Rolled) -> String {
    let replies = strategy.replies(node, rolled);
    let best = Solution::reply(&replies);
    let dice = |dice: u32| match dice {
        0 => "let it through".to_owned(),
        _ => count(dice, "dispel die", "dispel dice"),
    };
    let told = format!("{}; {} for the caster on average", dice(best.dice), points(best.value));
    match strategy.game.dispeller {
        Dispeller::Optimal => {}
        _ => return told,
    }
    let others = replies.iter().filter(|reply| reply.dice != best.dice);
    match others.reduce(|a, b| if b.value < a.value { b } else { a }) {
        None => told,
        Some(other) => {
            let more = points((other.value - best.value).max(0.0));
            format!("{told}; next best: {}, {more} more", dice(other.dice))
        }
    }
}

/// A miscast effect and its cost.
pub fn miscast(miscast: Miscast, dice: u32, cost: i32) -> String {
    let cost = if cost > 0 { format!(": {cost} points less") } else { String::new() };
    format!("{}: {}{cost}", miscast.name(), miscast.effect(dice))
}
