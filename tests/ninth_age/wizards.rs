//! Wizards who know different spells and may cast so often.

use crate::common;
use crate::common::rules::check_errors;
use crate::game::{TWO_SPELLS, check_planned, first_attempt, value};

/// A master who may cast once, and an adept who knows the bolt alone.
const WIZARDS: [&str; 5] = [
    "wizard.0.name=Master",
    "wizard.0.casting_modifier=1",
    "wizard.0.casts=1",
    "wizard.1.name=Adept",
    "spell.1.wizards=['Master']",
];

fn with(set: &[&'static str]) -> Vec<&'static str> {
    [&WIZARDS[..], set].concat()
}

#[test]
fn one_wizard_is_worth_what_the_caster_is() {
    for (caster, wizard) in [("0", "0"), ("2", "2")] {
        let caster = value(TWO_SPELLS, &[&format!("caster.casting_modifier={caster}")]);
        let modifier = format!("wizard.0.casting_modifier={wizard}");
        assert_eq!(value(TWO_SPELLS, &["wizard.0.name=Master", &modifier]), caster);
    }
}

#[test]
fn casts_that_suffice_for_all_attempts_are_no_limit() {
    let unlimited = value(TWO_SPELLS, &["wizard.0.name=Master"]);
    assert_eq!(value(TWO_SPELLS, &["wizard.0.name=Master", "wizard.0.casts=2"]), unlimited);
    assert!(value(TWO_SPELLS, &["wizard.0.name=Master", "wizard.0.casts=1"]) < unlimited);
    assert_eq!(value(TWO_SPELLS, &["wizard.0.name=Master", "wizard.0.casts=0"]), 0.0);
}

#[test]
fn a_spell_is_attempted_once_though_two_know_it() {
    let two = value(TWO_SPELLS, &["wizard.0.name=Master", "wizard.1.name=Adept"]);
    assert!((two - value(TWO_SPELLS, &[])).abs() < 1e-9);
}

#[test]
fn advice_names_the_wizard() {
    let alone = |casts: &'static str| first_attempt(TWO_SPELLS, &with(&[casts, "spell.1.attempts=0"]));
    assert!(alone("wizard.0.casts=1").contains(" by Master with "), "{}", alone("wizard.0.casts=1"));
    assert!(alone("wizard.0.casts=0").contains(" by Adept with "), "{}", alone("wizard.0.casts=0"));
}

#[test]
fn policies_name_the_wizard_and_the_casts_left() {
    let columns = |set: &[&str]| {
        let scenario = common::parse(TWO_SPELLS, set);
        let tables = scenario.ready.tables.iter();
        tables.map(|table| table.columns.iter().map(ToString::to_string).collect()).collect::<Vec<Vec<_>>>()
    };
    for (alone, among) in columns(&[]).into_iter().zip(columns(&with(&[]))) {
        assert_eq!(among, [alone, vec!["wizard".to_owned(), "casts_left".to_owned()]].concat());
    }
}

#[test]
fn a_plan_says_who_casts_where_several_may() {
    // 2 + 4 + 1 reaches 7 by the master's modifier.
    let set = ["wizard.0.casts=2", "plan.0.magic_dice=2", "plan.0.dispel_dice=0"];
    let by = |wizard: &'static str| with(&[&set[..], &[wizard]].concat());
    check_planned(&by("plan.0.wizard=Master"), "24 3", "spells_failed 0, cast_bolt 1, cast_ring 1");
    check_planned(&by("plan.0.wizard=Adept"), "24 3", "spells_failed 1, cast_bolt 0, cast_ring 1");
}

#[test]
fn wizards_have_names_of_their_own_and_know_their_spells() {
    let plan = [
        "policy.caster=plan",
        "plan.0.spell=bolt",
        "plan.0.magic_dice=2",
        "plan.1.spell=ring",
        "plan.1.magic_dice=2",
    ];
    let planned = |set: &[&'static str]| with(&[&plan[..], set].concat());
    for (set, expected) in [
        (planned(&[]), "several wizards know \"bolt\""),
        (planned(&["plan.0.wizard=Master"]), "Master is planned more often than his 1 cast"),
        (planned(&["plan.0.wizard=Adept", "plan.1.wizard=Adept"]), "Adept does not know \"ring\""),
        (planned(&["plan.0.wizard=Mister"]), "there is no wizard \"Mister\""),
        (with(&["wizard.1.name=Master"]), "two wizards are called \"Master\""),
        (with(&["wizard.1.name=''"]), "the wizard has no name"),
        (with(&["spell.1.wizards=[]"]), "nobody knows this spell"),
        (with(&["spell.1.wizards=['Novice']"]), "there is no wizard \"Novice\""),
        (vec!["spell.1.wizards=['Novice']"], "there is no wizard \"Novice\""),
    ] {
        check_errors(TWO_SPELLS, &set, &[expected]);
    }
}
