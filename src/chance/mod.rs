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
//! | chain | one look-up for a whole stage, round or procedure, of many resolutions side by side |
//! | [`Enumerator`] | visits every outcome with its weight, merging equal states between stages |
//! | [`Solver`] | tries every option of every decision, and finds the best |
//! | [`Narrator`] | rolls the recipe's dice and writes down steps, dice and notes |
//!
//! Columns sample in bulk what has [`Procedure::columns`], chains all else; a chain whose laws are
//! not worth finding leaves it to [`Sampler`]. [`Dice`] over a [`Script`] of given faces is how
//! rules are tested.

pub use self::law::{Drawn, Law, Memo, Outcome};

pub use self::cells::Cells;

pub(crate) use self::chain::{MOST_OUTCOMES, MOST_TRIALS};

pub use self::histogram::Histogram;

pub use self::tally::Tally;

pub use self::metric::{Indicator, Metric, MetricKind, MetricSpec};

pub use self::round::Round;

pub use self::packing::{MAX_METRICS, Packing, TooWide};

pub use self::ledger::Ledger;

pub use self::roller::{Demand, GivenDice, Misfit, RandomRoller, Roller, Script};

pub(crate) use self::streams::substreams;
pub use self::streams::{Streams, streams};

pub use self::trial::{Recorder, Source, Trial};

pub use self::dice::Dice;

pub use self::sampler::Sampler;

pub use self::columns::{AliasTable, Isa, IsaError};
pub(crate) use self::columns::{Bulk, ROWS, vectorized};

pub use self::progress::{Progress, Snapshot, Stopped, Unit, Work};

pub use self::budget::{Budget, NoLaw, Resource, TooLarge, Unsolved};

pub use self::enumerator::{Enumerator, ExactCells, Mixture};

pub use self::identity::Identity;

pub use self::inner::{INNER_OUTCOMES, Inner};

pub use self::decision::{Advice, Decision, Objective, Player, Policy, PolicyRow, Visited};

pub use self::solver::Solver;
pub(crate) use self::solver::best;

pub use self::narrator::{Die, Line, Narrator, Story, Told};

pub use self::procedure::{ColumnLaw, Outcomes, Procedure, Step, StepText, Tables};

pub(crate) use self::playable::TO_SOLVE;
pub use self::playable::{AnyProcedure, Playable, Reader, Resolutions};

pub use self::compound::{Compound, Parameter, ParameterValue, Unlike};

mod law;

mod cells;

mod divisor;

mod histogram;

mod tally;

mod metric;

mod round;

mod packing;

mod ledger;

mod roller;

mod streams;

mod trial;

mod dice;

mod sampler;

mod columns;

mod progress;

mod budget;

mod walk;

mod spot;

mod chain;

mod meter;

mod enumerator;

mod once_map;

mod identity;

mod inner;

mod decision;

mod solver;

mod narrator;

mod procedure;

mod playable;

mod compound;

use std::hash::Hash;

/// What a rule text may carry from one stage to the next.
pub trait State: Copy + Eq + Hash + Send + Sync + 'static {}

impl<S: Copy + Eq + Hash + Send + Sync + 'static> State for S {}

/// A state of a sequence that may be over: then it stays as it is.
pub trait MayEnd: State {
    /// Whether nothing more happens.
    fn is_over(&self) -> bool;
}

/// Everything a rulebook may ask of luck.
///
/// Every game needs [`draw`](Chance::draw), [`record`](Chance::record),
/// [`stage`](Chance::stage) and [`note`](Chance::note). Sequences need
/// [`until`](Chance::until), [`play`](Chance::play) and [`choose`](Chance::choose). What makes
/// exact distributions cheap where states are many is in [`Merging`].
pub trait Chance: Sized {
    /// What stands for a state between two stages: the state itself where one
    /// course of events is followed, every state with its weight where all are.
    type Of<S: State>;

    /// Draws one outcome of a finite law.
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T;

    /// Counts `value` towards a metric of the resolution. A metric that is
    /// recorded several times is the sum; one that never is stays 0.
    fn record(&mut self, metric: Metric, value: impl Into<i64>);

    /// Counts that the resolution has something that a side table shows: at most once for
    /// each indicator. Resolutions that differ in an indicator must be in different states
    /// when it is counted.
    #[inline(always)]
    fn indicate(&mut self, _indicator: Indicator) {}

    /// Plays one stage. What `rule` does must follow from the state it is given
    /// and from its draws alone; all that later stages need of it must be in
    /// the state it returns. The less that is, the more states are equal, and
    /// the cheaper is the exact law.
    fn stage<S: State, T: State>(
        &mut self,
        before: Self::Of<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Self::Of<T>;

    /// Plays a stage that changes a state, unless that is over: the rounds of a sequence consist
    /// of these.
    #[inline(always)]
    fn unless_over<S: MayEnd>(
        &mut self,
        before: Self::Of<S>,
        rule: impl Fn(&mut Self, &mut S),
    ) -> Self::Of<S> {
        self.stage(before, |chance, mut state| {
            if !state.is_over() {
                rule(chance, &mut state);
            }
            state
        })
    }

    /// Plays rounds of stages, numbered from 1 to at most `most`, until `over` is true of the
    /// state. Where all that can happen is followed, the rounds end when it is true of every
    /// state: `round` must leave a state as it is that is over, and record nothing. Where
    /// players decide, a round must lead where the rounds before it led; its number is for what
    /// it records and says.
    fn until<S: State>(
        &mut self,
        start: Self::Of<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Self::Of<S>, Round) -> Self::Of<S>,
    ) -> Self::Of<S>;

    /// The number of a round. What never asks for it is the same in every round, and a reader
    /// may remember it from an earlier one.
    #[inline(always)]
    fn number(&mut self, round: Round) -> u32 {
        round.number
    }

    /// Counts an indicator of which every round has `kinds` kinds: first those of round 1.
    /// That does not ask for the number of the round.
    #[inline(always)]
    fn indicate_in(&mut self, round: Round, kind: usize, kinds: usize) {
        self.indicate(round.indicator(kind, kinds));
    }

    /// Plays a stage at whose beginning a player chooses, unless there is nothing to decide: the
    /// solver tries every option, and all other readers do what the policy of the procedure says.
    fn choose<D: Decision, T: State>(
        &mut self,
        before: Self::Of<D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> Self::Of<T>;

    /// Plays another procedure and yields its outcome. Its law is a law like others: it is
    /// looked up where luck is, and played out where dice are rolled.
    fn play<P, I, O>(&mut self, inner: &Inner<P, I, O>, input: I) -> O
    where
        P: Procedure<I, O> + 'static,
        I: State + Send + Sync,
        O: State + Outcome;

    /// Whether anybody asks for one of these metrics. What only they need may be
    /// left out of a stage's state: then more states are equal.
    #[inline(always)]
    fn wants(&self, _metrics: &[Metric]) -> bool {
        true
    }

    /// Whether anybody asks for the indicators, as [`wants`](Chance::wants) tells of metrics.
    #[inline(always)]
    fn wants_indicators(&self) -> bool {
        true
    }

    /// Whether every die is rolled in its turn, as at a table. Other readers may leave dice
    /// unrolled until they matter, and need not be told who rolls.
    #[inline(always)]
    fn rolls(&self) -> bool {
        false
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

/// What the deepest games ask besides, so that more of their states are equal. None of it
/// changes the law.
pub trait Merging: Chance {
    /// Draws when only `key(outcome)` matters: where all outcomes are followed, it visits one
    /// representative per run of equal keys, the least. `key` may not fall as outcomes rise.
    #[inline(always)]
    fn draw_alike<T: Drawn, K: Ord>(&mut self, law: &Law<T>, _key: impl Fn(T) -> K) -> T {
        self.draw(law)
    }

    /// Draws as [`draw_alike`](Merging::draw_alike) does, given that the outcome fits: for
    /// dice that one reader has drawn before and the exact reader postpones.
    #[inline(always)]
    fn draw_given<T: Drawn, K: Ord>(
        &mut self,
        law: &Law<T>,
        fits: impl Fn(T) -> bool,
        _key: impl Fn(T) -> K,
    ) -> T {
        loop {
            let outcome = self.draw(law);
            if fits(outcome) {
                return outcome;
            }
        }
    }

    /// Plays another procedure when only `key(outcome)` matters: where all outcomes are followed,
    /// it visits one representative of each key, the least.
    #[inline(always)]
    fn play_alike<P, I, O, K: Eq + Hash>(
        &mut self,
        inner: &Inner<P, I, O>,
        input: I,
        _key: impl Fn(O) -> K,
    ) -> O
    where
        P: Procedure<I, O> + 'static,
        I: State + Send + Sync,
        O: State + Outcome,
    {
        self.play(inner, input)
    }

    /// Drops this path; its probability is added to the omitted mass. Only where states
    /// merge, and for what is too unlikely to be kept apart.
    #[inline(always)]
    fn omit(&mut self) {}

    /// Whether equal states become one: where all that can happen is followed. Then
    /// the rule text may leave dice unrolled until they matter, and need not tell
    /// apart what plays the same part.
    #[inline(always)]
    fn merges(&self) -> bool {
        false
    }
}
