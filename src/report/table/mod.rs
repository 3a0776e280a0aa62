//! Tables of results with typed columns, for all output formats.

mod cell;
mod csv;
mod text;

use serde_json::{Map, Value, json};

pub use self::cell::{Cell, Write};
pub use self::text::{Layout, TextColumn, TextTable, in_lines, wrapped};

use crate::description::System;
use crate::report::json::insert;
use crate::report::number::Digits;
use crate::stats::Estimate;

/// Rows of results with their columns.
///
/// CSV, JSON and the terminal show the same values under different names. A column defines its
/// cells once, with a name for each format. Cells are created when they are written, so a table of
/// a million rows needs little more memory than its rows.
pub struct Table<'a, R> {
    rows: Vec<R>,
    columns: Vec<(Column, Cells<'a, R>)>,
}

/// A name and the function that reads the value from a row.
pub type Field<R, V> = (&'static str, fn(&R) -> V);

/// Creates the cell of a row.
type Cells<'a, R> = Box<dyn Fn(R) -> Cell<'a> + 'a>;

/// The names of a column in each output format. A format without a name leaves the column out.
#[derive(Clone, Debug, Default)]
pub struct Column {
    csv: Option<String>,
    /// The path of keys from the object of the row to the value.
    json: Option<Vec<String>>,
    text: Option<TextColumn>,
}

impl Column {
    /// A column of this name in CSV and, as a top-level key of the row, in JSON.
    pub fn new(name: impl Into<String>) -> Self {
        let name = name.into();
        Column { csv: Some(name.clone()), json: Some(vec![name]), text: None }
    }

    /// A column in CSV only.
    pub fn csv(name: impl Into<String>) -> Self {
        Column { csv: Some(name.into()), ..Column::default() }
    }

    /// A column in JSON only.
    pub fn json(name: impl Into<String>) -> Self {
        Column { json: Some(vec![name.into()]), ..Column::default() }
    }

    /// Sets the path in JSON: the keys from the object of the row to the value.
    pub fn at<const N: usize>(self, path: [&str; N]) -> Self {
        Column { json: Some(path.map(str::to_owned).to_vec()), ..self }
    }

    /// Shows the column in text tables, too.
    pub fn shown(self, column: TextColumn) -> Self {
        Column { text: Some(column), ..self }
    }

    /// Shows the column in text tables as numbers under this heading.
    pub fn number(self, heading: impl Into<String>) -> Self {
        self.shown(TextColumn::number(heading))
    }
}

impl From<TextColumn> for Column {
    /// A column in text tables only.
    fn from(column: TextColumn) -> Self {
        Column { text: Some(column), ..Column::default() }
    }
}

impl<'a, R: Copy> Table<'a, R> {
    /// A table of these rows, without columns yet.
    pub fn new(rows: impl IntoIterator<Item = R>) -> Self {
        Table { rows: rows.into_iter().collect(), columns: Vec::new() }
    }

    /// Adds a column.
    pub fn column<C: Into<Cell<'a>>>(
        mut self,
        column: impl Into<Column>,
        cell: impl Fn(R) -> C + 'a,
    ) -> Self {
        self.columns.push((column.into(), Box::new(move |row| cell(row).into())));
        self
    }

    /// Adds a column for each of the `items`.
    pub fn columns<T: Copy + 'a, N: Into<Column>, C: Into<Cell<'a>>>(
        self,
        items: impl IntoIterator<Item = T>,
        column: impl Fn(T) -> N,
        cell: impl Fn(R, T) -> C + Copy + 'a,
    ) -> Self {
        let with = |table: Self, item: T| table.column(column(item), move |row| cell(row, item));
        items.into_iter().fold(self, with)
    }

    /// Adds a column for each key of the settings. In JSON they form the object `group`; without a
    /// group they are left out.
    pub fn settings(
        self,
        group: Option<&str>,
        system: &'a System,
        keys: &'a [String],
        values: impl Fn(R) -> &'a [String] + Copy + 'a,
    ) -> Self {
        let column = |(_, key): (usize, &String)| {
            let column = Column::csv(key).shown(TextColumn::setting(system.label(key)));
            if let Some(group) = group { column.at([group, key]) } else { column }
        };
        self.columns(keys.iter().enumerate(), column, move |row, (place, key)| Cell::Setting {
            system,
            key,
            value: &values(row)[place],
        })
    }

    /// Adds three columns: a number and the ends of its 95 % interval. The cells are absent if
    /// `interval` returns `None`.
    pub fn interval(
        self,
        columns: [Column; 3],
        interval: impl Fn(R) -> Option<Estimate> + Copy + 'a,
    ) -> Self {
        let ends: [fn(Estimate) -> f64; 3] = [|one| one.value, |one| one.low, |one| one.high];
        columns.into_iter().zip(ends).fold(self, |table, (column, end)| {
            table.column(column, move |row| interval(row).map_or(Cell::Absent, |one| end(one).into()))
        })
    }

    /// Adds an object in JSON, which is written even if it stays empty.
    pub fn group(self, name: &str) -> Self {
        self.column(Column::json(name), |_| Cell::Nested(json!({})))
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as CSV.
    pub fn csv(&self) -> Vec<u8> {
        self.csv_of(true)
    }

    /// The table as CSV, with or without its header.
    pub fn csv_of(&self, has_header: bool) -> Vec<u8> {
        let of_csv = self.columns.iter().filter_map(|(column, cell)| Some((column.csv.as_deref()?, cell)));
        let (header, cells): (Vec<&str>, Vec<_>) = of_csv.unzip();
        let rows = self.rows.iter().map(|&row| cells.iter().map(|cell| cell(row).csv()).collect());
        csv::table(has_header.then_some(header), rows)
    }

    /// The table as JSON: an array with an object for each row.
    pub fn json(&self) -> Value {
        let object = |&row: &R| {
            let mut object = Map::new();
            for (column, cell) in &self.columns {
                if let Some((path, value)) = column.json.as_deref().zip(cell(row).json()) {
                    insert(&mut object, path, value);
                }
            }
            object
        };
        self.rows.iter().map(object).collect()
    }

    /// The table as text that fits the layout; empty if it has no rows.
    pub fn shown(&self, layout: Layout) -> String {
        match self.is_empty() {
            true => String::new(),
            false => self.text_of(usize::MAX, layout.digits).shown(layout.width),
        }
    }

    /// At most `most` rows of the table as text, in which numbers have these digits.
    pub fn text_of(&self, most: usize, digits: Digits) -> TextTable {
        let shown = self.columns.iter().filter_map(|(column, cell)| Some((column.text.clone()?, cell)));
        let (columns, cells): (Vec<_>, Vec<_>) = shown.unzip();
        let mut table = TextTable::new(columns);
        for &row in self.rows.iter().take(most) {
            table.row(cells.iter().map(|cell| cell(row).text(digits)));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::number::Measure;

    fn odds<'a>() -> Table<'a, (&'a str, Option<f64>)> {
        Table::new([("hit", Some(0.25)), ("=glitch", None)])
            .column(Column::new("event").shown(TextColumn::name("")), |(event, _)| event)
            .column(Column::csv("probability").at(["chance", "value"]).number("chance"), |(_, chance)| {
                chance.map(|chance| Cell::number(Measure::Chance, chance))
            })
            .column(TextColumn::words("so"), |(_, chance)| if chance.is_some() { "rare" } else { "" })
    }

    #[test]
    fn each_writer_shows_the_columns_that_it_has_a_name_for() {
        assert_eq!(odds().csv(), b"event,probability\nhit,0.25\n'=glitch,\n");
        assert_eq!(odds().csv_of(false), b"hit,0.25\n'=glitch,\n");
        assert_eq!(
            odds().shown(Layout::of_width(80)),
            "         chance  so\nhit      25.0 %  rare\n=glitch\n"
        );
        assert_eq!(odds().text_of(1, Digits::Few).shown(80), "     chance  so\nhit  25.0 %  rare\n");
        let rows = json!([
            { "event": "hit", "chance": { "value": 0.25 } },
            { "event": "=glitch", "chance": { "value": null } },
        ]);
        assert_eq!(odds().json(), rows);
    }

    #[test]
    fn what_a_row_has_not_json_leaves_out() {
        let table = Table::new([1u64, 2]).group("found").column(Column::csv("n").at(["found", "n"]), |n| {
            if n == 1 { Cell::from(n) } else { Cell::Absent }
        });
        assert_eq!(table.json(), json!([{ "found": { "n": 1 } }, { "found": {} }]));
        assert_eq!(table.csv(), b"n\n1\n\"\"\n");
    }
}
