//! What the reports of decisions share: settings and statistics in words.

use serde_json::{Map, Value, json};

use super::number::{Error, round_trip, supported};
use crate::analysis::Skipped;
use crate::scenario::expression::Estimate;
use crate::stats::{ROUNDING, same};

/// A setting in words: `choice.force=6, choice.reagents=8`.
pub fn setting(keys: &[String], values: &[String]) -> String {
    let parts: Vec<String> = keys.iter().zip(values).map(|(key, value)| format!("{key}={value}")).collect();
    parts.join(", ")
}

/// The same for programs.
pub fn setting_json(keys: &[String], values: &[String]) -> Value {
    Value::Object(keys.iter().cloned().zip(values.iter().map(|value| json!(value))).collect::<Map<_, _>>())
}

/// A statistic with as many decimals as its error supports.
pub fn number(Estimate { value, error }: Estimate) -> String {
    match error {
        _ if !value.is_finite() => "no value".to_owned(),
        // An exact whole number is one.
        ..ROUNDING if same(value, value.round()) => supported(value, Error::Within(1.0)),
        // What is not 0 is not shown as 0.
        ..ROUNDING if value.abs() < 5e-5 => format!("{value:.1e}"),
        ..ROUNDING => supported(value, Error::Omitted(0.0)),
        _ => supported(value, Error::Within(error)),
    }
}

/// A difference, with its sign.
pub fn change(estimate: Estimate) -> String {
    // Exact sums miss by rounding.
    if estimate.error == 0.0 && same(estimate.value, 0.0) {
        return "0".to_owned();
    }
    // One digit more than the error supports, so that the sign is not lost.
    let text = number(Estimate { error: estimate.error / 10.0, ..estimate });
    if text.starts_with('-') || !estimate.value.is_finite() { text } else { format!("+{text}") }
}

/// A number that is exact.
pub fn plain(value: f64) -> String {
    number(Estimate { value, error: 0.0 })
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
pub fn counts(count: usize, sampled: usize, keys: &[String], skipped: &[Skipped]) -> String {
    let how = match (sampled, count) {
        (0, _) => "exact".to_owned(),
        (sampled, all) if sampled == all => "sampled".to_owned(),
        (sampled, all) => format!("{} exact, {sampled} sampled", all - sampled),
    };
    let settings = if count == 1 { "setting" } else { "settings" };
    let mut text = format!("{count} {settings}, {how}\n");
    if let Some(first) = skipped.first() {
        let why = first.problems.0.first().map_or("", |problem| problem.message.as_str());
        text += &format!(
            "{} skipped that the rules do not allow; the first, {}: {why}\n",
            skipped.len(),
            setting(keys, &first.values)
        );
    }
    text
}
