//! The differences between two scenarios, rule by rule.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use crate::description::{Input, Kind, Value};
use crate::scenario::Scenario;

/// The name of the rule that the text of the rules is, if two scenarios have different texts.
pub const TEXT: &str = "rules";

/// A rule that differs: a key with its values, a preset with the keys that it fills, an item of an array that only
/// one of two scenarios has, or the text of the rules with the keys that only one of the texts has.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rule {
    /// Its key, as in `rules.armor` or `spell.preset`, the item, as in `foe.1`, or `rules` for the text.
    pub name: String,
    /// The keys that differ, each with its value in the base and in the house, or `None` if it has
    /// none.
    pub changes: Vec<(String, Option<Value>, Option<Value>)>,
}

impl Rule {
    /// Whether it is the text of the rules.
    pub fn is_text(&self) -> bool {
        self.name == TEXT
    }

    /// The keys that differ.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.changes.iter().map(|(key, ..)| key.as_str())
    }

    /// Describes its values in the base and in the house.
    pub fn values(&self) -> [String; 2] {
        let word = |value: &Option<Value>| match value {
            None => "unset".to_owned(),
            Some(Value::Word(word)) => word.to_string(),
            Some(other) => other.to_string(),
        };
        match &self.changes[..] {
            [(key, base, house), ..] if *key == self.name => [word(base), word(house)],
            changes => {
                let is_of_base = changes.iter().all(|(_, base, _)| base.is_some());
                let [there, not] = ["there", "not there"].map(str::to_owned);
                if is_of_base { [there, not] } else { [not, there] }
            }
        }
    }

    /// Sets its keys to their values in the house.
    pub(super) fn apply(&self, input: &mut Input) {
        for (key, _, house) in self.changes.iter().filter(|(key, ..)| key != TEXT) {
            match house {
                Some(value) => input.set(key.clone(), value.clone()),
                None => input.remove(key),
            }
        }
    }
}

/// All rules that differ, sorted by key. The preset of a spell or of a fighter is one of them, with the keys that it
/// fills: between two spells there are none. A preset of switches is not, but each switch is.
pub fn differences(base: &Scenario, house: &Scenario) -> Vec<Rule> {
    let paths: BTreeSet<&str> = base.input.iter().chain(house.input.iter()).map(|(path, _)| path).collect();
    let mut rules: Vec<Rule> = Vec::new();
    if !Arc::ptr_eq(&base.procedure, &house.procedure) {
        let mut names = [base, house].map(|one| one.system.name.clone());
        if names[0] == names[1] {
            names = ["of the base", "changed"].map(Into::into);
        }
        let [before, after] = names.map(|name| Some(Value::Word(name)));
        rules.push(Rule { name: TEXT.to_owned(), changes: vec![(TEXT.to_owned(), before, after)] });
    }
    let is_preset = |path: &str| base.procedure.key(path).is_some_and(|key| key.kind == Kind::Preset);
    let differs = |path: &&str| base.input.get(path) != house.input.get(path);
    let presets = || paths.iter().copied().filter(|path| is_preset(path) && !path.starts_with("rules."));
    // A key belongs to its preset if neither side has a value of its own there.
    let has_no_own = |one: &Scenario, preset: &str, path: &str| {
        let filled = one.filled_by(preset).into_iter().rfind(|(key, _)| key == path).map(|(_, value)| value);
        match (one.input.get(path), filled) {
            (value, Some(filled)) => value == Some(filled),
            (None, None) => true,
            (Some(value), None) => one.is_default(path, value),
        }
    };
    let mut filled: Vec<(String, &str)> = Vec::new();
    for preset in presets().filter(differs) {
        for (path, _) in [base, house].into_iter().flat_map(|one| one.filled_by(preset)) {
            if [base, house].into_iter().all(|one| has_no_own(one, preset, &path)) {
                filled.push((path, preset));
            }
        }
    }
    for path in paths.iter().copied().filter(differs) {
        let (before, after) = (base.input.get(path), house.input.get(path));
        if is_preset(path) && !filled.iter().any(|(_, preset)| *preset == path) {
            continue;
        }
        let key = base.procedure.key(path);
        let item =
            key.and_then(|key| key.array()).and_then(|array| base.input.lone_item(&house.input, array, path));
        // What only one of the texts knows can be set only with it.
        let is_known = |one: &Scenario| one.procedure.key(path).is_some();
        let preset = filled.iter().find(|(key, _)| key == path).map(|(_, preset)| (*preset).to_owned());
        let name = match is_known(base) == is_known(house) {
            true => item.or(preset).unwrap_or_else(|| path.to_owned()),
            false => TEXT.to_owned(),
        };
        let change = (path.to_owned(), before.cloned(), after.cloned());
        match rules.iter_mut().find(|rule| rule.name == name) {
            // What a rule is called tells its values.
            Some(rule) if rule.name == path => rule.changes.insert(0, change),
            Some(rule) => rule.changes.push(change),
            None => rules.push(Rule { name, changes: vec![change] }),
        }
    }
    rules.sort_by(|one, other| (!one.is_text(), &one.name).cmp(&(!other.is_text(), &other.name)));
    rules
}
