//! Checks the expectations of a scenario, and of the rule text in it.

use serde_json::{Value, json};

use super::Checked;
use super::problem::Refusal;
use crate::analysis::{Checked as Verdicts, Effort, Progress, check};
use crate::report::expectations;
use crate::scenario::{Place, Scenario};

/// The verdicts on the expectations of a scenario, and on those of its rule text, for the defaults of
/// its keys.
pub fn expected(checked: &Checked) -> Result<Value, Refusal> {
    let mut all = match &checked.rules_alone {
        Some(alone) => of_scenario(alone, checked.document.rules().as_ref())?,
        None => Vec::new(),
    };
    all.extend(of_scenario(&checked.scenario, None)?);
    Ok(json!(all))
}

/// The verdicts on the expectations of a scenario. Those of a rule text have line numbers of that text.
fn of_scenario(scenario: &Scenario, rules: Option<&Place>) -> Result<Vec<Value>, Refusal> {
    let verdicts = check(scenario, &Effort::default(), &Progress::default())?;
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
