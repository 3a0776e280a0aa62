//! Exact or sampled: the deciding commands use the exact distribution of a scenario where it is small
//! enough, and a sample otherwise.

use serde::{Deserialize, Serialize};

use super::odds::{Joint, Odds};
use super::run::{exact, exact_without_rows, sample};
use super::{DECIDING_OUTCOMES, RunError, Sampling};
use crate::chance::{Budget, Metric, Packing, Progress, Resource, TooLarge};
use crate::expression::{JointLaw, Statistic};
use crate::scenario::Scenario;
use crate::stats::Estimate;

/// How the odds of a scenario are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Whether odds are exact or sampled.
    pub method: Method,
    /// How to sample, if the odds are sampled.
    pub sampling: Sampling,
}

/// Whether odds are exact or sampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Exact where the distribution has at most [`DECIDING_OUTCOMES`] outcomes, otherwise sampled.
    #[default]
    Either,
    /// Always exact, with the budget of what users ask for.
    Exact,
    /// Always sampled, except scenarios without dice.
    Sampled,
}

impl Effort {
    fn budget<'a>(&self, progress: &'a Progress) -> Budget<'a> {
        let budget = match self.method {
            Method::Exact => Budget::on_request(),
            Method::Either | Method::Sampled => Budget::new(DECIDING_OUTCOMES).or_another_way(),
        };
        budget.with(progress)
    }

    /// Calls `exact` or `sampled`, as the method asks. A failed exact attempt may set `is_hopeless`;
    /// then the next call does not try it again.
    fn exact_or_sampled<T>(
        &self,
        scenario: &Scenario,
        is_hopeless: &mut bool,
        exact: impl FnOnce() -> Result<T, RunError>,
        sampled: impl FnOnce() -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        match self.method {
            // Without dice there is nothing to sample.
            Method::Sampled if !scenario.is_deterministic() => sampled(),
            Method::Exact => exact(),
            Method::Either if *is_hopeless => sampled(),
            Method::Either | Method::Sampled => match exact() {
                Err(RunError::TooLarge { error, .. }) => {
                    *is_hopeless = hopeless(&error);
                    sampled()
                }
                other => other,
            },
        }
    }

    /// Returns this effort with a different seed for the scenario at index `place`, so that its sample
    /// is independent of the others.
    pub fn apart(&self, place: u64) -> Effort {
        let seed = seed_of(self.sampling.seed, place);
        Effort { sampling: Sampling { seed, ..self.sampling }, ..*self }
    }
}

/// The seed for the scenario at index `place`. The first scenario uses the seed of the command, so that
/// its sample is what `run` draws; all others use seeds with unrelated streams.
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
    /// The number of sampled resolutions; `None` if the values are exact.
    pub trials: Option<u64>,
}

/// The odds of a scenario, without the rows of a joint distribution. They are identical, bit for bit,
/// to what [`exact`] or [`sample`] computes for all metrics together. If the joint distribution is too
/// large, only those of the single questions and metrics are computed.
///
/// # Errors
/// When an exact distribution is required but too large, the metrics have too many joint outcomes, or
/// `progress` was told to stop.
pub fn odds(scenario: &Scenario, effort: &Effort, progress: &Progress) -> Result<Odds, RunError> {
    odds_among(scenario, effort, &mut false, progress)
}

/// Computes [`odds`] at one of the settings of a grid.
pub(super) fn odds_among(
    scenario: &Scenario,
    effort: &Effort,
    is_hopeless: &mut bool,
    progress: &Progress,
) -> Result<Odds, RunError> {
    effort.exact_or_sampled(
        scenario,
        is_hopeless,
        || exact_odds(scenario, effort.budget(progress)),
        || sample(scenario, Some(&[]), &effort.sampling, progress).map(without_joint),
    )
}

/// The exact odds of a scenario without the rows of a joint distribution. The budget applies to each
/// distribution that is computed.
///
/// # Errors
/// The errors of [`exact`].
pub fn exact_odds(scenario: &Scenario, budget: Budget<'_>) -> Result<Odds, RunError> {
    or_apart(exact_without_rows(scenario, budget), scenario, budget)
}

/// The exact odds, as [`exact`] computes them. If the joint distribution of all metrics is too large, those of the
/// single questions and metrics, without a joint distribution.
///
/// # Errors
/// The errors of [`exact`].
pub fn exact_or_apart(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: Budget<'_>,
) -> Result<Odds, RunError> {
    match joint {
        Some(_) => exact(scenario, joint, budget),
        None => or_apart(exact(scenario, None, budget), scenario, budget),
    }
}

/// The odds of all metrics together or, where their joint distribution is too large, those of the single ones.
fn or_apart(
    whole: Result<Odds, RunError>,
    scenario: &Scenario,
    budget: Budget<'_>,
) -> Result<Odds, RunError> {
    match whole {
        Err(RunError::TooLarge { error, .. }) if !hopeless(&error) => {
            exact(scenario, Some(&[]), budget).map(without_joint)
        }
        other => other,
    }
}

/// Drops the joint distribution where none was asked for: it is that of the metrics of the condition.
fn without_joint(odds: Odds) -> Odds {
    Odds { joint: Joint::default(), ..odds }
}

/// Whether the distributions of single metrics are bound to be too large as well. Their sizes are not
/// known in advance; but if the states of the rules exceed the limit by a factor of 4, few of them
/// exist for the sake of a single metric.
fn hopeless(error: &TooLarge) -> bool {
    error.resource == Resource::Outcomes && error.needed / 4 > error.limit
}

/// Statistics of a scenario, either all exact or all from one sample.
///
/// # Errors
/// The errors of [`odds`].
pub fn estimates(
    scenario: &Scenario,
    statistics: &[&Statistic],
    effort: &Effort,
    progress: &Progress,
) -> Result<Estimates, RunError> {
    estimates_among(scenario, statistics, effort, &mut false, progress)
}

/// Computes [`estimates`] at one of the settings of a grid.
pub(super) fn estimates_among(
    scenario: &Scenario,
    statistics: &[&Statistic],
    effort: &Effort,
    is_hopeless: &mut bool,
    progress: &Progress,
) -> Result<Estimates, RunError> {
    effort.exact_or_sampled(
        scenario,
        is_hopeless,
        || exact_estimates(scenario, statistics, effort.budget(progress)),
        || sampled(scenario, statistics, &effort.sampling, progress),
    )
}

/// Computes each statistic from the exact joint distribution of the metrics that it reads.
fn exact_estimates(
    scenario: &Scenario,
    statistics: &[&Statistic],
    budget: Budget<'_>,
) -> Result<Estimates, RunError> {
    let procedure = &scenario.ready.procedure;
    let reads = |statistic: &Statistic, metric| statistic.reads(metric) || scenario.is_given_by(metric);
    let mut laws: Vec<(Packing, JointLaw)> = Vec::new();
    let mut values = Vec::new();
    for statistic in statistics {
        let covers = |packing: &Packing| {
            let mut read = packing.all_metrics().filter(|&metric| reads(statistic, metric));
            read.all(|metric| packing.contains(metric))
        };
        if !laws.iter().any(|(packing, _)| covers(packing)) {
            let packing = Packing::new(procedure.metrics(), |metric| reads(statistic, metric))?;
            let cells = procedure.enumerate(&packing, budget)?;
            let mut rows: Vec<(Vec<i64>, f64)> =
                cells.cells.iter().map(|&(key, p)| (row(&packing, key), p)).collect();
            rows.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            let law = given(scenario, JointLaw::new(procedure.metrics(), rows, None, cells.omitted))?;
            laws.push((packing, law));
        }
        let (_, law) = laws.iter().find(|(packing, _)| covers(packing)).expect("its law is there now");
        values.push(statistic.of(law));
    }
    Ok(Estimates { values, trials: None })
}

/// An exact distribution under the condition of a scenario.
fn given(scenario: &Scenario, mut law: JointLaw) -> Result<JointLaw, RunError> {
    if scenario.given.is_empty() {
        return Ok(law);
    }
    law.rows.retain(|(values, _)| scenario.given.iter().all(|event| event.holds(values)));
    let mass: f64 = law.rows.iter().map(|(_, probability)| probability).sum();
    if law.rows.is_empty() {
        return Err(RunError::never_given(scenario, None));
    }
    law.rows.iter_mut().for_each(|(_, probability)| *probability /= mass);
    law.omitted /= mass;
    Ok(law)
}

fn row(packing: &Packing, key: u64) -> Vec<i64> {
    let mut values = Vec::new();
    packing.unpack(key, &mut values);
    values
}

/// Computes all statistics from one sample.
pub(super) fn sampled(
    scenario: &Scenario,
    statistics: &[&Statistic],
    sampling: &Sampling,
    progress: &Progress,
) -> Result<Estimates, RunError> {
    let metrics = scenario.ready.procedure.metrics();
    let read = |&metric: &Metric| {
        statistics.iter().any(|statistic| statistic.reads(metric)) || scenario.is_given_by(metric)
    };
    let joint: Vec<Metric> = (0..metrics.len()).map(Metric).filter(read).collect();
    let odds = sample(scenario, Some(&joint), sampling, progress)?;
    let trials = odds.engine.trials();
    let widened = |values: &[i64]| {
        let mut row = vec![0; metrics.len()];
        joint.iter().zip(values).for_each(|(metric, value)| row[metric.0] = *value);
        row
    };
    let rows = odds.joint.rows.iter().map(|row| (widened(&row.values), row.probability)).collect();
    let law = JointLaw::new(metrics, rows, trials, 0.0);
    Ok(Estimates { values: statistics.iter().map(|statistic| statistic.of(&law)).collect(), trials })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::NoLaw;
    use crate::scenario::Document;

    #[test]
    fn what_is_hopeless_is_not_tried_again() {
        let text = include_str!("../../scenarios/firefight.toml");
        let scenario = Document::parse("firefight.toml", text).unwrap().check().unwrap();
        let effort = |method| Effort { method, sampling: Sampling::default() };
        let refusal = |needed| Err(NoLaw::TooLarge(TooLarge::new(Resource::Outcomes, needed, 1, 100)).into());
        let mut is_hopeless = false;
        let mut found = |method, exact: &dyn Fn() -> Result<&'static str, RunError>| {
            effort(method).exact_or_sampled(&scenario, &mut is_hopeless, exact, || Ok("sampled"))
        };
        assert_eq!(found(Method::Either, &|| refusal(399)), Ok("sampled"));
        assert_eq!(found(Method::Either, &|| Ok("exact")), Ok("exact"));
        assert_eq!(found(Method::Either, &|| refusal(404)), Ok("sampled"));
        assert_eq!(found(Method::Either, &|| panic!("it is tried again")), Ok("sampled"));
        // `Method::Exact` is always tried.
        assert_eq!(found(Method::Exact, &|| Ok("exact")), Ok("exact"));
    }
}
