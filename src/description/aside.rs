//! What a procedure says beside its metrics: facts and side tables.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::Serialize;

/// A value of a side table or a fact.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// Nothing.
    Empty,
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
}

/// Something that a procedure knows before any resolution, such as the value of
/// a game.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedValue {
    /// Its name in `run.json`.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it says to them.
    pub text: String,
    /// What it says to programs.
    pub value: Datum,
}

/// What a procedure knows before any resolution, found when somebody first asks.
pub type DerivedValues = LazyLock<Vec<DerivedValue>, Box<dyn FnOnce() -> Vec<DerivedValue> + Send>>;

/// A table that a procedure's page names, beside those that every run writes.
pub struct SideTable {
    /// The name of its file.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [&'static str],
    rows: Rows,
}

/// Makes the rows of a table, given the probability of each indicator.
type Rows = Box<dyn Fn(&[f64]) -> Vec<Vec<Datum>> + Send + Sync>;

impl SideTable {
    /// A table whose rows are made from `source` when they are asked for.
    pub fn new<T: Send + Sync + 'static>(
        name: &'static str,
        columns: &'static [&'static str],
        source: Arc<T>,
        rows: fn(&T) -> Vec<Vec<Datum>>,
    ) -> Self {
        SideTable { name, columns, rows: Box::new(move |_| rows(&source)) }
    }

    /// A table of the probabilities of the procedure's indicators.
    pub fn of_indicators(
        name: &'static str,
        columns: &'static [&'static str],
        rows: impl Fn(&[f64]) -> Vec<Vec<Datum>> + Send + Sync + 'static,
    ) -> Self {
        SideTable { name, columns, rows: Box::new(rows) }
    }

    /// Its rows, a value for each column; `indicators` are the probabilities of the
    /// procedure's indicators.
    pub fn rows(&self, indicators: &[f64]) -> Vec<Vec<Datum>> {
        (self.rows)(indicators)
    }
}

impl fmt::Debug for SideTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideTable").field("name", &self.name).finish_non_exhaustive()
    }
}
