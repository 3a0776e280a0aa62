//! Results as JSON.

use serde_json::{Map, Value, json};

use super::entry::question_entries;
use super::odds;
use crate::analysis::{Distribution, Odds, Telling};
use crate::chance::{Line, MetricSpec, StepText};
use crate::description::SideTable;
use crate::scenario::Scenario;

/// The notes of the manifest `run.json`: the scenario, and how its odds were computed. `seconds` is
/// the wall time.
pub fn run(scenario: &Scenario, odds: &Odds, seconds: f64) -> Value {
    json!({
        "variant": scenario.variant,
        "title": scenario.title,
        "choices": scenario.ready.choices,
        "system": scenario.system.name,
        "procedure": scenario.procedure.name,
        "keys": keys(scenario),
        "facts": derived_values(scenario),
        "questions": scenario.questions.iter().map(|question| {
            json!({ "name": question.name, "event": question.event.text() })
        }).collect::<Vec<_>>(),
        "engine": odds.engine,
        "given": odds.given,
        "simulation": odds.witness,
        "seconds": seconds,
    })
}

/// The odds, for `--format json`. A deterministic scenario has its tables instead.
pub fn odds(scenario: &Scenario, found: &Odds) -> Value {
    if scenario.is_deterministic() {
        let table = |side: &SideTable| odds::side_table(side, &side.rows(&found.indicators)).json();
        let tables = scenario.ready.tables.iter().map(|side| (side.name.to_string(), table(side)));
        return json!({
            "title": scenario.title,
            "variant": scenario.variant,
            "choices": scenario.ready.choices,
            "tables": tables.collect::<Map<_, _>>(),
        });
    }
    json!({
        "title": scenario.title,
        "variant": scenario.variant,
        "choices": scenario.ready.choices,
        "facts": derived_values(scenario),
        "engine": found.engine,
        "given": found.given,
        "simulation": found.witness,
        "metrics": found.distributions.iter().map(distribution).collect::<Vec<_>>(),
        "questions": odds::chances(found, &question_entries(&[found])).json(),
    })
}

/// A single resolution step by step, for `explain --format json`.
pub fn telling(scenario: &Scenario, telling: &Telling, seed: u64) -> Value {
    let procedure = &scenario.ready.procedure;
    let outcome = procedure.metrics().iter().zip(&telling.outcome);
    let outcome = outcome.map(|(metric, &value)| (metric.name.clone(), metric_value(metric, value)));
    json!({
        "title": scenario.title,
        "choices": scenario.ready.choices,
        "seed": telling.attempt.map(|_| seed),
        "resolution": telling.attempt,
        "steps": telling.story.steps.iter().map(|told| {
            let text = StepText::of(procedure.steps(), told.step);
            json!({
                "number": text.number,
                "who": text.who,
                "title": text.title,
                "lines": told.lines.iter().map(line).collect::<Vec<_>>(),
            })
        }).collect::<Vec<_>>(),
        "outcome": outcome.collect::<Map<_, _>>(),
    })
}

/// Indented JSON with a final newline.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn line(line: &Line) -> Value {
    match line {
        Line::Note(text) => json!({ "note": text }),
        Line::Roll { dice, result } => {
            let faces: Vec<&[i64]> = dice.iter().map(|die| &die.faces[..]).collect();
            json!({ "dice": faces, "result": result })
        }
    }
}

fn distribution(distribution: &Distribution) -> Value {
    let Distribution { metric, summary, .. } = distribution;
    json!({
        "name": metric.name,
        "label": metric.label,
        "names": metric.names(),
        "mean": summary.map(|of| of.mean),
        "mean_low": summary.map(|of| of.mean_low),
        "mean_high": summary.map(|of| of.mean_high),
        "sd": summary.map(|of| of.sd),
        "p05": summary.map(|of| of.p05),
        "median": summary.map(|of| of.median),
        "p95": summary.map(|of| of.p95),
        "law": odds::law(distribution).json(),
    })
}

fn metric_value(metric: &MetricSpec, value: i64) -> Value {
    if metric.labels().is_some() { Value::from(metric.show(value)) } else { Value::from(value) }
}

/// The derived values by name, which the procedure knows before any resolution.
fn derived_values(scenario: &Scenario) -> Map<String, Value> {
    scenario.ready.derived.iter().map(|derived| (derived.name.to_string(), json!(derived.value))).collect()
}

/// The resolved keys as nested tables; items of arrays by position.
fn keys(scenario: &Scenario) -> Value {
    let mut root = Map::new();
    for (path, value) in scenario.input.iter() {
        insert(&mut root, &path.split('.').collect::<Vec<_>>(), json!(value));
    }
    Value::Object(root)
}

/// Inserts a value into an object at a path of keys, and creates the objects in between. A prefix
/// of the path must not hold a plain value.
pub fn insert(object: &mut Map<String, Value>, path: &[impl AsRef<str>], value: Value) {
    let Some((last, groups)) = path.split_last() else { return };
    let inner = groups.iter().fold(object, |object, group| {
        let group = object.entry(group.as_ref()).or_insert_with(|| Value::Object(Map::new()));
        group.as_object_mut().expect("no value has others below it")
    });
    inner.insert(last.as_ref().to_owned(), value);
}
