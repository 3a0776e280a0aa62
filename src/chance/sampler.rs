//! The bulk reader: one look-up for a whole pool of dice.

use rand::Rng;

use super::{Chance, Drawn, Law, Ledger, Mark, Metric, Packing, State};

/// Draws each law by one look-up in its table.
#[derive(Clone, Debug)]
pub struct Sampler<'a, R> {
    rng: R,
    ledger: Ledger<'a>,
    /// How often each mark was made.
    pub marks: Vec<u64>,
}

impl<'a, R: Rng> Sampler<'a, R> {
    /// A sampler whose outcomes are packed by `packing`, with so many marks.
    pub fn new(rng: R, packing: &'a Packing, marks: usize) -> Self {
        Sampler { rng, ledger: Ledger::new(packing), marks: vec![0; marks] }
    }

    /// The joint outcome since the last call.
    #[inline(always)]
    pub fn take(&mut self) -> u64 {
        let key = self.ledger.key();
        self.ledger.clear();
        key
    }
}

impl<R: Rng> Chance for Sampler<'_, R> {
    type Of<S: State> = S;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        law.sample(&mut self.rng)
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.ledger.record(metric, value.into());
    }

    #[inline(always)]
    fn mark(&mut self, Mark(mark): Mark) {
        self.marks[mark] += 1;
    }

    #[inline(always)]
    fn every<S: State>(&self, state: &S, is: impl Fn(&S) -> bool) -> bool {
        is(state)
    }

    #[inline(always)]
    fn stage<S: State, T: State>(&mut self, before: S, rule: impl Fn(&mut Self, S) -> T) -> T {
        rule(self, before)
    }
}
