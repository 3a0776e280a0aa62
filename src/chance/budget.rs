//! How much the computation of an exact distribution may take.

use std::fmt;

use super::{Progress, Stopped};

/// How much the computation of an exact distribution may take, over all its stages together.
///
/// There are three limits, because each of three things can be large: a stage that draws many dice
/// has many outcomes, a stage after which little merges adds up many weights, and states that
/// differ take memory. Each limit is checked before it is exceeded.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// The maximum number of outcomes, counted before equal ones merge: runs of the rules.
    pub outcomes: u64,
    /// The maximum number of additions: each outcome of a stage counts once for every joint outcome
    /// with which its state is reached.
    pub additions: u64,
    /// The maximum number of bytes for states and joint outcomes.
    pub bytes: u64,
    /// Whether it is given up when it seems to get out of hand: there is another way, such as a sample.
    pub is_hasty: bool,
    /// Receives the progress of the work, and may stop it.
    pub progress: Option<&'a Progress>,
}

/// So many additions take about as long as visiting one outcome, or not much longer.
const ADDITIONS: u64 = 100;

/// Bytes per outcome. For 10^7 outcomes these are 500 MB, enough for as many joint outcomes.
const BYTES: u64 = 50;

impl<'a> Budget<'a> {
    /// A budget of so many outcomes, with additions and memory in proportion.
    pub fn new(outcomes: u64) -> Self {
        let additions = ADDITIONS.saturating_mul(outcomes);
        let bytes = BYTES.saturating_mul(outcomes).max(LEAST_BYTES);
        Budget { outcomes, additions, bytes, is_hasty: false, progress: None }
    }

    /// The budget of work that users ask for: they see its progress, and can stop it.
    pub fn on_request() -> Self {
        Budget { bytes: MOST_BYTES, ..Budget::new(MOST_OUTCOMES) }
    }

    /// What is left of the budget after so many outcomes and additions.
    pub(super) fn less(self, outcomes: u64, additions: u64) -> Self {
        Budget {
            outcomes: self.outcomes.saturating_sub(outcomes),
            additions: self.additions.saturating_sub(additions),
            ..self
        }
    }

    /// The budget of work that is given up when it seems to get out of hand.
    pub fn or_another_way(self) -> Self {
        Budget { is_hasty: true, ..self }
    }

    /// The budget of work that reports to `progress` and can be stopped by it.
    pub fn with(self, progress: &'a Progress) -> Self {
        Budget { progress: Some(progress), ..self }
    }
}

/// What takes some minutes, and the memory that a machine of today can spare.
const MOST_OUTCOMES: u64 = 1_000_000_000;
const MOST_BYTES: u64 = 2_000_000_000;

/// The smallest limit for memory: it is not worth limiting any further.
const LEAST_BYTES: u64 = 1 << 20;

impl From<u64> for Budget<'_> {
    fn from(outcomes: u64) -> Self {
        Budget::new(outcomes)
    }
}

/// Why there is no exact distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLaw {
    /// It takes more than the budget allows.
    TooLarge(TooLarge),
    /// The decisions of its players cannot be solved.
    Unsolved(Unsolved),
    /// The work was asked to stop.
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

/// An exact distribution takes more than its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The resource that runs out.
    pub resource: Resource,
    /// An estimate of what is needed for the stages up to the one where it runs out.
    pub needed: u64,
    /// The number of these stages.
    pub stages: u32,
    /// The limit of the budget.
    pub limit: u64,
    /// What makes the procedure large, in words; empty if that is not known.
    pub sizes: String,
}

impl TooLarge {
    /// The error where it is not known what makes the procedure large.
    pub(crate) fn new(resource: Resource, needed: u64, stages: u32, limit: u64) -> TooLarge {
        TooLarge { resource, needed, stages, limit, sizes: String::new() }
    }
}

/// The decisions of a game have no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Solving them takes more than the budget allows. Its sizes are those of the game, as in
    /// [`Objective::sizes`](super::Objective::sizes).
    TooLarge(TooLarge),
    /// A player does best by never letting the game end.
    Endless,
    /// With the best choices, as far as they can be told, a loop without a number of rounds goes on after the most
    /// rounds that it may have.
    GoesOn,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const REMEDY: &str = "state its most rounds, as in `repeat 100 while …`";
        let TooLarge { resource, needed, limit, sizes, .. } = match self {
            Unsolved::TooLarge(error) => error,
            Unsolved::Endless => {
                return write!(
                    f,
                    "there are no best choices: a player does best by never ending a loop; {REMEDY}"
                );
            }
            Unsolved::GoesOn => {
                return write!(
                    f,
                    "the best choices do not end a loop within 10,000 rounds, more often than once in a million times; {REMEDY}"
                );
            }
        };
        let (needed, limit) = (resource.say(*needed), resource.say(*limit));
        write!(
            f,
            "the best choices are too many to be found with {sizes}: that takes about {needed} or more, and {limit} is the limit; make some of these smaller"
        )
    }
}

impl std::error::Error for Unsolved {}

/// A resource that the computation of an exact distribution takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Outcomes before merging.
    Outcomes,
    /// Additions of weights.
    Additions,
    /// Rounds of a loop.
    Rounds,
    /// Memory.
    Bytes,
}

impl Resource {
    /// So much of it, in words.
    fn say(self, size: u64) -> String {
        match self {
            Resource::Outcomes => format!("{size} outcomes"),
            Resource::Additions => format!("{size} additions of probabilities"),
            Resource::Rounds => format!("{size} rounds of a loop"),
            Resource::Bytes => format!("{} MB", size.div_ceil(1_000_000)),
        }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { resource, needed, stages, limit, sizes } = self;
        let size = |size: u64| match resource {
            Resource::Outcomes => format!("{} before merging", resource.say(size)),
            _ => resource.say(size),
        };
        let stages = if *stages == 1 { "stage".to_owned() } else { format!("{stages} stages") };
        let sizes = if sizes.is_empty() { String::new() } else { format!(", with {sizes}") };
        // What is hardly above the limit is where it was stopped, and no estimate.
        let (needed, limit) = match needed / 2 < *limit {
            true => (format!("more than {}", size(*limit)), String::new()),
            false => (format!("about {}", size(*needed)), format!("; limit {}", size(*limit))),
        };
        write!(f, "too large for an exact result ({needed} in the first {stages}{sizes}{limit})")
    }
}

impl std::error::Error for TooLarge {}
