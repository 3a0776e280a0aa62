//! Fizzle: the natural 1s of failed attempts.

use crate::attempt::check;

#[test]
fn natural_1s_of_a_failed_casting_attempt_of_2_dice_or_more_return() {
    check(&[], "11", "result failed, returned_casting 2");
    check(&[], "14", "result failed, returned_casting 1");
    check(&[], "24", "result failed, returned_casting 0");
    let three = ["choice.magic_dice=3", "spell.casting_value=12"];
    check(&three, "161", "result failed, returned_casting 2");
    check(&["choice.magic_dice=1"], "1", "result failed, returned_casting 0");
}

#[test]
fn natural_1s_of_a_passed_attempt_do_not_return() {
    check(&[], "16", "result cast, returned_casting 0");
}

#[test]
fn natural_1s_of_a_failed_dispelling_attempt_of_2_dice_or_more_return() {
    check(&["choice.dispel_dice=2"], "44 11", "result cast, returned_dispelling 2");
    check(&["choice.dispel_dice=3"], "66 116", "result cast, returned_dispelling 2");
    check(&["choice.dispel_dice=2"], "44 25", "result cast, returned_dispelling 0");
    check(&["choice.dispel_dice=1"], "44 1", "result cast, returned_dispelling 0");
}

#[test]
fn a_modifier_makes_no_die_a_1() {
    check(&["caster.casting_modifier=-1"], "22", "cast_total 3, result failed, returned_casting 0");
    check(&["caster.casting_modifier=1"], "11", "cast_total 3, result failed, returned_casting 2");
}

#[test]
fn fizzle_face_is_the_face_that_returns_on_both_sides() {
    let face = "rules.fizzle_face=3";
    check(&[face], "31", "result failed, returned_casting 1");
    check(&[face, "choice.dispel_dice=3"], "66 133", "result cast, returned_dispelling 2");
}

#[test]
fn fizzle_min_dice_is_the_fewest_dice_of_which_any_return_on_both_sides() {
    let three = "rules.fizzle_min_dice=3";
    check(&[three], "11", "result failed, returned_casting 0");
    check(&[three, "choice.magic_dice=3", "spell.casting_value=9"], "112", "returned_casting 2");
    check(&[three, "choice.dispel_dice=2"], "66 11", "returned_dispelling 0");
    check(&[three, "choice.dispel_dice=3"], "66 112", "returned_dispelling 2");
    let one = "rules.fizzle_min_dice=1";
    check(&[one, "choice.magic_dice=1"], "1", "result failed, returned_casting 1");
    check(&[one, "choice.dispel_dice=1"], "66 1", "returned_dispelling 1");
}

#[test]
fn natural_1s_return_when_concentration_breaks_unless_the_rule_says_otherwise() {
    let set = ["choice.magic_dice=4", "choice.dispel_dice=2", "spell.casting_value=5"];
    check(&set, "1114 12", "result broken, returned_casting 3, returned_dispelling 1");
    let kept = [&set[..], &["rules.broken_fizzle=false"]].concat();
    check(&kept, "1114 12", "result broken, returned_casting 0, returned_dispelling 1");
    check(&kept, "1111", "result failed, returned_casting 4");
}
