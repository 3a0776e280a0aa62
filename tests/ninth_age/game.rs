//! Small phases, and what must come of them.

use fizzle::description::Datum;
use fizzle::scenario::Scenario;

use crate::attempt::{check_scenario, law, mean};
use crate::common;

/// A rolled spell and a bound one.
pub const TWO_SPELLS: &str = r#"
system = "ninth-age"
procedure = "phase"

[pool]
magic_dice = 6
dispel_dice = 4

[[spell]]
name = "bolt"
casting_value = 7
boosted_value = 9
worth = 10
boosted_worth = 16

[[spell]]
name = "ring"
bound = [4, 8]
worth = 5
"#;

/// Both players follow a plan: 3 dice for the bolt, answered with 2, then 2 for
/// the ring, answered with 1.
pub const PLANNED: [&str; 8] = [
    "policy.caster=plan",
    "policy.dispeller=plan",
    "plan.0.spell=bolt",
    "plan.0.magic_dice=3",
    "plan.0.dispel_dice=2",
    "plan.1.spell=ring",
    "plan.1.magic_dice=2",
    "plan.1.dispel_dice=1",
];

/// Plays the planned phase, changed by `set`, with a digit for each die, and
/// compares the metrics that `expected` names.
#[track_caller]
pub fn check_planned(set: &[&str], dice: &str, expected: &str) {
    check_scenario(&common::parse(TWO_SPELLS, &[&PLANNED[..], set].concat()), dice, expected);
}

/// A fact that a scenario states.
pub fn fact(scenario: &Scenario, name: &str) -> Option<Datum> {
    scenario.ready.derived.iter().find(|fact| fact.name == name).map(|fact| fact.value.clone())
}

/// The caster's best first attempt.
#[track_caller]
pub fn first_attempt(text: &str, set: &[&str]) -> String {
    match fact(&common::parse(text, set), "first_attempt") {
        Some(Datum::Text(text)) => text,
        other => panic!("the first attempt is {other:?}"),
    }
}

/// The value of a phase: what it says it is, and the mean of the worth.
#[track_caller]
pub fn value(text: &str, set: &[&str]) -> f64 {
    let Some(Datum::Number(stated)) = fact(&common::parse(text, set), "value") else {
        panic!("a phase has a value")
    };
    let mean = mean(&law(text, set), "worth");
    assert!((stated - mean).abs() <= 1e-9 * mean.abs().max(1.0), "it says {stated}, the mean is {mean}");
    mean
}
