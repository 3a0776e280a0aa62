//! What variants change, in words.

use indexmap::IndexSet;

use super::table::{Layout, in_lines};
use crate::description::Value;
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
    let paths = changed(scenario, variant);
    let mut changes = said(&paths, variant, scenario);
    let gone = paths.iter().filter(|path| variant.input.get(path).is_none());
    let gone: IndexSet<String> = gone.filter_map(|path| lone_item(path, scenario, variant)).collect();
    changes.extend(gone.iter().map(|item| format!("without {}", scenario.system.label(item))));
    changes.extend(variant.other_rules(scenario));
    if changes.is_empty() { "no change".to_owned() } else { changes.join(", ") }
}

/// The values of keys in a scenario, as players say them. Keys that the text of its rules lacks are left out, and so
/// are those of an item, as in `[[foe]]`, that `other` alone has. Of an item that `other` lacks, the values are told
/// that somebody chose.
fn said(paths: &[&str], of: &Scenario, other: &Scenario) -> Vec<String> {
    let presets = Presets::of(of);
    let mut all: IndexSet<String> = IndexSet::new();
    for path in paths {
        if of.procedure.key(path).is_none() {
            continue;
        }
        let value = of.input.get(path);
        let is_chosen = |value: &Value| !of.is_default(path, value) && !presets.fill(path, Some(value));
        if lone_item(path, of, other).is_none() || value.is_some_and(is_chosen) {
            let written = value.map_or_else(|| "unset".to_owned(), Value::to_string);
            all.insert(of.system.say(path, &written));
        }
    }
    all.into_iter().collect()
}

/// The item of an array that a path leads into, if only one of two scenarios has it.
fn lone_item(path: &str, one: &Scenario, other: &Scenario) -> Option<String> {
    let array = one.procedure.key(path).or_else(|| other.procedure.key(path))?.array()?;
    one.input.lone_item(&other.input, array, path)
}

/// The keys that a variant sets otherwise than the scenario, and those that it leaves out. The name of a preset stands
/// for the keys that it fills, and that another one has filled.
fn changed<'a>(scenario: &'a Scenario, variant: &'a Scenario) -> Vec<&'a str> {
    let (before, after) = (&scenario.input, &variant.input);
    let [presets_before, presets_after] = [scenario, variant].map(Presets::of);
    let is_told = |path: &&str| {
        let (was, value) = (before.get(path), after.get(path));
        // What no preset fills any more is left out. A value that the same preset fills was another one before.
        let is_implied = match presets_after.have(path) {
            true => presets_after.fill(path, value) && !presets_before.fill(path, value),
            false => {
                value.is_none_or(|value| variant.is_default(path, value)) && presets_before.fill(path, was)
            }
        };
        was != value && !is_implied
    };
    let set = after.iter().map(|(path, _)| path);
    let gone = before.iter().map(|(path, _)| path).filter(|path| after.get(path).is_none());
    set.chain(gone).filter(is_told).collect()
}

/// What presets fill in a scenario: keys with their values.
struct Presets<'a>(Vec<(String, &'a Value)>);

impl Presets<'_> {
    fn of(scenario: &Scenario) -> Presets<'_> {
        Presets(scenario.input.iter().flat_map(|(path, _)| scenario.filled_by(path)).collect())
    }

    /// Whether one of them has a value for a key.
    fn have(&self, path: &str) -> bool {
        self.0.iter().any(|(key, _)| key == path)
    }

    /// Whether one of them fills a key with this value.
    fn fill(&self, path: &str, value: Option<&Value>) -> bool {
        self.0.iter().any(|(key, filled)| key == path && Some(*filled) == value)
    }
}
