//! The steps, and how a story follows them.

use fizzle::analysis::explain;
use fizzle::scenario::expression::Event;

use crate::common;
use crate::scene::{DUEL, SHOT, TWO_FOES, melee};

/// The numbers of the steps of a story in which an event occurs.
fn told(text: &str, set: &[&str], event: &str) -> String {
    let scenario = common::parse(text, set);
    let procedure = &scenario.ready.procedure;
    let event = Event::parse(event, procedure.metrics()).unwrap();
    let story = explain(&scenario, 1, Some(&event)).unwrap().story;
    let number = |step| procedure.steps().iter().find(|row| row.step == step).unwrap().number.clone();
    story.steps.iter().map(|told| number(told.step)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_round_is_told_in_the_order_of_the_page() {
    assert_eq!(told(DUEL, &[], "hero_body_lost > 0"), "1 3 3 4 5");
    assert_eq!(told(TWO_FOES, &[], "landed == 2"), "1 2 3 3 4 5");
    assert_eq!(told(SHOT, &[], "hit == 1"), "1 2");
}

#[test]
fn a_melee_is_told_round_by_round() {
    assert_eq!(told(DUEL, &melee(&["choice.max_rounds=2"]), "winner == 'undecided'"), "1 3 3 4 5 1 3 3 4 5");
}

#[test]
fn a_double_kill_says_who_was_spared() {
    let scenario = common::parse(DUEL, &["hero.damage=40", "foe.0.damage=40"]);
    let tell = |event| {
        let event = Event::parse(event, scenario.ready.procedure.metrics()).unwrap();
        format!("{:?}", explain(&scenario, 1, Some(&event)).unwrap().story)
    };
    assert!(tell("taken == 1 && landed == 1 && hero_out == 0").contains("out by his hand wounds nobody"));
    assert!(tell("taken == 1 && landed == 1 && foes_out == 0").contains("out before he wounds anybody"));
    assert!(tell("hero_out == 1 && foes_out == 1").contains("nobody is fast enough to be spared"));
}
