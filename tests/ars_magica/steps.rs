//! The steps, and how a story follows them.

use fizzle::analysis::{Progress, explain};
use fizzle::expression::Event;

use crate::common;
use crate::scene::{DUEL, SHOT, TWO_FOES, melee};

/// The numbers of the steps of a story in which an event occurs.
fn told(text: &str, set: &[&str], event: &str) -> String {
    let scenario = common::parse(text, set);
    let procedure = &scenario.ready.procedure;
    let event = Event::parse(event, procedure.metrics()).unwrap();
    let story = explain(&scenario, 1, Some(&event), &Progress::default()).unwrap().story;
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
fn a_double_kill_says_whose_blow_falls() {
    let tell = |text, set: &[&str], event| {
        let scenario = common::parse(text, &[&["hero.damage=40", "foe.0.damage=40"], set].concat());
        let event = Event::parse(event, scenario.ready.procedure.metrics()).unwrap();
        format!("{:?}", explain(&scenario, 1, Some(&event), &Progress::default()).unwrap().story)
    };
    let duel = |event| tell(DUEL, &[], event);
    let spared = duel("taken == 1 && landed == 1 && hero_out == 0");
    assert!(spared.contains("the hero is faster, and only the blow on the foe falls"));
    let slower = duel("taken == 1 && landed == 1 && foes_out == 0");
    assert!(slower.contains("the hero and the foe would put each other out: the foe is faster"));
    assert!(duel("hero_out == 1 && foes_out == 1").contains("equally fast, and both blows fall"));
    let one_of_two = "landed == 1 && foes_out == 0 && hero_out == 1";
    let told = tell(TWO_FOES, &[], one_of_two);
    assert!(told.contains("foe 1 is faster, and only the blow on the hero falls"));
    let sides = ["rules.simultaneous=unless-both-sides-out"];
    assert!(tell(TWO_FOES, &sides, one_of_two).contains("out before he wounds anybody"));
}

#[test]
fn every_round_against_several_tells_its_steps() {
    for procedure in ["exchange", "melee"] {
        let scenario = common::parse(TWO_FOES, &[&format!("procedure={procedure}")]);
        let story = explain(&scenario, 1, None, &Progress::default()).unwrap().story;
        let told: Vec<u8> = story.steps.iter().map(|told| told.step.0).collect();
        // Initiative, the die for all, each attack on both sides, wounds, fatigue.
        assert_eq!(told[..6], [0, 1, 2, 3, 4, 5], "{procedure}");
    }
}
