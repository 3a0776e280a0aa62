//! What a stage does to each state.

use std::any::Any;
use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use crate::chance::spot::Spot;
use crate::chance::{Cells, Indicator, Round, State};

/// The transitions of a stage, one row for each state before it.
#[derive(Debug)]
pub struct Rows<S, T> {
    rows: FxHashMap<S, Row>,
    /// The states after the stage.
    pub behind: IndexSet<T, FxBuildHasher>,
    pub ways: Vec<Way>,
    pub indicated: Vec<(Indicated, f64)>,
}

/// The transitions of a stage from one state.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The transitions: a range of [`Rows::ways`].
    pub ways: Range<usize>,
    /// The indicators that are counted, with the weights of their paths: a range of
    /// [`Rows::indicated`].
    pub indicated: Range<usize>,
    /// The number of paths.
    pub paths: u64,
    /// The omitted probability, given the state.
    pub omitted: f64,
}

/// A transition: the position in [`Rows::behind`] of the state after the stage, what is recorded on
/// the way, and the weight.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub place: u32,
    pub recorded: u64,
    pub weight: f64,
}

impl Way {
    /// Adds the joint outcomes before the stage to those of the state behind it. Not inlined, so that it is
    /// compiled only once.
    #[inline(never)]
    pub fn lead(self, cells: &[(u64, f64)], behind: &mut Cells<f64>) {
        for &(key, weight) in cells {
            behind.add(key.wrapping_add(self.recorded), self.weight * weight);
        }
    }
}

/// An indicator, or one kind of the indicators of each round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Indicated {
    Once(Indicator),
    In { depth: u8, kind: usize, kinds: usize },
}

impl Indicated {
    /// The number of the indicator, at a spot.
    pub fn number(self, spot: &Spot) -> usize {
        let Indicator(number) = match self {
            Indicated::Once(indicator) => indicator,
            Indicated::In { depth, kind, kinds } => {
                Round { number: spot.number(depth), depth }.indicator(kind, kinds)
            }
        };
        number
    }
}

impl<S, T> Default for Rows<S, T> {
    fn default() -> Self {
        Rows {
            rows: FxHashMap::default(),
            behind: IndexSet::default(),
            ways: Vec::new(),
            indicated: Vec::new(),
        }
    }
}

impl<S: State, T: State> Rows<S, T> {
    /// The row of a state, if it is stored.
    pub fn of(&self, state: &S) -> Option<Row> {
        self.rows.get(state).cloned()
    }

    /// Stores the row of a state.
    pub fn keep(&mut self, state: S, row: Row) {
        self.rows.insert(state, row);
    }

    /// Removes the data of the row that was added last.
    pub fn forget(&mut self, row: &Row) {
        self.ways.truncate(row.ways.start);
        self.indicated.truncate(row.indicated.start);
    }

    /// Adds a way to the row that begins at `first`. Consecutive ways are often equal, and are
    /// merged: hits beyond the remaining damage soak nothing.
    pub fn add(&mut self, first: usize, after: T, recorded: u64, weight: f64) {
        if let Some(last) = self.ways[first..].last_mut()
            && last.recorded == recorded
            && self.behind[last.place as usize] == after
        {
            last.weight += weight;
            return;
        }
        let (place, _) = self.behind.insert_full(after);
        self.ways.push(Way { place: place as u32, recorded, weight });
    }

    /// An estimate of the size of all that is stored, in bytes.
    pub fn bytes(&self) -> u64 {
        let rows = self.rows.capacity() * (size_of::<(S, Row)>() + 1);
        let behind = self.behind.capacity() * (size_of::<(T, u64)>() + 8);
        (rows + behind + self.ways.capacity() * size_of::<Way>()) as u64
    }
}

/// Whether rows are remembered. A page in a browser has to be small, and remembering needs separate
/// code for every stage.
pub const REMEMBERS: bool = !cfg!(target_family = "wasm");

/// The maximum size of all remembered rows, in bytes.
const REMEMBERED: u64 = 1 << 26;

/// The position of the reader in the rule text, and the remembered rows of stages in loops. A round
/// does to a state what an earlier round did, unless the rule asked for its number.
#[derive(Debug)]
pub struct Loops {
    pub spot: Spot,
    /// Keyed by the position of the stage in the rule text.
    rows: FxHashMap<SmallVec<[u32; 4]>, Box<dyn Any>>,
    /// The size of `rows` in bytes.
    bytes: u64,
    /// Whether the number of a round was asked for between two stages: then rules may depend on it.
    pub has_asked: bool,
}

impl Loops {
    /// Starts at the beginning of a rule text.
    pub fn new() -> Self {
        Loops { spot: Spot::new(), rows: FxHashMap::default(), bytes: 0, has_asked: false }
    }

    /// Leaves the innermost loop. Leaving the outermost one forgets all rows.
    pub fn leave(&mut self) {
        self.spot.leave();
        if !self.spot.is_in_loop() {
            *self = Loops { spot: self.spot.clone(), ..Loops::new() };
        }
    }

    /// Moves to the next stage. Returns whether what its rule does to a state can recur.
    #[inline(always)]
    pub fn stage(&mut self) -> bool {
        self.spot.stage();
        self.spot.is_in_loop() && !self.has_asked
    }

    /// Takes out the remembered rows of this stage.
    pub fn take<S: State, T: State>(&mut self) -> Box<Rows<S, T>> {
        let rows = self.rows.remove(self.spot.stages()).and_then(|rows| rows.downcast::<Rows<S, T>>().ok());
        let rows = rows.unwrap_or_default();
        self.bytes = self.bytes.saturating_sub(rows.bytes());
        rows
    }

    /// Puts the rows of this stage back.
    pub fn put<S: State, T: State>(&mut self, rows: Box<Rows<S, T>>) {
        self.bytes += rows.bytes();
        self.rows.insert(self.spot.stages().into(), rows);
    }

    /// Whether there is room to remember more while `rows` are taken out.
    pub fn has_room<S: State, T: State>(&self, rows: &Rows<S, T>) -> bool {
        self.bytes + rows.bytes() < REMEMBERED
    }

    /// The size in bytes of what is remembered, without what is taken out.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of an indicator at the current position.
    pub fn indicator(&self, indicated: Indicated) -> usize {
        indicated.number(&self.spot)
    }
}
