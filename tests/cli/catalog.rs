//! What fizzle knows, and tells of itself: systems, templates, schema, completions, help.

use fizzle::systems::SYSTEMS;
use serde_json::Value;

use crate::room::{Room, SCENARIOS};

#[test]
fn list_names_the_systems() {
    let room = Room::new();
    insta::assert_snapshot!(room.stdout("list"), @r"
    shadowrun5: Shadowrun 5: combat spells
        direct          a direct combat spell against one target: 12 steps, 13 with reagents
        indirect        an indirect combat spell at a single target: 19 steps, 20 with reagents
        indirect-area   an indirect area spell as one target in it meets it: 21 steps, 22 with reagents
    ninth-age: The 9th Age: casting and dispelling
        cast            one attempt at one spell: casting, dispelling, fizzle, miscast
        phase           a magic phase of several spells: what to try, and what to dispel
    shadowrun1: Shadowrun 1: house rules of 1992, and the book's
        attack          all attacks of one action at one target: dodge, resistance, the damage track
        spell           one spell at one target, and its drain
        initiative      the actions of a turn, wired or not

    `fizzle list SYSTEM` shows its keys, switches and presets.
    ");
}

#[test]
fn list_of_a_system_has_every_procedure_key_switch_preset_and_metric() {
    let room = Room::new();
    for system in SYSTEMS {
        let text = room.stdout(&format!("list {}", system.name));
        let has = |name: &str| assert!(text.contains(name), "{name} is not in {text}");
        for row in system.procedures {
            has(row.name);
            has(row.help);
            for key in row.keys {
                has(key.name());
                has(key.help);
            }
            for metric in row.example(system.presets).ready.procedure.metrics() {
                has(&metric.name);
            }
        }
        for preset in system.presets {
            has(preset.name);
        }
    }
    let text = room.stdout("list shadowrun5");
    for reading in ["\"minus-hits\"", "\"reaction+intuition\"", "default true", "default 20"] {
        assert!(text.contains(reading), "{reading}");
    }
}

#[test]
fn what_new_writes_runs_as_it_is() {
    let room = Room::new();
    for system in SYSTEMS {
        for row in system.procedures {
            let text = room.stdout(&format!("new {} {}", system.name, row.name));
            let file = format!("{}.toml", row.name);
            room.write(&file, &text);
            room.stdout(&format!("run {file} --charts none --exact"));
            room.stdout(&format!("explain {file}"));
            let mark = room.json(&format!("fizzle-out/{}/run.json", row.name));
            assert_eq!(mark["procedure"], row.name);
            assert!(!mark["questions"].as_array().unwrap().is_empty());
            for key in row.keys {
                assert!(text.contains(&format!("{} = ", key.name())), "{} is not in {text}", key.path);
            }
        }
        let first = room.stdout(&format!("new {}", system.name));
        assert_eq!(first, room.stdout(&format!("new {} {}", system.name, system.procedures[0].name)));
    }
}

/// A scenario file as JSON.
fn as_json(toml: &str) -> Value {
    serde_json::to_value(toml::from_str::<toml::Table>(toml).unwrap()).unwrap()
}

#[test]
fn the_schema_accepts_what_run_accepts() {
    let room = Room::new();
    for arguments in ["schema", "schema shadowrun5"] {
        let schema: Value = serde_json::from_str(&room.stdout(arguments)).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let accept = |name: &str, text: &str| {
            let instance = as_json(text);
            let errors: Vec<String> = validator.iter_errors(&instance).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{name}: {errors:?}");
        };
        for stem in SCENARIOS {
            accept(stem, &room.read(&format!("scenarios/{stem}.toml")));
        }
        for row in SYSTEMS[0].procedures {
            accept(row.name, &room.stdout(&format!("new shadowrun5 {}", row.name)));
        }
        let whole = room.read("scenarios/manabolt.toml")
            + "[vary]\n\"choice.force\" = \"1..12\"\n[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0.6, 0.9]\n";
        accept("vary and expect", &whole);
    }
}

#[test]
fn the_schema_refuses_what_run_refuses() {
    let room = Room::new();
    let schema: Value = serde_json::from_str(&room.stdout("schema")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let good = room.read("scenarios/manabolt.toml");
    for (from, to) in [
        ("willpower = 5", "wilpower = 5"),
        ("[choice]", "[choise]"),
        ("title =", "titel ="),
        ("event =", "evnt ="),
        ("force = 6", "force = \"6\""),
        ("force = 6", "force = 6.5"),
        ("force = 6", "force = 0"),
        ("magic = 6", "magic = 1000001"),
        ("mental_limit = false", "mental_limit = 0"),
        ("\"manabolt\"", "\"manabold\""),
        ("\"shadowrun5\"", "\"shadowrun55\""),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(good, bad, "{from} is not in the scenario");
        assert!(!validator.is_valid(&as_json(&bad)), "the schema accepts {to}");
        room.write("bad.toml", &bad);
        room.fizzle("run bad.toml --charts none --exact").assert().code(2);
    }
}

#[test]
fn completions_know_the_commands_and_options() {
    let room = Room::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = room.stdout(&format!("completions {shell}"));
        for word in ["explain", "schema", "until", "joint", "overview"] {
            assert!(script.contains(word), "{word} is not in the completions of {shell}");
        }
    }
}

#[test]
fn help_and_version_are_results() {
    let room = Room::new();
    assert_eq!(room.stdout("--version"), format!("fizzle {}\n", env!("CARGO_PKG_VERSION")));
    for command in ["run", "explain", "new", "list", "schema", "completions"] {
        assert!(room.stdout("--help").contains(command));
        assert!(room.stdout(&format!("{command} --help")).contains("Usage: fizzle"));
    }
    let help = room.stdout("run --help");
    for option in [
        "--exact",
        "--trials",
        "--until",
        "--seed",
        "--threads",
        "--set",
        "--variant",
        "--joint",
        "--out",
        "--force",
        "--format",
        "--charts",
        "--quiet",
        "--color",
    ] {
        assert!(help.contains(option), "{option}");
    }
}
