//! Several attacks in one action: the split, the recoil, the worst wound.

use crate::scene::{ATTACK, check};

#[test]
fn an_action_is_one_attack_with_all_dice_unless_it_is_split() {
    check(ATTACK, &[], "44 1 66", "successes 2, hit 1");
    check(ATTACK, &["choice.split=[2]"], "44 1 66", "successes 2, hit 1");
    check(ATTACK, &["choice.split=[1]"], "4 1 66", "successes 1, hit 1");
    check(ATTACK, &["choice.split=[1, 1]"], "4 1 4 1 66 66", "successes 2, hit 2, boxes 6");
}

#[test]
fn each_attack_trades_its_own_dice() {
    let set = ["attacker.skill=5", "choice.split=[3, 2]", "choice.target_number=12"];
    check(ATTACK, &set, "64 1 64 66", "successes 1, hit 1");
    check(ATTACK, &set, "63 64", "successes 0, hit 0");
    check(ATTACK, &set, "63 65 1 66", "successes 1, hit 1");
}

#[test]
fn pool_dice_and_automatic_sixes_go_to_the_first_attack() {
    let set = ["choice.split=[1, 1]", "attacker.pool_dice=2", "attacker.automatic_sixes=1"];
    check(ATTACK, &set, "111 1 1 4 1 66 66", "successes 2, hit 2");
    check(ATTACK, &set, "144 1 1 1 66", "successes 3, hit 1, wound S");
}

#[test]
fn recoil_is_the_bursts_of_the_action_less_the_compensation_on_each_of_them() {
    let bursts = ["weapon.mode=burst", "choice.split=[1, 1]"];
    check(ATTACK, &bursts, "5 5", "hit 0");
    check(ATTACK, &bursts, "61 1 5 66", "hit 1");
    check(ATTACK, &bursts, "5 61 1 66", "hit 1");
    let compensated = [&bursts[..], &["weapon.recoil_compensation=1"]].concat();
    check(ATTACK, &compensated, "4 4", "hit 0");
    check(ATTACK, &compensated, "5 1 5 1 66 66", "hit 2");
    let more = [&bursts[..], &["weapon.recoil_compensation=5"]].concat();
    check(ATTACK, &more, "3 3", "hit 0");
    check(ATTACK, &more, "4 1 4 1 66 66", "hit 2");
}

#[test]
fn a_lone_burst_has_a_recoil_of_1() {
    check(ATTACK, &["weapon.mode=burst"], "44", "hit 0");
    check(ATTACK, &["weapon.mode=burst"], "51 1 66", "hit 1");
}

#[test]
fn bursts_at_other_targets_count_for_recoil() {
    let set = ["weapon.mode=burst", "choice.other_bursts=2"];
    check(ATTACK, &set, "61 5 1 66", "successes 1");
    check(ATTACK, &[&set[..], &["weapon.recoil_compensation=2"]].concat(), "45 1 66", "successes 1");
    check(ATTACK, &[&set[..], &["choice.target_number=-1"]].concat(), "21 1 66", "successes 1");
}

#[test]
fn single_shots_have_no_recoil() {
    check(ATTACK, &["choice.split=[1, 1]"], "4 1 4 1 66 66", "hit 2");
    check(ATTACK, &["choice.other_bursts=3"], "41 1 66", "hit 1");
}

#[test]
fn the_wound_is_the_worst_and_boxes_are_those_of_all() {
    let set = ["attacker.skill=4", "choice.split=[1, 3]", "weapon.staging=1"];
    check(ATTACK, &set, "4 4 444 1 66 66", "wound S, boxes 7");
    let set = ["attacker.skill=4", "choice.split=[3, 1]", "weapon.staging=1"];
    check(ATTACK, &set, "444 1 4 4 66 66", "wound S, boxes 7");
    check(ATTACK, &set, "444 1 4 64 66", "wound S, boxes 6");
}

#[test]
fn boxes_count_whether_or_not_they_found_room() {
    let set = ["weapon.level=D", "choice.split=[1, 1]"];
    check(ATTACK, &set, "4 1 4 1 11 11", "boxes 20, state dead");
}
