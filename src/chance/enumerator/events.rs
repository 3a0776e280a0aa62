//! How the exact reader answers what the rules ask.

use super::super::walk::{Walk, Walks};
use super::super::{
    Cells, Chance, Decision, Drawn, Indicator, Inner, Law, Metric, NoLaw, Policy, Procedure, Progress, Round,
    State,
};
use super::{Enumerator, Indicated, Mixture, Visits};

impl Chance for Enumerator<'_> {
    type Of<S: State> = Mixture<S>;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        self.walk.draw(law)
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.recorded = self.recorded.wrapping_add(self.packing.shift(metric, value.into()));
    }

    #[inline(always)]
    fn indicate(&mut self, indicator: Indicator) {
        self.count(Indicated::Once(indicator));
    }

    #[inline(always)]
    fn indicate_in(&mut self, round: Round, kind: usize, kinds: usize) {
        self.count(Indicated::In { depth: round.depth, kind, kinds });
    }

    #[inline(always)]
    fn number(&mut self, round: Round) -> u32 {
        match self.is_running {
            true => self.has_asked = true,
            false => self.loops.has_asked = true,
        }
        round.number
    }

    fn stage<S: State, T: State>(
        &mut self,
        before: Mixture<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Mixture<T> {
        self.prepared_stage(before, true, |_| (), |reader, state, ()| rule(reader, state))
    }

    fn until<S: State>(
        &mut self,
        start: Mixture<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Mixture<S>, Round) -> Mixture<S>,
    ) -> Mixture<S> {
        let mut mixture = start;
        self.loops.spot.enter();
        for _ in 0..most {
            if mixture.states.iter().all(|(state, _)| over(state)) {
                break;
            }
            let next = self.loops.spot.next();
            mixture = round(self, mixture, next);
        }
        self.loops.leave();
        mixture
    }

    fn choose<D: Decision, T: State>(
        &mut self,
        before: Mixture<D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> Mixture<T> {
        let before = match &mut self.visits {
            None => before,
            Some(visits) => visited(visits, self.policy, before, decision),
        };
        let policy = self.policy;
        self.prepared_stage(before, false, |state| Policy::answer(policy, decision, state), rule)
    }

    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O {
        self.follow(inner, input, Walk::draw)
    }

    fn wants(&self, metrics: &[Metric]) -> bool {
        metrics.iter().any(|&metric| self.packing.contains(metric))
    }
}

/// Notes how likely the situations of a decision are, and moves joint outcomes to the nodes after the
/// choices.
fn visited<D: Decision>(
    visits: &mut Visits,
    policy: Option<&Policy>,
    mut before: Mixture<D::State>,
    decision: &D,
) -> Mixture<D::State> {
    for (state, cells) in &mut before.states {
        let Some(situation) = visits.number(policy, decision, state) else { continue };
        let mut after = Cells::new();
        for (node, probability) in cells.iter() {
            after.add(visits.add(node as u32, situation, probability).into(), probability);
        }
        *cells = after;
    }
    before
}

impl Walks for Enumerator<'_> {
    #[inline(always)]
    fn walk(&mut self) -> &mut Walk {
        &mut self.walk
    }

    fn progress(&self) -> Option<&Progress> {
        self.meter.progress()
    }

    fn end(&mut self, reason: NoLaw) {
        self.meter.end(reason);
    }
}
