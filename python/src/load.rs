//! Where scenarios come from: files, texts, games and rolls.

use std::path::PathBuf;

use fizzle::report::catalog;
use fizzle::scenario::Document;
use pyo3::prelude::*;

use crate::error::{Failure, none, of_file};
use crate::scenario::{Changed, Scenario, Texts};
use crate::system::find;

/// Reads a scenario file; a text of rules (`.rules`) is one, too.
#[pyfunction]
pub fn load(path: PathBuf) -> PyResult<Scenario> {
    let document = Document::read(&path).map_err(of_file)?;
    Ok(Scenario::of_document(&document)?)
}

/// Reads a scenario from text; `name` is for messages.
#[pyfunction]
#[pyo3(signature = (text, name="scenario"))]
pub fn loads(text: &str, name: &str) -> Result<Scenario, Failure> {
    Scenario::new((name.to_owned(), text.to_owned(), None), Vec::new())
}

/// The scenario that `fizzle new --all` writes: every key of a game's procedure.
#[pyfunction]
#[pyo3(signature = (system, procedure=None))]
pub fn template(system: &str, procedure: Option<&str>) -> Result<Scenario, Failure> {
    let found = find(system)?;
    let procedures = || found.procedures.iter().map(|row| &*row.name);
    let row = match procedure {
        None => &found.procedures[0],
        Some(name) => found.procedure(name).ok_or_else(|| none("procedure", name, procedures()))?,
    };
    loads(&catalog::template(found, row), system)
}

/// The scenario of a roll, as in '4d6.highest(3)': its metric is `result`.
#[pyfunction]
#[pyo3(name = "_roll")]
pub fn roll(expression: &str) -> Result<Scenario, Failure> {
    Scenario::of_document(&Document::of_roll(expression)?)
}

/// A scenario from what it was made of: how a pickled one comes back.
#[pyfunction]
#[pyo3(name = "_scenario")]
pub fn scenario(texts: Texts, changes: Vec<Changed>) -> Result<Scenario, Failure> {
    Scenario::new(texts, changes)
}
