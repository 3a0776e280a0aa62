//! A scenario file as written: dotted paths, values, and their positions.

mod presets;

pub(super) mod rules;

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::values::{between_commas, unquoted};
use super::written::Written;
use super::{Place, Problems, Query, SourceText};
use crate::description::{ProcedureDescription, System, is_position, position_in};
use crate::rules::RuleText;
use crate::systems;

/// The path that stands for standard input.
pub const STDIN: &str = "-";

/// The name of a scenario's file without its folder and extension, which is also the name of a folder
/// for its results. A pipe that the shell has opened, as
/// in `fizzle run <(command)`, is named after its number: "pipe-63".
pub fn stem(path: &Path) -> String {
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let is_open_file = path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd");
    match name.as_str() {
        _ if path == Path::new(STDIN) => "stdin".to_owned(),
        "0" if is_open_file => "stdin".to_owned(),
        _ if is_open_file => format!("pipe-{name}"),
        // As a folder it would be another one than a folder of its own.
        "." | ".." | "/" | "" => "scenario".to_owned(),
        _ => name,
    }
}

/// Whether a file is a rule text, by its name.
pub(crate) fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rules")
}

/// A parsed scenario file with the changes of the command line, not yet checked against the tables of keys.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The file.
    pub source: Arc<SourceText>,
    entries: BTreeMap<String, Entry>,
    tables: BTreeMap<String, Place>,
    /// The keys that were set on the command line, in order.
    changed: Vec<String>,
    /// The events that are given, as written on the command line.
    given: Vec<Query>,
    /// The name of the variant that it is.
    pub(super) variant: Option<String>,
    /// The game that the scenario brings with it.
    own: Option<Arc<System>>,
    /// The position of the rule text, if that game is written in one.
    rules: Option<Place>,
    /// The parsed rule text.
    rule_text: Option<Arc<RuleText>>,
}

/// A value and where it is written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The value.
    pub value: Written,
    /// Where its key is.
    pub key: Place,
    /// Where the value is.
    pub place: Place,
}

impl Entry {
    /// Its value, if it is a text.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.value {
            Written::Text(text) => Some(text),
            Written::Bare(text) => Some(unquoted(text)),
            _ => None,
        }
    }
}

impl Document {
    /// Parses the text of a scenario, or of rules if `name` ends in `.rules`. Otherwise the name is only
    /// for messages. A scenario may contain its rules, as in `rules = '''…'''`. If it names their file
    /// instead, add them with [`Document::with_rules`], since this reads no files.
    ///
    /// # Errors
    /// All problems of the text. Whether it fits its game is checked later, by [`Document::check`].
    pub fn parse(name: &str, text: &str) -> Result<Document, Problems> {
        match is_rules(Path::new(name)) {
            true => Document::of_toml(name, "")?.with_rules(name, text),
            false => Document::of_toml(name, text)?.with_rules_inside(),
        }
    }

    /// Parses the TOML of a scenario, and leaves the rules in it unread.
    pub(crate) fn of_toml(name: &str, text: &str) -> Result<Document, Problems> {
        let source = Arc::new(SourceText::new(name, text));
        let (table, errors) = DeTable::parse_recoverable(text);
        if !errors.is_empty() {
            let mut problems = Problems::default();
            let help = match Path::new(name).extension().is_some_and(|extension| extension == "toml") {
                true => "a scenario is written in TOML: https://toml.io",
                false => {
                    "a scenario is written in TOML: https://toml.io; the name of a rule text ends in .rules"
                }
            };
            for error in errors {
                let span = error.span().unwrap_or(0..0);
                let place = Place { source: source.clone(), span: span.clone() };
                // TOML takes some words for the beginnings of `true`, `inf` and `nan`.
                let is_word = |text: &&str| {
                    let is_value =
                        ["float", "boolean", "quoted"].iter().any(|of| error.message().contains(of));
                    is_value && text.starts_with(char::is_alphabetic) && !text.contains(char::is_whitespace)
                };
                match text.get(span) {
                    Some(word) if is_word(&word) => {
                        let help = format!("write \"{word}\", or a number in digits");
                        problems.push(place, "text needs quotes", help);
                    }
                    // `rules` is a name in two senses, of which TOML knows one.
                    Some("rules") if error.message() == "duplicate key" => problems.push(
                        place,
                        "`rules` names the file already, and is no table besides",
                        "write its keys in quotes above all tables, as in \"rules.preset\" = \"book\"",
                    ),
                    _ => problems.push(place, error.message(), help),
                }
            }
            return Err(problems.sorted());
        }
        let mut document = Document { source, ..Document::default() };
        let mut problems = Problems::default();
        document.flatten("", table.get_ref(), &mut problems);
        problems.sorted().or(document)
    }

    /// Applies `KEY=VALUE` from the command line; `option` is for messages.
    pub fn set(&mut self, option: &str, assignment: &str) -> Result<(), Problems> {
        let source = Arc::new(SourceText::new(option, assignment));
        self.assign(&source, 0, assignment)?;
        let key = assignment.split('=').next().unwrap_or_default().trim().to_owned();
        if key == "procedure" {
            self.ask_of_rules();
        }
        if !self.changed.contains(&key) {
            self.changed.push(key);
        }
        Ok(())
    }

    /// The keys that were set on the command line, in order.
    pub fn changed(&self) -> &[String] {
        &self.changed
    }

    /// Takes a key out of those that were set on the command line, because it has another value now.
    pub(super) fn forget_change(&mut self, key: &str) {
        self.changed.retain(|changed| changed != key);
    }

    /// Adds an event that is given: odds are only about the resolutions in which it happens.
    pub fn give(&mut self, event: Query) {
        self.given.push(event);
    }

    /// A problem with what is given.
    pub(crate) fn problem_of_given(&self, message: String) -> Problems {
        let place = self.given.first().map_or_else(|| self.place_of("given"), |event| event.place().clone());
        Problems::of(place, message, "")
    }

    /// The name of the variant that it is, or `None` for a file itself.
    pub fn variant_name(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// The events that are given.
    pub(super) fn given(&self) -> &[Query] {
        &self.given
    }

    /// Applies `KEY=VALUE, KEY=VALUE …`, which stands in `source` from `offset`.
    /// Commas inside brackets and quotes belong to the value.
    pub(super) fn assign_all(
        &mut self,
        source: &Arc<SourceText>,
        offset: usize,
        text: &str,
    ) -> Result<(), Problems> {
        for part in between_commas(text) {
            self.assign(source, offset + part.start, &text[part])?;
        }
        Ok(())
    }

    fn assign(&mut self, source: &Arc<SourceText>, offset: usize, assignment: &str) -> Result<(), Problems> {
        let place = |start: usize, part: &str| {
            let start = offset + start + part.len() - part.trim_start().len();
            Place { source: source.clone(), span: start..start + part.trim().len() }
        };
        let Some((key, value)) = assignment.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
            let help = "write KEY=VALUE, as in choice.force=5";
            return Err(Problems::of(place(0, assignment), "this does not set a key", help));
        };
        let entry = Entry {
            value: Written::on_command_line(value.trim()),
            key: place(0, key),
            place: place(key.len() + 1, value),
        };
        self.entries.insert(key.trim().to_owned(), entry);
        Ok(())
    }

    /// Sets a key to its value in a grid.
    pub(super) fn assign_value(&mut self, path: &str, value: &str, place: Place) {
        let entry = Entry { value: Written::on_command_line(value), key: place.clone(), place };
        self.entries.insert(path.to_owned(), entry);
    }

    /// This scenario with a game of its own, which need not be in the registry. It may then leave
    /// `system` out.
    pub fn of_system(self, system: Arc<System>) -> Document {
        Document { own: Some(system), ..self }
    }

    /// The game that the scenario brings with it, if there is one.
    pub(crate) fn own_system(&self) -> Option<&Arc<System>> {
        self.own.as_ref()
    }

    /// The game of this name, which may be its own.
    pub(super) fn system_named(&self, name: &str) -> Option<&Arc<System>> {
        self.own.as_ref().filter(|own| *own.name == *name).or_else(|| systems::named(name))
    }

    /// The system and the procedure that are named. The system may also be the game that the scenario
    /// brings.
    pub(super) fn names(&self) -> (Option<&System>, Option<&ProcedureDescription>) {
        let text = |path| match &self.get(path)?.value {
            Written::Text(text) | Written::Bare(text) => Some(unquoted(text)),
            _ => None,
        };
        let named = |name| self.system_named(name);
        let system = text("system").map_or(self.own_system(), named).map(|system| &**system);
        let procedure = system.zip(text("procedure")).and_then(|(system, name)| system.procedure(name));
        (system, procedure.map(|procedure| &**procedure))
    }

    /// The file of a character as a scenario. If it is none by itself, and names a game and no procedure, it is
    /// one of the first procedure that takes it; tables that it does not have are as `fizzle new` writes them.
    pub fn of_character(&self) -> Document {
        let (Some(system), None) = (self.names().0, self.entry("procedure")) else { return self.clone() };
        // A preset may imply the procedure.
        if self.check().is_ok() {
            return self.clone();
        }
        let place = self.place_of("system");
        let is_written = |path: &str| {
            let table = path.split('.').next().unwrap_or_default();
            self.entries().any(|(own, _)| own.split('.').next() == Some(table))
        };
        let completed = |row: &Arc<ProcedureDescription>| {
            let mut document = self.clone();
            document.assign_value("procedure", &row.name, place.clone());
            for (path, value) in row.start.iter().filter(|(path, _)| !is_written(path)) {
                document.assign_value(path, &value.bare(), place.clone());
            }
            document
        };
        let mut all: Vec<Document> = system.procedures.iter().map(completed).collect();
        let fit = all.iter().position(|document| document.check().is_ok()).unwrap_or_default();
        all.swap_remove(fit)
    }

    /// The entry at a path, unless it is unset.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path).filter(|entry| entry.value != Written::Unset)
    }

    /// The entry at a path, even one that is unset.
    pub(super) fn entry(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// Whether it has expectations, for `fizzle test`.
    pub fn expects(&self) -> bool {
        !self.positions("expect").is_empty()
    }

    /// All entries by path.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(path, entry)| (path.as_str(), entry))
    }

    /// All tables that have a heading, by path.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&str, &Place)> {
        self.tables.iter().map(|(path, place)| (path.as_str(), place))
    }

    /// The document with the contents of table `from` in table `to`.
    pub(super) fn renamed(&self, from: &str, to: &str) -> Document {
        let mut document = self.clone();
        rename(&mut document.entries, from, to);
        rename(&mut document.tables, from, to);
        document
    }

    /// The tables without a key in them, as in `[rules]`, by path.
    pub(super) fn empty_tables(&self) -> impl Iterator<Item = (&str, &Place)> {
        let is_empty = |path: &str| {
            let inside = format!("{path}.");
            let is_inside = |other: Option<&String>| other.is_some_and(|other| other.starts_with(&inside));
            let entry = self.entries.range(inside.clone()..).next().map(|(path, _)| path);
            !is_inside(entry) && !is_inside(self.tables.range(inside.clone()..).next().map(|(path, _)| path))
        };
        self.tables().filter(move |(path, _)| is_empty(path))
    }

    /// The positions of the items of an array, ascending.
    pub fn positions(&self, array: &str) -> Vec<usize> {
        // Unset keys alone do not make an item.
        let written = below(&self.entries, array).filter(|(_, entry)| entry.value != Written::Unset);
        let paths = written.map(|(path, _)| path).chain(below(&self.tables, array).map(|(path, _)| path));
        let mut positions: Vec<usize> = paths.filter_map(|path| position_in(array, path)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// Where a path is written: its entry or table, also in `[unknown]`; or else the nearest table that
    /// would contain it, its declaration in a rule text that serves as a scenario, `system`, or the start of
    /// the file.
    pub fn place_of(&self, path: &str) -> Place {
        let unknown = format!("unknown.{path}");
        if let Some(entry) = self.entries.get(path).or_else(|| self.entries.get(&unknown)) {
            return if entry.value == Written::Unset { entry.key.clone() } else { entry.place.clone() };
        }
        if let Some(place) = self.tables.get(&unknown) {
            return place.clone();
        }
        let mut table = Some(path);
        while let Some(path) = table {
            if let Some(place) = self.tables.get(path) {
                return place.clone();
            }
            // An item that `--set` or a variant creates is at the position of its first key.
            let is_item = path.rsplit('.').next().is_some_and(is_position);
            if let Some((_, entry)) = below(&self.entries, path).next().filter(|_| is_item) {
                return entry.key.clone();
            }
            table = path.rsplit_once('.').map(|(parent, _)| parent);
        }
        let of_system = || Some(self.get("system")?.place.clone());
        self.place_declared(path).or_else(of_system).unwrap_or_else(|| Place {
            source: self.source.clone(),
            span: 0..self.source.text.find('\n').unwrap_or(self.source.text.len()),
        })
    }

    /// The document without its variants, since a variant does not contain the others.
    pub(super) fn without_variants(&self) -> Document {
        Document {
            source: self.source.clone(),
            entries: beside(&self.entries, "variant"),
            tables: beside(&self.tables, "variant"),
            changed: self.changed.clone(),
            given: self.given.clone(),
            variant: None,
            own: self.own.clone(),
            rules: self.rules.clone(),
            rule_text: self.rule_text.clone(),
        }
    }

    /// What the `[[variant]]` of this name sets, if there is one.
    pub(super) fn changes_of(&self, name: &str) -> Option<Vec<(String, Entry)>> {
        let is_name = |entry: &Entry| match &entry.value {
            Written::Text(text) | Written::Bare(text) => text == name,
            _ => false,
        };
        let mut names = below(&self.entries, "variant")
            .filter(|(_, entry)| is_name(entry))
            .filter_map(|(path, _)| path.strip_suffix(".name"))
            .filter(|item| item.strip_prefix("variant.").is_some_and(is_position));
        let set = format!("{}.set", names.next()?);
        let change = |(path, entry): (&String, &Entry)| (path[set.len() + 1..].to_owned(), entry.clone());
        Some(below(&self.entries, &set).map(change).collect())
    }

    /// Overwrites entries with those of a variant.
    pub(super) fn apply(&mut self, set: Vec<(String, Entry)>) {
        for (path, mut entry) in set {
            if entry.value == Written::Text("unset".to_owned()) {
                entry.value = Written::Unset;
            }
            self.entries.insert(path, entry);
        }
    }

    fn flatten(&mut self, prefix: &str, table: &DeTable<'_>, problems: &mut Problems) {
        for (key, value) in table {
            let path = match prefix {
                "" => key.get_ref().to_string(),
                _ => format!("{prefix}.{}", key.get_ref()),
            };
            let place = Place { source: self.source.clone(), span: key.span() };
            self.flatten_value(path, place, value, problems);
        }
    }

    fn flatten_value(
        &mut self,
        path: String,
        key: Place,
        value: &Spanned<DeValue<'_>>,
        problems: &mut Problems,
    ) {
        match value.get_ref() {
            DeValue::Table(table) if !table.is_empty() => {
                self.tables.insert(path.clone(), key);
                self.flatten(&path, table, problems);
            }
            DeValue::Array(items) if is_array_of_tables(value.get_ref()) => {
                for (index, item) in items.iter().enumerate() {
                    let DeValue::Table(table) = item.get_ref() else { continue };
                    let path = format!("{path}.{index}");
                    let place = Place { source: self.source.clone(), span: item.span() };
                    self.tables.insert(path.clone(), place);
                    self.flatten(&path, table, problems);
                }
            }
            // An empty table sets nothing, but gives a position to the keys that are missing in it.
            DeValue::Table(_) if self.is_header(&key) => {
                self.tables.insert(path, key);
            }
            other => {
                let place = Place { source: self.source.clone(), span: value.span() };
                if self.entries.contains_key(&path) {
                    let help = "a quoted name with dots means the key in those tables";
                    problems.push(key.clone(), format!("`{path}` is written twice"), help);
                }
                self.entries.insert(path, Entry { value: Written::of(other), key, place });
            }
        }
    }

    /// Whether a key is in a `[header]`, and not before an `=`.
    fn is_header(&self, key: &Place) -> bool {
        self.source.text[key.span.end..].trim_start_matches([' ', '\t', '"', '\'']).starts_with(']')
    }
}

/// The entries of a table, by path.
fn below<'a, T>(all: &'a BTreeMap<String, T>, table: &str) -> impl Iterator<Item = (&'a String, &'a T)> {
    let prefix = format!("{table}.");
    all.range(prefix.clone()..).take_while(move |(path, _)| path.starts_with(&prefix))
}

/// The entries that are not in a table.
fn beside<T: Clone>(all: &BTreeMap<String, T>, table: &str) -> BTreeMap<String, T> {
    // The slash is the character after the dot.
    let rest = all.range(..format!("{table}.")).chain(all.range(format!("{table}/")..));
    rest.map(|(path, value)| (path.clone(), value.clone())).collect()
}

/// Moves the entries of a table, and the table itself, into another table.
fn rename<T>(all: &mut BTreeMap<String, T>, from: &str, to: &str) {
    let renamed = |path: String| match path.strip_prefix(from) {
        Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("{to}{rest}"),
        _ => path,
    };
    *all = mem::take(all).into_iter().map(|(path, value)| (renamed(path), value)).collect();
}

fn is_array_of_tables(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Array(items) => !items.is_empty() && items.iter().all(|item| item.get_ref().is_table()),
        _ => false,
    }
}
