//! Advantage: the difference of a hit, saved for the next round.

use crate::scene::{DUEL, check_melee};

/// The hero's blow, the foe's; where Defense is to gain, the foe's is told first.
fn round(advantage: &str, hero: &str, foe: &str) -> String {
    match advantage {
        "defense" => format!("22 {foe} {hero} 22 "),
        _ => format!("22 {hero} {foe} 22 "),
    }
}

/// Rounds of a duel, each the dice of the hero's blow and the foe's.
#[track_caller]
fn check(advantage: &str, set: &[&str], rounds: &[(&str, &str)], expected: &str) {
    let dice: String = rounds.iter().map(|(hero, foe)| round(advantage, hero, foe)).collect();
    let keys = [format!("choice.advantage={advantage}"), format!("choice.max_rounds={}", rounds.len())];
    let set = [&[keys[0].as_str(), &keys[1]], set].concat();
    check_melee(DUEL, &set, &dice, expected);
}

const QUIET: (&str, &str) = ("22", "22");

/// The hero's blows take so many levels in all, the last of them in the last round.
#[track_caller]
fn check_levels(advantage: &str, set: &[&str], rounds: &[(&str, &str)], levels: u32) {
    let penalties = |levels: u32| format!("rules.penalties=[{}]", vec!["0"; levels as usize].join(", "));
    let one_more = penalties(levels + 1);
    check(advantage, &[set, &[one_more.as_str()]].concat(), rounds, "winner undecided, foes_out 0");
    if levels > 0 {
        let enough = penalties(levels);
        let mut dice: String = rounds.iter().map(|(hero, foe)| round(advantage, hero, foe)).collect();
        dice.truncate(dice.len() - 2);
        let keys = format!("choice.advantage={advantage}");
        check_melee(DUEL, &[set, &[keys.as_str(), &enough]].concat(), &dice, "winner hero, foes_out 1");
    }
}

#[test]
fn a_hit_that_takes_nothing_becomes_a_bonus_of_one_round() {
    // A hit by 4 is saved: 16 against 10 is a hit by 6 instead of 2.
    check_levels("attack", &[], &[("42", "22"), ("22", "22")], 1);
    check_levels("attack", &[], &[("42", "22"), ("42", "22")], 1);
    check_levels("attack", &[], &[("42", "22"), ("25", "22"), ("25", "22")], 0);
    check_levels("attack", &[], &[("42", "22"), ("28", "22"), ("42", "22")], 0);
}

#[test]
fn a_hit_that_wounds_is_not_saved_unless_all_are() {
    check_levels("attack", &[], &[("72", "22")], 1);
    check_levels("attack", &["choice.save=always"], &[("72", "22")], 0);
}

#[test]
fn always_saves_whenever_no_bonus_is_held() {
    let always = ["choice.save=always"];
    // 7 saved: 12 + 7 against 10 is a hit by 9 that wounds; then the next is saved.
    check_levels("attack", &always, &[("72", "22"), ("22", "22")], 1);
    check_levels("attack", &always, &[("72", "22"), ("29", "22"), ("72", "22")], 0);
}

#[test]
fn a_harmless_hit_with_a_bonus_is_saved_again() {
    // 2 saved, then 4, then 6, which wounds.
    check_levels("attack", &[], &[QUIET, QUIET, ("22", "22")], 1);
    check_levels("attack", &[], &[QUIET, QUIET], 0);
}

#[test]
fn never_saves_nothing() {
    check("never", &[], &[("42", "22"), ("42", "22")], "winner undecided, foes_out 0");
    check_levels("never", &[], &[("72", "22")], 1);
}

#[test]
fn a_bonus_to_defense_counts_against_the_next_blow_alone() {
    let set = ["foe.0.damage=10"];
    // The foe hits by 5 with 9 against 2, unless the hero has saved 4.
    check("defense", &set, &[("42", "22"), ("29", "92")], "hero_body_lost 1");
    check("defense", &set, &[("29", "22"), ("29", "92")], "hero_body_lost 2");
    check("defense", &set, &[("72", "22"), ("29", "92")], "hero_body_lost 2");
    check("defense", &set, &[("42", "22"), ("29", "22"), ("29", "92")], "hero_body_lost 2");
}

#[test]
fn a_bonus_to_defense_is_none_to_attack() {
    check_levels("defense", &[], &[("42", "22"), ("42", "22"), ("42", "22")], 0);
}

#[test]
fn the_difference_of_a_blow_does_not_help_in_its_own_round() {
    check("defense", &["foe.0.damage=10"], &[("42", "92")], "hero_body_lost 2");
}

#[test]
fn a_foe_saves_nothing() {
    check("attack", &[], &[("29", "62"), ("29", "62")], "hero_body_lost 0");
}
