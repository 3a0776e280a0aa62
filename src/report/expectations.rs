//! The results of expectations, as text and JSON.

use serde_json::{Value, json};

use super::decision::engine_name;
use super::number::{Known, Measure, grouped};
use crate::analysis::{Checked, Verdict};

/// A line for each expectation, file by file, and a summary.
pub fn text(results: &[(&str, Vec<Checked>)]) -> String {
    let mut text = String::new();
    for (path, checked) in results {
        for one in checked {
            let (line, _) = one.expectation.place.line_and_column();
            let word = if one.verdict == Verdict::Failed { "FAILED" } else { verdict(one.verdict) };
            let statistic = one.expectation.statistic.text();
            text += &format!("{word:<10} {path}:{line}: {statistic} is {}\n", in_words(one));
        }
    }
    let all = || results.iter().flat_map(|(_, checked)| checked);
    let [met, failed, undecided] =
        ["ok", "failed", "undecided"].map(|name| all().filter(|one| verdict(one.verdict) == name).count());
    let undecided = if undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
    text + &format!("\n{met} ok, {failed} failed{undecided}\n")
}

/// The name of a verdict in JSON.
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Met => "ok",
        Verdict::Failed => "failed",
        Verdict::Undecided { .. } => "undecided",
    }
}

/// The value of a statistic, and the expected range.
pub fn in_words(checked: &Checked) -> String {
    let Checked { expectation, estimate, trials, verdict } = checked;
    let value = match trials {
        _ if !estimate.value.is_finite() => {
            "undefined (a division by zero, or a condition that never occurs)".to_owned()
        }
        None => Measure::Number.write(*estimate),
        Some(_) => {
            let known = Known::sampled(*estimate);
            format!("{} ({})", Measure::Number.write(known), Measure::Number.interval(known))
        }
    };
    let [low, high] = [expectation.low, expectation.high].map(|bound| Measure::Number.goal(bound));
    let range = if low == high { low } else { format!("{low} to {high}") };
    match verdict {
        Verdict::Met => format!("{value}, as expected from {range}"),
        Verdict::Failed => format!("{value}, not {range}"),
        Verdict::Undecided { trials } => {
            // More trials are not feasible anyway, so the exact number does not matter.
            let trials = grouped(trials.min(1e18).ceil() as u64);
            format!("{value}, expected {range}; about {trials} trials would decide")
        }
    }
}

/// The results as JSON.
pub fn json(results: &[(&str, Vec<Checked>)]) -> Value {
    let one = |path: &str, checked: &Checked| {
        let (line, _) = checked.expectation.place.line_and_column();
        let needed = match checked.verdict {
            Verdict::Undecided { trials } => Some(trials),
            Verdict::Met | Verdict::Failed => None,
        };
        json!({
            "scenario": path,
            "line": line,
            "stat": checked.expectation.statistic.text(),
            "between": [checked.expectation.low, checked.expectation.high],
            "value": checked.estimate.value,
            "low": checked.estimate.low,
            "high": checked.estimate.high,
            "engine": engine_name(checked.trials),
            "trials": checked.trials,
            "verdict": verdict(checked.verdict),
            "trials_needed": needed,
        })
    };
    let all: Vec<Value> = results
        .iter()
        .flat_map(|(path, checked)| checked.iter().map(move |checked| one(path, checked)))
        .collect();
    json!({ "expectations": all })
}
