//! Sums of probabilities, and what states are apart from the loop that is played.

use super::super::super::states::States;
use crate::chance::Cells;

/// Adds up the probabilities of cells. A cell has two halves: a number of what a state is apart from the
/// loop, and the number of the state.
#[derive(Default)]
pub(in super::super) struct Adding {
    /// The cells, in the order of first arrival.
    cells: Vec<u64>,
    /// The number of states.
    width: usize,
    /// The maximum number of places of the array.
    most_places: usize,
    /// For each number of the first half, its column in `sums` plus one; and the numbers with a column.
    columns: Vec<u32>,
    used: Vec<usize>,
    /// By column and state. All are 0 in between.
    sums: Vec<f64>,
    /// All cells, if they are too far apart for an array.
    far: Option<Cells<f64>>,
}

/// The array may have so many places, or so many for each cell from which masses come.
const PLACES: usize = 1 << 22;
const FILLED: usize = 8;

impl Adding {
    /// Begins with the states of a stage, to which masses come from so many cells.
    pub(super) fn begin(&mut self, states: usize, cells: usize) {
        self.width = states;
        self.most_places = PLACES.max(FILLED * cells);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, number: usize, state: usize, mass: f64) {
        let cell = (number as u64) << 32 | state as u64;
        let column = self.columns.get(number).copied().unwrap_or(0);
        if self.far.is_some() || column == 0 {
            return self.add_elsewhere(cell, mass);
        }
        let sum = &mut self.sums[(column as usize - 1) * self.width + state];
        // What is too unlikely for a number is none of the cells.
        if *sum == 0.0 && mass > 0.0 {
            self.cells.push(cell);
        }
        *sum += mass;
    }

    #[cold]
    fn add_elsewhere(&mut self, cell: u64, mass: f64) {
        let (number, columns) = ((cell >> 32) as usize, self.used.len() + 1);
        if let Some(far) = &mut self.far {
            return far.add(cell, mass);
        }
        if columns > 1 && columns * self.width > self.most_places {
            let near = self.taken();
            let far = self.far.insert(Cells::new());
            near.into_iter().chain([(cell, mass)]).for_each(|(cell, mass)| far.add(cell, mass));
            return;
        }
        self.columns.resize(self.columns.len().max(number + 1), 0);
        self.sums.resize(self.sums.len().max(columns * self.width), 0.0);
        self.used.push(number);
        self.columns[number] = columns as u32;
        self.add(number, cell as u32 as usize, mass);
    }

    pub(super) fn bytes(&self) -> u64 {
        let near = size_of::<u64>() * self.cells.len() + size_of::<f64>() * self.sums.len();
        near as u64 + self.far.as_ref().map_or(0, Cells::bytes)
    }

    /// Takes the sums, in the order of first arrival.
    pub(super) fn taken(&mut self) -> Vec<(u64, f64)> {
        let Adding { cells, columns, sums, width, .. } = &mut *self;
        let near = cells.drain(..).map(|cell| {
            let column = columns[(cell >> 32) as usize] as usize - 1;
            (cell, std::mem::take(&mut sums[column * *width + cell as u32 as usize]))
        });
        let near: Vec<(u64, f64)> = near.collect();
        self.used.drain(..).for_each(|number| self.columns[number] = 0);
        self.far.take().map_or(near, Cells::into_list)
    }
}

/// What states are apart from a loop: the recorded metrics, and the counted registers.
pub(super) struct Apart {
    pub(super) known: States,
    /// For each of them where a sum leads, and the number of these places.
    moved: Vec<Vec<u32>>,
    places: usize,
}

impl Apart {
    /// Nothing yet, with so many counted registers.
    pub(super) fn new(counted: usize) -> Apart {
        Apart { known: States::new(2 + counted), moved: Vec::new(), places: 0 }
    }

    pub(super) fn insert(&mut self, key: u64, counted: impl Iterator<Item = i32>) -> usize {
        let whole: Vec<i32> = [(key >> 32) as i32, key as i32].into_iter().chain(counted).collect();
        let number = self.known.insert(&whole);
        self.moved.resize(self.known.len(), Vec::new());
        number
    }

    pub(super) fn bytes(&self) -> u64 {
        let each = size_of::<Vec<u32>>() * self.moved.len() + size_of::<u32>() * self.places;
        self.known.bytes() + each as u64
    }

    pub(super) fn key(&self, number: usize) -> u64 {
        let known = self.known.get(number);
        u64::from(known[0] as u32) << 32 | u64::from(known[1] as u32)
    }

    pub(super) fn counted(&self, number: usize) -> &[i32] {
        &self.known.get(number)[2..]
    }

    /// Where a sum leads.
    #[inline(always)]
    pub(super) fn plus(&mut self, number: usize, sum: u32, sums: &States) -> usize {
        if sum == 0 {
            return number;
        }
        match self.moved[number].get(sum as usize) {
            Some(&moved) if moved != u32::MAX => moved as usize,
            _ => self.moved_anew(number, sum as usize, sums),
        }
    }

    #[cold]
    fn moved_anew(&mut self, number: usize, sum: usize, sums: &States) -> usize {
        let both = self.counted(number).iter().zip(sums.get(sum));
        let added: Vec<i32> = both.map(|(a, b)| a.wrapping_add(*b)).collect();
        let to = self.insert(self.key(number), added.into_iter());
        self.places += sums.len() - self.moved[number].len();
        self.moved[number].resize(sums.len(), u32::MAX);
        self.moved[number][sum] = to as u32;
        to
    }
}
