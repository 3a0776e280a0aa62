//! The beginning of code as one draw.

use super::super::super::code::Op;
use super::super::super::compile::Compiled;
use super::super::super::game::Game;
use super::super::exact::Exact;
use super::super::rows::Rows;
use super::lanes::Lanes;
use crate::chance::{AliasTable, Budget, Bulk, MOST_OUTCOMES, MOST_TRIALS, Packing, ROWS};

/// All that may have happened after the first operations of code, and how likely it is.
pub struct Opening {
    /// So many operations it stands for.
    pub steps: usize,
    alias: AliasTable,
    /// By the code that is drawn: what was recorded, and the registers that are needed later.
    keys: Vec<u64>,
    columns: Vec<(usize, Vec<i32>)>,
}

/// One outcome is followed for so many resolutions, at most `MOST_PATHS` in all, which take less than
/// a tenth of a second. Loops are slow to sample: one for each resolution pays for itself.
const PATHS: u64 = 8;
const PATHS_IN_LOOPS: u64 = 1;
const MOST_PATHS: u64 = 1 << 23;

/// The most bytes that they take.
const MOST_BYTES: u64 = 1 << 26;

impl Opening {
    /// As many operations as have few outcomes, for so many resolutions; `None` if that is no draw.
    /// It depends on the code and on `trials` alone.
    pub fn of(game: &Game, compiled: &Compiled, packing: &Packing, trials: u64) -> Option<Opening> {
        if trials > MOST_TRIALS {
            return None;
        }
        let per_path = if compiled.main.ops.iter().any(Op::is_loop) { PATHS_IN_LOOPS } else { PATHS };
        let budget = Budget { bytes: MOST_BYTES, ..Budget::new((trials / per_path).min(MOST_PATHS)) };
        let mut exact = Exact::new(game, compiled, packing, budget);
        let (steps, Rows { mut columns, keys, weights }, live) = exact.opening(MOST_OUTCOMES)?;
        let columns = live.into_iter().map(|register| (register, std::mem::take(&mut columns[register])));
        let columns = columns.collect();
        Some(Opening { steps, alias: AliasTable::new((0..).zip(weights)), keys, columns })
    }

    /// Begins so many lanes.
    pub fn draw(&self, bulk: &mut Bulk, lanes: &mut Lanes, count: usize) {
        lanes.keys.resize(count, 0);
        for (register, _) in &self.columns {
            lanes.columns[*register].resize(count, 0);
        }
        for start in (0..count).step_by(ROWS) {
            let end = count.min(start + ROWS);
            let codes = &bulk.codes(&self.alias)[..end - start];
            look_up(&self.keys, codes, &mut lanes.keys[start..end]);
            for (register, column) in &self.columns {
                look_up(column, codes, &mut lanes.columns[*register][start..end]);
            }
        }
    }
}

fn look_up<T: Copy>(column: &[T], codes: &[u32], to: &mut [T]) {
    to.iter_mut().zip(codes).for_each(|(to, &code)| *to = column[code as usize]);
}
