//! Presets.

use fizzle::description::Value;
use fizzle::scenario::Scenario;
use fizzle::systems;

use crate::casting::{PLAIN, check};
use crate::common;

/// The table of the page: name, procedure, damage type, boxes, drain code.
const PRESETS: &[(&str, &str, &str, &str, i64)] = &[
    ("manabolt", "direct", "mana", "physical", -3),
    ("powerbolt", "direct", "physical", "physical", -3),
    ("stunbolt", "direct", "mana", "stun", -3),
    ("death-touch", "direct", "mana", "physical", -6),
    ("knockout", "direct", "mana", "stun", -6),
    ("shatter", "direct", "physical", "physical", -6),
    ("manaball", "direct", "mana", "physical", 0),
    ("powerball", "direct", "physical", "physical", 0),
    ("stunball", "direct", "mana", "stun", 0),
    ("clout", "indirect", "physical", "stun", -3),
    ("acid-stream", "indirect", "physical", "physical", -3),
    ("flamethrower", "indirect", "physical", "physical", -3),
    ("lightning-bolt", "indirect", "physical", "physical", -3),
    ("punch", "indirect", "physical", "stun", -6),
    ("fireball", "indirect-area", "physical", "physical", -1),
    ("ball-lightning", "indirect-area", "physical", "physical", -1),
    ("toxic-wave", "indirect-area", "physical", "physical", -1),
    ("blast", "indirect-area", "physical", "stun", 0),
];

/// A plain casting that leaves everything about the spell to a preset.
fn preset_alone(name: &str, set: &[&str]) -> Result<Scenario, String> {
    let preset = format!("spell.preset={name}");
    let unwritten = [preset.as_str(), "spell.damage_type=unset", "spell.drain=unset"];
    common::try_parse(PLAIN, &[&unwritten[..], set].concat())
}

#[test]
fn a_preset_fills_the_procedure_and_the_spell() {
    for &(name, procedure, damage_type, damage, drain) in PRESETS {
        let scenario = preset_alone(name, &[]).unwrap();
        assert_eq!(scenario.procedure.name, procedure, "{name}");
        let word = |word: &str| Some(Value::from(word.to_owned()));
        assert_eq!(scenario.input.get("spell.damage_type").cloned(), word(damage_type), "{name}");
        assert_eq!(scenario.input.get("spell.damage").cloned(), word(damage), "{name}");
        assert_eq!(scenario.input.get("spell.drain"), Some(&Value::Integer(drain)), "{name}");
    }
}

#[test]
fn the_presets_are_those_of_the_page() {
    let ours: Vec<&str> =
        systems::named("shadowrun5").unwrap().presets.iter().map(|preset| &*preset.name).collect();
    assert_eq!(ours, PRESETS.iter().map(|preset| preset.0).collect::<Vec<_>>());
}

#[test]
fn a_written_key_wins_over_a_preset() {
    for &(name, procedure, ..) in PRESETS {
        let written = ["spell.damage_type=physical", "spell.damage=stun", "spell.drain=4"];
        let scenario = preset_alone(name, &written).unwrap();
        assert_eq!(scenario.procedure.name, procedure);
        let word = |path: &str| scenario.input.get(path).map(Value::to_string);
        assert_eq!(word("spell.damage_type").as_deref(), Some("\"physical\""), "{name}");
        assert_eq!(word("spell.damage").as_deref(), Some("\"stun\""), "{name}");
        assert_eq!(word("spell.drain").as_deref(), Some("4"), "{name}");
    }
    check("direct", &["spell.preset=stunbolt", "spell.damage=physical"], "511 1 1", "damage_type physical");
    check("direct", &["spell.preset=manabolt"], "511 1 1", "net_hits 1");
}

#[test]
fn a_preset_and_a_written_procedure_that_agree_are_fine() {
    for &(name, procedure, ..) in PRESETS {
        let procedure = format!("procedure={procedure}");
        assert!(preset_alone(name, &[&procedure]).is_ok(), "{name}");
    }
}

#[test]
fn a_procedure_that_contradicts_the_preset_is_an_error() {
    for &(name, procedure, ..) in PRESETS {
        for other in ["direct", "indirect", "indirect-area"].iter().filter(|&&other| other != procedure) {
            let error = preset_alone(name, &[&format!("procedure={other}")]).expect_err(name);
            let message = format!("the preset \"{name}\" is for procedure \"{procedure}\", not \"{other}\"");
            assert!(error.contains(&message), "{error}");
        }
    }
}

#[test]
fn an_unknown_preset_is_an_error_with_the_nearest_name() {
    let error = preset_alone("firebal", &["procedure=indirect-area"]).unwrap_err();
    assert!(error.contains("there is no preset \"firebal\""), "{error}");
    assert!(error.contains("did you mean \"fireball\"?"), "{error}");
}
