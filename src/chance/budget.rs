//! How much an exact law may take.

use std::fmt;

use super::{Progress, Stopped};

/// How much an exact law may take, over all its stages together.
///
/// There are three limits, because any of the three can be what is large: a stage that
/// draws many dice has many outcomes, a stage behind which little merges adds up many
/// weights, and states that differ take memory. Each is checked before it is exceeded.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// The most outcomes that may be visited before equal ones merge: runs of the rules.
    pub outcomes: u64,
    /// The most weights that may be added up: each outcome of a stage, times the joint
    /// outcomes with which its state is reached.
    pub additions: u64,
    /// The most bytes that states and joint outcomes may take.
    pub bytes: u64,
    /// Hears how far the work is, and may stop it.
    pub progress: Option<&'a Progress>,
}

/// Adding so many weights takes about as long as visiting one outcome, or not much longer.
const ADDITIONS: u64 = 100;

/// For 10^7 outcomes this comes to 500 MB, which are enough for as many joint outcomes.
const BYTES: u64 = 50;

impl<'a> Budget<'a> {
    /// A budget of so many outcomes, and of weights and memory in proportion.
    pub fn new(outcomes: u64) -> Self {
        let additions = ADDITIONS.saturating_mul(outcomes);
        Budget { outcomes, additions, bytes: BYTES.saturating_mul(outcomes).max(LEAST_BYTES), progress: None }
    }

    /// What is left of the budget after so many outcomes and additions.
    pub(super) fn less(self, outcomes: u64, additions: u64) -> Self {
        Budget {
            outcomes: self.outcomes.saturating_sub(outcomes),
            additions: self.additions.saturating_sub(additions),
            ..self
        }
    }

    /// The budget of a law that is heard by `progress`, and may be stopped by it.
    pub fn with(self, progress: &'a Progress) -> Self {
        Budget { progress: Some(progress), ..self }
    }
}

/// Less memory is not worth counting.
const LEAST_BYTES: u64 = 1 << 20;

impl From<u64> for Budget<'_> {
    fn from(outcomes: u64) -> Self {
        Budget::new(outcomes)
    }
}

/// There is no exact law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLaw {
    /// It takes more than the budget allows.
    TooLarge(TooLarge),
    /// The decisions of its players cannot be solved.
    Unsolved(Unsolved),
    /// Somebody asked to stop.
    Stopped,
}

impl From<Stopped> for NoLaw {
    fn from(Stopped: Stopped) -> Self {
        NoLaw::Stopped
    }
}

impl From<TooLarge> for NoLaw {
    fn from(error: TooLarge) -> Self {
        NoLaw::TooLarge(error)
    }
}

impl fmt::Display for NoLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLaw::TooLarge(error) => error.fmt(f),
            NoLaw::Unsolved(error) => error.fmt(f),
            NoLaw::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for NoLaw {}

/// An exact law that takes more than its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The resource that runs out.
    pub resource: Resource,
    /// About so much is needed for the stages up to the one where it runs out.
    pub needed: u64,
    /// How many stages these are.
    pub stages: u32,
    /// So much may be used.
    pub limit: u64,
}

/// A game whose decisions take more to be solved than the budget allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolved {
    /// What makes the game large, in words: [`Objective::sizes`](super::Objective::sizes).
    pub sizes: String,
    /// What solving it lacks.
    pub lacking: TooLarge,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unsolved { sizes, lacking: TooLarge { resource, needed, limit, .. } } = self;
        let unit = match resource {
            Resource::Outcomes | Resource::Additions => "outcomes",
            Resource::Bytes => "bytes",
        };
        write!(
            f,
            "the best choices are too many to be found with {sizes}: that takes about {needed} {unit} or more, and {limit} is the limit; make some of these smaller"
        )
    }
}

impl std::error::Error for Unsolved {}

/// What an exact law takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Outcomes before merging.
    Outcomes,
    /// Weights that are added up.
    Additions,
    /// Memory.
    Bytes,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { resource, needed, stages, limit } = self;
        let (has, unit) = match resource {
            Resource::Outcomes => ("visits", "outcomes before merging"),
            Resource::Additions => ("adds up", "probabilities"),
            Resource::Bytes => ("keeps", "bytes of joint outcomes"),
        };
        write!(
            f,
            "the exact distribution {has} more than {limit} {unit}, which is the limit: about {needed} in its first {stages} {}",
            if *stages == 1 { "stage" } else { "stages" }
        )
    }
}

impl std::error::Error for TooLarge {}
