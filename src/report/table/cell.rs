//! Typed cells of tables, and how each writer shows them.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::description::{Datum, System};
use crate::expression::Estimate;
use crate::report::number::{Known, Measure, round_trip};

/// A cell of a table.
#[derive(Clone, Debug)]
pub enum Cell<'a> {
    /// This row has no such column: JSON leaves it out.
    Absent,
    /// There is no value.
    Empty,
    /// Text that all read alike.
    Text(Cow<'a, str>),
    /// The value of a key, which people read in words.
    Setting {
        /// The game of the key.
        system: &'a System,
        /// The key.
        key: &'a str,
        /// Its value, as files have it.
        value: &'a str,
    },
    /// A whole number.
    Integer(i64),
    /// Whether something is so.
    Flag(bool),
    /// A number, and the digits that people read of it. It need not be finite.
    Number(Known, Digits),
    /// A number whose interval JSON has as well.
    Estimate(Known, Digits),
    /// What JSON alone can show.
    Nested(Value),
    /// A cell in whose place people read these words.
    Said(Box<Cell<'a>>, String),
}

/// How people read a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Digits {
    /// With the digits that are known of it.
    Known(Measure),
    /// As a difference, with its sign.
    Change(Measure),
    /// As a difference with its sign and, where it was sampled, its interval.
    ChangeWithin(Measure),
    /// As a distance: a difference without a sign before what is more than nothing.
    Distance(Measure),
    /// As players say it.
    Said(Measure),
}

impl Digits {
    fn text(self, known: Known) -> String {
        match self {
            Digits::Known(measure) => measure.write(known),
            Digits::Change(measure) => measure.change(known),
            Digits::ChangeWithin(measure) => measure.change_within(known),
            Digits::Distance(measure) => measure.change(known).trim_start_matches('+').to_owned(),
            Digits::Said(measure) => measure.say(known),
        }
    }
}

impl<'a> Cell<'a> {
    /// A number of this measure, with the digits that are known of it.
    pub fn number(measure: Measure, number: impl Into<Known>) -> Self {
        Cell::Number(number.into(), Digits::Known(measure))
    }

    /// A number of this measure, whose interval JSON has as well.
    pub fn estimate(measure: Measure, number: impl Into<Known>) -> Self {
        Cell::Estimate(number.into(), Digits::Known(measure))
    }

    /// The cell with words that people read instead.
    pub fn said(self, words: impl Into<String>) -> Self {
        Cell::Said(Box::new(self), words.into())
    }

    /// For CSV: numbers read back to the same float.
    pub fn csv(&self) -> String {
        match self {
            Cell::Absent | Cell::Empty | Cell::Nested(_) => String::new(),
            Cell::Text(text) => text.to_string(),
            Cell::Setting { value, .. } => (*value).to_owned(),
            Cell::Integer(integer) => integer.to_string(),
            Cell::Flag(flag) => flag.to_string(),
            Cell::Number(known, _) | Cell::Estimate(known, _) if !known.value.is_finite() => String::new(),
            Cell::Number(known, _) | Cell::Estimate(known, _) => round_trip(known.value),
            Cell::Said(cell, _) => cell.csv(),
        }
    }

    /// For JSON; nothing where the row has no such column.
    pub fn json(&self) -> Option<Value> {
        Some(match self {
            Cell::Absent => return None,
            Cell::Empty => Value::Null,
            Cell::Text(text) => json!(text),
            Cell::Setting { value, .. } => json!(value),
            Cell::Integer(integer) => json!(integer),
            Cell::Flag(flag) => json!(flag),
            Cell::Number(known, _) => json!(known.value),
            Cell::Estimate(Known { value, low, high, .. }, _) => {
                json!({ "value": value, "low": low, "high": high })
            }
            Cell::Nested(value) => value.clone(),
            Cell::Said(cell, _) => return cell.json(),
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        match self {
            Cell::Setting { system, key, value } => system.value_in_words(key, value),
            Cell::Number(known, digits) | Cell::Estimate(known, digits) => digits.text(*known),
            Cell::Said(_, words) => words.clone(),
            _ => self.csv(),
        }
    }
}

/// What becomes a cell of which kind.
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
            // People read what a game says of itself as files have it.
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
