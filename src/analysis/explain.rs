//! One resolution, told.

use std::fmt;

use crate::chance::{Packing, Story, TooWide, streams};
use crate::scenario::Scenario;
use crate::scenario::expression::Event;

use super::MAX_OUTCOMES;

/// The most resolutions that are rolled in search of an event.
pub const MAX_ATTEMPTS: u64 = 10_000_000;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// The exact law says that the event cannot happen.
    Impossible,
    /// It did not happen in so many resolutions.
    NotIn(u64),
    /// The metrics have too many joint outcomes to be told apart.
    TooWide(TooWide),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Impossible => {
                write!(f, "the event is impossible: no resolution of this scenario has it")
            }
            NotFound::NotIn(attempts) => write!(f, "the event did not happen in {attempts} resolutions"),
            NotFound::TooWide(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotFound {}

/// Tells the first resolution from `seed`, or the first in which `event` happens.
pub fn explain(scenario: &Scenario, seed: u64, event: Option<&Event>) -> Result<Telling, NotFound> {
    let procedure = &scenario.ready.procedure;
    let packing = Packing::all(procedure.metrics()).map_err(NotFound::TooWide)?;
    if event.is_some_and(|event| is_impossible(scenario, event)) {
        return Err(NotFound::Impossible);
    }
    let mut values = Vec::new();
    let mut wanted = |key| {
        packing.unpack(key, &mut values);
        event.is_none_or(|event| event.holds(&values))
    };
    let stream = streams(seed).next().expect("streams never end");
    let (attempt, story) =
        procedure.tell(&packing, stream, MAX_ATTEMPTS, &mut wanted).ok_or(NotFound::NotIn(MAX_ATTEMPTS))?;
    let mut outcome = Vec::new();
    packing.unpack(story.key, &mut outcome);
    Ok(Telling { story, outcome, attempt })
}

/// Whether the exact law, if it can be had, gives the event no probability.
fn is_impossible(scenario: &Scenario, event: &Event) -> bool {
    let procedure = &scenario.ready.procedure;
    let Ok(packing) = Packing::new(procedure.metrics(), |metric| event.reads(metric)) else {
        return false;
    };
    let Ok(law) = procedure.enumerate(&packing, MAX_OUTCOMES) else {
        return false;
    };
    let mut values = Vec::new();
    law.omitted == 0.0
        && !law.cells.iter().any(|&(key, _)| {
            packing.unpack(key, &mut values);
            event.holds(&values)
        })
}
