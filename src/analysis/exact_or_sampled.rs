//! Exact or sampled: what the deciding commands ask of a scenario, from its exact law
//! where that is small enough, from a sample otherwise.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::odds::Odds;
use super::run::{exact, exact_without_rows, sample};
use super::shared::Shared;
use super::{DECIDING_OUTCOMES, MAX_OUTCOMES, RunError, Sampling};
use crate::chance::{Budget, Metric, Packing, Progress, Resource, TooLarge};
use crate::expression::{Estimate, JointLaw, Statistic};
use crate::scenario::Scenario;

/// How much work a scenario is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Whether odds are exact or sampled.
    pub method: Method,
    /// How to sample, where that is done.
    pub sampling: Sampling,
}

/// Whether odds are exact or sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Exact where the law has at most [`DECIDING_OUTCOMES`], otherwise sampled.
    Either,
    /// Only exact laws will do: up to [`MAX_OUTCOMES`] are visited.
    Exact,
    /// Sampled; no exact law is tried.
    Sampled,
}

impl Effort {
    fn budget<'a>(&self, progress: &'a Progress) -> Budget<'a> {
        let outcomes = if self.method == Method::Exact { MAX_OUTCOMES } else { DECIDING_OUTCOMES };
        Budget::new(outcomes).with(progress)
    }

    /// What is exact of a scenario, if it can be had and is wanted, or else what is sampled. Where
    /// it `is_hopeless`, which an attempt may show, the next one is spared.
    fn exact_or_sampled<T>(
        &self,
        scenario: &Scenario,
        is_hopeless: &mut bool,
        exact: impl FnOnce() -> Result<T, RunError>,
        sampled: impl FnOnce() -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        match self.method {
            // Where no dice are rolled there is nothing to sample.
            Method::Sampled if !scenario.is_deterministic() => sampled(),
            Method::Exact => exact(),
            Method::Either if *is_hopeless => sampled(),
            Method::Either | Method::Sampled => match exact() {
                Err(RunError::TooLarge(error)) => {
                    *is_hopeless = hopeless(&error);
                    sampled()
                }
                other => other,
            },
        }
    }

    /// As much effort for a scenario in its `place` among others: what is sampled of it is
    /// independent of them.
    pub fn apart(&self, place: u64) -> Effort {
        let seed = seed_of(self.sampling.seed, place);
        Effort { sampling: Sampling { seed, ..self.sampling }, ..*self }
    }
}

/// The seed of a scenario in its place: that of the command for the first, so that it
/// is what `run` samples, and for others one whose streams have nothing in common with it.
///
/// The finalizer of SplitMix64: G. L. Steele, D. Lea, C. H. Flood (2014), OOPSLA.
fn seed_of(seed: u64, place: u64) -> u64 {
    let mix = |value: u64| {
        let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    };
    if place == 0 { seed } else { mix(seed ^ mix(place)) }
}

/// Statistics of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimates {
    /// One for each statistic, in order.
    pub values: Vec<Estimate>,
    /// How many resolutions were sampled; `None`: they are exact.
    pub trials: Option<u64>,
}

/// The odds of a scenario, without rows of a joint law: to the bit what [`exact`] or
/// [`sample`] finds for all metrics together, but for those whose joint law is too large:
/// theirs are found one by one.
///
/// # Errors
/// When only an exact law will do and there is none, the metrics have too many joint
/// outcomes, or `progress` was told to stop.
pub fn odds(scenario: &Scenario, effort: &Effort, progress: &Progress) -> Result<Odds, RunError> {
    odds_among(&Shared::default(), scenario, effort, &mut false, progress).map(Arc::unwrap_or_clone)
}

/// The odds of one of the settings of a grid: [`odds`].
pub(super) fn odds_among(
    shared: &Shared,
    scenario: &Scenario,
    effort: &Effort,
    is_hopeless: &mut bool,
    progress: &Progress,
) -> Result<Arc<Odds>, RunError> {
    effort.exact_or_sampled(
        scenario,
        is_hopeless,
        || shared.odds(scenario, || exact_odds(scenario, effort.budget(progress))),
        || {
            let mut odds = sample(scenario, Some(&[]), &effort.sampling, progress)?;
            // Nothing was asked of it, and so it is certain.
            odds.joint.rows.clear();
            Ok(Arc::new(odds))
        },
    )
}

/// The exact odds of a scenario, without rows of a joint law, within a budget for each law.
///
/// # Errors
/// As of [`exact`].
pub fn exact_odds(scenario: &Scenario, budget: Budget<'_>) -> Result<Odds, RunError> {
    match exact_without_rows(scenario, budget) {
        Err(RunError::TooLarge(error)) if !hopeless(&error) => exact(scenario, Some(&[]), budget),
        other => other,
    }
}

/// Whether no metric alone is going to have an exact law either. What each of them needs is
/// not known; but where the states of the rules are too many, few of them are there for the
/// sake of a single metric.
fn hopeless(error: &TooLarge) -> bool {
    error.resource == Resource::Outcomes && error.needed / 4 > error.limit
}

/// Statistics of a scenario, all exact or all of one sample.
///
/// # Errors
/// As of [`odds`].
pub fn estimates(
    scenario: &Scenario,
    statistics: &[&Statistic],
    effort: &Effort,
    progress: &Progress,
) -> Result<Estimates, RunError> {
    estimates_among(&Shared::default(), scenario, statistics, effort, &mut false, progress)
}

/// Statistics of one of the settings of a grid: [`estimates`].
pub(super) fn estimates_among(
    shared: &Shared,
    scenario: &Scenario,
    statistics: &[&Statistic],
    effort: &Effort,
    is_hopeless: &mut bool,
    progress: &Progress,
) -> Result<Estimates, RunError> {
    effort.exact_or_sampled(
        scenario,
        is_hopeless,
        || exact_estimates(shared, scenario, statistics, effort.budget(progress)),
        || sampled(scenario, statistics, &effort.sampling, progress),
    )
}

/// Each from the exact law of the metrics that it reads.
fn exact_estimates(
    shared: &Shared,
    scenario: &Scenario,
    statistics: &[&Statistic],
    budget: Budget<'_>,
) -> Result<Estimates, RunError> {
    let procedure = &scenario.ready.procedure;
    let mut laws: Vec<(Packing, Arc<JointLaw>)> = Vec::new();
    let mut values = Vec::new();
    for statistic in statistics {
        let covers = |packing: &Packing| {
            let mut read = packing.all_metrics().filter(|&metric| statistic.reads(metric));
            read.all(|metric| packing.contains(metric))
        };
        if !laws.iter().any(|(packing, _)| covers(packing)) {
            let packing = Packing::new(procedure.metrics(), |metric| statistic.reads(metric))?;
            let law = shared.law(scenario, &packing, || {
                let cells = procedure.enumerate(&packing, budget)?;
                let mut rows: Vec<(Vec<i64>, f64)> =
                    cells.cells.iter().map(|&(key, p)| (row(&packing, key), p)).collect();
                rows.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                Ok(JointLaw { rows, trials: None, omitted: cells.omitted })
            })?;
            laws.push((packing, law));
        }
        let (_, law) = laws.iter().find(|(packing, _)| covers(packing)).expect("its law is there now");
        values.push(statistic.of(law));
    }
    Ok(Estimates { values, trials: None })
}

fn row(packing: &Packing, key: u64) -> Vec<i64> {
    let mut values = Vec::new();
    packing.unpack(key, &mut values);
    values
}

/// All from one sample.
pub(super) fn sampled(
    scenario: &Scenario,
    statistics: &[&Statistic],
    sampling: &Sampling,
    progress: &Progress,
) -> Result<Estimates, RunError> {
    let metrics = scenario.ready.procedure.metrics();
    let read = |metric: &Metric| statistics.iter().any(|statistic| statistic.reads(*metric));
    let joint: Vec<Metric> = (0..metrics.len()).map(Metric).filter(read).collect();
    let odds = sample(scenario, Some(&joint), sampling, progress)?;
    let trials = odds.engine.trials();
    let widened = |values: &[i64]| {
        let mut row = vec![0; metrics.len()];
        joint.iter().zip(values).for_each(|(metric, value)| row[metric.0] = *value);
        row
    };
    let rows = odds.joint.rows.iter().map(|row| (widened(&row.values), row.probability)).collect();
    let law = JointLaw { rows, trials, omitted: 0.0 };
    Ok(Estimates { values: statistics.iter().map(|statistic| statistic.of(&law)).collect(), trials })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Document;

    #[test]
    fn what_is_hopeless_is_not_tried_again() {
        let text = include_str!("../../scenarios/firefight.toml");
        let scenario = Document::parse("firefight.toml", text).unwrap().check().unwrap();
        let effort = |method| Effort { method, sampling: Sampling::default() };
        let refusal = |needed| {
            Err(RunError::TooLarge(TooLarge { resource: Resource::Outcomes, needed, stages: 1, limit: 100 }))
        };
        let mut is_hopeless = false;
        let mut found = |method, exact: &dyn Fn() -> Result<&'static str, RunError>| {
            effort(method).exact_or_sampled(&scenario, &mut is_hopeless, exact, || Ok("sampled"))
        };
        assert_eq!(found(Method::Either, &|| refusal(399)), Ok("sampled"));
        assert_eq!(found(Method::Either, &|| Ok("exact")), Ok("exact"));
        assert_eq!(found(Method::Either, &|| refusal(404)), Ok("sampled"));
        assert_eq!(found(Method::Either, &|| panic!("it is tried again")), Ok("sampled"));
        // Whoever asks for nothing else gets it.
        assert_eq!(found(Method::Exact, &|| Ok("exact")), Ok("exact"));
    }
}
