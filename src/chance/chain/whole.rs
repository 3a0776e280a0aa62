//! A whole procedure as one table.

use crate::chance::{AliasTable, Bulk, ExactCells, ROWS};

/// The distribution of all joint outcomes, as an alias table: a resolution is one draw.
#[derive(Debug)]
pub struct Whole {
    table: AliasTable,
    /// Packed joint outcomes, by the code that is drawn.
    keys: Vec<u64>,
}

/// The most outcomes: a larger table does not fit into the second-level cache.
pub const MOST_OUTCOMES: usize = 1 << 14;

/// The most resolutions: in more of them it could be seen that the probabilities of a table are
/// multiples of 2^-32.
pub const MOST_TRIALS: u64 = 1 << 40;

impl Whole {
    /// The table of a distribution, or `None` if it has too many outcomes.
    pub fn of(law: ExactCells) -> Option<Whole> {
        let (keys, weights): (Vec<u64>, Vec<f64>) = law.cells.into_iter().unzip();
        let is_small = (1..=MOST_OUTCOMES).contains(&keys.len());
        is_small.then(|| Whole { table: AliasTable::new((0..).zip(weights)), keys })
    }

    /// Draws the joint outcomes of `trials` resolutions.
    pub fn draw(&self, bulk: &mut Bulk, trials: u64, mut on: impl FnMut(&[u64])) {
        let mut keys = [0; ROWS];
        let mut left = trials;
        while left > 0 {
            let size = left.min(ROWS as u64) as usize;
            for (key, &code) in keys.iter_mut().zip(bulk.codes(&self.table)) {
                *key = self.keys[code as usize];
            }
            on(&keys[..size]);
            left -= size as u64;
        }
    }
}
