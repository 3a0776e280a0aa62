//! The laws of one stage, as tables.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::chance::AliasTable;
use crate::chance::enumerator::Indicated;
use crate::chance::spot::Spot;

/// The laws of one stage, by the number of the state before it.
#[derive(Debug)]
pub struct Link {
    /// Those that are the same in every round.
    rows: Vec<Row>,
    /// Those that go by the numbers of the rounds, and the others with them.
    rows_of_rounds: FxHashMap<SmallVec<[u32; 4]>, Vec<Row>>,
    slots: Vec<Slot>,
    /// What is counted on a way, by its number; nothing is the first.
    marks: Vec<Marks>,
}

/// Where the table of a law is.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    first: u32,
    /// How far the number of a slot lies up in the bits.
    shift: u32,
}

/// Two ways: bits below the threshold take the first.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    recorded: [u64; 2],
    states: [u32; 2],
    threshold: u32,
    marks: [u16; 2],
}

/// Where a stage leads.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The number of the state behind it.
    pub state: u32,
    /// What is added to the key.
    pub recorded: u64,
    /// What is counted, by its number.
    pub marks: u16,
}

/// Indicators that are counted together.
pub type Marks = SmallVec<[Indicated; 2]>;

/// The number of a state whose law is not known.
pub const UNKNOWN: u32 = u32::MAX;

/// Every link begins with the law of all states of which it has none.
const NO_LAW: Row = Row { first: 0, shift: u32::BITS };

impl Default for Link {
    fn default() -> Self {
        let nowhere = Slot { recorded: [0; 2], states: [UNKNOWN; 2], threshold: u32::MAX, marks: [0; 2] };
        Link {
            rows: Vec::new(),
            rows_of_rounds: FxHashMap::default(),
            slots: vec![nowhere],
            marks: vec![Marks::new()],
        }
    }
}

impl Link {
    /// The number of these indicators together, if there is one left.
    pub fn marks(&mut self, marks: &[Indicated]) -> Option<u16> {
        let number = self.marks.iter().position(|known| **known == *marks).unwrap_or_else(|| {
            self.marks.push(marks.into());
            self.marks.len() - 1
        });
        number.try_into().ok()
    }

    /// What is counted on ways, by number.
    pub fn marked(&self) -> &[Marks] {
        &self.marks
    }

    /// Adds the law of a state, which is ways with their weights: for one round, or for all.
    pub fn add(&mut self, state: u32, ways: &[(Way, f64)], only_in: Option<&Spot>) {
        let codes = (0..).zip(ways.iter().map(|&(_, weight)| weight));
        let table = AliasTable::with_slots(codes, 1);
        let row = Row { first: self.slots.len() as u32, shift: table.shift() };
        let way = |code: u32| ways[code as usize].0;
        let (firsts, seconds) = table.codes().split_at(table.thresholds().len());
        let slots = firsts.iter().zip(seconds).zip(table.thresholds());
        self.slots.extend(slots.map(|((&first, &second), &threshold)| {
            let ways = [way(first), way(second)];
            Slot {
                recorded: ways.map(|way| way.recorded),
                states: ways.map(|way| way.state),
                threshold,
                marks: ways.map(|way| way.marks),
            }
        }));
        let rows = match only_in {
            Some(spot) => self.rows_of_rounds.entry(spot.rounds().into()).or_default(),
            None => &mut self.rows,
        };
        let place = state as usize;
        rows.resize(rows.len().max(place + 1), NO_LAW);
        rows[place] = row;
    }

    /// Whether there is a law of a state that is the same in every round.
    pub fn has(&self, state: u32) -> bool {
        self.rows.get(state as usize).is_some_and(|row| row.first != NO_LAW.first)
    }

    /// Lists the laws of each round, those with them that are the same in all.
    pub fn complete(&mut self) {
        for rows in self.rows_of_rounds.values_mut() {
            rows.resize(rows.len().max(self.rows.len()), NO_LAW);
            for (row, of_all) in rows.iter_mut().zip(&self.rows) {
                if row.first == NO_LAW.first {
                    *row = *of_all;
                }
            }
        }
    }

    /// The laws at a spot, by the number of the state.
    pub fn rows(&self, spot: &Spot) -> &[Row] {
        self.rows_of_rounds.get(spot.rounds()).unwrap_or(&self.rows)
    }

    /// Draws from the law of each state: writes the states behind to `after`, and adds what is
    /// recorded to `keys`, and what is counted to `marked`. Where there is no law the state behind is
    /// [`UNKNOWN`]. Yields whether it is anywhere.
    pub fn draw(
        &self,
        rows: &[Row],
        before: &[u32],
        bits: &[u32],
        after: &mut [u32],
        keys: &mut [u64],
        marked: &mut [u64],
    ) -> bool {
        let counts = self.marks.len() > 1;
        let mut any_unknown = false;
        for (((&before, after), key), &bits) in before.iter().zip(after).zip(keys).zip(bits) {
            let row = rows.get(before as usize).copied().unwrap_or(NO_LAW);
            let slot = &self.slots[row.first as usize + (u64::from(bits) >> row.shift) as usize];
            let second = usize::from(bits >= slot.threshold);
            *after = slot.states[second];
            *key = key.wrapping_add(slot.recorded[second]);
            any_unknown |= *after == UNKNOWN;
            if counts {
                marked[usize::from(slot.marks[second])] += 1;
            }
        }
        any_unknown
    }
}
