//! The names that may be used in a statistic.

use super::Event;
use crate::chance::MetricSpec;

/// Looks up the names in a statistic, apart from its functions.
pub trait Scope {
    /// The metrics, which events and numbers refer to by name.
    fn metrics(&self) -> &[MetricSpec];

    /// Events with names: a name in quotes stands for its event.
    fn events(&self) -> Vec<(&str, &Event)>;

    /// The whole number that a name stands for, if it is not the name of a metric.
    ///
    /// # Errors
    /// If the name is unknown, or stands for something else.
    fn number(&self, name: &str) -> Result<NamedNumber, NoNumber>;

    /// The names that may stand for numbers, for suggestions.
    fn numbers(&self) -> Vec<&str>;
}

/// A whole number that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNumber {
    /// The number.
    pub value: i64,
    /// What players call it.
    pub label: String,
}

/// Why a name stands for no whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoNumber {
    /// There is no such name.
    Unknown,
    /// It stands for something else.
    NotWhole,
}
