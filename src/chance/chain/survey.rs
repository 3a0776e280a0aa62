//! Which laws a chain has.

use std::any::Any;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Chain;
use super::link::{Link, Marks, Way};
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

/// A way of a law: the number of the state behind it, what is recorded and what is counted, and the
/// weight.
type Counted = (u32, u64, Marks, f64);

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

    /// The states before the stage, or the round, at a spot, and how many resolutions came to each.
    pub fn take<S: State>(&mut self, spot: &Spot) -> Visits<S> {
        let Some(visits) = self.visits.remove(spot) else { return Visits::default() };
        *visits.downcast().expect("a stage has states of one type")
    }

    /// The number of a state.
    pub fn number<S: State>(&mut self, state: S) -> u32 {
        self.chain.number(state)
    }

    /// How many paths the law of a state may have to which so many resolutions came: more would take
    /// longer than they save.
    pub fn most_paths(&self, count: u32) -> u64 {
        let most = f64::from(count) * self.part * self.paths_per_visit;
        self.paths_left.min(most as u64)
    }

    /// Takes paths that were gone.
    pub fn spend(&mut self, paths: u64) {
        self.paths_left = self.paths_left.saturating_sub(paths);
    }

    /// Whether the law of a state is known already, and the same in every round.
    pub fn knows(&self, spot: &Spot, state: u32) -> bool {
        self.chain.link(spot).is_some_and(|link| link.has(state))
    }

    /// Keeps the law of a state, if there is room. It may be that of one round only. Yields whether
    /// there was.
    pub fn keep(&mut self, spot: &Spot, state: u32, ways: &[Counted], only_here: bool) -> bool {
        let size = ways.len().next_power_of_two();
        if ways.is_empty() || self.slots + size > MOST_SLOTS {
            return false;
        }
        let link = self.chain.links.entry(spot.stages().into()).or_default();
        let numbered = ways.iter().map(|&(state, recorded, ref marks, weight)| {
            Some((Way { state, recorded, marks: link.marks(marks)? }, weight))
        });
        let Some(ways) = numbered.collect::<Option<Vec<_>>>() else { return false };
        link.add(state, &ways, only_here.then_some(spot));
        self.slots += size;
        true
    }

    /// Counts that so many resolutions came to a stage or a round, and how many of them to states
    /// whose laws are known.
    pub fn count(&mut self, visits: u32, known: u32) {
        self.all += self.part * f64::from(visits);
        self.known += self.part * f64::from(known);
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
