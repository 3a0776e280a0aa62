//! A plain casting, and what must come of it with given dice.

use fizzle::scenario::Scenario;

use crate::common;

/// The keys of somebody with small pools, as a target or as an opponent: 1 die against a direct
/// spell, 2 against an indirect one, and 2 to soak it: Body 1 and an Armor Value of 4 − 3.
macro_rules! somebody {
    () => {
        "body = 1
willpower = 2
reaction = 1
intuition = 1
structure = 2
pilot = 1
autosoft = 1
armor = 4
"
    };
}
pub(crate) use somebody;

/// A casting with small pools, so that scripts stay short: 3 Spellcasting dice
/// and 1 against drain of 2.
pub const PLAIN: &str = concat!(
    r#"
system = "shadowrun5"

[caster]
magic = 2
spellcasting = 1
willpower = 1
drain_attribute = 0
mental_limit = 9

[spell]
damage_type = "physical"
drain = -3

[choice]
force = 3

[target]
"#,
    somebody!()
);

/// The plain casting of a procedure, with changes.
#[track_caller]
pub fn plain(procedure: &str, set: &[&str]) -> Scenario {
    common::parse(PLAIN, &with_procedure(procedure, set).iter().map(String::as_str).collect::<Vec<_>>())
}

fn with_procedure(procedure: &str, set: &[&str]) -> Vec<String> {
    let procedure = format!("procedure={procedure}");
    [procedure.as_str()].iter().chain(set).map(|&assignment| assignment.to_owned()).collect()
}

/// Plays the plain casting, changed by `set`, with `dice`: a digit for each die
/// in the order in which they are rolled, a word for each pool. Compares the
/// metrics that `expected` names, as in `"hits 2, damage_type stun"`. A die too
/// many or too few fails, so every check is one of all its pools.
#[track_caller]
pub fn check(procedure: &str, set: &[&str], dice: &str, expected: &str) {
    compare(&plain(procedure, set), dice, expected);
}

/// Plays a scenario with a digit for each die, and compares the metrics that `expected` names. A
/// die too many or too few fails.
#[track_caller]
pub fn compare(scenario: &Scenario, dice: &str, expected: &str) {
    let faces: Vec<u32> = dice.chars().filter_map(|face| face.to_digit(10)).collect();
    let outcome = common::play(scenario, &faces);
    for pair in expected.split(", ") {
        let (name, value) = pair.split_once(' ').expect("a metric and its value");
        let metric = outcome.iter().find(|(metric, _)| metric == name).expect("the metric exists");
        assert_eq!(metric.1, value, "{name} of {dice:?}: {outcome:?}");
    }
}

/// The plain casting, changed by `set`, is in error, and all it says is this.
#[track_caller]
pub fn check_errors(procedure: &str, set: &[&str], expected: &[&str]) {
    let set = with_procedure(procedure, set);
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let errors = common::try_parse(PLAIN, &set).expect_err("this is no scenario");
    assert_eq!(errors.lines().count(), expected.len(), "{errors}");
    for message in expected {
        assert!(errors.contains(message), "no {message:?} in:\n{errors}");
    }
}
