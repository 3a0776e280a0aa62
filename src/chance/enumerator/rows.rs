//! What a stage does to each state.

use std::any::Any;
use std::hash::BuildHasher;
use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::chance::chain::Marking;
use crate::chance::spot::Spot;
use crate::chance::{Cells, Indicator, Round, State};

/// The laws of a stage, one for each state before it.
#[derive(Debug)]
pub struct Rows<S, T> {
    rows: FxHashMap<S, Row>,
    /// The states to which they lead.
    pub behind: IndexSet<T, FxBuildHasher>,
    pub ways: Vec<Way>,
    pub indicated: Vec<(Indicated, f64)>,
}

/// The law of a stage for one state.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Where it may lead: a range of [`Rows::ways`].
    pub ways: Range<usize>,
    /// The indicators that are counted, with the weights of their paths: a range of
    /// [`Rows::indicated`].
    pub indicated: Range<usize>,
    /// How many paths there are.
    pub paths: u64,
    /// The mass that laws left out.
    pub omitted: f64,
    /// The metrics that are recorded, a bit each.
    pub touched: u64,
    /// Whether it is known that ways that record the same lead to the same state: then they
    /// are one.
    pub differ: bool,
}

/// Where a state may lead: a state behind the stage by its place, what is recorded on the way,
/// and the weight.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub place: u32,
    pub recorded: u64,
    pub weight: f64,
}

impl Way {
    /// Adds the joint outcomes of the state before to those of the state behind; `apart` says that
    /// none is there yet. It is compiled once, and not for every stage.
    #[inline(never)]
    pub fn lead(
        self,
        cells: &[(u64, f64)],
        behind: &mut Cells<f64>,
        apart: bool,
        marks: Option<&mut Marking>,
    ) {
        if let Some(marks) = marks.filter(|marks| marks.has_marks(self.recorded)) {
            return marks.lead(cells, (self.recorded, self.weight), behind);
        }
        let reached =
            cells.iter().map(|&(key, weight)| (key.wrapping_add(self.recorded), self.weight * weight));
        match apart {
            true => behind.append(reached),
            false => reached.for_each(|(key, weight)| behind.add(key, weight)),
        }
    }
}

/// An indicator, or a kind of the indicators of a round.
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
    /// The row of a state, if it is remembered.
    pub fn of(&self, state: &S) -> Option<Row> {
        self.rows.get(state).cloned()
    }

    /// Remembers the row of a state.
    pub fn keep(&mut self, state: S, row: Row) {
        self.rows.insert(state, row);
    }

    /// Forgets what the row made last has.
    pub fn forget(&mut self, row: &Row) {
        self.ways.truncate(row.ways.start);
        self.indicated.truncate(row.indicated.start);
    }

    /// Adds a way to the row that begins at `first`. Neighbours are often equal: hits beyond the
    /// damage left soak nothing.
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

    /// About so many bytes are taken by all that is remembered.
    pub fn bytes(&self) -> u64 {
        let rows = self.rows.capacity() * (size_of::<(S, Row)>() + 1);
        let behind = self.behind.capacity() * (size_of::<(T, u64)>() + 8);
        (rows + behind + self.ways.capacity() * size_of::<Way>()) as u64
    }
}

/// Whether the ways from `first` on that record the same lead to the same state; these then
/// become one.
pub fn differ(ways: &mut Vec<Way>, first: usize) -> bool {
    // What is recorded mostly falls or rises with the last draw.
    let step = |pair: &[Way]| (pair[0].recorded as i64).cmp(&(pair[1].recorded as i64));
    let mut steps = ways[first..].windows(2).map(step);
    if steps.next().is_none_or(|step| step.is_ne() && steps.all(|next| next == step)) {
        return true;
    }
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    let mut kept = first;
    for index in first..ways.len() {
        let way = ways[index];
        let place = *places.entry(way.recorded).or_insert(kept);
        if place == kept {
            ways[kept] = way;
            kept += 1;
        } else if ways[place].place == way.place {
            ways[place].weight += way.weight;
        } else {
            ways.drain(kept..index);
            return false;
        }
    }
    ways.truncate(kept);
    true
}

/// A page in a browser has to be small, and remembers nothing: that would be code of its own for
/// every stage.
pub const REMEMBERS: bool = !cfg!(target_family = "wasm");

/// Rows are remembered until they take so many bytes.
const REMEMBERED: u64 = 1 << 26;

/// Where in the text the reader is, and what is remembered of the stages in loops: a round does to
/// a state what an earlier one did, unless the rule asked for its number.
#[derive(Debug)]
pub struct Loops {
    pub spot: Spot,
    /// By the places of their stages in the text.
    rows: FxHashMap<SmallVec<[u32; 4]>, Box<dyn Any>>,
    /// So many bytes are taken by them.
    bytes: u64,
    /// Somebody has asked for a number between two stages: then rules may go by it.
    pub has_asked: bool,
    /// Hashes of the states of which [`is_new`](Loops::is_new) was asked, by their stages.
    seen: FxHashMap<SmallVec<[u32; 4]>, FxHashSet<u64>>,
}

impl Loops {
    /// Turns to the beginning of a text.
    pub fn new() -> Self {
        Loops {
            spot: Spot::new(),
            rows: FxHashMap::default(),
            bytes: 0,
            has_asked: false,
            seen: FxHashMap::default(),
        }
    }

    /// Leaves the innermost loop.
    pub fn leave(&mut self) {
        self.spot.leave();
        if !self.spot.is_in_loop() {
            *self = Loops { spot: self.spot.clone(), ..Loops::new() };
        }
    }

    /// Turns to the next stage. Whether what its rule does to a state may come again.
    #[inline(always)]
    pub fn stage(&mut self) -> bool {
        self.spot.stage();
        self.spot.is_in_loop() && !self.has_asked
    }

    /// Whether this is asked of a state at this stage for the first time. A hash stands for the state.
    pub fn is_new<S: State>(&mut self, state: &S) -> bool {
        self.is_new_hash(FxBuildHasher.hash_one(state))
    }

    fn is_new_hash(&mut self, hash: u64) -> bool {
        self.seen.entry(self.spot.stages().into()).or_default().insert(hash)
    }

    /// Takes out what is remembered of this stage.
    pub fn take<S: State, T: State>(&mut self) -> Box<Rows<S, T>> {
        let rows = self.rows.remove(self.spot.stages()).and_then(|rows| rows.downcast::<Rows<S, T>>().ok());
        let rows = rows.unwrap_or_default();
        self.bytes = self.bytes.saturating_sub(rows.bytes());
        rows
    }

    /// Puts it back.
    pub fn put<S: State, T: State>(&mut self, rows: Box<Rows<S, T>>) {
        self.bytes += rows.bytes();
        self.rows.insert(self.spot.stages().into(), rows);
    }

    /// Whether there is room to remember more, when this is taken out.
    pub fn has_room<S: State, T: State>(&self, rows: &Rows<S, T>) -> bool {
        self.bytes + rows.bytes() < REMEMBERED
    }

    /// So many bytes are taken by what is remembered, but for what is taken out.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of an indicator.
    pub fn indicator(&self, indicated: Indicated) -> usize {
        indicated.number(&self.spot)
    }
}
