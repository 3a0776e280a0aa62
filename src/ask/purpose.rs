//! What can be varied in a scenario, and which goals it can have.

use std::ops::Range;

use serde_json::{Value as Json, json};

use super::Checked;
use super::problem::shown;
use crate::description::words::{capitalized, quoted};
use crate::description::{Key, Kind, Value};
use crate::scenario::{Document, Grid, Outline, Written};

/// The tables `[vary]` and `[advise]`, with suggestions for what they may contain.
pub fn purpose(document: &Document, outline: &Outline, checked: Option<&Checked>) -> Json {
    let text = |path: &str| document.get(path).and_then(|entry| entry.value.bare());
    let keys = outline.procedure.keys.iter().filter(|key| key.is_choice());
    let paths = keys.flat_map(|key| {
        let positions = key.array().map_or(vec![0], |array| document.positions(array));
        positions.into_iter().map(move |position| (key, key.at(position)))
    });
    let varied = paths.filter_map(|(key, path)| {
        Some(json!({
            "key": path,
            "label": capitalized(&key.label_at(&path)),
            "values": text(&format!("vary.{path}")),
            "suggested": suggested(key, &path, outline)?,
        }))
    });
    let conditions = match document.get("advise.subject_to").map(|entry| &entry.value) {
        Some(Written::List(conditions)) => conditions.iter().filter_map(Written::bare).collect(),
        _ => Vec::new(),
    };
    // The odds do not depend on what is varied.
    let problems = match Grid::of_file(document) {
        Ok(_) => Vec::new(),
        Err(problems) => shown(&problems, Some(document)),
    };
    json!({
        // The keys that a player decides.
        "choices": varied.collect::<Vec<_>>(),
        // Statistics that can be the objective.
        "objectives": checked.map_or_else(Vec::new, objectives),
        "maximize": text("advise.maximize"),
        "minimize": text("advise.minimize"),
        "conditions": conditions,
        "cost": text("advise.cost"),
        "problems": problems,
    })
}

/// Suggests values of a key around its current one, as written in `[vary]`.
fn suggested(key: &Key, path: &str, outline: &Outline) -> Option<String> {
    match &key.kind {
        &Kind::Integer { min, max } => {
            let value = outline.input.get(path);
            let own = match value {
                Some(Value::Integer(own)) => *own,
                _ => min.max(3),
            };
            let most = (2 * own.max(3)).min(max);
            let least = min.max(own - (most - own)).max(if value.is_none() { 1 } else { min });
            let range = format!("{least}..{}", greatest_allowed(path, least.max(own)..most, outline));
            Some(if value.is_none() { format!("unset,{range}") } else { range })
        }
        Kind::Flag => Some("true,false".to_owned()),
        Kind::Words(words) => Some(words.iter().map(|(word, _)| &**word).collect::<Vec<_>>().join(",")),
        Kind::Preset => {
            let presets = outline.system.presets_for(key, &outline.procedure.name);
            let names: Vec<&str> = presets.map(|preset| &*preset.name).collect();
            Some(names.join(",")).filter(|names| !names.is_empty())
        }
        _ => None,
    }
}

/// A greater value is not searched for the limit of a key.
const GREATEST_LIMIT: i64 = 60;

/// The range of an integer key: what the other keys allow, if a player decides it, or else what the rules
/// allow for any.
pub fn limits(key: &Key, path: &str, outline: &Outline) -> Option<(i64, i64)> {
    let &Kind::Integer { min, max } = &key.kind else { return None };
    if !key.is_choice() {
        return Some((min, max));
    }
    // Large values may take long to prepare, so small ones are tried first.
    let most = max.min(GREATEST_LIMIT);
    let mut end = most.min(min.max(4));
    let mut greatest = greatest_allowed(path, min..end, outline);
    while greatest == end && end < most {
        end = most.min(2 * end);
        greatest = greatest_allowed(path, min..end, outline);
    }
    // If the scenario is wrong elsewhere, it seems that no value is allowed.
    Some((min, if min < greatest && greatest < end { greatest } else { max }))
}

/// The greatest value of a key, of those in a range and its end, that the rules allow where the other
/// keys are as they are: no Force above twice Magic. The start of the range counts as allowed.
fn greatest_allowed(path: &str, Range { start, end }: Range<i64>, outline: &Outline) -> i64 {
    let Outline { system, procedure, input, .. } = outline;
    let mut known = input.clone();
    for (path, values) in input.unknown() {
        known.set(path, values[0].0.clone());
    }
    let mut is_allowed = |value: i64| {
        known.set(path, Value::Integer(value));
        procedure.prepare_all(&known, system).is_ok_and(|prepared| prepared.faults.is_empty())
    };
    let is_limited = procedure.limited.as_ref().is_none_or(|limited| limited.iter().any(|key| *key == path));
    if !is_limited || start >= end || is_allowed(end) {
        return end;
    }
    let (mut allowed, mut refused) = (start, end);
    while allowed + 1 < refused {
        let middle = allowed + (refused - allowed) / 2;
        if is_allowed(middle) { allowed = middle } else { refused = middle }
    }
    allowed
}

/// The chances of the questions and of the metrics that are 0 or 1, and the means of the other metrics.
fn objectives(checked: &Checked) -> Vec<Json> {
    let scenario = &checked.scenario;
    let objective = |statistic: String, label: String| json!({ "statistic": statistic, "label": label });
    let chance = |statistic: String, of: &str| objective(statistic, format!("the chance of {}", quoted(of)));
    let asked = scenario.questions.iter().filter(|question| !question.name.contains('"'));
    let asked = asked.map(|question| chance(format!("p(\"{}\")", question.name), &question.name));
    let metrics = scenario.ready.procedure.metrics().iter().filter(|metric| !metric.is_nominal());
    let metrics =
        metrics.filter(|metric| metric.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
    let of_metrics = metrics.map(|metric| match metric.is_indicator() {
        true => chance(format!("p({} == 1)", metric.name), &metric.label),
        false => objective(format!("mean({})", metric.name), format!("{} on average", metric.label)),
    });
    asked.chain(of_metrics).collect()
}
