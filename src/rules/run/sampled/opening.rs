//! Replaces the beginning of code by one draw.

use super::super::super::code::Op;
use super::super::super::compile::Compiled;
use super::super::super::game::Game;
use super::super::exact::Exact;
use super::super::rows::Rows;
use super::lanes::Lanes;
use crate::chance::{AliasTable, Budget, Bulk, Isa, MOST_TRIALS, Packing, ROWS, Whole};

/// The possible states after the first operations of code, with their probabilities.
pub struct Opening {
    /// The number of operations that it replaces.
    pub steps: usize,
    alias: AliasTable,
    /// By the drawn code: the recorded metrics, and the registers that are needed later.
    keys: Vec<u64>,
    columns: Vec<(usize, Vec<i32>)>,
}

/// What one draw replaces: all of the code, or its beginning.
pub enum Replaced {
    All(Box<Whole>),
    Beginning(Opening),
}

/// The maximum number of states: larger tables do not fit into the second-level cache.
const MOST_STATES: usize = 1 << 14;

/// The number of trials for each enumerated outcome. At most `MOST_PATHS` outcomes are enumerated,
/// which takes less than a tenth of a second. Loops are slow to sample, so one outcome for each trial
/// pays off.
const PATHS: u64 = 8;
const PATHS_IN_LOOPS: u64 = 1;
const MOST_PATHS: u64 = 1 << 23;

/// The maximum memory of the enumeration, in bytes.
const MOST_BYTES: u64 = 1 << 26;

impl Replaced {
    /// Replaces as many operations as have few outcomes, given the number of trials. `None` if nothing
    /// is drawn in them, or if there are too many trials. The result depends only on the code and on
    /// `trials`.
    pub fn of(
        game: &Game,
        compiled: &Compiled,
        packing: &Packing,
        isa: Isa,
        trials: u64,
    ) -> Option<Replaced> {
        if trials > MOST_TRIALS {
            return None;
        }
        let per_path = if compiled.main.ops.iter().any(Op::is_loop) { PATHS_IN_LOOPS } else { PATHS };
        let budget = Budget { bytes: MOST_BYTES, ..Budget::new((trials / per_path).min(MOST_PATHS)) };
        let mut exact = Exact::new(game, compiled, packing, budget);
        let (steps, Rows { mut columns, keys, weights }, live) = exact.opening(MOST_STATES)?;
        if steps == compiled.main.ops.len() {
            // It ends before indicators are counted, so there are none.
            let law = keys.into_iter().zip(weights);
            return Whole::unmarked(law, game.indicators(), isa).map(|whole| Replaced::All(Box::new(whole)));
        }
        let columns = live.into_iter().map(|register| (register, std::mem::take(&mut columns[register])));
        let (alias, columns) = (AliasTable::new((0..).zip(weights)), columns.collect());
        Some(Replaced::Beginning(Opening { steps, alias, keys, columns }))
    }
}

impl Opening {
    /// Starts `count` lanes.
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
