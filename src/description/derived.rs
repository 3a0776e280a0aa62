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
    /// Its value in words.
    pub text: String,
    /// Its value for programs.
    pub value: Datum,
}

/// The derived values of a procedure, computed when they are first asked for.
pub type DerivedValues = LazyLock<Vec<DerivedValue>, Box<dyn FnOnce() -> Vec<DerivedValue> + Send>>;
