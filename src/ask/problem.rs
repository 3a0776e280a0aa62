//! Refusals: why a request has no answer, and where the scenario is wrong.

use serde_json::{Value, json};

use crate::analysis::RunError;
use crate::scenario::{Document, Place, Problem, Problems};

/// Why there is no answer.
pub enum Refusal {
    /// The scenario has errors.
    Problems(Problems),
    /// An exact distribution takes too much time or memory.
    TooLarge(String),
    /// Anything else.
    Error(String),
}

impl Refusal {
    pub fn json(&self) -> Value {
        match self {
            Refusal::Problems(problems) => json!({ "problems": shown(problems, None) }),
            Refusal::TooLarge(message) => json!({ "too_large": message }),
            Refusal::Error(message) => json!({ "error": message }),
        }
    }
}

impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        Refusal::Problems(problems)
    }
}

impl From<RunError> for Refusal {
    fn from(error: RunError) -> Self {
        match error {
            RunError::TooLarge { error, .. } => Refusal::TooLarge(error.to_string()),
            error => Refusal::Error(error.to_string()),
        }
    }
}

/// The maximum number of problems that are shown.
const MOST: usize = 50;

/// Problems with their positions. If `document` is their source, they also name the keys that they are
/// about.
pub fn shown(problems: &Problems, document: Option<&Document>) -> Vec<Value> {
    let one = |problem: &Problem| {
        let (line, column) = problem.place.line_and_column();
        json!({
            "line": line,
            "column": column,
            "source": problem.place.source.name,
            "text": problem.place.source.text.get(problem.place.span.clone()),
            "key": document.and_then(|document| key(document, problem)),
            "message": problem.message,
            "help": problem.help,
        })
    };
    problems.0.iter().take(MOST).map(one).collect()
}

/// Problems of the rules whose text is at a place: each with its line, and with its start and its end
/// in units of UTF-16, which a page counts.
pub fn in_rules(problems: &[Problem], rules: &Place) -> Vec<Value> {
    let text = rules.text();
    let one = |problem: &Problem| {
        let units = |at: usize| text[..at - rules.span.start].encode_utf16().count();
        let Place { span, .. } = &problem.place;
        json!({
            "line": text[..span.start - rules.span.start].matches('\n').count() + 1,
            "start": units(span.start),
            "end": units(span.end),
            "message": problem.message,
            "help": problem.help,
        })
    };
    problems.iter().take(MOST).map(one).collect()
}

/// The key whose entry contains a problem.
fn key<'a>(document: &'a Document, problem: &Problem) -> Option<&'a str> {
    let is_there = |start: usize, end: usize| {
        start <= problem.place.span.start && problem.place.span.start < end.max(start + 1)
    };
    let mut entries = document.entries();
    let found = entries.find(|(_, entry)| {
        entry.place.source.name == problem.place.source.name
            && is_there(entry.key.span.start.min(entry.place.span.start), entry.place.span.end)
    });
    // An unknown value belongs to its key.
    found.map(|(path, _)| path.strip_prefix("unknown.").unwrap_or(path))
}
