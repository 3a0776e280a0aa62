//! The files that a command is given: on disk, or carried by a part of a command.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::directory::contents;
use super::error::{Error, wrong};
use crate::scenario::{Document, ReadError, STDIN, SourceText};

/// Where scenario files are read.
#[derive(Clone, Debug, Default)]
pub enum Files {
    /// From the file system.
    #[default]
    OnDisk,
    /// From a part of a command, which carries all its files.
    Carried(Vec<CarriedFile>),
}

/// The text of a scenario file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CarriedFile {
    /// Its path as it was given.
    pub name: String,
    text: String,
    /// The name and the text of its rules, if they are written in a file.
    rules: Option<(String, String)>,
}

impl CarriedFile {
    /// The texts of a scenario.
    pub fn of(document: &Document) -> CarriedFile {
        let SourceText { name, text, .. } = (*document.source).clone();
        let rules = document.other_file().cloned().map(|SourceText { name, text, .. }| (name, text));
        CarriedFile { name, text, rules }
    }
}

impl Files {
    /// The scenario of a file, before anything in it is checked.
    ///
    /// # Errors
    /// If it cannot be read, or is not in the form of a scenario.
    pub fn read(&self, path: &Path) -> Result<Document, ReadError> {
        let Files::Carried(files) = self else { return Document::read(path) };
        let is_it = |file: &&CarriedFile| {
            Path::new(&file.name) == path || path == Path::new(STDIN) && file.name == "stdin"
        };
        let missing = || io::Error::other("the parts do not carry it");
        let file = files.iter().find(is_it);
        let file =
            file.ok_or_else(|| ReadError::Io { path: path.display().to_string(), error: missing() })?;
        let rules = file.rules.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
        Ok(Document::of_texts(&file.name, &file.text, rules)?)
    }

    /// Returns the named files, and the scenario files and rule texts below the named folders.
    ///
    /// # Errors
    /// If a folder cannot be read, or there is nothing in it.
    pub fn below(&self, paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        match self {
            Files::OnDisk => files(paths),
            Files::Carried(files) => Ok(files.iter().map(|file| PathBuf::from(&file.name)).collect()),
        }
    }
}

/// The extensions of scenario files and rule texts.
const KINDS: [&str; 2] = ["toml", "rules"];

/// Returns the named files, and all scenario files and rule texts below the named folders, in order and
/// without duplicates.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            files_below(path, &mut files)?;
            if files.len() == before {
                let (kinds, path) = (KINDS.map(|kind| format!(".{kind}")).join(", "), path.display());
                return Err(wrong!("there are no scenario files ({kinds}) in {path}"));
            }
        } else {
            files.push(path.clone());
        }
    }
    let mut seen = HashSet::new();
    files.retain(|path| seen.insert(path.clone()));
    Ok(files)
}

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |error| Error::Machine(format!("cannot read {}: {error}", folder.display()));
    let mut paths = contents(folder).map_err(failed)?;
    paths.sort();
    for path in paths {
        // Symbolic links are not followed: a link to a parent folder would recurse without end.
        if path.is_dir() && !path.is_symlink() {
            files_below(&path, files)?;
        } else if path.extension().is_some_and(|extension| KINDS.iter().any(|kind| extension == *kind)) {
            files.push(path);
        }
    }
    Ok(())
}
