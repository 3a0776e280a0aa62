//! The stress die, seen in the Attack total of a shot.

use fizzle::systems::ars_magica::{Stress, stress};

use crate::scene::{SHOT, check};

/// The attack comes to this total: it beats a Defense total of 1 less, and not one
/// that is equal. The mark's die shows 2.
#[track_caller]
fn check_total(set: &[&str], dice: &str, total: i32) {
    for (defense, hit) in [(total - 3, 1), (total - 2, 0)] {
        let defense = format!("mark.defense={defense}");
        let set = [set, &[defense.as_str()]].concat();
        check(SHOT, &set, &format!("{dice} 2"), &format!("hit {hit}"));
    }
}

#[test]
fn faces_from_2_to_9_count_as_they_are() {
    for face in 2..=9 {
        check_total(&[], &face.to_string(), face);
    }
}

#[test]
fn a_1_is_rolled_again_and_doubled_cumulatively() {
    check_total(&[], "12", 4);
    check_total(&[], "19", 18);
    check_total(&[], "115", 20);
    check_total(&[], "1113", 24);
}

#[test]
fn a_0_after_a_1_counts_10_and_calls_for_no_botch_die() {
    check_total(&[], "10", 20);
    check_total(&[], "110", 40);
}

#[test]
fn a_first_0_that_is_no_botch_adds_nothing() {
    check_total(&[], "05", 0);
    check_total(&["shooter.attack=5"], "01", 5);
    check_total(&["shooter.attack=-5"], "09", -5);
}

#[test]
fn a_botched_total_is_0_or_the_score_if_that_is_negative() {
    check_total(&["shooter.attack=5"], "00", 0);
    check_total(&["shooter.attack=-5"], "00", -5);
    check_total(&["shooter.attack=5", "shooter.modifier=-7"], "00", -2);
    check_total(&["shooter.attack=-5", "shooter.modifier=7"], "00", 0);
}

#[test]
fn botch_dice_are_rolled_together_and_any_0_is_a_botch() {
    let score = "shooter.attack=5";
    check_total(&[score, "rules.botch_dice=3"], "0 123", 5);
    check_total(&[score, "rules.botch_dice=3"], "0 103", 0);
    check_total(&[score, "rules.botch_dice=3"], "0 000", 0);
    check_total(&[score, "rules.botch_dice=0"], "0", 5);
}

#[test]
fn a_0_is_a_botch_with_1_less_0_9_to_the_number_of_botch_dice() {
    for (dice, power) in [(0, 0), (1, 1), (2, 2), (10, 10), (500, 500)] {
        let botch = stress(dice).probability(&Stress::BOTCH);
        assert!((botch - 0.1 * (1.0 - 0.9_f64.powi(power))).abs() < 1e-14, "{dice}: {botch}");
    }
}

#[test]
fn a_law_leaves_out_at_most_1e_9_of_a_die_and_is_not_scaled_up() {
    for dice in [0, 1, 7] {
        let die = stress(dice);
        let mass: f64 = die.iter().map(|(_, p)| p).sum();
        assert!(die.omitted() > 0.0 && die.omitted() <= 1e-9);
        assert!((mass + die.omitted() - 1.0).abs() < 1e-14, "{mass}");
    }
}
