//! Tables for the draws of lanes.

use super::super::super::code::{Draw, Operand};
use super::super::kernel::{Cell, kernel};
use super::super::rows::Drawn;
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
    /// The rows of these combinations, if they have too few for all of them; row 0 is set to no table.
    index: Vec<u32>,
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
            if self.side_by_side.is_none() && draw.rows <= DENSE {
                self.index = vec![0; draw.rows as usize];
                self.side_by_side = AliasRows::new(1);
            }
            self.outcomes = vec![Vec::new(); draw.draw.outputs.len()];
            self.combinations = States::new(draw.draw.arguments.len());
        }
    }

    /// The tables side by side.
    pub fn side_by_side(&self) -> Option<&AliasRows> {
        self.side_by_side.as_ref()
    }

    /// The rows of all combinations of arguments among the tables side by side; none if these are in order.
    pub fn index(&self) -> &[u32] {
        &self.index
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
        self.tables.push(table);
        if let Ok((place, room)) = place(&draw.draw, arguments) {
            self.side_by_side = self.side_by_side.take().and_then(|rows| self.with_last(rows, place, room));
        }
        self.tables.len() as u32 - 1
    }

    /// The tables side by side, with the last one for the combination of arguments at a place; `None` if they
    /// have too many slots.
    fn with_last(&mut self, mut rows: AliasRows, place: usize, room: usize) -> Option<AliasRows> {
        let last = self.tables.len();
        if self.index.is_empty() {
            if rows.set(place, &self.tables[last - 1]) {
                return Some(rows);
            }
            // Too many slots for all combinations; those that have occurred may be few.
            self.index = vec![0; room];
            for (row, known) in self.index.iter_mut().zip(&self.dense) {
                if let Known::Table(table) = *known {
                    *row = table + 1;
                }
            }
            rows = AliasRows::new(1)?;
            for (row, table) in (1..).zip(&self.tables[..last - 1]) {
                rows.set(row, table).then_some(())?;
            }
        }
        self.index[place] = last as u32;
        rows.set(last, &self.tables[last - 1]).then_some(rows)
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
