//! What a distribution depends on.

use std::any::TypeId;

use smallvec::SmallVec;

use super::{Law, Outcome};

/// Everything that determines the outcomes of a procedure and their probabilities, but no words.
/// Procedures with the same identity have the same distribution, which is computed only once.
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

    /// Adds a law from which the rules draw. Two laws are equal if one is a clone of the other.
    pub fn law<T: Outcome>(&mut self, law: &Law<T>) -> &mut Self {
        self.parts.push(law.number());
        self
    }

    /// Adds a number that the rules compute with.
    pub fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        self.parts.push(number.into() as u64);
        self
    }
}
