//! Samples a procedure as a Markov chain of its states.
//!
//! A stage takes each state to a distribution over the states behind it and over what is recorded
//! on the way; so does a whole round of a loop. A few resolutions are played first, to see which
//! states occur. The exact reader computes the transitions of these states once and stores them as
//! alias tables. From then on a stage or a round is one table look-up for each of many resolutions
//! in parallel. In any other state the rules are run.
//!
//! If the distribution of the whole procedure is quickly computed, a resolution is one look-up.

mod crowd;
mod link;
mod marking;
mod survey;
#[cfg(test)]
mod tests;
mod wave;
mod whole;

use std::any::{Any, TypeId};

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use self::link::Link;
pub(super) use self::link::Marks;
pub(super) use self::marking::Marking;
pub(super) use self::survey::Survey;
pub(super) use self::wave::Wave;
pub use self::whole::{MOST_TRIALS, Whole};
use super::spot::Spot;
use super::{Enumerator, Isa, Packing, Policy, Procedure, State, streams};

/// The transitions of stages and rounds, for the states that occur often.
#[derive(Debug, Default)]
pub(super) struct Chain {
    /// The states of each type, numbered in the order in which they were found.
    states: FxHashMap<TypeId, Box<dyn Any + Send + Sync>>,
    /// Keyed by the position of the stage in the procedure.
    links: FxHashMap<SmallVec<[u32; 4]>, Link>,
}

/// The numbered states of one type.
type States<S> = IndexSet<S, FxBuildHasher>;

/// One resolution in `PLAYED` is played to find states, at most `MOST_PLAYED` in all.
const PLAYED: u64 = 256;
const MOST_PLAYED: u64 = 1 << 14;

/// One path is enumerated per `PATHS` resolutions, at most `MOST_PATHS`: this takes about a tenth
/// of a second.
const PATHS: u64 = 8;
const MOST_PATHS: u64 = 1 << 20;

/// The share of stage visits that must have a table. All other visits are slower in a chain than in
/// resolutions that are played one by one.
const ENOUGH: f64 = 0.95;

impl Chain {
    /// The chain for so many resolutions, or `None` if these visit too many different states. It
    /// depends on the procedure and `trials` alone, never on the seed.
    pub fn of<P: Procedure>(
        rules: &P,
        policy: Option<&Policy>,
        packing: &Packing,
        indicators: usize,
        trials: u64,
    ) -> Option<Chain> {
        let played = (trials / PLAYED).min(MOST_PLAYED);
        if played == 0 {
            return None;
        }
        let packing = marked(packing, indicators);
        let sizes = [played, trials, (trials / PATHS).min(MOST_PATHS)];
        let (chain, known) = Chain::surveyed(rules, policy, &packing, indicators, sizes);
        (known >= ENOUGH).then_some(chain)
    }

    /// The chain of the states that `played` resolutions visit, to be used for `trials` resolutions. At
    /// most `paths` paths are enumerated. Also returns the share of stage visits that has a table.
    fn surveyed<P: Procedure>(
        rules: &P,
        policy: Option<&Policy>,
        packing: &Packing,
        indicators: usize,
        [played, trials, paths]: [u64; 3],
    ) -> (Chain, f64) {
        let stream = streams(0).next().expect("streams never end");
        let nothing = Chain::default();
        let wave = Wave::new(&nothing, packing, indicators, Isa::widest(), stream).under(policy);
        let survey = wave.survey(rules, played).standing_for(trials as f64 / played as f64, paths);
        Enumerator::survey(rules, policy, packing, survey).chain()
    }

    /// The numbered states of a type, if there are any.
    fn states<S: State>(&self) -> Option<&States<S>> {
        self.states.get(&TypeId::of::<S>())?.downcast_ref()
    }

    /// The number of a state; a new state gets the next one.
    fn number<S: State>(&mut self, state: S) -> u32 {
        let states = self.states.entry(TypeId::of::<S>()).or_insert_with(|| Box::new(States::<S>::default()));
        let states: &mut States<S> = states.downcast_mut().expect("states are found by their type");
        states.insert_full(state).0 as u32
    }

    /// The transitions at a spot.
    fn link(&self, spot: &Spot) -> Option<&Link> {
        self.links.get(spot.stages())
    }
}

/// A packing that asks for indicators where there are some.
fn marked(packing: &Packing, indicators: usize) -> Packing {
    match indicators {
        0 => packing.clone(),
        _ => packing.clone().with_indicators(),
    }
}
