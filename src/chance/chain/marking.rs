//! Sets of indicators as a further digit of packed outcomes.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::link::Marks;
use crate::chance::enumerator::Indicated;
use crate::chance::spot::Spot;
use crate::chance::{Cells, Indicator, Packing};

/// Numbers the sets of indicators that are counted together. The number of a set is a digit of a key
/// above those of the metrics, so that a distribution says which indicators go with which outcome.
#[derive(Debug)]
pub struct Marking {
    /// How much the first set that is not empty adds to a key: more than twice what metrics can add.
    one: u64,
    /// The sets by number; the first is empty. An indicator that is counted twice is in its set twice.
    sets: IndexSet<Marks, FxBuildHasher>,
    /// The numbers of unions of two sets.
    unions: FxHashMap<(u64, u64), u64>,
    /// Whether a key has no room for more sets.
    is_full: bool,
    /// Whether an indicator of a round is stored with the number of its round, and not in a form
    /// that is valid in every round.
    by_round: bool,
}

/// The maximum number of sets.
const MOST_SETS: usize = 1 << 15;

impl Marking {
    /// No indicators yet, above the metrics of a packing.
    pub fn new(packing: &Packing, by_round: bool) -> Self {
        let above = packing.reach().and_then(|reach| reach.checked_add(1)?.checked_next_power_of_two());
        let one = above.and_then(|above| above.checked_mul(4));
        Marking {
            one: one.unwrap_or(0),
            sets: [Marks::new()].into_iter().collect(),
            unions: FxHashMap::default(),
            is_full: one.is_none(),
            by_round,
        }
    }

    /// Whether there were more sets than a key has room for.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether stored indicators tell the rounds apart.
    pub fn is_by_round(&self) -> bool {
        self.by_round
    }

    /// How much these indicators, counted at a spot, add to a key.
    pub fn of(&mut self, indicated: &[Indicated], spot: &Spot) -> u64 {
        let at_spot = |&indicated: &Indicated| match self.by_round {
            true => Indicated::Once(Indicator(indicated.number(spot))),
            false => indicated,
        };
        let set = self.number(indicated.iter().map(at_spot).collect());
        self.one.wrapping_mul(set)
    }

    /// The number of a set, which is added if it is new.
    fn number(&mut self, mut set: Marks) -> u64 {
        if self.is_full {
            return 0;
        }
        set.sort_unstable();
        let number = self.sets.insert_full(set).0 as u64;
        // One bit stays free, for metrics that decrease.
        let bits = u64::BITS - number.leading_zeros();
        self.is_full |= number >= MOST_SETS as u64 || bits >= self.one.leading_zeros();
        if self.is_full { 0 } else { number }
    }

    /// Adds the joint outcomes before a stage, with what is recorded on the way, to those behind it.
    pub fn lead(&mut self, cells: &[(u64, f64)], (recorded, weight): (u64, f64), behind: &mut Cells<f64>) {
        let (metrics, added) = self.parts(recorded);
        for &(key, mass) in cells {
            let (before, set) = self.parts(key);
            let union = match set {
                0 => added,
                _ => self.union(set, added),
            };
            let key = before.wrapping_add(metrics).wrapping_add(self.one.wrapping_mul(union));
            behind.add(key, weight * mass);
        }
    }

    fn union(&mut self, one: u64, other: u64) -> u64 {
        if let Some(&known) = self.unions.get(&(one, other)) {
            return known;
        }
        let [a, b] = [one, other].map(|number| &self.sets[number as usize]);
        let union = a.iter().chain(b).copied().collect();
        let number = self.number(union);
        self.unions.insert((one, other), number);
        number
    }

    /// Whether indicators are counted in what was recorded.
    pub fn has_marks(&self, recorded: u64) -> bool {
        self.parts(recorded).1 > 0
    }

    /// What was recorded of metrics, and the number of the set.
    fn parts(&self, recorded: u64) -> (u64, u64) {
        if self.one == 0 {
            return (recorded, 0);
        }
        let set = recorded.wrapping_add(self.one / 2) / self.one;
        (recorded.wrapping_sub(set.wrapping_mul(self.one)), set)
    }

    /// What was recorded of metrics, and the indicators.
    pub fn split(&self, recorded: u64) -> (u64, &Marks) {
        let (metrics, set) = self.parts(recorded);
        (metrics, &self.sets[set as usize])
    }
}
