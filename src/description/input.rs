use std::sync::Arc;

use super::{Value, position_in};

/// The values of a scenario by their dotted paths: those of the file, those that presets fill, and
/// defaults.
///
/// Each setting of a grid has its own copy, so copies share the paths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// In ascending order of paths.
    values: Vec<(Arc<str>, Value)>,
}

impl Input {
    /// Sets a value.
    pub fn set(&mut self, path: impl AsRef<str>, value: Value) {
        let path = path.as_ref();
        match self.place(path) {
            Ok(place) => self.values[place].1 = value,
            Err(place) => self.values.insert(place, (path.into(), value)),
        }
    }

    /// The value at `path`, if there is one.
    pub fn get(&self, path: &str) -> Option<&Value> {
        self.place(path).ok().map(|place| self.at(place))
    }

    /// Removes a value.
    pub fn remove(&mut self, path: &str) {
        if let Ok(place) = self.place(path) {
            self.values.remove(place);
        }
    }

    /// The positions that the items of an array have, ascending.
    pub fn positions(&self, array: &str) -> Vec<usize> {
        let mut positions: Vec<usize> =
            self.iter().filter_map(|(path, _)| position_in(array, path)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// The item of an array that a path leads into, as in `foe.1`, if only one of two inputs has it.
    pub fn lone_item(&self, other: &Input, array: &str, path: &str) -> Option<String> {
        let position: usize = path.strip_prefix(array)?.strip_prefix('.')?.split('.').next()?.parse().ok()?;
        let [here, there] = [self, other].map(|input| input.positions(array).contains(&position));
        (here != there).then(|| format!("{array}.{position}"))
    }

    /// The unknown values: their paths, and what each may be, with weights.
    pub fn unknown(&self) -> impl Iterator<Item = (&str, &[(Value, f64)])> {
        self.iter().filter_map(|(path, value)| match value {
            Value::Unknown(values) => Some((path, &values[..])),
            _ => None,
        })
    }

    /// All values, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(path, value)| (&**path, value))
    }

    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The index of a path, or else where it would be inserted.
    pub(super) fn place(&self, path: &str) -> Result<usize, usize> {
        self.values.binary_search_by(|(other, _)| (**other).cmp(path))
    }

    /// The value at an index.
    pub(super) fn at(&self, place: usize) -> &Value {
        &self.values[place].1
    }

    /// The paths at some indices.
    pub(super) fn paths(&self, places: impl Iterator<Item = usize>) -> Vec<Arc<str>> {
        places.map(|place| Arc::clone(&self.values[place].0)).collect()
    }
}
