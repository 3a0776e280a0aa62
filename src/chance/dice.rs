//! The reference reader: every die of every recipe, one by one.

use super::{Drawn, Law, Ledger, Packing, Roller, Source, Trial};

/// Rolls the dice of each recipe with a [`Roller`]. The roller is a trait object, so rules are compiled only once
/// for all of them.
pub type Dice<'a> = Trial<'a, Rolls<'a>, Ledger<'a>>;

/// A [`Source`] that rolls die by die.
pub struct Rolls<'a>(pub &'a mut dyn Roller);

impl<'a> Dice<'a> {
    /// A reader that packs outcomes with `packing`, for a procedure with so many indicators.
    pub fn new(roller: &'a mut dyn Roller, packing: &'a Packing, indicators: usize) -> Self {
        Trial::of(Rolls(roller), Ledger::new(packing).with_indicators(indicators))
    }
}

impl Source for Rolls<'_> {
    const ROLLS: bool = true;

    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        law.roll(self.0)
    }
}
