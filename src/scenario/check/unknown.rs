//! Reports unknown keys, and suggests what was meant.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Checker, PROCEDURE, Trust};
use crate::description::{Key, Presence, ProcedureDescription, System, is_position, with_positions};
use crate::expression::nearest;
use crate::scenario::document::{Document, Entry};
use crate::scenario::keys::COMMON;
use crate::scenario::{Place, Problems};

/// The maximum number of unknown keys for which suggestions are computed.
const MOST_HINTS: usize = 200;

/// The document with misspelt tables under the names that were meant, so that their keys can be checked,
/// and a problem for each.
pub(super) fn as_meant(document: &Document) -> (Cow<'_, Document>, Problems) {
    let mut meant = Cow::Borrowed(document);
    let mut problems = Problems::default();
    let Some(system) = document.names().0 else { return (meant, problems) };
    let known = || {
        let keys = system.procedures.iter().flat_map(|row| &row.keys).chain(COMMON.iter());
        keys.map(|key| first_part(&key.path))
    };
    let written = || document.tables().map(|(path, place)| (first_part(path), place));
    let mut unknown: BTreeMap<&str, &Place> = BTreeMap::new();
    for (table, place) in written().filter(|(table, _)| !known().any(|name| name == *table)) {
        unknown.entry(table).or_insert(place);
    }
    if unknown.is_empty() {
        return (meant, problems);
    }
    let is_free = |name: &&str| !written().any(|(table, _)| table == *name);
    let mut free: BTreeSet<&str> = known().filter(is_free).collect();
    for (table, place) in unknown {
        let Some(near) = nearest(table, free.iter().copied()) else { continue };
        problems.push(place.clone(), format!("unknown table `{table}`"), format!("did you mean `{near}`?"));
        meant = Cow::Owned(meant.renamed(table, near));
        free.remove(near);
    }
    (meant, problems)
}

/// The path of a key whose last part is that of `path`.
fn key_called<'r>(row: &'r ProcedureDescription, path: &str) -> Option<&'r str> {
    row.keys.iter().map(|key| &*key.path).find(|known| last_part(known) == last_part(path))
}

/// A key that belongs elsewhere.
pub(super) struct LostKey {
    path: String,
    place: Place,
    home: Home,
}

/// Where a key belongs.
#[derive(PartialEq)]
enum Home {
    /// A procedure that has it.
    Procedure(String),
    /// Another table.
    Table(String),
    /// The table, if it were no array.
    Single(String),
}

/// What an unknown key probably is.
enum Guess {
    /// Something that this says.
    Said(String),
    /// This key.
    Key(String),
    /// A key that belongs elsewhere, and there is this one.
    Lost(Home, Option<String>),
}

fn table_of(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(table, _)| table)
}

/// The table of a key, if it only differs from that of another path; without those of items of arrays, which may not
/// be there.
fn other_table<'a>(path: &str, key: &'a str) -> Option<&'a str> {
    let table = table_of(key).filter(|table| !table.split('.').any(is_position))?;
    (last_part(path) == last_part(key) && table_of(path) != Some(table)).then_some(table)
}

/// The key that stands in a variant, and not in its `set`, if it is one: the whole path of it, or the last part.
fn key_of_variant(path: &str, procedure: &ProcedureDescription) -> Option<String> {
    let (position, key) = path.strip_prefix("variant.")?.split_once('.')?;
    let is_key = key == PROCEDURE || procedure.key(key).is_some();
    let meant = || if is_key { Some(key) } else { key_called(procedure, key) };
    // Of an array, the first item.
    is_position(position).then(meant)?.map(|key| key.replace('*', "0"))
}

/// Whether a path is that of a table in which one of some keys is.
fn is_table(path: &str, known: &[String]) -> bool {
    known.iter().any(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')))
}

/// The array that a path writes as a table.
fn array_of<'a>(path: &str, procedure: &'a ProcedureDescription) -> Option<&'a str> {
    procedure.keys.iter().chain(COMMON.iter()).find_map(|key| {
        let array = key.array()?;
        (array == path || key.path.replace(".*", "") == path).then_some(array)
    })
}

fn last_part(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

fn first_part(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

/// The names of the keys that every scenario may have in the item of an array into which a path leads.
fn common_beside(path: &str) -> Vec<String> {
    let beside = |key: &Key| {
        let (table, name) = key.path.rsplit_once('.')?;
        (key.array()? == first_part(path) && table.ends_with('*')).then(|| name.to_owned())
    };
    COMMON.iter().filter_map(beside).collect()
}

impl Checker<'_> {
    /// Reports the keys that belong elsewhere: those of a table that belong to another one, and those that only other
    /// procedures have, all in one.
    pub(super) fn lost_keys(&mut self, procedure: &ProcedureDescription) {
        let mut lost = std::mem::take(&mut self.lost);
        lost.sort_by_key(|key| key.place.span.start);
        let are_alike = |one: &LostKey, other: &LostKey| match (&one.home, &other.home) {
            (Home::Procedure(_), Home::Procedure(_)) => true,
            (one_home, other_home) => one_home == other_home && table_of(&one.path) == table_of(&other.path),
        };
        let mut groups: Vec<Vec<&LostKey>> = Vec::new();
        for key in &lost {
            match groups.iter_mut().find(|group| are_alike(group[0], key)) {
                Some(group) => group.push(key),
                None => groups.push(vec![key]),
            }
        }
        for keys in groups {
            let names: Vec<String> = keys.iter().map(|key| format!("`{}`", key.path)).collect();
            let [noun, subject] = match keys.len() {
                1 => ["key", "it is a key"],
                _ => ["keys", "they are keys"],
            };
            let help = match &keys[0].home {
                Home::Table(table) if keys.len() > 1 => {
                    format!("{subject} of [{table}]: write them below it")
                }
                Home::Table(table) => format!("did you mean `{table}.{}`?", last_part(&keys[0].path)),
                Home::Single(table) => format!("write [{table}], with one bracket: there is only one"),
                Home::Procedure(_) => {
                    let name = |key: &&LostKey| match &key.home {
                        Home::Procedure(name) => Some(format!("\"{name}\"")),
                        _ => None,
                    };
                    let all: BTreeSet<String> = keys.iter().filter_map(name).collect();
                    let of = if all.len() > 1 { "procedures" } else { "procedure" };
                    let all = Vec::from_iter(all).join(", ");
                    format!("{subject} of {of} {all}, not of \"{}\"", procedure.name)
                }
            };
            let message = format!("unknown {noun} {}", names.join(", "));
            self.problems.push(keys[0].place.clone(), message, help);
        }
    }

    /// How to write a key whose item of an array is named: `fighter.ripper.body` for `fighter.0.body`.
    fn by_name(&self, path: &str, procedure: &ProcedureDescription) -> Option<String> {
        let [array, name, key] = path.splitn(3, '.').collect::<Vec<_>>().try_into().ok()?;
        procedure.keys.iter().find(|key| key.array() == Some(array))?;
        let name_of = |position: usize| self.text(&format!("{array}.{position}.name"));
        let is_meant = |&position: &usize| {
            name_of(position).is_some_and(|own| own.replace(' ', "-").eq_ignore_ascii_case(name))
        };
        let position = self.document.positions(array).into_iter().find(is_meant)?;
        Some(format!("{} is {array}.{position}: write `{array}.{position}.{key}`", name_of(position)?))
    }

    /// The keys that may be written where a path leads, those that are missing first.
    fn known(&self, path: &str, procedure: &ProcedureDescription) -> Vec<String> {
        let table = first_part(path);
        let is_item = procedure.keys.iter().any(|key| key.array() == Some(table));
        // In an item of an array of the rules, the keys of questions and variants are not meant.
        let common = COMMON.iter().filter(|key| !is_item || key.array().is_none_or(|array| array == table));
        let keys = procedure.keys.iter().chain(common);
        let known = keys.map(|key| (key.presence == Presence::Required, with_positions(&key.path, path)));
        let (mut missing, others): (Vec<_>, Vec<_>) = known.partition(|(is_required, key)| {
            *is_required && !self.has(key) && !key.split('.').any(is_position)
        });
        missing.extend(others);
        missing.into_iter().map(|(_, key)| key).collect()
    }

    /// The known key that is nearest to a path, or its table: `wired` is the beginning of `wired_level`, before it is
    /// `wired` of another table. Its own table is meant before one that is called nearly alike, that before others, and
    /// of these the one in which most of the unknown keys beside it are.
    fn near<'k>(&self, path: &str, known: &'k [String], procedure: &ProcedureDescription) -> Option<&'k str> {
        if let Some(begun) =
            known.iter().find(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('_')))
        {
            return Some(begun);
        }
        let in_table = known.iter().filter(|key| table_of(key) == table_of(path));
        if let Some(near) = nearest(path, in_table.map(String::as_str)) {
            return Some(near);
        }
        let table = table_of(path).unwrap_or_default();
        let alike = || known.iter().filter(|key| last_part(key) == last_part(path));
        if let Some(near) = nearest(table, alike().filter_map(|key| table_of(key)))
            && let Some(key) = alike().find(|key| table_of(key) == Some(near))
        {
            return Some(key);
        }
        let beside = || {
            let paths = self.document.entries().map(|(other, _)| other);
            let in_table = paths.filter(|other| table_of(other) == table_of(path)).take(MOST_HINTS);
            in_table.filter(|other| procedure.key(other).is_none())
        };
        let shared = |table: &str| {
            beside().filter(|other| procedure.key(&format!("{table}.{}", last_part(other))).is_some()).count()
        };
        let moved = known.iter().filter(|key| !self.has(key)).filter_map(|key| {
            let table = other_table(path, key)?;
            Some((shared(table), key.as_str()))
        });
        let moved = moved.reduce(|one, other| if other.0 > one.0 { other } else { one });
        let all = || known.iter().map(String::as_str).chain(known.iter().filter_map(|key| table_of(key)));
        moved.map(|(_, key)| key).or_else(|| nearest(path, all()))
    }

    /// What an unknown key or table probably is, where `known` may be written.
    fn guess(
        &self,
        path: &str,
        known: &[String],
        elsewhere: Option<&ProcedureDescription>,
        system: &System,
        procedure: &ProcedureDescription,
    ) -> Guess {
        if let Some(called) = self.by_name(path, procedure) {
            return Guess::Said(called);
        }
        if let Some(key) = key_of_variant(path, procedure) {
            return Guess::Said(format!("a variant sets what it changes: write set = {{ \"{key}\" = … }}"));
        }
        let table = first_part(path);
        let below = |key: &&String| path.strip_suffix(key.as_str()).is_some_and(|table| table.ends_with('.'));
        if let Some(key) = known.iter().find(below) {
            let own = table_of(key).map_or_else(String::new, |own| format!(", or below [{own}]"));
            return Guess::Said(format!(
                "what stands below [{table}] belongs to it: write `{key}` above the first table{own}"
            ));
        }
        let is_in_item = path.split('.').nth(1).is_some_and(is_position);
        if is_in_item && procedure.keys.iter().any(|key| key.table() == table) {
            let key = format!("{table}.{}", last_part(path));
            return Guess::Lost(Home::Single(table.to_owned()), procedure.key(&key).map(|_| key));
        }
        if is_table(path, known) {
            return Guess::Said(match is_position(last_part(path)) {
                true => format!(
                    "`{path}` is a whole table, which cannot be set or unset: its keys stand below [[{table}]]"
                ),
                false => format!("`{path}` is a table: write its keys below [{path}]"),
            });
        }
        if let Some(row) = elsewhere {
            return Guess::Lost(Home::Procedure(row.name.to_string()), None);
        }
        if let Some(near) = self.near(path, known, procedure) {
            let is_key = known.iter().any(|key| key == near);
            let moved = other_table(path, near).filter(|_| is_key && !self.has(near));
            return match moved {
                _ if near == path => Guess::Said("it is always known".to_owned()),
                Some(table) => Guess::Lost(Home::Table(table.to_owned()), Some(near.to_owned())),
                None if is_key && table_of(near) == table_of(path) => Guess::Key(near.to_owned()),
                None => Guess::Said(format!("did you mean `{near}`?")),
            };
        }
        if let [first, others @ ..] = &common_beside(path)[..] {
            let names = others.iter().fold(first.clone(), |names, name| names + ", " + name);
            return Guess::Said(match is_in_item {
                true => format!("the keys below [[{table}]] are {names}"),
                false => format!("write [[{table}]], with two brackets, and below it {names}"),
            });
        }
        Guess::Said(match system.procedures.iter().find_map(|row| Some((row, key_called(row, path)?))) {
            Some((row, key)) => format!(
                "procedure \"{}\" has `{key}`, and \"{}\" nothing of that name",
                row.name, procedure.name
            ),
            None => system.keys_are(),
        })
    }

    /// Reports a key or a table that the procedure does not have. Returns the key that it was probably
    /// meant to be, if that is in the same table, or is not written.
    pub(super) fn unknown(
        &mut self,
        path: &str,
        place: &Place,
        system: &System,
        procedure: &ProcedureDescription,
    ) -> Option<String> {
        let leads_to = |key: &Key| {
            let known = with_positions(&key.path, path);
            key.matches(path) || is_table(path, &[known])
        };
        let find = || system.procedures.iter().find(|row| row.keys.iter().any(leads_to)).map(|row| &**row);
        let elsewhere = if self.guessed || self.unknown < MOST_HINTS { find() } else { None };
        let known = self.known(path, procedure);
        if self.guessed && elsewhere.is_some() && !is_table(path, &known) {
            return None;
        }
        self.unknown += 1;
        let message = format!("unknown key `{path}`");
        if self.unknown > MOST_HINTS {
            self.problems.push(place.clone(), message, system.keys_are());
            return None;
        }
        if let Some(array) = array_of(path, procedure) {
            // An array that is written as a table is reported once, at the first of its keys.
            let is_before = |other: &Entry| {
                Arc::ptr_eq(&other.key.source, &place.source) && other.key.span.start < place.span.start
            };
            let mut entries = self.document.entries();
            let is_of_array = |path: &str| array_of(path, procedure) == Some(array);
            if !entries.any(|(path, other)| is_before(other) && is_of_array(path)) {
                // Without items, faults that the rules report are unreliable.
                self.doubt(Trust::Nothing);
                let help = format!("write [[{array}]], with two brackets: there may be several");
                self.problems.push(place.clone(), message, help);
            }
            return None;
        }
        match self.guess(path, &known, elsewhere, system, procedure) {
            Guess::Said(help) => {
                self.problems.push(place.clone(), message, help);
                None
            }
            Guess::Key(key) => {
                self.problems.push(place.clone(), message, format!("did you mean `{key}`?"));
                Some(key)
            }
            Guess::Lost(home, key) => {
                self.lost.push(LostKey { path: path.to_owned(), place: place.clone(), home });
                key
            }
        }
    }
}
