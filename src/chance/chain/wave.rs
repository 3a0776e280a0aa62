//! The reader of chains: many resolutions side by side, stage by stage.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::crowd::{Crowd, Ended};
use super::link::UNKNOWN;
use super::{Chain, Survey};
use crate::chance::sampler::Tabulated;
use crate::chance::spot::Spot;
use crate::chance::streams::substreams;
use crate::chance::{
    Bulk, Chance, Decision, Drawn, Indicator, Inner, Isa, Law, Merging, Metric, Outcome, Packing, Policy,
    Procedure, ROWS, Round, Source, State, Tally,
};

/// Plays many resolutions side by side. A stage, or a round, draws from the law of each state that
/// the chain knows; at all others its rule is run.
pub struct Wave<'a> {
    packing: &'a Packing,
    policy: Option<&'a Policy>,
    chain: &'a Chain,
    spot: Spot,
    /// Luck of the rules that are run.
    source: Tabulated<Xoshiro256PlusPlus>,
    /// Luck of the laws that are known.
    bulk: Bulk,
    /// What the rule that is run has recorded.
    recorded: u64,
    /// How often each indicator was counted.
    indicators: Vec<u64>,
    /// Hears of the states before stages and rounds, if they are surveyed.
    survey: Option<Survey>,
}

/// So many are side by side: their states and keys fit into the second cache.
const WAVE: u64 = 8 * ROWS as u64;

impl<'a> Wave<'a> {
    pub fn new(
        chain: &'a Chain,
        packing: &'a Packing,
        indicators: usize,
        stream: Xoshiro256PlusPlus,
    ) -> Self {
        let mut streams = substreams(stream);
        let mut next = || streams.next().expect("substreams never end");
        Wave {
            packing,
            policy: None,
            chain,
            spot: Spot::new(),
            source: Tabulated(next()),
            bulk: Bulk::new(next(), Isa::widest()),
            recorded: 0,
            indicators: vec![0; indicators],
            survey: None,
        }
    }

    /// A wave whose players follow a policy.
    pub fn under(self, policy: Option<&'a Policy>) -> Self {
        Wave { policy, ..self }
    }

    /// Counts the joint outcomes of so many resolutions. Yields how often each indicator was
    /// counted.
    pub fn count<P: Procedure>(mut self, rules: &P, trials: u64, tally: &mut Tally) -> Vec<u64> {
        self.play(rules, trials, |keys| tally.extend(keys));
        self.indicators
    }

    /// The survey of so many resolutions.
    pub fn survey<P: Procedure>(mut self, rules: &P, trials: u64) -> Survey {
        self.survey = Some(Survey::default());
        self.play(rules, trials, |_| ());
        self.survey.unwrap_or_default()
    }

    fn play<P: Procedure>(&mut self, rules: &P, trials: u64, mut on: impl FnMut(&[u64])) {
        let mut left = trials;
        while left > 0 {
            let size = left.min(WAVE) as usize;
            self.spot = Spot::new();
            let start = Crowd::begin(self.chain, size, (), self.packing.pack(&[]));
            on(&rules.resolve(self, start).keys);
            left -= size as u64;
        }
    }

    /// Draws from the laws at this spot that are known: writes the states behind to a crowd, to which
    /// the keys go over. Yields the places of those whose laws are not.
    fn leap<S: State, T: State>(&mut self, before: &mut Crowd<'a, S>, after: &mut Crowd<'a, T>) -> Vec<u32> {
        if let Some(survey) = &mut self.survey {
            survey.visit(&self.spot, before.states());
        }
        after.keys = std::mem::take(&mut before.keys);
        after.numbers.resize(before.numbers.len(), UNKNOWN);
        let mut unknown = Vec::new();
        let Some(link) = self.chain.link(&self.spot) else {
            unknown.extend(0..before.numbers.len() as u32);
            return unknown;
        };
        let rows = link.rows(&self.spot);
        let mut marked = vec![0; link.marked().len()];
        let chunks = before.numbers.chunks(ROWS).zip(after.numbers.chunks_mut(ROWS));
        for (first, ((before, after), keys)) in
            (0..).step_by(ROWS).zip(chunks.zip(after.keys.chunks_mut(ROWS)))
        {
            if link.draw(rows, before, self.bulk.bits(), after, keys, &mut marked) {
                let places = (first..).zip(&*after).filter(|(_, number)| **number == UNKNOWN);
                unknown.extend(places.map(|(place, _)| place));
            }
        }
        for (marks, count) in link.marked().iter().zip(marked) {
            for indicated in marks {
                self.indicators[indicated.number(&self.spot)] += count;
            }
        }
        unknown
    }

    /// Plays a stage whose rule may also be told what a player chooses.
    #[inline(always)]
    fn answered_stage<S: State, A, T: State>(
        &mut self,
        mut before: Crowd<'a, S>,
        answer: impl Fn(&S) -> A,
        rule: impl Fn(&mut Self, S, A) -> T,
    ) -> Crowd<'a, T> {
        self.spot.stage();
        let mut after = Crowd::new(self.chain);
        for place in self.leap(&mut before, &mut after) {
            let place = place as usize;
            let state = before.state(place);
            let answer = answer(&state);
            self.recorded = 0;
            let behind = rule(self, state, answer);
            after.keys[place] = after.keys[place].wrapping_add(self.recorded);
            after.numbers[place] = after.number(behind);
        }
        after
    }

    /// Plays a round of those who cannot leap over it.
    fn round<S: State>(
        &mut self,
        mut before: Crowd<'a, S>,
        play: impl FnOnce(&mut Self, Crowd<'a, S>) -> Crowd<'a, S>,
    ) -> Crowd<'a, S> {
        let mut after = Crowd::new(self.chain);
        let unknown = self.leap(&mut before, &mut after);
        if !unknown.is_empty() {
            let mut playing = Crowd::new(self.chain);
            for place in unknown {
                let place = place as usize;
                playing.take(&before, place, after.keys[place]);
            }
            after.forget_unknown();
            after.append(&play(self, playing));
        }
        after
    }
}

impl<'a> Chance for Wave<'a> {
    type Of<S: State> = Crowd<'a, S>;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        self.source.draw(law)
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.recorded = self.recorded.wrapping_add(self.packing.shift(metric, value.into()));
    }

    #[inline(always)]
    fn indicate(&mut self, Indicator(indicator): Indicator) {
        self.indicators[indicator] += 1;
    }

    fn stage<S: State, T: State>(
        &mut self,
        before: Crowd<'a, S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Crowd<'a, T> {
        self.answered_stage(before, |_| (), |wave, state, ()| rule(wave, state))
    }

    fn until<S: State>(
        &mut self,
        start: Crowd<'a, S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Crowd<'a, S>, Round) -> Crowd<'a, S>,
    ) -> Crowd<'a, S> {
        let mut ended = Ended::new(self.chain, over);
        let mut crowd = start;
        self.spot.enter();
        for _ in 0..most {
            ended.take(&mut crowd);
            if crowd.numbers.is_empty() {
                break;
            }
            let next = self.spot.next();
            crowd = self.round(crowd, |wave, crowd| round(wave, crowd, next));
        }
        self.spot.leave();
        ended.crowd.append(&crowd);
        ended.crowd
    }

    fn choose<D: Decision, T: State>(
        &mut self,
        before: Crowd<'a, D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> Crowd<'a, T> {
        let policy = self.policy;
        self.answered_stage(before, |state| Policy::answer(policy, decision, state), rule)
    }

    #[inline(always)]
    fn play<P, I, O>(&mut self, inner: &Inner<P, I, O>, input: I) -> O
    where
        P: Procedure<I, O> + 'static,
        I: State + Send + Sync,
        O: State + Outcome,
    {
        self.source.play(inner, input)
    }
}

impl Merging for Wave<'_> {
    #[inline(always)]
    fn merges(&self) -> bool {
        true
    }
}
