//! One course of events: what all readers share that follow just one.

use super::{Chance, Drawn, Indicator, Law, Merging, Metric, State, Step};

/// Where a [`Trial`] has its luck from.
pub trait Source {
    /// Draws one outcome of a finite law.
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T;

    /// Hears what [`Chance::note`] says.
    #[inline(always)]
    fn note(&mut self, _step: Step, _text: impl FnOnce() -> String) {}

    /// Hears what [`Chance::tell`] says.
    #[inline(always)]
    fn tell(&mut self, _text: impl FnOnce() -> String) {}
}

/// Where a [`Trial`] counts what its rule text records.
pub trait Recorder {
    /// Adds to a metric.
    fn record(&mut self, metric: Metric, value: i64);

    /// Counts an indicator.
    fn indicate(&mut self, indicator: Indicator);
}

/// Follows one course of events: state after state, as the source has it.
#[derive(Clone, Debug)]
pub struct Trial<S, R> {
    /// Where its luck comes from.
    pub source: S,
    /// What it has recorded.
    pub recorder: R,
}

impl<S, R> Trial<S, R> {
    /// A trial that has its luck from `source` and counts in `recorder`.
    #[inline(always)]
    pub fn of(source: S, recorder: R) -> Self {
        Trial { source, recorder }
    }
}

impl<S: Source, R: Recorder> Chance for Trial<S, R> {
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
        round: impl Fn(&mut Self, T, u32) -> T,
    ) -> T {
        let mut state = start;
        for number in 1..=most {
            if over(&state) {
                break;
            }
            state = round(self, state, number);
        }
        state
    }

    #[inline(always)]
    fn note(&mut self, step: Step, text: impl FnOnce() -> String) {
        self.source.note(step, text);
    }

    #[inline(always)]
    fn tell(&mut self, text: impl FnOnce() -> String) {
        self.source.tell(text);
    }
}

impl<S: Source, R: Recorder> Merging for Trial<S, R> {}
