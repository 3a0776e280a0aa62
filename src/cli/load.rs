//! From paths and changes on the command line to checked scenarios.

use std::path::Path;

use super::error::Error;
use crate::report::diagnostics;
use crate::scenario::{Document, Problems, ReadError, Scenario};

/// A scenario file with the variants asked for.
pub struct Loaded {
    /// Its path as given.
    pub path: String,
    /// The file as it is, then each variant with its name.
    pub scenarios: Vec<(Option<String>, Scenario)>,
}

/// Reads and checks a scenario file, with `--set` and `--variant` applied.
///
/// The file's own variants are checked as well, whether they are asked for or
/// not: all errors of a file are shown.
pub fn load(path: &Path, set: &[String], variants: &[String], color: bool) -> Result<Loaded, Error> {
    let mut document = Document::read(path).map_err(|error| unread(error, color))?;
    let shown = |problems: Problems| Error::Problems(diagnostics::render(&problems, color));
    for assignment in set {
        document.set("--set", assignment).map_err(shown)?;
    }
    let mut problems = Problems::default();
    let mut scenarios = Vec::new();
    keep(&mut scenarios, &mut problems, None, &document);
    // Those that are asked for are checked below.
    for name in document.variant_names().into_iter().filter(|name| !variants.contains(name)) {
        if let Ok(variant) = document.variant(&name) {
            problems.0.extend(variant.document.check().err().unwrap_or_default().0);
        }
    }
    for argument in variants {
        match document.variant(argument) {
            Ok(variant) => keep(&mut scenarios, &mut problems, Some(variant.name), &variant.document),
            Err(more) => problems.0.extend(more.0),
        }
    }
    let names: Vec<_> = scenarios.iter().map(|(name, _)| name).collect();
    if let Some((_, twice)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
        let name = twice.as_deref().unwrap_or_default();
        return Err(Error::Input(format!("two variants are called \"{name}\"; give each a name of its own")));
    }
    if !problems.0.is_empty() {
        return Err(shown(problems.sorted()));
    }
    Ok(Loaded { path: path.display().to_string(), scenarios })
}

fn keep(
    scenarios: &mut Vec<(Option<String>, Scenario)>,
    problems: &mut Problems,
    name: Option<String>,
    document: &Document,
) {
    match document.check() {
        Ok(scenario) => scenarios.push((name, scenario)),
        Err(more) => problems.0.extend(more.0),
    }
}

fn unread(error: ReadError, color: bool) -> Error {
    match error {
        ReadError::Problems(problems) => Error::Problems(diagnostics::render(&problems, color)),
        other => Error::Input(other.to_string()),
    }
}
