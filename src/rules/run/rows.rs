//! Rows of an exact distribution: values of registers, recorded metrics, and probabilities.

use std::ops::Range;

use super::super::code::{Alike, Live, Op, Operand};
use super::kernel::{self, View};
use super::states::States;
use crate::chance::{Isa, mixed, vectorized};
use smallvec::{SmallVec, smallvec};

/// All states that are possible at some point of the code.
#[derive(Clone, Debug)]
pub struct Rows {
    /// By register. Columns that are not needed any more may have other lengths.
    pub columns: Vec<Vec<i32>>,
    /// The recorded metrics, packed.
    pub keys: Vec<u64>,
    pub weights: Vec<f64>,
}

impl Rows {
    /// The states with these numbers, each with probability 1. Their keys count from 0. The columns of a state
    /// are `live`.
    pub fn of_states(registers: usize, states: &States, numbers: &[usize], live: &[usize]) -> Rows {
        let mut rows = Rows::none(registers);
        for (place, &register) in live.iter().enumerate() {
            rows.columns[register] = numbers.iter().map(|&number| states.get(number)[place]).collect();
        }
        rows.keys = (0..numbers.len() as u64).collect();
        rows.weights = vec![1.0; numbers.len()];
        rows
    }

    /// Calls `visit` with the key and the weight of each row, and its values in these columns.
    pub fn each_state(&mut self, live: &[usize], mut visit: impl FnMut(u64, f64, &[i32])) {
        self.fit(live);
        let columns: SmallVec<[&[i32]; 16]> =
            live.iter().map(|&register| &self.columns[register][..]).collect();
        let mut tuple: SmallVec<[i32; 16]> = smallvec![0; live.len()];
        for (row, (&key, &weight)) in self.keys.iter().zip(&self.weights).enumerate() {
            tuple.iter_mut().zip(&columns).for_each(|(value, column)| *value = column[row]);
            visit(key, weight, &tuple);
        }
    }

    /// One row with probability 1, in which nothing has a value yet.
    pub fn start(registers: usize, key: u64) -> Rows {
        Rows { keys: vec![key], weights: vec![1.0], ..Rows::none(registers) }
    }

    /// No rows.
    pub fn none(registers: usize) -> Rows {
        Rows { columns: vec![Vec::new(); registers], keys: Vec::new(), weights: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn view(&self, operand: Operand) -> View<'_> {
        match operand {
            Operand::Constant(constant) => View::Constant(constant),
            Operand::Register(register) => View::Column(&self.columns[register]),
        }
    }

    /// Computes an operation that computes nothing but a value, or a branch of such operations. Under a mask,
    /// only the rows of the mask are assigned to.
    pub fn run(&mut self, op: &Op, lists: &[Vec<i32>], mask: Option<&[i32]>) {
        if let Some((to, _)) = op.computed() {
            let mut column = std::mem::take(&mut self.columns[to]);
            column.resize(self.weights.len(), 0);
            kernel::compute(Isa::widest(), op, |operand| self.view(operand), lists, mask, &mut column);
            self.columns[to] = column;
        } else if let Op::If { condition, yes, no, .. } = op {
            for (ops, mask) in [yes, no].into_iter().zip(self.masks(*condition, mask)) {
                if let Some(mask) = mask {
                    ops.iter().for_each(|op| self.run(op, lists, Some(&mask)));
                }
            }
        }
    }

    /// The rows of a mask in which a condition is true, and those in which it is false; `None` if there are none.
    pub fn masks(&self, condition: Operand, mask: Option<&[i32]>) -> [Option<Vec<i32>>; 2] {
        let condition = self.view(condition);
        [true, false].map(|truth| {
            let mut narrowed = vec![0; self.len()];
            let rows = vectorized(Isa::widest(), kernel::Narrow(truth, condition, mask, &mut narrowed));
            (rows > 0).then_some(narrowed)
        })
    }

    /// The value of a condition if it is equal in all rows.
    pub fn common(&self, condition: Operand) -> Option<bool> {
        let condition = self.view(condition);
        let first = self.weights.first().is_some_and(|_| condition.at(0) != 0);
        (1..self.len()).all(|row| (condition.at(row) != 0) == first).then_some(first)
    }

    /// Resizes columns. Those that were never assigned are not read before they are.
    pub fn fit(&mut self, live: &[usize]) {
        for &register in live {
            self.columns[register].resize(self.weights.len(), 0);
        }
    }

    /// The rows in which a condition is true, with the columns `yes`, and the others with `no`.
    pub fn split(&mut self, condition: Operand, yes: &Live, no: &Live) -> (Rows, Rows) {
        self.fit(yes);
        self.fit(no);
        let condition = self.view(condition);
        let (on, off): (Vec<usize>, Vec<usize>) = (0..self.len()).partition(|&row| condition.at(row) != 0);
        (self.picked(&on, yes), self.picked(&off, no))
    }

    /// Selects rows, with these columns.
    fn picked(&self, rows: &[usize], live: &Live) -> Rows {
        let mut picked = Rows::none(self.columns.len());
        for &register in live {
            let column = &self.columns[register];
            picked.columns[register] = rows.iter().map(|&row| column[row]).collect();
        }
        picked.keys = rows.iter().map(|&row| self.keys[row]).collect();
        picked.weights = rows.iter().map(|&row| self.weights[row]).collect();
        picked
    }

    /// A contiguous range of rows, with these columns.
    pub fn range(&mut self, range: Range<usize>, live: &[usize]) -> Rows {
        self.fit(live);
        let mut picked = Rows::none(self.columns.len());
        for &register in live {
            picked.columns[register] = self.columns[register][range.clone()].to_vec();
        }
        picked.keys = self.keys[range.clone()].to_vec();
        picked.weights = self.weights[range].to_vec();
        picked
    }

    /// Appends rows that have these columns, too.
    pub fn append(&mut self, mut other: Rows, live: &Live) {
        other.fit(live);
        if self.weights.is_empty() {
            *self = other;
            return;
        }
        self.fit(live);
        for &register in live {
            self.columns[register].extend_from_slice(&other.columns[register]);
        }
        self.keys.extend(other.keys);
        self.weights.extend(other.weights);
    }

    /// Drops the rows that are lighter than this, and returns what they weigh.
    pub fn drop_lighter(&mut self, least: f64) -> f64 {
        if self.weights.iter().all(|&weight| weight >= least) {
            return 0.0;
        }
        let stays: Vec<bool> = self.weights.iter().map(|&weight| weight >= least).collect();
        let dropped = self.weights.iter().filter(|&&weight| weight < least).sum();
        fn keep<T>(column: &mut Vec<T>, stays: &[bool]) {
            let mut rows = stays.iter();
            column.retain(|_| rows.next().copied().unwrap_or(true));
        }
        self.columns.iter_mut().for_each(|column| keep(column, &stays));
        keep(&mut self.keys, &stays);
        keep(&mut self.weights, &stays);
        dropped
    }

    /// Replaces each row by one row for each outcome drawn in it.
    pub fn expand(&mut self, drawn: &[&Drawn], outputs: &[usize], live: &Live) {
        self.fit(live);
        if drawn.iter().any(|drawn| drawn.weights.is_empty()) {
            // All of it was omitted.
            let goes_on = |&row: &usize| !drawn[row].weights.is_empty();
            let rows: Vec<usize> = (0..self.len()).filter(goes_on).collect();
            let drawn: Vec<&Drawn> = rows.iter().map(|&row| drawn[row]).collect();
            *self = self.picked(&rows, live);
            return self.expand(&drawn, outputs, live);
        }
        // Columns keep their room: rows become many and few again at every draw.
        let counts = || drawn.iter().map(|drawn| drawn.weights.len());
        let total = counts().sum();
        for &register in live {
            repeat_each(&mut self.columns[register], total, counts());
        }
        for (place, &register) in outputs.iter().enumerate() {
            let column = &mut self.columns[register];
            column.clear();
            column.reserve(total);
            drawn.iter().for_each(|drawn| column.extend_from_slice(&drawn.outputs[place]));
        }
        repeat_each(&mut self.keys, total, counts());
        repeat_each(&mut self.weights, total, counts());
        let outcomes = drawn.iter().flat_map(|drawn| &drawn.weights);
        self.weights.iter_mut().zip(outcomes).for_each(|(weight, outcome)| *weight *= outcome);
    }

    /// Sorts members that are alike, in each row.
    pub fn sort(&mut self, alike: &Alike) {
        let (rows, members, width) = (self.len(), alike.members.len(), alike.width());
        let registers: Vec<usize> = alike.registers().collect();
        self.fit(&registers);
        let mut columns: Vec<Vec<i32>> =
            registers.iter().map(|&register| std::mem::take(&mut self.columns[register])).collect();
        let mut before: SmallVec<[i32; 64]> = smallvec![0; columns.len()];
        let mut order: SmallVec<[usize; 16]> = (0..members).collect();
        for row in 0..rows {
            before.iter_mut().zip(&columns).for_each(|(value, column)| *value = column[row]);
            let of = |member: usize| &before[member * width..][..width];
            if (1..members).all(|member| of(member - 1) <= of(member)) {
                continue;
            }
            order.sort_unstable_by_key(|&member| of(member));
            for (to, &from) in order.iter().enumerate() {
                for place in 0..width {
                    columns[to * width + place][row] = before[from * width + place];
                }
            }
        }
        for (register, column) in registers.into_iter().zip(columns) {
            self.columns[register] = column;
        }
    }

    /// Merges rows that agree in these columns and in the recorded metrics, in the order of first
    /// occurrence.
    pub fn merge(&mut self, live: &[usize]) {
        if self.len() < 2 {
            return;
        }
        self.fit(live);
        let mut marks = self.keys.clone();
        let room = vectorized(Isa::widest(), || spread(&mut marks));
        let kinds = self.kinds(marks, room, live.iter().map(|&register| &self.columns[register][..]));
        if kinds.first.len() == self.len() {
            return;
        }
        let mut sums = vec![0.0; kinds.first.len()];
        kinds.of.iter().zip(&self.weights).for_each(|(&kind, &weight)| sums[kind as usize] += weight);
        for &register in live {
            pick(&mut self.columns[register], &kinds.first);
        }
        pick(&mut self.keys, &kinds.first);
        self.weights = sums;
    }

    /// The number of the state that each row has in these columns. New states get a number.
    pub fn numbers(&mut self, live: &[usize], states: &mut States) -> Vec<i32> {
        self.fit(live);
        let columns = || live.iter().map(|&register| &self.columns[register][..]);
        let Kinds { first, of } = self.kinds(vec![0; self.len()], 1, columns());
        let mut state: SmallVec<[i32; 16]> = smallvec![0; live.len()];
        let number = |row: usize| {
            state.iter_mut().zip(columns()).for_each(|(value, column)| *value = column[row]);
            states.insert(&state) as i32
        };
        let numbers: Vec<i32> = first.into_iter().map(number).collect();
        of.into_iter().map(|kind| numbers[kind as usize]).collect()
    }

    /// The kinds of rows, as far as these operands tell them apart.
    pub fn kinds_by(&self, operands: impl Iterator<Item = Operand>) -> Kinds {
        let columns = operands.filter_map(|operand| match self.view(operand) {
            View::Column(column) => Some(column),
            View::Constant(_) => None,
        });
        self.kinds(vec![0; self.len()], 1, columns)
    }

    /// The kinds of rows by these columns, and by `marks`, which are less than `room`.
    fn kinds<'a>(
        &self,
        mut marks: Vec<u64>,
        mut room: u64,
        columns: impl Iterator<Item = &'a [i32]>,
    ) -> Kinds {
        // Everything in which rows may differ is encoded as one number. If it does not fit into 64
        // bits, the groups so far are renumbered.
        let isa = Isa::widest();
        for column in columns {
            let (low, high) = vectorized(isa, || bounds(column));
            let span = (i64::from(high) - i64::from(low) + 1) as u64;
            if span == 1 {
                continue;
            }
            if room.checked_mul(span).is_none() {
                room = number(&mut marks);
            }
            vectorized(isa, || add(&mut marks, column, low, room));
            room *= span;
        }
        match room <= DENSE.max(32 * self.len() as u64) {
            true => Kinds::near(&marks, room as usize),
            false => Kinds::far(&marks),
        }
    }
}

/// The outcomes of a draw: columns of outputs, and the probability of each row.
pub struct Drawn {
    pub outputs: Vec<Vec<i32>>,
    pub weights: Vec<f64>,
    pub omitted: f64,
}

impl Drawn {
    /// The options of a player, each with this probability.
    pub fn options(options: Vec<i32>, probability: f64) -> Drawn {
        Drawn { weights: vec![probability; options.len()], outputs: vec![options], omitted: 0.0 }
    }
}

/// Rows of the same kind agree in what was asked for.
pub struct Kinds {
    /// The first row of each kind, in ascending order.
    pub first: Vec<usize>,
    /// The kind of each row.
    pub of: Vec<u32>,
}

impl Kinds {
    /// Rows of one kind have the same mark. All marks are less than `room`.
    fn near(marks: &[u64], room: usize) -> Kinds {
        if room == 1 {
            return Kinds { first: vec![0; marks.len().min(1)], of: vec![0; marks.len()] };
        }
        // The kind of each mark plus one, or 0.
        let mut kinds = vec![0u32; room];
        let (mut first, mut of) = (Vec::new(), Vec::with_capacity(marks.len()));
        for (row, &mark) in marks.iter().enumerate() {
            let kind = &mut kinds[mark as usize];
            if *kind == 0 {
                first.push(row);
                *kind = first.len() as u32;
            }
            of.push(*kind - 1);
        }
        Kinds { first, of }
    }

    /// Like [`Kinds::near`], but with a hash table, for marks that are too large for an array.
    fn far(marks: &[u64]) -> Kinds {
        let bits = (2 * marks.len()).max(2).next_power_of_two().trailing_zeros();
        // By linear probing: kinds plus one, or 0.
        let mut slots = vec![0u32; 1 << bits];
        let (mut first, mut of) = (Vec::new(), Vec::with_capacity(marks.len()));
        for (row, &mark) in marks.iter().enumerate() {
            let mut slot = (mixed(mark) >> (u64::BITS - bits)) as usize;
            let kind = loop {
                match slots[slot] {
                    0 => {
                        first.push(row);
                        slots[slot] = first.len() as u32;
                        break first.len() as u32;
                    }
                    kind if marks[first[kind as usize - 1]] == mark => break kind,
                    _ => slot = (slot + 1) & (slots.len() - 1),
                }
            };
            of.push(kind - 1);
        }
        Kinds { first, of }
    }
}

/// Repeats each value so often, `total` times in all; each at least once.
fn repeat_each<T: Copy + Default>(
    column: &mut Vec<T>,
    total: usize,
    counts: impl DoubleEndedIterator<Item = usize> + ExactSizeIterator,
) {
    let rows = column.len();
    column.resize(total, T::default());
    let mut end = total;
    for (row, count) in (0..rows).zip(counts).rev() {
        let value = column[row];
        column[end - count..end].fill(value);
        end -= count;
    }
}

/// Keeps these rows of a column, which are in ascending order.
fn pick<T: Copy>(column: &mut Vec<T>, rows: &[usize]) {
    for (to, &from) in rows.iter().enumerate() {
        column[to] = column[from];
    }
    column.truncate(rows.len());
}

/// The least and the greatest value of a column.
#[inline(always)]
fn bounds(column: &[i32]) -> (i32, i32) {
    let least = column.iter().fold(i32::MAX, |least, &value| least.min(value));
    (least, column.iter().fold(i32::MIN, |most, &value| most.max(value)))
}

/// Adds to each mark how far the value of the column is above `low`, times `factor`.
#[inline(always)]
fn add(marks: &mut [u64], column: &[i32], low: i32, factor: u64) {
    for (mark, &value) in marks.iter_mut().zip(column) {
        *mark += factor * u64::from(value.wrapping_sub(low) as u32);
    }
}

/// A table for this many marks is always worth filling.
const DENSE: u64 = 1 << 14;

/// Shifts marks so that the least is 0, and returns one more than the greatest. If that overflows,
/// renumbers the marks.
#[inline(always)]
fn spread(marks: &mut [u64]) -> u64 {
    let least = marks.iter().fold(u64::MAX, |least, &mark| least.min(mark));
    let most = marks.iter().fold(0, |most, &mark| most.max(mark));
    if least > 0 {
        marks.iter_mut().for_each(|mark| *mark -= least);
    }
    match most.saturating_sub(least).checked_add(1) {
        Some(room) => room,
        None => number(marks),
    }
}

/// Replaces marks by the numbers of their kinds. Returns how many there are.
fn number(marks: &mut [u64]) -> u64 {
    let kinds = Kinds::far(marks);
    marks.iter_mut().zip(kinds.of).for_each(|(mark, kind)| *mark = kind.into());
    kinds.first.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_one_for_each_outcome_and_those_without_one_end() {
        let expanded = |counts: &[usize]| {
            let mut rows = Rows::none(2);
            rows.columns[0] = (10..).take(counts.len()).collect();
            rows.keys = (0..counts.len() as u64).collect();
            rows.weights = vec![1.0; counts.len()];
            let drawn = |&count: &usize| Drawn::options((0..count as i32).collect(), 0.5);
            let drawn: Vec<Drawn> = counts.iter().map(drawn).collect();
            rows.expand(&drawn.iter().collect::<Vec<_>>(), &[1], &vec![0]);
            assert!(rows.weights.iter().all(|&weight| weight == 0.5));
            (rows.columns, rows.keys)
        };
        assert_eq!(
            expanded(&[2, 1, 3]),
            (vec![vec![10, 10, 11, 12, 12, 12], vec![0, 1, 0, 0, 1, 2]], vec![0, 0, 1, 2, 2, 2])
        );
        assert_eq!(expanded(&[0, 1, 0, 2]), (vec![vec![11, 13, 13], vec![0, 0, 1]], vec![1, 3, 3]));
    }

    #[test]
    fn equal_rows_are_merged_where_the_first_stands() {
        let mut rows = Rows::none(2);
        rows.columns = vec![vec![3, 1, 3, 2, 1], vec![7, 8, 9, 7, 8]];
        rows.keys = vec![0; 5];
        rows.weights = vec![0.1, 0.2, 0.3, 0.25, 0.15];
        rows.merge(&[0]);
        assert_eq!((&rows.columns[0], rows.keys.len()), (&vec![3, 1, 2], 3));
        assert!(rows.weights.iter().zip([0.4, 0.35, 0.25]).all(|(a, b)| (a - b).abs() < 1e-15));
    }
}
