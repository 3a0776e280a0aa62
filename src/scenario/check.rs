//! From what is written to a scenario whose every key is in order.

mod items;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::document::{Document, Entry, stem};
use super::keys::COMMON;
use super::values::{in_words, read, stand_in, unquoted};
use super::visible::visible;
use super::written::Written;
use super::{Place, Problems, ScenarioScope};
use crate::description::{
    CheckedInput, Fault, Input, Key, Kind, Prepared, Presence, Preset, ProcedureDescription, Ready, System,
    Value, fits, is_position, position_in,
};
use crate::expression::{Event, Statistic, nearest};

/// A scenario, checked and ready to be resolved.
#[derive(Debug)]
pub struct Scenario {
    /// Its title; the file's name if it has none.
    pub title: String,
    /// What it is called beside its variants.
    pub base: String,
    /// What `--set` has changed in it, as players say it; empty where that is nothing.
    pub changes: String,
    /// The game.
    pub system: Arc<System>,
    /// What is resolved.
    pub procedure: Arc<ProcedureDescription>,
    /// The procedure with its laws.
    pub ready: Ready,
    /// The value of every key, written, filled by a preset or default.
    pub input: Input,
    /// The keys whose values its rules have read, sorted: no other makes a difference.
    pub read: Vec<String>,
    /// What is asked.
    pub questions: Vec<Question>,
    /// What it is expected to be.
    pub expectations: Vec<Expectation>,
}

impl Scenario {
    /// What statistics of it may speak of.
    pub fn scope(&self) -> ScenarioScope<'_> {
        let Scenario { ready, procedure, input, questions, .. } = self;
        ScenarioScope { metrics: ready.procedure.metrics(), keys: &procedure.keys, input, questions }
    }

    /// Its title, with the name of the variant that it is.
    pub fn title_of(&self, variant: Option<&str>) -> String {
        match variant.map(|variant| variant.split(':').next().unwrap_or(variant)) {
            None => self.title.clone(),
            Some(variant) => format!("{} ({variant})", self.title),
        }
    }

    /// A line that says what `--set` has changed; empty where that is nothing.
    pub fn changed(&self) -> String {
        if self.changes.is_empty() { String::new() } else { format!("changed: {}", self.changes) }
    }

    /// Its choices, and what `--set` has changed.
    pub fn choices(&self) -> String {
        let parts = [self.ready.choices.clone(), self.changed()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// The scenario with other values. It keeps its questions, except those about metrics
    /// that it no longer has, and loses its expectations.
    ///
    /// # Errors
    /// What is wrong with the values.
    pub fn with(&self, input: Input) -> Result<Scenario, Vec<Fault>> {
        let input = CheckedInput::new(input, &self.procedure.keys, &self.system.presets)?;
        let Prepared { ready, faults, read } = self.procedure.prepare(&input);
        if !faults.is_empty() {
            return Err(faults);
        }
        let Scenario { title, base, changes, system, procedure, .. } = self;
        let (title, base, changes) = (title.clone(), base.clone(), changes.clone());
        let (system, procedure) = (Arc::clone(system), Arc::clone(procedure));
        let input = input.into_input();
        let metrics = ready.procedure.metrics();
        let questions = self.questions.iter().filter_map(|Question { name, event }| {
            let event = Event::parse(event.text(), metrics).ok()?;
            Some(Question { name: name.clone(), event })
        });
        let questions = questions.collect();
        let expectations = Vec::new();
        Ok(Scenario { title, base, changes, system, procedure, ready, input, read, questions, expectations })
    }

    /// Whether nothing is left to luck: the procedure has no metrics, and all it says
    /// stands in its tables.
    pub fn is_settled(&self) -> bool {
        self.ready.procedure.metrics().is_empty()
    }
}

/// A question about a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// In a few words.
    pub name: String,
    /// The event whose probability answers it.
    pub event: Event,
}

/// A range in which a statistic of a scenario should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// The statistic.
    pub statistic: Statistic,
    /// The least that it may be.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Where it is written.
    pub place: Place,
}

impl Document {
    /// The keys that are written though they make no difference: they may be left out, and are not
    /// among those that are `read`.
    pub fn without_effect(&self, procedure: &ProcedureDescription, read: &BTreeSet<String>) -> Problems {
        let mut useless = Problems::default();
        for (path, entry) in self.entries() {
            let key = procedure.keys.iter().find(|key| key.matches(path));
            // A preset fills other keys, and is not read itself.
            let may_be_left_out =
                key.is_some_and(|key| key.presence != Presence::Required && key.kind != Kind::Preset);
            if may_be_left_out && entry.value != Written::Unset && !read.contains(path) {
                let message = format!("`{path}` makes no difference here");
                let help = format!("\"{}\" does not use it with the other keys as they are", procedure.name);
                useless.push(entry.key.clone(), message, help);
            }
        }
        useless.sorted()
    }

    /// Checks everything, and finds all problems rather than the first.
    pub fn check(&self) -> Result<Scenario, Problems> {
        let mut checker = Checker {
            document: self,
            problems: Problems::default(),
            trust: Trust::Everything,
            guessed: false,
            missing: Vec::new(),
            unknown: 0,
            gaps: Vec::new(),
        };
        let scenario = checker.scenario();
        match scenario {
            Some(scenario) if checker.problems.0.is_empty() => Ok(scenario),
            _ => Err(checker.problems.sorted()),
        }
    }
}

struct Checker<'a> {
    document: &'a Document,
    problems: Problems,
    trust: Trust,
    /// Whether the procedure is a guess, and its keys and metrics may not be meant.
    guessed: bool,
    /// Required keys that have been found missing.
    missing: Vec<String>,
    /// Arrays in which a position is left out, and the first that is. Later items are ignored.
    gaps: Vec<(String, usize)>,
    /// How many keys are unknown.
    unknown: usize,
}

/// For so many unknown keys it is worth finding out what was meant: nobody reads more.
const MOST_HINTS: usize = 200;

/// What can be relied on when the rules look for faults: other values stand in
/// for those that are wrong, and nobody should hear of theirs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// All values are as they are written.
    Everything,
    /// Some numbers are not, but which keys are needed does not depend on them.
    Words,
    /// Nothing can.
    Nothing,
}

/// The value that a preset gives a key, and the preset's name.
type Fills<'a> = BTreeMap<String, (&'a Value, &'a str)>;

impl<'a> Checker<'a> {
    fn scenario(&mut self) -> Option<Scenario> {
        let system = Arc::clone(self.system()?);
        let fills = self.fills(&system);
        let procedure = Arc::clone(self.procedure(&system, &fills));
        self.gaps(&procedure);
        let input = self.input(&system, &procedure, &fills);
        self.empty_tables(&system, &procedure);
        let prepared = self.prepared(&system, &procedure, input);
        let metrics = prepared.as_ref().map(|(Prepared { ready, .. }, _)| ready.procedure.metrics());
        let questions = self.questions(&procedure, metrics);
        let base = self.base();
        self.variant_names(&base);
        let scope = prepared.as_ref().zip(metrics).map(|((_, input), metrics)| ScenarioScope {
            metrics,
            keys: &procedure.keys,
            input,
            questions: &questions,
        });
        let expectations = self.expectations(scope.as_ref());
        self.goal(scope.as_ref());
        let (title, changes) = (self.title(), self.changes(&system));
        let (Prepared { ready, read, .. }, input) = prepared?;
        Some(Scenario {
            title,
            base,
            changes,
            system,
            procedure,
            ready,
            input,
            read,
            questions,
            expectations,
        })
    }

    /// The procedure with its laws, unless it is a guess, or a value is missing and nothing can
    /// stand in for it.
    fn prepared(
        &mut self,
        system: &System,
        procedure: &ProcedureDescription,
        input: Input,
    ) -> Option<(Prepared, Input)> {
        if self.guessed {
            return None;
        }
        match CheckedInput::new(input, &procedure.keys, &system.presets) {
            Ok(input) => {
                let prepared = procedure.prepare(&input);
                self.report(&prepared.faults);
                Some((prepared, input.into_input()))
            }
            Err(faults) => {
                self.report(&faults);
                None
            }
        }
    }

    fn report(&mut self, faults: &[Fault]) {
        for fault in faults {
            if self.believes(fault) {
                let Fault { key, message, help } = fault;
                self.problems.push(self.document.place_of(key), message, help);
            }
        }
    }

    fn believes(&self, fault: &Fault) -> bool {
        match self.trust {
            Trust::Everything => true,
            Trust::Words => !self.has(&fault.key) && !self.missing.contains(&fault.key),
            Trust::Nothing => false,
        }
    }

    fn doubt(&mut self, left: Trust) {
        self.trust = self.trust.max(left);
    }

    fn system(&mut self) -> Option<&'a Arc<System>> {
        let document = self.document;
        let names: Vec<&str> = document.systems().map(|system| &*system.name).collect();
        let Some(name) = self.text("system") else {
            if let (Some(own), false) = (document.own_system(), self.has("system")) {
                return Some(own);
            }
            self.no_name("system", &names);
            return None;
        };
        let system = document.systems().find(|system| *system.name == name);
        if system.is_none() {
            let place = self.document.place_of("system");
            self.problems.push(place, format!("there is no system \"{name}\""), one_of(&name, &names));
        }
        system
    }

    /// What the presets that are written fill.
    fn fills<'s>(&mut self, system: &'s System) -> Fills<'s> {
        let mut fills = Fills::new();
        for (path, entry) in self.document.entries() {
            let Some(name) = preset_name(entry) else { continue };
            let presets: Vec<&Preset> =
                system.presets.iter().filter(|preset| fits(&preset.key, path)).collect();
            if presets.is_empty() {
                continue;
            }
            let Some(preset) = presets.iter().find(|preset| preset.name == name) else {
                let names: Vec<&str> = presets.iter().map(|preset| &*preset.name).collect();
                self.problems.push(
                    entry.place.clone(),
                    format!("there is no preset \"{name}\""),
                    one_of(name, &names),
                );
                self.doubt(Trust::Nothing);
                continue;
            };
            for (key, value) in &preset.fills {
                fills.insert(with_positions(key, path), (value, &*preset.name));
            }
        }
        fills
    }

    /// The procedure that is named or implied. Where there is none another stands
    /// in for it, so that what they share can still be checked.
    fn procedure<'s>(&mut self, system: &'s System, fills: &Fills) -> &'s Arc<ProcedureDescription> {
        let names: Vec<&str> = system.procedures.iter().map(|row| &*row.name).collect();
        let filled = fills.get("procedure").and_then(|(value, preset)| match value {
            Value::Word(name) => Some((&**name, *preset)),
            _ => None,
        });
        let written = self.text("procedure");
        let place = self.document.place_of("procedure");
        if let (Some(name), Some((filled, preset))) = (&written, &filled)
            && name != filled
        {
            let message = format!("the preset \"{preset}\" is for procedure \"{filled}\", not \"{name}\"");
            self.problems.push(place, message, format!("write \"{filled}\", or leave `procedure` out"));
            self.doubt(Trust::Nothing);
        } else if let Some(name) = written.as_ref().filter(|name| system.procedure(name).is_none()) {
            let message = format!("{} has no procedure \"{name}\"", system.name);
            self.problems.push(place, message, one_of(name, &names));
        } else if written.is_none() && filled.is_none() && self.trust == Trust::Everything {
            // But for a preset that there is not, and that may be meant to imply it.
            self.no_name("procedure", &names);
        }
        let named =
            written.as_deref().or(filled.map(|(name, _)| name)).and_then(|name| system.procedure(name));
        named.unwrap_or_else(|| {
            self.doubt(Trust::Nothing);
            self.guessed = true;
            &system.procedures[0]
        })
    }

    /// Where a name should be is none: nothing at all, or no text.
    fn no_name(&mut self, path: &str, names: &[&str]) {
        let message = match self.document.get(path).map(|entry| &entry.value) {
            None => format!("`{path}` is missing"),
            Some(other) => format!("`{path}` cannot be {}", in_words(other)),
        };
        self.problems.push(self.document.place_of(path), message, format!("one of: {}", names.join(", ")));
    }

    /// Finds the arrays whose items do not follow each other, as `--set foe.7.attack=1` may leave
    /// them.
    fn gaps(&mut self, procedure: &ProcedureDescription) {
        let mut arrays: Vec<&str> =
            procedure.keys.iter().chain(COMMON.iter()).filter_map(Key::array).collect();
        arrays.dedup();
        for array in arrays {
            let positions = self.document.positions(array);
            let gap = positions.iter().enumerate().find(|(place, position)| place != *position);
            let Some((missing, position)) = gap else { continue };
            let place = self.document.place_of(&format!("{array}.{position}.*"));
            let message = format!("there is no `{array}.{missing}` before `{array}.{position}`");
            self.problems.push(place, message, "number items from 0 without gaps");
            self.gaps.push((array.to_owned(), missing));
        }
    }

    /// Whether a path leads into an item behind one that is left out.
    fn is_behind_a_gap(&self, path: &str) -> bool {
        let is_behind = |(array, missing): &(String, usize)| {
            position_in(array, path).is_some_and(|position| position >= *missing)
        };
        self.gaps.iter().any(is_behind)
    }

    /// Tables that are empty, and would be unknown if they were not.
    fn empty_tables(&mut self, system: &System, procedure: &ProcedureDescription) {
        let document = self.document;
        for (path, place) in document.empty_tables() {
            let has_table = |key: &Key| {
                let key = with_positions(&key.path, path);
                key == path || key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'))
            };
            let settings = ["vary", "set"].contains(&path.split('.').next_back().unwrap_or_default());
            if !settings && !procedure.keys.iter().chain(COMMON.iter()).any(has_table) {
                self.unknown(path, place, system, procedure);
            }
        }
    }

    /// The values of all keys. Where one is wrong another stands in for it, so
    /// that what follows can still be checked.
    fn input(&mut self, system: &System, procedure: &ProcedureDescription, fills: &Fills) -> Input {
        let mut input = Input::default();
        for key in &procedure.keys {
            if let Presence::Default(default) = &key.presence {
                self.paths(key).into_iter().for_each(|path| input.set(path, default.clone()));
            }
        }
        for (path, (value, _)) in fills.iter().filter(|(path, _)| *path != "procedure") {
            input.set(path.clone(), (*value).clone());
        }
        for (path, entry) in self.document.entries() {
            if self.is_behind_a_gap(path) {
                continue;
            }
            if is_setting(path) {
                self.setting(path, entry, system, procedure);
            } else if let Some(key) = COMMON.iter().find(|key| key.matches(path)) {
                // Of a table of settings each is a key of its own; an empty one has none.
                let settings = key.kind == Kind::Settings && entry.value == Written::Other("a table");
                if entry.value != Written::Unset && !settings {
                    self.value(path, key, entry);
                }
            } else if let Some(key) = procedure.keys.iter().find(|key| key.matches(path)) {
                if entry.value == Written::Unset {
                    continue;
                }
                let value = self.value(path, key, entry);
                if value.is_none() {
                    let number = matches!(
                        key.kind,
                        Kind::Integer { .. } | Kind::Integers { .. } | Kind::IntegerOrText { .. }
                    );
                    self.doubt(if number { Trust::Words } else { Trust::Nothing });
                }
                // A preset that there is not fills nothing.
                let known = value.filter(|value| key.can_hold(value, &system.presets));
                if let Some(value) = known.or_else(|| stand_in(key)) {
                    input.set(path, value);
                }
            } else {
                self.unknown(path, &entry.key, system, procedure);
            }
        }
        self.required(system, procedure, &mut input);
        input
    }

    fn required(&mut self, system: &System, procedure: &ProcedureDescription, input: &mut Input) {
        let everywhere = |key: &Key| system.procedures.iter().all(|row| row.keys.contains(key));
        for key in procedure.keys.iter().filter(|key| key.presence == Presence::Required) {
            let meant = !self.guessed || everywhere(key);
            for path in self.paths(key).into_iter().filter(|_| meant) {
                // One that is wrong is not missing.
                let wrong = self.document.get(&path).is_some_and(|entry| entry.value != Written::Unset);
                if wrong || input.get(&path).is_some() {
                    continue;
                }
                let help = format!("{} ({})", key.help, key.allowed());
                self.problems.push(self.document.place_of(&path), format!("`{path}` is missing"), help);
                self.doubt(Trust::Words);
                if let Some(value) = stand_in(key) {
                    input.set(path.clone(), value);
                }
                self.missing.push(path);
            }
        }
    }

    /// The paths that a key has in this file: one for each item of its array, if
    /// it stands in one.
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

    /// A key of `[vary]` or of a variant's `set`.
    fn setting(&mut self, path: &str, entry: &Entry, system: &System, procedure: &ProcedureDescription) {
        let key = path.strip_prefix("vary.").or_else(|| path.split_once(".set.").map(|(_, key)| key));
        let key = key.expect("settings stand behind their table");
        let known = |keys: &[Key]| keys.iter().any(|known| known.matches(key));
        if !known(&procedure.keys) && !known(&COMMON) && !path.starts_with("variant.") {
            self.unknown(key, &entry.key, system, procedure);
        }
        if path.starts_with("vary.") && matches!(entry.value, Written::Other(_) | Written::Float(_)) {
            let help = "write them as in \"1..12\" or \"unset,1..6\"";
            self.problems.push(entry.place.clone(), format!("these are not values of `{key}`"), help);
        }
    }

    fn unknown(&mut self, path: &str, place: &Place, system: &System, procedure: &ProcedureDescription) {
        let leads_to = |key: &Key| {
            key.matches(path)
                || with_positions(&key.path, path)
                    .strip_prefix(path)
                    .is_some_and(|rest| rest.starts_with('.'))
        };
        let find = || system.procedures.iter().find(|row| row.keys.iter().any(leads_to));
        let elsewhere = if self.guessed || self.unknown < MOST_HINTS { find() } else { None };
        if self.guessed && elsewhere.is_some() {
            return;
        }
        self.unknown += 1;
        if self.unknown > MOST_HINTS {
            let help = format!("`fizzle list {}` shows the keys", system.name);
            self.problems.push(place.clone(), format!("unknown key `{path}`"), help);
            return;
        }
        let known: Vec<String> =
            procedure.keys.iter().chain(COMMON.iter()).map(|key| with_positions(&key.path, path)).collect();
        let table = known.iter().any(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')));
        let tables = known.iter().filter_map(|key| key.rsplit_once('.').map(|(table, _)| table));
        let near = nearest(path, known.iter().map(String::as_str).chain(tables));
        let single: Vec<&str> = path.split('.').filter(|part| !is_position(part)).collect();
        let single = single[..single.len().min(1)].concat();
        let is_single = path.split('.').nth(1).is_some_and(is_position)
            && procedure.keys.iter().any(|key| key.table() == single);
        let help = match (table, elsewhere, near) {
            _ if is_single => format!("write [{single}], with one bracket: there is only one"),
            (true, _, _) => format!("`{path}` is a table: write its keys below [{path}]"),
            (_, Some(row), _) => {
                format!("it is a key of procedure \"{}\", not of \"{}\"", row.name, procedure.name)
            }
            (_, _, Some(near)) => format!("did you mean `{near}`?"),
            _ => format!("`fizzle list {}` shows the keys", system.name),
        };
        let array_of = |path: &str| {
            procedure.keys.iter().chain(COMMON.iter()).find_map(|key| {
                let array = key.array()?;
                (array == path || key.path.replace(".*", "") == path).then_some(array)
            })
        };
        // Written as a table, it is worth a word at the first of its keys.
        let array = array_of(path);
        let is_before = |other: &Entry| {
            Arc::ptr_eq(&other.key.source, &place.source) && other.key.span.start < place.span.start
        };
        let mut entries = self.document.entries();
        if array.is_some() && entries.any(|(path, other)| is_before(other) && array_of(path) == array) {
            return;
        }
        let help = match array {
            Some(array) => {
                // It has no items that the rules could speak of.
                self.doubt(Trust::Nothing);
                format!("write [[{array}]], with two brackets: there may be several")
            }
            None => help,
        };
        self.problems.push(place.clone(), format!("unknown key `{path}`"), help);
    }

    /// What the file is called beside its variants.
    fn base(&mut self) -> String {
        let base = self.text("base").unwrap_or_else(|| "base".to_owned());
        if !is_variant_name(&base) {
            let message = format!("\"{base}\" cannot name a column");
            self.problems.push(self.document.place_of("base"), message, "use letters, digits and hyphens");
        }
        base
    }

    /// What `--set` has changed, in words.
    fn changes(&self, system: &System) -> String {
        let value = |path: &String| match self.document.get(path).map(|entry| &entry.value) {
            Some(Written::Bare(text) | Written::Text(text)) => text.clone(),
            _ => "unset".to_owned(),
        };
        // Of a title, a question or an objective the tables tell by themselves.
        let is_told = |path: &&String| system.key(path).is_some();
        let told = self.document.changed().iter().filter(is_told);
        told.map(|path| system.say(path, &value(path))).collect::<Vec<_>>().join(", ")
    }

    fn title(&self) -> String {
        match self.document.get("title").map(|entry| &entry.value) {
            Some(Written::Text(title)) => one_line(title),
            Some(Written::Bare(title)) => one_line(unquoted(title)),
            _ => visible(&stem(Path::new(&self.document.source.name))).into_owned(),
        }
    }

    /// Whether a key is written.
    fn has(&self, path: &str) -> bool {
        self.document.get(path).is_some()
    }

    /// The text at a common key, if it is text.
    fn text(&self, path: &str) -> Option<String> {
        match &self.document.get(path)?.value {
            Written::Text(text) => Some(text.clone()),
            Written::Bare(text) => Some(unquoted(text).to_owned()),
            _ => None,
        }
    }

    /// A value read by its key's type.
    fn value(&mut self, path: &str, key: &Key, entry: &Entry) -> Option<Value> {
        let read = read(key, &entry.value);
        if let Err(message) = &read {
            let help = format!("write {} ({})", key.allowed(), key.help);
            self.problems.push(entry.place.clone(), format!("`{path}` {message}"), help);
        }
        read.ok()
    }
}

/// Whether a path is one of `[vary]` or of a variant's `set`: a key within a key.
fn is_setting(path: &str) -> bool {
    path.starts_with("vary.")
        || path.strip_prefix("variant.").is_some_and(|rest| {
            let mut parts = rest.splitn(3, '.');
            parts.next().is_some() && parts.next() == Some("set") && parts.next().is_some()
        })
}

/// Whether a variant may be called so.
pub(super) fn is_variant_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn preset_name(entry: &Entry) -> Option<&str> {
    match &entry.value {
        Written::Text(text) => Some(text),
        Written::Bare(text) => Some(unquoted(text)),
        _ => None,
    }
}

/// A key's path with the positions that `path` has in the place of its `*`.
pub(super) fn with_positions(key: &str, path: &str) -> String {
    let mut positions = path.split('.').filter(|part| is_position(part));
    let parts: Vec<&str> =
        key.split('.').map(|part| if part == "*" { positions.next().unwrap_or("0") } else { part }).collect();
    parts.join(".")
}

/// On one line, and without what a terminal would obey.
fn one_line(text: &str) -> String {
    let parts = text.split(char::is_control).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

fn one_of(name: &str, names: &[&str]) -> String {
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"? There are: {}", names.join(", ")),
        None => format!("there are: {}", names.join(", ")),
    }
}
