//! One resolution, told.

use std::fmt;

use crate::chance::{Packing, Story, TooWide, streams};
use crate::scenario::Scenario;
use crate::scenario::expression::Event;

use super::{MAX_ATTEMPTS, MAX_OUTCOMES};

/// A resolution told step by step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// What happened.
    pub story: Story,
    /// The value of each metric, in the order of the procedure's table.
    pub outcome: Vec<i64>,
    /// Which resolution of the seed it is, counted from 1.
    pub attempt: u64,
}

/// No resolution to tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotFound {
    /// The exact law says that the event cannot happen, or only with what its cuts leave
    /// out.
    Impossible {
        /// The mass that is left out.
        omitted: f64,
    },
    /// It did not happen in so many resolutions.
    NotIn {
        /// So many.
        attempts: u64,
        /// Its exact probability, if that can be had.
        probability: Option<f64>,
    },
    /// The metrics have too many joint outcomes to be told apart.
    TooWide(TooWide),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Impossible { omitted: 0.0 } => {
                write!(f, "the event is impossible: no resolution of this scenario has it")
            }
            NotFound::Impossible { omitted } => {
                write!(
                    f,
                    "the event is impossible, or rarer than {omitted:.1e}: the exact law does not have it"
                )
            }
            NotFound::NotIn { attempts, probability: None } => {
                write!(f, "the event did not happen in {attempts} resolutions")
            }
            NotFound::NotIn { attempts, probability: Some(p) } => {
                write!(f, "the event did not happen in {attempts} resolutions; its probability is {p:.3e}")
            }
            NotFound::TooWide(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotFound {}

/// Tells the first resolution from `seed`, or the first in which `event` happens.
///
/// # Errors
/// When it cannot happen, or does not in [`MAX_ATTEMPTS`] resolutions.
pub fn explain(scenario: &Scenario, seed: u64, event: Option<&Event>) -> Result<Telling, NotFound> {
    let procedure = &scenario.ready.procedure;
    let packing = Packing::all(procedure.metrics()).map_err(NotFound::TooWide)?;
    let law = event.and_then(|event| probability(scenario, event));
    if let Some((0.0, omitted)) = law.filter(|(_, omitted)| *omitted < RARE) {
        return Err(NotFound::Impossible { omitted });
    }
    let probability = law.map(|(probability, _)| probability);
    let mut values = Vec::new();
    let mut wanted = |key| {
        packing.unpack(key, &mut values);
        event.is_none_or(|event| event.holds(&values))
    };
    let stream = streams(seed).next().expect("streams never end");
    let (attempt, story) = procedure
        .tell(&packing, stream, MAX_ATTEMPTS, &mut wanted)
        .ok_or(NotFound::NotIn { attempts: MAX_ATTEMPTS, probability })?;
    let mut outcome = Vec::new();
    packing.unpack(story.key, &mut outcome);
    Ok(Telling { story, outcome, attempt })
}

/// What is rarer is not waited for.
const RARE: f64 = 1e-9;

/// The exact probability of an event, if its law can be had, and what that leaves out.
fn probability(scenario: &Scenario, event: &Event) -> Option<(f64, f64)> {
    let procedure = &scenario.ready.procedure;
    let packing = Packing::new(procedure.metrics(), |metric| event.reads(metric)).ok()?;
    let law = procedure.enumerate(&packing, MAX_OUTCOMES).ok()?;
    let mut values = Vec::new();
    let mut holds = |key| {
        packing.unpack(key, &mut values);
        event.holds(&values)
    };
    let probability = law.cells.iter().filter(|cell| holds(cell.0)).map(|cell| cell.1).sum();
    Some((probability, law.omitted))
}
