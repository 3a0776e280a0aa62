//! `choice.dispel_dice = "least-for P"`.

use crate::attempt::{ON_THE_TABLE, PLAIN, check, check_errors, law, probability};

/// So many dispel dice, none more and none fewer, are used against a total: as
/// many 1s are rolled.
#[track_caller]
fn check_dice(total: i32, p: &str, pool: u32, set: &[&str], dice: usize) {
    let keys = [
        format!("choice.casting_total={total}"),
        format!("choice.dispel_dice=least-for {p}"),
        format!("pool.dispel_dice={pool}"),
    ];
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    check(&[&ON_THE_TABLE[..], &keys, set].concat(), &"1".repeat(dice), &format!("cast_total {total}"));
}

#[test]
fn the_fewest_dice_that_are_likely_enough_are_used() {
    check_dice(14, "0.5", 9, &[], 4);
    check_dice(14, "0.6", 9, &[], 5);
    check_dice(7, "0.5", 9, &[], 2);
    check_dice(7, "0.6", 9, &[], 3);
    check_dice(4, "0.51", 9, &[], 2);
}

#[test]
fn a_probability_that_is_reached_exactly_is_enough() {
    check_dice(4, "0.5", 9, &[], 1);
    check_dice(11, "0.5", 9, &[], 3);
    check_dice(18, "0.5", 9, &[], 5);
    check_dice(6, "1", 9, &[], 6);
}

#[test]
fn at_least_one_die_is_used_even_where_none_is_needed() {
    check_dice(-3, "0.5", 9, &[], 1);
    check_dice(1, "1", 9, &[], 1);
}

#[test]
fn no_dice_are_used_if_the_pool_cannot_reach_it() {
    check_dice(14, "0.5", 3, &[], 0);
    check_dice(14, "0.5", 4, &[], 4);
    check_dice(14, "0.99", 4, &[], 0);
    check_dice(4, "0.1", 0, &[], 0);
}

#[test]
fn the_modifier_and_ties_count() {
    check_dice(14, "0.5", 9, &["dispeller.dispelling_modifier=3"], 3);
    check_dice(14, "0.5", 9, &["dispeller.dispelling_modifier=-1"], 5);
    check_dice(4, "0.5", 9, &["rules.dispel_ties=false"], 2);
}

#[test]
fn the_dice_follow_the_total_that_is_rolled() {
    let set = ["choice.dispel_dice=least-for 0.5", "pool.dispel_dice=3"];
    check(&set, "34 66", "cast_total 7, result dispelled");
    check(&set, "65 665", "cast_total 11, result dispelled");
    check(&set, "66", "cast_total 12, result cast");
    check(&set, "33", "cast_total 6, result failed");
}

#[test]
fn broken_concentration_is_not_looked_at() {
    let set = ["choice.magic_dice=3", "spell.casting_value=3", "choice.dispel_dice=least-for 0.5"];
    let set = [&set[..], &["pool.dispel_dice=2"]].concat();
    check(&set, "111 2", "result broken");
    check(&set, "111 4", "result dispelled");
}

#[test]
fn a_likely_dispel_is_as_likely_as_the_dice_make_it() {
    let set = ["choice.casting_total=14", "choice.dispel_dice=least-for 0.5", "pool.dispel_dice=8"];
    let odds = law(PLAIN, &[&ON_THE_TABLE[..], &set].concat());
    assert!((probability(&odds, "result", "dispelled") - 721.0 / 1296.0).abs() < 1e-15);
}

#[test]
fn it_needs_a_pool() {
    check_errors(PLAIN, &["choice.dispel_dice=least-for 0.5"], &["`pool.dispel_dice` is missing"]);
}

#[test]
fn its_probability_is_above_0_and_at_most_1() {
    for p in ["0", "-0.5", "1.01", "nan", "inf", "half", "50%", ""] {
        let word = format!("choice.dispel_dice=least-for {p}");
        let expected =
            format!("`choice.dispel_dice` cannot be \"{}\"", word.split_once('=').unwrap().1.trim());
        check_errors(PLAIN, &["pool.dispel_dice=5", &word], &[&expected]);
    }
    check_errors(
        PLAIN,
        &["pool.dispel_dice=5", "choice.dispel_dice=most"],
        &["`choice.dispel_dice` cannot be \"most\""],
    );
}
