//! The reference reader: every die of every recipe, one by one.

use super::{Chance, Drawn, Law, Ledger, Mark, Metric, Packing, Roller, State};

/// Rolls the dice of each recipe with a [`Roller`].
#[derive(Clone, Debug)]
pub struct Dice<'a, R> {
    /// Where the faces come from.
    pub roller: R,
    ledger: Ledger<'a>,
    /// How often each mark was made.
    pub marks: Vec<u64>,
}

impl<'a, R: Roller> Dice<'a, R> {
    /// Dice whose outcomes are packed by `packing`, with so many marks.
    pub fn new(roller: R, packing: &'a Packing, marks: usize) -> Self {
        Dice { roller, ledger: Ledger::new(packing), marks: vec![0; marks] }
    }

    /// The joint outcome since the last call.
    pub fn take(&mut self) -> u64 {
        let key = self.ledger.key();
        self.ledger.clear();
        key
    }
}

impl<R: Roller> Chance for Dice<'_, R> {
    type Of<S: State> = S;

    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        law.roll(&mut self.roller)
    }

    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.ledger.record(metric, value.into());
    }

    fn mark(&mut self, Mark(mark): Mark) {
        self.marks[mark] += 1;
    }

    fn every<S: State>(&self, state: &S, is: impl Fn(&S) -> bool) -> bool {
        is(state)
    }

    fn stage<S: State, T: State>(&mut self, before: S, rule: impl Fn(&mut Self, S) -> T) -> T {
        rule(self, before)
    }
}
