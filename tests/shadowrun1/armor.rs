//! Resisting with Body and armor.

use crate::scene::{ATTACK, check};

const ORDINARY: &str = "target.armor_class=ordinary";
const HEAVY: &str = "target.armor_class=heavy";

#[test]
fn ordinary_armor_is_1_automatic_six_and_its_rating_in_dice() {
    let set = [ORDINARY, "target.armor=2"];
    check(ATTACK, &set, "41 1 11 1 66", "wound M");
    check(ATTACK, &set, "41 1 41 1 66", "wound L");
    check(ATTACK, &set, "41 1 44 4", "wound none");
    check(ATTACK, &[ORDINARY], "41 4 1 66", "wound L");
}

#[test]
fn heavy_armor_is_2_automatic_sixes_and_its_rating_in_dice() {
    let set = [HEAVY, "target.armor=1"];
    check(ATTACK, &set, "41 1 1 1 1 66", "wound L");
    check(ATTACK, &set, "41 1 1 4 4", "wound none");
}

#[test]
fn no_armor_is_body_alone() {
    check(ATTACK, &[], "41 4 66", "wound M");
    check(ATTACK, &["target.body=0"], "41 66", "wound M");
}

#[test]
fn automatic_sixes_of_the_classes_can_be_turned() {
    check(ATTACK, &[ORDINARY, "rules.ordinary_sixes=3"], "41 1 1 1 1 66", "wound L");
    check(ATTACK, &[HEAVY, "rules.heavy_sixes=0"], "41 1 66", "wound M");
    check(ATTACK, &[HEAVY, "rules.ordinary_sixes=5"], "41 1 1 1 66", "wound L");
}

#[test]
fn a_wound_penalty_hinders_body_and_not_armor() {
    let set = [ORDINARY, "target.armor=1", "target.wound_penalty=2"];
    check(ATTACK, &set, "41 5 4 1 66", "wound L");
    check(ATTACK, &set, "41 5 3 1 66", "wound M");
    check(ATTACK, &["target.wound_penalty=-3", "target.body=0"], "41 66", "wound M");
    check(ATTACK, &["target.wound_penalty=-3"], "41 2 2 66", "wound L");
}

#[test]
fn body_is_traded_against_a_high_power_and_armor_is_not() {
    // Body 3 against 12 is 1 die against 10; the armor's against 10 anyway.
    let set = [ORDINARY, "target.body=3", "target.armor=1", "weapon.power=12", "weapon.staging=1"];
    check(ATTACK, &set, "41 63 63 3 66", "wound M");
    check(ATTACK, &set, "41 64 63 3 66", "wound L");
    check(ATTACK, &set, "41 63 64 3 66", "wound L");
    check(ATTACK, &set, "41 63 63 4 66", "wound L");
    // Body 1 stays against 12.
    check(ATTACK, &["weapon.power=12", "weapon.staging=1"], "41 65 66", "wound M");
    check(ATTACK, &["weapon.power=12", "weapon.staging=1"], "41 66 1 66", "wound L");
}

#[test]
fn a_low_power_gives_more_dice_of_body_and_none_of_armor() {
    let set = [ORDINARY, "target.armor=1", "weapon.power=0", "weapon.staging=1"];
    check(ATTACK, &set, "41 111 1 1 66", "wound L");
    check(ATTACK, &[&set[..], &["rules.automatic_six=success"]].concat(), "41 111 2", "wound none");
    check(ATTACK, &[&set[..], &["rules.automatic_six=success"]].concat(), "41 111 1 66", "wound L");
}

#[test]
fn without_the_cap_armor_rolls_against_any_power() {
    let set = [ORDINARY, "target.armor=1", "weapon.power=12", "weapon.staging=1"];
    let uncapped = [&set[..], &["rules.target_number_cap=false"]].concat();
    check(ATTACK, &uncapped, "41 1 64 4 66", "wound M");
    check(ATTACK, &uncapped, "41 1 661 5 66", "wound L");
    check(ATTACK, &uncapped, "41 1 65 61 66", "wound L");
}

#[test]
fn the_ceiling_is_that_of_armor_too() {
    let set = [ORDINARY, "target.armor=1", "weapon.power=12", "weapon.staging=1"];
    let eight = [&set[..], &["rules.target_number_ceiling=8"]].concat();
    check(ATTACK, &eight, "41 1 62 1 66", "wound L");
    check(ATTACK, &eight, "41 1 61 2 66", "wound L");
}

#[test]
fn automatic_armor_is_its_rating_in_automatic_successes_whatever_its_class() {
    for class in [ORDINARY, HEAVY] {
        let set = [class, "target.armor=3", "weapon.level=S", "rules.armor=automatic"];
        let success = [&set[..], &["rules.automatic_six=success"]].concat();
        check(ATTACK, &success, "41 1 66", "wound M");
        check(ATTACK, &success, "41 4 66", "wound L");
        check(ATTACK, &set, "41 1 111 66", "wound M");
        check(ATTACK, &set, "41 1 114 66", "wound L");
        let flat = [&set[..], &["rules.automatic_six=flat"]].concat();
        check(ATTACK, &flat, "41 4 66", "wound L");
        let strong = [&flat[..], &["weapon.power=7"]].concat();
        check(ATTACK, &strong, "41 61 66", "wound S");
    }
}

#[test]
fn the_targets_automatic_sixes_help_at_every_attack_that_hits() {
    let set = ["target.automatic_sixes=2", "choice.split=[1, 1]"];
    check(ATTACK, &set, "4 1 11 4 1 11 66 66", "hit 2, boxes 2");
    check(ATTACK, &set, "1 4 1 44", "hit 1, boxes 0");
    let success = [&set[..], &["rules.automatic_six=success"]].concat();
    check(ATTACK, &success, "4 1 4 1 66 66", "hit 2, boxes 2");
}

#[test]
fn the_targets_automatic_sixes_are_scored_against_the_number_that_body_rolls_against() {
    let set = ["target.automatic_sixes=1", "weapon.staging=1"];
    // One die of Body cannot be traded: 12, and 15.
    let hurt = [&set[..], &["target.wound_penalty=8"]].concat();
    check(ATTACK, &hurt, "41 1 5 66", "wound M");
    check(ATTACK, &hurt, "41 1 61 66", "wound L");
    let strong = [&set[..], &["weapon.power=15"]].concat();
    check(ATTACK, &strong, "41 1 62 66", "wound M");
    check(ATTACK, &strong, "41 1 63 66", "wound L");
    // Three dice against 12 are one against 10.
    let traded = [&set[..], &["weapon.power=12", "target.body=3"]].concat();
    check(ATTACK, &traded, "41 1 3 66", "wound M");
    check(ATTACK, &traded, "41 1 4 66", "wound L");
    // No Body pays for nothing.
    let bodiless = [&set[..], &["weapon.power=12", "target.body=0"]].concat();
    check(ATTACK, &bodiless, "41 5 66", "wound M");
    check(ATTACK, &bodiless, "41 61 66", "wound L");
    // Armor keeps the raw Power.
    let armored = [&hurt[..], &[ORDINARY, "rules.ordinary_sixes=0", "target.armor=1"]].concat();
    check(ATTACK, &armored, "41 1 5 4 66", "wound L");
}
