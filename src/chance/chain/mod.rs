//! A rule text as a chain of states.
//!
//! What a stage does to a state is a law: where it leads, with what is recorded on the way. So is
//! what a whole round of a loop does. Some resolutions are played to see to which states they come.
//! For these, such laws are found once, by the exact reader, and kept as tables; from then on a
//! stage or a round is one look-up, for many resolutions side by side. At other states rules
//! are played.

mod crowd;
mod link;
mod marking;
mod survey;
#[cfg(test)]
mod tests;
mod wave;

use std::any::{Any, TypeId};

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use self::link::Link;
pub(super) use self::marking::Marking;
pub(super) use self::survey::Survey;
pub(super) use self::wave::Wave;
use super::spot::Spot;
use super::{Enumerator, Packing, Policy, Procedure, State, streams};

/// The laws of stages and rounds, for the states that come up often.
#[derive(Debug, Default)]
pub(super) struct Chain {
    /// States of each type, which have numbers in the order in which they were found.
    states: FxHashMap<TypeId, Box<dyn Any + Send + Sync>>,
    /// By the place of the stage in the text.
    links: FxHashMap<SmallVec<[u32; 4]>, Link>,
}

/// The states of a type that a chain knows.
type States<S> = IndexSet<S, FxBuildHasher>;

/// One of so many resolutions is played before the others, up to so many.
const PLAYED: u64 = 256;
const MOST_PLAYED: u64 = 1 << 14;

/// For so many resolutions one path is gone to find laws, up to so many: about a tenth of a second.
const PATHS: u64 = 8;
const MOST_PATHS: u64 = 1 << 20;

/// Of the stages and rounds that resolutions come to, this part has to be known. To play the others
/// takes longer in a chain than it does one by one.
const ENOUGH: f64 = 0.95;

impl Chain {
    /// The chain for so many resolutions; none if they come to too many states. It is the same
    /// whatever resolutions are sampled.
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
        let paths = (trials / PATHS).min(MOST_PATHS);
        let (chain, known) = Chain::surveyed(rules, policy, packing, indicators, [played, trials, paths]);
        (known >= ENOUGH).then_some(chain)
    }

    /// The chain of the states to which `played` resolutions come that stand for `trials`, with laws
    /// of up to so many paths in all; and which part of all that they come to is known.
    fn surveyed<P: Procedure>(
        rules: &P,
        policy: Option<&Policy>,
        packing: &Packing,
        indicators: usize,
        [played, trials, paths]: [u64; 3],
    ) -> (Chain, f64) {
        let packing = match indicators {
            0 => packing.clone(),
            _ => packing.clone().with_indicators(),
        };
        let stream = streams(0).next().expect("streams never end");
        let nothing = Chain::default();
        let wave = Wave::new(&nothing, &packing, indicators, stream).under(policy);
        let survey = wave.survey(rules, played).standing_for(trials as f64 / played as f64, paths);
        Enumerator::survey(rules, policy, &packing, survey).chain()
    }

    /// The states of a type, if it knows any.
    fn states<S: State>(&self) -> Option<&States<S>> {
        self.states.get(&TypeId::of::<S>())?.downcast_ref()
    }

    /// The number of a state, which it knows from now on.
    fn number<S: State>(&mut self, state: S) -> u32 {
        let states = self.states.entry(TypeId::of::<S>()).or_insert_with(|| Box::new(States::<S>::default()));
        let states: &mut States<S> = states.downcast_mut().expect("states are found by their type");
        states.insert_full(state).0 as u32
    }

    /// The laws at a spot.
    fn link(&self, spot: &Spot) -> Option<&Link> {
        self.links.get(spot.stages())
    }
}
