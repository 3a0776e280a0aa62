//! What a law depends on.

use std::any::TypeId;

use smallvec::SmallVec;

use super::{Law, Outcome};

/// What the outcomes of a procedure and their probabilities depend on, and no words: procedures
/// of one identity have the same law, and it is computed once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    rules: TypeId,
    parts: SmallVec<[u64; 16]>,
}

impl Identity {
    /// The identity of rules that depend on nothing else.
    pub fn of<P: 'static>() -> Self {
        Identity { rules: TypeId::of::<P>(), parts: SmallVec::new() }
    }

    /// Adds a law from which the rules draw. Laws are the same if one is a clone of the other.
    pub fn law<T: Outcome>(&mut self, law: &Law<T>) -> &mut Self {
        self.parts.push(law.number());
        self
    }

    /// Adds a number with which the rules calculate.
    pub fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        self.parts.push(number.into() as u64);
        self
    }
}
