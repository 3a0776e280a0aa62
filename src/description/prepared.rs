use std::fmt;
use std::sync::Arc;

use super::{BestPlays, DerivedValues, Fault, Figure, SideTable};
use crate::chance::{AnyProcedure, Playable, Procedure, Tables};

/// A procedure, and the faults that its rules find in the scenario.
#[derive(Debug)]
pub struct Prepared {
    /// The procedure. If there are faults, its numbers mean nothing, but its metrics still have
    /// their names.
    pub ready: Ready,
    /// What is wrong; empty if nothing is.
    pub faults: Vec<Fault>,
    /// The keys whose values it has read, sorted. No other key makes a difference.
    pub read: Vec<Arc<str>>,
}

/// A procedure made ready for one scenario.
pub struct Ready {
    /// The procedure.
    pub procedure: Arc<dyn AnyProcedure>,
    /// The scenario's choices in words, for titles.
    pub choices: String,
    /// The dice that its character throws and the limits that apply, in words, for his sheet; may be empty.
    pub pools: String,
    /// The reading of the rules that all its results rest on, if the source text is silent about a point
    /// as special as that: a sentence. Empty if there is none.
    pub reading: String,
    /// Its derived values.
    pub derived: DerivedValues,
    /// What its players do. It may be asked for once the procedure is solved.
    pub best_play: BestPlays,
    /// The tables for its page.
    pub tables: Vec<SideTable>,
    /// Charts that depend on the scenario, in addition to those of the description.
    pub figures: Vec<Figure>,
}

impl Ready {
    /// A procedure without derived values or side tables of its own.
    pub fn new(rules: impl Procedure, tables: Tables, choices: String) -> Self {
        Ready::of(Arc::new(Playable::new(rules, tables)), choices)
    }

    /// A procedure that can be read, without derived values or side tables of its own.
    pub fn of(procedure: Arc<dyn AnyProcedure>, choices: String) -> Self {
        let derived = DerivedValues::new(Box::new(Vec::new));
        let best_play = BestPlays::new(Box::new(|| None));
        let (pools, reading, tables, figures) = Default::default();
        Ready { procedure, choices, pools, reading, derived, best_play, tables, figures }
    }
}

impl fmt::Debug for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ready").field("choices", &self.choices).finish_non_exhaustive()
    }
}
