//! `choice.casting_total`: the casting roll has happened and passed.

use crate::attempt::{ON_THE_TABLE, PLAIN, check, check_errors, law, probability};

fn total<'a>(set: &[&'a str]) -> Vec<&'a str> {
    [&ON_THE_TABLE[..], set].concat()
}

#[test]
fn only_the_dispelling_attempt_is_rolled() {
    let set = total(&["choice.casting_total=14", "choice.dispel_dice=3"]);
    check(&set, "446", "cast_total 14, result dispelled");
    check(&set, "346", "cast_total 14, result cast, cast 1");
    check(&set, "611", "result cast, returned_dispelling 2, returned_casting 0, miscast 0");
    check(&total(&["choice.casting_total=14"]), "", "cast_total 14, result cast");
}

#[test]
fn it_has_passed_however_low_it_is() {
    check(&total(&["choice.casting_total=1"]), "", "cast_total 1, result cast");
    check(&total(&["choice.casting_total=-3"]), "", "cast_total -3, result cast");
}

#[test]
fn the_dispelling_modifier_counts_still() {
    let set = ["choice.casting_total=7", "choice.dispel_dice=1", "dispeller.dispelling_modifier=1"];
    check(&total(&set), "6", "result dispelled");
    check(&total(&set), "5", "result cast");
}

#[test]
fn miscast_and_returned_casting_are_0() {
    let odds = law(PLAIN, &total(&["choice.casting_total=14", "choice.dispel_dice=4"]));
    assert!(probability(&odds, "miscast", "0") > 1.0 - 1e-12);
    assert!(probability(&odds, "returned_casting", "0") > 1.0 - 1e-12);
    // 14 or more on 4 dice: 721 of 1296 rolls.
    assert!((probability(&odds, "result", "dispelled") - 721.0 / 1296.0).abs() < 1e-15);
}

#[test]
fn what_made_the_total_is_not_given_beside_it() {
    for key in [
        "choice.magic_dice=3",
        "spell.casting_value=7",
        "spell.boosted_value=9",
        "spell.bound=[4, 8]",
        "caster.casting_modifier=1",
        "target.magic_resistance=1",
        "choice.boosted=true",
    ] {
        let path = key.split('=').next().unwrap();
        let message = format!("`{path}` and `choice.casting_total` cannot both be written");
        check_errors(PLAIN, &total(&["choice.casting_total=9", key]), &[&message]);
    }
}
