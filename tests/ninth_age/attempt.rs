//! A plain attempt, and what must come of it with given dice.

use fizzle::scenario::Scenario;

use crate::common;
pub use crate::common::rules::{check_errors, check_scenario, law, mean, probability};

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
