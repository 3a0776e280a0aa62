//! Measures how much of its budget an exact distribution has taken.

use crate::chance::{Budget, NoLaw, Progress, Resource, TooLarge, Unit, Work};

/// The number of outcomes or additions between two checks of the budget: together these take less
/// than a millisecond, even a few times over.
pub const PAUSE: usize = 4_096;

/// Measures the work for an exact distribution, and ends it when the budget is spent.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    work: Option<Work<'a>>,
    outcomes: u64,
    additions: u64,
    stage: Stage,
    ended: Option<NoLaw>,
}

/// The progress within a stage.
#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    /// Its number, counted from 1.
    number: u32,
    /// How many states precede the stage, and how many of them are done.
    states: u64,
    left: u64,
    /// The bytes that are in use when the stage begins.
    bytes: u64,
    /// What all earlier stages took.
    outcomes_before: u64,
    additions_before: u64,
}

/// A part of its states shows how much a stage needs: at least `STATES` of them, if they have taken
/// at least 1 / `PART` of the budget.
const STATES: u64 = 16;
const PART: u64 = 32;

/// The estimate for a stage may be wrong by this factor.
const MARGIN: u64 = 4;

impl<'a> Meter<'a> {
    pub fn new(budget: Budget<'a>) -> Self {
        let work = budget.progress.map(|progress| progress.begin(Unit::Outcomes, None));
        Meter { budget, work, outcomes: 0, additions: 0, stage: Stage::default(), ended: None }
    }

    /// How many outcomes were visited and how many weights were added, or why the work ended.
    pub fn finish(self) -> Result<[u64; 2], NoLaw> {
        match self.ended {
            Some(ended) => Err(ended),
            None => Ok([self.outcomes, self.additions]),
        }
    }

    /// The progress to which the work reports.
    pub fn progress(&self) -> Option<&'a Progress> {
        self.budget.progress
    }

    /// Ends the work for this reason, unless it has ended before.
    pub fn end(&mut self, reason: NoLaw) {
        self.ended.get_or_insert(reason);
    }

    /// Begins a stage with so many states before it, which take so many bytes. Returns whether the
    /// budget allows it.
    pub fn begin_stage(&mut self, states: usize, bytes: u64) -> bool {
        self.stage = Stage {
            number: self.stage.number + 1,
            states: states as u64,
            left: 0,
            bytes,
            outcomes_before: self.outcomes,
            additions_before: self.additions,
        };
        // The states behind the stage are expected to take as much room again.
        !self.is_spent_on(0, bytes)
    }

    /// Whether the budget ends within the paths of a state, after `visited` paths, which take so
    /// many bytes.
    pub fn is_spent_in_paths(&mut self, visited: u64, bytes: u64) -> bool {
        self.check(self.outcomes + visited, self.additions, bytes)
    }

    /// Adds the outcomes and additions of one more state. Returns whether the budget is spent.
    pub fn is_spent(&mut self, outcomes: u64, additions: u64) -> bool {
        self.outcomes += outcomes;
        self.additions += additions;
        self.stage.left += 1;
        self.check(self.outcomes, self.additions, 0)
    }

    /// Reports so many more additions as progress. Returns whether the budget is spent when the
    /// states behind the stage take so many bytes.
    pub fn is_spent_on(&mut self, additions: usize, bytes: u64) -> bool {
        self.report(additions as u64);
        self.check(self.outcomes, self.additions, bytes)
    }

    /// Reports so much more work as progress.
    pub fn report(&self, done: u64) {
        if let Some(work) = &self.work {
            work.add(done);
        }
    }

    fn check(&mut self, outcomes: u64, additions: u64, bytes: u64) -> bool {
        if self.ended.is_some() {
            return true;
        }
        if self.work.as_ref().is_some_and(Work::is_stopped) {
            self.ended = Some(NoLaw::Stopped);
            return true;
        }
        let Stage { outcomes_before, additions_before, .. } = self.stage;
        let Budget { outcomes: most_outcomes, additions: most_additions, bytes: most_bytes, .. } =
            self.budget;
        let refused = self
            .lacks(Resource::Outcomes, outcomes_before, outcomes, most_outcomes)
            .or_else(|| self.lacks(Resource::Additions, additions_before, additions, most_additions))
            .or_else(|| self.lacks_room(self.stage.bytes + bytes, most_bytes));
        self.ended = refused.map(NoLaw::TooLarge);
        self.ended.is_some()
    }

    /// Whether a resource runs out, if `before` was taken before the stage and `now` in all: because it is
    /// spent, or because the rest of the stage is expected to need a multiple of the limit.
    fn lacks(&self, resource: Resource, before: u64, now: u64, limit: u64) -> Option<TooLarge> {
        let Stage { number, states, left, .. } = self.stage;
        let here = now - before;
        let is_known = left >= STATES && here >= limit / PART;
        if now <= limit && !is_known {
            return None;
        }
        // While the first state is at work, it counts as done.
        let whole = here as f64 * (states as f64 / left.max(1) as f64).max(1.0);
        let needed = (before as f64 + whole) as u64;
        let is_spent = now > limit || needed > MARGIN.saturating_mul(limit);
        is_spent.then(|| TooLarge::new(resource, needed, number, limit))
    }

    fn lacks_room(&self, bytes: u64, limit: u64) -> Option<TooLarge> {
        let too_large = || TooLarge::new(Resource::Bytes, bytes, self.stage.number, limit);
        (bytes > limit).then(too_large)
    }
}
