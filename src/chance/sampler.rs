//! The table reader: one look-up for a whole pool of dice.

use rand::Rng;

use super::{Drawn, Inner, Law, Ledger, Packing, Procedure, Source, State, Trial};

/// Draws from each law with one look-up in its table.
pub type Sampler<'a, R> = Trial<'a, Tabulated<R>, Ledger<'a>>;

/// A [`Source`] that draws from the tables of laws with random numbers.
#[derive(Clone, Debug)]
pub struct Tabulated<R>(pub(super) R);

impl<'a, R: Rng> Sampler<'a, R> {
    /// A sampler that packs outcomes with `packing`, for a procedure with so many indicators.
    pub fn new(rng: R, packing: &'a Packing, indicators: usize) -> Self {
        Trial::of(Tabulated(rng), Ledger::new(packing).with_indicators(indicators))
    }
}

impl<R: Rng> Source for Tabulated<R> {
    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        law.sample(&mut self.0)
    }

    /// Draws from the distribution of the inner procedure, or plays the procedure out if it has none.
    #[inline(always)]
    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O {
        match inner.sample(input, &mut self.0) {
            Some(outcome) => outcome,
            None => inner.play_out(self, input),
        }
    }
}
