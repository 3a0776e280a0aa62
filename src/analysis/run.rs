//! What can happen in a scenario, and how likely.

use super::CHEAP_OUTCOMES;
use super::error::RunError;
use super::group::{Cell, Group, odds, odds_beside};
use super::odds::{Engine, Joint, Odds};
use super::packings::packings;
use super::plan::Plan;
use super::sampling::{Sampling, Width};
use crate::chance::{Budget, Metric, Packing, Progress, Unit};
use crate::scenario::Scenario;

/// The exact odds, within a budget for each law: the joint law, and that of whatever it
/// does not cover. `joint` are the metrics of the joint law; `None`: all. A number is the
/// budget of so many outcomes.
///
/// # Errors
/// When a law takes more than its budget, the joint law has too many rows, or whoever
/// hears of it stops it.
pub fn exact<'a>(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: impl Into<Budget<'a>>,
) -> Result<Odds, RunError> {
    let (engine, groups, indicators) = laws(scenario, joint, budget.into())?;
    odds(scenario, engine, &groups, indicators)
}

/// The exact odds of all metrics together, identical to those of [`exact`] bit for bit, but
/// without the rows of the joint distribution.
///
/// # Errors
/// When a law takes more than its budget, or whoever hears of it stops it.
pub(super) fn exact_without_rows(scenario: &Scenario, budget: Budget<'_>) -> Result<Odds, RunError> {
    let (engine, groups, indicators) = laws(scenario, None, budget)?;
    let joint = Joint { metrics: Vec::new(), rows: Vec::new() };
    Ok(odds_beside(joint, scenario, engine, &groups, indicators))
}

/// The exact laws of all that is asked for.
fn laws(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: Budget<'_>,
) -> Result<(Engine, Vec<Group>, Vec<f64>), RunError> {
    let procedure = &scenario.ready.procedure;
    let (mut omitted, mut visited) = (0f64, 0);
    let (mut groups, mut indicators) = (Vec::new(), Vec::new());
    for packing in packings(scenario, joint, procedure.tables().indicators > 0)? {
        let mut law = procedure.enumerate(&packing, budget)?;
        law.cells.sort_unstable_by_key(|&(key, _)| key);
        if packing.has_indicators() {
            indicators = law.indicators;
        }
        omitted = omitted.max(law.omitted);
        visited += law.visited;
        let cell = |(key, probability)| Cell { key, probability, count: None };
        groups.push(Group { packing, cells: law.cells.into_iter().map(cell).collect() });
    }
    Ok((Engine::Exact { omitted, visited }, groups, indicators))
}

/// The odds as sampled, on the threads of the pool in which it is called, or else on the
/// caller's thread. The same scenario, seed and trials give the same, whatever the threads and
/// the processor.
///
/// # Errors
/// When `sampling` asks for the impossible, the metrics have too many joint
/// outcomes, or `progress` was told to stop.
pub fn sample(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    sampling: &Sampling,
    progress: &Progress,
) -> Result<Odds, RunError> {
    let &Sampling { trials, seed, until, isa } = sampling;
    let plan = Plan::new(scenario, joint, trials, seed)?.with_instructions(isa);
    let Some(width) = until else {
        return plan.merge([plan.part(0..plan.blocks(), progress)?]);
    };
    if scenario.questions.is_empty() {
        return Err(RunError::NoQuestion);
    }
    let never = never_narrow(scenario, width, progress);
    // How many trials it takes until the intervals are narrow is not known.
    let work = progress.begin(Unit::Trials, None);
    let (trials, counts) = plan.counted(&work, progress, |blocks| {
        Ok(blocks.until(narrow_enough(scenario, blocks.whole, width, never))?)
    })?;
    plan.odds(counts, trials)
}

/// The exact odds if all their stages together take at most [`CHEAP_OUTCOMES`].
pub fn cheap(scenario: &Scenario, progress: &Progress) -> Option<Odds> {
    let budget = Budget { additions: CHEAP_OUTCOMES, ..Budget::new(CHEAP_OUTCOMES) };
    // The budget is one of each law; an outcome may be reached in many ways.
    let is_cheap =
        |odds: &Odds| matches!(odds.engine, Engine::Exact { visited, .. } if visited <= CHEAP_OUTCOMES);
    exact(scenario, None, budget.with(progress)).ok().filter(is_cheap)
}

/// The places of the questions whose intervals no number of trials makes so narrow: where
/// they are to be narrow for the probability, those of events that never happen. Sampling
/// leaves them out of what it waits for. Only cheap exact odds tell.
pub fn never_narrow(scenario: &Scenario, width: Width, progress: &Progress) -> Vec<usize> {
    let never = |odds: Odds| {
        let Engine::Exact { omitted: 0.0, .. } = odds.engine else { return Vec::new() };
        let zero = odds.answers.iter().enumerate().filter(|(_, answer)| answer.probability == 0.0);
        zero.map(|(place, _)| place).collect()
    };
    match width {
        Width::Absolute(_) => Vec::new(),
        Width::Relative(_) => cheap(scenario, progress).map_or_else(Vec::new, never),
    }
}

/// Says of each block whether after it every question's interval is narrow, but for those
/// that never are.
fn narrow_enough<'a>(
    scenario: &'a Scenario,
    whole: &'a Packing,
    width: Width,
    never: Vec<usize>,
) -> impl FnMut(&[(u64, u64)], u64) -> bool + 'a {
    let mut hits = vec![0; scenario.questions.len()];
    let mut values = Vec::new();
    move |cells, trials| {
        for &(key, count) in cells {
            whole.unpack(key, &mut values);
            for (question, hits) in scenario.questions.iter().zip(&mut hits) {
                *hits += if question.event.holds(&values) { count } else { 0 };
            }
        }
        hits.iter().enumerate().all(|(place, &hits)| never.contains(&place) || width.is_met(hits, trials))
    }
}
