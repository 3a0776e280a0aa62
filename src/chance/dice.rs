//! The reference reader: every die of every recipe, one by one.

use super::{Drawn, Law, Ledger, Packing, Roller, Source, Trial};

/// Rolls the dice of each recipe with a [`Roller`].
pub type Dice<'a, R> = Trial<'a, Rolls<R>, Ledger<'a>>;

/// A [`Source`] that rolls die by die.
#[derive(Clone, Debug)]
pub struct Rolls<R>(pub R);

impl<'a, R: Roller> Dice<'a, R> {
    /// A reader that packs outcomes with `packing`, for a procedure with so many indicators.
    pub fn new(roller: R, packing: &'a Packing, indicators: usize) -> Self {
        Trial::of(Rolls(roller), Ledger::new(packing).with_indicators(indicators))
    }
}

impl<R: Roller> Source for Rolls<R> {
    const ROLLS: bool = true;

    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        law.roll(&mut self.0)
    }
}
