//! What the reports of decisions share: settings, and how they were found, in words.

use crate::analysis::Skipped;
use crate::description::System;

/// A setting as options have it: `choice.force=6, choice.reagents=8`.
pub fn setting(keys: &[String], values: &[String]) -> String {
    let parts: Vec<String> = keys.iter().zip(values).map(|(key, value)| format!("{key}={value}")).collect();
    parts.join(", ")
}

/// How something was found that took so many trials; `None`: it is exact.
pub fn engine_name(trials: Option<u64>) -> &'static str {
    if trials.is_some() { "sampled" } else { "exact" }
}

/// How many settings there are, how they were found, and why others are not there.
pub fn counts(system: &System, count: usize, sampled: usize, keys: &[String], skipped: &[Skipped]) -> String {
    let settings = if count == 1 { "setting" } else { "settings" };
    format!("{count} {settings}, {}\n{}", found(count, sampled), left_out(system, keys, skipped))
}

/// How many rows of a table are left out, and where they are.
pub fn more(left: usize, what: &str) -> String {
    if left == 0 { String::new() } else { format!("… and {left} more{what}\n") }
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
