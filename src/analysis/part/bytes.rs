//! Parts as bytes.
//!
//! Numbers are unsigned LEB128: seven bits per byte, the lowest first. The eighth bit is set on all
//! bytes but the last, and no unnecessary bytes are used. In this order:
//!
//! | what | how |
//! |---|---|
//! | magic | the bytes `fizzlept` |
//! | format | a number, [`FORMAT`] |
//! | version of fizzle | its length, a number, and UTF-8 |
//! | hash of the scenario | 16 bytes, little-endian |
//! | seed, all trials of the plan, settings of its grid or 0 | three numbers |
//! | blocks | the number of ranges; for each the gap after the previous one, and its length |
//! | groups | the number of groups; for each the number of its cells; for each cell its key less the least possible one (0, or the previous key plus one), and its count |
//! | indicators | the number of indicators, and their counts |
//! | settings, of a grid | for each setting in the blocks: the number of its bytes, then the bytes |
//! | check sum | the 128-bit FNV-1a hash of all bytes before it, little-endian |
//!
//! Reading returns the part that was written, or an error: every part has exactly one form as bytes,
//! and the counts of each group add up to the trials in its blocks. For a grid, the blocks are its
//! settings.

use std::collections::BTreeMap;

use super::{Fingerprint, Part, PartError};
use crate::analysis::MAX_TRIALS;
use crate::analysis::blocks::Counts;
use crate::digest::hash;

/// The first bytes of every part, in every format.
const MAGIC: &[u8; 8] = b"fizzlept";

/// The number of the format.
pub const FORMAT: u64 = 2;

impl Part {
    /// The part as bytes, which [`Part::from_bytes`] reads back.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Part { plan, blocks, counts, settings } = self;
        let mut bytes = MAGIC.to_vec();
        write(&mut bytes, FORMAT);
        write(&mut bytes, plan.version.len() as u64);
        bytes.extend(plan.version.as_bytes());
        bytes.extend(plan.scenario.to_le_bytes());
        write(&mut bytes, plan.seed);
        write(&mut bytes, plan.trials);
        write(&mut bytes, plan.settings);
        write(&mut bytes, blocks.len() as u64);
        let mut end = 0;
        for range in blocks {
            write(&mut bytes, range.start - end);
            write(&mut bytes, range.end - range.start);
            end = range.end;
        }
        write(&mut bytes, counts.groups.len() as u64);
        for cells in &counts.groups {
            write(&mut bytes, cells.len() as u64);
            let mut least = 0;
            for &(key, count) in cells {
                write(&mut bytes, key - least);
                write(&mut bytes, count);
                // This wraps only after the greatest possible key, which is always the last one.
                least = key.wrapping_add(1);
            }
        }
        write(&mut bytes, counts.indicators.len() as u64);
        counts.indicators.iter().for_each(|&count| write(&mut bytes, count));
        for found in settings.values() {
            write(&mut bytes, found.len() as u64);
            bytes.extend(found);
        }
        let sum = hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads a part back.
    ///
    /// # Errors
    /// When the bytes are not a part, have another format, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Part, PartError> {
        let mut reader = Reader(bytes.strip_prefix(MAGIC).ok_or(PartError::NotAPart)?);
        // The format is read first: other formats may have other check sums.
        let format = reader.number()?;
        if format != FORMAT {
            return Err(PartError::Format(format));
        }
        let (content, sum) = bytes.split_last_chunk::<16>().ok_or(PartError::Damaged)?;
        if hash(content) != u128::from_le_bytes(*sum) {
            return Err(PartError::Damaged);
        }
        reader.0 = reader.0.strip_suffix(sum).ok_or(PartError::Damaged)?;
        let part = reader.part()?;
        if reader.0.is_empty() { Ok(part) } else { Err(PartError::Damaged) }
    }
}

/// Writes a number.
pub fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The bytes that are left to be read.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    fn part(&mut self) -> Result<Part, PartError> {
        let length = usize::try_from(self.number()?).or(Err(PartError::Damaged))?;
        let version = str::from_utf8(self.take(length)?).or(Err(PartError::Damaged))?.to_owned();
        let (scenario, rest) = self.0.split_first_chunk::<16>().ok_or(PartError::Damaged)?;
        self.0 = rest;
        let scenario = u128::from_le_bytes(*scenario);
        let (seed, trials, settings) = (self.number()?, self.number()?, self.number()?);
        check(trials <= MAX_TRIALS)?;
        let plan = Fingerprint { version, scenario, seed, trials, settings };
        let blocks = self.blocks(plan.units())?;
        let mut part = Part { plan, blocks, counts: Counts::default(), settings: BTreeMap::new() };
        let trials = part.trials();
        for _ in 0..self.number()? {
            part.counts.groups.push(self.cells(trials)?);
        }
        for _ in 0..self.number()? {
            let count = self.number()?;
            check(count <= trials)?;
            part.counts.indicators.push(count);
        }
        if settings > 0 {
            check(part.counts == Counts::default())?;
            for number in part.blocks.iter().cloned().flatten() {
                let length = usize::try_from(self.number()?).or(Err(PartError::Damaged))?;
                part.settings.insert(number, self.take(length)?.to_vec());
            }
        }
        Ok(part)
    }

    /// Reads the ranges of blocks; `count` is the number of blocks in the plan.
    fn blocks(&mut self, count: u64) -> Result<Vec<std::ops::Range<u64>>, PartError> {
        let mut blocks = Vec::new();
        let mut end = 0;
        for place in 0..self.number()? {
            let (gap, length) = (self.number()?, self.number()?);
            let start = added(end, gap)?;
            end = added(start, length)?;
            check((place == 0 || gap > 0) && length > 0 && end <= count)?;
            blocks.push(start..end);
        }
        Ok(blocks)
    }

    /// Reads the cells of a group, whose counts have to add up to `trials`.
    fn cells(&mut self, trials: u64) -> Result<Vec<(u64, u64)>, PartError> {
        let mut cells = Vec::new();
        let (mut least, mut sum) = (Some(0), 0);
        for _ in 0..self.number()? {
            let key = added(least.ok_or(PartError::Damaged)?, self.number()?)?;
            let count = self.number()?;
            check(count > 0)?;
            sum = added(sum, count)?;
            least = key.checked_add(1);
            cells.push((key, count));
        }
        check(sum == trials)?;
        Ok(cells)
    }

    pub fn number(&mut self) -> Result<u64, PartError> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.take(1)?[0];
            let digit = u64::from(byte & 0x7f);
            number |= digit << shift;
            if byte < 0x80 {
                // Rejects bits beyond the 64th, and a redundant last byte.
                check(number >> shift == digit && (byte > 0 || shift == 0))?;
                return Ok(number);
            }
        }
        Err(PartError::Damaged)
    }

    pub fn float(&mut self) -> Result<f64, PartError> {
        let (bytes, rest) = self.0.split_first_chunk::<8>().ok_or(PartError::Damaged)?;
        self.0 = rest;
        Ok(f64::from_le_bytes(*bytes))
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8], PartError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(PartError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }
}

fn added(a: u64, b: u64) -> Result<u64, PartError> {
    a.checked_add(b).ok_or(PartError::Damaged)
}

fn check(right: bool) -> Result<(), PartError> {
    if right { Ok(()) } else { Err(PartError::Damaged) }
}
