use std::fmt;
use std::sync::Arc;

use super::{DerivedValues, Fault, Figure, SideTable};
use crate::chance::{AnyProcedure, Playable, Procedure, Tables};

/// A procedure with what its rules find wrong with the scenario.
#[derive(Debug)]
pub struct Prepared {
    /// The procedure. If there are faults its numbers mean nothing, but its
    /// metrics still have their names.
    pub ready: Ready,
    /// What is wrong, if anything.
    pub faults: Vec<Fault>,
    /// The keys whose values it has read, sorted: no other makes a difference.
    pub read: Vec<Arc<str>>,
}

/// A procedure made ready for one scenario.
pub struct Ready {
    /// The procedure.
    pub procedure: Arc<dyn AnyProcedure>,
    /// The scenario's choices in words, for titles.
    pub choices: String,
    /// What it knows before any resolution.
    pub derived: DerivedValues,
    /// The tables that its page names.
    pub tables: Vec<SideTable>,
    /// What its charts show besides, where that depends on the scenario.
    pub figures: Vec<Figure>,
}

impl Ready {
    /// A procedure without derived values or side tables of its own.
    pub fn new(rules: impl Procedure + 'static, tables: Tables, choices: String) -> Self {
        Ready::of(Arc::new(Playable::new(rules, tables)), choices)
    }

    /// A procedure that can be read, without derived values or side tables of its own.
    pub fn of(procedure: Arc<dyn AnyProcedure>, choices: String) -> Self {
        let derived = DerivedValues::new(Box::new(Vec::new));
        Ready { procedure, choices, derived, tables: Vec::new(), figures: Vec::new() }
    }
}

impl fmt::Debug for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready").field("choices", &self.choices).finish_non_exhaustive()
    }
}
