//! Decides which transitions a chain stores.

use std::any::Any;
use std::cmp::Reverse;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::link::{Link, Marks, Way};
use super::{Chain, ENOUGH};
use crate::chance::State;
use crate::chance::spot::Spot;

/// How often the played resolutions visited each state, and the chain built from that.
#[derive(Debug, Default)]
pub struct Survey {
    /// Keyed by position in the procedure and round numbers.
    visits: FxHashMap<Spot, Box<dyn Any>>,
    /// How many visits there are in all, and how many of these are of stages and have no table.
    visited: u64,
    lost: f64,
    /// The highest round number of any loop.
    most_rounds: u32,
    /// How many paths may be enumerated for each visit of a state.
    paths_per_visit: f64,
    /// How many paths may still be enumerated in all, and how many of these are kept for stages.
    paths_left: u64,
    paths_of_stages: u64,
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
        for state in states {
            *visits.entry(state).or_default() += 1;
            self.visited += 1;
        }
    }

    /// Says that each played resolution stands for `times` resolutions to come, and that at most
    /// `paths` paths may be enumerated in all.
    pub fn standing_for(self, times: f64, paths: u64) -> Self {
        Survey { paths_per_visit: times, paths_left: paths, paths_of_stages: paths / 2, part: 1.0, ..self }
    }

    /// The highest round number of any loop.
    pub fn most_rounds(&self) -> u32 {
        self.most_rounds
    }

    /// Takes out the states visited at a spot, with the number of visits, the most visited first.
    pub fn take<S: State>(&mut self, spot: &Spot) -> Vec<(S, u32)> {
        let Some(visits) = self.visits.remove(spot) else { return Vec::new() };
        let visits: Box<Visits<S>> = visits.downcast().expect("a stage has states of one type");
        let at = |place: u32| visits.get_index(place as usize).map(|(&state, &count)| (state, count));
        most_first(visits.values().copied().collect()).into_iter().filter_map(at).collect()
    }

    /// The number of a state.
    pub fn number<S: State>(&mut self, state: S) -> u32 {
        self.chain.number(state)
    }

    /// How many paths may be enumerated for a state with so many visits: more would cost more time
    /// than a table saves.
    pub fn most_paths(&self, count: u32, is_round: bool) -> u64 {
        let most = f64::from(count) * self.part * self.paths_per_visit;
        self.paths_left_for(is_round).min(most as u64)
    }

    /// Rounds leave half of the paths to stages: a whole round has many paths, and saves less than
    /// its stages do.
    fn paths_left_for(&self, is_round: bool) -> u64 {
        self.paths_left.saturating_sub(if is_round { self.paths_of_stages } else { 0 })
    }

    /// Whether there are not enough paths left for the visits of a spot, if `spent` paths were
    /// enumerated for the `known` ones: the other states are visited less often, and take more
    /// paths per visit. If so, rounds leave all paths to stages.
    pub fn gives_up(&mut self, spent: u64, [known, visits]: [u32; 2], is_round: bool) -> bool {
        let needed = spent as f64 * ENOUGH * f64::from(visits) / f64::from(known.max(1));
        let is_hopeless = needed > (spent + self.paths_left_for(is_round)) as f64;
        if is_hopeless && is_round {
            self.paths_of_stages = self.paths_left;
        }
        is_hopeless
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

    /// Notes how many visits a stage or a round has, and how many of these are of states with a
    /// table. If too many visits of stages have none, gives up all paths that are left.
    pub fn count(&mut self, visits: u32, known: u32, is_round: bool) {
        self.all += self.part * f64::from(visits);
        self.known += self.part * f64::from(known);
        if !is_round {
            self.lost += self.part * f64::from(visits - known);
        }
        if self.lost > (1.0 - ENOUGH) * self.visited as f64 {
            self.paths_left = 0;
        }
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

/// The indices of counts, the greatest first. Compiled once, and not for every type of states.
fn most_first(counts: Vec<u32>) -> Vec<u32> {
    let mut places: Vec<(Reverse<u32>, u32)> = counts.into_iter().map(Reverse).zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place).collect()
}
