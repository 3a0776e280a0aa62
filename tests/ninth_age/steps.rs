//! A: whether an attempt is passed; and the table of steps.

use fizzle::analysis::{Progress, explain};
use fizzle::expression::Event;

use crate::attempt::{check, plain};

#[test]
fn an_attempt_passes_with_its_casting_value_or_more() {
    check(&[], "34", "cast_total 7, result cast, cast 1, miscast 0");
    check(&[], "66", "cast_total 12, result cast");
    check(&[], "33", "cast_total 6, result failed, cast 0, miscast 0");
}

#[test]
fn the_total_is_the_sum_with_the_modifier_less_magic_resistance() {
    check(&["caster.casting_modifier=1"], "33", "cast_total 7, result cast");
    check(&["caster.casting_modifier=-1"], "34", "cast_total 6, result failed");
    check(&["target.magic_resistance=2"], "44", "cast_total 6, result failed");
    check(&["target.magic_resistance=-2"], "23", "cast_total 7, result cast");
    let both = ["caster.casting_modifier=3", "target.magic_resistance=2"];
    check(&both, "24", "cast_total 7, result cast");
}

#[test]
fn a_boosted_attempt_is_against_the_boosted_value() {
    let values = ["spell.casting_value=4", "spell.boosted_value=9"];
    check(&values, "22", "result cast");
    let boosted = [&values[..], &["choice.boosted=true"]].concat();
    check(&boosted, "44", "result failed");
    check(&boosted, "45", "result cast");
}

#[test]
fn a_lone_1_or_2_fails_whatever_the_modifier() {
    let one = ["choice.magic_dice=1", "spell.casting_value=3", "caster.casting_modifier=5"];
    check(&one, "1", "cast_total 6, result failed, returned_casting 0");
    check(&one, "2", "cast_total 7, result failed");
    check(&one, "3", "cast_total 8, result cast");
}

#[test]
fn single_die_fail_is_the_highest_face_that_fails_alone() {
    let one = |highest| ["choice.magic_dice=1", "spell.casting_value=1", highest];
    check(&one("rules.single_die_fail=0"), "1", "result cast");
    check(&one("rules.single_die_fail=4"), "4", "result failed");
    check(&one("rules.single_die_fail=4"), "5", "result cast");
    check(&one("rules.single_die_fail=6"), "6", "result failed");
}

#[test]
fn two_dice_of_1_and_2_do_not_fail_for_that() {
    check(&["spell.casting_value=3"], "12", "cast_total 3, result cast");
    check(&["spell.casting_value=2"], "11", "cast_total 2, result cast, returned_casting 0");
}

#[test]
fn a_failed_attempt_is_not_dispelled() {
    check(&["choice.dispel_dice=3"], "33", "result failed, returned_dispelling 0");
}

#[test]
fn max_magic_dice_says_how_many_dice_there_may_be() {
    let six = ["choice.magic_dice=6", "rules.max_magic_dice=6"];
    check(&six, "111222", "cast_total 9, result cast");
}

/// The steps that a resolution with this event goes through.
fn told(set: &[&str], event: &str) -> Vec<String> {
    let scenario = plain(set);
    let procedure = &scenario.ready.procedure;
    let event = Event::parse(event, procedure.metrics()).unwrap();
    let story = explain(&scenario, 1, Some(&event), &Progress::default()).unwrap().story;
    let number = |told| procedure.steps().iter().find(|row| row.step == told).unwrap().number.clone();
    story.steps.iter().map(|told| number(told.step)).collect()
}

#[test]
fn a_told_attempt_goes_from_a_to_f_and_skips_what_the_text_skips() {
    let set = ["choice.magic_dice=3", "choice.dispel_dice=2"];
    assert_eq!(told(&set, "result == \"failed\""), ["A1", "A2", "A3"]);
    assert_eq!(told(&set, "result == \"dispelled\""), ["A1", "A2", "A3", "B1", "B2", "B3"]);
    assert_eq!(told(&set, "cast == 1 && miscast == 0"), ["A1", "A2", "A3", "B1", "B2", "B3", "D"]);
    assert_eq!(told(&set, "cast == 1 && miscast > 0"), ["A1", "A2", "A3", "B1", "B2", "B3", "D", "F"]);
    let low = [&set[..], &["spell.casting_value=3"]].concat();
    assert_eq!(told(&low, "result == \"broken\""), ["A1", "A2", "A3", "B1", "B2", "B3", "C"]);
}
