//! Typed cells of tables, and their output formats.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::description::{Datum, System};
use crate::report::number::{Digits, Known, Measure, decimals, round_trip};
use crate::stats::Estimate;

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum Cell<'a> {
    /// The column does not apply to this row: JSON leaves it out.
    Absent,
    /// No value: null in JSON.
    Empty,
    /// Text, written alike in all formats.
    Text(Cow<'a, str>),
    /// The value of a key. Text tables show it in words.
    Setting {
        /// The game that the key belongs to.
        system: &'a System,
        /// The key.
        key: &'a str,
        /// The value, as written in scenario files.
        value: &'a str,
    },
    /// A whole number.
    Integer(i64),
    /// True or false.
    Flag(bool),
    /// A number and its format in text tables. It may be infinite or NaN.
    Number(Known, Measure, Write),
    /// A number that JSON shows with its interval.
    Estimate(Known, Measure, Write),
    /// A nested value, which only JSON shows.
    Nested(Value),
    /// A cell that text tables replace by these words.
    Said(Box<Cell<'a>>, String),
}

/// Writes a number for text tables, as methods of [`Measure`] do.
pub type Write = fn(Measure, Known, Digits) -> String;

impl<'a> Cell<'a> {
    /// A number of this measure.
    pub fn number(measure: Measure, number: impl Into<Known>) -> Self {
        Cell::Number(number.into(), measure, Measure::write)
    }

    /// A number of this measure that JSON shows with its interval.
    pub fn estimate(measure: Measure, number: impl Into<Known>) -> Self {
        Cell::Estimate(number.into(), measure, Measure::write)
    }

    /// A standard deviation, which has two decimals unless others are asked for.
    pub fn deviation(sd: f64) -> Self {
        let write = |measure: Measure, known: Known, digits: Digits| match digits {
            // The root of a rounding error is large enough to be visible.
            _ if known.value < 1e-6 => measure.write(0.0, digits),
            Digits::Few => decimals(known.value, 2),
            Digits::Figures(_) => measure.write(known, digits),
        };
        Cell::Number(sd.into(), Measure::Number, write)
    }

    /// Replaces the cell by words in text tables.
    pub fn said(self, words: impl Into<String>) -> Self {
        Cell::Said(Box::new(self), words.into())
    }

    /// The cell in CSV. Numbers read back to the same float.
    pub fn csv(&self) -> String {
        match self {
            Cell::Absent | Cell::Empty | Cell::Nested(_) => String::new(),
            Cell::Text(text) => text.to_string(),
            Cell::Setting { value, .. } => (*value).to_owned(),
            Cell::Integer(integer) => integer.to_string(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Number(known, ..) | Cell::Estimate(known, ..) if !known.value.is_finite() => String::new(),
            Cell::Number(known, ..) | Cell::Estimate(known, ..) => round_trip(known.value),
            Cell::Said(cell, _) => cell.csv(),
        }
    }

    /// The cell in JSON; `None` if the cell is [`Cell::Absent`].
    pub fn json(&self) -> Option<Value> {
        Some(match self {
            Cell::Absent => return None,
            Cell::Empty => Value::Null,
            Cell::Text(text) => json!(text),
            Cell::Setting { value, .. } => json!(value),
            Cell::Integer(integer) => json!(integer),
            Cell::Flag(flag) => json!(flag),
            Cell::Number(known, ..) => json!(known.value),
            Cell::Estimate(Known { value, low, high, .. }, ..) => {
                json!({ "value": value, "low": low, "high": high })
            }
            Cell::Nested(value) => value.clone(),
            Cell::Said(cell, _) => return cell.json(),
        })
    }

    /// The cell in text tables, where numbers have these digits.
    pub fn text(&self, digits: Digits) -> String {
        match self {
            Cell::Setting { system, key, value } => system.value_in_words(key, value),
            Cell::Number(known, measure, write) | Cell::Estimate(known, measure, write) => {
                write(*measure, *known, digits)
            }
            Cell::Said(_, words) => words.clone(),
            _ => self.csv(),
        }
    }
}

/// Conversions from values to cells.
macro_rules! cells {
    ($($from:ty: |$value:ident| $cell:expr;)*) => {$(
        impl<'a> From<$from> for Cell<'a> {
            fn from($value: $from) -> Self {
                $cell
            }
        }
    )*};
}

cells! {
    &'a str: |text| Cell::Text(text.into());
    &'a String: |text| Cell::Text(text.into());
    String: |text| Cell::Text(text.into());
    bool: |flag| Cell::Flag(flag);
    i64: |integer| Cell::Integer(integer);
    u64: |integer| i64::try_from(integer).map_or_else(|_| Cell::from(integer as f64), Cell::Integer);
    usize: |integer| Cell::from(integer as u64);
    f64: |number| Cell::number(Measure::Number, number);
    Estimate: |estimate| Cell::estimate(Measure::Number, estimate);
}

impl<'a> From<&'a Datum> for Cell<'a> {
    fn from(datum: &'a Datum) -> Self {
        match datum {
            Datum::Empty => Cell::Empty,
            Datum::Text(text) => text.as_str().into(),
            Datum::Integer(integer) => (*integer).into(),
            // Text tables show numbers of a game's description with all digits, as files do.
            Datum::Number(number) => Cell::from(*number).said(round_trip(*number)),
            Datum::Flag(flag) => (*flag).into(),
        }
    }
}

impl<'a, C: Into<Cell<'a>>> From<Option<C>> for Cell<'a> {
    fn from(value: Option<C>) -> Self {
        value.map_or(Cell::Empty, Into::into)
    }
}
