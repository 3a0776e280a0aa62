//! Games: what they have, and the tables that players pin to their screen.

use std::sync::Arc;

use fizzle::analysis::{Effort, Method, Own, Sampling, sheet_of};
use fizzle::ask::games;
use fizzle::description::System;
use fizzle::report::catalog::{schema, system as about};
use fizzle::report::{charts, sheet as report};
use fizzle::systems::{SYSTEMS, named};
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::error::{Failure, none};
use crate::work::{How, work};

/// A game of this name.
///
/// # Errors
/// When there is none.
pub fn find(name: &str) -> Result<&'static Arc<System>, Failure> {
    named(name).ok_or_else(|| none("system", name, SYSTEMS.iter().map(|system| system.name)))
}

/// What a scenario may have in it: the games, or of one game its procedures, keys, presets and
/// metrics. The data of the answer is the JSON Schema of scenario files.
#[pyfunction]
#[pyo3(signature = (system=None))]
pub fn catalog(system: Option<&str>) -> Result<Answer, Failure> {
    let system = system.map(find).transpose()?;
    Ok(Answer {
        text: system.map_or_else(|| games(""), |system| about(system)),
        data: schema(system.map(|system| &**system)),
        ..Answer::default()
    })
}

/// The printable tables of a game: its page is for the game master's screen.
#[pyfunction]
#[pyo3(signature = (system, *, progress=None))]
pub fn sheet(py: Python<'_>, system: &str, progress: Option<Bound<'_, PyAny>>) -> PyResult<Answer> {
    sheet_with(py, find(system)?, Own::default(), progress)
}

/// The sheet of a game with somebody's own values.
pub fn sheet_with(
    py: Python<'_>,
    system: &Arc<System>,
    own: Own,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let system = Arc::clone(system);
    work(py, &How { threads: None, progress }, move |progress| {
        let effort = Effort { method: Method::Exact, sampling: Sampling::default() };
        let found = sheet_of(&system, &own, &effort, progress)?;
        if let Some(why) = found.refusal() {
            return Err(Failure::Message(why));
        }
        Ok(Answer {
            text: format!("{}: {} tables\n", system.title, found.tables.len()),
            tables: vec![("sheet".to_owned(), report::csv(&found))],
            charts: vec![("sheet".to_owned(), charts::sheet(&found))],
            page: Some(report::html(&found, "fizzle for Python", "fizzle.sheet")),
            ..Answer::default()
        })
    })
}
