//! What variants change, in words.

use indexmap::{IndexMap, IndexSet};

use super::table::{Layout, in_lines};
use crate::description::{Presence, Preset, Value};
use crate::scenario::Scenario;

/// What each variant of the first of these scenarios, with its name, changes in it, below what the first has
/// there: a line for each.
pub fn changes<'a>(named: impl Iterator<Item = (&'a str, &'a Scenario)>, layout: Layout) -> String {
    let all: Vec<(&str, &Scenario)> = named.collect();
    let Some((&(name, first), variants)) = all.split_first() else { return String::new() };
    let before = variants.iter().flat_map(|&(_, variant)| said(&changed(first, variant), first, variant));
    let before: Vec<String> = before.collect::<IndexSet<String>>().into_iter().collect();
    let before = (!before.is_empty()).then(|| (name, before.join(", ")));
    let variants = variants.iter().map(|&(name, variant)| (name, change(first, variant)));
    let lines = before.into_iter().chain(variants);
    lines.map(|(name, said)| in_lines(&format!("{name}: {said}"), layout.width)).collect()
}

/// What a variant changes.
fn change(scenario: &Scenario, variant: &Scenario) -> String {
    let mut changes = said(&changed(scenario, variant), variant, scenario);
    changes.extend(variant.other_rules(scenario));
    if changes.is_empty() { "no change".to_owned() } else { changes.join(", ") }
}

/// The values of keys in a scenario, as players say them. Keys that the text of its rules lacks are left out. Of an
/// item that `other` has not, as in `[[foe]]`, the values are told that somebody wrote, and of one that `other` alone
/// has, that it is not there.
fn said(paths: &[&str], of: &Scenario, other: &Scenario) -> Vec<String> {
    let filled = filled(of);
    let mut all: IndexMap<String, Vec<String>> = IndexMap::new();
    for path in paths {
        let Some(key) = of.procedure.keys.iter().find(|key| key.matches(path)) else { continue };
        let value = of.input.get(path);
        let item = key.array().and_then(|array| of.input.lone_item(&other.input, array, path));
        match (item, value) {
            (None, value) => {
                let written = value.map_or_else(|| "unset".to_owned(), Value::to_string);
                all.entry(of.system.say(path, &written)).or_default();
            }
            (Some(item), None) => {
                all.entry(format!("without {}", of.system.label(&item))).or_default();
            }
            (Some(item), Some(value)) => {
                let told = all.entry(format!("with {}", of.system.label(&item))).or_default();
                let is_default = matches!(&key.presence, Presence::Default(default) if default == value);
                if !is_default && !filled.iter().any(|(filled, _)| filled == path) {
                    told.push(of.system.value_in_words(path, &value.to_string()));
                }
            }
        }
    }
    let with_values = |(said, values): (String, Vec<String>)| match values.is_empty() {
        true => said,
        false => format!("{said} ({})", values.join(", ")),
    };
    all.into_iter().map(with_values).collect()
}

/// What presets fill in a scenario: keys with their values.
fn filled(scenario: &Scenario) -> Vec<(String, &Value)> {
    let named = scenario.input.iter().filter_map(|(path, value)| match value {
        Value::Word(names) => Some((path, names)),
        _ => None,
    });
    let filled = named.flat_map(|(path, names)| {
        let is_named = |preset: &&Preset| Preset::names(names).any(|name| name == preset.name);
        scenario.system.presets_at(path).filter(is_named).flat_map(|preset| preset.fills_at(path))
    });
    filled.collect()
}

/// The keys that a variant sets otherwise than the scenario, and those that it leaves out. The name of a preset stands
/// for the keys that it fills, and that another one has filled.
fn changed<'a>(scenario: &'a Scenario, variant: &'a Scenario) -> Vec<&'a str> {
    let (before, after) = (&scenario.input, &variant.input);
    let [filled_before, filled_after] = [scenario, variant].map(filled);
    let is_filled = |filled: &[(String, &Value)], path: &str, value: Option<&Value>| {
        filled.iter().any(|(key, filled)| key == path && Some(*filled) == value)
    };
    let is_left_out = |path: &str, value: &Value| {
        let key = variant.procedure.keys.iter().find(|key| key.matches(path));
        key.is_some_and(|key| matches!(&key.presence, Presence::Default(default) if default == value))
    };
    let is_told = |path: &&str| {
        let (was, value) = (before.get(path), after.get(path));
        // What no preset fills any more is left out.
        let is_implied = match filled_after.iter().any(|(key, _)| key == path) {
            true => is_filled(&filled_after, path, value),
            false => {
                value.is_none_or(|value| is_left_out(path, value)) && is_filled(&filled_before, path, was)
            }
        };
        was != value && !is_implied
    };
    let set = after.iter().map(|(path, _)| path);
    let gone = before.iter().map(|(path, _)| path).filter(|path| after.get(path).is_none());
    set.chain(gone).filter(is_told).collect()
}
