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
use std::ptr;

use rand_xoshiro::Xoshiro256PlusPlus;

pub use self::alias::AliasTable;
pub use self::isa::{Isa, IsaError};
use self::lanes::Lanes;
use super::metric::Ledger32;
use super::{Chance, Drawn, Law, Metric, Procedure, State, Tally};

/// The draws of a column.
const ROWS: usize = 1024;

/// Draws made beforehand: codes of outcomes.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Column([u32; ROWS]);

impl Column {
    const EMPTY: Column = Column([0; ROWS]);
}

/// A law that a procedure draws from, at most once in a resolution, and that lies in the
/// procedure itself.
#[derive(Clone, Copy, Debug)]
pub struct ColumnLaw<'a> {
    address: usize,
    table: &'a AliasTable,
}

impl<'a> ColumnLaw<'a> {
    /// A law to be drawn beforehand.
    pub fn of<T: Drawn>(law: &'a Law<T>) -> Self {
        ColumnLaw { address: ptr::from_ref(law).addr(), table: law.alias() }
    }
}

/// The most columns of a procedure: together with what is counted they have to stay in
/// the fastest cache.
const MOST: usize = 8;

/// Finds the column of a law by where the law lies in its procedure.
///
/// The distance from the procedure's first byte is a constant once the rule text is
/// compiled, so that nothing is left of the search in the loop over the rows.
struct Shelf {
    /// The procedure's address.
    home: usize,
    /// By distance: the number of the column; [`MOST`] where there is no law.
    numbers: [usize; PLACES],
}

/// Laws lie so many bytes apart, or more.
const UNIT: usize = align_of::<Law<u32>>();

/// Laws are found in the first 4,096 bytes of a procedure.
const PLACES: usize = 4096 / UNIT;

impl Shelf {
    /// A shelf for the laws of a procedure, in this order.
    fn new<P>(procedure: &P, laws: &[ColumnLaw]) -> Self {
        assert!(laws.len() <= MOST, "a procedure has at most {MOST} columns");
        let home = ptr::from_ref(procedure).addr();
        let mut numbers = [MOST; PLACES];
        for (number, law) in laws.iter().enumerate() {
            numbers[law.address.wrapping_sub(home) / UNIT] = number;
        }
        Shelf { home, numbers }
    }

    /// The number of a law's column.
    ///
    /// # Panics
    /// When the law lies elsewhere; where that is checked, when it has no column.
    #[inline(always)]
    fn number<P, T>(&self, procedure: &P, law: &Law<T>) -> usize {
        debug_assert_eq!(ptr::from_ref(procedure).addr(), self.home);
        let distance = ptr::from_ref(law).addr().wrapping_sub(ptr::from_ref(procedure).addr());
        let number = self.numbers[distance / UNIT];
        debug_assert!(number < MOST, "a law is drawn that the procedure does not name");
        number % MOST
    }
}

/// Reads one row of the columns.
///
/// `I` marks the instructions: each set of them has a copy of the rule text that is
/// compiled for it.
struct Columns<'a, P, I> {
    procedure: &'a P,
    shelf: &'a Shelf,
    columns: &'a [Column; MOST],
    ledger: &'a Ledger32,
    row: usize,
    key: u32,
    instructions: PhantomData<I>,
}

impl<P, I> Chance for Columns<'_, P, I> {
    type Of<S: State> = S;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        let number = self.shelf.number(self.procedure, law);
        T::decode(self.columns[number].0[self.row], law)
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.key = self.key.wrapping_add(self.ledger.shift(metric, value.into()));
    }

    #[inline(always)]
    fn every<S: State>(&self, state: &S, is: impl Fn(&S) -> bool) -> bool {
        is(state)
    }

    #[inline(always)]
    fn stage<S: State, T: State>(&mut self, before: S, rule: impl Fn(&mut Self, S) -> T) -> T {
        rule(self, before)
    }
}

/// Resolves each row.
#[inline(always)]
fn read<P: Procedure, I>(
    procedure: &P,
    shelf: &Shelf,
    columns: &[Column; MOST],
    ledger: &Ledger32,
    keys: &mut [u32; ROWS],
) {
    for (row, key) in keys.iter_mut().enumerate() {
        let instructions = PhantomData::<I>;
        let mut reader =
            Columns { procedure, shelf, columns, ledger, row, key: ledger.start(), instructions };
        procedure.resolve(&mut reader, ());
        *key = reader.key;
    }
}

/// Adds `trials` resolutions to `tally`.
pub fn sample<P: Procedure>(
    procedure: &P,
    laws: &[ColumnLaw],
    isa: Isa,
    ledger: &Ledger32,
    stream: Xoshiro256PlusPlus,
    trials: u64,
    tally: &mut Tally,
) {
    let mut lanes = Lanes::new(stream);
    let shelf = Shelf::new(procedure, laws);
    let mut columns = [Column::EMPTY; MOST];
    let mut keys = [0; ROWS];
    let mut left = trials;
    while left > 0 {
        for (law, column) in laws.iter().zip(&mut columns) {
            vector::fill(isa, &mut lanes, law.table, column);
        }
        vector::resolve(isa, procedure, &shelf, &columns, ledger, &mut keys);
        let rows = left.min(ROWS as u64);
        tally.extend(&keys[..rows as usize]);
        left -= rows;
    }
}

#[cfg(test)]
mod tests;
