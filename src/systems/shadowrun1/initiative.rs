//! `initiative`: the actions of a turn.

use super::step;
use crate::chance::{Chance, Law, Metric, MetricSpec, Procedure, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

const INITIATIVE: Metric = Metric(0);
const ACTIONS: Metric = Metric(1);

/// What the essence of wired reflexes costs, by level.
const ESSENCE: [i32; 4] = [0, 2, 3, 5];

/// The actions of a turn.
struct Initiative {
    reaction: i32,
    dice: u32,
    /// The law of the sum of the dice.
    law: Law<u32>,
    /// How far below each other actions are.
    decrement: i32,
}

impl Procedure for Initiative {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let Initiative { reaction, dice, decrement, .. } = self;
            chance.note(step::INITIATIVE, || {
                format!("Reaction {reaction} and {}", count(*dice, "die", "dice"))
            });
            let initiative = reaction + chance.draw(&self.law) as i32;
            let actions = actions(initiative, *decrement);
            chance.note(step::ACTIONS, || {
                let turns = (0..actions).map(|turn| (initiative - turn * decrement).to_string());
                format!("Initiative {initiative}: acts at {}", turns.collect::<Vec<_>>().join(", "))
            });
            chance.record(INITIATIVE, initiative);
            chance.record(ACTIONS, actions);
        })
    }
}

/// At the Initiative and at every decrement below it, down to 1.
fn actions(initiative: i32, decrement: i32) -> i32 {
    if initiative < 1 { 0 } else { (initiative - 1) / decrement + 1 }
}

/// Prepares a turn.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let level = input.integer("character.wired_level");
    let essence = ESSENCE[usize::try_from(level.clamp(0, 3)).unwrap_or(0)];
    let reaction = input.integer("character.reaction") + 2 * level;
    let step = input.integer("rules.initiative_step");
    let (dice, decrement) = match input.is("rules.wired", "decrement") {
        true => (1, step - essence),
        false => (1 + level.unsigned_abs(), step),
    };
    if decrement < 1 {
        let message = format!("wired level {level} takes {essence} off a step of {step}");
        let help = format!("each action is at least 1 below the one before: write {} or more", essence + 1);
        input.fault("rules.initiative_step", message, help);
    }
    let decrement = decrement.max(1);
    let most = reaction + 6 * dice as i32;
    let metrics = vec![
        MetricSpec::integer("initiative", "the Initiative", (reaction + dice as i32).into(), most.into())
            .called("Initiative"),
        MetricSpec::integer("actions", "actions of the turn", 0, actions(most, decrement).into())
            .called("actions in the turn"),
    ];
    let wired = if level > 0 { format!(", wired {level}") } else { String::new() };
    let choices = format!("Reaction {reaction}{wired}: each action {decrement} below the one before");
    let law = Law::repeat(dice, &Law::die(6), 0, |sum, face| sum + face);
    let turn = Initiative { reaction, dice, law, decrement };
    input.finish(Ready::new(turn, Tables::new(metrics, step::turn()), choices))
}
