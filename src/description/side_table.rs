use std::fmt;
use std::sync::Arc;

use super::{Datum, Str};

/// A table that a procedure's page names, beside those that every run writes.
pub struct SideTable {
    /// The name of its file.
    pub name: Str,
    /// Its columns.
    pub columns: Vec<Str>,
    rows: Rows,
}

/// Makes the rows of a table, given the probability of each indicator.
type Rows = Box<dyn Fn(&[f64]) -> Vec<Vec<Datum>> + Send + Sync>;

impl SideTable {
    /// A table whose rows are made from `source` when they are asked for.
    pub fn new<T: Send + Sync + 'static>(
        name: impl Into<Str>,
        columns: impl IntoIterator<Item: Into<Str>>,
        source: Arc<T>,
        rows: fn(&T) -> Vec<Vec<Datum>>,
    ) -> Self {
        SideTable::of_indicators(name, columns, move |_| rows(&source))
    }

    /// A table of the probabilities of the procedure's indicators.
    pub fn of_indicators(
        name: impl Into<Str>,
        columns: impl IntoIterator<Item: Into<Str>>,
        rows: impl Fn(&[f64]) -> Vec<Vec<Datum>> + Send + Sync + 'static,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        SideTable { name: name.into(), columns, rows: Box::new(rows) }
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
