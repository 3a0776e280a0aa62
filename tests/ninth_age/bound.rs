//! Bound spells.

use crate::attempt::{BOUND, PLAIN, check, law, probability};

fn bound<'a>(set: &[&'a str]) -> Vec<&'a str> {
    [&BOUND[..], set].concat()
}

#[test]
fn a_bound_spell_has_its_first_total_with_2_dice_and_its_second_with_3() {
    check(&bound(&[]), "", "cast_total 4, result cast, cast 1");
    check(&bound(&["choice.magic_dice=3"]), "", "cast_total 8, result cast, cast 1");
}

#[test]
fn it_takes_no_casting_modifier_but_magic_resistance_counts() {
    check(&bound(&["caster.casting_modifier=3"]), "", "cast_total 4, result cast");
    check(&bound(&["target.magic_resistance=1"]), "", "cast_total 3, result cast");
    check(&bound(&["target.magic_resistance=-1"]), "", "cast_total 5, result cast");
}

#[test]
fn it_always_passes() {
    check(&bound(&["target.magic_resistance=9"]), "", "cast_total -5, result cast");
    check(&bound(&["spell.bound=[0, 0]"]), "", "cast_total 0, result cast");
}

#[test]
fn it_can_be_dispelled_and_returns_nothing_to_the_caster() {
    let two = bound(&["choice.dispel_dice=2"]);
    check(&two, "13", "result dispelled, returned_dispelling 0");
    check(&two, "12", "result cast, returned_dispelling 1, returned_casting 0");
}

#[test]
fn it_never_miscasts() {
    let odds = law(PLAIN, &bound(&["choice.magic_dice=3", "rules.miscast_modifier=7"]));
    assert_eq!(probability(&odds, "miscast", "0"), 1.0);
    assert_eq!(probability(&odds, "returned_casting", "0"), 1.0);
}
