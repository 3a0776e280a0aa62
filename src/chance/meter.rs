//! What an exact law has taken of its budget.

use crate::chance::{Budget, NoLaw, Progress, Resource, TooLarge, Unit, Work};

/// So many outcomes or additions between two looks at the budget: a few of these take
/// less than a thousandth of a second.
pub const PAUSE: usize = 4_096;

/// Measures the work of an exact law, and ends it when the budget is spent.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    work: Option<Work<'a>>,
    outcomes: u64,
    additions: u64,
    stage: Stage,
    ended: Option<NoLaw>,
}

/// How far a stage is.
#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    /// Its number, counted from 1.
    number: u32,
    /// How many states it has to leave, and how many it has left.
    states: u64,
    left: u64,
    /// The bytes of what was before it.
    bytes: u64,
    /// What all stages before it took.
    outcomes_before: u64,
    additions_before: u64,
}

/// A stage is judged by a part of its states: not before there are so many, and not before
/// they have taken this part of the budget.
const STATES: u64 = 16;
const PART: u64 = 32;

/// The judgement may be wrong by this factor.
const MARGIN: u64 = 4;

impl<'a> Meter<'a> {
    pub fn new(budget: Budget<'a>) -> Self {
        let work = budget.progress.map(|progress| progress.begin(Unit::Outcomes, None));
        Meter { budget, work, outcomes: 0, additions: 0, stage: Stage::default(), ended: None }
    }

    /// How many outcomes were visited, and how many weights were added up.
    pub fn finish(self) -> Result<[u64; 2], NoLaw> {
        match self.ended {
            Some(ended) => Err(ended),
            None => Ok([self.outcomes, self.additions]),
        }
    }

    /// Whoever hears how far the work is.
    pub fn progress(&self) -> Option<&'a Progress> {
        self.budget.progress
    }

    /// How many outcomes were visited.
    pub fn outcomes(&self) -> u64 {
        self.outcomes
    }

    /// How many the budget has left.
    pub fn outcomes_left(&self) -> u64 {
        self.budget.outcomes.saturating_sub(self.outcomes)
    }

    /// Whether the work has ended.
    pub fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Ends the work for a reason that was found on the way.
    pub fn end(&mut self, reason: NoLaw) {
        self.ended.get_or_insert(reason);
    }

    /// Whether a stage may begin that leaves so many states, which take so many bytes.
    pub fn begin_stage(&mut self, states: usize, bytes: u64) -> bool {
        self.stage = Stage {
            number: self.stage.number + 1,
            states: states as u64,
            left: 0,
            bytes,
            outcomes_before: self.outcomes,
            additions_before: self.additions,
        };
        // There will be room for as many states as there are.
        !self.is_spent_on(0, bytes)
    }

    /// Whether the budget ends among the paths of a state: after so many, which take so
    /// many bytes.
    pub fn is_spent_in_paths(&mut self, visited: u64, bytes: u64) -> bool {
        self.check(self.outcomes + visited, self.additions, bytes)
    }

    /// Takes the outcomes of one more state, and what they add up. Whether the budget does
    /// not last.
    pub fn is_spent(&mut self, outcomes: u64, additions: u64) -> bool {
        self.outcomes += outcomes;
        self.additions += additions;
        self.stage.left += 1;
        self.check(self.outcomes, self.additions, 0)
    }

    /// Whether the budget ends behind so many more additions, when what is behind the stage
    /// takes so many bytes.
    pub fn is_spent_on(&mut self, additions: usize, bytes: u64) -> bool {
        if let Some(work) = &self.work {
            work.add(additions as u64);
        }
        self.check(self.outcomes, self.additions, bytes)
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
        refused.is_some()
    }

    /// Whether there is too little of something of which so much was taken before the
    /// stage, and so much by now: because it is spent, or because the rest of the stage is
    /// going to need a multiple of what there is.
    fn lacks(&self, resource: Resource, before: u64, now: u64, limit: u64) -> Option<TooLarge> {
        let Stage { number, states, left, .. } = self.stage;
        let here = now - before;
        let is_known = left >= STATES && here >= limit / PART;
        if now <= limit && !is_known {
            return None;
        }
        // Of the state at hand a part is left at most.
        let whole = here as f64 * (states as f64 / left.max(1) as f64).max(1.0);
        let needed = (before as f64 + whole) as u64;
        let is_spent = now > limit || needed > MARGIN.saturating_mul(limit);
        is_spent.then_some(TooLarge { resource, needed, stages: number, limit })
    }

    fn lacks_room(&self, bytes: u64, limit: u64) -> Option<TooLarge> {
        let too_large =
            TooLarge { resource: Resource::Bytes, needed: bytes, stages: self.stage.number, limit };
        (bytes > limit).then_some(too_large)
    }
}
