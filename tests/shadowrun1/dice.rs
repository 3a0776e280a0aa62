//! Dice that explode, the target-number trade, and automatic sixes.

use crate::scene::{ATTACK, check, check_errors};

/// The successes of an attack that is not resisted: the target has
/// no Body, and the hit lands on box 12.
#[track_caller]
fn check_hit(set: &[&str], dice: &str, successes: u32) {
    let set = [&["target.body=0"], set].concat();
    check(ATTACK, &set, &format!("{dice} 66"), &format!("successes {successes}, hit 1"));
}

/// No success at all: nothing is resisted, and nothing marked.
#[track_caller]
fn check_miss(set: &[&str], dice: &str) {
    check(ATTACK, set, dice, "successes 0, hit 0, wound none, boxes 0, state ok, penalty 0");
}

#[test]
fn a_six_is_rolled_again_and_added() {
    check_hit(&["attacker.skill=1", "choice.target_number=8"], "62", 1);
    check_miss(&["attacker.skill=1", "choice.target_number=8"], "61");
    check_miss(&["attacker.skill=1", "choice.target_number=6"], "5");
    check_hit(&["attacker.skill=1", "choice.target_number=7"], "61", 1);
}

#[test]
fn skill_6_against_12_is_4_dice_against_10() {
    let set = ["attacker.skill=6", "choice.target_number=12"];
    check_hit(&set, "64 63 1 5", 1);
    check_miss(&set, "63 5 1 2");
}

#[test]
fn skill_6_against_19_is_1_die_against_14() {
    let set = ["attacker.skill=6", "choice.target_number=19"];
    check_hit(&set, "662", 1);
    check_miss(&set, "661");
}

#[test]
fn target_numbers_from_2_to_10_are_not_traded() {
    for number in 2..=10 {
        let set = [&*format!("choice.target_number={number}"), "rules.six_plus=false"];
        check_miss(&set, "1 1");
        check_hit(&set, "664 1", 1);
        check_hit(&set, "1 664", 1);
    }
}

#[test]
fn target_numbers_below_2_add_dice() {
    check_hit(&["choice.target_number=1"], "1 1 2", 1);
    check_hit(&["choice.target_number=0"], "1 1 1 2", 1);
    check_hit(&["attacker.skill=1", "choice.target_number=-3"], "1 2 1 3 1 5", 3);
}

#[test]
fn a_wound_penalty_is_added_before_the_trade() {
    check_miss(&["choice.target_number=10", "attacker.wound_penalty=1"], "63");
    check_hit(&["choice.target_number=10", "attacker.wound_penalty=1"], "64", 1);
    check_hit(&["choice.target_number=4", "attacker.wound_penalty=-3"], "2 1 1", 1);
}

#[test]
fn pool_dice_are_not_traded_and_roll_against_the_number_that_is_left() {
    let set = ["attacker.skill=6", "choice.target_number=19", "attacker.pool_dice=2"];
    check_hit(&set, "661 662 3", 1);
    check_hit(&["choice.target_number=0", "attacker.pool_dice=1"], "1 1 1 1 2", 1);
}

#[test]
fn skill_0_pays_for_nothing_and_gains_nothing() {
    check_miss(&["attacker.skill=0"], "");
    let pool = ["attacker.skill=0", "attacker.pool_dice=1"];
    check_hit(&[&pool[..], &["choice.target_number=14"]].concat(), "662", 1);
    check_miss(&[&pool[..], &["choice.target_number=14"]].concat(), "661");
    let six = ["attacker.skill=0", "attacker.automatic_sixes=1", "choice.target_number=14"];
    check_hit(&six, "62", 1);
    check_miss(&six, "61");
    check_hit(&[&pool[..], &["choice.target_number=-3"]].concat(), "2", 1);
    check_miss(&[&pool[..], &["choice.target_number=-3"]].concat(), "1");
    let book = ["choice.target_number=14", "rules.target_number_cap=false"];
    check_miss(&[&pool[..], &book].concat(), "661");
}

#[test]
fn the_book_trades_nothing_and_a_target_number_is_at_least_2() {
    let book = "rules.target_number_cap=false";
    check_hit(&["choice.target_number=12", book], "66 1 5", 1);
    check_miss(&["choice.target_number=12", book], "65 5");
    check_hit(&["choice.target_number=-5", book], "2 1", 1);
    check_miss(&["choice.target_number=-5", book], "1 1");
}

#[test]
fn every_six_over_the_target_number_is_a_success_more() {
    let one = ["attacker.skill=1"];
    check_hit(&one, "4", 1);
    check_hit(&one, "63", 1);
    check_hit(&one, "64", 2);
    check_hit(&one, "663", 2);
    check_hit(&one, "664", 3);
    for dice in ["4", "64", "664"] {
        check_hit(&["attacker.skill=1", "rules.six_plus=false"], dice, 1);
    }
}

#[test]
fn target_number_6_is_not_7() {
    check_hit(&["attacker.skill=1", "choice.target_number=6"], "61", 1);
    check_hit(&["attacker.skill=1", "choice.target_number=6"], "661", 2);
    check_hit(&["attacker.skill=1", "choice.target_number=6"], "665", 2);
    check_hit(&["attacker.skill=1", "choice.target_number=7"], "661", 2);
}

#[test]
fn the_step_of_successes_can_be_turned() {
    let one = ["attacker.skill=1", "rules.success_step=3"];
    check_hit(&one, "4", 1);
    check_hit(&one, "61", 2);
    check_hit(&one, "64", 3);
    check_hit(&["attacker.skill=1", "rules.success_step=1"], "5", 2);
}

#[test]
fn the_ceiling_of_target_numbers_can_be_turned() {
    let set = ["attacker.skill=6", "choice.target_number=12", "rules.target_number_ceiling=8"];
    check_hit(&set, "62 61", 1);
    let set = ["attacker.skill=3", "choice.target_number=12", "rules.target_number_ceiling=14"];
    check_hit(&set, "65 66 1 1", 1);
}

#[test]
fn an_automatic_six_is_a_die_that_shows_6_and_explodes_on() {
    let six = ["attacker.skill=0", "attacker.automatic_sixes=1"];
    check_hit(&six, "1", 1);
    check_hit(&six, "4", 2);
    check_hit(&six, "64", 3);
    check_hit(&[&six[..], &["choice.target_number=10"]].concat(), "4", 1);
    check_miss(&[&six[..], &["choice.target_number=10"]].concat(), "3");
}

#[test]
fn a_flat_automatic_six_is_a_plain_6() {
    let six = ["attacker.skill=0", "attacker.automatic_sixes=2", "rules.automatic_six=flat"];
    check_hit(&six, "", 2);
    check_hit(&[&six[..], &["choice.target_number=6"]].concat(), "", 2);
    check_miss(&[&six[..], &["choice.target_number=7"]].concat(), "");
    check_hit(&[&six[..], &["rules.success_step=2"]].concat(), "", 4);
}

#[test]
fn an_automatic_success_is_a_success_against_any_target_number() {
    let six = ["attacker.skill=0", "attacker.automatic_sixes=3", "rules.automatic_six=success"];
    check_hit(&six, "", 3);
    check_hit(&[&six[..], &["choice.target_number=30"]].concat(), "", 3);
}

#[test]
fn automatic_sixes_are_scored_against_the_traded_target_number() {
    let set = ["attacker.skill=6", "choice.target_number=12", "attacker.automatic_sixes=1"];
    check_hit(&set, "1 1 1 1 4", 1);
    check_miss(&set, "1 1 1 1 3");
}

#[test]
fn a_trade_for_more_than_500_dice_is_refused() {
    check_errors(
        ATTACK,
        &["choice.target_number=-497"],
        &["the attack test has 501 dice, 499 of them traded"],
    );
    check_hit(&["choice.target_number=-496"], &format!("2 {}", "1".repeat(499)), 1);
}
