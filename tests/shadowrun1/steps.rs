//! The steps, and how a story follows them.

use fizzle::analysis::{Progress, explain};
use fizzle::expression::Event;

use crate::common;
use crate::scene::{ATTACK, SPELL, TURN};

#[track_caller]
fn check_steps(text: &str, expected: &[&str]) {
    let scenario = common::parse(text, &[]);
    let steps = scenario.ready.procedure.steps();
    let ours: Vec<_> =
        steps.iter().map(|step| format!("{} {}: {}", step.number, step.who, step.title)).collect();
    assert_eq!(ours, expected);
}

#[test]
fn steps_are_numbered_as_on_the_page() {
    check_steps(
        ATTACK,
        &[
            "1 Attacker: Roll the attack",
            "2 Target: Dodge, once for the whole action",
            "3 Attacker: Hit or miss, and the level",
            "4 Target: Resist with Body and armor",
            "5 Target: Mark the damage track",
            "6 Target: Penalty",
        ],
    );
    check_steps(
        SPELL,
        &[
            "1 Caster: Success test",
            "2 Target: Resistance test",
            "3 Caster: The spell's effect",
            "4 Caster: Drain",
        ],
    );
    check_steps(TURN, &["1 Character: Roll Initiative", "2 Character: Actions of the turn"]);
}

/// The numbers of the steps of a story in which an event occurs.
fn told(text: &str, set: &[&str], event: &str) -> Vec<String> {
    let scenario = common::parse(text, set);
    let procedure = &scenario.ready.procedure;
    let event = Event::parse(event, procedure.metrics()).unwrap();
    let story = explain(&scenario, 1, Some(&event), &Progress::default()).unwrap().story;
    let number = |step| procedure.steps().iter().find(|row| row.step == step).unwrap().number.clone();
    story.steps.iter().map(|told| number(told.step)).collect()
}

#[test]
fn a_told_wound_goes_through_every_step_in_order() {
    assert_eq!(told(ATTACK, &["target.dodge_dice=1"], "wound != 'none'"), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(told(ATTACK, &["rules.dodge=resist"], "wound != 'none'"), ["1", "3", "4", "5", "6"]);
    assert_eq!(told(SPELL, &[], "hit == 1"), ["1", "2", "3", "4"]);
    assert_eq!(told(TURN, &[], "actions == 2"), ["1", "2"]);
}

#[test]
fn a_told_miss_is_neither_resisted_nor_marked() {
    assert_eq!(told(ATTACK, &["target.dodge_dice=1"], "hit == 0"), ["1", "2", "3", "6"]);
}
