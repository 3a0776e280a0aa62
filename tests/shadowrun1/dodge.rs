//! Dodging: who is missed, and what a dodge takes off a hit.

use crate::scene::{ATTACK, check};

const MISSED: &str = "hit 0, wound none, boxes 0, state ok, penalty 0";

#[test]
fn a_dodger_with_more_successes_is_missed() {
    check(ATTACK, &["target.dodge_dice=2"], "41 44", &format!("successes 1, dodge 2, {MISSED}"));
    check(ATTACK, &["target.dodge_dice=3"], "44 64 4 1", &format!("successes 2, dodge 3, {MISSED}"));
}

#[test]
fn a_dodger_with_as_many_successes_is_hit_at_the_weapons_level() {
    check(ATTACK, &["target.dodge_dice=1"], "41 4 1 66", "successes 1, dodge 1, hit 1, wound M");
    check(ATTACK, &["target.dodge_dice=2"], "44 44 1 66", "dodge 2, hit 1, wound M");
    check(ATTACK, &["target.dodge_dice=1", "rules.extra=all"], "41 4 1 66", "hit 1, wound M");
}

#[test]
fn an_attack_without_a_success_misses_whoever_does_not_dodge() {
    check(ATTACK, &["target.dodge_dice=1"], "11 1", &format!("successes 0, dodge 0, {MISSED}"));
}

#[test]
fn dodge_successes_are_taken_off_before_the_attack_is_staged_up() {
    let set = ["attacker.skill=5", "target.dodge_dice=2"];
    check(ATTACK, &set, "44444 11 1 66", "wound D");
    check(ATTACK, &set, "44444 41 1 66", "wound S");
    check(ATTACK, &set, "44444 44 1 66", "wound S");
    check(ATTACK, &set, "44444 64 4 1 66", "dodge 3, wound M");
}

#[test]
fn one_dodge_counts_against_all_attacks_of_the_action() {
    let set = ["choice.split=[1, 1]", "target.dodge_dice=1"];
    check(ATTACK, &set, "4 64 4", &format!("successes 2, dodge 2, {MISSED}"));
    check(ATTACK, &set, "4 4 1 64 1 66 66", "successes 3, dodge 1, hit 2, wound M, boxes 6");
    check(ATTACK, &set, "4 64 64 1 66", "successes 3, dodge 2, hit 1, wound M, boxes 3");
}

#[test]
fn half_the_impact_rating_rounded_up_slows_the_dodge() {
    let armored = ["target.armor_class=ordinary", "rules.ordinary_sixes=0", "target.dodge_dice=3"];
    for (impact, left) in [(0, "111"), (1, "11"), (2, "11"), (3, "1"), (4, "1"), (5, ""), (6, ""), (9, "")] {
        let impact = format!("target.impact={impact}");
        let set = [&armored[..], &[impact.as_str()]].concat();
        check(ATTACK, &set, &format!("41 {left} 1 66"), "dodge 0, hit 1");
        let set = [&set[..], &["rules.impact_slows_dodge=false"]].concat();
        check(ATTACK, &set, "41 111 1 66", "dodge 0, hit 1");
    }
}

#[test]
fn most_attacks_are_dodged_at_4_and_bursts_at_5() {
    let one = "target.dodge_dice=1";
    check(ATTACK, &[one], "41 3 1 66", "dodge 0");
    check(ATTACK, &[one], "41 4 1 66", "dodge 1");
    let burst = [one, "weapon.mode=burst", "weapon.recoil_compensation=1"];
    check(ATTACK, &burst, "41 4 1 66", "dodge 0");
    check(ATTACK, &burst, "41 5 1 66", "dodge 1");
}

#[test]
fn a_written_dodge_number_wins() {
    let minigun = ["target.dodge_dice=1", "choice.dodge_number=6"];
    check(ATTACK, &minigun, "41 5 1 66", "dodge 0");
    check(ATTACK, &minigun, "41 65 1 66", "dodge 1");
    let burst = ["target.dodge_dice=1", "choice.dodge_number=4", "weapon.mode=burst"];
    check(ATTACK, &[&burst[..], &["weapon.recoil_compensation=1"]].concat(), "41 4 1 66", "dodge 1");
}

#[test]
fn dodge_dice_are_traded() {
    let set = ["target.dodge_dice=3", "choice.dodge_number=12"];
    check(ATTACK, &set, "41 64 1 66", "dodge 1");
    let set = ["target.dodge_dice=1", "choice.dodge_number=0"];
    check(ATTACK, &set, "41 1 2 1 1 66", "dodge 1");
    let set = ["target.dodge_dice=0", "choice.dodge_number=0"];
    check(ATTACK, &set, "41 1 66", "dodge 0");
}

#[test]
fn dodging_takes_the_wound_penalty() {
    let set = ["target.dodge_dice=1", "target.wound_penalty=1"];
    check(ATTACK, &set, "41 4 1 66", "dodge 0, wound M");
    check(ATTACK, &set, "41 5 1 66", "dodge 1, wound M");
    let burst = [&set[..], &["weapon.mode=burst", "weapon.recoil_compensation=1"]].concat();
    check(ATTACK, &burst, "41 5 1 66", "dodge 0");
    check(ATTACK, &burst, "41 61 1 66", "dodge 1");
    let marked = ["target.dodge_dice=1", "target.marks=X............"];
    check(ATTACK, &marked, "41 4 1 66", "dodge 0");
    check(ATTACK, &marked, "41 5 1 66", "dodge 1");
    let traded = ["target.dodge_dice=2", "target.wound_penalty=7"];
    check(ATTACK, &traded, "41 64 1 66", "dodge 1");
}

#[test]
fn dodging_may_be_spared_the_wound_penalty() {
    let set = ["rules.dodge_penalty=false", "target.dodge_dice=1"];
    check(ATTACK, &[&set[..], &["target.wound_penalty=3"]].concat(), "41 4 4 66", "dodge 1, wound M");
    check(ATTACK, &[&set[..], &["target.marks=............X"]].concat(), "41 4 4 66", "dodge 1, wound M");
}

#[test]
fn dodge_dice_may_join_the_resistance_test_of_every_attack() {
    let set = ["rules.dodge=resist", "target.dodge_dice=2", "choice.split=[1, 1]"];
    check(ATTACK, &set, "4 1 41 4 4 44 66 66", "dodge 0, hit 2, wound M, boxes 4");
    check(ATTACK, &set, "1 4 1 44 66", "dodge 0, hit 1, wound L");
}

#[test]
fn joining_dodge_dice_roll_against_the_raw_power_and_are_slowed_all_the_same() {
    let set = ["rules.dodge=resist", "target.dodge_dice=3", "weapon.power=5", "target.wound_penalty=9"];
    check(ATTACK, &set, "41 5 551 66", "wound L");
    let armored = ["target.armor_class=ordinary", "target.impact=3", "rules.ordinary_sixes=0"];
    check(ATTACK, &[&set[..], &armored].concat(), "41 5 5 66", "wound M");
    let unslowed = ["rules.impact_slows_dodge=false"];
    check(ATTACK, &[&set[..], &armored, &unslowed].concat(), "41 5 551 66", "wound L");
    let dodge_number = ["rules.dodge=resist", "target.dodge_dice=2", "choice.dodge_number=6"];
    check(ATTACK, &dodge_number, "41 1 44 66", "wound L");
}
