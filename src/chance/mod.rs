//! All randomness is here: the trait, the distributions, the readers.
//!
//! A rule text is written once, as a [`Procedure`], generic over [`Chance`]. The reader that runs
//! it decides what a draw does:
//!
//! | reader | what it does with a draw |
//! |---|---|
//! | [`Dice`] | rolls every die of the law's recipe, one by one |
//! | [`Sampler`] | one look-up in a table for a whole pool |
//! | [`Enumerator`] | visits every outcome with its weight, merging equal states between stages |
//! | [`Solver`] | tries every option of every decision, and finds the best |
//! | [`Narrator`] | rolls the recipe's dice and writes down steps, dice and notes |
//!
//! Texts of rules have readers of their own, in [`rules`](crate::rules). Tests run rules with [`GivenDice`].

pub use self::law::{Drawn, Law, Memo, Outcome};

pub use self::cells::Cells;
pub(crate) use self::cells::mixed;

pub use self::tally::Tally;

pub use self::metric::{IF_EVER, Indicator, Metric, MetricKind, MetricSpec, NEVER};

pub use self::round::Round;

pub use self::packing::{MAX_METRICS, Packing, TooWide};

pub use self::ledger::Ledger;

pub use self::roller::{GivenDice, Misfit, RandomRoller, Roller};

pub(crate) use self::streams::substreams;
pub use self::streams::{Streams, streams};

pub use self::trial::{Recorder, Source, Trial};

pub use self::dice::Dice;

pub use self::sampler::Sampler;

pub(crate) use self::columns::{AliasRows, Bulk, Kernel, STEP, vectorized};
pub use self::columns::{AliasTable, Isa, IsaError};

pub use self::progress::{Progress, Snapshot, Stopped, Unit, Work};

pub use self::budget::{Budget, NoLaw, Resource, TooLarge, Unsolved};

pub use self::enumerator::{Enumerator, ExactCells, Mixture};

pub use self::inner::{INNER_OUTCOMES, Inner};

pub use self::decision::{Advice, Decision, Objective, Player, Policy, Visited, Visits};

pub use self::solver::Solver;
pub(crate) use self::solver::{TIE, best};

pub use self::narrator::{Die, Line, Narrator, Story, Told};

pub use self::procedure::{Outcomes, Procedure, Step, StepText, Tables};

pub(crate) use self::playable::TO_SOLVE;
pub use self::playable::{AnyProcedure, Block, Playable, Reader, Resolutions};
pub(crate) use self::playable::{add_to, add_up};

pub use self::compound::{Compound, Parameter, ParameterValue, Unlike};

mod law;

mod cells;

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

mod meter;

mod enumerator;

mod once_map;

mod inner;

mod decision;

mod solver;

mod narrator;

mod procedure;

mod playable;

mod compound;

use std::hash::Hash;

/// A value that a rule text carries from one stage to the next.
pub trait State: Copy + Eq + Hash + Send + Sync + 'static {}

impl<S: Copy + Eq + Hash + Send + Sync + 'static> State for S {}

/// The operations that rule texts are written in: draws, records, stages and decisions.
///
/// Every game needs [`draw`](Chance::draw), [`record`](Chance::record), [`stage`](Chance::stage)
/// and [`note`](Chance::note). Sequences need [`until`](Chance::until), [`play`](Chance::play) and
/// [`choose`](Chance::choose). [`Merging`] adds what keeps exact distributions cheap when there are
/// many states.
pub trait Chance: Sized {
    /// What represents a state between two stages. Readers that follow one course of events use the
    /// state itself; the exact reader uses all states with their probabilities.
    type Of<S: State>;

    /// Draws one outcome from a finite distribution.
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T;

    /// Adds `value` to a metric of the resolution. Repeated records add up; a metric that is never
    /// recorded stays 0.
    fn record(&mut self, metric: Metric, value: impl Into<i64>);

    /// Counts an indicator, which a side table shows: at most once per indicator and resolution.
    /// Whether it is counted must follow from the state and the draws of the stage that counts it.
    #[inline(always)]
    fn indicate(&mut self, _indicator: Indicator) {}

    /// Plays one stage. The effect of `rule` must depend only on the state that it receives and on
    /// its draws. The state that it returns must hold everything that later stages need. The less
    /// it holds, the more states are equal, and the cheaper the exact distribution is.
    fn stage<S: State, T: State>(
        &mut self,
        before: Self::Of<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Self::Of<T>;

    /// Plays rounds of stages, numbered from 1 to at most `most`, until `over` is true of the state.
    /// Readers that follow all outcomes stop when it is true of every state, so `round` must leave a state
    /// that is over unchanged, and record nothing for it. If players decide, a round must lead to the same
    /// states as the rounds before it; its number may affect only what it records and says.
    fn until<S: State>(
        &mut self,
        start: Self::Of<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Self::Of<S>, Round) -> Self::Of<S>,
    ) -> Self::Of<S>;

    /// Returns the number of a round. Code that does not ask for the number must do the same in
    /// every round; a reader may reuse what it did in an earlier one.
    #[inline(always)]
    fn number(&mut self, round: Round) -> u32 {
        round.number
    }

    /// Counts an indicator of a round. Every round has `kinds` indicators, those of round 1 first,
    /// and `kind` is one of them. This does not ask for the number of the round.
    #[inline(always)]
    fn indicate_in(&mut self, round: Round, kind: usize, kinds: usize) {
        self.indicate(round.indicator(kind, kinds));
    }

    /// Plays a stage at whose beginning a player chooses; `rule` gets `None` if there is nothing to
    /// decide. The solver tries every option. All other readers follow the policy of the procedure.
    fn choose<D: Decision, T: State>(
        &mut self,
        before: Self::Of<D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> Self::Of<T>;

    /// Plays another procedure and returns its outcome. Readers that enumerate or use tables draw
    /// the outcome from its distribution; readers that roll dice play it out.
    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O;

    /// Whether one of these metrics is asked for. If not, the state of a stage may leave out what
    /// only they need, so that more states are equal.
    #[inline(always)]
    fn wants(&self, _metrics: &[Metric]) -> bool {
        true
    }

    /// Whether every die is rolled in its turn, as at a table. Other readers may postpone dice
    /// until they matter, and need not be told who rolls.
    #[inline(always)]
    fn rolls(&self) -> bool {
        false
    }

    /// Opens a step of the rule text and gives its result in words, on one or more lines. The dice
    /// of the draws that follow belong to this step. Only the narrator uses it.
    #[inline(always)]
    fn note(&mut self, _step: Step, _text: impl FnOnce() -> String) {}

    /// Tells all draws up to the next call as a single roll, or no longer.
    #[inline(always)]
    fn gather(&mut self, _is_on: bool) {}

    /// Describes the result of the last draw in words that replace the bare outcome.
    #[inline(always)]
    fn tell(&mut self, _text: impl FnOnce() -> String) {}
}

/// Requests of the deepest games, which make more of their states equal. They change the cost of an
/// exact distribution, not its probabilities; only [`omit`](Merging::omit) moves some probability
/// to the omitted mass.
pub trait Merging: Chance {
    /// Draws when only `key(outcome)` matters. A reader that follows all outcomes visits one representative
    /// per run of equal keys, the smallest. `key` must be non-decreasing in the outcome.
    #[inline(always)]
    fn draw_alike<T: Drawn, K: Ord>(&mut self, law: &Law<T>, _key: impl Fn(T) -> K) -> T {
        self.draw(law)
    }

    /// Draws as [`draw_alike`](Merging::draw_alike) does, but conditional on `fits(outcome)`: for
    /// dice that the exact reader postpones and other readers have drawn before.
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

    /// Plays another procedure when only `key(outcome)` matters. A reader that follows all outcomes
    /// visits one representative of each key, the smallest.
    #[inline(always)]
    fn play_alike<P: Procedure<I, O>, I: State, O: State + Ord, K: Eq + Hash>(
        &mut self,
        inner: &Inner<P, I, O>,
        input: I,
        _key: impl Fn(O) -> K,
    ) -> O {
        self.play(inner, input)
    }

    /// Drops this path; its probability is added to the omitted mass. Only for paths that are too
    /// unlikely to be kept apart. Readers that sample ignore it.
    #[inline(always)]
    fn omit(&mut self) {}

    /// Whether the reader merges equal states. If so, the rule text may postpone dice until they
    /// matter, and need not distinguish things that play the same part.
    #[inline(always)]
    fn merges(&self) -> bool {
        false
    }
}
