//! Choices that are equally good: fewer dice, then basic before boosted, then
//! the order of the list.

use crate::attempt::{law, probability};
use crate::game::first_attempt;

/// Two spells that any die casts, without a miscast, and nobody dispels.
const CERTAIN: &str = r#"
system = "ninth-age"
procedure = "phase"
pool = { magic_dice = 1, dispel_dice = 0 }
rules = { single_die_fail = 0, miscast = false }

[[spell]]
name = "a"
casting_value = 1
worth = 10

[[spell]]
name = "b"
casting_value = 1
worth = 10
"#;

#[test]
fn of_equal_spells_the_first_of_the_list_is_tried() {
    assert_eq!(first_attempt(CERTAIN, &[]), "a with 1 die");
    assert_eq!(first_attempt(CERTAIN, &["spell.1.worth=11"]), "b with 1 die");
}

#[test]
fn of_equal_numbers_the_fewest_dice_are_used() {
    assert_eq!(first_attempt(CERTAIN, &["pool.magic_dice=9"]), "a with 1 die");
    let bound_first = ["spell.0.casting_value=unset", "spell.0.bound=[4, 8]", "pool.magic_dice=2"];
    assert_eq!(first_attempt(CERTAIN, &bound_first), "b with 1 die");
}

#[test]
fn to_stop_is_a_choice_of_0_dice() {
    assert_eq!(first_attempt(CERTAIN, &["spell.0.worth=0", "spell.1.worth=0"]), "stop");
    assert_eq!(first_attempt(CERTAIN, &["spell.0.casting_value=7", "spell.1.casting_value=7"]), "stop");
    assert_eq!(first_attempt(CERTAIN, &["pool.magic_dice=0"]), "stop");
}

#[test]
fn basic_comes_before_boosted_and_that_before_the_order_of_the_list() {
    assert_eq!(first_attempt(CERTAIN, &["spell.0.boosted_value=1"]), "a with 1 die");
    let hopeless = ["spell.0.casting_value=99", "spell.0.boosted_value=1"];
    assert_eq!(first_attempt(CERTAIN, &hopeless), "b with 1 die");
    let alone = [&hopeless[..], &["spell.1.casting_value=99"]].concat();
    assert_eq!(first_attempt(CERTAIN, &alone), "a boosted with 1 die");
}

/// A bound spell that is planned, against the best answer.
const PLANNED: &str = r#"
system = "ninth-age"
procedure = "phase"
pool = { magic_dice = 2, dispel_dice = 5 }
policy = { caster = "plan" }

[[spell]]
name = "a"
bound = [1, 1]
worth = 10

[[plan]]
spell = "a"
magic_dice = 2
"#;

#[track_caller]
fn check_left(set: &[&str], left: &str) {
    assert!(probability(&law(PLANNED, set), "dispel_dice_left", left) > 1.0 - 1e-12);
}

#[test]
fn the_dispeller_uses_the_fewest_dice_that_are_as_good() {
    check_left(&[], "4");
    check_left(&["spell.0.bound=[2, 2]"], "3");
    check_left(&["spell.0.bound=[3, 3]"], "2");
}

#[test]
fn the_dispeller_lets_through_what_he_cannot_stop_or_need_not() {
    check_left(&["spell.0.bound=[31, 31]"], "5");
    check_left(&["spell.0.worth=0"], "5");
}

/// Ties are closer than 1e-9, whatever the points are.
#[test]
fn equal_spells_of_great_worth_are_tried_in_their_order() {
    let set = ["spell.0.worth=1000000", "spell.1.worth=1000000", "pool.magic_dice=5", "pool.dispel_dice=3"];
    let default = ["rules.single_die_fail=2", "rules.miscast=true"];
    for value in 4..=10 {
        let values = [0, 1].map(|spell| format!("spell.{spell}.casting_value={value}"));
        let values = values.each_ref().map(String::as_str);
        let first = first_attempt(CERTAIN, &[&set[..], &default, &values].concat());
        assert!(first.starts_with("a with "), "{first}");
    }
}
