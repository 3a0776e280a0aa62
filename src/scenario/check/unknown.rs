//! Reports unknown keys, and suggests what was meant.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;

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
    let last = path.rsplit('.').next();
    row.keys.iter().map(|key| &*key.path).find(|known| known.rsplit('.').next() == last)
}

/// A key that belongs elsewhere.
pub(super) struct LostKey {
    path: String,
    place: Place,
    home: Home,
}

/// Where a key belongs.
enum Home {
    /// A procedure that has it.
    Procedure(String),
    /// A table, in which it has to be written.
    Table(String),
}

impl Home {
    fn quoted(&self) -> String {
        let (Home::Procedure(name) | Home::Table(name)) = self;
        format!("\"{name}\"")
    }
}

fn table_of(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(table, _)| table)
}

/// The table of a key, if it only differs from that of another path.
fn other_table<'a>(path: &str, near: &'a str) -> Option<&'a str> {
    let ((table, name), (other, near)) = (path.rsplit_once('.')?, near.rsplit_once('.')?);
    (name == near && table != other).then_some(other)
}

/// The key that stands in a variant, and not in its `set`, if it is one: the whole path of it, or the last part.
fn key_of_variant<'a>(path: &'a str, procedure: &'a ProcedureDescription) -> Option<&'a str> {
    let (position, key) = path.strip_prefix("variant.")?.split_once('.')?;
    let is_key = key == PROCEDURE || procedure.key(key).is_some();
    is_position(position).then(|| if is_key { Some(key) } else { key_called(procedure, key) })?
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
        let mut groups: IndexMap<(&str, Option<&str>), Vec<&LostKey>> = IndexMap::new();
        for key in &lost {
            let kind = match &key.home {
                Home::Procedure(_) => ("", None),
                Home::Table(table) => (table.as_str(), table_of(&key.path)),
            };
            groups.entry(kind).or_default().push(key);
        }
        for keys in groups.into_values() {
            let names: Vec<String> = keys.iter().map(|key| format!("`{}`", key.path)).collect();
            let are_several = keys.len() > 1;
            let message =
                format!("unknown {} {}", if are_several { "keys" } else { "key" }, names.join(", "));
            let subject = if are_several { "they are keys" } else { "it is a key" };
            let help = match &keys[0].home {
                Home::Table(table) if are_several => format!("{subject} of [{table}]: write them below it"),
                Home::Table(table) => {
                    let name = keys[0].path.rsplit('.').next().unwrap_or_default();
                    format!("did you mean `{table}.{name}`?")
                }
                Home::Procedure(_) => {
                    let all: BTreeSet<String> = keys.iter().map(|key| key.home.quoted()).collect();
                    let of = if all.len() > 1 { "procedures" } else { "procedure" };
                    let all = Vec::from_iter(all).join(", ");
                    format!("{subject} of {of} {all}, not of \"{}\"", procedure.name)
                }
            };
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

    /// Reports a key or a table that the procedure does not have. Returns the key that it was probably
    /// meant to be, if that is in the same table, or has to be written.
    pub(super) fn unknown(
        &mut self,
        path: &str,
        place: &Place,
        system: &System,
        procedure: &ProcedureDescription,
    ) -> Option<String> {
        let leads_to = |key: &Key| {
            key.matches(path)
                || with_positions(&key.path, path)
                    .strip_prefix(path)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let find = || system.procedures.iter().find(|row| row.keys.iter().any(leads_to));
        let elsewhere = if self.guessed || self.unknown < MOST_HINTS { find() } else { None };
        // The keys of questions and variants are not meant elsewhere.
        let common = COMMON.iter().filter(|key| key.array().is_none_or(|array| array == first_part(path)));
        let is_required = |near: &str| {
            let mut keys = procedure.keys.iter().chain(COMMON.iter());
            keys.any(|key| key.presence == Presence::Required && key.matches(near))
        };
        let mut known: Vec<String> =
            procedure.keys.iter().chain(common).map(|key| with_positions(&key.path, path)).collect();
        // What is missing is meant before what is there, and what is in a table of which nothing is there before that.
        let tables: BTreeSet<&str> = self.document.entries().filter_map(|(key, _)| table_of(key)).collect();
        let has_table = |key: &str| table_of(key).is_none_or(|table| tables.contains(table));
        known.sort_by_cached_key(|key| (self.has(key) || !is_required(key), has_table(key)));
        let table = known.iter().any(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')));
        if self.guessed && elsewhere.is_some() && !table {
            return None;
        }
        self.unknown += 1;
        if self.unknown > MOST_HINTS {
            let help = system.keys_are();
            self.problems.push(place.clone(), format!("unknown key `{path}`"), help);
            return None;
        }
        let tables = known.iter().filter_map(|key| key.rsplit_once('.').map(|(table, _)| table));
        // `wired` is the beginning of `wired_level`, before it is `wired` of another table.
        let begun = known.iter().find(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('_')));
        let near = begun.map(String::as_str);
        let near = near.or_else(|| nearest(path, known.iter().map(String::as_str).chain(tables)));
        let single: Vec<&str> = path.split('.').filter(|part| !is_position(part)).collect();
        let single = single[..single.len().min(1)].concat();
        let is_single = path.split('.').nth(1).is_some_and(is_position)
            && procedure.keys.iter().any(|key| key.table() == single);
        let is_key = |near: &&str| {
            let is_moved = other_table(path, near).is_some() && !self.has(near);
            let is_near = table_of(near) == table_of(path) || is_required(near) || is_moved;
            is_near && known.iter().any(|key| key == near)
        };
        let meant = near.filter(|near| !table && elsewhere.is_none() && is_key(near)).map(str::to_owned);
        let called = self.by_name(path, procedure);
        let meant = meant.filter(|_| called.is_none());
        let below = |key: &&String| path.strip_suffix(key.as_str()).is_some_and(|table| table.ends_with('.'));
        let set_by_variant = key_of_variant(path, procedure);
        let mut home = None;
        let help = match (table, elsewhere, near) {
            _ if called.is_some() => called.unwrap_or_default(),
            _ if let Some(key) = set_by_variant => {
                format!("a variant sets what it changes: write set = {{ \"{key}\" = … }}")
            }
            _ if let Some(key) = known.iter().find(below) => {
                let table = first_part(path);
                let own = match table_of(key) {
                    Some(own) => format!(", or below [{own}]"),
                    None => String::new(),
                };
                format!("what stands below [{table}] belongs to it: write `{key}` above the first table{own}")
            }
            _ if is_single => format!("write [{single}], with one bracket: there is only one"),
            (true, _, _) if path.split('.').next_back().is_some_and(is_position) => {
                let array = first_part(path);
                format!(
                    "`{path}` is a whole table, which cannot be set or unset: its keys stand below [[{array}]]"
                )
            }
            (true, _, _) => format!("`{path}` is a table: write its keys below [{path}]"),
            (_, Some(row), _) => {
                home = Some(Home::Procedure(row.name.to_string()));
                String::new()
            }
            (_, _, Some(near)) if let Some(table) = other_table(path, near).filter(|_| meant.is_some()) => {
                home = Some(Home::Table(table.to_owned()));
                String::new()
            }
            (_, _, Some(near)) if near == path => "it is always known".to_owned(),
            (_, _, Some(near)) => format!("did you mean `{near}`?"),
            _ if let [first, others @ ..] = &common_beside(path)[..] => {
                let names = others.iter().fold(first.clone(), |names, name| names + ", " + name);
                match path.split('.').nth(1).is_some_and(is_position) {
                    true => format!("the keys below [[{}]] are {names}", first_part(path)),
                    false => {
                        format!("write [[{}]], with two brackets, and below it {names}", first_part(path))
                    }
                }
            }
            _ => match system.procedures.iter().find_map(|row| Some((row, key_called(row, path)?))) {
                Some((row, key)) => format!(
                    "procedure \"{}\" has `{key}`, and \"{}\" nothing of that name",
                    row.name, procedure.name
                ),
                None => system.keys_are(),
            },
        };
        let array_of = |path: &str| {
            procedure.keys.iter().chain(COMMON.iter()).find_map(|key| {
                let array = key.array()?;
                (array == path || key.path.replace(".*", "") == path).then_some(array)
            })
        };
        // An array that is written as a table is reported once, at the first of its keys.
        let array = array_of(path);
        let is_before = |other: &Entry| {
            Arc::ptr_eq(&other.key.source, &place.source) && other.key.span.start < place.span.start
        };
        let mut entries = self.document.entries();
        if array.is_some() && entries.any(|(path, other)| is_before(other) && array_of(path) == array) {
            return None;
        }
        let help = match array {
            Some(array) => {
                // Without items, faults that the rules report are unreliable.
                self.doubt(Trust::Nothing);
                format!("write [[{array}]], with two brackets: there may be several")
            }
            None => help,
        };
        match home.filter(|_| array.is_none()) {
            Some(home) => self.lost.push(LostKey { path: path.to_owned(), place: place.clone(), home }),
            None => self.problems.push(place.clone(), format!("unknown key `{path}`"), help),
        }
        meant.filter(|_| array.is_none())
    }
}
