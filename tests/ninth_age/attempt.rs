//! A plain attempt, and what must come of it with given dice.

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::scenario::Scenario;

use crate::common;

/// Two dice against a casting value of 7, not dispelled.
pub const PLAIN: &str = r#"
system = "ninth-age"
procedure = "cast"

[spell]
casting_value = 7

[choice]
magic_dice = 2
"#;

/// What makes the plain attempt one of a bound spell.
pub const BOUND: [&str; 2] = ["spell.casting_value=unset", "spell.bound=[4, 8]"];

/// What takes the casting roll out of the plain attempt.
pub const ON_THE_TABLE: [&str; 2] = ["spell.casting_value=unset", "choice.magic_dice=unset"];

#[track_caller]
pub fn plain(set: &[&str]) -> Scenario {
    common::parse(PLAIN, set)
}

/// Plays the plain attempt, changed by `set`, with `dice`: a digit for each die,
/// a word for each roll. Compares the metrics that `expected` names, as in
/// `"result cast, miscast 0"`. A die too many or too few fails.
#[track_caller]
pub fn check(set: &[&str], dice: &str, expected: &str) {
    check_scenario(&plain(set), dice, expected);
}

#[track_caller]
pub fn check_scenario(scenario: &Scenario, dice: &str, expected: &str) {
    let faces: Vec<u32> = dice.chars().filter_map(|face| face.to_digit(10)).collect();
    let outcome = common::play(scenario, &faces);
    for pair in expected.split(", ") {
        let (name, value) = pair.split_once(' ').expect("a metric and its value");
        let metric = outcome.iter().find(|(metric, _)| metric == name).expect("the metric exists");
        assert_eq!(metric.1, value, "{name} of {dice:?}: {outcome:?}");
    }
}

/// `text`, changed by `set`, is in error, and all it says is this.
#[track_caller]
pub fn check_errors(text: &str, set: &[&str], expected: &[&str]) {
    let errors = common::try_parse(text, set).expect_err("this is no scenario");
    assert_eq!(errors.lines().count(), expected.len(), "{errors}");
    for message in expected {
        assert!(errors.contains(message), "no {message:?} in:\n{errors}");
    }
}

/// The exact law of a scenario.
#[track_caller]
pub fn law(text: &str, set: &[&str]) -> Odds {
    exact(&common::parse(text, set), None, MAX_OUTCOMES).unwrap()
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
