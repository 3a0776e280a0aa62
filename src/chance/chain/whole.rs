//! A whole procedure as one table.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::Marks;
use crate::chance::spot::Spot;
use crate::chance::{AliasTable, Bulk, ROWS};

/// The distribution of all joint outcomes, as an alias table: a resolution is one draw.
#[derive(Debug)]
pub struct Whole {
    table: AliasTable,
    /// Packed joint outcomes, by the code that is drawn, and the indicators that go with them, as an
    /// index into `sets`.
    keys: Vec<u64>,
    marks: Vec<u32>,
    /// Sets of indicators that are counted together.
    sets: IndexSet<Marks, FxBuildHasher>,
}

/// The maximum number of outcomes: a larger table does not fit into the second-level cache.
pub const MOST_OUTCOMES: usize = 1 << 14;

/// The maximum number of resolutions: more of them would reveal that the probabilities of a table
/// are multiples of 2^-32.
pub const MOST_TRIALS: u64 = 1 << 40;

impl Whole {
    /// The table of a distribution, or `None` if it has too many outcomes.
    pub fn of(law: Vec<(u64, Marks, f64)>) -> Option<Whole> {
        if law.is_empty() || law.len() > MOST_OUTCOMES {
            return None;
        }
        let table = AliasTable::new((0..).zip(law.iter().map(|&(_, _, weight)| weight)));
        let mut sets = IndexSet::default();
        let marks = law.iter().map(|(_, marks, _)| sets.insert_full(marks.clone()).0 as u32).collect();
        Some(Whole { table, keys: law.iter().map(|&(key, ..)| key).collect(), marks, sets })
    }

    /// Draws the joint outcomes of `trials` resolutions. Returns how often indicators were counted.
    pub fn draw(
        &self,
        bulk: &mut Bulk,
        trials: u64,
        mut on: impl FnMut(&[u64]),
    ) -> impl Iterator<Item = (usize, u64)> {
        let counts = self.sets.len() > 1;
        let mut marked = vec![0; self.sets.len()];
        let mut keys = [0; ROWS];
        let mut left = trials;
        while left > 0 {
            let size = left.min(ROWS as u64) as usize;
            let codes = &bulk.codes(&self.table)[..size];
            for (key, &code) in keys.iter_mut().zip(codes) {
                *key = self.keys[code as usize];
            }
            if counts {
                codes.iter().for_each(|&code| marked[self.marks[code as usize] as usize] += 1);
            }
            on(&keys[..size]);
            left -= size as u64;
        }
        let nowhere = Spot::new();
        let sets = self.sets.iter().zip(marked);
        sets.flat_map(move |(set, count)| {
            set.iter().map(|mark| (mark.number(&nowhere), count)).collect::<Vec<_>>()
        })
    }
}
