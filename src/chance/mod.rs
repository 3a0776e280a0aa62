//! The only place where luck happens: the trait, the laws, the readers.
//!
//! A rule text is written once, as a [`Procedure`], over [`Chance`]. Who reads
//! it decides what a draw is:
//!
//! | reader | what it does with a draw |
//! |---|---|
//! | [`Dice`] | rolls every die of the law's recipe, one by one |
//! | [`Sampler`] | one look-up in a table for a whole pool |
//! | columns | one load for a whole pool: draws made beforehand, by vector code |
//! | [`Enumerator`] | visits every outcome with its weight, merging equal states between stages |
//! | [`Narrator`] | rolls the recipe's dice and writes down steps, dice and notes |
//!
//! Which of [`Sampler`] and columns samples in bulk is said by [`Procedure::columns`]
//! alone. [`Dice`] over a [`Script`] of given faces is how rules are tested.

pub use self::law::{Drawn, Law, Memo, Outcome};

pub use self::cells::Cells;

pub use self::histogram::Histogram;

pub use self::tally::Tally;

pub use self::metric::{Ledger, MAX_METRICS, Mark, Metric, MetricKind, MetricSpec, Packing, TooWide};

pub use self::roller::{Demand, GivenDice, Misfit, RandomRoller, Roller, Script, streams};

pub use self::dice::Dice;

pub use self::sampler::Sampler;

pub use self::columns::{AliasTable, ColumnLaw, Isa, IsaError};

pub use self::progress::{Progress, Snapshot, Stopped, Unit, Work};

pub use self::budget::{Budget, NoLaw, Resource, TooLarge};

pub use self::enumerator::{Enumerator, ExactCells, Mixture};

pub use self::narrator::{Die, Line, Narrator, Story, Told};

pub use self::procedure::{AnyProcedure, Procedure, Reader, Step, StepText};

mod law;

mod cells;

mod divisor;

mod histogram;

mod tally;

mod metric;

mod roller;

mod dice;

mod sampler;

mod columns;

mod progress;

mod budget;

mod enumerator;

mod narrator;

mod procedure;

use std::hash::Hash;

/// What a rule text may carry from one stage to the next.
pub trait State: Copy + Eq + Hash {}

impl<S: Copy + Eq + Hash> State for S {}

/// Everything a rulebook may ask of luck.
pub trait Chance: Sized {
    /// What stands for a state between two stages: the state itself where one
    /// course of events is followed, every state with its weight where all are.
    type Of<S: State>;

    /// Draws one outcome of a finite law.
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T;

    /// Draws one outcome of a law where some make no difference: those side by side
    /// of which `alike` yields the same. Where all outcomes are followed, the least of
    /// them stands for all. `alike` may not fall as outcomes rise.
    #[inline(always)]
    fn draw_alike<T: Drawn, K: Ord>(&mut self, law: &Law<T>, _alike: impl Fn(T) -> K) -> T {
        self.draw(law)
    }

    /// The same, given that the outcome is one of those that fit. It is for what one
    /// reader has drawn before, and another leaves open until it matters.
    fn draw_given<T: Drawn, K: Ord>(
        &mut self,
        law: &Law<T>,
        fits: impl Fn(T) -> bool,
        _alike: impl Fn(T) -> K,
    ) -> T {
        loop {
            let outcome = self.draw(law);
            if fits(outcome) {
                return outcome;
            }
        }
    }

    /// Leaves out what this course of events leads to: its mass is omitted. Only where
    /// states merge, and for what is too unlikely to be kept apart.
    #[inline(always)]
    fn omit(&mut self) {}

    /// Counts `value` towards a metric of the resolution. A metric that is
    /// recorded several times is the sum; one that never is stays 0.
    fn record(&mut self, metric: Metric, value: impl Into<i64>);

    /// Counts that the resolution has something that a side table shows: once at
    /// most for each mark, and from a state of its own where others differ in it.
    #[inline(always)]
    fn mark(&mut self, _mark: Mark) {}

    /// Plays one stage. What `rule` does must follow from the state it is given
    /// and from its draws alone; all that later stages need of it must be in
    /// the state it returns. The less that is, the more states are equal, and
    /// the cheaper is the exact law.
    fn stage<S: State, T: State>(
        &mut self,
        before: Self::Of<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Self::Of<T>;

    /// Whether equal states become one: where all that can happen is followed. Then
    /// the rule text may leave dice unrolled until they matter, and need not tell
    /// apart what plays the same part. The law is the same.
    #[inline(always)]
    fn merges(&self) -> bool {
        false
    }

    /// Whether `is` is true of the state, or of all that it may be: then nothing more
    /// happens, and the rule text may stop there.
    fn every<S: State>(&self, states: &Self::Of<S>, is: impl Fn(&S) -> bool) -> bool;

    /// Whether anybody asks for one of these metrics. What only they need may be
    /// left out of a stage's state: then more states are equal.
    #[inline(always)]
    fn wants(&self, _metrics: &[Metric]) -> bool {
        true
    }

    /// The same of the marks.
    #[inline(always)]
    fn wants_marks(&self) -> bool {
        true
    }

    /// Opens a step of the rule text and says what it comes to, in a line or
    /// several. The dice of the draws that follow belong to it. Only the narrator
    /// listens.
    #[inline(always)]
    fn note(&mut self, _step: Step, _text: impl FnOnce() -> String) {}

    /// Says what the dice just drawn come to, in place of their bare outcome.
    #[inline(always)]
    fn tell(&mut self, _text: impl FnOnce() -> String) {}
}
