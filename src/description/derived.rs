use std::sync::LazyLock;

use super::{Datum, Str};

/// Something that a procedure knows before any resolution, such as the value of
/// a game.
#[derive(Clone, Debug, PartialEq)]
pub struct DerivedValue {
    /// Its name in `run.json`.
    pub name: Str,
    /// Its name for people.
    pub title: Str,
    /// What it says to them.
    pub text: String,
    /// What it says to programs.
    pub value: Datum,
}

/// What a procedure knows before any resolution, found when somebody first asks.
pub type DerivedValues = LazyLock<Vec<DerivedValue>, Box<dyn FnOnce() -> Vec<DerivedValue> + Send>>;
