//! Many trials side by side, one lane each.

use std::any::Any;

use rustc_hash::FxHashMap;

use super::super::super::code::{Live, Operand};
use super::super::kernel::{self, Cell, View};
use crate::chance::{Isa, Packing, vectorized};

/// The values of the registers of many trials, and their recorded metrics.
pub struct Frame<T> {
    /// The number of lanes.
    pub len: usize,
    capacity: usize,
    columns: Vec<Column<T>>,
    /// The recorded metrics of each lane, for each packing.
    pub keys: Vec<Vec<u64>>,
    /// Columns for masks that are free.
    masks: Vec<Column<T>>,
    /// For lanes that are run apart.
    inner: Option<Box<Frame<T>>>,
}

/// The values of a register; without any before the register is written.
#[derive(Default)]
pub struct Column<T> {
    numbers: Vec<T>,
    /// The place of the first lane: vectors do not cross the lines of the cache.
    first: usize,
}

/// Frames of definitions that are not being played, by their code; a code always has the same width.
#[derive(Default)]
pub struct Frames(FxHashMap<usize, Box<dyn Any>>);

impl Frames {
    /// A frame for a code with so many registers and lanes.
    pub fn take<T: Cell>(&mut self, code: usize, registers: usize, lanes: usize) -> Box<Frame<T>> {
        let known = self.0.remove(&code).and_then(|frame| frame.downcast::<Frame<T>>().ok());
        let known = known.filter(|frame| frame.capacity >= lanes);
        let new = || Box::new(Frame::new(registers, lanes.next_multiple_of(FEWEST)));
        let mut frame = known.unwrap_or_else(new);
        frame.len = lanes;
        frame
    }

    /// Keeps a frame for the next time.
    pub fn give<T: Cell>(&mut self, code: usize, frame: Box<Frame<T>>) {
        self.0.insert(code, frame);
    }
}

/// The fewest lanes that a frame of a definition has room for.
const FEWEST: usize = 1024;

/// The bytes of a vector, and of a line of the cache.
const LINE: usize = 64;

impl<T: Cell> Column<T> {
    fn new(capacity: usize) -> Column<T> {
        let more = LINE / size_of::<T>();
        let numbers = vec![T::default(); capacity + more];
        let first = numbers.as_ptr().align_offset(LINE) % more;
        Column { numbers, first }
    }

    pub fn lanes(&self, len: usize) -> &[T] {
        &self.numbers[self.first..self.first + len]
    }

    pub fn lanes_mut(&mut self, len: usize) -> &mut [T] {
        &mut self.numbers[self.first..self.first + len]
    }
}

impl<T: Cell> Frame<T> {
    pub fn new(registers: usize, capacity: usize) -> Frame<T> {
        let columns = (0..registers).map(|_| Column::default()).collect();
        Frame { len: 0, capacity, columns, keys: Vec::new(), masks: Vec::new(), inner: None }
    }

    /// Begins to record the metrics of all lanes.
    pub fn begin(&mut self, packings: &[Packing]) {
        self.keys.resize_with(packings.len(), Vec::new);
        for (packing, keys) in packings.iter().zip(&mut self.keys) {
            keys.clear();
            keys.resize(self.len, packing.pack(&[]));
        }
    }

    /// The maximum number of lanes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// A frame without lanes, with the same registers.
    pub fn like(&self) -> Frame<T> {
        Frame::new(self.columns.len(), self.capacity)
    }

    pub fn view(&self, operand: Operand) -> View<'_, T> {
        match operand {
            Operand::Constant(constant) => View::Constant(T::of(constant)),
            Operand::Register(register) => match &self.columns[register] {
                column if column.numbers.is_empty() => View::Constant(T::default()),
                column => View::Column(column.lanes(self.len)),
            },
        }
    }

    /// The value of an operand in a lane.
    pub fn at(&self, operand: Operand, lane: usize) -> i32 {
        self.view(operand).at(lane).into()
    }

    /// The column of a register, for all lanes that there may be.
    pub fn column(&mut self, register: usize) -> &mut [T] {
        let column = &mut self.columns[register];
        if column.numbers.is_empty() {
            *column = Column::new(self.capacity);
        }
        column.lanes_mut(self.capacity)
    }

    /// The column of a register that is going to be written; [`set`](Frame::set) returns it.
    pub fn out(&mut self, register: usize) -> Column<T> {
        self.column(register);
        std::mem::take(&mut self.columns[register])
    }

    pub fn set(&mut self, register: usize, column: Column<T>) {
        self.columns[register] = column;
    }

    /// Exchanges the values of two registers.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.columns.swap(one, other);
    }

    /// A column for a mask; [`give`](Frame::give) returns it.
    pub fn take(&mut self) -> Column<T> {
        self.masks.pop().unwrap_or_else(|| Column::new(self.capacity))
    }

    pub fn give(&mut self, mask: Column<T>) {
        self.masks.push(mask);
    }

    /// The lanes of a mask in which a condition equals `truth`, and how many these are.
    pub fn narrowed(
        &mut self,
        isa: Isa,
        truth: bool,
        condition: Operand,
        mask: Option<&[T]>,
    ) -> (Column<T>, usize) {
        let mut within = self.take();
        let lanes = within.lanes_mut(self.len);
        let count = vectorized(isa, kernel::Narrow(truth, self.view(condition), mask, lanes));
        (within, count)
    }

    /// A frame for some of the lanes, with these registers.
    pub fn apart(&mut self, lanes: &[u32], registers: &Live) -> Box<Frame<T>> {
        let mut apart = self.inner.take().unwrap_or_else(|| Box::new(self.like()));
        apart.len = 0;
        apart.append(self, lanes, registers);
        apart
    }

    /// Takes these registers back from a frame that was [apart](Frame::apart).
    pub fn back(&mut self, lanes: &[u32], apart: Box<Frame<T>>, registers: &Live) {
        for &register in registers {
            if let View::Column(from) = apart.view(Operand::Register(register)) {
                let to = self.column(register);
                lanes.iter().zip(from).for_each(|(&lane, &value)| to[lane as usize] = value);
            }
        }
        self.inner = Some(apart);
    }

    /// Appends lanes of another frame.
    pub fn append(&mut self, from: &Frame<T>, lanes: &[u32], registers: &Live) {
        let len = self.len;
        for &register in registers {
            if let View::Column(from) = from.view(Operand::Register(register)) {
                let to = &mut self.column(register)[len..len + lanes.len()];
                to.iter_mut().zip(lanes).for_each(|(to, &lane)| *to = from[lane as usize]);
            }
        }
        self.len += lanes.len();
    }

    /// Overwrites some lanes by lanes of another frame.
    pub fn replace(&mut self, lanes: &[u32], from: &Frame<T>, by: &[u32], registers: &Live) {
        for &register in registers {
            if let View::Column(from) = from.view(Operand::Register(register)) {
                let to = self.column(register);
                let pairs = lanes.iter().zip(by);
                pairs.for_each(|(&lane, &other)| to[lane as usize] = from[other as usize]);
            }
        }
    }

    /// Keeps some lanes, in order.
    pub fn keep(&mut self, lanes: &[u32], registers: &Live) {
        for &register in registers {
            let column = self.column(register);
            lanes.iter().enumerate().for_each(|(to, &lane)| column[to] = column[lane as usize]);
        }
        self.len = lanes.len();
    }
}
