//! Whether a scenario, and the rule text in it, are what they are expected to be.

use serde_json::{Value, json};

use super::problem::Refusal;
use super::{Checked, effort};
use crate::analysis::{Checked as Verdicts, Progress, check};
use crate::report::expectations;
use crate::scenario::{Place, Scenario};

/// What a scenario expects of its values, and its rule text of the defaults of its keys.
pub fn expected(checked: &Checked) -> Result<Value, Refusal> {
    let rules = checked.document.rules();
    let of_rules = checked.rules_alone.as_ref();
    let both = [(of_rules, rules.as_ref()), (Some(&checked.scenario), None)];
    let mut all = Vec::new();
    for (scenario, rules) in both {
        all.extend(scenario.map_or(Ok(Vec::new()), |scenario| of_scenario(scenario, rules))?);
    }
    Ok(json!(all))
}

/// What came of the expectations of a scenario; those of a rule text have its lines.
fn of_scenario(scenario: &Scenario, rules: Option<&Place>) -> Result<Vec<Value>, Refusal> {
    let verdicts = check(scenario, &effort(), &Progress::default())?;
    let one = |one: &Verdicts| {
        let (line, _) = one.expectation.place.line_and_column();
        let before = rules.map_or(0, |rules| rules.line_and_column().0 - 1);
        json!({
            "is_in_rules": rules.is_some(),
            "line": line - before,
            "stat": one.expectation.statistic.text(),
            "verdict": expectations::verdict(one.verdict),
            "words": expectations::in_words(one),
        })
    };
    Ok(verdicts.iter().map(one).collect())
}
