//! A CSV file, read back.

use std::collections::BTreeMap;

/// A CSV file.
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    #[track_caller]
    pub fn parse(text: &str) -> Self {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().unwrap().iter().map(str::to_owned).collect();
        let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
        Table { columns, rows }
    }

    #[track_caller]
    pub fn column(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))
    }

    #[track_caller]
    pub fn texts(&self, name: &str) -> Vec<&str> {
        let column = self.column(name);
        self.rows.iter().map(|row| row[column].as_str()).collect()
    }

    #[track_caller]
    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.texts(name).into_iter().map(|text| text.parse().unwrap_or_else(|_| panic!("{text}"))).collect()
    }

    /// The probability of each value of each metric, of a `distributions.csv`.
    #[track_caller]
    pub fn law(&self) -> BTreeMap<(String, String), f64> {
        let names = self.texts("metric").into_iter().zip(self.texts("value"));
        let names = names.map(|(metric, value)| (metric.to_owned(), value.to_owned()));
        names.zip(self.numbers("probability")).collect()
    }

    /// The sum of a column over the rows in which `wanted` holds of the named cells.
    #[track_caller]
    pub fn sum_where(&self, amount: &str, names: &[&str], wanted: impl Fn(&[&str]) -> bool) -> f64 {
        let columns: Vec<usize> = names.iter().map(|name| self.column(name)).collect();
        let amounts = self.numbers(amount);
        let cells = self.rows.iter().zip(amounts).filter(|(row, _)| {
            let cells: Vec<&str> = columns.iter().map(|&column| row[column].as_str()).collect();
            wanted(&cells)
        });
        cells.map(|(_, amount)| amount).sum()
    }
}
