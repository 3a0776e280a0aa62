//! Narrates one resolution.

use std::fmt;

use serde::Serialize;

use crate::chance::{
    Budget, GivenDice, Line, Metric, MetricSpec, Misfit, NoLaw, Packing, Progress, StepText, Story, TooWide,
    Unit, streams,
};
use crate::description::words::{self, signed};
use crate::expression::Event;
use crate::scenario::Scenario;

use super::packings::wholes;
use super::{MAX_ATTEMPTS, MAX_OUTCOMES};

/// A resolution, narrated step by step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Telling {
    /// What happened.
    pub story: Story,
    /// The value of each metric, in the order of the procedure's table.
    pub outcome: Vec<i64>,
    /// The number of the resolution in the stream of the seed, from 1; `None` if the dice were given.
    pub attempt: Option<u64>,
}

/// Why there is no resolution to narrate.
#[derive(Clone, Debug, PartialEq)]
pub enum NotFound {
    /// According to the exact distribution, the event cannot happen, except perhaps within the omitted
    /// probability.
    Impossible {
        /// The omitted probability.
        omitted: f64,
        /// The least and the greatest value of each number in the event.
        possible: Vec<(String, [i64; 2])>,
        /// What the scenario takes as given; empty if that is nothing.
        given: String,
    },
    /// The event did not happen in any of the resolutions tried.
    NotIn {
        /// The number of resolutions.
        attempts: u64,
        /// The exact probability of the event, if it is known.
        probability: Option<f64>,
    },
    /// The metrics have too many joint outcomes to be packed into one key.
    TooWide(TooWide),
    /// The decisions of the players are too many to be solved, or `progress` was told to stop.
    NoLaw(NoLaw),
}

impl From<NoLaw> for NotFound {
    fn from(error: NoLaw) -> Self {
        NotFound::NoLaw(error)
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFound::Impossible { omitted, possible, given } => {
                match omitted {
                    0.0 => write!(f, "the event is impossible in this scenario")?,
                    _ => write!(
                        f,
                        "the event is impossible, or rarer than {omitted:.1e}: the exact distribution does not contain it"
                    )?,
                }
                if !given.is_empty() {
                    write!(f, ", given {given}")?;
                }
                possible
                    .iter()
                    .try_for_each(|(name, [least, most])| write!(f, "; {name} is {least} to {most}"))
            }
            NotFound::NotIn { attempts, probability: None } => {
                write!(f, "the event did not happen in {attempts} attempts")
            }
            NotFound::NotIn { attempts, probability: Some(p) } => {
                write!(f, "the event did not happen in {attempts} attempts; its chance is {p:.3e}")
            }
            NotFound::TooWide(error) => error.fmt(f),
            NotFound::NoLaw(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotFound {}

/// Narrates the first resolution from `seed` with what the scenario takes as given, or the first of them in which
/// `event` happens.
///
/// An event that has not happened after 1,000 resolutions is looked up in the exact distribution if
/// that takes at most 100,000 outcomes; after a million resolutions, if it takes at most
/// [`MAX_OUTCOMES`].
///
/// # Errors
/// When the event cannot happen or does not happen in [`MAX_ATTEMPTS`] resolutions, `progress` was told
/// to stop, the decisions are too many to be solved, or the metrics have too many joint outcomes.
pub fn explain(
    scenario: &Scenario,
    seed: u64,
    event: Option<&Event>,
    progress: &Progress,
) -> Result<Telling, NotFound> {
    let procedure = &scenario.ready.procedure;
    procedure.solve(progress)?;
    let event = scenario.given_and(event);
    let event = event.as_ref();
    let packings = wholes(procedure.metrics(), |metric| event.is_some_and(|event| event.reads(metric)))
        .map_err(NotFound::TooWide)?;
    let packing = &packings[0];
    let mut values = Vec::new();
    let mut wanted = |key| {
        packing.unpack(key, &mut values);
        event.is_none_or(|event| event.holds(&values))
    };
    let mut probability = None;
    let mut rng = streams(seed).next().expect("streams never end");
    let mut rolled = 0;
    // Where the search goes on to, and the outcomes within which the exact distribution is tried before.
    let phases = [(A_MOMENT, None), (A_WHILE, Some(FEW_OUTCOMES)), (MAX_ATTEMPTS, Some(MAX_OUTCOMES))];
    for (end, outcomes) in phases {
        if let Some((event, outcomes)) = event.zip(outcomes).filter(|_| probability.is_none()) {
            probability = possible(scenario, event, outcomes, progress)?;
        }
        let work = progress.begin(Unit::Trials, None);
        work.add(rolled);
        while rolled < end {
            if work.is_stopped() {
                return Err(NoLaw::Stopped.into());
            }
            let attempts = BATCH.min(end - rolled);
            let before = rng.clone();
            if let Some((attempt, story)) = procedure.tell(packing, &mut rng, attempts, &mut wanted) {
                // The same dice again, for the metrics that are not in the first packing.
                let again = |packing: &Packing| {
                    let mut number = 0;
                    let mut is_it = |_| {
                        number += 1;
                        number == attempt
                    };
                    procedure
                        .tell(packing, &mut before.clone(), attempts, &mut is_it)
                        .map_or(0, |told| told.1.key)
                };
                let others = packings[1..].iter().map(|packing| (packing, again(packing)));
                let outcome = outcome_of(std::iter::once((packing, story.key)).chain(others));
                return Ok(Telling { story, outcome, attempt: Some(rolled + attempt) });
            }
            rolled += attempts;
            work.add(attempts);
        }
    }
    Err(NotFound::NotIn { attempts: MAX_ATTEMPTS, probability })
}

/// Narrates the resolution with the given dice, in the order in which the rules ask for them, as
/// [`explain`] shows them.
///
/// # Errors
/// A message when there are too many or too few dice, a die has no such face, the decisions are too many to be
/// solved, or `progress` was told to stop.
pub fn explain_dice(scenario: &Scenario, faces: &[i64], progress: &Progress) -> Result<Telling, String> {
    let procedure = &scenario.ready.procedure;
    procedure.solve(progress).map_err(|error| error.to_string())?;
    let packings = wholes(procedure.metrics(), |_| false).map_err(|error| error.to_string())?;
    let (story, dice) = procedure.tell_given(&packings[0], GivenDice::new(faces));
    if let Some(misfit) = dice.misfit {
        return Err(does_not_fit(procedure.steps(), &story, faces.len(), misfit));
    }
    if dice.asked < faces.len() {
        let (asked, left) = (count(dice.asked), faces.len() - dice.asked);
        let given = count(faces.len());
        let last = if left == 1 { "one".to_owned() } else { left.to_string() };
        return Err(format!("{given} given, and the rules ask for {asked} only: leave out the last {last}"));
    }
    let key = |packing: &Packing| procedure.tell_given(packing, GivenDice::new(faces)).0.key;
    let outcome = outcome_of(packings.iter().map(|packing| (packing, key(packing))));
    Ok(Telling { story, outcome, attempt: None })
}

/// The values of all metrics from the keys of packings that together hold them.
fn outcome_of<'p>(keys: impl Iterator<Item = (&'p Packing, u64)>) -> Vec<i64> {
    let mut outcome = Vec::new();
    for (packing, key) in keys {
        outcome.resize(packing.all_metrics().count(), 0);
        packing.packed().for_each(|metric| outcome[metric.0] = packing.value(key, metric));
    }
    outcome
}

/// Describes a step: who acts, if the step says so, and its title.
pub fn step_in_words(step: &StepText) -> String {
    if step.who.is_empty() { step.title.to_string() } else { format!("{}: {}", step.who, step.title) }
}

/// The message for a given die that does not fit: the step, and what is rolled there.
fn does_not_fit(steps: &[StepText], story: &Story, given: usize, misfit: Misfit) -> String {
    let mut before = 0;
    for told in &story.steps {
        for line in &told.lines {
            let Line::Roll { dice, .. } = line else { continue };
            let rolled: usize = dice.iter().map(|die| die.faces.len()).sum();
            if misfit.position >= before + rolled {
                before += rolled;
                continue;
            }
            let step = StepText::of(steps, told.step);
            let place = match step.number.is_empty() {
                true => "the text".to_owned(),
                false => format!("step {} ({})", step.number, step_in_words(step)),
            };
            let number = misfit.position + 1;
            if let Some(face) = misfit.face.map(signed) {
                return format!(
                    "die {number} shows {face}, and {place} rolls a die with {}",
                    faces_of(&misfit)
                );
            }
            let mut position = misfit.position - before;
            let here = dice.iter().position(|die| {
                let is_here = position < die.faces.len();
                position -= if is_here { 0 } else { die.faces.len() };
                is_here
            });
            let here = here.expect("the die is one of these");
            let dice = format!("{} with {} sides", count(dice.len()), misfit.sides);
            return match position {
                0 if before == 0 => format!("{place} needs {dice}; you gave {given}"),
                0 => {
                    let left = match here {
                        0 => "none is".to_owned(),
                        1 => "1 is".to_owned(),
                        _ => format!("{here} are"),
                    };
                    format!("{place} needs {dice}; of the {given} that you gave, {left} left for it")
                }
                _ => {
                    format!("{place} rolls its die {} once more; you gave {} in all", here + 1, count(given))
                }
            };
        }
    }
    unreachable!("every die that was asked for is in the story")
}

/// What is on a die: the number of its sides, or the numbers on them if they are others and few.
fn faces_of(Misfit { sides, numbers, .. }: &Misfit) -> String {
    const FEW: usize = 12;
    let is_plain = numbers.iter().copied().eq(1..=i64::from(*sides));
    if is_plain || !(1..=FEW).contains(&numbers.len()) {
        return format!("{sides} sides");
    }
    let numbers: Vec<String> = numbers.iter().map(signed).collect();
    format!("the faces {}", numbers.join(", "))
}

fn count(dice: usize) -> String {
    words::count(dice as u32, "die", "dice")
}

/// The number of resolutions between two checks whether to stop.
const BATCH: u64 = 10_000;

/// Rolling this many resolutions is faster than computing most exact distributions.
const A_MOMENT: u64 = 1_000;

/// The most outcomes of an exact distribution that is computed after a moment.
const FEW_OUTCOMES: u64 = 100_000;

/// After this many resolutions without the event, even a large exact distribution is worth computing.
const A_WHILE: u64 = 1_000_000;

/// An event with exact probability 0 counts as impossible if the omitted probability is below this.
const RARE: f64 = 1e-9;

/// The exact probability of an event; `None` if computing it takes more than this many outcomes.
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
        Err(error) => return Err(error.into()),
    };
    let mut values = Vec::new();
    let mut holds = |key| {
        packing.unpack(key, &mut values);
        event.holds(&values)
    };
    let probability: f64 = law.cells.iter().filter(|cell| holds(cell.0)).map(|cell| cell.1).sum();
    match law.omitted {
        omitted if probability == 0.0 && omitted < RARE => {
            let metrics = procedure.metrics().iter().enumerate();
            let asked = metrics.filter(|(place, one)| event.reads(Metric(*place)) && !one.is_nominal());
            let ends = |(place, one): (usize, &MetricSpec)| {
                let mut seen = law.cells.iter().map(|cell| packing.value(cell.0, Metric(place)));
                let first = seen.next()?;
                let ends = seen.fold([first; 2], |[least, most], one| [least.min(one), most.max(one)]);
                Some((one.name.clone(), ends))
            };
            let possible = asked.filter_map(ends).collect();
            Err(NotFound::Impossible { omitted, possible, given: scenario.condition() })
        }
        _ => Ok(Some(probability)),
    }
}
