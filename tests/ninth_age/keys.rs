//! Which keys are needed, and what those left out count.

use fizzle::description::Value;
use fizzle::scenario::Scenario;

use crate::attempt::{PLAIN, check_errors, plain};
use crate::common;
use crate::game::TWO_SPELLS;

#[track_caller]
fn check_defaults(scenario: &Scenario, defaults: &[(&str, &str)]) {
    for (path, expected) in defaults {
        assert_eq!(scenario.input.get(path).map(Value::to_string).as_deref(), Some(*expected), "{path}");
    }
}

const COMMON: &[(&str, &str)] = &[
    ("caster.casting_modifier", "0"),
    ("target.magic_resistance", "0"),
    ("dispeller.dispelling_modifier", "0"),
    ("rules.miscast", "true"),
    ("rules.miscast_modifier", "0"),
    ("rules.broken_concentration", "true"),
    ("rules.broken_fizzle", "true"),
    ("rules.dispel_ties", "true"),
    ("rules.single_die_fail", "2"),
    ("rules.fizzle_face", "1"),
    ("rules.fizzle_min_dice", "2"),
    ("rules.max_magic_dice", "5"),
];

#[test]
fn defaults_of_cast_are_those_of_the_page() {
    check_defaults(&plain(&[]), COMMON);
    check_defaults(&plain(&[]), &[("choice.boosted", "false"), ("choice.dispel_dice", "0")]);
}

#[test]
fn defaults_of_phase_are_those_of_the_page() {
    let scenario = common::parse(TWO_SPELLS, &["plan.0.spell=bolt", "plan.0.magic_dice=2"]);
    check_defaults(&scenario, COMMON);
    check_defaults(
        &scenario,
        &[
            ("policy.caster", "\"optimal\""),
            ("policy.dispeller", "\"optimal\""),
            ("policy.miscast_cost", "0"),
            ("spell.0.attempts", "1"),
            ("spell.0.attribute_worth", "0"),
            ("plan.0.boosted", "false"),
            ("plan.0.dispel_dice", "0"),
        ],
    );
}

#[test]
fn what_an_attempt_needs_is_named_where_it_is_missing() {
    check_errors(PLAIN, &["spell.casting_value=unset"], &["`spell.casting_value` is missing"]);
    check_errors(PLAIN, &["choice.magic_dice=unset"], &["`choice.magic_dice` is missing"]);
    check_errors(PLAIN, &["choice.boosted=true"], &["`spell.boosted_value` is missing"]);
}

#[test]
fn what_a_phase_needs_is_named_where_it_is_missing() {
    for key in
        ["pool.magic_dice", "pool.dispel_dice", "spell.0.name", "spell.0.worth", "spell.0.casting_value"]
    {
        check_errors(TWO_SPELLS, &[&format!("{key}=unset")], &[&format!("`{key}` is missing")]);
    }
}
