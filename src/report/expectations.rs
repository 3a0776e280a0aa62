//! The results of expectations, as text and JSON.

use serde_json::{Value, json};

use super::decision::engine_name;
use super::number::{Digits, Known, Measure, grouped};
use crate::analysis::{Checked, Verdict};

/// The verdict, and a line for each expectation, file by file.
pub fn text(results: &[(&str, Vec<Checked>)]) -> String {
    let all = || results.iter().flat_map(|(_, checked)| checked);
    let count = |name: &str| all().filter(|one| verdict(one.verdict) == name).count();
    let [met, failed, undecided] = ["ok", "failed", "undecided"].map(count);
    let undecided = if undecided > 0 { format!(", {undecided} undecided") } else { String::new() };
    let mut text = format!("{met} ok, {failed} failed{undecided}\n\n");
    for (path, checked) in results {
        for one in checked {
            let (line, _) = one.expectation.place.line_and_column();
            let word = if one.verdict == Verdict::Failed { "FAILED" } else { verdict(one.verdict) };
            let statistic = one.expectation.statistic.text();
            let given = if one.given.is_empty() { String::new() } else { format!(", given {},", one.given) };
            text += &format!("{word:<10} {path}:{line}  {statistic}{given} is {}\n", in_words(one));
        }
    }
    text
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
    let Checked { expectation, estimate, trials, verdict, .. } = checked;
    let measure = if expectation.statistic.is_chance() { Measure::Chance } else { Measure::Number };
    let digits = digits_within(expectation.low, expectation.high);
    let value = match trials {
        _ if !estimate.value.is_finite() => {
            "undefined (a division by zero, or a condition that never occurs)".to_owned()
        }
        None => briefly(measure, estimate.value, digits),
        Some(_) => {
            let known = Known::sampled(*estimate);
            format!("{} ({})", measure.write(known, digits), measure.interval(known, digits))
        }
    };
    let range = range_in_words(measure, expectation.low, expectation.high);
    match verdict {
        Verdict::Met => format!("{value} (expected {range})"),
        Verdict::Failed => format!("{value}, not {range}"),
        Verdict::Undecided { trials } if *trials < FEASIBLE => {
            // An extrapolation: two digits of it are enough.
            let unit = 10_f64.powf((trials.log10().floor() - 1.0).max(0.0));
            let trials = grouped(((trials / unit).ceil() * unit) as u64);
            format!("{value}, expected {range}; about {trials} trials would decide")
        }
        Verdict::Undecided { .. } => {
            format!("{value}, expected {range}; a sample cannot decide between values so near")
        }
    }
}

/// A sample of as many trials or more is not feasible.
const FEASIBLE: f64 = 1e12;

/// Six figures, or as many as tell the ends of a range apart, so that a value in it reads as one in it.
fn digits_within(low: f64, high: f64) -> Digits {
    let tells = |&figures: &usize| {
        let [low, high] = [low, high].map(|end| Measure::Number.write(end, Digits::Figures(figures)));
        low != high
    };
    let figures =
        if is_number(low, high) { 6 } else { (5..12).find(tells).map_or(12, |figures| figures + 1) };
    Digits::Figures(figures)
}

/// Whether a range is as wide as a rounding error.
fn is_number(low: f64, high: f64) -> bool {
    high - low <= 1e-8 * high.abs().max(1.0)
}

/// The range in which a statistic should be. One that is as wide as a rounding error is a number.
fn range_in_words(measure: Measure, low: f64, high: f64) -> String {
    let said = |bound: f64| measure.goal(bound);
    match is_number(low, high) {
        true => briefly(measure, (low + high) / 2.0, Digits::Figures(6)),
        false => format!("{} to {}", said(low), said(high)),
    }
}

/// A number with these digits, or with fewer if that is all of it.
fn briefly(measure: Measure, value: f64, digits: Digits) -> String {
    let whole = measure.goal(value);
    let written = measure.write(value, digits);
    if whole.len() <= written.len() { whole } else { written }
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
            "given": checked.given,
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
