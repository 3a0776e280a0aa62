//! B: the dispelling attempt.

use crate::attempt::check;

#[test]
fn a_dispelling_roll_of_the_casting_total_or_more_dispels() {
    let set = ["choice.dispel_dice=2"];
    check(&set, "44 44", "cast_total 8, result dispelled, cast 0");
    check(&set, "44 66", "result dispelled");
    check(&set, "44 43", "result cast, cast 1");
}

#[test]
fn without_dispel_ties_the_roll_has_to_be_higher() {
    let set = ["choice.dispel_dice=2", "rules.dispel_ties=false"];
    check(&set, "44 44", "result cast");
    check(&set, "44 45", "result dispelled");
}

#[test]
fn the_roll_is_against_the_total_and_not_the_casting_value() {
    check(&["choice.dispel_dice=2"], "66 65", "cast_total 12, result cast");
    let set = ["choice.dispel_dice=2", "caster.casting_modifier=2"];
    check(&set, "33 34", "cast_total 8, result cast");
    check(&set, "33 44", "cast_total 8, result dispelled");
}

#[test]
fn the_dispelling_modifier_is_added() {
    let set = ["choice.dispel_dice=2", "dispeller.dispelling_modifier=1"];
    check(&set, "44 43", "result dispelled");
    check(&set, "44 33", "result cast");
    let set = ["choice.dispel_dice=2", "dispeller.dispelling_modifier=-1"];
    check(&set, "44 44", "result cast");
    check(&set, "44 45", "result dispelled");
}

#[test]
fn no_dispel_dice_are_no_attempt_whatever_the_modifier() {
    check(&["dispeller.dispelling_modifier=20"], "44", "result cast");
}

#[test]
fn a_lone_dispel_die_does_not_fail_for_being_1_or_2() {
    let set = ["choice.dispel_dice=1", "dispeller.dispelling_modifier=6"];
    check(&set, "34 1", "result dispelled");
    check(&set, "44 2", "result dispelled");
    check(&set, "44 1", "result cast, returned_dispelling 0");
}

#[test]
fn there_may_be_more_dispel_dice_than_magic_dice_may_be() {
    check(&["choice.dispel_dice=8"], "66 11111112", "result cast, returned_dispelling 7");
    check(&["choice.dispel_dice=12"], "66 111111111111", "result dispelled, returned_dispelling 0");
}

#[test]
fn nothing_returns_to_anyone_when_a_spell_is_dispelled() {
    let set = ["choice.magic_dice=3", "choice.dispel_dice=3"];
    check(&set, "116 611", "result dispelled, returned_casting 0, returned_dispelling 0");
}
