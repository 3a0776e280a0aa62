//! The value of every key.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::procedure::Fills;
use super::{Checker, Trust};
use crate::description::{
    Input, Key, Kind, Presence, ProcedureDescription, System, position_in, with_positions,
};
use crate::scenario::document::{Document, Entry};
use crate::scenario::keys::COMMON;
use crate::scenario::values::stand_in;
use crate::scenario::written::Written;
use crate::scenario::{Place, Problem};

/// A key that is written but makes no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdleKey {
    /// Its path.
    pub path: String,
    /// Where it is written.
    pub place: Place,
}

impl Document {
    /// The keys that are written but make no difference: they are optional, and not among those that
    /// are `read`. They come in the order in which they are written.
    pub fn without_effect(
        &self,
        procedure: &ProcedureDescription,
        read: &BTreeSet<Arc<str>>,
    ) -> Vec<IdleKey> {
        let is_idle =
            |&(path, entry): &(&str, &Entry)| entry.value != Written::Unset && is_idle(path, procedure, read);
        let written = self.entries().filter(is_idle);
        let written =
            written.map(|(path, entry)| IdleKey { path: path.to_owned(), place: entry.key.clone() });
        let unknown = self.unknown_without_effect(&procedure.keys, read);
        let unknown = unknown
            .map(|path| IdleKey { path: path.to_owned(), place: self.place_of(&format!("unknown.{path}")) });
        let mut idle: Vec<IdleKey> = written.chain(unknown).collect();
        idle.sort_by(|a, b| {
            let position = |key: &IdleKey| (key.place.source.name.clone(), key.place.span.start);
            position(a).cmp(&position(b))
        });
        idle.dedup();
        idle
    }
}

/// Whether a key of a procedure may be left out, and is not among those that are `read`.
pub(in crate::scenario) fn is_idle(
    path: &str,
    procedure: &ProcedureDescription,
    read: &BTreeSet<Arc<str>>,
) -> bool {
    let key = procedure.key(path);
    key.is_some_and(|key| key.presence != Presence::Required && key.kind != Kind::Preset)
        && !read.contains(path)
}

impl Checker<'_> {
    /// Finds arrays with gaps between their items, as `--set foe.7.attack=1` can leave them.
    pub(super) fn gaps(&mut self, procedure: &ProcedureDescription) {
        let mut arrays: Vec<&str> =
            procedure.keys.iter().chain(COMMON.iter()).filter_map(Key::array).collect();
        arrays.dedup();
        for array in arrays {
            let positions = self.document.positions(array);
            let gap = positions.iter().enumerate().find(|(place, position)| place != *position);
            let Some((missing, position)) = gap else { continue };
            let message = format!("there is no `{array}.{missing}` before `{array}.{position}`");
            self.wrong(&format!("{array}.{position}.*"), message, "number items from 0 without gaps");
            self.gaps.push((array.to_owned(), missing));
        }
    }

    /// Whether a path leads into an item after a gap.
    fn is_behind_a_gap(&self, path: &str) -> bool {
        let is_behind = |(array, missing): &(String, usize)| {
            position_in(array, path).is_some_and(|position| position >= *missing)
        };
        self.gaps.iter().any(is_behind)
    }

    /// Reports empty tables that would be unknown if they had keys, or that stand where a value belongs.
    pub(super) fn empty_tables(&mut self, system: &System, procedure: &ProcedureDescription) {
        let document = self.document;
        for (path, place) in document.empty_tables() {
            let keys = || procedure.keys.iter().chain(COMMON.iter());
            let has_table = |key: &Key| {
                let key = with_positions(&key.path, path);
                key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'))
            };
            let settings = ["vary", "set"].contains(&path.split('.').next_back().unwrap_or_default());
            match keys().find(|key| key.matches(path)) {
                Some(Key { kind: Kind::Settings, .. }) => {}
                Some(key) => {
                    let value = Written::Other("a table");
                    self.value(path, key, &Entry { value, key: place.clone(), place: place.clone() });
                }
                None if settings || keys().any(has_table) => {}
                None => {
                    self.unknown(path, place, system, procedure);
                }
            }
        }
    }

    /// The values of all keys. Placeholders replace wrong values, so that checking can go on.
    pub(super) fn input(
        &mut self,
        system: &System,
        procedure: &ProcedureDescription,
        fills: &Fills,
    ) -> Input {
        let mut input = Input::default();
        for key in &procedure.keys {
            if let Presence::Default(default) = &key.presence {
                self.paths(key).into_iter().for_each(|path| input.set(path, default.clone()));
            }
        }
        // A preset may serve several procedures, each with keys of its own.
        let has_key = |path: &str| procedure.keys.iter().any(|key| key.matches(path));
        for (path, (value, _)) in fills.iter().filter(|(path, _)| has_key(path)) {
            input.set(path.clone(), (*value).clone());
        }
        for (path, entry) in self.document.entries() {
            if self.is_behind_a_gap(path) {
                continue;
            }
            if path.starts_with("unknown.") {
                // These are read together, below.
                continue;
            } else if is_setting(path) {
                self.setting(path, entry, system, procedure);
            } else if let Some(key) = COMMON.iter().find(|key| key.matches(path)) {
                // The settings in such a table have entries of their own; an empty table has none.
                let settings = key.kind == Kind::Settings && entry.value == Written::Other("a table");
                if entry.value != Written::Unset && !settings {
                    self.value(path, key, entry);
                }
            } else if let Some(key) = procedure.key(path) {
                self.written(path, key, entry, system, &mut input);
            } else if let Some(meant) = self.unknown(path, &entry.key, system, procedure)
                && !self.has(&meant)
            {
                // The value is checked under the name that was meant, which is not missing then.
                if let Some(key) = procedure.key(&meant) {
                    // A preset that was meant has filled nothing.
                    self.doubt(if key.kind == Kind::Preset { Trust::Nothing } else { Trust::Words });
                    self.written(&meant, key, entry, system, &mut input);
                }
                self.missing.push(meant);
            }
        }
        self.laws(system, procedure, &mut input);
        self.required(system, procedure, &mut input);
        input
    }

    /// Reads the value of a key of the procedure into `input`.
    fn written(&mut self, path: &str, key: &Key, entry: &Entry, system: &System, input: &mut Input) {
        if entry.value == Written::Unset {
            return;
        }
        let value = self.value(path, key, entry);
        if value.is_none() {
            let number =
                matches!(key.kind, Kind::Integer { .. } | Kind::Integers { .. } | Kind::IntegerOrText { .. });
            self.doubt(if number { Trust::Words } else { Trust::Nothing });
        }
        // A preset that does not exist fills nothing.
        let known = value.filter(|value| key.can_hold(value, &system.presets));
        if let Some(value) = known.or_else(|| stand_in(key)) {
            input.set(path, value);
        }
    }

    fn required(&mut self, system: &System, procedure: &ProcedureDescription, input: &mut Input) {
        let everywhere = |key: &Key| system.procedures.iter().all(|row| row.keys.contains(key));
        for key in procedure.keys.iter().filter(|key| key.presence == Presence::Required) {
            let meant = !self.guessed || everywhere(key);
            for path in self.paths(key).into_iter().filter(|_| meant) {
                // A wrong value is not a missing one.
                let wrong = self.document.get(&path).is_some_and(|entry| entry.value != Written::Unset);
                if wrong || input.get(&path).is_some() || self.missing.contains(&path) {
                    continue;
                }
                let help = format!("{} ({})", key.help, key.allowed());
                match self.document.get(&format!("vary.{path}")) {
                    Some(Entry { key: varied, .. }) => {
                        let message = format!("`{path}` has values in [vary] alone");
                        let help = format!("set it, too, for all that has one setting: {help}");
                        self.problems.push(varied.clone(), message, help);
                    }
                    None => self.wrong(&path, format!("`{path}` is missing"), help),
                }
                self.doubt(Trust::Words);
                if let Some(value) = stand_in(key) {
                    input.set(path.clone(), value);
                }
                self.missing.push(path);
            }
        }
    }

    /// The paths of a key in this file: one for each item of its array, if it is in an array.
    fn paths(&self, key: &Key) -> Vec<String> {
        match key.array() {
            None => vec![key.path.to_string()],
            Some(array) => {
                let positions = self.document.positions(array).into_iter();
                let paths = positions.map(|position| key.at(position));
                paths.filter(|path| !self.is_behind_a_gap(path)).collect()
            }
        }
    }

    /// Checks a key of `[vary]` or of a variant's `set`.
    fn setting(&mut self, path: &str, entry: &Entry, system: &System, procedure: &ProcedureDescription) {
        let key = path.strip_prefix("vary.").or_else(|| path.split_once(".set.").map(|(_, key)| key));
        let key = key.expect("settings stand behind their table");
        let known = |keys: &[Key]| keys.iter().any(|known| known.matches(key));
        if !known(&procedure.keys) && !known(&COMMON) && !path.starts_with("variant.") {
            // A range as a table, with the names that somebody thinks its ends have.
            let table = key.rsplit_once('.').map(|(table, _)| table);
            let is_key = |table: &&str| procedure.keys.iter().any(|known| known.matches(table));
            if let Some(table) = table.filter(is_key) {
                let message = format!("the values of `{table}` cannot be a table");
                let help = format!("write `{table} = \"1..6\"`, \"1..9:2\" in steps of 2, or a list");
                if !self.problems.0.iter().any(|problem| problem.message == message) {
                    self.problems.push(entry.key.clone(), message, help);
                }
                return;
            }
            self.unknown(key, &entry.key, system, procedure);
        }
        if path.starts_with("vary.") && self.document.is_unknown(key) {
            self.problems.0.push(unknown_and_varied(key, &entry.key));
        }
        if path.starts_with("vary.") && matches!(entry.value, Written::Other(_) | Written::Float(_)) {
            let help = "write them as in \"1..12\" or \"unset,1..6\"";
            self.problems.push(entry.place.clone(), format!("these are not values of `{key}`"), help);
        }
    }
}

/// The problem of a key that is both varied and unknown.
pub(in crate::scenario) fn unknown_and_varied(key: &str, place: &Place) -> Problem {
    let message = format!("`{key}` is varied, and unknown as well");
    let help = "take it out of [unknown], or vary another key".to_owned();
    Problem { place: place.clone(), message, help }
}

/// Whether a path is in `[vary]` or in a variant's `set`: a key within a key.
fn is_setting(path: &str) -> bool {
    path.starts_with("vary.")
        || path.strip_prefix("variant.").is_some_and(|rest| {
            let mut parts = rest.splitn(3, '.');
            parts.next().is_some() && parts.next() == Some("set") && parts.next().is_some()
        })
}
