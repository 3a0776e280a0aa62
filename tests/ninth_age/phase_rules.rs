//! What comes of a phase with given dice.

use crate::game::check_planned;

#[test]
fn each_attempt_uses_its_dice_and_each_success_is_worth_what_it_says() {
    let expected = "spells_cast 2, spells_dispelled 0, spells_failed 0, spells_broken 0, miscasts 0, \
                    magic_dice_left 1, dispel_dice_left 1, worth 15, cast_bolt 1, cast_ring 1";
    check_planned(&[], "345 23 3", expected);
}

#[test]
fn a_failed_attempt_is_worth_nothing_and_is_not_dispelled() {
    let expected = "spells_failed 1, spells_cast 1, worth 5, cast_bolt 0, cast_ring 1, dispel_dice_left 3";
    check_planned(&[], "222 3", expected);
}

#[test]
fn a_dispelled_attempt_is_worth_nothing() {
    check_planned(&[], "223 66 6", "spells_failed 0, spells_dispelled 2, worth 0, cast_bolt 0, cast_ring 0");
}

#[test]
fn dice_that_fizzle_returns_are_used_later_in_the_phase() {
    let set = ["pool.magic_dice=3"];
    check_planned(&set, "114 3", "spells_failed 1, magic_dice_left 0, cast_ring 1, worth 5");
    check_planned(&set, "222", "spells_failed 1, magic_dice_left 0, cast_ring 0, worth 0");
}

#[test]
fn dispel_dice_are_shared_and_return_when_a_dispelling_attempt_fails() {
    let set = ["pool.dispel_dice=2"];
    check_planned(&set, "345 12 3", "spells_cast 2, dispel_dice_left 0");
    check_planned(&set, "345 11 4", "spells_cast 1, spells_dispelled 1, dispel_dice_left 1");
    check_planned(&set, "345 23", "spells_cast 2, dispel_dice_left 0, worth 15");
}

#[test]
fn nothing_returns_from_a_dispelled_attempt() {
    check_planned(&[], "116 26 3", "spells_dispelled 1, magic_dice_left 1, dispel_dice_left 1");
}

#[test]
fn a_boosted_success_is_worth_its_boosted_worth_or_else_its_worth() {
    let boosted = "plan.0.boosted=true";
    check_planned(&[boosted], "233 3", "spells_failed 1, worth 5");
    check_planned(&[boosted], "234 22 3", "cast_bolt 1, worth 21");
    check_planned(&[boosted, "spell.0.boosted_worth=unset"], "234 22 3", "worth 15");
}

#[test]
fn an_attribute_spell_adds_to_every_success_and_to_no_other() {
    let set = ["spell.0.attribute_worth=3", "spell.1.attribute_worth=1"];
    check_planned(&set, "345 23 3", "worth 19");
    check_planned(&set, "345 66 3", "worth 6");
    check_planned(&set, "222 3", "worth 6");
    check_planned(&[&set[..], &["plan.0.boosted=true"]].concat(), "345 23 3", "worth 25");
}

#[test]
fn a_miscast_that_takes_effect_costs_what_the_policy_says() {
    let set = ["policy.miscast_cost=7"];
    check_planned(&set, "333 23 3", "spells_cast 2, miscasts 1, worth 8");
    check_planned(&set, "333 66 3", "spells_dispelled 1, miscasts 0, worth 5");
    check_planned(&["policy.miscast_cost=30"], "333 23 3", "worth -15");
}

#[test]
fn broken_concentration_costs_too_and_its_1s_return() {
    let set = ["policy.miscast_cost=7", "spell.0.casting_value=3"];
    let expected = "spells_broken 1, miscasts 1, spells_cast 1, worth -2, magic_dice_left 4, cast_bolt 0";
    check_planned(&set, "111 11 3", expected);
    let kept = [&set[..], &["rules.broken_fizzle=false"]].concat();
    check_planned(&kept, "111 11 3", "spells_broken 1, magic_dice_left 1");
    let unbroken = [&set[..], &["rules.broken_concentration=false"]].concat();
    let expected = "spells_broken 0, miscasts 0, spells_cast 2, worth 15, magic_dice_left 1";
    check_planned(&unbroken, "111 11 3", expected);
}

#[test]
fn an_attribute_spell_is_not_gained_when_concentration_breaks() {
    let set = ["spell.0.attribute_worth=3", "spell.0.casting_value=3"];
    check_planned(&set, "111 11 3", "spells_broken 1, worth 5");
}

#[test]
fn modifiers_of_the_tables_count_for_every_spell() {
    check_planned(&["caster.casting_modifier=1"], "123 16 3", "cast_bolt 0, spells_dispelled 1");
    check_planned(&["caster.casting_modifier=1"], "123 15 3", "cast_bolt 1, cast_ring 1");
    check_planned(&["target.magic_resistance=1"], "124 3", "spells_failed 1, spells_dispelled 1");
    check_planned(&["dispeller.dispelling_modifier=1"], "223 33 3", "spells_dispelled 2");
}

#[test]
fn a_spells_own_modifiers_replace_those_of_the_tables() {
    let set = ["caster.casting_modifier=5", "spell.0.casting_modifier=1"];
    check_planned(&set, "122 3", "spells_failed 1");
    check_planned(&set, "123 15 3", "cast_bolt 1");
    let set = ["target.magic_resistance=3", "spell.1.magic_resistance=0"];
    check_planned(&set, "333 3", "spells_failed 1, cast_ring 1");
    let set = ["target.magic_resistance=3", "spell.0.magic_resistance=0"];
    check_planned(&set, "124 15 1", "cast_bolt 1, spells_dispelled 1");
    let set = ["caster.casting_modifier=5", "spell.0.casting_modifier=0"];
    check_planned(&set, "123 3", "spells_failed 1");
}

#[test]
fn a_bound_spell_takes_no_casting_modifier() {
    check_planned(&["caster.casting_modifier=1", "spell.1.casting_modifier=5"], "123 15 4", "cast_ring 0");
    check_planned(&["plan.1.magic_dice=3", "plan.1.dispel_dice=2"], "345 23 44", "cast_ring 0");
    check_planned(&["plan.1.magic_dice=3", "plan.1.dispel_dice=2"], "345 23 34", "cast_ring 1");
}
