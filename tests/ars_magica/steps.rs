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
    let tell = |text, set: &[&str], event: &str| {
        let scenario = common::parse(text, &[&["hero.damage=40", "foe.0.damage=40"], set].concat());
        let event = Event::parse(event, scenario.ready.procedure.metrics()).unwrap();
        format!("{:?}", explain(&scenario, 1, Some(&event), &Progress::default()).unwrap().story)
    };
    let both = "taken == 1 && landed == 1 && hero_body_lost + foe_body_lost > 0";
    for by in ["score", "total"] {
        let key = format!("rules.double_kill={by}");
        let duel = |initiative, event: &str| tell(DUEL, &[&key, initiative], &format!("{both} && {event}"));
        let spared = duel("foe.0.initiative=5", "hero_out == 0");
        let higher = format!("has the higher Initiative {by}, and only the blow on");
        assert!(spared.contains(&format!("the hero {higher} the foe falls")), "{spared}");
        let slower = duel("foe.0.initiative=7", "foes_out == 0");
        assert!(slower.contains(&format!("would put each other out: the foe {higher} the hero falls")));
        let equal = duel("foe.0.initiative=6", "hero_out == 1 && foes_out == 1");
        assert!(equal.contains(&format!("their Initiative {by}s are equal, and both blows fall")));
        let one_of_two = "landed == 1 && foes_out == 0 && hero_out == 1";
        let told = tell(TWO_FOES, &[&key, "foe.0.initiative=7"], one_of_two);
        assert!(told.contains(&format!("foe 1 {higher} the hero falls")), "{told}");
        let sides = ["rules.simultaneous=unless-both-sides-out", &key, "foe.0.initiative=7"];
        assert!(tell(TWO_FOES, &sides, one_of_two).contains("out before he wounds anybody"));
    }
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
