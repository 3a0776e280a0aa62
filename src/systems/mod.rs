//! The built-in games, one module each, and their registry.
//!
//! A game depends only on [`chance`](crate::chance) and [`description`](crate::description), and where its
//! rules are a text in `games`, on [`rules`](crate::rules). Nothing else depends on a game: other code asks
//! this registry for a [`System`]. A game that is a text, like [`shadowrun1`] and [`shadowrun5`], only says what
//! `fizzle new` writes, and its sheet. To write one in Rust:
//!
//! 1. Write its procedures in a module, each a [`Procedure`](crate::chance::Procedure) that reads like
//!    its rule page.
//! 2. Write its tables: [`Key`](crate::description::Key)s, [`Preset`]s,
//!    metrics, steps.
//! 3. For each procedure, write the function from a [`CheckedInput`](crate::description::CheckedInput)
//!    to a [`Ready`](crate::description::Ready) procedure. It builds the distributions, once, and provides
//!    the results beyond metrics: [`DerivedValue`](crate::description::DerivedValue)s and
//!    [`SideTable`](crate::description::SideTable)s.
//! 4. Write the [`SheetTable`](crate::description::SheetTable)s that its players need most often.
//! 5. Add one row to [`SYSTEMS`], with the [`Figure`](crate::description::Figure)s that show its
//!    results.
//!
//! Parsing, error messages, `new`, `list`, `schema`, files, charts and the agreement tests of all
//! readers follow from that row.

pub mod shadowrun5;

pub mod ninth_age;

pub mod shadowrun1;

pub mod ars_magica;

use std::sync::{Arc, LazyLock};

use crate::description::{Preset, ProcedureDescription, System};
use crate::rules::RuleText;

/// All built-in games.
pub static SYSTEMS: LazyLock<Vec<Arc<System>>> = LazyLock::new(|| {
    [shadowrun5::system(), ninth_age::system(), shadowrun1::system(), ars_magica::system()]
        .map(Arc::new)
        .into()
});

/// The procedures of a game whose rules are a text in `games`, and their presets.
fn from_text(text: &'static str) -> (Vec<ProcedureDescription>, Vec<Preset>) {
    let rules = RuleText::parse(text).unwrap_or_else(|errors| unreachable!("{errors:?}"));
    let mut procedures = rules.described("");
    for procedure in &mut procedures {
        procedure.rules = text.into();
        procedure.start.clear();
    }
    (procedures, rules.presets())
}

/// Returns the game of this name.
pub fn named(name: &str) -> Option<&'static Arc<System>> {
    SYSTEMS.iter().find(|system| system.name == name)
}

#[cfg(test)]
mod tests;
