//! Scenarios at the ends of what is allowed.

use fizzle::chance::Packing;

use crate::common;
use crate::scene::{ATTACK, SPELL, TURN, check, check_errors};

/// The law of one metric: each value as it is shown, with its probability.
fn law_of(text: &str, set: &[&str], metric: &str) -> Vec<(String, f64)> {
    let procedure = common::parse(text, set).ready.procedure;
    let metrics = procedure.metrics();
    let place = metrics.iter().position(|spec| spec.name == metric).expect("the metric exists");
    let packing = Packing::new(metrics, |metric| metric.0 == place).unwrap();
    let law = procedure.enumerate(&packing, 10_000_000.into()).unwrap();
    let cells = law.cells.into_iter();
    cells
        .map(|(key, p)| (metrics[place].show(packing.value(key, fizzle::chance::Metric(place))), p))
        .collect()
}

#[track_caller]
fn check_certain(text: &str, set: &[&str], metric: &str, value: &str) {
    let law = law_of(text, set, metric);
    let chance: f64 = law.iter().filter(|cell| cell.0 == value).map(|cell| cell.1).sum();
    assert!((chance - 1.0).abs() < 1e-9, "{metric} = {value}: {law:?}");
}

#[test]
fn five_hundred_dice_hit_and_are_resisted() {
    let many = ["attacker.skill=500", "target.body=500", "target.dodge_dice=500"];
    let law = law_of(ATTACK, &many, "hit");
    assert!((law.iter().map(|cell| cell.1).sum::<f64>() - 1.0).abs() < 1e-9);
    let hit = law.iter().find(|cell| cell.0 == "1").unwrap().1;
    // As many dice against as many: ties hit.
    assert!(hit > 0.5 && hit < 0.52, "{hit}");
    check_certain(ATTACK, &["target.body=500"], "wound", "none");
    check_certain(ATTACK, &["attacker.skill=500", "target.body=0"], "wound", "D");
}

#[test]
fn target_numbers_without_end_are_never_met() {
    let far = ["choice.target_number=1000000", "attacker.wound_penalty=1000000", "attacker.skill=500"];
    check_certain(ATTACK, &far, "hit", "0");
    check_certain(ATTACK, &[&far[..], &["rules.preset=book"]].concat(), "hit", "0");
    // Every hit wounds.
    let strong = law_of(ATTACK, &["weapon.power=1000000", "target.wound_penalty=1000000"], "boxes");
    assert!(strong.iter().all(|cell| cell.0 != "0" || (cell.1 - 0.25).abs() < 1e-9), "{strong:?}");
}

#[test]
fn target_numbers_far_below_2_are_met_by_the_book_and_too_many_dice_of_the_house() {
    let low = "choice.target_number=-1000000";
    assert!(law_of(ATTACK, &[low, "rules.preset=book"], "successes").len() == 3);
    check_errors(ATTACK, &[low], &["the attack test has 1000004 dice, 1000002 of them traded"]);
    let split = [low, "attacker.skill=3", "choice.split=[1, 1, 1]"];
    check_errors(ATTACK, &split, &["the attack test has 1000003 dice"]);
    let dodge = ["target.dodge_dice=1", "choice.dodge_number=-1000000"];
    check_errors(ATTACK, &dodge, &["the dodge test has 1000003 dice, 1000002 of them traded"]);
    check_errors(ATTACK, &["target.wound_penalty=-1000000"], &["the Body test has 999999 dice"]);
    check_errors(SPELL, &["target.wound_penalty=-1000000"], &["the resistance test has 1000004 dice"]);
    check_errors(SPELL, &["spell.drain_power=-1000000"], &["the drain test has 1000003 dice"]);
    check_errors(SPELL, &["spell.force=500", "target.attribute=1"], &["the success test has 501 dice"]);
}

#[test]
fn nothing_is_traded_for_tests_without_a_skill() {
    let none = ["attacker.skill=0", "choice.target_number=-1000000", "target.body=0"];
    check(ATTACK, &none, "", "hit 0");
    let undodged = ["choice.dodge_number=-1000000", "target.wound_penalty=-1000000", "target.body=0"];
    check(ATTACK, &undodged, "41 66", "dodge 0, wound M");
}

#[test]
fn more_than_500_dice_of_one_test_are_refused() {
    check_errors(ATTACK, &["attacker.pool_dice=499"], &["the attack test has 501 dice"]);
    check_errors(ATTACK, &["attacker.automatic_sixes=499"], &["the attack test has 501 dice"]);
    let heavy = ["target.armor_class=heavy", "target.armor=499"];
    check_errors(ATTACK, &heavy, &["the armor test has 501 dice"]);
    let dodged = ["rules.dodge=resist", "target.dodge_dice=300"];
    let joined = [&dodged[..], &["target.armor_class=ordinary", "target.armor=200"]].concat();
    check_errors(ATTACK, &joined, &["the armor test has 501 dice"]);
    check_errors(ATTACK, &["target.automatic_sixes=500"], &["the Body test has 501 dice"]);
    let pools = ["caster.pool_dice=200", "caster.fetish_dice=200", "caster.elemental_force=99"];
    check_errors(SPELL, &pools, &["the success test has 501 dice"]);
}

#[test]
fn force_500_is_a_force() {
    let strong = ["spell.force=500", "target.attribute=500", "caster.magic=500"];
    let hits = law_of(SPELL, &strong, "hit");
    assert!((hits.iter().map(|cell| cell.1).sum::<f64>() - 1.0).abs() < 1e-9);
    check_certain(SPELL, &["spell.force=500"], "wound", "D");
    check_certain(SPELL, &["spell.force=500", "caster.magic=500"], "drain_wound", "none");
}

#[test]
fn a_fast_character_acts_often() {
    let fast = ["character.reaction=1000000", "character.wired_level=3"];
    check(TURN, &fast, "2", "initiative 1000008, actions 500004");
}

#[test]
fn wounds_of_100_boxes_end_it() {
    let boxes = "rules.level_boxes=[100, 100, 100, 100]";
    let two = [boxes, "choice.split=[1, 1]", "target.body=0", "weapon.level=L"];
    check(ATTACK, &two, "4 4 66 66", "boxes 200, state dead, penalty 4");
    let stun = [&two[..], &["weapon.damage=stun"]].concat();
    check(ATTACK, &stun, "4 4 66 66", "boxes 200, state unconscious, penalty 4");
    check(ATTACK, &[&two[..], &["rules.damage_track=book"]].concat(), "4 4", "boxes 200, state dead");
}
