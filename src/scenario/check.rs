//! From what is written to a scenario whose every key is in order.

use std::collections::BTreeMap;

use super::document::{Document, Entry, Written};
use super::expression::Event;
use super::keys::COMMON;
use super::nearest::nearest;
use super::{Place, Problems};
use crate::systems::{Input, Key, Kind, Presence, Preset, ProcedureRow, Ready, SYSTEMS, System, Value};

/// A scenario, checked and ready to be resolved.
#[derive(Debug)]
pub struct Scenario {
    /// Its title; the file's name if it has none.
    pub title: String,
    /// The game.
    pub system: &'static System,
    /// What is resolved.
    pub procedure: &'static ProcedureRow,
    /// The procedure with its laws.
    pub ready: Ready,
    /// The value of every key, written, filled by a preset or default.
    pub input: Input,
    /// What is asked.
    pub questions: Vec<Question>,
}

/// A question about a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// In a few words.
    pub name: String,
    /// The event whose probability answers it.
    pub event: Event,
}

impl Document {
    /// Checks everything, and finds all problems rather than the first.
    pub fn check(&self) -> Result<Scenario, Problems> {
        let mut checker = Checker { document: self, problems: Problems::default() };
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
}

/// The value that a preset gives a key, and the preset's name.
type Fills = BTreeMap<String, (Value, &'static str)>;

impl Checker<'_> {
    fn scenario(&mut self) -> Option<Scenario> {
        let system = self.system()?;
        let fills = self.fills(system);
        let procedure = self.procedure(system, &fills)?;
        let (input, sound) = self.input(system, procedure, &fills);
        let prepared = (procedure.prepare)(&input);
        if sound {
            for fault in &prepared.faults {
                self.problems.push(
                    self.document.place_of(&fault.key),
                    fault.message.clone(),
                    fault.help.clone(),
                );
            }
        }
        let ready = prepared.ready;
        let questions = self.questions(&ready);
        self.names("variant");
        self.expectations();
        let title = self.title();
        Some(Scenario { title, system, procedure, ready, input, questions })
    }

    fn system(&mut self) -> Option<&'static System> {
        let names: Vec<&str> = SYSTEMS.iter().map(|system| system.name).collect();
        let Some(name) = self.text("system") else {
            self.no_name("system", &names);
            return None;
        };
        let system = System::named(&name);
        if system.is_none() {
            let place = self.document.place_of("system");
            self.problems.push(place, format!("there is no system \"{name}\""), one_of(&name, &names));
        }
        system
    }

    /// What the presets that are written fill.
    fn fills(&mut self, system: &'static System) -> Fills {
        let mut fills = Fills::new();
        for (path, entry) in self.document.entries() {
            let presets: Vec<&Preset> =
                system.presets.iter().filter(|preset| matches(preset.key, path)).collect();
            let Some(name) = preset_name(entry).filter(|_| !presets.is_empty()) else {
                continue;
            };
            let Some(preset) = presets.iter().find(|preset| preset.name == name) else {
                let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
                self.problems.push(
                    entry.place.clone(),
                    format!("there is no preset \"{name}\""),
                    one_of(name, &names),
                );
                continue;
            };
            for (key, literal) in preset.fills {
                fills.insert(with_positions(key, path), (literal.value(), preset.name));
            }
        }
        fills
    }

    fn procedure(&mut self, system: &'static System, fills: &Fills) -> Option<&'static ProcedureRow> {
        let names: Vec<&str> = system.procedures.iter().map(|row| row.name).collect();
        let filled = fills.get("procedure").and_then(|(value, preset)| match value {
            Value::Word(name) => Some((name.clone(), *preset)),
            _ => None,
        });
        let written = self.text("procedure");
        let place = self.document.place_of("procedure");
        match (written, filled) {
            (Some(name), Some((filled, preset))) if name != filled => {
                let message =
                    format!("the preset \"{preset}\" is for procedure \"{filled}\", not \"{name}\"");
                self.problems.push(place, message, format!("write \"{filled}\", or leave `procedure` out"));
                system.procedure(&name).or(system.procedure(&filled))
            }
            (Some(name), _) | (None, Some((name, _))) => {
                let row = system.procedure(&name);
                if row.is_none() {
                    self.problems.push(
                        place,
                        format!("{} has no procedure \"{name}\"", system.name),
                        one_of(&name, &names),
                    );
                }
                row
            }
            (None, None) => {
                self.no_name("procedure", &names);
                None
            }
        }
    }

    /// Where a name should be is none: nothing at all, or no text.
    fn no_name(&mut self, path: &str, names: &[&str]) {
        let message = match self.document.get(path).map(|entry| &entry.value) {
            None | Some(Written::Unset) => format!("`{path}` is missing"),
            Some(other) => format!("`{path}` cannot be {}", in_words(other)),
        };
        self.problems.push(self.document.place_of(path), message, format!("one of: {}", names.join(", ")));
    }

    /// The values of all keys, and whether they are in order. Where one is not,
    /// another stands in for it, so that what follows can still be checked.
    fn input(
        &mut self,
        system: &'static System,
        procedure: &'static ProcedureRow,
        fills: &Fills,
    ) -> (Input, bool) {
        let mut sound = true;
        let mut input = Input::default();
        for key in procedure.keys {
            if let (false, Presence::Default(literal)) = (key.path.contains('*'), key.presence) {
                input.set(key.path, literal.value());
            }
        }
        for (path, (value, _)) in fills.iter().filter(|(path, _)| *path != "procedure") {
            input.set(path.clone(), value.clone());
        }
        for (path, entry) in self.document.entries() {
            if is_setting(path) {
                self.setting(path, entry, system, procedure);
            } else if let Some(key) = COMMON.iter().find(|key| key.matches(path)) {
                if entry.value != Written::Unset {
                    self.value(key, entry);
                }
            } else if let Some(key) = procedure.keys.iter().find(|key| key.matches(path)) {
                if entry.value == Written::Unset {
                    continue;
                }
                let value = self.value(key, entry);
                sound &= value.is_some();
                if let Some(value) = value.or_else(|| stand_in(key)) {
                    input.set(path, value);
                }
            } else {
                self.unknown(path, entry, system, procedure);
            }
        }
        sound &= self.required(procedure, &mut input);
        (input, sound)
    }

    /// Whether every key that is required is there.
    fn required(&mut self, procedure: &'static ProcedureRow, input: &mut Input) -> bool {
        let mut complete = true;
        for key in procedure.keys.iter().filter(|key| key.presence == Presence::Required) {
            if !key.path.contains('*') && input.get(key.path).is_none() {
                let place = self.document.place_of(key.path);
                let help = format!("{}: {}", key.help, key.allowed());
                self.problems.push(place, format!("`{}` is missing", key.path), help);
                complete = false;
                if let Some(value) = stand_in(key) {
                    input.set(key.path, value);
                }
            }
        }
        complete
    }

    /// A key of `[vary]` or of a variant's `set`.
    fn setting(&mut self, path: &str, entry: &Entry, system: &System, procedure: &ProcedureRow) {
        let key = path.strip_prefix("vary.").or_else(|| path.split_once(".set.").map(|(_, key)| key));
        let key = key.expect("settings stand behind their table");
        let known = |keys: &[Key]| keys.iter().any(|known| known.matches(key));
        if !known(procedure.keys) && !known(COMMON) && !path.starts_with("variant.") {
            self.unknown(key, entry, system, procedure);
        }
        if path.starts_with("vary.") && matches!(entry.value, Written::Other(_) | Written::Float(_)) {
            let help = "write them as in \"1..12\" or \"unset,1..6\"";
            self.problems.push(entry.place.clone(), format!("these are no values for `{key}`"), help);
        }
    }

    fn unknown(&mut self, path: &str, entry: &Entry, system: &System, procedure: &ProcedureRow) {
        let elsewhere = system.procedures.iter().find(|row| row.keys.iter().any(|key| key.matches(path)));
        let known: Vec<String> =
            procedure.keys.iter().chain(COMMON).map(|key| with_positions(key.path, path)).collect();
        let table = known.iter().any(|key| key.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')));
        let help = match (table, elsewhere, nearest(path, known.iter().map(String::as_str))) {
            (true, _, _) => format!("`{path}` is a table: write its keys below [{path}]"),
            (_, Some(row), _) => {
                format!("it is a key of procedure \"{}\", not of \"{}\"", row.name, procedure.name)
            }
            (_, _, Some(near)) => format!("did you mean `{near}`?"),
            _ => format!("`fizzle list {}` shows the keys", system.name),
        };
        let array = COMMON.iter().find(|key| key.path.replace(".*", "") == path);
        let help = match array.and_then(|key| key.path.split_once('.')) {
            Some((array, _)) => format!("write [[{array}]], with two brackets: there may be several"),
            None => help,
        };
        self.problems.push(entry.key.clone(), format!("unknown key `{path}`"), help);
    }

    fn questions(&mut self, ready: &Ready) -> Vec<Question> {
        self.names("question");
        let mut questions = Vec::new();
        for position in self.document.positions("question") {
            let path = format!("question.{position}.event");
            let Some(event) = self.text(&path) else {
                if !self.has(&path) {
                    let place = self.document.place_of(&path);
                    self.problems.push(
                        place,
                        "a question without an event",
                        "write event = \"damage >= 10\"",
                    );
                }
                continue;
            };
            match Event::parse(&event, ready.procedure.metrics()) {
                Ok(parsed) => {
                    let name = self.text(&format!("question.{position}.name")).unwrap_or(event);
                    questions.push(Question { name, event: parsed });
                }
                Err(error) => {
                    let place = inside(&self.document.place_of(&path), &event, &error.span);
                    self.problems.push(place, error.message, error.help);
                }
            }
        }
        questions
    }

    /// No two items of an array may have the same name.
    fn names(&mut self, array: &str) {
        let mut seen = Vec::new();
        for position in self.document.positions(array) {
            let path = format!("{array}.{position}.name");
            match self.text(&path) {
                Some(name) => {
                    if array == "variant" && !is_variant_name(&name) {
                        let help = "letters, digits and hyphens make a variant's name: it names a folder too";
                        self.problems.push(
                            self.document.place_of(&path),
                            format!("\"{name}\" is no name for a variant"),
                            help,
                        );
                    }
                    if seen.contains(&name) {
                        let message = format!("another {array} is called \"{name}\" too");
                        self.problems.push(
                            self.document.place_of(&path),
                            message,
                            "give each a name of its own",
                        );
                    }
                    seen.push(name);
                }
                None if array == "variant" && !self.has(&path) => {
                    self.problems.push(
                        self.document.place_of(&path),
                        "a variant without a name",
                        "write name = \"book\"",
                    );
                }
                None => {}
            }
        }
    }

    fn expectations(&mut self) {
        for position in self.document.positions("expect") {
            let has = |name: &str| self.has(&format!("expect.{position}.{name}"));
            let place = self.document.place_of(&format!("expect.{position}"));
            let help =
                "write stat = \"p(hit == 1)\" and between = [0.6, 0.7], or equals = 0.65 with within = 0.01";
            match (has("stat"), has("between"), has("equals"), has("within")) {
                (false, ..) => self.problems.push(place, "an expectation without a statistic", help),
                (_, true, false, false) | (_, false, true, true) => {}
                (_, false, false, false) => self.problems.push(place, "an expectation without a range", help),
                _ => self.problems.push(place, "an expectation needs one range", help),
            }
        }
    }

    fn title(&self) -> String {
        let stem = std::path::Path::new(&self.document.source.name).file_stem();
        match self.document.get("title").map(|entry| &entry.value) {
            Some(Written::Text(title) | Written::Bare(title)) => title.clone(),
            _ => stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()),
        }
    }

    /// Whether a key is written, and not taken out again.
    fn has(&self, path: &str) -> bool {
        self.document.get(path).is_some_and(|entry| entry.value != Written::Unset)
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
    fn value(&mut self, key: &Key, entry: &Entry) -> Option<Value> {
        let read = read(key, &entry.value);
        if let Err(message) = &read {
            self.problems.push(
                entry.place.clone(),
                format!("`{}` {message}", key.path),
                capital(&key.allowed()),
            );
        }
        read.ok()
    }
}

/// Reads a value by the type of its key; on failure says what it is instead.
fn read(key: &Key, written: &Written) -> Result<Value, String> {
    let bare = match written {
        Written::Bare(text) => read_bare(key.kind, text),
        other => other.clone(),
    };
    match (key.kind, bare) {
        (Kind::Integer { min, max }, Written::Integer(n)) => match (min..=max).contains(&n) {
            true => Ok(Value::Integer(n)),
            false => Err(format!("is out of range: {n}")),
        },
        (Kind::Integer { .. }, Written::TooBig) => Err("is out of range: it is beyond 64 bits".to_owned()),
        (Kind::Flag, Written::Flag(flag)) => Ok(Value::Flag(flag)),
        (Kind::Words(words), Written::Text(text)) => match words.iter().any(|(word, _)| *word == text) {
            true => Ok(Value::Word(text)),
            false => Err(format!("cannot be \"{text}\"")),
        },
        (Kind::Preset | Kind::Text, Written::Text(text)) => Ok(Value::Word(text)),
        (Kind::Number, Written::Float(_) | Written::Integer(_)) => Ok(Value::Flag(true)),
        (Kind::Range, Written::List(items)) if is_range(&items) => Ok(Value::Flag(true)),
        (_, other) => Err(format!("cannot be {}", in_words(&other))),
    }
}

/// A value of the command line as a file would have it.
fn read_bare(kind: Kind, text: &str) -> Written {
    match kind {
        Kind::Integer { .. } => {
            let digits = text.replace('_', "");
            match digits.parse() {
                Ok(integer) => Written::Integer(integer),
                Err(_)
                    if !digits.is_empty()
                        && digits.trim_start_matches(['-', '+']).bytes().all(|b| b.is_ascii_digit()) =>
                {
                    Written::TooBig
                }
                Err(_) => digits.parse().map_or_else(|_| Written::Text(text.to_owned()), Written::Float),
            }
        }
        Kind::Flag => text.parse().map_or_else(|_| Written::Text(text.to_owned()), Written::Flag),
        Kind::Number => text.parse().map_or_else(|_| Written::Text(text.to_owned()), Written::Float),
        _ => Written::Text(unquoted(text).to_owned()),
    }
}

fn is_range(items: &[Written]) -> bool {
    let number = |item: &Written| match item {
        Written::Integer(n) => Some(*n as f64),
        Written::Float(x) => Some(*x),
        _ => None,
    };
    matches!(items, [low, high] if number(low).zip(number(high)).is_some_and(|(low, high)| low <= high))
}

fn in_words(written: &Written) -> String {
    match written {
        Written::Integer(n) => format!("the number {n}"),
        Written::TooBig => "a number beyond 64 bits".to_owned(),
        Written::Float(x) => format!("the number {x:?}"),
        Written::Flag(flag) => flag.to_string(),
        Written::Text(text) | Written::Bare(text) => format!("the text \"{text}\""),
        Written::List(_) => "a list".to_owned(),
        Written::Other(what) => (*what).to_owned(),
        Written::Unset => "unset".to_owned(),
    }
}

/// A value in the place of a faulty one, so that checking can go on.
fn stand_in(key: &Key) -> Option<Value> {
    match (key.presence, key.kind) {
        (Presence::Default(literal), _) => Some(literal.value()),
        (_, Kind::Integer { min, .. }) => Some(Value::Integer(min.max(0))),
        (_, Kind::Words(words)) => Some(Value::Word(words[0].0.to_owned())),
        _ => None,
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

fn matches(pattern: &'static str, path: &str) -> bool {
    Key::preset(pattern).matches(path)
}

/// A key's path with the positions that `path` has in the place of its `*`.
fn with_positions(key: &str, path: &str) -> String {
    let mut positions = path.split('.').filter(|part| part.parse::<usize>().is_ok());
    let parts: Vec<&str> =
        key.split('.').map(|part| if part == "*" { positions.next().unwrap_or("0") } else { part }).collect();
    parts.join(".")
}

/// The place of a part of a text value, where the file has it to the letter.
fn inside(place: &Place, text: &str, span: &std::ops::Range<usize>) -> Place {
    match place.source.text[place.span.clone()].find(text) {
        Some(offset) if !text.is_empty() => {
            let start = place.span.start + offset;
            Place { source: place.source.clone(), span: start + span.start..start + span.end }
        }
        _ => place.clone(),
    }
}

fn unquoted(text: &str) -> &str {
    let inner = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

fn one_of(name: &str, names: &[&str]) -> String {
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"? There are: {}", names.join(", ")),
        None => format!("there are: {}", names.join(", ")),
    }
}

fn capital(text: &str) -> String {
    format!("write {text}")
}
