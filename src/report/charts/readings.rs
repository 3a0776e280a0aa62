//! Numbers of settings, as charts read them.

/// A number, and what is around it: the 95 % interval of a probability, the 5 and 95 %
/// quantiles of what has this mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The number.
    pub value: f64,
    /// The lower end of what is around it.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Reading {
    /// A number with nothing around it.
    pub fn bare(value: f64) -> Self {
        Reading { value, low: value, high: value }
    }
}

/// What is at a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// Its number.
    Number(Reading),
    /// The rules do not allow the setting.
    Skipped,
    /// There is no such setting, or it has no such number.
    Empty,
}

impl Cell {
    /// Its number, if it has one.
    pub fn number(self) -> Option<Reading> {
        match self {
            Cell::Number(reading) => Some(reading),
            Cell::Skipped | Cell::Empty => None,
        }
    }
}
