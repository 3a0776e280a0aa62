//! The bulk reader: one look-up for a whole pool of dice.

use rand::Rng;

use super::{Drawn, Law, Ledger, Packing, Source, Trial};

/// Draws each law by one look-up in its table.
pub type Sampler<'a, R> = Trial<Tabulated<R>, Ledger<'a>>;

/// Luck that is looked up in the tables of laws, by random numbers.
#[derive(Clone, Debug)]
pub struct Tabulated<R>(R);

impl<'a, R: Rng> Sampler<'a, R> {
    /// A sampler whose outcomes are packed by `packing`, with so many indicators.
    pub fn new(rng: R, packing: &'a Packing, indicators: usize) -> Self {
        Trial::of(Tabulated(rng), Ledger::new(packing).with_indicators(indicators))
    }
}

impl<R: Rng> Source for Tabulated<R> {
    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        law.sample(&mut self.0)
    }
}
