//! Which keys are needed, and what those left out count.

use fizzle::description::Value;
use fizzle::systems;

use crate::casting::{check_errors, plain};

#[test]
fn ratings_of_the_caster_and_the_spell_that_are_missing_are_named() {
    for key in ["caster.magic", "caster.spellcasting", "caster.willpower", "caster.drain_attribute"] {
        check_errors("direct", &[&format!("{key}=unset")], &[&format!("`{key}` is missing")]);
    }
    for key in ["spell.damage_type", "spell.drain"] {
        check_errors("indirect", &[&format!("{key}=unset")], &[&format!("`{key}` is missing")]);
    }
    check_errors("direct", &["caster.mental_limit=unset"], &["the mental limit is missing"]);
    let half = ["caster.mental_limit=unset", "caster.logic=3"];
    check_errors("direct", &half, &["the mental limit is missing"]);
}

/// A target with its kind alone, and the keys that are missed, no more.
#[track_caller]
fn check_missing(procedure: &str, set: &[&str], expected: &str) {
    let keys = ["body", "willpower", "reaction", "intuition", "structure", "pilot", "autosoft", "armor"];
    let unset: Vec<String> = keys.iter().map(|key| format!("target.{key}=unset")).collect();
    let unset: Vec<&str> = unset.iter().map(String::as_str).collect();
    let messages: Vec<String> = expected.split(' ').map(|key| format!("`target.{key}` is missing")).collect();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    check_errors(procedure, &[&unset[..], set].concat(), &messages);
}

#[test]
fn the_target_keys_that_the_steps_use_are_required_and_no_others() {
    check_missing("direct", &[], "body");
    check_missing("direct", &["spell.damage_type=mana"], "willpower");
    check_missing("direct", &["target.kind=driven-vehicle"], "body");
    check_missing("direct", &["target.kind=drone"], "body");
    check_missing("direct", &["target.kind=object"], "structure");
    check_missing("indirect", &[], "reaction intuition body");
    check_missing("indirect", &["spell.damage_type=mana"], "reaction intuition body");
    check_missing("indirect", &["target.kind=driven-vehicle"], "reaction intuition body");
    check_missing("indirect", &["target.kind=drone"], "pilot autosoft body");
    check_missing("indirect", &["target.kind=object"], "structure");
    check_missing("indirect-area", &[], "body");
    check_missing("indirect-area", &["target.counterspelling=2"], "body");
    check_missing("indirect-area", &["target.kind=driven-vehicle"], "body");
    check_missing("indirect-area", &["target.kind=drone"], "body");
    check_missing("indirect-area", &["target.kind=object"], "structure");
    check_missing("indirect-area", &["rules.area_defense=none"], "body");
    let dodging = "rules.area_defense=reaction+intuition";
    check_missing("indirect-area", &[dodging], "reaction intuition body");
    check_missing("indirect-area", &[dodging, "target.kind=driven-vehicle"], "reaction intuition body");
    check_missing("indirect-area", &[dodging, "target.kind=drone"], "pilot autosoft body");
    check_missing("indirect-area", &[dodging, "target.kind=object"], "structure");
}

#[test]
fn defaults_are_those_of_the_page() {
    let scenario = plain("direct", &["target.armor=unset"]);
    let defaults = [
        ("caster.foci", "0"),
        ("caster.mentor_spirit", "0"),
        ("caster.wound_penalty", "0"),
        ("caster.sustained_spells", "0"),
        ("spell.damage", "\"physical\""),
        ("target.kind", "\"living\""),
        ("target.armor", "0"),
        ("target.counterspelling", "0"),
        ("target.wound_penalty", "0"),
        ("target.sustained_spells", "0"),
        ("rules.mental_limit", "true"),
        ("rules.nonliving_armor", "\"modified\""),
        ("rules.armor_floor", "true"),
        ("rules.scatter", "\"final\""),
        ("rules.scatter_miss", "true"),
        ("rules.area_defense", "\"counterspelling\""),
        ("rules.drain_on_miss", "true"),
        ("rules.vehicle_threshold", "false"),
        ("rules.drain_physical", "\"hits\""),
        ("rules.min_drain", "2"),
        ("rules.hit_on", "5"),
        ("rules.reagent_price", "20"),
    ];
    for (path, expected) in defaults {
        assert_eq!(scenario.input.get(path).map(Value::to_string).as_deref(), Some(expected), "{path}");
    }
    for path in ["target.handling", "choice.reagents", "caster.logic", "caster.intuition", "spell.preset"] {
        assert_eq!(scenario.input.get(path), None, "{path}");
    }
}

#[test]
fn reagents_that_are_left_out_count_0_in_expressions() {
    let system = systems::named("shadowrun5").unwrap();
    for procedure in &system.procedures {
        let reagents = procedure.keys.iter().find(|key| key.path == "choice.reagents").unwrap();
        assert_eq!(reagents.absent, 0);
    }
}
