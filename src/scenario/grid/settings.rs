//! The scenarios of a grid, without a full check of each.

use super::{Grid, Varied};
use crate::description::{CheckedInput, Key, Kind, Presence, Value};
use crate::scenario::values::read;
use crate::scenario::written::Written;
use crate::scenario::{Document, Problems, Scenario};

/// The scenarios at the settings of a grid.
///
/// One of them gets a full check. If the varied keys affect nothing but their own values, the others
/// differ from it only in these values, and only what depends on values is computed again. A setting
/// with a problem, or with a key that affects more than its own value, as a preset does, gets a full
/// check.
pub struct Settings<'a> {
    document: &'a Document,
    grid: &'a Grid,
    pattern: Option<Pattern>,
}

/// A checked setting, from which others differ in a few values.
struct Pattern {
    scenario: Scenario,
    input: CheckedInput,
    /// For each varied key, its index among those of the procedure, and its values.
    varied: Vec<(usize, Vec<Varying>)>,
}

/// The value of a key at a setting; `None` if it is left out and nothing fills it.
#[derive(Clone)]
enum Varying {
    Is(Option<Value>),
    /// The value is wrong.
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

    /// The scenario at a setting. It may lack its expectations.
    ///
    /// # Errors
    /// All its problems.
    pub fn scenario(&self, number: u64) -> Result<Scenario, Problems> {
        let scenario = self.pattern.as_ref().and_then(|pattern| pattern.scenario(self.grid, number));
        scenario.map_or_else(|| self.grid.apply(self.document, number).check(), Ok)
    }
}

/// The maximum number of settings that are checked to find a valid one.
const TRIED: u64 = 8;

/// The minimum number of settings for which a pattern pays off.
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
            let is_preset = scenario.system.presets_at(&varied.path).next().is_some();
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

    /// The scenario at a setting; `None` if it may have problems.
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
            // Expressions that are valid here may be invalid for other metrics.
            found.has_metrics_like(&self.scenario)
        })
    }
}

/// Whether a key affects nothing but its own value, and whether expressions can use that value does not
/// depend on what it is.
fn stands_for_itself(key: &Key) -> bool {
    matches!(key.kind, Kind::Integer { .. } | Kind::Integers { .. } | Kind::Flag | Kind::Words(_))
}

/// Whether the array item that contains a key exists without that key; true if the key is in no array.
fn stays(key: &Key, path: &str, without: &Document) -> bool {
    key.array().is_none_or(|array| {
        let positions = without.positions(array);
        positions.into_iter().any(|position| key.at(position) == path)
    })
}
