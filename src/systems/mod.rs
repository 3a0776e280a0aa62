//! The games: one module each, and the registry of them.
//!
//! A game knows [`chance`](crate::chance) and [`description`](crate::description), and nothing
//! else knows a game: whoever needs one asks this registry for its [`System`]. To add one:
//!
//! 1. Write its procedures in a module of its own, each a
//!    [`Procedure`](crate::chance::Procedure) that reads like its page.
//! 2. Write its tables: [`Key`](crate::description::Key)s,
//!    [`Preset`](crate::description::Preset)s, metrics, steps.
//! 3. Write, for each procedure, the function from a
//!    [`CheckedInput`](crate::description::CheckedInput) to a
//!    [`Ready`](crate::description::Ready) procedure; build the laws there, once, and say there
//!    what it knows beside its metrics: [`DerivedValue`](crate::description::DerivedValue)s and
//!    [`SideTable`](crate::description::SideTable)s.
//! 4. Write the [`SheetTable`](crate::description::SheetTable)s that its players ask for most
//!    often.
//! 5. Put one row into [`SYSTEMS`], with the [`Figure`](crate::description::Figure)s that show it
//!    as a whole.
//!
//! Parsing, error messages, `new`, `list`, `schema`, files, charts and the
//! agreement tests of all readers follow from that row.

pub mod shadowrun5;

pub mod ninth_age;

pub mod shadowrun1;

pub mod ars_magica;

use std::sync::{Arc, LazyLock};

use crate::description::System;

/// Every game that is part of fizzle.
pub static SYSTEMS: LazyLock<Vec<Arc<System>>> = LazyLock::new(|| {
    [shadowrun5::system(), ninth_age::system(), shadowrun1::system(), ars_magica::system()]
        .map(Arc::new)
        .into()
});

/// The system of this name.
pub fn named(name: &str) -> Option<&'static Arc<System>> {
    SYSTEMS.iter().find(|system| system.name == name)
}

#[cfg(test)]
mod tests;
