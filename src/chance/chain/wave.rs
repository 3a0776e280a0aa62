//! The reader that samples many resolutions in parallel, stage by stage.

use std::hash::Hash;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::crowd::{Crowd, Ended, Lanes};
use super::link::UNKNOWN;
use super::{Chain, Survey};
use crate::chance::sampler::Tabulated;
use crate::chance::spot::Spot;

use crate::chance::{
    Bulk, Chance, Decision, Drawn, Indicator, Inner, Isa, Law, Merging, Metric, Outcome, Packing, Policy,
    Procedure, ROWS, Round, Source, State, Tally, substreams,
};

/// Plays many resolutions in parallel. A stage or a round draws from the table of each state that
/// has one; for all other states the rules are run.
pub struct Wave<'a> {
    packing: &'a Packing,
    policy: Option<&'a Policy>,
    chain: &'a Chain,
    spot: Spot,
    /// Random numbers for rules that are run.
    source: Tabulated<Xoshiro256PlusPlus>,
    /// Random numbers for tables.
    bulk: Bulk,
    /// What the current run of a rule has recorded.
    recorded: u64,
    /// How often each indicator was counted.
    indicators: Vec<u64>,
    /// Counts visits of states, if this is a survey.
    survey: Option<Survey>,
}

/// How many resolutions go in parallel: their states and keys fit into the second-level cache.
const WAVE: u64 = 8 * ROWS as u64;

impl<'a> Wave<'a> {
    pub fn new(
        chain: &'a Chain,
        packing: &'a Packing,
        indicators: usize,
        isa: Isa,
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
            bulk: Bulk::new(next(), isa),
            recorded: 0,
            indicators: vec![0; indicators],
            survey: None,
        }
    }

    /// A wave whose players follow a policy.
    pub fn under(self, policy: Option<&'a Policy>) -> Self {
        Wave { policy, ..self }
    }

    /// Counts the joint outcomes of `trials` resolutions. Returns how often each indicator was
    /// counted.
    pub fn count<P: Procedure>(mut self, rules: &P, trials: u64, tally: &mut Tally) -> Vec<u64> {
        self.play(rules, trials, |keys| tally.extend(keys));
        self.indicators
    }

    /// Surveys `trials` resolutions.
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
            on(&rules.resolve(self, start).lanes.keys);
            left -= size as u64;
        }
    }

    /// Counts visits of states, if this is a survey.
    fn show<S: State>(&mut self, crowd: &Crowd<'a, S>) {
        if let Some(survey) = &mut self.survey {
            survey.visit(&self.spot, crowd.states());
        }
    }

    /// Draws from the tables at this spot. Returns the new lanes, with the keys of `before`, and the
    /// indices of the resolutions whose states have no table.
    fn leap(&mut self, before: &mut Lanes) -> (Lanes, Vec<u32>) {
        let mut after =
            Lanes { numbers: vec![UNKNOWN; before.numbers.len()], keys: std::mem::take(&mut before.keys) };
        let Some(link) = self.chain.link(&self.spot) else {
            return (after, (0..before.numbers.len() as u32).collect());
        };
        let mut unknown = Vec::new();
        let rows = link.rows(&self.spot);
        let mut marked = vec![0; link.marked().len()];
        let chunks = before.numbers.chunks(ROWS).zip(after.numbers.chunks_mut(ROWS));
        for (first, ((before, after), keys)) in
            (0..).step_by(ROWS).zip(chunks.zip(after.keys.chunks_mut(ROWS)))
        {
            if link.draw(rows, before, self.bulk.bits().0, after, keys, &mut marked) {
                let places = (first..).zip(&*after).filter(|(_, number)| **number == UNKNOWN);
                unknown.extend(places.map(|(place, _)| place));
            }
        }
        for (marks, count) in link.marked().iter().zip(marked) {
            for indicated in marks {
                self.indicators[indicated.number(&self.spot)] += count;
            }
        }
        (after, unknown)
    }

    /// Plays a stage. `rule` is a trait object so that this is compiled once per pair of state types,
    /// not once per rule.
    fn step<S: State, T: State>(
        &mut self,
        mut before: Crowd<'a, S>,
        rule: &dyn Fn(&mut Self, S) -> T,
    ) -> Crowd<'a, T> {
        self.spot.stage();
        self.show(&before);
        let (lanes, unknown) = self.leap(&mut before.lanes);
        let mut after = Crowd::at(self.chain, lanes);
        for place in unknown {
            let place = place as usize;
            self.recorded = 0;
            let behind = rule(self, before.state(place));
            after.lanes.keys[place] = after.lanes.keys[place].wrapping_add(self.recorded);
            after.lanes.numbers[place] = after.number(behind);
        }
        after
    }

    /// Plays a round: by its table, or stage by stage for states that have none.
    fn round<S: State>(
        &mut self,
        mut before: Crowd<'a, S>,
        play: impl FnOnce(&mut Self, Crowd<'a, S>) -> Crowd<'a, S>,
    ) -> Crowd<'a, S> {
        self.show(&before);
        let (mut lanes, unknown) = self.leap(&mut before.lanes);
        if unknown.is_empty() {
            return Crowd::at(self.chain, lanes);
        }
        let mut playing = Crowd::new(self.chain);
        for place in unknown {
            let place = place as usize;
            playing.take(&before, place, lanes.keys[place]);
        }
        lanes.forget_unknown();
        let mut after = Crowd::at(self.chain, lanes);
        after.append(&play(self, playing));
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
        self.step(before, &rule)
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
            if crowd.lanes.numbers.is_empty() {
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
        self.step(before, &|wave, state| rule(wave, state, Policy::answer(policy, decision, &state)))
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
    /// Plays the procedure out: if only a part of each outcome matters, there are too many outcomes
    /// for a table.
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
        inner.play_out(&mut self.source, input)
    }

    #[inline(always)]
    fn merges(&self) -> bool {
        true
    }
}
