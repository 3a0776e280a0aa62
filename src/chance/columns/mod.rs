//! The column reader: draws are made in advance, one column for each law.
//!
//! The rule text is run row by row. A draw is one load from the column of its law, so a resolution
//! never waits for a generator, and the compiler vectorizes the plain text. The generators run on
//! from row to row. A value that a row does not use is skipped: nobody soaks an attack that misses.
//! This causes no bias, because all values are independent, and which of them a row uses depends
//! only on other values of this row.

mod alias;

mod rows;

mod lanes;

mod isa;

#[allow(
    unsafe_code,
    reason = "vectors are loaded and stored here, by instructions that a processor may lack"
)]
mod vector;

use std::marker::PhantomData;

use rand_xoshiro::Xoshiro256PlusPlus;

pub use self::alias::AliasTable;
pub(crate) use self::alias::Slots;
pub use self::isa::{Isa, IsaError};
use self::lanes::Lanes;
pub(crate) use self::lanes::STEP;
pub(crate) use self::rows::AliasRows;
pub(crate) use self::vector::{Kernel, vectorized};
use super::ledger::{Ledger32, Weights32};
use super::{Drawn, Law, Procedure, Source, Tally, Trial};

/// The number of draws in a column.
const ROWS: usize = 1024;

/// Draws made in advance: codes of outcomes.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Draws([u32; ROWS]);

impl Draws {
    const EMPTY: Draws = Draws([0; ROWS]);
}

/// Makes one column of draws after another, for readers that have columns of their own. The length of a
/// column must be a multiple of [`STEP`].
#[derive(Clone, Debug)]
pub(crate) struct Bulk {
    lanes: Lanes,
    isa: Isa,
}

impl Bulk {
    /// Columns from a stream. Also returns a generator for single numbers.
    pub fn new(stream: Xoshiro256PlusPlus, isa: Isa) -> (Self, Xoshiro256PlusPlus) {
        let (lanes, random) = Lanes::new(stream);
        (Bulk { lanes, isa }, random)
    }

    /// Fills a column with codes. `rows` are the first slots of the table of each draw, if there are
    /// several tables.
    pub fn codes(&mut self, slots: Slots<'_>, rows: Option<&[u32]>, column: &mut [u32]) {
        vector::fill(self.isa, &mut self.lanes, slots, rows, column);
    }

    /// Fills a column with random bits.
    pub fn bits(&mut self, column: &mut [u32]) {
        vector::bits(self.isa, &mut self.lanes, column);
    }
}

/// The maximum number of columns of a procedure: together with the counts they have to stay in the
/// first-level cache.
pub(super) const MOST: usize = 8;

/// One row of the columns.
///
/// `I` marks the instruction set: each set has its own compiled copy of the rule text.
struct Row<'a, I> {
    columns: &'a [Draws; MOST],
    row: usize,
    instructions: PhantomData<I>,
}

impl<I> Source for Row<'_, I> {
    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        debug_assert!(law.column() < MOST, "a law is drawn that the procedure does not name");
        T::decode(self.columns[law.column() % MOST].0[self.row], law)
    }
}

/// Plays one resolution per row.
#[inline(always)]
fn read<P: Procedure, I>(
    procedure: &P,
    columns: &[Draws; MOST],
    weights: &Weights32,
    keys: &mut [u32; ROWS],
) {
    for (row, key) in keys.iter_mut().enumerate() {
        let row = Row { columns, row, instructions: PhantomData::<I> };
        let mut trial = Trial::of(row, Ledger32::new(weights));
        procedure.resolve(&mut trial, ());
        *key = trial.recorder.key;
    }
}

/// Adds `trials` resolutions to `tally`. `tables` are those of the laws, indexed by column.
pub fn sample<P: Procedure>(
    procedure: &P,
    tables: &[&AliasTable],
    isa: Isa,
    weights: &Weights32,
    stream: Xoshiro256PlusPlus,
    trials: u64,
    tally: &mut Tally,
) {
    let (mut lanes, mut random) = Lanes::new(stream);
    let mut columns = [Draws::EMPTY; MOST];
    let mut keys = [0; ROWS];
    let mut left = trials;
    while left > 0 {
        for (table, column) in tables.iter().zip(&mut columns) {
            vector::fill(isa, &mut lanes, table.slots(), None, &mut column.0);
            table.settle(&mut column.0, &mut random);
        }
        vector::resolve(isa, procedure, &columns, weights, &mut keys);
        let rows = left.min(ROWS as u64);
        tally.extend(&keys[..rows as usize]);
        left -= rows;
    }
}

#[cfg(test)]
mod tests;
