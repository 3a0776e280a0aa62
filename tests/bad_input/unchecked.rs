//! Nothing that is wrong with a scenario reaches the rules: whatever is left out, misspelt or of
//! another kind is an error, and never a panic.

use std::collections::HashSet;

use fizzle::description::{CheckedInput, Fault, Input, Presence, System, Value};
use fizzle::systems::SYSTEMS;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::common::{templates, try_parse};

/// Values that some key cannot hold, or that it can and that are odd.
const VALUES: [&str; 14] = [
    "",
    "ä",
    "-",
    "lightning-",
    "Manabolt",
    "unset",
    "true",
    "-1",
    "0",
    "3",
    "1.5",
    "[]",
    "[1, 2]",
    "99999999999999999999",
];

/// The paths of all keys of a template, an item of an array standing for all.
fn paths(system: &System) -> Vec<String> {
    let keys = system.procedures.iter().flat_map(|row| &row.keys);
    keys.map(|key| key.at(0)).chain(["system", "procedure", "title"].map(str::to_owned)).collect()
}

#[test]
fn another_procedure_or_none_is_an_error_or_a_scenario() {
    let procedures: Vec<&str> =
        SYSTEMS.iter().flat_map(|system| &system.procedures).map(|row| &*row.name).collect();
    for (system, row, text) in templates() {
        for procedure in procedures.iter().chain(&["atack", "", "ä", "unset"]) {
            let result = try_parse(&text, &[&format!("procedure={procedure}")]);
            if *procedure == row.name {
                assert!(result.is_ok(), "{}", row.name);
            } else if system.procedure(procedure).is_none() && system.name != "shadowrun5" {
                let errors = result.expect_err("there is no such procedure");
                assert!(errors.contains("procedure"), "{procedure}: {errors}");
            }
        }
    }
}

#[test]
fn a_shadowrun_1_scenario_without_a_procedure_says_so() {
    for (name, system) in [("attack", "shadowrun1"), ("spell", "shadowrun1")] {
        let (_, _, text) =
            templates().into_iter().find(|(of, row, _)| (&*row.name, &*of.name) == (name, system)).unwrap();
        let missing = try_parse(&text, &["procedure=unset"]).unwrap_err();
        assert!(missing.contains("`procedure` is missing"), "{missing}");
        let misspelt = try_parse(&text, &["procedure=atack"]).unwrap_err();
        assert!(misspelt.contains("did you mean \"attack\"?"), "{misspelt}");
        assert_eq!((missing.lines().count(), misspelt.lines().count()), (1, 1), "{missing}\n{misspelt}");
    }
}

#[test]
fn a_preset_that_there_is_not_is_one_error() {
    for preset in ["", "ä", "lightning-", "-", "lightning-bolt-"] {
        let (_, _, text) = templates().into_iter().find(|(_, row, _)| row.name == "indirect").unwrap();
        let errors = try_parse(&text, &[&format!("spell.preset={preset}")]).unwrap_err();
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains("there is no preset"), "{errors}");
    }
}

/// All values in the first procedure that has the key, some in others: rules are compiled for each.
#[test]
fn every_key_with_any_value_is_an_error_or_a_scenario() {
    let mut seen = HashSet::new();
    for (system, row, text) in templates() {
        let tried = paths(system).into_iter().map(|path| {
            let is_new =
                row.keys.iter().any(|key| key.at(0) == path) && seen.insert((&*system.name, path.clone()));
            (path, if is_new { &VALUES[..] } else { &["unset", "3"] })
        });
        tried.collect::<Vec<_>>().into_par_iter().for_each(|(path, values)| {
            for value in values {
                let _ = try_parse(&text, &[&format!("{path}={value}")]);
            }
        });
    }
}

#[test]
fn rules_are_given_checked_values_alone() {
    for system in SYSTEMS.iter() {
        for row in &system.procedures {
            let checked = |input| CheckedInput::new(input, &row.keys, &system.presets);
            let required = row
                .keys
                .iter()
                .filter(|key| key.array().is_none())
                .find(|key| key.presence != Presence::Optional);
            let Some(key) = required else { continue };
            let faults = checked(Input::default()).unwrap_err();
            assert!(faults.iter().any(|fault| fault.keys == [key.path.clone()]), "{}: {faults:?}", row.name);
            let mut input = Input::default();
            input.set(&*key.path, Value::Range([0.0, 1.0]));
            let message = |Fault { keys, message, .. }: &Fault| {
                *keys == [key.path.clone()] && message.contains("cannot be")
            };
            assert!(checked(input).unwrap_err().iter().any(message), "{}", row.name);
        }
    }
    let mut keys = SYSTEMS.iter().flat_map(|system| &system.procedures).flat_map(|row| &row.keys);
    let preset = keys.find(|key| key.path == "spell.preset").unwrap();
    assert!(preset.can_hold(&"manabolt".into(), &SYSTEMS[0].presets));
    assert!(!preset.can_hold(&"manabold".into(), &SYSTEMS[0].presets));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scenarios_with_lines_left_out_and_values_changed_never_panic(
        template in any::<Index>(),
        out in proptest::collection::vec(any::<Index>(), 0..4),
        set in proptest::collection::vec((any::<Index>(), select(&VALUES[..])), 0..4),
    ) {
        let templates = templates();
        let (system, _, text) = template.get(&templates);
        let mut lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        for index in out {
            lines.remove(index.index(lines.len()));
        }
        let paths = paths(system);
        let set: Vec<String> = set.iter().map(|(path, value)| format!("{}={value}", path.get(&paths))).collect();
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let _ = try_parse(&lines.join("\n"), &set);
    }
}
