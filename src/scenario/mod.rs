//! Scenario files: from TOML to a checked scenario, with errors that show their position.

pub use self::source::{Place, Problem, Problems, SourceText};

pub use self::written::Written;

pub(crate) use self::document::is_rules;
pub use self::document::{Document, Entry, STDIN, stem};

#[cfg(feature = "cli")]
pub use self::read::ReadError;

pub use self::checked::{Expectation, Outline, Question, Scenario};

pub use self::check::IdleKey;

pub use self::keys::COMMON;

pub use self::grid::{Grid, MAX_SETTINGS, Settings};

pub use self::query::Query;

pub use self::scope::ScenarioScope;

pub use self::goal::{Goal, GoalTable, Sense, Worth};

pub use self::edit::{Change, edit};

pub use self::visible::{is_obeyed, visible};

mod source;

mod written;

mod document;

#[cfg(feature = "cli")]
mod read;

#[cfg(feature = "cli")]
mod uses;

mod keys;

mod checked;

mod check;

mod values;

mod variant;

mod grid;

mod query;

mod goal;

mod scope;

mod edit;

mod visible;
