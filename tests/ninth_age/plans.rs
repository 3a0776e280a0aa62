//! Policies that are given: plans, never, all-in.

use crate::common;
use crate::game::{PLANNED, TWO_SPELLS, check_planned, fact};

#[test]
fn attempts_of_a_plan_are_made_in_its_order() {
    let set = ["plan.0.spell=ring", "plan.0.magic_dice=2", "plan.1.spell=bolt", "plan.1.magic_dice=3"];
    check_planned(&set, "33 345 6", "spells_dispelled 1, spells_cast 1, cast_bolt 1, worth 10");
}

#[test]
fn a_planned_attempt_uses_the_dice_that_are_left_if_they_are_fewer() {
    check_planned(&["pool.magic_dice=2"], "34 22", "cast_bolt 1, magic_dice_left 0");
    let three = ["pool.magic_dice=5", "plan.1.magic_dice=3"];
    check_planned(&three, "345 23 3", "cast_ring 1, magic_dice_left 0");
    check_planned(&three, "345 23 4", "spells_dispelled 1");
}

#[test]
fn a_planned_attempt_is_skipped_when_no_dice_are_left() {
    check_planned(&["pool.magic_dice=3"], "345 23", "spells_cast 1, spells_failed 0, magic_dice_left 0");
    check_planned(&["pool.magic_dice=0"], "", "spells_cast 0, magic_dice_left 0, dispel_dice_left 4");
}

#[test]
fn a_planned_bound_spell_is_skipped_with_fewer_than_2_dice_left() {
    check_planned(&["pool.magic_dice=4"], "345 23", "spells_cast 1, magic_dice_left 1");
    let set = ["pool.magic_dice=4", "spell.0.attempts=2", "plan.2.spell=bolt", "plan.2.magic_dice=5"];
    let low = "spell.0.casting_value=3";
    check_planned(&[&set[..], &[low]].concat(), "345 23 3", "cast_bolt 2, cast_ring 0, magic_dice_left 0");
}

#[test]
fn a_spell_is_planned_as_often_as_it_has_attempts() {
    let set = ["spell.0.attempts=2", "plan.1.spell=bolt", "plan.1.magic_dice=2"];
    check_planned(&set, "345 23 34 6", "spells_cast 2, cast_bolt 2, worth 20");
}

#[test]
fn a_planning_dispeller_uses_at_most_the_dice_that_are_left() {
    check_planned(&["pool.dispel_dice=1"], "345 6", "spells_cast 2, dispel_dice_left 0");
    check_planned(&["plan.0.dispel_dice=9"], "345 1112 3", "spells_cast 2, dispel_dice_left 2");
}

#[test]
fn a_planning_dispeller_lets_through_what_has_no_dice() {
    check_planned(&["plan.0.dispel_dice=unset"], "345 3", "spells_cast 2, dispel_dice_left 3");
}

#[test]
fn never_dispels_nothing() {
    check_planned(&["policy.dispeller=never"], "345", "spells_cast 2, dispel_dice_left 4, worth 15");
}

#[test]
fn all_in_uses_all_dice_at_every_passed_attempt() {
    let set = ["policy.dispeller=all-in"];
    check_planned(&set, "345 4431", "spells_dispelled 1, dispel_dice_left 0, cast_ring 1");
    check_planned(&set, "345 1123 11", "spells_cast 2, dispel_dice_left 2");
    check_planned(&set, "222 1112", "spells_failed 1, spells_dispelled 1, dispel_dice_left 0");
}

#[test]
fn all_in_uses_dice_that_are_not_needed() {
    // One die dispels a total of 1, and all four are gone.
    let set = ["policy.dispeller=all-in", "spell.0.casting_value=0", "caster.casting_modifier=-2"];
    let set = [&set[..], &["plan.0.magic_dice=1", "rules.single_die_fail=0"]].concat();
    check_planned(&set, "3 1111", "spells_dispelled 1, dispel_dice_left 0, cast_ring 1");
}

/// Only what is certain to be dispelled, with more dice than that needs, and
/// then a spell that they could have stopped.
#[test]
fn the_value_of_a_phase_counts_the_dice_that_all_in_wastes() {
    let ring = ["spell.0.casting_value=unset", "spell.0.boosted_value=unset", "spell.0.boosted_worth=unset"];
    let set = [
        &ring[..],
        &["spell.0.bound=[1, 1]", "spell.1.bound=[2, 2]", "pool.magic_dice=4", "policy.dispeller=all-in"],
    ]
    .concat();
    assert!((crate::game::value(TWO_SPELLS, &set) - 10.0).abs() < 1e-12);
    assert_eq!(crate::game::first_attempt(TWO_SPELLS, &set), "ring with 2 dice");
}

#[test]
fn a_plan_has_a_value_and_no_best_first_attempt() {
    let scenario = common::parse(TWO_SPELLS, &PLANNED);
    assert!(fact(&scenario, "value").is_some());
    assert_eq!(fact(&scenario, "first_attempt"), None);
}

#[test]
fn a_plan_is_not_looked_at_by_an_optimal_caster() {
    let set = [&PLANNED[..], &["policy.caster=optimal", "policy.dispeller=never"]].concat();
    let value = |set: &[&str]| crate::game::value(TWO_SPELLS, set);
    assert_eq!(value(&set), value(&["policy.dispeller=never"]));
}
