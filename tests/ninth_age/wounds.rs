//! What miscasts do to the caster.

use crate::attempt::{BOUND, ON_THE_TABLE, PLAIN, check, law, mean, probability};

fn three<'a>(set: &[&'a str]) -> Vec<&'a str> {
    [&["choice.magic_dice=3", "spell.casting_value=4"], set].concat()
}

#[test]
fn backlash_is_2_hits_that_wound_on_4() {
    let set = three(&["caster.wounds=3"]);
    check(&set, "555 33", "miscast 5, caster_wounded 0");
    check(&set, "555 34", "miscast 5, caster_wounded 1");
    check(&set, "555 46", "miscast 5, caster_wounded 2");
}

#[test]
fn implosion_is_4_hits_that_wound_on_4() {
    let set = three(&["caster.wounds=5"]);
    check(&set, "666 3333", "miscast 6, caster_wounded 0");
    check(&set, "666 4136", "miscast 6, caster_wounded 2");
    check(&set, "666 4444", "miscast 6, caster_wounded 4");
}

#[test]
fn no_more_wounds_are_lost_than_the_caster_has() {
    check(&three(&["caster.wounds=1"]), "555 44", "caster_wounded 1");
    check(&three(&["caster.wounds=3"]), "666 4444", "caster_wounded 3");
}

#[test]
fn a_breach_takes_all_wounds_without_a_roll() {
    let set = three(&["caster.wounds=3", "rules.miscast_modifier=1"]);
    check(&set, "666", "miscast 7, caster_wounded 3");
}

#[test]
fn other_miscasts_and_none_do_not_wound() {
    for (dice, miscast) in [("222", 2), ("333", 3), ("444", 4), ("456", 0)] {
        let expected = format!("result cast, miscast {miscast}, caster_wounded 0");
        check(&three(&["caster.wounds=3"]), dice, &expected);
    }
    let set = three(&["caster.wounds=3", "spell.casting_value=3"]);
    check(&set, "111", "result broken, miscast 1, caster_wounded 0");
}

#[test]
fn a_failed_or_dispelled_attempt_does_not_wound() {
    check(&three(&["caster.wounds=3", "spell.casting_value=16"]), "555", "caster_wounded 0");
    check(&three(&["caster.wounds=3", "choice.dispel_dice=3"]), "666 666", "caster_wounded 0");
}

#[test]
fn what_never_miscasts_never_wounds() {
    let bound = [&BOUND[..], &["caster.wounds=2"]].concat();
    check(&bound, "", "caster_wounded 0");
    let total = [&ON_THE_TABLE[..], &["choice.casting_total=9", "caster.wounds=2"]].concat();
    check(&total, "", "caster_wounded 0");
}

#[test]
fn the_chance_to_lose_the_wizard_is_that_of_the_hits() {
    // Backlash takes 2 wounds with 1/4, implosion with 11/16; each is 1 of 216 rolls.
    let odds = law(PLAIN, &three(&["caster.wounds=2"]));
    let expected = (0.25 + 11.0 / 16.0) / 216.0;
    assert!((probability(&odds, "caster_wounded", "2") - expected).abs() < 1e-15);
    // By a half each time, 2 hits take 1 wound on average, and 4 of at most 2 take 1.625.
    assert!((mean(&odds, "caster_wounded") - (1.0 + 1.625) / 216.0).abs() < 1e-15);
}
