//! The registry of the built-in games, and those whose rules are not a text yet, one module each.
//!
//! A game depends only on [`chance`](crate::chance) and [`description`](crate::description), and where its
//! rules are a text in `games`, on [`rules`](crate::rules). Nothing else depends on a game: other code asks
//! this registry for a [`System`]. A game is a text of rules and a file of what it has besides, and one row of
//! [`SYSTEMS`]. To write one in Rust:
//!
//! 1. Write its procedures in a module, each a [`Procedure`](crate::chance::Procedure) that reads like
//!    its rule page.
//! 2. Write its tables: [`Key`](crate::description::Key)s, [`Preset`](crate::description::Preset)s,
//!    metrics, steps.
//! 3. For each procedure, write the function from a [`CheckedInput`](crate::description::CheckedInput)
//!    to a [`Ready`](crate::description::Ready) procedure. It builds the distributions, once, and provides
//!    the results beyond metrics: [`DerivedValue`](crate::description::DerivedValue)s and
//!    [`SideTable`](crate::description::SideTable)s.
//! 4. Add one row to [`SYSTEMS`], with the [`Figure`](crate::description::Figure)s that show its
//!    results.
//!
//! Parsing, error messages, `new`, `list`, `schema`, files, charts and the agreement tests of all
//! readers follow from that row.

pub mod ninth_age;

pub mod ars_magica;

mod extras;

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use self::extras::with_extras;
use crate::description::System;
use crate::rules::RuleText;

/// The file in `games` with the name of a game and this extension.
macro_rules! file {
    ($name:literal, $extension:literal) => {
        include_str!(concat!("../../games/", $name, $extension))
    };
}

/// The row of a game: of its text in `games`, or of its rules in Rust.
macro_rules! game {
    ($name:literal) => {
        game!($name, from_text($name, file!($name, ".rules")))
    };
    ($name:literal, $rules:expr) => {
        BuiltIn { name: $name, system: LazyLock::new(|| with_extras($rules, file!($name, ".toml"))) }
    };
}

/// All built-in games.
pub static SYSTEMS: [BuiltIn; 4] = [
    game!("shadowrun5"),
    game!("ninth-age", ninth_age::system()),
    game!("shadowrun1"),
    game!("ars-magica", ars_magica::system()),
];

/// A built-in game. Its text is read when something but its name is asked for.
pub struct BuiltIn {
    /// Its name in scenarios.
    pub name: &'static str,
    system: LazyLock<Arc<System>>,
}

impl Deref for BuiltIn {
    type Target = Arc<System>;

    fn deref(&self) -> &Arc<System> {
        &self.system
    }
}

/// A game whose rules are a text in `games`.
fn from_text(name: &'static str, text: &'static str) -> System {
    let rules = RuleText::parse(text).unwrap_or_else(|errors| unreachable!("{name}: {errors:?}"));
    let mut system = rules.system(name);
    for procedure in &mut system.procedures {
        Arc::get_mut(procedure).expect("nobody else has it yet").rules = text.into();
    }
    system
}

/// Returns the game of this name.
pub fn named(name: &str) -> Option<&'static Arc<System>> {
    SYSTEMS.iter().find(|game| game.name == name).map(Deref::deref)
}

#[cfg(test)]
mod tests;
