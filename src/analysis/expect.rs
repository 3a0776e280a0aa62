//! Checks the expectations of a scenario.

use serde::Serialize;

use super::exact_or_sampled::{Effort, estimates};
use super::{Progress, RunError};
use crate::scenario::{Expectation, Scenario};
use crate::stats::{Estimate, ROUNDING};

/// An expectation, and how the scenario compares with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// What was expected.
    pub expectation: Expectation,
    /// What the scenario takes as given; empty if that is nothing.
    pub given: String,
    /// The statistic.
    pub estimate: Estimate,
    /// The number of sampled resolutions; `None` if the estimate is exact.
    pub trials: Option<u64>,
    /// Whether the expectation is met.
    pub verdict: Verdict,
}

/// How an estimate compares with an expected range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The value is in the range; if sampled, the whole interval is.
    Met,
    /// The value is outside the range or undefined; if sampled, the whole interval is outside.
    Failed,
    /// The interval of a sample contains an end of the range.
    Undecided {
        /// The approximate number of trials that would decide, if the value stays the same.
        trials: f64,
    },
}

/// Checks every expectation of a scenario.
///
/// # Errors
/// The errors of [`odds`](super::exact_or_sampled::odds).
pub fn check(scenario: &Scenario, effort: &Effort, progress: &Progress) -> Result<Vec<Checked>, RunError> {
    let statistics: Vec<_> = scenario.expectations.iter().map(|expectation| &expectation.statistic).collect();
    if statistics.is_empty() {
        return Ok(Vec::new());
    }
    let found = estimates(scenario, &statistics, effort, progress)?;
    let verdicts = scenario.expectations.iter().zip(found.values).map(|(expectation, estimate)| Checked {
        given: scenario.condition(),
        expectation: expectation.clone(),
        estimate,
        trials: found.trials,
        verdict: verdict(estimate, expectation, found.trials),
    });
    Ok(verdicts.collect())
}

fn verdict(estimate: Estimate, expectation: &Expectation, trials: Option<u64>) -> Verdict {
    if !estimate.value.is_finite() {
        return Verdict::Failed;
    }
    let (low, high) = (expectation.low - ROUNDING, expectation.high + ROUNDING);
    let Some(trials) = trials.filter(|_| estimate.is_sampled()) else {
        return if (low..=high).contains(&estimate.value) { Verdict::Met } else { Verdict::Failed };
    };
    if estimate.low >= low && estimate.high <= high {
        return Verdict::Met;
    }
    if estimate.high < low || estimate.low > high {
        return Verdict::Failed;
    }
    // The width of the interval is proportional to 1/√trials. It has to shrink until it no longer
    // reaches the ends of the range.
    let shrunk = |end: f64| match end < estimate.value {
        true => (estimate.value - estimate.low) / (estimate.value - end),
        false => (estimate.high - estimate.value) / (end - estimate.value),
    };
    let most = [low, high].into_iter().filter(|&end| estimate.may_be(end)).map(shrunk).fold(0.0, f64::max);
    Verdict::Undecided { trials: trials as f64 * most.powi(2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Method, fixtures};

    fn scenario(expectations: &str) -> Scenario {
        fixtures::scenario(&format!("{}\n{expectations}", fixtures::BOLT), &[])
    }

    fn verdicts(scenario: &Scenario, method: Method) -> Vec<Verdict> {
        let effort = Effort { method, sampling: Default::default() };
        check(scenario, &effort, &Progress::default()).unwrap().into_iter().map(|one| one.verdict).collect()
    }

    #[test]
    fn an_exact_value_is_in_a_range_or_not() {
        let scenario = scenario(
            r#"
            [[expect]]
            stat = "p(hit == 1)"
            between = [0.70, 0.72]
            [[expect]]
            stat = "mean(drain)"
            equals = 0.42
            within = 0.001
            [[expect]]
            stat = "mean(drain)"
            equals = 0.43
            within = 0.001
            "#,
        );
        assert_eq!(verdicts(&scenario, Method::Exact), [Verdict::Met, Verdict::Met, Verdict::Failed]);
    }

    #[test]
    fn an_undefined_value_is_in_no_range() {
        let expectation = |stat| format!("[[expect]]\nstat = \"{stat}\"\nbetween = [-1e308, 1e308]\n");
        for stat in ["p(hit == 1) / 0", "0 / p(hits > 99)", "mean(damage | hits > 99)"] {
            let scenario = scenario(&expectation(stat));
            for method in [Method::Exact, Method::Either, Method::Sampled] {
                assert_eq!(verdicts(&scenario, method), [Verdict::Failed], "{stat}");
            }
        }
    }

    #[test]
    fn a_sample_fails_only_where_its_interval_is_outside() {
        let expectation = |low, high| Expectation {
            low,
            high,
            ..scenario("[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0, 1]").expectations[0].clone()
        };
        let estimate = Estimate::around(0.5, 0.01);
        let verdict = |low, high| verdict(estimate, &expectation(low, high), Some(1_000));
        assert_eq!(verdict(0.4, 0.6), Verdict::Met);
        assert_eq!(verdict(0.53, 0.6), Verdict::Failed);
        let Verdict::Undecided { trials } = verdict(0.51, 0.6) else { panic!("it is undecided") };
        assert!((trials - 1_000.0 * 1.96f64.powi(2)).abs() < 1.0, "{trials}");
    }
}
