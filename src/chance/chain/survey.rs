//! Decides which transitions a chain stores.

use std::any::Any;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Chain;
use super::link::{Link, Marks, Way};
use crate::chance::State;
use crate::chance::spot::Spot;

/// How often the played resolutions visited each state, and the chain built from that.
#[derive(Debug, Default)]
pub struct Survey {
    /// Keyed by position in the procedure and round numbers.
    visits: FxHashMap<Spot, Box<dyn Any>>,
    /// The highest round number of any loop.
    most_rounds: u32,
    /// How many paths may be enumerated for each visit of a state.
    paths_per_visit: f64,
    /// How many paths may still be enumerated in all.
    paths_left: u64,
    /// The share of visits at the current depth that no table of an enclosing round skips.
    part: f64,
    /// How many visits of stages and rounds there are, and how many of these have a table.
    all: f64,
    known: f64,
    slots: usize,
    chain: Chain,
}

/// How often each state was visited.
type Visits<S> = IndexMap<S, u32, FxBuildHasher>;

/// A transition: the number of the state behind it, what is recorded, the indicators, and the
/// probability.
type Counted = (u32, u64, Marks, f64);

/// The tables of a chain take at most 64 MB.
const MOST_SLOTS: usize = 1 << 21;

impl Survey {
    /// Counts visits of these states.
    pub fn visit<S: State>(&mut self, spot: &Spot, states: impl Iterator<Item = S>) {
        if !self.visits.contains_key(spot) {
            self.visits.insert(spot.clone(), Box::new(Visits::<S>::default()));
            self.most_rounds = spot.rounds().iter().copied().fold(self.most_rounds, u32::max);
        }
        let visits = self.visits.get_mut(spot).and_then(|visits| visits.downcast_mut::<Visits<S>>());
        let visits = visits.expect("a stage has states of one type");
        states.for_each(|state| *visits.entry(state).or_default() += 1);
    }

    /// Says that each played resolution stands for `times` resolutions to come, and that at most
    /// `paths` paths may be enumerated in all.
    pub fn standing_for(self, times: f64, paths: u64) -> Self {
        Survey { paths_per_visit: times, paths_left: paths, part: 1.0, ..self }
    }

    /// The highest round number of any loop.
    pub fn most_rounds(&self) -> u32 {
        self.most_rounds
    }

    /// Takes out the states visited at a spot, with the number of visits.
    pub fn take<S: State>(&mut self, spot: &Spot) -> Visits<S> {
        let Some(visits) = self.visits.remove(spot) else { return Visits::default() };
        *visits.downcast().expect("a stage has states of one type")
    }

    /// The number of a state.
    pub fn number<S: State>(&mut self, state: S) -> u32 {
        self.chain.number(state)
    }

    /// How many paths may be enumerated for a state with so many visits: more would cost more time
    /// than a table saves.
    pub fn most_paths(&self, count: u32) -> u64 {
        let most = f64::from(count) * self.part * self.paths_per_visit;
        self.paths_left.min(most as u64)
    }

    /// Notes that so many paths were enumerated.
    pub fn spend(&mut self, paths: u64) {
        self.paths_left = self.paths_left.saturating_sub(paths);
    }

    /// Whether a state already has a table that serves every round.
    pub fn knows(&self, spot: &Spot, state: u32) -> bool {
        self.chain.link(spot).is_some_and(|link| link.has(state))
    }

    /// Stores the transitions of a state, for all rounds or for those of the spot alone. Returns
    /// whether there was room.
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

    /// Notes how many visits a stage or a round has, and how many of these are of states with a table.
    pub fn count(&mut self, visits: u32, known: u32) {
        self.all += self.part * f64::from(visits);
        self.known += self.part * f64::from(known);
    }

    /// From here on only `part` of the visits happen, because tables skip the others. Returns the
    /// share before, for [`widen`](Survey::widen).
    pub fn narrow(&mut self, part: f64) -> f64 {
        let before = self.part;
        self.part *= part;
        before
    }

    /// Restores the share that [`narrow`](Survey::narrow) returned.
    pub fn widen(&mut self, part: f64) {
        self.part = part;
    }

    /// The chain, and the share of visits that has a table.
    pub fn chain(mut self) -> (Chain, f64) {
        self.chain.links.values_mut().for_each(Link::complete);
        (self.chain, self.known / self.all)
    }
}
