//! Columns of random numbers and of draws, made by vector instructions.

mod alias;

mod rows;

mod lanes;

mod isa;

#[allow(
    unsafe_code,
    reason = "vectors are loaded and stored here, by instructions that a processor may lack"
)]
mod vector;

use rand_xoshiro::Xoshiro256PlusPlus;

pub use self::alias::AliasTable;
pub(crate) use self::alias::Slots;
pub use self::isa::{Isa, IsaError};
use self::lanes::Lanes;
pub(crate) use self::lanes::STEP;
pub(crate) use self::rows::AliasRows;
pub(crate) use self::vector::{Kernel, vectorized};

/// Makes one column of draws after another. The length of a column must be a multiple of [`STEP`].
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

#[cfg(test)]
mod tests;
