//! What the reports of decisions share: settings and statistics in words.

use serde_json::{Map, Value, json};

use super::number::{Measure, round_trip};
use crate::analysis::Skipped;
use crate::description::System;
use crate::expression::Estimate;

/// A setting as options have it: `choice.force=6, choice.reagents=8`.
pub fn setting(keys: &[String], values: &[String]) -> String {
    let parts: Vec<String> = keys.iter().zip(values).map(|(key, value)| format!("{key}={value}")).collect();
    parts.join(", ")
}

/// A setting for programs.
pub fn setting_json(keys: &[String], values: &[String]) -> Value {
    Value::Object(keys.iter().cloned().zip(values.iter().map(|value| json!(value))).collect::<Map<_, _>>())
}

/// A statistic with the digits that are known of it.
pub fn number(estimate: Estimate) -> String {
    Measure::Number.write(estimate)
}

/// A number that is exact.
pub fn plain(value: f64) -> String {
    Measure::Number.write(value)
}

/// A number as a file has it; empty where there is none.
pub fn cell(value: f64) -> String {
    if value.is_finite() { round_trip(value) } else { String::new() }
}

/// A statistic for programs.
pub fn estimate_json(estimate: Estimate) -> Value {
    json!({ "value": estimate.value, "low": estimate.low(), "high": estimate.high() })
}

/// How many settings there are, how they were found, and why others are not there.
pub fn counts(system: &System, count: usize, sampled: usize, keys: &[String], skipped: &[Skipped]) -> String {
    let settings = if count == 1 { "setting" } else { "settings" };
    format!("{count} {settings}, {}\n{}", found(count, sampled), left_out(system, keys, skipped))
}

/// How settings were found, of which so many were sampled.
pub fn found(count: usize, sampled: usize) -> String {
    match sampled {
        0 => "exact".to_owned(),
        _ if sampled == count => "sampled".to_owned(),
        _ => format!("{} exact, {sampled} sampled", count - sampled),
    }
}

/// How many settings are not there, and why not; nothing if all are.
pub fn left_out(system: &System, keys: &[String], skipped: &[Skipped]) -> String {
    let Some(first) = skipped.first() else { return String::new() };
    let why = first.problems.0.first().map_or("", |problem| problem.message.as_str());
    let words = system.say_setting(keys, &first.values);
    format!("{} skipped that the rules do not allow; the first, {words}: {why}\n", skipped.len())
}
