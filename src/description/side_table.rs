use std::fmt;

use super::{Datum, Str};

/// A table for a procedure's page, in addition to those that every run writes.
pub struct SideTable {
    /// The name of its file.
    pub name: Str,
    /// Its columns.
    pub columns: Vec<Str>,
    rows: Maker,
    /// Whether its rows follow from indicators.
    pub needs_indicators: bool,
    in_words: Option<InWords>,
}

/// Makes the rows of a table from the probability of each indicator.
type Maker = Box<dyn Fn(&[f64]) -> Vec<Vec<Datum>> + Send + Sync>;

/// Columns and rows that players read instead of those of the file.
struct InWords {
    columns: Vec<Str>,
    rows: Box<dyn Fn() -> Vec<Vec<String>> + Send + Sync>,
}

impl SideTable {
    /// A table of what the procedure knows before any resolution. Its rows are computed when they
    /// are asked for.
    pub fn new(
        name: impl Into<Str>,
        columns: impl IntoIterator<Item: Into<Str>>,
        rows: impl Fn() -> Vec<Vec<Datum>> + Send + Sync + 'static,
    ) -> Self {
        SideTable { needs_indicators: false, ..SideTable::of_indicators(name, columns, move |_| rows()) }
    }

    /// The table with columns and rows that players read instead of those of its file.
    pub fn with_words(
        self,
        columns: impl IntoIterator<Item: Into<Str>>,
        rows: impl Fn() -> Vec<Vec<String>> + Send + Sync + 'static,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        SideTable { in_words: Some(InWords { columns, rows: Box::new(rows) }), ..self }
    }

    /// The columns and rows for players, if they are not those of the file.
    pub fn words(&self) -> Option<(&[Str], Vec<Vec<String>>)> {
        self.in_words.as_ref().map(|InWords { columns, rows }| (&columns[..], rows()))
    }

    /// A table of the probabilities of the procedure's indicators. Its numbers may only be sums of
    /// them, or independent of them: averaging the probabilities must average the rows.
    pub fn of_indicators(
        name: impl Into<Str>,
        columns: impl IntoIterator<Item: Into<Str>>,
        rows: impl Fn(&[f64]) -> Vec<Vec<Datum>> + Send + Sync + 'static,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        SideTable { name: name.into(), columns, rows: Box::new(rows), needs_indicators: true, in_words: None }
    }

    /// Joins the tables of one name for all combinations of parameters, each with the values of the
    /// parameters. The tables are stacked, with the parameters as first columns. If they are of
    /// indicators, one of them serves all.
    pub(super) fn joined(parameters: &[Str], tables: Vec<(Vec<Datum>, SideTable)>) -> Option<SideTable> {
        let (_, first) = tables.first()?;
        if first.needs_indicators {
            return tables.into_iter().next().map(|(_, table)| table);
        }
        let name = first.name.clone();
        let columns: Vec<Str> = parameters.iter().chain(&first.columns).cloned().collect();
        let rows = move || {
            let rows = |(values, table): &(Vec<Datum>, SideTable)| {
                let row = |row: Vec<Datum>| values.iter().cloned().chain(row).collect();
                table.rows(&[]).into_iter().map(row).collect::<Vec<Vec<Datum>>>()
            };
            tables.iter().flat_map(rows).collect()
        };
        Some(SideTable::new(name, columns, rows))
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
