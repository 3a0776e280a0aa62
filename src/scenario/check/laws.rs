//! Unknown values of keys: the table `[unknown]`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::{Checker, Trust};
use crate::chance::MetricSpec;
use crate::description::{
    Input, Key, Kind, MAX_COMBINATIONS, ProcedureDescription, System, Value, position_in,
};
use crate::scenario::document::{Document, Entry};
use crate::scenario::grid;
use crate::scenario::values::{in_words, read, stand_in};
use crate::scenario::written::Written;

/// Help on how to write the values of a key.
const HELP: &str = "write values as in \"2..5\" or \"1,2,4\", or weights as in { \"9\" = 3, \"12\" = 1 }";

/// The prefix of the paths of the table.
const TABLE: &str = "unknown.";

impl Document {
    /// Whether the value of a key is unknown.
    pub(in crate::scenario) fn is_unknown(&self, path: &str) -> bool {
        let list = self.entry(&format!("{TABLE}{path}"));
        let weights = format!("{TABLE}{path}.");
        list.map_or_else(
            || self.entries().any(|(path, _)| path.starts_with(&weights)),
            |entry| entry.value != Written::Unset,
        )
    }

    /// The keys of the table `[unknown]` that are not among those that are `read`.
    pub(super) fn unknown_without_effect<'a>(
        &'a self,
        keys: &'a [Key],
        read: &BTreeSet<Arc<str>>,
    ) -> impl Iterator<Item = &'a str> {
        let paths = self.entries().filter_map(|(path, _)| path.strip_prefix(TABLE));
        let written = paths.filter_map(|path| key_and_value(path, keys).map(|(path, ..)| path));
        written.filter(|path| !read.contains(*path) && self.is_unknown(path))
    }
}

/// Splits a path of the table into a key and, if it names the weight of a value, that value.
fn key_and_value<'a>(path: &'a str, keys: &'a [Key]) -> Option<(&'a str, &'a Key, Option<&'a str>)> {
    let find = |path: &str| keys.iter().find(|key| key.matches(path));
    let of_value = || {
        let (path, value) = path.rsplit_once('.')?;
        Some((path, find(path)?, Some(value)))
    };
    find(path).map(|key| (path, key, None)).or_else(of_value)
}

/// The position of a value among those of its key; `None` for values that cannot be unknown.
fn order(key: &Key, value: &Value) -> Option<i64> {
    match (&key.kind, value) {
        (Kind::Integer { .. } | Kind::IntegerOrText { .. }, Value::Integer(number)) => Some(*number),
        (Kind::Flag, Value::Flag(flag)) => Some((*flag).into()),
        (Kind::Words(words), Value::Word(word)) => {
            words.iter().position(|(name, _)| name == word).map(|place| place as i64)
        }
        _ => None,
    }
}

/// The entries of one key: a list of its values, or a weight for each value.
#[derive(Default)]
struct Laws<'a> {
    list: Option<&'a Entry>,
    weights: Vec<(&'a str, &'a Entry)>,
}

impl Checker<'_> {
    /// Reports unknown keys that have the names of results: each would be a metric, and no event could tell the two
    /// apart.
    pub(super) fn unknown_metrics(&mut self, metrics: &[MetricSpec]) {
        let mut names = HashSet::new();
        let again = metrics.iter().filter(|metric| !names.insert(&metric.name));
        for metric in again.filter(|metric| self.document.is_unknown(&metric.name)) {
            let message = format!("`{}` is the name of a result, too", metric.name);
            let help = "give the key one value in each of several variants";
            self.wrong(&metric.name, message, help);
        }
    }

    /// Reads the distributions of unknown keys. They replace presets and defaults.
    pub(super) fn laws(&mut self, system: &System, procedure: &ProcedureDescription, input: &mut Input) {
        let mut laws: BTreeMap<&str, (&Key, Laws<'_>)> = BTreeMap::new();
        let document = self.document;
        for (path, entry) in document.entries() {
            let Some(path) = path.strip_prefix(TABLE) else { continue };
            let Some((path, key, value)) = key_and_value(path, &procedure.keys) else {
                self.unknown(path, &entry.key, system, procedure);
                continue;
            };
            let (_, laws) = laws.entry(path).or_insert_with(|| (key, Laws::default()));
            match value {
                None => laws.list = Some(entry),
                Some(value) => laws.weights.push((value, entry)),
            }
        }
        for (path, (key, law)) in laws {
            // A list replaces weights, so that the command line or a variant can override them.
            if law.list.is_some_and(|entry| entry.value == Written::Unset) {
                continue;
            }
            let values = self.may_be_unknown(path, key).then(|| self.law(path, key, &law)).flatten();
            if values.is_none() {
                let is_number = matches!(key.kind, Kind::Integer { .. } | Kind::IntegerOrText { .. });
                self.doubt(if is_number { Trust::Words } else { Trust::Nothing });
            }
            let values = values.or_else(|| Some(vec![(stand_in(key)?, 1.0)]));
            values.into_iter().for_each(|values| input.set(path, Value::Unknown(values)));
        }
    }

    /// Whether a key can be unknown. Reports a key that also has a value.
    fn may_be_unknown(&mut self, path: &str, key: &Key) -> bool {
        if let Some(entry) = self.document.get(path) {
            let help = format!(
                "take it out of [unknown], as with --set unknown.{path}=unset, or leave this value out"
            );
            self.problems.push(entry.key.clone(), format!("`{path}` is given, and unknown as well"), help);
        }
        let place = self.document.place_of(&format!("{TABLE}{path}"));
        let is_of_kind = matches!(
            key.kind,
            Kind::Integer { .. } | Kind::IntegerOrText { .. } | Kind::Flag | Kind::Words(_)
        );
        if !is_of_kind {
            let help = "whole numbers, words, and true or false can be";
            self.problems.push(place, format!("`{path}` cannot be unknown: it is {}", key.allowed()), help);
            return false;
        }
        let item = key.array().and_then(|array| Some((array, position_in(array, path)?)));
        if let Some((array, position)) =
            item.filter(|(array, position)| !self.document.positions(array).contains(position))
        {
            let message = format!("there is no `{array}.{position}`");
            self.problems.push(place, message, format!("write its other keys in a table [[{array}]]"));
            return false;
        }
        true
    }

    /// The possible values of a key, with their weights, in the order of its kind.
    fn law(&mut self, path: &str, key: &Key, law: &Laws<'_>) -> Option<Vec<(Value, f64)>> {
        let before = self.problems.0.len();
        let mut values: Vec<(Value, f64)> = Vec::new();
        let written = match law.list {
            Some(entry) => self.list(path, entry).into_iter().map(|value| (value, 1.0, entry)).collect(),
            None => self.weights(path, &law.weights),
        };
        for (text, weight, entry) in written {
            let value = match read(key, &Written::on_command_line(&text)) {
                Ok(value) if order(key, &value).is_some() => value,
                Ok(_) => {
                    let message = format!("`{path}` cannot be \"{text}\" where it is unknown");
                    self.no_law(entry, message, "write whole numbers alone");
                    continue;
                }
                Err(message) => {
                    let help = format!("write {} ({})", key.allowed(), key.help);
                    self.no_law(entry, format!("`{path}` {message}"), &help);
                    continue;
                }
            };
            if values.iter().any(|(other, _)| *other == value) {
                let help =
                    "write each value once; { \"2\" = 2, \"3\" = 1 } makes one twice as likely as another";
                self.no_law(entry, format!("`{path}` has the value {value} twice"), help);
            } else if weight > 0.0 {
                values.push((value, weight));
            }
        }
        if self.problems.0.len() > before {
            return None;
        }
        let sum: f64 = values.iter().map(|(_, weight)| weight).sum();
        if !(sum > 0.0 && sum.is_finite()) {
            let message = if values.is_empty() { "are all 0" } else { "are too large" };
            self.wrong(&format!("{TABLE}{path}"), format!("the weights of `{path}` {message}"), HELP);
            return None;
        }
        values.sort_by_key(|(value, _)| order(key, value));
        Some(values)
    }

    /// The values of a list.
    fn list(&mut self, path: &str, entry: &Entry) -> Vec<String> {
        let Some(text) = entry.value.bare() else {
            let what = in_words(&entry.value);
            self.no_law(entry, format!("the values of `{path}` cannot be {what}"), HELP);
            return Vec::new();
        };
        match grid::values(&text) {
            Ok(values) if values.len() as u64 > MAX_COMBINATIONS => {
                let message = format!("what is unknown has {} combinations of values", values.len());
                self.no_law(entry, message, &format!("at most {MAX_COMBINATIONS}"));
                Vec::new()
            }
            Ok(values) => values,
            Err((message, _)) => {
                self.no_law(entry, message, HELP);
                Vec::new()
            }
        }
    }

    /// The values of a table, with their weights.
    fn weights<'e>(&mut self, path: &str, written: &[(&str, &'e Entry)]) -> Vec<(String, f64, &'e Entry)> {
        let mut weights = Vec::new();
        for &(value, entry) in written {
            let written = match &entry.value {
                Written::Unset => continue,
                Written::Bare(text) => Written::parse(text).unwrap_or_else(|| entry.value.clone()),
                other => other.clone(),
            };
            let weight = match written {
                Written::Integer(weight) => Some(weight as f64),
                Written::Float(weight) if weight.is_finite() => Some(weight),
                _ => None,
            };
            match weight {
                Some(weight) if weight >= 0.0 => weights.push((value.to_owned(), weight, entry)),
                Some(_) => self.no_law(entry, format!("the weight of {value} is negative"), HELP),
                None => {
                    let what = in_words(&entry.value);
                    self.no_law(entry, format!("the weight of {value} for `{path}` cannot be {what}"), HELP);
                }
            }
        }
        weights
    }

    fn no_law(&mut self, entry: &Entry, message: String, help: &str) {
        self.problems.push(entry.place.clone(), message, help);
    }
}
