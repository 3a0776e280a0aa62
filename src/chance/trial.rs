//! Trials: what all readers that follow one course of events have in common.

use super::{
    Chance, Decision, Drawn, Indicator, Inner, Law, Merging, Metric, Policy, Procedure, Round, State, Step,
};

/// Where a [`Trial`] gets its randomness from.
pub trait Source: Sized {
    /// Whether it rolls every die.
    const ROLLS: bool = false;

    /// Draws one outcome from a finite distribution.
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T;

    /// Plays an inner procedure.
    #[inline(always)]
    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O {
        inner.play_out(self, input)
    }

    /// Receives what [`Chance::note`] says.
    #[inline(always)]
    fn note(&mut self, _step: Step, _text: impl FnOnce() -> String) {}

    /// Receives what [`Chance::gather`] says.
    #[inline(always)]
    fn gather(&mut self, _is_on: bool) {}

    /// Receives what [`Chance::tell`] says.
    #[inline(always)]
    fn tell(&mut self, _text: impl FnOnce() -> String) {}
}

impl<S: Source> Source for &mut S {
    const ROLLS: bool = S::ROLLS;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        (**self).draw(law)
    }

    #[inline(always)]
    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O {
        (**self).play(inner, input)
    }

    #[inline(always)]
    fn note(&mut self, step: Step, text: impl FnOnce() -> String) {
        (**self).note(step, text);
    }

    #[inline(always)]
    fn gather(&mut self, is_on: bool) {
        (**self).gather(is_on);
    }

    #[inline(always)]
    fn tell(&mut self, text: impl FnOnce() -> String) {
        (**self).tell(text);
    }
}

/// Where a [`Trial`] stores what its rule text records.
pub trait Recorder {
    /// Adds to a metric.
    fn record(&mut self, metric: Metric, value: i64);

    /// Counts an indicator.
    fn indicate(&mut self, indicator: Indicator);
}

/// Ignores all that is recorded.
pub(super) struct Nothing;

impl Recorder for Nothing {
    #[inline(always)]
    fn record(&mut self, _metric: Metric, _value: i64) {}

    #[inline(always)]
    fn indicate(&mut self, _indicator: Indicator) {}
}

/// Follows one course of events, state after state, with the draws of a source.
#[derive(Clone, Debug)]
pub struct Trial<'a, S, R> {
    /// Where its randomness comes from.
    pub source: S,
    /// What it has recorded.
    pub recorder: R,
    /// The policy of the players. Without it they choose their first option.
    policy: Option<&'a Policy>,
}

impl<'a, S, R> Trial<'a, S, R> {
    /// A trial that draws from `source` and records in `recorder`.
    #[inline(always)]
    pub fn of(source: S, recorder: R) -> Self {
        Trial { source, recorder, policy: None }
    }

    /// A trial whose players follow a policy.
    pub fn under(self, policy: Option<&'a Policy>) -> Self {
        Trial { policy, ..self }
    }
}

impl<S: Source, R: Recorder> Chance for Trial<'_, S, R> {
    type Of<T: State> = T;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        self.source.draw(law)
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.recorder.record(metric, value.into());
    }

    #[inline(always)]
    fn indicate(&mut self, indicator: Indicator) {
        self.recorder.indicate(indicator);
    }

    #[inline(always)]
    fn stage<A: State, B: State>(&mut self, before: A, rule: impl Fn(&mut Self, A) -> B) -> B {
        rule(self, before)
    }

    #[inline(always)]
    fn until<T: State>(
        &mut self,
        start: T,
        most: u32,
        over: impl Fn(&T) -> bool,
        round: impl Fn(&mut Self, T, Round) -> T,
    ) -> T {
        let mut state = start;
        for number in 1..=most {
            if over(&state) {
                break;
            }
            state = round(self, state, Round::of(number));
        }
        state
    }

    #[inline(always)]
    fn choose<D: Decision, T: State>(
        &mut self,
        before: D::State,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> T {
        let policy = self.policy;
        let choice = Policy::answer(policy, decision, &before);
        if let Some(choice) = choice {
            self.note(decision.step(), || Policy::in_words(policy, decision, &before, choice));
        }
        rule(self, before, choice)
    }

    #[inline(always)]
    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O {
        self.source.play(inner, input)
    }

    #[inline(always)]
    fn rolls(&self) -> bool {
        S::ROLLS
    }

    #[inline(always)]
    fn note(&mut self, step: Step, text: impl FnOnce() -> String) {
        self.source.note(step, text);
    }

    #[inline(always)]
    fn gather(&mut self, is_on: bool) {
        self.source.gather(is_on);
    }

    #[inline(always)]
    fn tell(&mut self, text: impl FnOnce() -> String) {
        self.source.tell(text);
    }
}

impl<S: Source, R: Recorder> Merging for Trial<'_, S, R> {}
