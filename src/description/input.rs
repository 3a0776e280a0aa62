use std::collections::BTreeMap;

use super::{Value, position_in};

/// The values of a scenario by their dotted paths: those written, those that
/// presets fill, and defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    pub(super) values: BTreeMap<String, Value>,
}

impl Input {
    /// Sets a value.
    pub fn set(&mut self, path: impl Into<String>, value: Value) {
        self.values.insert(path.into(), value);
    }

    /// The value at `path`, if there is one.
    pub fn get(&self, path: &str) -> Option<&Value> {
        self.values.get(path)
    }

    /// Takes a value out.
    pub fn remove(&mut self, path: &str) {
        self.values.remove(path);
    }

    /// The positions that the items of an array have, ascending.
    pub fn positions(&self, array: &str) -> Vec<usize> {
        let mut positions: Vec<usize> =
            self.values.keys().filter_map(|path| position_in(array, path)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// The values that are not known: what each may be, with weights.
    pub fn unknown(&self) -> impl Iterator<Item = (&str, &[(Value, f64)])> {
        self.iter().filter_map(|(path, value)| match value {
            Value::Unknown(values) => Some((path, &values[..])),
            _ => None,
        })
    }

    /// All values, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(path, value)| (path.as_str(), value))
    }
}
