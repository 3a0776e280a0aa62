//! Resolutions in parallel.

use super::{Chain, States};
use crate::chance::State;
use crate::chance::chain::link::UNKNOWN;

/// Resolutions in parallel: their states, and what they have recorded.
#[derive(Debug)]
pub struct Crowd<'a, S> {
    /// The states that the chain numbers.
    known: Option<&'a States<S>>,
    others: Vec<S>,
    pub lanes: Lanes,
}

/// State numbers and packed outcomes, one of each per resolution.
#[derive(Debug, Default)]
pub struct Lanes {
    /// Numbers of states. Numbers beyond those of the chain are indices into `others`.
    pub numbers: Vec<u32>,
    /// The packed joint outcomes so far.
    pub keys: Vec<u64>,
}

impl<'a, S: State> Crowd<'a, S> {
    /// An empty crowd.
    pub fn new(chain: &'a Chain) -> Self {
        Crowd::at(chain, Lanes::default())
    }

    /// Resolutions in numbered states.
    pub fn at(chain: &'a Chain, lanes: Lanes) -> Self {
        Crowd { known: chain.states(), others: Vec::new(), lanes }
    }

    /// `size` resolutions in one state, with one key.
    pub fn begin(chain: &'a Chain, size: usize, state: S, key: u64) -> Self {
        let mut crowd = Crowd::new(chain);
        let number = crowd.number(state);
        crowd.lanes = Lanes { numbers: vec![number; size], keys: vec![key; size] };
        crowd
    }

    /// The state of a resolution.
    #[inline(always)]
    pub fn state(&self, place: usize) -> S {
        let number = self.lanes.numbers[place] as usize;
        match self.known.and_then(|known| known.get_index(number)) {
            Some(&state) => state,
            None => self.others[number - self.known()],
        }
    }

    /// The states of all resolutions.
    pub fn states(&self) -> impl Iterator<Item = S> {
        (0..self.lanes.numbers.len()).map(|place| self.state(place))
    }

    /// How many states the chain numbers.
    fn known(&self) -> usize {
        self.known.map_or(0, States::len)
    }

    /// The number of a state; a state that the chain does not know is added to `others`.
    #[inline(always)]
    pub fn number(&mut self, state: S) -> u32 {
        let number = self.known.and_then(|known| known.get_index_of(&state));
        number.map_or_else(|| self.number_of_other(state), |number| number as u32)
    }

    fn number_of_other(&mut self, state: S) -> u32 {
        self.others.push(state);
        (self.known() + self.others.len() - 1) as u32
    }

    /// Adds one resolution of another crowd, with a new key.
    #[inline(always)]
    pub fn take(&mut self, other: &Self, place: usize, key: u64) {
        let number = other.lanes.numbers[place];
        let number = match (number as usize) < self.known() {
            true => number,
            false => self.number_of_other(other.state(place)),
        };
        self.lanes.numbers.push(number);
        self.lanes.keys.push(key);
    }

    /// Adds all resolutions of another crowd.
    pub fn append(&mut self, other: &Self) {
        (0..other.lanes.numbers.len()).for_each(|place| self.take(other, place, other.lanes.keys[place]));
    }
}

impl Lanes {
    /// Removes the resolutions whose state is [`UNKNOWN`].
    pub fn forget_unknown(&mut self) {
        let mut is_known = self.numbers.iter().map(|&number| number != UNKNOWN);
        self.keys.retain(|_| is_known.next().expect("each resolution has a key"));
        self.numbers.retain(|&number| number != UNKNOWN);
    }
}

/// The resolutions that have left a loop.
pub struct Ended<'a, S, F> {
    /// Whether the loop ends in each of the numbered states.
    ends: Vec<bool>,
    over: F,
    pub crowd: Crowd<'a, S>,
}

impl<'a, S: State, F: Fn(&S) -> bool> Ended<'a, S, F> {
    /// No resolutions yet.
    pub fn new(chain: &'a Chain, over: F) -> Self {
        let crowd = Crowd::new(chain);
        Ended { ends: crowd.known.into_iter().flatten().map(&over).collect(), over, crowd }
    }

    /// Moves the resolutions for which the loop has ended out of a crowd.
    pub fn take(&mut self, crowd: &mut Crowd<'a, S>) {
        let mut kept = 0;
        for place in 0..crowd.lanes.numbers.len() {
            let (number, key) = (crowd.lanes.numbers[place], crowd.lanes.keys[place]);
            let is_over = match self.ends.get(number as usize) {
                Some(&is_over) => is_over,
                None => (self.over)(&crowd.state(place)),
            };
            if is_over {
                self.crowd.take(crowd, place, key);
            } else {
                crowd.lanes.numbers[kept] = number;
                crowd.lanes.keys[kept] = key;
                kept += 1;
            }
        }
        crowd.lanes.numbers.truncate(kept);
        crowd.lanes.keys.truncate(kept);
    }
}
