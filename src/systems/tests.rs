use std::collections::HashMap;

use super::*;
use crate::description::{Presence, ProcedureDescription};
use crate::scenario::COMMON;

/// The maximum length of a label, in characters.
const LONGEST: usize = 33;

fn rows() -> impl Iterator<Item = (&'static BuiltIn, &'static Arc<ProcedureDescription>)> {
    SYSTEMS.iter().flat_map(|system| system.procedures.iter().map(move |row| (system, row)))
}

#[test]
fn a_game_has_its_name_before_it_is_read() {
    for game in &SYSTEMS {
        assert_eq!(game.name, &*game.system.name);
    }
}

/// Checks the labels of named things, which have to be unique among them.
fn check_labels<'a>(whose: &str, labels: impl Iterator<Item = (&'a str, &'a str)>) {
    let mut names = HashMap::new();
    for (name, label) in labels {
        let count = label.chars().count();
        assert!((1..=LONGEST).contains(&count), "{whose}: `{name}` is called \"{label}\"");
        assert!(!label.contains(['.', '_']), "{whose}: `{name}` is called \"{label}\"");
        let other = names.insert(label, name);
        assert_eq!(other, None, "{whose}: `{name}` is called \"{label}\" too");
    }
}

#[test]
fn every_key_has_a_short_label_of_its_own() {
    for (system, row) in rows() {
        let keys = || row.keys.iter().chain(COMMON.iter());
        check_labels(&format!("{} {}", system.name, row.name), keys().map(|key| (&*key.path, &*key.label)));
        for key in keys() {
            assert_eq!(key.label.contains('*'), key.path.contains('*'), "{}", key.path);
        }
    }
}

#[test]
fn a_key_has_the_same_label_in_all_procedures_of_its_game() {
    for (system, row) in rows() {
        for key in &row.keys {
            let first = system.key(&key.path).unwrap_or(key);
            assert_eq!(key.label, first.label, "{}: {}", system.name, key.path);
        }
    }
}

#[test]
fn every_metric_has_a_short_label_of_its_own() {
    for (system, row) in rows() {
        let ready = row.example(&system.presets).ready;
        let metrics = ready.procedure.metrics();
        check_labels(
            &format!("{} {}", system.name, row.name),
            metrics.iter().map(|metric| (metric.name.as_str(), metric.label.as_str())),
        );
    }
}

#[test]
fn every_preset_has_a_short_label_of_its_own() {
    for system in SYSTEMS.iter() {
        for key in system.procedures.iter().flat_map(|row| &row.keys) {
            let presets = system.presets.iter().filter(|preset| preset.key == key.path);
            check_labels(&key.path, presets.map(|preset| (&*preset.name, &*preset.label)));
        }
    }
}

/// A modifier that a template sets would bias every scenario made from it: only choices, the numbers of
/// foes and of casts, and what protects a target may differ from the default.
#[test]
fn templates_are_neutral() {
    for (system, row) in rows() {
        for (path, value) in &row.start {
            let key = row.keys.iter().find(|key| key.matches(path)).expect("a template sets its keys");
            let Presence::Default(default) = &key.presence else { continue };
            let is_neutral = key.is_choice() || value == default || NEUTRAL.contains(&key.name());
            assert!(is_neutral, "{} {}: {path} = {value}", system.name, row.name);
        }
    }
}

const NEUTRAL: [&str; 5] = ["armor", "armor_class", "casts", "count", "dodge_dice"];

#[test]
fn settings_are_said_as_players_say_them() {
    let said = |system: &str, path: &str, value: &str| named(system).unwrap().say(path, value);
    for (path, value, words) in [
        ("choice.force", "6", "Force 6"),
        ("choice.reagents", "6", "6 drams of reagents"),
        ("choice.reagents", "1", "1 dram of reagents"),
        ("choice.reagents", "unset", "no reagents"),
        ("spell.preset", "lightning-bolt", "Lightning Bolt"),
        ("spell.preset", "\"lightning-bolt\"", "Lightning Bolt"),
        ("spell.preset", "unset", "no spell"),
        ("spell.drain", "-3", "drain code −3"),
        ("target.kind", "driven-vehicle", "driven vehicle"),
        ("target.armor", "12", "target's armor 12"),
        ("target.pilot", "unset", "target's Pilot not given"),
        ("rules.mental_limit", "true", "with mental limit on hits"),
        ("rules.mental_limit", "false", "without mental limit on hits"),
        ("rules.scatter", "minus-hits", "scatter distance: minus hits"),
        ("rules.reagent_price", "25", "price of a dram: 25"),
        ("procedure", "direct", "procedure: direct"),
    ] {
        assert_eq!(said("shadowrun5", path, value), words);
    }
    for (path, value, words) in [
        ("hero.attack", "8", "hero's Attack 8"),
        ("foe.1.attack", "8", "Attack of group 2: 8"),
        ("foe.0.preset", "bandit", "stock character of group 1: bandit"),
        ("foe.0.count", "1", "1 foe in group 1"),
        ("foe.0.count", "3", "3 foes in group 1"),
        ("rules.penalties", "[0, 0, -1]", "penalties by levels lost: (0, 0, −1)"),
    ] {
        assert_eq!(said("ars-magica", path, value), words);
    }
    assert_eq!(said("ninth-age", "choice.dispel_dice", "0"), "no dispel dice");
    assert_eq!(said("ninth-age", "choice.dispel_dice", "least-for 0.8"), "dispel dice: least for 0.8");
    assert_eq!(said("shadowrun1", "rules.preset", "book"), "the book's rules");
}

#[test]
fn labels_of_items_say_which() {
    let system = named("ars-magica").unwrap();
    assert_eq!(system.label("foe.1.attack"), "Attack of group 2");
    assert_eq!(system.key("foe.1.attack").unwrap().label_of_any(), "Attack of group");
    assert_eq!(system.label("foe.1"), "foe 2");
    assert_eq!(system.label("no.such.key"), "no.such.key");
    let setting = system.say_setting(
        &["hero.attack".to_owned(), "foe.0.soak".to_owned()],
        &["7".to_owned(), "-1".to_owned()],
    );
    assert_eq!(setting, "hero's Attack 7, Soak of group 1: −1");
}

#[test]
fn codes_of_a_table_have_names_and_are_no_quantities() {
    let system = named("ninth-age").unwrap();
    let ready = system.procedure("cast").unwrap().example(&system.presets).ready;
    let metric = |name: &str| ready.procedure.metrics().iter().find(|one| one.name == name).unwrap();
    let miscast = metric("miscast");
    assert!(miscast.is_nominal() && miscast.labels().is_none());
    assert_eq!([0, 2, 7].map(|value| miscast.say(value)), ["none", "Witchfire", "Breach in the Veil"]);
    assert_eq!(miscast.show(2), "2");
    assert!(metric("cast").is_indicator() && !metric("cast").is_nominal());
    assert!(!metric("returned_casting").is_nominal() && metric("result").is_nominal());
    assert_eq!(metric("result").say(3), "cast");
}

/// What nothing reads in a file beside the rules would be missed silently.
#[test]
fn every_word_of_the_files_beside_rules_is_known() {
    const KNOWN: [(&str, &[&str]); 5] = [
        ("", &["notes", "procedure", "scenario", "sheet", "character_sheet"]),
        ("procedure", &["start", "questions", "side_effect"]),
        ("sheet", &["title", "caption", "scenario", "rows", "blocks", "columns", "cells", "own", "needs"]),
        ("axis", &["name", "vary", "labels", "statistics", "chances"]),
        ("cells", &["chance", "rare", "number", "sampled", "trials", "needed", "of"]),
    ];
    fn check(what: &str, table: &toml::Table) {
        let known = KNOWN.iter().find(|(name, _)| *name == what).unwrap().1;
        for (key, value) in table {
            assert!(known.contains(&key.as_str()), "{what}: {key} = {value:?}");
            let within = match (what, key.as_str()) {
                ("", "sheet" | "character_sheet") => "sheet",
                ("sheet", "rows" | "blocks" | "columns") | ("cells", "of") => "axis",
                ("sheet", "cells") => "cells",
                _ => continue,
            };
            let tables = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            tables.iter().for_each(|table| check(within, table.as_table().unwrap()));
        }
    }
    for system in SYSTEMS.iter() {
        let path = format!("{}/games/{}.toml", env!("CARGO_MANIFEST_DIR"), system.name);
        let file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
        check("", &file);
        let procedures = file["procedure"].as_table().unwrap();
        procedures.values().for_each(|one| check("procedure", one.as_table().unwrap()));
        assert!(procedures.keys().all(|name| system.procedure(name).is_some()), "{}", system.name);
    }
}
