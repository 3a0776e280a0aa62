//! Checks a document, and turns it into a scenario with valid keys.

mod procedure;

mod input;

mod laws;

mod unknown;

mod items;

use std::path::Path;
use std::sync::Arc;

pub use self::input::IdleKey;
pub(super) use self::input::{is_idle, unknown_and_varied};
use super::checked::{Outline, Scenario};
use super::document::rules::RULES;
use super::document::{Document, Entry, stem};
use super::values::{read, unquoted};
use super::visible::{is_obeyed, visible};
use super::written::Written;
use super::{Problems, ScenarioScope};
use crate::description::{Fault, Input, Key, Prepared, ProcedureDescription, System, Value};

/// The key that names the procedure.
const PROCEDURE: &str = "procedure";

impl Document {
    /// Checks everything, and reports all problems instead of only the first.
    pub fn check(&self) -> Result<Scenario, Problems> {
        let (document, misspelt) = unknown::as_meant(self);
        let mut checker = Checker::new(&document);
        checker.problems = misspelt;
        let scenario = checker.scenario();
        match scenario {
            Some(scenario) if checker.problems.0.is_empty() => Ok(scenario),
            _ => Err(checker.problems.sorted()),
        }
    }

    /// What the document is about, as far as that can be determined despite its problems; a form shows
    /// it. `None` without a game or a procedure.
    pub fn outline(&self) -> Option<Outline> {
        let mut checker = Checker::new(self);
        let system = Arc::clone(checker.system()?);
        let fills = checker.fills(&system);
        let procedure = Arc::clone(checker.procedure(&system, &fills));
        if checker.guessed {
            return None;
        }
        checker.gaps(&procedure);
        let input = checker.input(&system, &procedure, &fills);
        Some(Outline { title: checker.title(), system, procedure, input })
    }
}

struct Checker<'a> {
    document: &'a Document,
    problems: Problems,
    trust: Trust,
    /// Whether the procedure is a guess, so that its keys and metrics may not be the intended ones.
    guessed: bool,
    /// Required keys that have been found missing, and the keys that misspelt ones were meant to be.
    missing: Vec<String>,
    /// Arrays with a gap, and the first missing position of each. Later items are ignored.
    gaps: Vec<(String, usize)>,
    /// The number of unknown keys.
    unknown: usize,
    /// Keys that belong to other tables or procedures.
    lost: Vec<unknown::LostKey>,
}

/// What can be relied on when the rules look for faults: placeholders stand in for values
/// that are wrong, and faults caused by them are suppressed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Trust {
    /// All values are as they are written.
    Everything,
    /// Some numbers are placeholders, but which keys are needed does not depend on them.
    Words,
    /// Nothing can be relied on.
    Nothing,
}

impl<'a> Checker<'a> {
    fn new(document: &'a Document) -> Self {
        Checker {
            document,
            problems: Problems::default(),
            trust: Trust::Everything,
            guessed: false,
            missing: Vec::new(),
            unknown: 0,
            lost: Vec::new(),
            gaps: Vec::new(),
        }
    }

    fn scenario(&mut self) -> Option<Scenario> {
        let system = Arc::clone(self.system()?);
        let fills = self.fills(&system);
        let procedure = Arc::clone(self.procedure(&system, &fills));
        self.gaps(&procedure);
        let input = self.input(&system, &procedure, &fills);
        self.empty_tables(&system, &procedure);
        self.lost_keys(&procedure);
        let prepared = self.prepared(&system, &procedure, input);
        let metrics = prepared.as_ref().map(|(Prepared { ready, .. }, _)| ready.procedure.metrics());
        self.unknown_metrics(metrics.unwrap_or_default());
        let questions = self.questions(&procedure, metrics);
        let given = self.given(metrics.unwrap_or_default(), &questions);
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
        self.sheets(scope.as_ref());
        let title = self.title();
        let (Prepared { ready, read, .. }, input) = prepared?;
        let system = system.calling(&input);
        Some(Scenario {
            title,
            base,
            variant: self.document.variant_name().map(str::to_owned),
            changes: self.changes(&system),
            system,
            procedure,
            ready,
            input,
            read,
            questions,
            given,
            expectations,
        })
    }

    /// Prepares the procedure; `None` if it is a guess, or if a value is missing and has no placeholder.
    fn prepared(
        &mut self,
        system: &Arc<System>,
        procedure: &ProcedureDescription,
        input: Input,
    ) -> Option<(Prepared, Input)> {
        if self.guessed {
            return None;
        }
        match procedure.prepare_all(&input, system) {
            Ok(prepared) => {
                self.report(&prepared.faults);
                Some((prepared, input))
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
                let Fault { in_rules, message, help, .. } = fault;
                let place = match in_rules {
                    Some(span) => self.document.place_in_rules(span.clone()),
                    None => self.document.place_of(self.to_blame(fault)),
                };
                self.problems.push(place, message, help);
            }
        }
    }

    /// The key that is pointed at: of those that may be at fault one that is set outside of the file, or else one
    /// that is written.
    fn to_blame<'f>(&self, fault: &'f Fault) -> &'f str {
        let keys = || fault.keys.iter();
        let is_set = |entry: &Entry| !Arc::ptr_eq(&entry.key.source, &self.document.source);
        let set = keys().find(|key| self.document.get(key).is_some_and(is_set));
        let written = || keys().find(|key| self.has(key) || self.document.is_unknown(key));
        set.or_else(written).or(fault.keys.first()).map_or("", String::as_str)
    }

    fn believes(&self, fault: &Fault) -> bool {
        match self.trust {
            Trust::Everything => true,
            Trust::Words => {
                let key = fault.keys.first().map_or("", String::as_str);
                !self.has(key) && !self.missing.iter().any(|missing| missing == key)
            }
            Trust::Nothing => false,
        }
    }

    /// Reports what is wrong with a path.
    fn wrong(&mut self, path: &str, message: impl Into<String>, help: impl Into<String>) {
        self.problems.push(self.document.place_of(path), message, help);
    }

    fn doubt(&mut self, left: Trust) {
        self.trust = self.trust.max(left);
    }

    /// The name of the file among its variants.
    fn base(&mut self) -> String {
        let base = self.text("base").unwrap_or_else(|| "base".to_owned());
        if !is_variant_name(&base) {
            let message = format!("\"{base}\" cannot name a column");
            self.wrong("base", message, "use letters, digits and hyphens");
        }
        base
    }

    /// What `--set` has changed, in words.
    fn changes(&self, system: &System) -> String {
        let value = |path: &String| match self.document.get(path).map(|entry| &entry.value) {
            Some(Written::Bare(text) | Written::Text(text)) => text.clone(),
            _ => "unset".to_owned(),
        };
        // The tables show titles, questions and objectives anyway, and what is unknown.
        let is_told = |path: &&String| {
            *path == RULES
                || *path == PROCEDURE && self.has(path)
                || system.key(path).is_some() && !self.document.is_unknown(path)
        };
        let told = self.document.changed().iter().filter(is_told);
        let said = |path: &String| match path.as_str() {
            PROCEDURE => format!("{PROCEDURE} {}", unquoted(&value(path))),
            RULES => format!("the rules of {}", system.name),
            _ => system.say(path, &value(path)),
        };
        told.map(said).collect::<Vec<_>>().join(", ")
    }

    fn title(&self) -> String {
        match self.document.get("title").map(|entry| &entry.value) {
            Some(Written::Text(title)) => one_line(title),
            Some(Written::Bare(title)) => one_line(unquoted(title)),
            // Rules in the same file also have a title.
            _ if self.document.is_titled_by_rules() => {
                self.document.own_system().map_or_else(String::new, |system| one_line(&system.title))
            }
            _ => visible(&stem(Path::new(&self.document.source.name))).into_owned(),
        }
    }

    /// Whether a key is written.
    fn has(&self, path: &str) -> bool {
        self.document.get(path).is_some()
    }

    /// The text at a common key, if it is text.
    fn text(&self, path: &str) -> Option<String> {
        Some(self.document.get(path)?.text()?.to_owned())
    }

    /// Reads a value by the type of its key. Reports a value of another type.
    fn value(&mut self, path: &str, key: &Key, entry: &Entry) -> Option<Value> {
        let read = read(key, &entry.value);
        if let Err(message) = &read {
            let allowed = match entry.value {
                Written::Bare(_) => key.settable(),
                _ => key.allowed(),
            };
            let help = format!("write {allowed} ({})", key.help);
            self.problems.push(entry.place.clone(), format!("`{path}` {message}"), help);
        }
        read.ok()
    }
}

/// Whether a variant may have this name.
pub(super) fn is_variant_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Puts a text on one line, without characters that a terminal would obey.
fn one_line(text: &str) -> String {
    let parts = text.split(is_obeyed).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}
