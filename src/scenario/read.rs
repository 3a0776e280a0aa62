//! Scenario files, read from the file system or standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::document::is_rules;
use super::document::rules::RULES;
use super::uses::with_used;
use super::{Change, Document, Problems, STDIN, SourceText, edit};

/// The largest scenario file, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// A scenario file that cannot be used.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    Io {
        /// The file's path as given.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The file is larger than any scenario.
    TooLong {
        /// The file's path as given.
        path: String,
    },
    /// The file is not text.
    NotUtf8 {
        /// The file's path as given.
        path: String,
        /// The offset of the first byte that is not UTF-8.
        offset: usize,
    },
    /// The scenario has problems.
    Problems(Problems),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io { path, error } if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "there is no file {path}")
            }
            ReadError::Io { path, error } if error.kind() == io::ErrorKind::IsADirectory => {
                write!(f, "{path} is a directory, not a scenario file")
            }
            ReadError::Io { path, error } => write!(f, "cannot read {path}: {error}"),
            ReadError::TooLong { path } => {
                write!(f, "{path} is not a scenario: it is larger than {MAX_FILE} bytes")
            }
            ReadError::NotUtf8 { path, offset } => {
                write!(f, "{path} is not UTF-8 text: byte {offset} is the first that is wrong")
            }
            ReadError::Problems(problems) => problems.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Problems> for ReadError {
    fn from(problems: Problems) -> Self {
        ReadError::Problems(problems)
    }
}

impl Document {
    /// Reads and parses a scenario file; `-` is standard input. A rule text (`.rules`) is a scenario in
    /// which every key has its default. A scenario may name a rule text as its `rules`, or contain it.
    pub fn read(path: &Path) -> Result<Document, ReadError> {
        let (name, text) = read(path)?;
        match is_rules(path) {
            true => Ok(Document::of_toml(&name, "")?.with_rules_of(with_used(name, text)?)?),
            false => Ok(Document::parse(&name, &text)?.with_rules_file()?),
        }
    }

    /// A variant as of [`Document::variant`], which may also name a rule text as its `rules`: a changed text
    /// beside the rules of the scenario. `option` names the argument in messages.
    pub fn read_variant(&self, option: &str, argument: &str) -> Result<Document, Problems> {
        self.variant_of(option, argument)?.with_changed_rules()
    }

    /// The document with the rule text that a change of it names or contains, in place of its game; or else as it
    /// is.
    pub fn with_changed_rules(self) -> Result<Document, Problems> {
        match self.rules_file() {
            None => self.with_changed_rules_inside(),
            Some(_) => Ok(self.with_rules_file()?.without_needless_procedure()),
        }
    }

    /// The scenario as one text, with its rules and those of its variants in it.
    ///
    /// # Errors
    /// If a variant names rules that cannot be read.
    pub fn whole_text(&self) -> Result<String, Problems> {
        let set = |path: String, rules: &SourceText| Change::Set(path, rules.text.clone());
        let mut changes = Vec::from_iter(self.other_file().map(|rules| set(RULES.to_owned(), rules)));
        for (path, name) in self.variants_with_rules() {
            let variant = self.read_variant("--variant", &name)?;
            changes.extend(variant.other_file().map(|rules| set(path, rules)));
        }
        edit(&self.source.text, &changes)
    }

    /// The document with the rule text that it names, if it names one. In the file the path is relative to its
    /// folder.
    fn with_rules_file(self) -> Result<Document, Problems> {
        let Some((rules, place)) = self.rules_file() else { return Ok(self) };
        let folder = match place.source.name == self.source.name {
            true => Path::new(&self.source.name).parent().unwrap_or(Path::new("")),
            false => Path::new(""),
        };
        let (name, text) = read(&folder.join(rules)).map_err(|error| {
            let message =
                if rules.is_empty() { "`rules` names no file".to_owned() } else { error.to_string() };
            Problems::of(place.clone(), message, "name a rule text, as in rules = \"risk.rules\"")
        })?;
        self.with_rules_of(with_used(name, text)?)
    }
}

/// Reads a file; `-` is standard input. Returns its name and its text.
pub(in crate::scenario) fn read(path: &Path) -> Result<(String, String), ReadError> {
    let is_stdin = path == Path::new(STDIN);
    let name = if is_stdin { "stdin".to_owned() } else { path.display().to_string() };
    let failed = |error| ReadError::Io { path: name.clone(), error };
    let mut bytes = Vec::new();
    let file: Box<dyn Read> =
        if is_stdin { Box::new(io::stdin()) } else { Box::new(File::open(path).map_err(failed)?) };
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(ReadError::TooLong { path: name });
    }
    let text = String::from_utf8(bytes).map_err(|error| ReadError::NotUtf8 {
        path: name.clone(),
        offset: error.utf8_error().valid_up_to(),
    })?;
    Ok((name, text))
}
