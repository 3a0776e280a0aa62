//! What the names in a statistic stand for.

use super::Event;
use crate::chance::MetricSpec;

/// What the names in a statistic stand for, beside its functions.
pub trait Scope {
    /// The metrics, by whose names events and numbers are written.
    fn metrics(&self) -> &[MetricSpec];

    /// The events that have names of their own: a name in quotes stands for its event.
    fn events(&self) -> Vec<(&str, &Event)>;

    /// The whole number that a name stands for, where it is not the name of a metric.
    ///
    /// # Errors
    /// When the name stands for none.
    fn number(&self, name: &str) -> Result<NamedNumber, NoNumber>;

    /// The names that may stand for numbers, to suggest the nearest one.
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
