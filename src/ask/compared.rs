//! A scenario and its variants side by side.

use serde_json::{Value, json};

use super::Checked;
use super::problem::{Refusal, shown};
use crate::analysis::{Comparison, Distribution, Effort, Odds, Progress, compare};
use crate::report::page;
use crate::scenario::Scenario;

/// The columns of a scenario and its variants, the items that they have in common, and the
/// distributions of metrics in all of them. A variant with problems has a column, but no values.
pub fn compared(checked: &Checked) -> Result<Value, Refusal> {
    let Checked { document, scenario, variants, .. } = checked;
    let right = variants.iter().filter_map(|(_, variant)| variant.as_ref().ok());
    let all: Vec<&Scenario> = [scenario].into_iter().chain(right).collect();
    let comparison = compare(&all, &Effort::default(), &Progress::default())?;
    let mut odds = comparison.odds.iter();
    let mut column = |name: &str, problems: Value| {
        let odds = if problems.is_null() { odds.next() } else { None };
        let trials = odds.and_then(|odds| odds.engine.trials());
        json!({ "name": name, "trials": trials, "problems": problems })
    };
    let base = column(&scenario.base, Value::Null);
    let others = variants.iter().map(|(name, variant)| match variant {
        Ok(_) => column(name, Value::Null),
        Err(problems) => column(name, json!(shown(problems, Some(document)))),
    });
    let columns: Vec<Value> = [base].into_iter().chain(others).collect();
    Ok(json!({ "columns": columns, "items": page::compared(&comparison), "metrics": metrics(&comparison) }))
}

/// The metrics with several numbers as values that the first scenario has, and their distributions in
/// every scenario; null where a scenario does not have it.
fn metrics(comparison: &Comparison) -> Vec<Value> {
    let Some(first) = comparison.odds.first() else { return Vec::new() };
    let metric = |one: &Distribution| {
        let law =
            |odds: &Odds| odds.distribution(&one.metric.name).map(|found| page::law(found, odds.engine));
        json!({
            "name": one.metric.label,
            "first": one.metric.range().0,
            "laws": comparison.odds.iter().map(law).collect::<Vec<_>>(),
        })
    };
    page::charted(first).filter(|one| !one.metric.is_nominal()).map(metric).collect()
}
