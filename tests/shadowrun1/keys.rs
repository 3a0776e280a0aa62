//! Which keys are needed, and what those left out count.

use fizzle::description::Value;

use crate::common;
use crate::scene::{ATTACK, SPELL, TURN, check_errors};

#[test]
fn keys_without_a_default_are_required() {
    let keys = [
        (ATTACK, "attacker.skill"),
        (ATTACK, "weapon.power"),
        (ATTACK, "weapon.level"),
        (ATTACK, "weapon.staging"),
        (ATTACK, "target.body"),
        (ATTACK, "choice.target_number"),
        (SPELL, "caster.magic"),
        (SPELL, "spell.force"),
        (SPELL, "spell.level"),
        (SPELL, "spell.staging"),
        (SPELL, "spell.drain_level"),
        (SPELL, "spell.drain_staging"),
        (SPELL, "target.attribute"),
        (TURN, "character.reaction"),
    ];
    for (text, key) in keys {
        check_errors(text, &[&format!("{key}=unset")], &[&format!("`{key}` is missing")]);
    }
}

#[test]
fn sorcery_and_willpower_are_needed_by_the_rules_that_use_them_alone() {
    let both = ["caster.sorcery=unset", "caster.willpower=unset"];
    common::parse(SPELL, &both);
    let book = [&both[..], &["rules.preset=book"]].concat();
    check_errors(SPELL, &book, &["`caster.sorcery` is missing", "`caster.willpower` is missing"]);
    let read = |set: &[&str], key: &str| common::parse(SPELL, set).read.iter().any(|path| **path == *key);
    for (key, rule) in [
        ("caster.sorcery", "rules.resist_against=sorcery"),
        ("caster.willpower", "rules.drain_dice=willpower"),
    ] {
        assert!(!read(&[], key) && read(&[rule], key), "{key}");
    }
}

#[test]
fn what_makes_no_difference_under_the_rules_is_not_read() {
    let read =
        |text, set: &[&str], key: &str| common::parse(text, set).read.iter().any(|path| **path == *key);
    for (text, rule, key) in [
        (ATTACK, "rules.six_plus=false", "rules.success_step"),
        (ATTACK, "rules.target_number_cap=false", "rules.target_number_ceiling"),
        (ATTACK, "rules.impact_slows_dodge=false", "target.impact"),
        (ATTACK, "weapon.mode=single", "choice.other_bursts"),
        (ATTACK, "rules.dodge=resist", "choice.dodge_number"),
        (ATTACK, "rules.staging_up=book", "rules.extra"),
        (SPELL, "spell.category=control", "spell.damage"),
        (SPELL, "rules.spell_defense=false", "target.magic"),
    ] {
        let armor = ["target.armor_class=ordinary", "choice.dodge_number=5", "weapon.mode=burst"];
        let set = if text == ATTACK { &armor[..] } else { &[] };
        assert!(read(text, set, key), "{key}");
        assert!(!read(text, &[set, &[rule]].concat(), key), "{key} with {rule}");
    }
}

#[track_caller]
fn check_defaults(text: &str, defaults: &[(&str, &str)]) {
    let scenario = common::parse(text, &["target.magic=unset"][..usize::from(text == SPELL)]);
    for (path, expected) in defaults {
        assert_eq!(scenario.input.get(path).map(Value::to_string).as_deref(), Some(*expected), "{path}");
    }
}

#[test]
fn defaults_are_those_of_the_page() {
    check_defaults(
        ATTACK,
        &[
            ("attacker.pool_dice", "0"),
            ("attacker.wound_penalty", "0"),
            ("attacker.automatic_sixes", "0"),
            ("weapon.kind", "\"weapon\""),
            ("weapon.damage", "\"physical\""),
            ("weapon.mode", "\"single\""),
            ("weapon.recoil_compensation", "0"),
            ("target.armor_class", "\"none\""),
            ("target.armor", "0"),
            ("target.impact", "0"),
            ("target.dodge_dice", "0"),
            ("target.automatic_sixes", "0"),
            ("target.healed", "0"),
            ("choice.other_bursts", "0"),
        ],
    );
    check_defaults(
        SPELL,
        &[
            ("caster.pool_dice", "0"),
            ("caster.fetish_dice", "0"),
            ("caster.elemental_force", "0"),
            ("caster.automatic_sixes", "0"),
            ("spell.category", "\"combat\""),
            ("spell.damage", "\"physical\""),
            ("target.aware", "true"),
            ("target.magic", "0"),
            ("target.healed", "0"),
            ("caster.healed", "0"),
        ],
    );
    check_defaults(TURN, &[("character.wired_level", "0")]);
}

#[test]
fn the_rules_are_those_of_the_house_and_its_numbers() {
    let rules = [
        ("target_number_cap", "true"),
        ("six_plus", "true"),
        ("automatic_six", "\"exploding\""),
        ("staging_up", "\"house\""),
        ("extra", "\"beyond-first\""),
        ("armor", "\"dice\""),
        ("dodge", "\"opposed\""),
        ("impact_slows_dodge", "true"),
        ("dodge_penalty", "true"),
        ("cap_before_resist", "true"),
        ("damage_track", "\"single\""),
        ("drain_dice", "\"magic\""),
        ("resist_against", "\"force\""),
        ("spell_defense", "true"),
        ("spell_defense_rounding", "\"down\""),
        ("unaware_defense", "true"),
        ("control_drain_up", "true"),
        ("control_threshold", "true"),
        ("wired", "\"decrement\""),
        ("target_number_ceiling", "10"),
        ("success_step", "6"),
        ("successes_per_level", "2"),
        ("unarmed_per_level", "1"),
        ("ordinary_sixes", "1"),
        ("heavy_sixes", "2"),
        ("initiative_step", "7"),
    ];
    let paths: Vec<String> = rules.iter().map(|(key, _)| format!("rules.{key}")).collect();
    let defaults: Vec<(&str, &str)> =
        paths.iter().map(String::as_str).zip(rules.map(|rule| rule.1)).collect();
    for text in [ATTACK, SPELL, TURN] {
        check_defaults(text, &defaults);
        let boxes = common::parse(text, &[]).input.get("rules.level_boxes").map(Value::to_string);
        assert_eq!(boxes.as_deref(), Some("[1, 3, 6, 10]"));
    }
}

#[test]
fn metrics_are_those_of_the_page_in_its_order() {
    let names = |text| {
        let scenario = common::parse(text, &[]);
        let names = scenario.ready.procedure.metrics().iter().map(|metric| metric.name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(ATTACK), "successes dodge hit wound boxes state penalty");
    assert_eq!(
        names(SPELL),
        "successes resisted hit wound boxes state drain_wound drain_boxes drain_type caster_state"
    );
    assert_eq!(names(TURN), "initiative actions");
}

#[test]
fn labels_are_in_the_order_of_the_page() {
    let labels = |text, name: &str| {
        let scenario = common::parse(text, &[]);
        let metrics = scenario.ready.procedure.metrics();
        metrics.iter().find(|metric| metric.name == name).unwrap().labels().unwrap().join(" ")
    };
    assert_eq!(labels(ATTACK, "wound"), "none L M S D");
    assert_eq!(labels(ATTACK, "state"), "ok unconscious dead");
    assert_eq!(labels(SPELL, "drain_wound"), "none L M S D");
    assert_eq!(labels(SPELL, "drain_type"), "none stun physical");
    assert_eq!(labels(SPELL, "caster_state"), "ok unconscious dead");
}
