//! The ranges of variables at a place of the code.

use std::cell::Cell;

use super::super::range::Range;

/// The range of each variable that has a value at a place of the code. It remembers what it was at places to
/// which the compiler comes back.
#[derive(Default)]
pub struct Env {
    ranges: Vec<Option<Range>>,
    /// Whether each variable was read.
    read: Vec<Cell<bool>>,
    /// The variables that changed since the first mark, with their ranges before.
    changes: Vec<(usize, Option<Range>)>,
    marks: usize,
}

/// A place to which the compiler comes back.
pub struct Mark(usize);

/// The variables that changed behind a place, in their order, with their ranges where that was left.
pub type Changes = Vec<(usize, Option<Range>)>;

impl Env {
    pub fn new(ranges: Vec<Option<Range>>) -> Env {
        Env { read: vec![Cell::new(false); ranges.len()], ranges, ..Env::default() }
    }

    /// The range of a variable, which is then read.
    pub fn get(&self, variable: usize) -> Option<Range> {
        self.mark_read(variable);
        self.ranges[variable]
    }

    /// The range of a variable, which is not read by this.
    pub fn peek(&self, variable: usize) -> Option<Range> {
        self.ranges[variable]
    }

    /// Marks a variable as read.
    pub fn mark_read(&self, variable: usize) {
        self.read[variable].set(true);
    }

    /// Those of the first variables that were read.
    pub fn read_of(&self, variables: usize) -> Vec<usize> {
        (0..variables).filter(|&variable| self.read[variable].get()).collect()
    }

    pub fn set(&mut self, variable: usize, range: Option<Range>) {
        let before = std::mem::replace(&mut self.ranges[variable], range);
        if self.marks > 0 && before != range {
            self.changes.push((variable, before));
        }
    }

    /// All ranges.
    pub fn all(&self) -> &[Option<Range>] {
        &self.ranges
    }

    /// Changes all ranges to these.
    pub fn become_all(&mut self, ranges: &[Option<Range>]) {
        for (variable, &range) in ranges.iter().enumerate() {
            self.set(variable, range);
        }
    }

    /// Marks this place. Marks are nested: the last one is left first.
    pub fn mark(&mut self) -> Mark {
        self.marks += 1;
        Mark(self.changes.len())
    }

    /// Leaves a mark without going back to it. Returns whether something has changed since.
    pub fn keep(&mut self, Mark(mark): Mark) -> bool {
        self.marks -= 1;
        let is_changed = self.changes.len() > mark;
        if self.marks == 0 {
            self.changes.clear();
        }
        is_changed
    }

    /// Goes back to the place of a mark.
    pub fn undo(&mut self, Mark(mark): Mark) {
        self.marks -= 1;
        for (variable, before) in self.changes.drain(mark..).rev() {
            self.ranges[variable] = before;
        }
    }

    /// Goes back to the place of a mark, and says what had changed since.
    pub fn take_back(&mut self, mark: Mark) -> Changes {
        let mut changed: Vec<usize> = self.changes[mark.0..].iter().map(|&(variable, _)| variable).collect();
        changed.sort_unstable();
        changed.dedup();
        let changes = changed.into_iter().map(|variable| (variable, self.ranges[variable])).collect();
        self.undo(mark);
        changes
    }

    /// Joins two branches that began here. Only variables with a value behind both have one.
    pub fn join(&mut self, one: &[(usize, Option<Range>)], other: &[(usize, Option<Range>)]) {
        let range_in = |changes: &[(usize, Option<Range>)], variable| {
            let place = changes.binary_search_by_key(&variable, |&(variable, _)| variable);
            place.map(|place| changes[place].1)
        };
        let joined = |a: Option<Range>, b: Option<Range>| a.zip(b).map(|(a, b)| a.join(b));
        for &(variable, range) in one {
            let there = range_in(other, variable).unwrap_or(self.ranges[variable]);
            self.set(variable, joined(range, there));
        }
        for &(variable, range) in other {
            if range_in(one, variable).is_err() {
                self.set(variable, joined(self.ranges[variable], range));
            }
        }
    }
}
