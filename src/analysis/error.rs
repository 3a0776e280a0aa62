//! Why a run has no result.

use std::fmt;

use super::part::PartError;
use super::{MAX_OUTCOMES, MAX_TRIALS};
use crate::chance::{NoLaw, Stopped, TooLarge, TooWide, Unsolved};
use crate::scenario::Scenario;

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The exact distribution has too many outcomes.
    TooLarge {
        /// What is too much, and the limit.
        error: TooLarge,
        /// Of which of several scenarios or settings, in words; empty if there is only one.
        place: String,
    },
    /// The decisions of the players are too many to be solved.
    Unsolved {
        /// Why.
        error: Unsolved,
        /// Those of which of several scenarios or settings, in words; empty if there is only one.
        place: String,
    },
    /// The metrics have too many joint outcomes to be packed into one key.
    TooWide(TooWide),
    /// The joint distribution has too many rows.
    TooManyRows {
        /// The number of rows.
        rows: u64,
        /// The metrics with the most values, in descending order.
        widest: Vec<String>,
    },
    /// The number of trials is 0 or too large.
    Trials(u64),
    /// The condition does not occur: never, or in none of so many trials.
    NeverGiven {
        /// The condition.
        event: String,
        /// In what it does not occur, in words: this scenario, a variant of it, or what it is with some rules.
        place: String,
        /// The number of trials; `None` if it is impossible.
        trials: Option<u64>,
    },
    /// A width of intervals was requested, but there are no questions.
    NoQuestion,
    /// A part does not fit its plan.
    Part(PartError),
    /// The run was stopped.
    Stopped,
}

impl RunError {
    /// What is given in a scenario happens never, or in none of so many trials.
    pub(super) fn never_given(scenario: &Scenario, trials: Option<u64>) -> RunError {
        let place = match &scenario.variant {
            None => "this scenario".to_owned(),
            Some(variant) => format!("variant \"{variant}\""),
        };
        RunError::NeverGiven { event: scenario.condition(), place, trials }
    }

    /// The error of one of several scenarios.
    pub(super) fn of(self, scenario: &Scenario) -> RunError {
        self.at(|| scenario.full_title())
    }

    /// The error at a place, which says what is too large there.
    pub(super) fn at(self, place: impl FnOnce() -> String) -> RunError {
        match self {
            RunError::TooLarge { error, .. } => RunError::TooLarge { error, place: place() },
            RunError::Unsolved { error, .. } => RunError::Unsolved { error, place: place() },
            other => other,
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::TooLarge { error, place } => {
                let place = before(place);
                let instead = match error.sizes.is_empty() {
                    true => "leave --exact out to sample it",
                    false => {
                        "sample it instead (leave --exact out), make some of these smaller, or report fewer metrics"
                    }
                };
                write!(f, "{place}{error}; {instead}")
            }
            RunError::Unsolved { error, place } => write!(f, "{}{error}", before(place)),
            RunError::TooWide(error @ TooWide::Many) => write!(f, "{error}; report fewer"),
            RunError::TooWide(error) => write!(
                f,
                "{error}; say in the rules what they can be, as in `x = 9 in 0..9`, use smaller ratings, or report fewer metrics"
            ),
            RunError::TooManyRows { rows, widest } => write!(
                f,
                "the joint distribution has {rows} rows, more than {MAX_OUTCOMES}; choose its metrics with --joint, and leave out {}",
                widest.join(" or ")
            ),
            RunError::Trials(trials) => {
                write!(f, "{trials} trials cannot be sampled: from 1 to {MAX_TRIALS}")
            }
            RunError::NeverGiven { event, place, trials: None } => {
                write!(f, "given: `{event}` is impossible in {place}, so nothing can be said about it")
            }
            RunError::NeverGiven { event, place, trials: Some(trials) } => write!(
                f,
                "given: `{event}` happened in none of {trials} trials of {place}: it is impossible, or too rare for them (more: --trials)"
            ),
            RunError::NoQuestion => {
                write!(f, "--until needs a question: it narrows the intervals of questions")
            }
            RunError::Part(error) => error.fmt(f),
            RunError::Stopped => write!(f, "stopped"),
        }
    }
}

/// A place before a message, if there are several.
fn before(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!("{place}: ") }
}

impl std::error::Error for RunError {}

impl From<NoLaw> for RunError {
    fn from(error: NoLaw) -> Self {
        match error {
            NoLaw::TooLarge(error) => RunError::TooLarge { error, place: String::new() },
            NoLaw::Unsolved(error) => RunError::Unsolved { error, place: String::new() },
            NoLaw::Stopped => RunError::Stopped,
        }
    }
}

impl From<Stopped> for RunError {
    fn from(Stopped: Stopped) -> Self {
        RunError::Stopped
    }
}

impl From<TooWide> for RunError {
    fn from(error: TooWide) -> Self {
        RunError::TooWide(error)
    }
}

impl From<PartError> for RunError {
    fn from(error: PartError) -> Self {
        RunError::Part(error)
    }
}
