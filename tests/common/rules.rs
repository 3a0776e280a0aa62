//! What rule tests ask of a scenario.

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::scenario::Scenario;

/// Plays a scenario with `dice`: a digit for each die in the order in which they
/// are rolled, a word for each pool. Compares the metrics that `expected` names, as
/// in `"hit 1, wound M"`. A die too many or too few fails.
#[track_caller]
pub fn check_scenario(scenario: &Scenario, dice: &str, expected: &str) {
    let faces: Vec<u32> = dice.chars().filter_map(|face| face.to_digit(10)).collect();
    check_faces(scenario, &faces, expected);
}

/// Plays a scenario with faces as they count, from 1, and compares the metrics that `expected`
/// names.
#[track_caller]
pub fn check_faces(scenario: &Scenario, faces: &[u32], expected: &str) {
    let outcome = super::play(scenario, faces);
    for pair in expected.split(", ") {
        let (name, value) = pair.split_once(' ').expect("a metric and its value");
        let metric = outcome.iter().find(|(metric, _)| metric == name).expect("the metric exists");
        assert_eq!(metric.1, value, "{name} of {faces:?}: {outcome:?}");
    }
}

/// `text`, changed by `set`, is in error, and all it says is this.
#[track_caller]
pub fn check_errors(text: &str, set: &[&str], expected: &[&str]) {
    let errors = super::try_parse(text, set).expect_err("this is no scenario");
    assert_eq!(errors.lines().count(), expected.len(), "{errors}");
    for message in expected {
        assert!(errors.contains(message), "no {message:?} in:\n{errors}");
    }
}

/// The exact law of a scenario.
#[track_caller]
pub fn law(text: &str, set: &[&str]) -> Odds {
    exact(&super::parse(text, set), None, MAX_OUTCOMES).unwrap()
}

/// The probability that a metric shows this value.
pub fn probability(odds: &Odds, metric: &str, value: &str) -> f64 {
    let law = odds.distributions.iter().find(|law| law.metric.name == metric).expect("the metric exists");
    let row = law.rows.iter().find(|row| law.metric.show(row.value) == value);
    row.map_or(0.0, |row| row.probability)
}

pub fn mean(odds: &Odds, metric: &str) -> f64 {
    let law = odds.distributions.iter().find(|law| law.metric.name == metric).expect("the metric exists");
    law.summary.expect("the metric is an integer").mean
}
