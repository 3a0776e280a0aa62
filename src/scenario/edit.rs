//! Edits the text of a scenario, and keeps everything else in it: comments, order, layout.

use serde::Deserialize;
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, TableLike, Value as Toml};

use super::document::Document;
use super::keys::COMMON;
use super::{Problems, values};
use crate::description::{Key, Kind, Presence, ProcedureDescription, Value, is_position};

/// A change to a scenario's text. Paths are dotted, with items of arrays by position: `foe.0.attack`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Sets a key to a value, written as after `--set`. Several values, as in `2..5` or `1,2,4`, mean
    /// that it is unknown: they go to the table `[unknown]`.
    Set(String, String),
    /// Removes a key, also from `[unknown]`.
    Unset(String),
    /// Adds an item to an array: a copy of its last one or, if there is none, what `fizzle new` writes.
    Add(String),
    /// Removes the item at a position from an array.
    Remove(String, usize),
}

/// Applies changes to the text of a scenario, in order. Changes that lead nowhere, as into an item that
/// does not exist, have no effect.
///
/// # Errors
/// If the text is not TOML.
pub fn edit(text: &str, changes: &[Change]) -> Result<String, Problems> {
    let document = Document::of_toml("scenario", text)?;
    // If its rules have errors, the procedure cannot be determined.
    let outline = document.with_rules_inside().ok().and_then(|document| document.outline());
    let procedure = outline.map(|outline| outline.procedure);
    let Ok(mut toml) = text.parse::<DocumentMut>() else {
        // Cannot happen: both readers use the same parser.
        return Ok(text.to_owned());
    };
    let mut editor = Editor { root: toml.as_item_mut(), procedure: procedure.as_deref() };
    for change in changes {
        editor.apply(change);
    }
    Ok(toml.to_string())
}

struct Editor<'a> {
    root: &'a mut Item,
    procedure: Option<&'a ProcedureDescription>,
}

impl Editor<'_> {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Set(path, value) => {
                let key = self.key(path);
                let unknown = format!("unknown.{path}");
                if path == "rules" {
                    self.write(path, lines(value));
                } else if key.is_some_and(|key| is_unknown(&key.kind, value)) {
                    self.remove(path);
                    self.write(&unknown, value.trim().into());
                } else {
                    let value = literal(key.map(|key| &key.kind), value.trim());
                    self.remove(&unknown);
                    self.write(path, value);
                }
            }
            Change::Unset(path) => {
                self.remove(path);
                self.remove(&format!("unknown.{path}"));
            }
            Change::Add(array) => self.add(array),
            Change::Remove(array, position) => self.remove_item(array, *position),
        }
    }

    /// The key of a path; `None` for paths in `[vary]` or in a variant.
    fn key(&self, path: &str) -> Option<&Key> {
        let keys = self.procedure.map_or(&[][..], |procedure| &procedure.keys);
        keys.iter().chain(COMMON.iter()).find(|key| key.matches(path) && key.kind != Kind::Settings)
    }

    fn write(&mut self, path: &str, mut value: Toml) {
        let (tables, name) = self.parts(path);
        let Some(table) = self.table(&tables) else { return };
        if let Some(Item::Value(old)) = table.get(name) {
            *value.decor_mut() = old.decor().clone();
        }
        table.insert(name, Item::Value(value));
    }

    fn remove(&mut self, path: &str) {
        let (tables, name) = self.parts(path);
        let found = tables.iter().try_fold(&mut *self.root, |item, part| step(item, part));
        let Some(table) = found.and_then(Item::as_table_like_mut) else { return };
        table.remove(name);
        // An empty table of settings has no meaning.
        if table.is_empty() && matches!(tables[..], ["unknown" | "vary", ..]) {
            self.remove(&tables.join("."));
        }
    }

    /// Splits a path into tables and the name in the last of them, as they are in the text: a path may
    /// be one name, as in `"choice.force" = "1..6"` and `"rules.criticals" = true`, or lead through
    /// tables.
    fn parts<'p>(&self, path: &'p str) -> (Vec<&'p str>, &'p str) {
        let (tables, name) = parts(path);
        let table = tables.first().filter(|table| self.root.get(**table).is_some_and(Item::is_value));
        if table.is_some_and(|table| *table == "rules") {
            return (Vec::new(), path);
        }
        let ways = name.match_indices('.').map(|(dot, _)| (&name[..dot], &name[dot + 1..]));
        let nested = |(table, name): (&'p str, &'p str)| {
            let through: Vec<&str> = tables.iter().copied().chain(table.split('.')).collect();
            let found = through.iter().try_fold(&*self.root, |item, part| match part.parse::<usize>() {
                Ok(position) if is_position(part) => item.get(position),
                _ => item.get(part),
            });
            found.and_then(|item| item.get(name)).is_some().then_some((through, name))
        };
        let nested = ways.filter_map(nested).next();
        nested.unwrap_or((tables, name))
    }

    /// The table at these parts of a path. Creates it if it is missing, and also the item after the
    /// last one of an array.
    fn table(&mut self, parts: &[&str]) -> Option<&mut dyn TableLike> {
        let mut item = &mut *self.root;
        for (place, part) in parts.iter().enumerate() {
            match item {
                Item::ArrayOfTables(tables) if *part == tables.len().to_string() => tables.push(Table::new()),
                Item::Value(Toml::Array(values)) if *part == values.len().to_string() => {
                    values.push(InlineTable::new());
                }
                _ if is_position(part) => {}
                _ => {
                    let is_array = parts.get(place + 1).is_some_and(|part| is_position(part));
                    let new = match item {
                        Item::Value(_) if is_array => Array::new().into(),
                        Item::Value(_) => InlineTable::new().into(),
                        _ if is_array => Item::ArrayOfTables(ArrayOfTables::new()),
                        _ => Item::Table(Table::new()),
                    };
                    let found = item.as_table_like_mut()?.entry(part).or_insert(Item::None);
                    // `get_mut` leaves an empty item where it found none.
                    if found.is_none() {
                        *found = new;
                    }
                }
            }
            item = step(item, part)?;
        }
        item.as_table_like_mut()
    }

    fn add(&mut self, array: &str) {
        let Some(root) = self.root.as_table_like_mut() else { return };
        let items = root.entry(array).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        let (copied, position) = match items {
            Item::ArrayOfTables(tables) => {
                let last = tables.iter().last().cloned();
                let copied = last.is_some();
                tables.push(last.unwrap_or_default());
                (copied, tables.len() - 1)
            }
            Item::Value(Toml::Array(values)) => {
                let last = values.iter().last().cloned();
                let copied = last.is_some();
                values.push_formatted(last.unwrap_or_else(|| InlineTable::new().into()));
                (copied, values.len() - 1)
            }
            _ => return,
        };
        if copied {
            self.remove(&format!("{array}.{position}.count"));
        }
        let begun = self.procedure.filter(|_| !copied).map(|procedure| begun(procedure, array, position));
        for (path, value) in begun.unwrap_or_default() {
            self.write(&path, value);
        }
        self.name_apart(array, position);
        self.refer(array, position);
    }

    /// Gives an item a name that no item before it has, if it has one or needs one.
    fn name_apart(&mut self, array: &str, position: usize) {
        let others: Vec<&str> = (0..position).filter_map(|other| self.name_of(array, other)).collect();
        let own = self.name_of(array, position).filter(|name| !name.is_empty());
        let path = format!("{array}.{position}.name");
        if own.is_none() && self.key(&path).is_none_or(|key| key.presence != Presence::Required) {
            return;
        }
        let base = own.unwrap_or(array).trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
        let numbered =
            (1..).map(|number| if number == 1 { base.to_owned() } else { format!("{base}-{number}") });
        let free = numbered.into_iter().find(|name| !others.contains(&name.as_str()));
        if let Some(free) = free.filter(|free| own != Some(free)) {
            self.write(&path, free.into());
        }
    }

    /// Lets a required name of an item of another array, as `plan.0.spell`, be that of the first one.
    fn refer(&mut self, array: &str, position: usize) {
        let keys = self.procedure.map_or(&[][..], |procedure| &procedure.keys).iter();
        let required = keys.filter(|key| {
            key.array() == Some(array) && key.kind == Kind::Text && key.presence == Presence::Required
        });
        let meant = |key: &Key| {
            let path = key.at(position);
            let of = &path[path.rfind('.')? + 1..];
            let written = || self.root.get(array)?.get(position)?.get(of)?.as_str();
            let first = self.name_of(of, 0)?.to_owned();
            written().is_none_or(str::is_empty).then_some((path, first))
        };
        let meant: Vec<(String, String)> = required.filter_map(meant).collect();
        for (path, name) in meant {
            self.write(&path, name.into());
        }
    }

    /// The name of an item of an array.
    fn name_of(&self, array: &str, position: usize) -> Option<&str> {
        self.root.get(array)?.get(position)?.get("name")?.as_str()
    }

    fn remove_item(&mut self, array: &str, position: usize) {
        let Some(root) = self.root.as_table_like_mut() else { return };
        let left = match root.get_mut(array) {
            Some(Item::ArrayOfTables(tables)) if position < tables.len() => {
                tables.remove(position);
                tables.len()
            }
            Some(Item::Value(Toml::Array(values))) if position < values.len() => {
                values.remove(position);
                values.len()
            }
            _ => return,
        };
        if left == 0 {
            root.remove(array);
        }
    }
}

/// The keys of the first item of an array: those that `fizzle new` writes, or else the required ones.
fn begun(procedure: &ProcedureDescription, array: &str, position: usize) -> Vec<(String, Toml)> {
    let keys = procedure.keys.iter().filter(|key| key.array() == Some(array));
    let value = |key: &Key| {
        let start =
            procedure.start.iter().find(|(path, _)| *path == key.at(0)).map(|(_, value)| value.clone());
        let needed = || (key.presence == Presence::Required).then(|| example(key)).flatten();
        Some((key.at(position), start.or_else(needed)?.to_string().parse().ok()?))
    };
    keys.filter_map(value).collect()
}

fn example(key: &Key) -> Option<Value> {
    key.example.clone().or_else(|| values::stand_in(key))
}

/// The item at one part of a path.
fn step<'a>(item: &'a mut Item, part: &str) -> Option<&'a mut Item> {
    match part.parse::<usize>().ok().filter(|_| is_position(part)) {
        Some(position) => item.get_mut(position),
        None => item.get_mut(part),
    }
}

/// A text of several lines, as written in a file.
fn lines(text: &str) -> Toml {
    let text = if text.contains('\n') { text.to_owned() } else { format!("{text}\n") };
    let literal = format!("'''\n{text}'''").parse::<Toml>().ok();
    literal.filter(|value| value.as_str() == Some(&text)).unwrap_or_else(|| text.into())
}

/// Splits a path into tables and the name in the last of them. In tables of settings, the name is a
/// whole path.
fn parts(path: &str) -> (Vec<&str>, &str) {
    let settings =
        ["unknown.", "vary."].iter().find(|table| path.starts_with(**table)).map(|table| table.len());
    let set = path.find(".set.").map(|start| start + ".set.".len()).filter(|_| path.starts_with("variant."));
    let name = settings.or(set).or_else(|| path.rfind('.').map(|dot| dot + 1)).unwrap_or(0);
    (path[..name].split('.').filter(|part| !part.is_empty()).collect(), &path[name..])
}

/// Whether a text gives several values of a key.
fn is_unknown(kind: &Kind, value: &str) -> bool {
    match kind {
        Kind::Integer { .. } => value.contains("..") || value.contains(','),
        Kind::Flag => value.contains(','),
        Kind::Words(words) => value.contains(',') && !words.iter().any(|(word, _)| word == value),
        _ => false,
    }
}

/// A value as written in a file.
fn literal(kind: Option<&Kind>, text: &str) -> Toml {
    let list = || text.split(',').filter_map(|item| item.trim().parse::<Toml>().ok()).collect::<Array>();
    match kind {
        Some(Kind::Words(_) | Kind::Preset | Kind::Text) => text.into(),
        Some(Kind::Integers { .. }) if !text.starts_with('[') => list().into(),
        _ => text.parse().unwrap_or_else(|_| text.into()),
    }
}
