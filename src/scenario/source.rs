//! Positions in source texts, and problems at these positions.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// A text that settings come from: a scenario file or a command-line argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// The file's path as given, or the option.
    pub name: String,
    /// The text.
    pub text: String,
    /// The first byte of every line after the first.
    lines: Vec<usize>,
    /// Where it was put together from others: the places that it repeats, by their first bytes here.
    pieces: Vec<(usize, Place)>,
}

impl SourceText {
    /// A text of this name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceText {
        let (name, text) = (name.into(), text.into());
        let lines = text.match_indices('\n').map(|(end, _)| end + 1).collect();
        SourceText { name, text, lines, pieces: Vec::new() }
    }

    /// This text, which repeats other places from these bytes on.
    #[cfg(feature = "cli")]
    pub(in crate::scenario) fn of_pieces(self, pieces: Vec<(usize, Place)>) -> SourceText {
        SourceText { pieces, ..self }
    }
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The source.
    pub source: Arc<SourceText>,
    /// Bytes of its text.
    pub span: Range<usize>,
}

impl Serialize for Place {
    /// The source's name, with the line and the column.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a> {
            source: &'a str,
            line: usize,
            column: usize,
        }
        let (line, column) = self.line_and_column();
        View { source: &self.source.name, line, column }.serialize(serializer)
    }
}

impl Place {
    /// The line and the column, in characters, both from 1.
    pub fn line_and_column(&self) -> (usize, usize) {
        let SourceText { text, lines, .. } = &*self.source;
        let at = self.span.start.min(text.len());
        let before = lines.partition_point(|start| *start <= at);
        let line_start = if before > 0 { lines[before - 1] } else { 0 };
        (before + 1, text[line_start..at].chars().count() + 1)
    }

    /// Where this is written: a text may repeat what others say.
    fn written(self) -> Place {
        let pieces = &self.source.pieces;
        let behind = pieces.partition_point(|(start, _)| *start <= self.span.start);
        let Some((start, piece)) = pieces[..behind].last() else { return self };
        let at = |offset: usize| (piece.span.start + offset.saturating_sub(*start)).min(piece.span.end);
        Place { span: at(self.span.start)..at(self.span.end), source: Arc::clone(&piece.source) }
    }

    /// The text at this place.
    pub fn text(&self) -> &str {
        &self.source.text[self.span.clone()]
    }

    /// Whether it contains another place.
    pub fn has(&self, other: &Place) -> bool {
        self.source.name == other.source.name
            && self.span.start <= other.span.start
            && other.span.end <= self.span.end
    }

    /// The place of a part of `text`, which is written here; this whole place if the source does not
    /// contain `text` verbatim.
    pub fn inside(&self, text: &str, span: &Range<usize>) -> Place {
        match self.source.text[self.span.clone()].find(text) {
            Some(offset) if !text.is_empty() => {
                let start = self.span.start + offset;
                Place { source: self.source.clone(), span: start + span.start..start + span.end }
            }
            _ => self.clone(),
        }
    }
}

/// A problem with what the user wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// How to fix it; may be empty.
    pub help: String,
}

/// All problems of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// A single problem.
    pub fn of(place: Place, message: impl Into<String>, help: impl Into<String>) -> Problems {
        let mut problems = Problems::default();
        problems.push(place, message, help);
        problems
    }

    /// The value, if there are no problems.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Adds a problem.
    pub fn push(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.0.push(Problem { place: place.written(), message: message.into(), help: help.into() });
    }

    /// Sorts the problems by file and position, and removes duplicates.
    pub fn sorted(mut self) -> Self {
        fn position(problem: &Problem) -> (&str, usize) {
            (&problem.place.source.name, problem.place.span.start)
        }
        self.0.sort_by(|a, b| position(a).cmp(&position(b)));
        let mut seen = HashSet::new();
        self.0.retain(|Problem { place, message, .. }| {
            seen.insert((place.source.name.clone(), place.span.clone(), message.clone()))
        });
        self
    }
}

impl fmt::Display for Problems {
    /// One line each: `file:line:column: message (help)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let (line, column) = problem.place.line_and_column();
            write!(f, "{}:{line}:{column}: {}", problem.place.source.name, problem.message)?;
            if !problem.help.is_empty() {
                write!(f, " ({})", problem.help)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
