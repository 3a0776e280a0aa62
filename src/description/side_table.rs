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
    /// parameters. The tables are stacked, with the parameters as first columns; a column that some of them lack is
    /// empty there. If they are of indicators, one of them serves all.
    pub(super) fn joined(parameters: &[Str], tables: Vec<(Vec<Datum>, SideTable)>) -> Option<SideTable> {
        let (_, first) = tables.first()?;
        if first.needs_indicators {
            return tables.into_iter().next().map(|(_, table)| table);
        }
        let name = first.name.clone();
        let own = all_columns(tables.iter().map(|(_, table)| &table.columns[..]));
        let columns: Vec<Str> = parameters.iter().chain(&own).cloned().collect();
        let rows = move || {
            let rows = |(values, table): &(Vec<Datum>, SideTable)| {
                let place_of = |column: &Str| table.columns.iter().position(|known| known == column);
                let places: Vec<Option<usize>> = own.iter().map(place_of).collect();
                let row = |row: Vec<Datum>| {
                    let cell = |place: &Option<usize>| place.map_or(Datum::Empty, |place| row[place].clone());
                    values.iter().cloned().chain(places.iter().map(cell)).collect()
                };
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

/// The columns of all tables: those that the first lacks stand behind the columns that they follow in theirs.
fn all_columns<'a>(tables: impl Iterator<Item = &'a [Str]>) -> Vec<Str> {
    let mut all: Vec<Str> = Vec::new();
    for columns in tables {
        let mut next = 0;
        for column in columns {
            match all.iter().position(|known| known == column) {
                Some(place) => next = place + 1,
                None => {
                    all.insert(next, column.clone());
                    next += 1;
                }
            }
        }
    }
    all
}

impl fmt::Debug for SideTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideTable").field("name", &self.name).finish_non_exhaustive()
    }
}
