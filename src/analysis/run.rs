//! What can happen in a scenario, and how likely.

use super::DECIDING_OUTCOMES;
use super::error::RunError;
use super::group::{Cell, Group, odds};
use super::odds::{Engine, Joint, Odds};
use super::packings::packings;
use super::plan::Plan;
use super::sampling::{Sampling, Width};
use crate::chance::{Budget, Metric, Packing, Progress, Unit};
use crate::scenario::Scenario;

/// The exact odds. `joint` are the metrics of the joint distribution; `None`: all. Further
/// distributions are computed for questions and metrics that it does not cover. The budget applies to
/// each distribution; a plain number limits the outcomes.
///
/// # Errors
/// When a distribution exceeds its budget, the joint distribution has too many rows, or the progress in
/// the budget was told to stop.
pub fn exact<'a>(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: impl Into<Budget<'a>>,
) -> Result<Odds, RunError> {
    let (engine, groups, indicators) = laws(scenario, joint, budget.into())?;
    odds(None, scenario, engine, groups, indicators)
}

/// The exact odds of all metrics together, identical to those of [`exact`] bit for bit, but
/// without the rows of the joint distribution.
///
/// # Errors
/// When a distribution exceeds its budget, or the progress in the budget was told to stop.
pub(super) fn exact_without_rows(scenario: &Scenario, budget: Budget<'_>) -> Result<Odds, RunError> {
    let (engine, groups, indicators) = laws(scenario, None, budget)?;
    odds(Some(Joint::default()), scenario, engine, groups, indicators)
}

/// The exact distributions that all queries together need.
fn laws(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: Budget<'_>,
) -> Result<(Engine, Vec<Group>, Vec<f64>), RunError> {
    let procedure = &scenario.ready.procedure;
    let (mut omitted, mut visited) = (0f64, 0);
    let (mut groups, mut indicators) = (Vec::new(), Vec::new());
    // Under a condition the indicators are not known.
    let has_indicators = procedure.tables().indicators > 0 && scenario.given.is_empty();
    for packing in packings(scenario, joint, has_indicators)? {
        let mut law = procedure.enumerate(&packing, budget)?;
        law.cells.sort_unstable_by_key(|&(key, _)| key);
        if packing.has_indicators() {
            indicators = law.indicators;
        }
        if law.omitted > 0.0 {
            // What is left out is told by what is there, too: rounding errors may be larger.
            let sum: f64 = law.cells.iter().map(|(_, probability)| probability).sum();
            omitted = omitted.max(law.omitted).max(1.0 - sum);
        }
        visited += law.visited;
        let cell = |(key, probability)| Cell { key, probability, count: None };
        groups.push(Group { packing, cells: law.cells.into_iter().map(cell).collect() });
    }
    Ok((Engine::Exact { omitted, visited }, groups, indicators))
}

/// The sampled odds. Uses the threads of the pool in which it is called, or else the caller's thread.
/// The result depends only on the scenario and `sampling`, not on the threads or the processor.
///
/// # Errors
/// When `sampling` is not possible, the metrics have too many joint outcomes, or `progress` was told to
/// stop.
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
    let law = match width {
        Width::Relative(_) => within_a_second(scenario, None, progress)?,
        Width::Absolute(_) => None,
    };
    let never = law.map_or_else(Vec::new, |law| never_narrow(&law, width));
    // The number of trials that will make the intervals narrow is not known.
    let work = progress.begin(Unit::Trials, None);
    let (trials, counts) = plan.counted(&work, progress, |blocks| {
        let enough = narrow_enough(scenario, &blocks.wholes[0].packing, width, never);
        Ok(blocks.until(enough)?)
    })?;
    plan.odds(counts, trials)
}

/// The exact odds, if they take at most about a second: [`DECIDING_OUTCOMES`] outcomes.
///
/// # Errors
/// The errors of [`exact`], except for those of a distribution that is too large.
pub fn within_a_second(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    progress: &Progress,
) -> Result<Option<Odds>, RunError> {
    match exact(scenario, joint, Budget::new(DECIDING_OUTCOMES).or_another_way().with(progress)) {
        Ok(odds) => Ok(Some(odds)),
        Err(RunError::TooLarge { .. } | RunError::TooManyRows { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The indices of the questions whose intervals never reach this width: with a relative width, those
/// about events that never happen. Sampling does not wait for them. Only exact odds say so.
fn never_narrow(exact: &Odds, width: Width) -> Vec<usize> {
    match (width, exact.engine) {
        (Width::Relative(_), Engine::Exact { omitted: 0.0, .. }) => {
            let answers = exact.answers.iter().enumerate();
            answers.filter(|(_, answer)| answer.probability == 0.0).map(|(place, _)| place).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns a function that is called after each block and returns whether the interval of every
/// question is narrow, except those in `never`. Only trials in which what is given has happened count.
fn narrow_enough<'a>(
    scenario: &'a Scenario,
    whole: &'a Packing,
    width: Width,
    never: Vec<usize>,
) -> impl FnMut(&[(u64, u64)]) -> bool + 'a {
    let (mut met, mut hits) = (0, vec![0; scenario.questions.len()]);
    let mut values = Vec::new();
    move |cells| {
        for &(key, count) in cells {
            whole.unpack(key, &mut values);
            if !scenario.given.iter().all(|event| event.holds(&values)) {
                continue;
            }
            met += count;
            for (question, hits) in scenario.questions.iter().zip(&mut hits) {
                *hits += if question.event.holds(&values) { count } else { 0 };
            }
        }
        hits.iter().enumerate().all(|(place, &hits)| never.contains(&place) || width.is_met(hits, met))
    }
}
