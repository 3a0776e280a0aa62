//! The reader of bulk: draws are made beforehand, a column of them for each law.
//!
//! The same rule text is read row by row. A draw is one load from the column of its
//! law, so nothing of what a resolution does waits for a generator, and the compiler
//! makes vector code of the plain text. Row after row the columns go on with the same
//! generators; a value that a row has no use for, as nobody soaks what misses, is
//! skipped. That does no harm: the values of all places are independent, and which of
//! them are looked at follows from values at other places of the row alone.

mod alias;

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
pub use self::isa::{Isa, IsaError};
use self::lanes::Lanes;
pub(crate) use self::vector::vectorized;
use super::ledger::{Ledger32, Weights32};
use super::{Drawn, Law, Procedure, Source, Tally, Trial};

/// The draws of a column.
pub(crate) const ROWS: usize = 1024;

/// Draws made beforehand: codes of outcomes.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Draws([u32; ROWS]);

impl Draws {
    const EMPTY: Draws = Draws([0; ROWS]);
}

/// A column of draws after the other, for readers that have columns of their own.
#[derive(Debug)]
pub(crate) struct Bulk {
    lanes: Lanes,
    isa: Isa,
    draws: Draws,
}

impl Bulk {
    /// Draws of a stream.
    pub fn new(stream: Xoshiro256PlusPlus, isa: Isa) -> Self {
        Bulk { lanes: Lanes::new(stream), isa, draws: Draws::EMPTY }
    }

    /// The next column, of codes of a table.
    pub fn codes(&mut self, table: &AliasTable) -> &[u32; ROWS] {
        vector::fill(self.isa, &mut self.lanes, table, &mut self.draws);
        &self.draws.0
    }

    /// The next column, of random bits.
    pub fn bits(&mut self) -> &[u32; ROWS] {
        vector::bits(self.isa, &mut self.lanes, &mut self.draws);
        &self.draws.0
    }
}

/// The most columns of a procedure: together with what is counted they have to stay in
/// the fastest cache.
pub(super) const MOST: usize = 8;

/// One row of the columns.
///
/// `I` marks the instructions: each set of them has a copy of the rule text that is
/// compiled for it.
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

/// Resolves each row.
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

/// Adds `trials` resolutions to `tally`. The tables are those of the laws, by the number of
/// the column.
pub fn sample<P: Procedure>(
    procedure: &P,
    tables: &[&AliasTable],
    isa: Isa,
    weights: &Weights32,
    stream: Xoshiro256PlusPlus,
    trials: u64,
    tally: &mut Tally,
) {
    let mut lanes = Lanes::new(stream);
    let mut columns = [Draws::EMPTY; MOST];
    let mut keys = [0; ROWS];
    let mut left = trials;
    while left > 0 {
        for (table, column) in tables.iter().zip(&mut columns) {
            vector::fill(isa, &mut lanes, table, column);
        }
        vector::resolve(isa, procedure, &columns, weights, &mut keys);
        let rows = left.min(ROWS as u64);
        tally.extend(&keys[..rows as usize]);
        left -= rows;
    }
}

#[cfg(test)]
mod tests;
