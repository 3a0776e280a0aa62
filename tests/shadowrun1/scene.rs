//! A plain attack, spell and turn, and what must come of them with given dice.

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};

use crate::common;

/// Two skill dice against 4, code 4M2, and one die of Body to resist.
pub const ATTACK: &str = r#"
system = "shadowrun1"
procedure = "attack"

[attacker]
skill = 2

[weapon]
power = 4
level = "M"
staging = 2

[target]
body = 1

[choice]
target_number = 4
"#;

/// Two dice against 4 for success, and four against 2 to resist; one die of Magic
/// and two of Willpower against a drain of 5M2. The target's Magic leaves it
/// without spell defense, and so does the Sorcery of 3 with resistance to it.
pub const SPELL: &str = r#"
system = "shadowrun1"
procedure = "spell"

[caster]
sorcery = 3
magic = 1
willpower = 2

[spell]
force = 2
level = "M"
staging = 2
drain_power = 5
drain_level = "M"
drain_staging = 2

[target]
attribute = 4
magic = 6
"#;

/// Reaction 4.
pub const TURN: &str = r#"
system = "shadowrun1"
procedure = "initiative"

[character]
reaction = 4
"#;

/// Plays a scenario, changed by `set`, with `dice`: a digit for each die in the
/// order in which they are rolled, a word for each pool. Compares the metrics that
/// `expected` names, as in `"hit 1, wound M"`. A die too many or too few fails, so
/// every check is one of all its pools.
#[track_caller]
pub fn check(text: &str, set: &[&str], dice: &str, expected: &str) {
    let faces: Vec<u32> = dice.chars().filter_map(|face| face.to_digit(10)).collect();
    let outcome = common::play(&common::parse(text, set), &faces);
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
