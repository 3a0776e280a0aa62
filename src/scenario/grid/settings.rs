//! The scenarios of a grid, without checking all of each anew.

use super::{Grid, Varied};
use crate::description::{CheckedInput, Key, Kind, Presence, Value, fits};
use crate::scenario::values::read;
use crate::scenario::written::Written;
use crate::scenario::{Document, Problems, Scenario};

/// The scenarios at the settings of a grid.
///
/// One of them is checked whole. Where the keys that are varied stand for themselves, the others
/// differ from it in the values of these keys alone, and only what depends on values is done again.
/// Wherever something is wrong, or a key decides more than its own value, as a preset does, the
/// setting is checked whole.
pub struct Settings<'a> {
    document: &'a Document,
    grid: &'a Grid,
    pattern: Option<Pattern>,
}

/// A setting of which others differ in a few values.
struct Pattern {
    scenario: Scenario,
    input: CheckedInput,
    /// Of each key that is varied its place among those of the procedure, and its values.
    varied: Vec<(usize, Vec<Varying>)>,
}

/// What a key may be at a setting: a value or, where it is left out, perhaps none.
#[derive(Clone)]
enum Varying {
    Is(Option<Value>),
    /// It is wrong.
    Wrong,
}

impl<'a> Settings<'a> {
    /// The settings of a grid of a scenario.
    pub fn new(document: &'a Document, grid: &'a Grid) -> Self {
        Settings { document, grid, pattern: Pattern::of(document, grid) }
    }

    #[cfg(test)]
    pub(super) fn has_pattern(&self) -> bool {
        self.pattern.is_some()
    }

    /// The scenario at a setting. It has no expectations.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn scenario(&self, number: u64) -> Result<Scenario, Problems> {
        let scenario = self.pattern.as_ref().and_then(|pattern| pattern.scenario(self.grid, number));
        scenario.map_or_else(|| self.grid.apply(self.document, number).check(), Ok)
    }
}

/// So many settings are checked in search of one that is a scenario.
const TRIED: u64 = 8;

/// A grid with fewer settings is not worth a pattern.
const FEWEST: u64 = 4;

impl Pattern {
    fn of(document: &Document, grid: &Grid) -> Option<Pattern> {
        if grid.len() < FEWEST {
            return None;
        }
        let mut unset = document.clone();
        grid.varied().for_each(|varied| unset.assign_value(&varied.path, "unset", varied.place.clone()));
        let left_out = unset.outline()?;
        let scenario = grid.spread(TRIED).find_map(|number| grid.apply(document, number).check().ok())?;
        if scenario.input.unknown().next().is_some() {
            return None;
        }
        let keys = &scenario.procedure.keys;
        let values = |varied: &Varied| {
            let place = keys.iter().position(|key| key.matches(&varied.path))?;
            let key = &keys[place];
            let is_preset = scenario.system.presets.iter().any(|preset| fits(&preset.key, &varied.path));
            let is_told = document.changed().contains(&varied.path);
            if is_preset || is_told || !stands_for_itself(key) || !stays(key, &varied.path, &unset) {
                return None;
            }
            let value = |text: &String| match Written::on_command_line(text) {
                Written::Unset if key.presence == Presence::Required => Varying::Wrong,
                Written::Unset => Varying::Is(left_out.input.get(&varied.path).cloned()),
                written => read(key, &written).map_or(Varying::Wrong, |value| Varying::Is(Some(value))),
            };
            Some((place, varied.values.iter().map(value).collect()))
        };
        let varied = grid.varied().map(values).collect::<Option<Vec<_>>>()?;
        let input = CheckedInput::new(scenario.input.clone(), keys, &scenario.system.presets).ok()?;
        Some(Pattern { scenario, input, varied })
    }

    /// The scenario at a setting; `None`: something may be wrong with it.
    fn scenario(&self, grid: &Grid, number: u64) -> Option<Scenario> {
        let Scenario { procedure, system, .. } = &self.scenario;
        let mut changes = Vec::with_capacity(self.varied.len());
        for (((key, values), varied), step) in self.varied.iter().zip(grid.varied()).zip(grid.steps(number)) {
            let Varying::Is(value) = &values[step] else { return None };
            changes.push((&procedure.keys[*key], varied.path.as_str(), value.as_ref()));
        }
        let input = self.input.changed(changes.into_iter(), &system.presets).ok()?;
        let prepared = procedure.prepare(&input);
        self.scenario.prepared(input.into_input(), prepared).ok().filter(|found| {
            // Where metrics differ, expressions may be wrong that are right here.
            found.has_metrics_like(&self.scenario)
        })
    }
}

/// Whether a value of a key is all that it says, whatever it is: expressions may speak of it, or
/// may not.
fn stands_for_itself(key: &Key) -> bool {
    matches!(key.kind, Kind::Integer { .. } | Kind::Integers { .. } | Kind::Flag | Kind::Words(_))
}

/// Whether the item of an array in which a key stands is there without it, if it is in one.
fn stays(key: &Key, path: &str, without: &Document) -> bool {
    key.array().is_none_or(|array| {
        let positions = without.positions(array);
        positions.into_iter().any(|position| key.at(position) == path)
    })
}
