//! Which laws a chain has.

use std::any::Any;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Chain;
use super::link::{Link, Marks, Way, Ways};
use crate::chance::State;
use crate::chance::spot::Spot;

/// How often resolutions have come to each state, and the chain that is made of it.
#[derive(Debug, Default)]
pub struct Survey {
    /// By place of the text and rounds.
    visits: FxHashMap<Spot, Box<dyn Any>>,
    /// The highest number of a round.
    most_rounds: u32,
    /// A law may have so many paths for each visit.
    paths_per_visit: f64,
    /// So many paths may all laws have that are still to be found.
    paths_left: u64,
    /// Of the resolutions that come to the states at hand, this part does not leap over them with
    /// their round.
    part: f64,
    /// How often resolutions come to a stage or a round, and how often its law is known.
    all: f64,
    known: f64,
    slots: usize,
    chain: Chain,
}

/// How often resolutions have come to each state.
type Visits<S> = IndexMap<S, u32, FxBuildHasher>;

/// A state to which resolutions have come.
#[derive(Clone, Copy, Debug)]
pub struct Visited<S> {
    pub state: S,
    /// So many of them.
    pub count: u32,
}

/// What a stage, or a round, does to one state: the state behind it, what is recorded and what is
/// counted on the way, with the weight.
pub type StageLaw<T> = IndexMap<(T, u64, Marks), f64, FxBuildHasher>;

/// The tables of a chain take up to 64 MB.
const MOST_SLOTS: usize = 1 << 21;

impl Survey {
    /// Counts that resolutions have come to these states.
    pub fn visit<S: State>(&mut self, spot: &Spot, states: impl Iterator<Item = S>) {
        if !self.visits.contains_key(spot) {
            self.visits.insert(spot.clone(), Box::new(Visits::<S>::default()));
            self.most_rounds = spot.rounds().iter().copied().fold(self.most_rounds, u32::max);
        }
        let visits = self.visits.get_mut(spot).and_then(|visits| visits.downcast_mut::<Visits<S>>());
        let visits = visits.expect("a stage has states of one type");
        states.for_each(|state| *visits.entry(state).or_default() += 1);
    }

    /// The survey of resolutions each of which stands for `times` as many that are to come. The laws
    /// of all states together may have so many paths.
    pub fn standing_for(self, times: f64, paths: u64) -> Self {
        Survey { paths_per_visit: times, paths_left: paths, part: 1.0, ..self }
    }

    /// The highest number of a round.
    pub fn most_rounds(&self) -> u32 {
        self.most_rounds
    }

    /// The states before the stage, or the round, at a spot.
    pub fn take<S: State>(&mut self, spot: &Spot) -> Vec<Visited<S>> {
        let Some(visits) = self.visits.remove(spot) else { return Vec::new() };
        let visits = visits.downcast::<Visits<S>>().expect("a stage has states of one type");
        let visited = |(state, count)| Visited { state, count };
        let all: Vec<Visited<S>> = visits.into_iter().map(visited).collect();
        self.all += self.part * all.iter().map(|visited| f64::from(visited.count)).sum::<f64>();
        all
    }

    /// How many paths the law of a state may have: more would take longer than they save.
    pub fn most_paths<S>(&self, visited: &Visited<S>) -> u64 {
        let most = f64::from(visited.count) * self.part * self.paths_per_visit;
        self.paths_left.min(most as u64)
    }

    /// Takes paths that were gone.
    pub fn spend(&mut self, paths: u64) {
        self.paths_left = self.paths_left.saturating_sub(paths);
    }

    /// Whether the law of a state is known already, and the same in every round.
    pub fn knows<S: State>(&mut self, spot: &Spot, visited: &Visited<S>) -> bool {
        let number = self.chain.number(visited.state);
        let knows = self.chain.link(spot).is_some_and(|link| link.has(number));
        self.count(knows, visited.count)
    }

    /// Keeps the law of a state, if there is room. It may be that of one round only. Yields whether
    /// there was.
    pub fn keep<S: State, T: State>(
        &mut self,
        spot: &Spot,
        visited: &Visited<S>,
        law: &StageLaw<T>,
        only_here: bool,
    ) -> bool {
        let state = self.chain.number(visited.state);
        let mut link = self.chain.links.remove(spot.stages()).unwrap_or_default();
        let ways: Option<Ways> = law
            .iter()
            .map(|((behind, recorded, marks), &weight)| {
                let marks = link.marks(marks)?;
                Some((Way { state: self.chain.number(*behind), recorded: *recorded, marks }, weight))
            })
            .collect();
        let size = law.len().next_power_of_two();
        let ways = ways.filter(|ways| !ways.is_empty() && self.slots + size <= MOST_SLOTS);
        if let Some(ways) = &ways {
            link.add(state, ways, only_here.then_some(spot));
            self.slots += size;
        }
        self.chain.links.insert(spot.stages().into(), link);
        self.count(ways.is_some(), visited.count)
    }

    fn count(&mut self, is_known: bool, count: u32) -> bool {
        self.known += if is_known { self.part * f64::from(count) } else { 0.0 };
        is_known
    }

    /// From here on only a part of the resolutions comes to states. Yields which part did before.
    pub fn narrow(&mut self, part: f64) -> f64 {
        let before = self.part;
        self.part *= part;
        before
    }

    /// Behind [`narrow`](Survey::narrow): so many come to states again.
    pub fn widen(&mut self, part: f64) {
        self.part = part;
    }

    /// The chain of the laws that were kept, and how much of what resolutions come to is known.
    pub fn chain(mut self) -> (Chain, f64) {
        self.chain.links.values_mut().for_each(Link::complete);
        (self.chain, self.known / self.all)
    }
}
