use super::{Str, Value, with_positions};

/// A named set of values: they fill the keys that a file leaves out.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The key that names it.
    pub key: Str,
    /// Its name.
    pub name: Str,
    /// What players call it.
    pub label: Str,
    /// The keys it fills, and `procedure`, with their values.
    pub fills: Vec<(Str, Value)>,
    /// Other procedures that it serves. To use one of them, a file has to name it.
    pub others: Vec<Str>,
}

impl Preset {
    /// A preset that fills nothing yet.
    pub fn new(key: impl Into<Str>, name: impl Into<Str>, label: impl Into<Str>) -> Self {
        Preset {
            key: key.into(),
            name: name.into(),
            label: label.into(),
            fills: Vec::new(),
            others: Vec::new(),
        }
    }

    /// The names in the value of a key of presets. With several, as in `guard + shotgun`, a later one fills over
    /// an earlier one.
    pub fn names(value: &str) -> impl Iterator<Item = &str> {
        value.split('+').map(str::trim)
    }

    /// The keys that it fills where the key at `path` names it, with their values.
    pub(crate) fn fills_at(&self, path: &str) -> impl Iterator<Item = (String, &Value)> {
        self.fills.iter().map(move |(key, value)| (with_positions(key, path), value))
    }

    /// This preset with one more value that it fills.
    pub fn fill(mut self, path: impl Into<Str>, value: impl Into<Value>) -> Self {
        self.fills.push((path.into(), value.into()));
        self
    }

    /// This preset for one more procedure, which a file has to name.
    pub fn or_for(mut self, procedure: impl Into<Str>) -> Self {
        self.others.push(procedure.into());
        self
    }
}
