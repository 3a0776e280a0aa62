//! Lookup tables for the draws of lanes.

use std::collections::HashMap;

use super::super::super::code::Draw;
use super::super::exact::Drawn;
use crate::chance::AliasTable;

/// A distribution as an alias table, and how its codes are decoded.
pub struct CodeTable {
    pub alias: AliasTable,
    pub decode: Decode,
}

pub enum Decode {
    /// For each output, the shift and the mask of its bits in the code, and the number to be added.
    Bits(Vec<(u32, u32, i32)>),
    /// For each output, its values by code.
    LookUp(Vec<Vec<i32>>),
}

/// The maximum size of an array that is indexed by arguments.
const DENSE: u64 = 1 << 16;

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
    pub tables: Vec<CodeTable>,
    /// Indexed by the arguments, if few combinations are possible.
    dense: Vec<Known>,
    sparse: HashMap<Vec<i32>, Known>,
}

impl Site {
    /// Whether the arguments are too varied for an array.
    pub fn is_sparse(&self) -> bool {
        !self.sparse.is_empty()
    }

    /// Forgets all tables if there are too many.
    pub fn make_room(&mut self) {
        if self.tables.len() > MOST_TABLES {
            *self = Site::default();
        }
    }

    /// The entry for these arguments, to be read or changed.
    pub fn known(&mut self, draw: &Draw, arguments: &[i32]) -> &mut Known {
        let (mut place, mut room) = (0, 1u64);
        for (&argument, (_, range)) in arguments.iter().zip(&draw.arguments) {
            place += (i64::from(argument) - range.low) as u64 * room;
            room = room.saturating_mul((range.high - range.low + 1) as u64);
            if room > DENSE {
                return self.sparse.entry(arguments.to_vec()).or_insert(Known::Nothing);
            }
        }
        if self.dense.is_empty() {
            self.dense.resize(room as usize, Known::Nothing);
        }
        &mut self.dense[place as usize]
    }
}

impl CodeTable {
    pub fn new(drawn: &Drawn) -> CodeTable {
        let spread = |outputs: &Vec<i32>| {
            let (low, high) = (outputs.iter().copied().min()?, outputs.iter().copied().max()?);
            Some((low, u64::BITS - (i64::from(high) - i64::from(low)).leading_zeros()))
        };
        let spreads: Vec<(i32, u32)> =
            drawn.outputs.iter().map(|outputs| spread(outputs).unwrap_or((0, 0))).collect();
        let weights = drawn.weights.iter().copied();
        if spreads.iter().map(|(_, bits)| bits).sum::<u32>() > 31 {
            let alias = AliasTable::new((0..).zip(weights));
            return CodeTable { alias, decode: Decode::LookUp(drawn.outputs.clone()) };
        }
        let mut shift = 0;
        let mut codes = vec![0u32; drawn.weights.len()];
        let mut bits = Vec::new();
        for (outputs, (low, width)) in drawn.outputs.iter().zip(spreads) {
            for (code, &output) in codes.iter_mut().zip(outputs) {
                *code |= (output.wrapping_sub(low) as u32) << shift;
            }
            bits.push((shift, (1u32 << width) - 1, low));
            shift += width;
        }
        CodeTable { alias: AliasTable::new(codes.into_iter().zip(weights)), decode: Decode::Bits(bits) }
    }
}

impl Decode {
    #[inline(always)]
    pub fn one(&self, output: usize, code: u32) -> i32 {
        match self {
            Decode::Bits(bits) => {
                let (shift, mask, low) = bits[output];
                ((code >> shift) & mask) as i32 + low
            }
            Decode::LookUp(outputs) => outputs[output][code as usize],
        }
    }

    #[inline(always)]
    pub fn each(&self, output: usize, codes: &[u32], to: &mut [i32]) {
        match self {
            Decode::Bits(bits) => {
                let (shift, mask, low) = bits[output];
                to.iter_mut().zip(codes).for_each(|(to, &code)| *to = ((code >> shift) & mask) as i32 + low);
            }
            Decode::LookUp(outputs) => {
                let outputs = &outputs[output];
                to.iter_mut().zip(codes).for_each(|(to, &code)| *to = outputs[code as usize]);
            }
        }
    }
}
