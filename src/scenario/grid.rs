//! Grids of settings: keys, and the values that each of them takes.

mod parse;

mod check;

mod settings;

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use self::check::{check_key, procedures};
use self::parse::axis;
pub(super) use self::parse::values;
pub use self::settings::Settings;
use super::check::{IdleKey, is_idle, unknown_and_varied};
use super::document::Document;
use super::{Place, Problems, SourceText};
use crate::description::{Key, Presence, ProcedureDescription};

/// The maximum number of settings of a grid.
pub const MAX_SETTINGS: u64 = 1_000_000;

/// Keys that take several values each, alone or together with others.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    axes: Vec<Axis>,
}

/// Keys that change together, with their values at each step.
#[derive(Clone, Debug)]
struct Axis {
    keys: Vec<Varied>,
    steps: usize,
}

/// A key with its values.
#[derive(Clone, Debug)]
struct Varied {
    path: String,
    /// One value for each step of the axis.
    values: Vec<String>,
    /// Where the key is written.
    place: Place,
}

impl Grid {
    /// Parses a grid from `KEY=VALUES` or `zip(KEY=VALUES, KEY=VALUES)`, one axis for each argument of
    /// `option`.
    ///
    /// Values are separated by commas; `1..12` stands for whole numbers with both ends,
    /// `1..24:3` for every third of them, `unset` takes the key out. Commas inside
    /// brackets and quotes belong to a value.
    ///
    /// The problems of the arguments: a range without values, an unknown key, keys of a `zip` with
    /// different numbers of values, more than [`MAX_SETTINGS`].
    pub fn parse(option: &str, arguments: &[String], document: &Document) -> Result<Grid, Problems> {
        let mut problems = Problems::default();
        let mut grid = Grid::default();
        for argument in arguments {
            let source = Arc::new(SourceText::new(option, argument.clone()));
            match axis(&source) {
                Ok(axis) => grid.axes.push(axis),
                Err(more) => problems.0.extend(more.0),
            }
        }
        grid.checked(problems, document)
    }

    /// The grid of the file's table `[vary]`.
    ///
    /// # Errors
    /// The problems of the table, as of [`Grid::parse`].
    pub fn of_file(document: &Document) -> Result<Grid, Problems> {
        let mut problems = Problems::default();
        let mut grid = Grid::default();
        for (path, entry) in document.entries().filter(|(path, _)| path.starts_with("vary.")) {
            let Some(text) = entry.value.bare() else { continue };
            match values(&text) {
                Ok(values) => {
                    let path = path["vary.".len()..].to_owned();
                    let steps = values.len();
                    grid.axes
                        .push(Axis { keys: vec![Varied { path, values, place: entry.key.clone() }], steps });
                }
                Err((message, help)) => problems.push(entry.place.clone(), message, help),
            }
        }
        grid.checked(problems, document)
    }

    /// Whether nothing is varied.
    pub fn is_empty(&self) -> bool {
        self.axes.is_empty()
    }

    /// The keys that are varied, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.varied().map(|varied| varied.path.as_str())
    }

    /// The varied keys that make no difference: they may be left out, and are not among those that are
    /// `read`.
    pub fn without_effect(
        &self,
        procedure: &ProcedureDescription,
        read: &BTreeSet<Arc<str>>,
    ) -> Vec<IdleKey> {
        let idle = self.varied().filter(|varied| is_idle(&varied.path, procedure, read));
        idle.map(|varied| IdleKey { path: varied.path.clone(), place: varied.place.clone() }).collect()
    }

    /// The axes: their keys, and the values of these keys at each step.
    pub fn axes(&self) -> impl Iterator<Item = (Vec<&str>, Vec<Vec<&str>>)> {
        self.axes.iter().map(|axis| {
            let keys = axis.keys.iter().map(|key| key.path.as_str()).collect();
            let values = |step: usize| axis.keys.iter().map(|key| key.values[step].as_str()).collect();
            (keys, (0..axis.steps).map(values).collect())
        })
    }

    /// The number of settings.
    pub fn len(&self) -> u64 {
        self.axes.iter().fold(1, |product, axis| product.saturating_mul(axis.steps as u64))
    }

    /// Combines each setting of this grid with each setting of another, whose keys change faster.
    ///
    /// # Errors
    /// A key in both grids, or more than [`MAX_SETTINGS`].
    pub fn with(&self, other: &Grid, document: &Document) -> Result<Grid, Problems> {
        self.and(other).checked(Problems::default(), document)
    }

    /// Combines each setting of this grid with each setting of another, unchecked. For a key in both
    /// grids, the value of the other grid applies.
    pub(crate) fn and(&self, other: &Grid) -> Grid {
        Grid { axes: self.axes.iter().chain(&other.axes).cloned().collect() }
    }

    /// Splits the axes into those of which a player decides every key, and the others: situations and
    /// rules. `keys` are those of the procedure.
    pub fn choices_and_situations(&self, keys: &[Key]) -> [Grid; 2] {
        let is_choice = |varied: &Varied| keys.iter().any(|key| key.matches(&varied.path) && key.is_choice());
        let (choices, situations) =
            self.axes.iter().cloned().partition(|axis| axis.keys.iter().all(is_choice));
        [Grid { axes: choices }, Grid { axes: situations }]
    }

    /// The numbers of at most `most` settings, spread so that the values of every key alternate.
    pub fn spread(&self, most: u64) -> impl Iterator<Item = u64> {
        let len = if self.is_empty() { 0 } else { self.len() };
        let has_divisor = |stride: u64| self.axes.iter().any(|axis| gcd(stride, axis.steps as u64) > 1);
        // Near the golden section of all settings, and coprime with their number, so that none repeats.
        let first = (len as f64 * 0.618) as u64 + 1;
        let stride = (first..).find(|&stride| !has_divisor(stride)).unwrap_or(1);
        (0..len.min(most)).map(move |count| (u128::from(count) * u128::from(stride) % u128::from(len)) as u64)
    }

    /// The values of each key at a setting. The last axis changes fastest.
    pub fn setting(&self, number: u64) -> Vec<&str> {
        self.varied().zip(self.steps(number)).map(|(varied, step)| varied.values[step].as_str()).collect()
    }

    /// The index of the value of each key at a setting.
    fn steps(&self, number: u64) -> impl Iterator<Item = usize> {
        let mut faster = self.len();
        self.axes.iter().flat_map(move |axis| {
            faster /= axis.steps as u64;
            let step = (number / faster % axis.steps as u64) as usize;
            std::iter::repeat_n(step, axis.keys.len())
        })
    }

    /// The scenario at a setting.
    pub fn apply(&self, document: &Document, number: u64) -> Document {
        let mut changed = document.clone();
        for (varied, value) in self.varied().zip(self.setting(number)) {
            changed.assign_value(&varied.path, value, varied.place.clone());
            changed.forget_change(&varied.path);
        }
        changed
    }

    /// The scenario with the first value of each varied key that it lacks and has to have.
    pub fn completed(&self, document: &Document) -> Document {
        let (Some(system), procedure) = document.names() else { return document.clone() };
        let rows = procedures(system, procedure);
        let keys = || rows.iter().flat_map(|row| &row.keys);
        let is_required =
            |path: &str| keys().any(|key| key.matches(path) && key.presence == Presence::Required);
        let mut completed = document.clone();
        for varied in self.varied().filter(|varied| document.entry(&varied.path).is_none()) {
            if let Some(value) = varied.values.first().filter(|_| is_required(&varied.path)) {
                completed.assign_value(&varied.path, value, varied.place.clone());
            }
        }
        completed
    }

    fn varied(&self) -> impl Iterator<Item = &Varied> {
        self.axes.iter().flat_map(|axis| &axis.keys)
    }

    /// Checks the grid as a whole.
    fn checked(self, mut problems: Problems, document: &Document) -> Result<Grid, Problems> {
        let (system, procedure) = document.names();
        let mut seen: Vec<&str> = Vec::new();
        for varied in self.varied() {
            if let Some(system) = system {
                check_key(varied, system, procedure, document, &mut problems);
            }
            if document.is_unknown(&varied.path) {
                problems.0.push(unknown_and_varied(&varied.path, &varied.place));
            }
            if seen.contains(&varied.path.as_str()) {
                let message = format!("`{}` is varied twice", varied.path);
                problems.push(varied.place.clone(), message, "give all its values at once");
            }
            seen.push(&varied.path);
        }
        for Axis { keys, steps: count } in &self.axes {
            let step =
                |place: usize| keys.iter().map(|key| key.values[place].as_str()).collect::<Vec<&str>>();
            let mut steps = HashSet::new();
            if let Some(again) = (0..*count).map(step).find(|step| !steps.insert(step.clone())) {
                let paths: Vec<&str> = keys.iter().map(|key| key.path.as_str()).collect();
                let message = format!("`{}` has the value {} twice", paths.join(", "), again.join(", "));
                problems.push(keys[0].place.clone(), message, "write each value once");
            }
        }
        if self.len() > MAX_SETTINGS
            && let Some(first) = self.varied().next()
        {
            let message = format!("the grid has {} settings", self.len());
            let help = format!("at most {MAX_SETTINGS}; vary fewer keys, or by a step as in 1..100:5");
            problems.push(first.place.clone(), message, help);
        }
        problems.or(self)
    }
}

/// The greatest common divisor.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
