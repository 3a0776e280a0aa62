//! The JSON Schema of scenario files, against what `run` takes.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use fizzle::description::{Key, Kind, ProcedureDescription, System};
use fizzle::report::catalog;
use fizzle::systems::SYSTEMS;
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;
use toml::Value as Toml;

use crate::common;
use crate::room::{Room, SCENARIOS};

/// Every procedure with what `fizzle new` writes for it.
static TEMPLATES: LazyLock<Vec<(&System, &ProcedureDescription, String)>> = LazyLock::new(common::templates);

/// The schema of all scenario files.
static SCHEMA: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::validator_for(&catalog::schema(None)).unwrap());

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
        for row in &SYSTEMS[0].procedures {
            accept(&row.name, &room.stdout(&format!("new shadowrun5 {}", row.name)));
        }
        let whole = room.read("scenarios/manabolt.toml")
            + "[vary]\n\"choice.force\" = \"1..12\"\n[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0.6, 0.9]\n";
        accept("vary and expect", &whole);
    }
}

#[test]
fn a_rule_text_is_a_game_of_the_catalog() {
    let room = Room::new();
    let rules = "warhammer.rules";
    let text = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/rules/warhammer.rules")).unwrap();
    room.write(rules, text);
    assert!(room.stdout(&format!("list {rules}")).contains("wounds on this or more"));
    let file = room.stdout(&format!("new {rules}"));
    assert!(file.contains("rules = \"warhammer.rules\"\n") && file.contains("\n# attacks = 20 "), "{file}");
    let file = file.replace("# \"rules.reroll_ones\" = false", "\"rules.reroll_ones\" = true");
    assert!(file.contains("\n\"rules.reroll_ones\" = true"), "{file}");
    room.write("own.toml", &file);
    room.stdout("run own.toml --exact --charts none");
    for arguments in ["schema".to_owned(), format!("schema {rules}")] {
        let schema: Value = serde_json::from_str(&room.stdout(&arguments)).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        assert!(validator.is_valid(&as_json(&file)), "{arguments}");
        let other = file.replace("# attacks = 20", "attacks = 0");
        assert_eq!(validator.is_valid(&as_json(&other)), arguments == "schema", "{arguments}");
    }
    assert!(room.refused("list none.rules").contains("none.rules"));
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
        ("[choice]", "[caster.logic]\n[choice]"),
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

/// A value for a key, and whether the key can hold it.
type Candidate = (Toml, bool);

/// Values at the ends of what a key can hold, beyond them, and of other kinds.
fn candidates(key: &Key, presets: &[String]) -> Vec<Candidate> {
    let integers = |min: i64, max: i64| {
        let within = [min, max, min + (max - min) / 2].map(|n| (Toml::from(n), true));
        [within.as_slice(), &[(Toml::from(min - 1), false), (Toml::from(max + 1), false)]].concat()
    };
    let list = |number: i64, length: usize| Toml::from(vec![number; length]);
    let text = |text: &str| Toml::from(text);
    let is_text = matches!(key.kind, Kind::Text | Kind::IntegerOrText { .. });
    let others = [
        (text("no such word"), is_text),
        (Toml::from(true), key.kind == Kind::Flag),
        (Toml::from(1.5), key.kind == Kind::Number),
        (Toml::Table(toml::Table::new()), key.kind == Kind::Settings),
    ];
    let own = match &key.kind {
        Kind::Integer { min, max } | Kind::IntegerOrText { min, max, .. } => integers(*min, *max),
        Kind::Integers { min, max, fewest, most } => vec![
            (list(*min, *fewest), true),
            (list(*max, *most), true),
            (list(*min, most + 1), false),
            (list(max + 1, *fewest), *fewest == 0),
        ],
        Kind::Words(words) => words.iter().map(|(word, _)| (text(word), true)).collect(),
        Kind::Preset => presets.iter().map(|name| (text(name), true)).collect(),
        Kind::Range => vec![(Toml::from(vec![0.0, 1.0]), true), (Toml::from(vec![0.0]), false)],
        Kind::Texts => vec![(Toml::from(vec!["p(hit == 1)"]), true), (list(1, 1), false)],
        Kind::Flag | Kind::Text | Kind::Number | Kind::Settings => Vec::new(),
    };
    [own, others.to_vec()].concat()
}

/// Writes a value at a path into a file, unless there is something else in the way.
fn put(file: &mut toml::Table, path: &str, value: Toml) -> bool {
    let (tables, name) = path.rsplit_once('.').map_or((None, path), |(tables, name)| (Some(tables), name));
    let mut at = file;
    for part in tables.into_iter().flat_map(|tables| tables.split('.')) {
        let next = match part.parse::<usize>() {
            Ok(_) => continue,
            Err(_) => at.entry(part).or_insert_with(|| Toml::Table(toml::Table::new())),
        };
        at = match next {
            Toml::Table(table) => table,
            Toml::Array(items) => match items.first_mut() {
                Some(Toml::Table(table)) => table,
                _ => return false,
            },
            _ => return false,
        };
    }
    at.insert(name.to_owned(), value);
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// What `run` accepts the schema accepts, and a value that its key cannot hold, or a key that
    /// there is not, both refuse. What several keys have to be together the schema cannot say.
    #[test]
    fn the_schema_and_run_take_the_same_generated_files(
        template in any::<Index>(),
        changes in proptest::collection::vec((any::<Index>(), any::<Index>()), 1..4),
        misspelt in proptest::bool::weighted(0.2),
    ) {
        let (system, row, text) = &TEMPLATES[template.index(TEMPLATES.len())];
        let mut file: toml::Table = toml::from_str(text).unwrap();
        let mut held = BTreeMap::new();
        for (key, value) in changes {
            let key = &row.keys[key.index(row.keys.len())];
            let presets = system.presets.iter().filter(|preset| preset.key == key.path);
            let presets: Vec<String> = presets.map(|preset| preset.name.to_string()).collect();
            let candidates = candidates(key, &presets);
            let (value, is_held) = value.get(&candidates).clone();
            if put(&mut file, &key.at(0), value) {
                held.insert(key.at(0), is_held);
            }
        }
        if misspelt {
            put(&mut file, "rules.no_such_rule", Toml::from(1));
        }
        let text = toml::to_string(&file).unwrap();
        let runs = common::try_parse(&text, &[]);
        let is_valid = SCHEMA.is_valid(&as_json(&text));
        prop_assert!(is_valid || runs.is_err(), "the schema refuses what runs:\n{text}");
        if misspelt || held.values().any(|&is_held| !is_held) {
            prop_assert!(runs.is_err(), "this runs:\n{text}");
            prop_assert!(!is_valid, "the schema accepts this:\n{text}\n{runs:?}");
        }
    }
}
