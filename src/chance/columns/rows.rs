//! Several alias tables side by side.

use super::alias::{AliasTable, Slots};

/// Alias tables of one draw, a row for each combination of its arguments. Rows are set when they are first
/// needed. All have the same number of slots; a row draws the same codes from the same random bits however
/// many these are.
#[derive(Clone, Debug)]
pub(crate) struct AliasRows {
    rows: usize,
    /// The slots of a row are two to the power of this.
    width: u32,
    thresholds: Vec<u32>,
    /// The codes of the first outcomes by slot, followed by those of the second outcomes.
    codes: Vec<u32>,
}

/// The maximum number of slots of all rows.
const MOST_SLOTS: usize = 1 << 16;

/// The number of slots is a multiple of this: they fill vectors of the widest registers.
const VECTOR: usize = 16;

impl AliasRows {
    /// Codes from here on stand for no outcome.
    pub const SPECIAL: u32 = 1 << 31;

    /// One of the rare outcomes of the row.
    pub const RARE: u32 = AliasRows::SPECIAL;

    /// The row is not set yet.
    pub const UNKNOWN: u32 = AliasRows::RARE + 1;

    /// Rows that are not set; `None` if they are too many.
    pub fn new(rows: u64) -> Option<Self> {
        let rows = usize::try_from(rows).ok().filter(|&rows| 2 * rows <= MOST_SLOTS)?;
        Some(AliasRows::with_width(rows, 1))
    }

    /// The slots of all rows.
    pub fn slots(&self) -> Slots<'_> {
        Slots { shift: u32::BITS - self.width, thresholds: &self.thresholds, codes: &self.codes }
    }

    /// The first slot of a row is its index shifted left by this.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Sets a row to a table; there are more rows then, if it is beyond the last one. Returns false if all rows
    /// have too many slots.
    pub fn set(&mut self, row: usize, table: &AliasTable) -> bool {
        let slots = table.slots();
        let width = u32::BITS - slots.shift;
        let rows = if row < self.rows { self.rows } else { (row + 1).next_power_of_two() };
        if rows << width.max(self.width) > MOST_SLOTS {
            return false;
        }
        if rows > self.rows || width > self.width {
            let old = std::mem::replace(self, AliasRows::with_width(rows, width.max(self.width)));
            for row in 0..old.rows {
                let first = row << old.width;
                let all = old.thresholds.len();
                self.spread(row, old.width, |slot| {
                    let slot = first + slot;
                    (old.thresholds[slot], old.codes[slot], old.codes[slot + all])
                });
            }
        }
        let own = slots.thresholds.len();
        let named = |code| if Some(code) == table.rare() { AliasRows::RARE } else { code };
        self.spread(row, width, |slot| {
            (slots.thresholds[slot], named(slots.codes[slot]), named(slots.codes[slot + own]))
        });
        true
    }

    /// Rows with so many slots, of which none is set.
    fn with_width(rows: usize, width: u32) -> Self {
        let slots = (rows << width).next_multiple_of(VECTOR);
        let codes = vec![AliasRows::UNKNOWN; 2 * slots];
        AliasRows { rows, width, thresholds: vec![0; slots], codes }
    }

    /// Writes a row from a table with fewer slots, two to the power of `width`: each is divided.
    fn spread(&mut self, row: usize, width: u32, of: impl Fn(usize) -> (u32, u32, u32)) {
        let (first, all) = (row << self.width, self.thresholds.len());
        for slot in 0..1usize << self.width {
            let (threshold, one, other) = of(slot >> (self.width - width));
            let low = (slot as u64) << (u32::BITS - self.width);
            let high = low + (1 << (u32::BITS - self.width));
            let (threshold, one, other) = match u64::from(threshold) {
                threshold if threshold <= low => (low as u32, other, other),
                threshold if threshold >= high => (low as u32, one, one),
                _ => (threshold, one, other),
            };
            self.thresholds[first + slot] = threshold;
            (self.codes[first + slot], self.codes[first + slot + all]) = (one, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bulk, Isa, STEP};
    use super::*;
    use crate::chance::streams;

    fn table(codes: u32) -> AliasTable {
        AliasTable::with_rare((0..codes).map(|code| (code, f64::from(code + 1).sqrt())), 2)
    }

    #[test]
    fn rows_draw_what_their_tables_draw_with_all_instructions() {
        // In registers, and gathered; some tables are wider than those before. There are rows for all from the
        // start, and the last one is not set, or there are more with each table.
        let few: &[&[u32]] = &[&[1, 2, 2], &[2, 3, 6], &[2; 8], &[1; 20], &[2, 7, 5, 3], &[3, 20, 200]];
        for (&sizes, is_grown) in few.iter().flat_map(|sizes| [(sizes, false), (sizes, true)]) {
            let all = sizes.len() as u32 + u32::from(!is_grown);
            let mut rows = AliasRows::new(if is_grown { 1 } else { all.into() }).unwrap();
            for (row, &codes) in sizes.iter().enumerate() {
                assert!(rows.set(row, &table(codes)));
            }
            let which: Vec<u32> = (0..10 * STEP as u32).map(|place| (7 * place + place / 3) % all).collect();
            let first: Vec<u32> = which.iter().map(|row| row << rows.width()).collect();
            for isa in Isa::all() {
                let bulk = Bulk::new(streams(3).next().unwrap(), isa).0;
                let [mut bits, mut codes] = [(); 2].map(|()| vec![0; first.len()]);
                bulk.clone().bits(&mut bits);
                bulk.clone().codes(rows.slots(), Some(&first), &mut codes);
                for ((&row, bits), code) in which.iter().zip(bits).zip(codes) {
                    let expected = sizes.get(row as usize).map(|&codes| table(codes).code(bits));
                    assert_eq!(code, expected.unwrap_or(AliasRows::UNKNOWN), "{}", isa.name());
                }
            }
        }
    }

    #[test]
    fn rows_that_are_too_large_are_refused() {
        assert!(AliasRows::new(1 << 20).is_none());
        assert!(!AliasRows::new(1 << 10).unwrap().set(0, &table(100)));
    }
}
