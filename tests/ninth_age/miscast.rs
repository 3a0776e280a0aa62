//! C to F: miscasts.

use crate::attempt::check;

const THREE: [&str; 2] = ["choice.magic_dice=3", "spell.casting_value=4"];

#[track_caller]
fn check_three(set: &[&str], dice: &str, expected: &str) {
    check(&[&THREE[..], set].concat(), dice, expected);
}

#[test]
fn three_equal_dice_are_the_miscast_of_their_face() {
    for face in 2..=6 {
        check_three(&[], &face.to_string().repeat(3), &format!("result cast, cast 1, miscast {face}"));
    }
    check_three(&[], "665", "result cast, miscast 0");
    check(&["choice.magic_dice=5"], "25232", "result cast, miscast 2");
    check(&["choice.magic_dice=5"], "22222", "result cast, miscast 2");
    check(&["choice.magic_dice=4"], "6666", "result cast, miscast 6");
}

#[test]
fn three_1s_break_concentration_and_the_spell_is_not_cast() {
    check_three(&["caster.casting_modifier=1"], "111", "result broken, cast 0, miscast 1");
    check(&["choice.magic_dice=5"], "11146", "cast_total 13, result broken, cast 0, miscast 1");
}

#[test]
fn without_broken_concentration_the_spell_is_cast_without_a_miscast() {
    let set = ["caster.casting_modifier=1", "rules.broken_concentration=false"];
    check_three(&set, "111", "result cast, cast 1, miscast 0, returned_casting 0");
    let lowered = [&set[..], &["rules.miscast_modifier=-1"]].concat();
    check_three(&lowered, "222", "result cast, cast 1, miscast 0");
    check_three(&lowered, "333", "result cast, cast 1, miscast 2");
}

#[test]
fn a_failed_attempt_has_no_miscast() {
    check_three(&["spell.casting_value=16"], "555", "result failed, miscast 0");
    check_three(&[], "111", "result failed, miscast 0, returned_casting 3");
}

#[test]
fn a_dispelled_attempt_has_no_miscast_and_does_not_break() {
    check_three(&["choice.dispel_dice=2"], "222 33", "result dispelled, miscast 0");
    let set = ["choice.dispel_dice=2", "spell.casting_value=3"];
    check_three(&set, "111 12", "result dispelled, miscast 0, returned_casting 0");
    check_three(&["choice.dispel_dice=2"], "222 32", "result cast, miscast 2");
}

#[test]
fn the_miscast_modifier_is_added_to_the_face() {
    check_three(&["rules.miscast_modifier=1"], "444", "result cast, miscast 5");
    check_three(&["rules.miscast_modifier=-1"], "444", "result cast, miscast 3");
    check_three(&["rules.miscast_modifier=-1"], "222", "result broken, miscast 1");
    let set = ["rules.miscast_modifier=1", "spell.casting_value=3"];
    check_three(&set, "111", "result cast, miscast 2");
}

#[test]
fn the_index_is_at_most_7_and_0_is_no_miscast() {
    check_three(&["rules.miscast_modifier=1"], "666", "miscast 7");
    check_three(&["rules.miscast_modifier=5"], "444", "miscast 7");
    check_three(&["rules.miscast_modifier=1000000"], "222", "miscast 7");
    check_three(&["rules.miscast_modifier=-2"], "222", "result cast, miscast 0");
    check_three(&["rules.miscast_modifier=-6"], "666", "result cast, miscast 0");
    check_three(&["rules.miscast_modifier=-1000000"], "666", "result cast, miscast 0");
}

#[test]
fn a_modifier_alone_is_no_miscast() {
    check_three(&["rules.miscast_modifier=3"], "223", "miscast 0");
}

#[test]
fn of_two_triples_the_higher_index_counts() {
    let six = ["choice.magic_dice=6", "rules.max_magic_dice=6"];
    check(&six, "222555", "miscast 5");
    check(&six, "525252", "miscast 5");
    check(&six, "111444", "result cast, miscast 4");
    check(&[&six[..], &["rules.miscast_modifier=-3"]].concat(), "222444", "result broken, miscast 1");
}

#[test]
fn without_the_miscast_rule_there_are_none() {
    check_three(&["rules.miscast=false"], "666", "result cast, miscast 0");
    check_three(&["rules.miscast=false", "spell.casting_value=3"], "111", "result cast, miscast 0");
}
