//! The transitions of one stage, as alias tables.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::chance::AliasTable;
use crate::chance::enumerator::Indicated;
use crate::chance::spot::Spot;

/// The transitions of one stage, by the number of the state before it.
#[derive(Debug)]
pub struct Link {
    /// Transitions that do not depend on the round.
    rows: Vec<Row>,
    /// Complete rows for rounds in which some transitions depend on the round numbers.
    rows_of_rounds: FxHashMap<SmallVec<[u32; 4]>, Vec<Row>>,
    slots: Vec<Slot>,
    /// Sets of indicators that are counted together; the first is empty.
    marks: Vec<Marks>,
}

/// Where the alias table of one state is.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    first: u32,
    /// The random bits shifted right by this give the slot.
    shift: u32,
}

/// A slot of an alias table. Random bits below the threshold take the first outcome.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Slot {
    recorded: [u64; 2],
    states: [u32; 2],
    threshold: u32,
    marks: [u16; 2],
}

/// One outcome of a stage.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The number of the state behind it.
    pub state: u32,
    /// What is added to the key.
    pub recorded: u64,
    /// The indicators that are counted, as an index into [`Link::marked`].
    pub marks: u16,
}

/// Indicators that are counted together.
pub type Marks = SmallVec<[Indicated; 2]>;

/// The number of a state that has no table.
pub const UNKNOWN: u32 = u32::MAX;

/// The row of every state that has no table: slot 0, which leads to [`UNKNOWN`].
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
    /// The index of a set of indicators, which is added if it is new; `None` if there are too many sets.
    pub fn marks(&mut self, marks: &[Indicated]) -> Option<u16> {
        let number = self.marks.iter().position(|known| **known == *marks).unwrap_or_else(|| {
            self.marks.push(marks.into());
            self.marks.len() - 1
        });
        number.try_into().ok()
    }

    /// The sets of indicators, by index.
    pub fn marked(&self) -> &[Marks] {
        &self.marks
    }

    /// Adds the transitions of a state, with their probabilities: for the rounds of `only_in`, or for all.
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

    /// Whether a state has a table that serves every round.
    pub fn has(&self, state: u32) -> bool {
        self.rows.get(state as usize).is_some_and(|row| row.first != NO_LAW.first)
    }

    /// Copies the transitions that serve every round into the rows of each round.
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

    /// The rows for the rounds of a spot, by the number of the state.
    pub fn rows(&self, spot: &Spot) -> &[Row] {
        self.rows_of_rounds.get(spot.rounds()).unwrap_or(&self.rows)
    }

    /// Draws a transition for each state in `before`. Writes the new states to `after`, adds what is
    /// recorded to `keys`, and counts indicator sets in `marked`. A state without a table leads to
    /// [`UNKNOWN`]; returns whether any does.
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
