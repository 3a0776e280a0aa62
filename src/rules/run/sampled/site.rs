//! Tables for the draws of lanes.

use super::super::super::code::{Draw, Operand};
use super::super::exact::Drawn;
use super::super::kernel::{Cell, kernel};
use super::super::states::States;
use super::plan::LaneDraw;
use crate::chance::{AliasRows, AliasTable, Isa, Kernel, vectorized};

/// The maximum size of an array that is indexed by arguments.
pub const DENSE: u64 = 1 << 16;

/// The maximum number of tables between two steps. Beyond it, all are forgotten; that changes no outcome,
/// since a table depends on its arguments alone.
const MOST_TABLES: usize = 1 << 14;

/// What is known about a draw for some arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Nothing,
    /// It is looked up in the table with this number.
    Table(u32),
    /// It has no exact distribution, and is played out.
    NoLaw,
}

/// The distributions of a draw, by its arguments.
#[derive(Default)]
pub struct Site {
    pub tables: Vec<AliasTable>,
    /// The tables side by side, if they are small: each combination of arguments has a row.
    side_by_side: Option<AliasRows>,
    is_begun: bool,
    /// By output, its values by code, if the codes are not made of the values.
    outcomes: Vec<Vec<i32>>,
    /// Indexed by the arguments, if few combinations are possible.
    dense: Vec<Known>,
    /// Otherwise the combinations that occurred, and what is known for each.
    combinations: States,
    sparse: Vec<Known>,
}

impl Site {
    /// Makes room for the first draw.
    pub fn begin(&mut self, draw: &LaneDraw) {
        if !self.is_begun {
            self.is_begun = true;
            self.side_by_side = AliasRows::new(draw.rows);
            self.outcomes = vec![Vec::new(); draw.draw.outputs.len()];
            self.combinations = States::new(draw.draw.arguments.len());
        }
    }

    /// The tables side by side.
    pub fn side_by_side(&self) -> Option<&AliasRows> {
        self.side_by_side.as_ref()
    }

    /// Whether the arguments are too varied for an array.
    pub fn is_sparse(&self) -> bool {
        !self.sparse.is_empty()
    }

    /// Forgets all tables if there are too many.
    pub fn make_room(&mut self) {
        if self.tables.len() > MOST_TABLES {
            self.tables.clear();
            self.outcomes.iter_mut().for_each(Vec::clear);
            self.dense.clear();
            self.sparse.clear();
            self.combinations = States::new(self.combinations.width());
        }
    }

    /// The entry for these arguments, to be read or changed.
    pub fn known(&mut self, draw: &Draw, arguments: &[i32]) -> &mut Known {
        match place(draw, arguments) {
            Ok((place, room)) => {
                if self.dense.is_empty() {
                    self.dense.resize(room, Known::Nothing);
                }
                &mut self.dense[place]
            }
            Err(TooMany) => {
                let number = self.combinations.insert(arguments);
                self.sparse.resize(self.combinations.len(), Known::Nothing);
                &mut self.sparse[number]
            }
        }
    }

    /// Adds the table of a distribution, and returns its number.
    pub fn add(&mut self, draw: &LaneDraw, arguments: &[i32], drawn: &Drawn) -> u32 {
        let mut codes = vec![0u32; drawn.weights.len()];
        match &draw.bits {
            Some(bits) => {
                for (outputs, &(shift, _, low)) in drawn.outputs.iter().zip(bits) {
                    let spread = codes.iter_mut().zip(outputs);
                    spread.for_each(|(code, &output)| *code |= (output.wrapping_sub(low) as u32) << shift);
                }
            }
            None => {
                let first = self.outcomes.first().map_or(0, Vec::len) as u32;
                codes.iter_mut().zip(first..).for_each(|(code, place)| *code = place);
                for (known, outputs) in self.outcomes.iter_mut().zip(&drawn.outputs) {
                    known.extend(outputs);
                }
            }
        }
        let table = AliasTable::with_rare(codes.into_iter().zip(drawn.weights.iter().copied()), 2);
        let row = place(&draw.draw, arguments);
        if let (Some(rows), Ok((row, _))) = (&mut self.side_by_side, row)
            && !rows.set(row, &table)
        {
            self.side_by_side = None;
        }
        self.tables.push(table);
        self.tables.len() as u32 - 1
    }

    /// Writes an output of these codes.
    pub fn decode<T: Cell>(&self, isa: Isa, draw: &LaneDraw, output: usize, codes: &[u32], to: &mut [T]) {
        match &draw.bits {
            Some(bits) => vectorized(isa, Unpack(codes, bits[output], to)),
            None => {
                let outcomes = &self.outcomes[output];
                let value = |code: u32| outcomes.get(code as usize).copied().unwrap_or(0);
                to.iter_mut().zip(codes).for_each(|(to, &code)| *to = T::of(value(code)));
            }
        }
    }
}

kernel!(Unpack(codes: &'a [u32], bits: (u32, u32, i32), to: &'a mut [T]) -> (), unpack);

/// Reads the bits of an output.
#[inline(always)]
fn unpack<T: Cell>(codes: &[u32], (shift, bits, low): (u32, u32, i32), to: &mut [T]) {
    let lanes = to.iter_mut().zip(codes);
    lanes.for_each(|(to, &code)| *to = T::of(((code >> shift) & bits) as i32 + low));
}

/// There are too many combinations of arguments for an array.
struct TooMany;

/// The index of a combination of arguments, and the number of all combinations.
fn place(draw: &Draw, arguments: &[i32]) -> Result<(usize, usize), TooMany> {
    let (mut place, mut room) = (0, 1u64);
    for (&argument, &(operand, range)) in arguments.iter().zip(&draw.arguments) {
        if let Operand::Register(_) = operand {
            place += (i64::from(argument) - range.low) as u64 * room;
            room = room.saturating_mul((range.high - range.low + 1) as u64);
        }
        if room > DENSE {
            return Err(TooMany);
        }
    }
    Ok((place as usize, room as usize))
}
