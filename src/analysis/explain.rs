//! One resolution, told.

use std::fmt;

use crate::chance::{Budget, NoLaw, Packing, Progress, Story, TooWide, Unit, streams};
use crate::scenario::Scenario;
use crate::scenario::expression::Event;

use super::{CHEAP_OUTCOMES, MAX_ATTEMPTS, MAX_OUTCOMES};

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
    /// Somebody asked to stop.
    Stopped,
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
            NotFound::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for NotFound {}

/// Tells the first resolution from `seed`, or the first in which `event` happens.
///
/// Whether it can happen is asked of the exact distribution: at once where that is cheap,
/// otherwise when the event has not happened in a while.
///
/// # Errors
/// When it cannot happen, does not in [`MAX_ATTEMPTS`] resolutions, or `progress` was told
/// to stop.
pub fn explain(
    scenario: &Scenario,
    seed: u64,
    event: Option<&Event>,
    progress: &Progress,
) -> Result<Telling, NotFound> {
    let procedure = &scenario.ready.procedure;
    let packing = Packing::all(procedure.metrics()).map_err(NotFound::TooWide)?;
    let mut values = Vec::new();
    let mut wanted = |key| {
        packing.unpack(key, &mut values);
        event.is_none_or(|event| event.holds(&values))
    };
    let mut probability = match event {
        Some(event) => possible(scenario, event, CHEAP_OUTCOMES, progress)?,
        None => None,
    };
    let mut rng = streams(seed).next().expect("streams never end");
    let mut rolled = 0;
    while rolled < MAX_ATTEMPTS {
        if let Some(event) = event.filter(|_| rolled == A_WHILE && probability.is_none()) {
            probability = possible(scenario, event, MAX_OUTCOMES, progress)?;
        }
        let work = progress.begin(Unit::Trials, None);
        work.add(rolled);
        // From here to the next question, or to the end.
        let end = if rolled < A_WHILE { A_WHILE } else { MAX_ATTEMPTS };
        while rolled < end {
            if work.is_stopped() {
                return Err(NotFound::Stopped);
            }
            let attempts = BATCH.min(end - rolled);
            if let Some((attempt, story)) = procedure.tell(&packing, &mut rng, attempts, &mut wanted) {
                let mut outcome = Vec::new();
                packing.unpack(story.key, &mut outcome);
                return Ok(Telling { story, outcome, attempt: rolled + attempt });
            }
            rolled += attempts;
            work.add(attempts);
        }
    }
    Err(NotFound::NotIn { attempts: MAX_ATTEMPTS, probability })
}

/// Resolutions between two looks at whether to stop.
const BATCH: u64 = 10_000;

/// After so many resolutions without the event it is worth asking whether it can happen.
const A_WHILE: u64 = 1_000_000;

/// What is rarer is not waited for.
const RARE: f64 = 1e-9;

/// The probability of an event, if its exact distribution takes no more than a budget of
/// so many outcomes.
///
/// # Errors
/// When the event is impossible, or `progress` was told to stop.
fn possible(
    scenario: &Scenario,
    event: &Event,
    outcomes: u64,
    progress: &Progress,
) -> Result<Option<f64>, NotFound> {
    let procedure = &scenario.ready.procedure;
    let packing =
        Packing::new(procedure.metrics(), |metric| event.reads(metric)).map_err(NotFound::TooWide)?;
    let law = match procedure.enumerate(&packing, Budget::new(outcomes).with(progress)) {
        Ok(law) => law,
        Err(NoLaw::TooLarge(_)) => return Ok(None),
        Err(NoLaw::Stopped) => return Err(NotFound::Stopped),
    };
    let mut values = Vec::new();
    let mut holds = |key| {
        packing.unpack(key, &mut values);
        event.holds(&values)
    };
    let probability: f64 = law.cells.iter().filter(|cell| holds(cell.0)).map(|cell| cell.1).sum();
    match law.omitted {
        omitted if probability == 0.0 && omitted < RARE => Err(NotFound::Impossible { omitted }),
        _ => Ok(Some(probability)),
    }
}
