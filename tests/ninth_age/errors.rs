//! What is no attempt and no phase, and why.

use crate::attempt::{BOUND, PLAIN, check_errors};
use crate::game::{PLANNED, TWO_SPELLS};

#[track_caller]
fn check_cast(set: &[&str], expected: &str) {
    check_errors(PLAIN, set, &[expected]);
}

#[track_caller]
fn check_phase(set: &[&str], expected: &str) {
    check_errors(TWO_SPELLS, set, &[expected]);
}

#[track_caller]
fn check_plan(set: &[&str], expected: &str) {
    check_phase(&[&PLANNED[..], set].concat(), expected);
}

#[track_caller]
fn check_bound(set: &[&str], expected: &str) {
    check_cast(&[&BOUND[..], set].concat(), expected);
}

#[test]
fn magic_dice_are_from_1_to_the_most_of_the_rules() {
    check_cast(&["choice.magic_dice=0"], "`choice.magic_dice` is out of range: 0");
    check_cast(&["choice.magic_dice=6"], "6 magic dice are too many for one casting attempt");
    let three = ["choice.magic_dice=4", "rules.max_magic_dice=3"];
    check_cast(&three, "4 magic dice are too many for one casting attempt");
    check_plan(&["plan.0.magic_dice=0"], "`plan.0.magic_dice` is out of range: 0");
    check_plan(&["plan.0.magic_dice=6"], "6 magic dice are too many for one casting attempt");
}

#[test]
fn a_boosted_attempt_needs_a_boosted_value() {
    check_cast(&["choice.boosted=true"], "`spell.boosted_value` is missing");
    check_plan(
        &["spell.0.boosted_value=unset", "spell.0.boosted_worth=unset", "plan.0.boosted=true"],
        "\"bolt\" has no boosted version",
    );
    check_phase(&["spell.0.boosted_value=unset"], "a spell without a boosted version has no boosted worth");
}

#[test]
fn a_bound_spell_is_cast_with_2_or_3_dice() {
    check_bound(&["choice.magic_dice=1"], "a bound spell cannot be cast with 1 magic die");
    check_bound(&["choice.magic_dice=4"], "a bound spell cannot be cast with 4 magic dice");
    check_bound(&["choice.magic_dice=6"], "a bound spell cannot be cast with 6 magic dice");
    check_bound(&["choice.magic_dice=unset"], "`choice.magic_dice` is missing");
    let three = ["choice.magic_dice=3", "rules.max_magic_dice=2"];
    check_bound(&three, "3 magic dice are too many for one casting attempt");
    check_plan(&["plan.1.magic_dice=4"], "a bound spell cannot be cast with 4 magic dice");
    check_plan(&["plan.1.magic_dice=6"], "a bound spell cannot be cast with 6 magic dice");
    check_plan(&["plan.1.magic_dice=unset"], "`plan.1.magic_dice` is missing");
}

#[test]
fn a_bound_spell_has_no_casting_value_and_no_boosted_version() {
    let message = "a bound spell has no casting value and cannot be boosted";
    check_cast(&["spell.bound=[4, 8]"], message);
    check_bound(&["spell.boosted_value=9"], message);
    check_bound(&["choice.boosted=true"], "a bound spell cannot be boosted");
    check_phase(&["spell.1.casting_value=7"], message);
    check_phase(&["spell.1.boosted_value=7"], message);
    check_plan(&["plan.1.boosted=true"], "\"ring\" has no boosted version");
}

#[test]
fn a_bound_spell_has_two_totals() {
    check_bound(&["spell.bound=[4]"], "`spell.bound` has 1 number");
    check_bound(&["spell.bound=[4, 8, 12]"], "`spell.bound` has 3 numbers");
    check_bound(&["spell.bound=[4, -8]"], "`spell.bound` is out of range: -8");
    check_bound(&["spell.bound=4"], "`spell.bound` cannot be the number 4");
}

#[test]
fn worths_and_costs_are_not_negative() {
    for key in ["spell.0.worth", "spell.0.boosted_worth", "spell.0.attribute_worth", "policy.miscast_cost"] {
        check_phase(&[&format!("{key}=-1")], &format!("`{key}` is out of range: -1"));
    }
}

#[test]
fn each_spell_has_a_name_of_its_own() {
    check_phase(&["spell.1.name=bolt"], "two spells are called \"bolt\"");
    check_phase(&["spell.1.name=Bolt"], "two spells are called \"Bolt\"");
}

#[test]
fn names_have_letters_digits_and_hyphens_alone() {
    for name in ["two words", "under_score", "blitzschläger", "a.b", ""] {
        let message = format!("\"{name}\" cannot name a spell");
        check_phase(&[&format!("spell.1.name={name}")], &message);
    }
}

#[test]
fn a_plan_names_spells_of_the_phase_as_often_as_they_have_attempts() {
    check_plan(&["plan.0.spell=none-such"], "the phase has no spell \"none-such\"");
    check_plan(&["plan.0.spell=Bolt"], "the phase has no spell \"Bolt\"");
    check_plan(&["plan.1.spell=bolt"], "\"bolt\" is planned more often than its 1 attempt");
    let three = ["spell.0.attempts=2", "plan.1.spell=bolt", "plan.2.spell=bolt", "plan.2.magic_dice=1"];
    check_plan(&three, "\"bolt\" is planned more often than its 2 attempts");
}

#[test]
fn a_planning_caster_needs_a_plan_and_a_planning_dispeller_needs_him() {
    check_phase(&["policy.caster=plan"], "the caster follows a plan, but the scenario has none");
    check_phase(&["policy.dispeller=plan"], "a planning dispeller needs a planning caster");
    check_plan(&["policy.caster=optimal"], "a planning dispeller needs a planning caster");
}

#[test]
fn a_phase_has_a_spell() {
    let none = "system = \"ninth-age\"\nprocedure = \"phase\"\npool = { magic_dice = 5, dispel_dice = 3 }\n";
    check_errors(none, &[], &["the phase has no spells"]);
}

#[test]
fn a_phase_of_too_many_states_is_refused_with_their_number() {
    let set = ["spell.0.attempts=1000", "spell.1.attempts=999", "pool.magic_dice=1", "pool.dispel_dice=0"];
    check_phase(&set, "the phase has 2002000 states, more than 2000000");
    let huge = ["spell.0.attempts=1000000", "spell.1.attempts=1000000"];
    let message = "the phase has 35000070000035 states, more than 2000000: \
                   1000002000001 of attempts left × 7 of magic dice × 5 of dispel dice";
    check_phase(&huge, message);
}

#[test]
fn a_phase_that_takes_too_many_steps_is_refused_with_their_number() {
    let set = [
        "rules.max_magic_dice=36",
        "pool.magic_dice=36",
        "pool.dispel_dice=36",
        "spell.0.attempts=40",
        "spell.1.attempts=20",
    ];
    check_phase(&set, "solving the phase takes about");
}

#[test]
fn no_more_dispel_dice_are_chosen_than_the_pool_has() {
    check_cast(&["choice.dispel_dice=4", "pool.dispel_dice=3"], "4 dispel dice are more than there are");
}

#[test]
fn a_caster_has_at_least_1_wound() {
    check_cast(&["caster.wounds=0"], "`caster.wounds` is out of range: 0");
}
