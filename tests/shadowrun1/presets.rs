//! The rules of the house and those of the book.

use fizzle::description::{Preset, Value};
use fizzle::systems;

use crate::common;
use crate::scene::{ATTACK, SPELL, TURN, check};

/// Every switch: the house's side, and the book's.
pub const SWITCHES: [(&str, &str, &str); 17] = [
    ("target_number_cap", "true", "false"),
    ("six_plus", "true", "false"),
    ("automatic_six", "exploding", "success"),
    ("staging_up", "house", "book"),
    ("extra", "beyond-first", "beyond-first"),
    ("armor", "dice", "automatic"),
    ("dodge", "opposed", "resist"),
    ("impact_slows_dodge", "true", "false"),
    ("cap_before_resist", "true", "true"),
    ("damage_track", "single", "book"),
    ("drain_dice", "magic", "willpower"),
    ("resist_against", "force", "sorcery"),
    ("spell_defense", "true", "false"),
    ("spell_defense_rounding", "down", "down"),
    ("control_drain_up", "true", "false"),
    ("control_threshold", "true", "false"),
    ("wired", "decrement", "dice"),
];

fn written(text: &str, set: &[&str], key: &str) -> String {
    let value = common::parse(text, set).input.get(&format!("rules.{key}")).map(Value::to_string);
    value.expect("every switch has a value").trim_matches('"').to_owned()
}

#[test]
fn a_preset_sets_every_switch_and_the_house_is_the_default() {
    for text in [ATTACK, SPELL, TURN] {
        for (key, house, book) in SWITCHES {
            assert_eq!(written(text, &[], key), house, "{key}");
            assert_eq!(written(text, &["rules.preset=house"], key), house, "{key}");
            assert_eq!(written(text, &["rules.preset=book"], key), book, "{key}");
        }
    }
}

#[test]
fn presets_set_switches_and_leave_numbers_alone() {
    let all = &systems::named("shadowrun1").unwrap().presets;
    let is_of_rules = |preset: &&Preset| preset.fills.iter().all(|fill| fill.0.starts_with("rules."));
    let presets: Vec<&Preset> = all.iter().filter(is_of_rules).collect();
    assert_eq!(presets.iter().map(|preset| &*preset.name).collect::<Vec<_>>(), ["house", "book"]);
    for preset in presets {
        let keys: Vec<&str> = preset.fills.iter().map(|fill| &*fill.0).collect();
        assert_eq!(keys, SWITCHES.map(|switch| format!("rules.{}", switch.0)));
    }
}

#[test]
fn single_keys_override_a_preset() {
    for (key, house, book) in SWITCHES {
        for (preset, other) in [("book", house), ("house", book)] {
            let set = [format!("rules.preset={preset}"), format!("rules.{key}={other}")];
            let set: Vec<&str> = set.iter().map(String::as_str).collect();
            assert_eq!(written(ATTACK, &set, key), other, "{key}");
            for (key, house, book) in SWITCHES.iter().filter(|switch| switch.0 != key) {
                let expected = if preset == "book" { book } else { house };
                assert_eq!(written(ATTACK, &set, key), *expected, "{key}");
            }
        }
    }
}

#[test]
fn the_book_with_one_rule_of_the_house_is_played_so() {
    let book = ["rules.preset=book", "target.body=0"];
    check(ATTACK, &book, "664 1", "successes 1, wound M, state ok, penalty 2");
    let six_plus = [&book[..], &["rules.six_plus=true"]].concat();
    check(ATTACK, &six_plus, "664 1", "successes 3, wound S, penalty 3");
    let track = [&book[..], &["rules.damage_track=single"]].concat();
    check(ATTACK, &track, "41 11", "wound M, penalty 4");
}
