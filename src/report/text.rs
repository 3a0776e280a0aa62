//! Results on a terminal.

use comfy_table::{CellAlignment, Table, presets};

use super::number::{Error, cell, grouped, one_in, percent, supported};
use crate::analysis::{Answer, Distribution, Engine, Odds, Row};
use crate::scenario::Scenario;
use crate::stats::Summary;
use crate::systems::{Preset, Value};

/// The odds of one scenario: a title line with the choices in words, the
/// metrics, the questions. `exact` is shown beside what is sampled.
pub fn odds(scenario: &Scenario, odds: &Odds, exact: Option<&Odds>, seconds: f64) -> String {
    let trials = odds.engine.trials().unwrap_or(0);
    let mut parts = vec![heading(scenario, odds.engine, trials, seconds)];
    parts.extend(facts(scenario));
    parts.push(metrics(odds, exact));
    if !odds.answers.is_empty() {
        parts.push(questions(odds, exact));
    }
    parts.join("\n")
}

/// A scenario that leaves nothing to luck: its tables.
pub fn settled(scenario: &Scenario, variant: Option<&str>) -> String {
    let name = variant.map_or_else(String::new, |name| format!(" ({name})"));
    let mut parts = vec![format!("{}{name}\n{}\n", scenario.title, scenario.ready.choices)];
    for side in &scenario.ready.tables {
        let mut table = plain_table();
        table.set_header(side.columns);
        for row in side.rows(&[]) {
            table.add_row(row.iter().map(cell));
        }
        parts.push(lines(table));
    }
    parts.join("\n")
}

/// The odds of a scenario and its variants side by side.
pub fn side_by_side(columns: &[(String, &Scenario, &Odds)], seconds: f64) -> String {
    let (_, scenario, first) = &columns[0];
    let trials = columns.iter().filter_map(|(_, _, odds)| odds.engine.trials()).sum();
    let mut heading = heading(scenario, first.engine, trials, seconds);
    for (name, variant, _) in &columns[1..] {
        heading += &format!("{name}: {}\n", changes(scenario, variant));
    }
    let mut table = plain_table();
    let names = columns.iter().map(|(name, _, _)| name.as_str());
    table.set_header(std::iter::once("metric, mean").chain(names.clone()));
    for name in metric_rows(columns) {
        let cells = columns.iter().map(|(_, _, odds)| name.cell(odds));
        table.add_row(std::iter::once(name.to_string()).chain(cells));
    }
    let mut parts = vec![heading];
    parts.extend(facts_side_by_side(columns));
    parts.push(shown(table));
    let questions = question_rows(columns);
    if !questions.is_empty() {
        let mut table = plain_table();
        table.set_header(std::iter::once("question").chain(names));
        for name in questions {
            let answer = |odds: &Odds| {
                let answer = odds.answers.iter().find(|answer| answer.name == name);
                answer.map(|answer| probability(answer, odds.engine))
            };
            let cells = columns.iter().map(|(_, _, odds)| answer(odds).unwrap_or_default());
            table.add_row(std::iter::once(name.to_owned()).chain(cells));
        }
        parts.push(shown(table));
    }
    parts.join("\n")
}

/// The keys in which a variant differs, with their values.
fn changes(scenario: &Scenario, variant: &Scenario) -> String {
    let (before, after) = (&scenario.input, &variant.input);
    // What a preset fills is said by its name.
    let filled = |path: &str, value: &Value| {
        let is_named = |preset: &&Preset| after.get(preset.key) == Some(&Value::Word(preset.name.to_owned()));
        let fills = variant.system.presets.iter().filter(is_named).flat_map(|preset| preset.fills);
        fills.into_iter().any(|(key, literal)| *key == path && literal.value() == *value)
    };
    let changed =
        after.iter().filter(|(path, value)| before.get(path) != Some(*value) && !filled(path, value));
    let mut changes: Vec<String> = changed.map(|(path, value)| format!("{path} = {value}")).collect();
    let gone = before.iter().filter(|(path, _)| after.get(path).is_none());
    changes.extend(gone.map(|(path, _)| format!("{path} unset")));
    if changes.is_empty() { "no change".to_owned() } else { changes.join(", ") }
}

/// How the numbers came about, in a line.
fn engine(engine: Engine) -> String {
    match engine {
        Engine::Exact { omitted: 0.0, visited } => format!("exact: {} outcomes", grouped(visited)),
        Engine::Exact { omitted, visited } => {
            format!("exact: {} outcomes, at most {omitted:.1e} of the probability left out", grouped(visited))
        }
        Engine::Sampled { trials: 1, seed } => format!("1 resolution, seed {seed}"),
        Engine::Sampled { trials, seed } => format!("{} resolutions, seed {seed}", grouped(trials)),
    }
}

/// `trials` are all that were taken in these `seconds`.
fn heading(scenario: &Scenario, engine_: Engine, trials: u64, seconds: f64) -> String {
    let rate = match engine_ {
        Engine::Sampled { .. } if seconds > 0.0 => {
            format!(", {:.1} million a second", trials as f64 / seconds / 1e6)
        }
        _ => String::new(),
    };
    format!("{}\n{}\n{}; {seconds:.3} s{rate}\n", scenario.title, scenario.ready.choices, engine(engine_))
}

/// What the procedure knows before any resolution, a line each.
fn facts(scenario: &Scenario) -> Option<String> {
    let lines = scenario.ready.facts.iter().map(|fact| format!("{}: {}\n", fact.title, fact.text));
    Some(lines.collect()).filter(|text: &String| !text.is_empty())
}

/// The same of scenarios side by side.
fn facts_side_by_side(columns: &[(String, &Scenario, &Odds)]) -> Option<String> {
    let mut titles: Vec<&str> = Vec::new();
    for fact in columns.iter().flat_map(|(_, scenario, _)| &scenario.ready.facts) {
        if !titles.contains(&fact.title) {
            titles.push(fact.title);
        }
    }
    let lines = titles.iter().flat_map(|title| {
        columns.iter().filter_map(move |(name, scenario, _)| {
            let fact = scenario.ready.facts.iter().find(|fact| fact.title == *title)?;
            Some(format!("{title}, {name}: {}\n", fact.text))
        })
    });
    Some(lines.collect()).filter(|text: &String| !text.is_empty())
}

fn metrics(odds: &Odds, exact: Option<&Odds>) -> String {
    let mut table = plain_table();
    let mut header = vec!["metric", "mean", "sd", "5–95 %"];
    if exact.is_some() {
        header.extend(["exact", "gap"]);
    }
    table.set_header(header);
    for (index, distribution) in odds.distributions.iter().enumerate() {
        let exact = exact.map(|exact| &exact.distributions[index]);
        match &distribution.summary {
            Some(summary) => table.add_row(integer_row(distribution, summary, exact, odds.engine)),
            None => table.add_rows(label_rows(distribution, exact, odds.engine)),
        };
    }
    let mut text = shown(table);
    if exact.is_some() {
        text += "gap: sampled less exact, in standard errors\n";
    }
    text
}

fn integer_row(
    distribution: &Distribution,
    summary: &Summary,
    exact: Option<&Distribution>,
    engine: Engine,
) -> Vec<String> {
    let mut row = vec![
        distribution.metric.name.clone(),
        mean(summary, engine),
        format!("{:.2}", summary.sd),
        format!("{} to {}", summary.p05, summary.p95),
    ];
    if let Some(exact) = exact.and_then(|exact| exact.summary) {
        let trials = engine.trials().unwrap_or(1) as f64;
        let error = exact.sd / trials.sqrt();
        let fine = half(summary.mean_low, summary.mean_high) / 10.0;
        row.push(supported(exact.mean, Error::Within(fine)));
        row.push(gap(summary.mean - exact.mean, error));
    }
    row
}

/// A row for each label that was seen or has probability.
fn label_rows(distribution: &Distribution, exact: Option<&Distribution>, engine: Engine) -> Vec<Vec<String>> {
    let metric = &distribution.metric;
    let labels = 0..metric.names().map_or(0, |names| names.len() as i64);
    labels
        .filter_map(|value| {
            let seen = row_of(distribution, value);
            let law = exact.and_then(|exact| row_of(exact, value));
            if seen.is_none() && law.is_none() {
                return None;
            }
            let (p, half) = share(seen);
            let shown = percent(p, error(half, engine));
            let mut cells = vec![format!("{} {}", metric.name, metric.say(value)), shown];
            cells.extend([String::new(), String::new()]);
            if let (Some(_), Some(trials)) = (exact, engine.trials()) {
                let q = law.map_or(0.0, |row| row.probability);
                cells.push(percent(q, Error::Within(half / 10.0)));
                cells.push(gap(p - q, standard_error(q, trials)));
            }
            Some(cells)
        })
        .collect()
}

fn questions(odds: &Odds, exact: Option<&Odds>) -> String {
    let mut table = plain_table();
    let mut header = vec!["question", "probability", "95 % interval", "1 in"];
    if exact.is_some() {
        header.extend(["exact", "gap"]);
    } else if odds.engine.trials().is_none() {
        header.remove(2);
    }
    table.set_header(header);
    for (index, answer) in odds.answers.iter().enumerate() {
        let mut row = vec![answer.name.clone(), probability(answer, odds.engine)];
        if let Some(trials) = odds.engine.trials() {
            let fine = Error::Within(half(answer.low, answer.high) / 10.0);
            row.push(format!(
                "{} to {}",
                percent(answer.low, fine).replace(" %", ""),
                percent(answer.high, fine)
            ));
            row.push(one_in(answer.probability));
            if let Some(exact) = exact.map(|exact| &exact.answers[index]) {
                let q = exact.probability;
                row.push(percent(q, fine));
                row.push(gap(answer.probability - q, standard_error(q, trials)));
            }
        } else {
            row.push(one_in(answer.probability));
        }
        table.add_row(row);
    }
    shown(table)
}

/// A row of the table of variants: an integer metric, or a label of one.
struct MetricRow {
    name: String,
    label: Option<(i64, String)>,
}

impl MetricRow {
    fn cell(&self, odds: &Odds) -> String {
        let distribution = odds.distributions.iter().find(|one| one.metric.name == self.name);
        let Some(distribution) = distribution else {
            return String::new();
        };
        match &self.label {
            None => {
                distribution.summary.as_ref().map_or_else(String::new, |summary| mean(summary, odds.engine))
            }
            Some((value, _)) => {
                let (p, half) = share(row_of(distribution, *value));
                percent(p, error(half, odds.engine))
            }
        }
    }
}

impl std::fmt::Display for MetricRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.label {
            None => write!(f, "{}", self.name),
            Some((_, label)) => write!(f, "{} {label}", self.name),
        }
    }
}

/// The metrics of all columns, each once, a row for each label that any column has.
fn metric_rows(columns: &[(String, &Scenario, &Odds)]) -> Vec<MetricRow> {
    let mut rows: Vec<MetricRow> = Vec::new();
    for distribution in columns.iter().flat_map(|(_, _, odds)| &odds.distributions) {
        let name = &distribution.metric.name;
        if rows.iter().any(|row| row.name == *name) {
            continue;
        }
        let Some(labels) = distribution.metric.names() else {
            rows.push(MetricRow { name: name.clone(), label: None });
            continue;
        };
        for (value, label) in (0..).zip(labels) {
            let has = |odds: &Odds| {
                let same = odds.distributions.iter().find(|other| other.metric.name == *name);
                same.is_some_and(|other| row_of(other, value).is_some())
            };
            if columns.iter().any(|(_, _, odds)| has(odds)) {
                rows.push(MetricRow { name: name.clone(), label: Some((value, (*label).to_owned())) });
            }
        }
    }
    rows
}

/// The names of the questions of all columns, each once.
fn question_rows<'a>(columns: &'a [(String, &Scenario, &Odds)]) -> Vec<&'a str> {
    let mut names = Vec::new();
    for answer in columns.iter().flat_map(|(_, _, odds)| &odds.answers) {
        if !names.contains(&answer.name.as_str()) {
            names.push(&answer.name);
        }
    }
    names
}

fn mean(summary: &Summary, engine: Engine) -> String {
    // Where only one value was seen the interval has no width. By the rule of
    // three others may have a probability of up to 3 in all trials.
    let unseen = engine.trials().map_or(0.0, |trials| 3.0 / trials as f64);
    let half = half(summary.mean_low, summary.mean_high).max(unseen);
    supported(summary.mean, error(half, engine))
}

fn probability(answer: &Answer, engine: Engine) -> String {
    percent(answer.probability, error(half(answer.low, answer.high), engine))
}

/// What half the width of an interval is the error of: a sample, or an exact law
/// that leaves something out.
fn error(half: f64, engine: Engine) -> Error {
    match engine {
        Engine::Exact { .. } => Error::Omitted(half),
        Engine::Sampled { .. } => Error::Within(half),
    }
}

/// The row of a value, if it was seen or has probability.
fn row_of(distribution: &Distribution, value: i64) -> Option<&Row> {
    distribution.rows.iter().find(|row| row.value == value)
}

/// The probability in a row and its error; without a row none, to two decimals.
fn share(row: Option<&Row>) -> (f64, f64) {
    row.map_or((0.0, 0.01), |row| (row.probability, half(row.low, row.high)))
}

fn half(low: f64, high: f64) -> f64 {
    (high - low) / 2.0
}

/// The standard error of a sampled probability whose true value is `q`.
fn standard_error(q: f64, trials: u64) -> f64 {
    // Sums of exact probabilities exceed 1 by a rounding error.
    (q * (1.0 - q)).max(0.0).sqrt() / (trials as f64).sqrt()
}

/// A difference in standard errors, with its sign.
fn gap(difference: f64, error: f64) -> String {
    // Exact sums miss by rounding, and a law of one value has no error but that.
    // Both are far below what any number of trials can tell of a rare event.
    if difference.abs() < 1e-12 {
        return "0.0".to_owned();
    }
    if error < 1e-15 {
        return "impossible".to_owned();
    }
    // Not -0.0.
    format!("{:+.1}", difference / error).replace("-0.0", "0.0").replace("+0.0", "0.0")
}

/// A table without lines: the first column to the left, numbers to the right.
pub(super) fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

pub(super) fn shown(mut table: Table) -> String {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    lines(table)
}

fn lines(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_told_in_standard_errors() {
        assert_eq!(gap(0.02, 0.01), "+2.0");
        assert_eq!(gap(-0.0001, 0.01), "0.0");
        assert_eq!(gap(1e-15, 1e-16), "0.0");
        assert_eq!(gap(0.001, 0.0), "impossible");
    }

    #[test]
    fn what_is_rare_is_not_impossible() {
        // Two in 10^9 where a tenth is expected.
        assert_eq!(gap(2e-9 - 1e-10, standard_error(1e-10, 1_000_000_000)), "+6.0");
    }

    #[test]
    fn what_is_certain_but_for_rounding_has_no_error() {
        assert_eq!(standard_error(1.0 + 2e-16, 1_000), 0.0);
        assert_eq!(gap(1.0 - (1.0 + 2e-16), standard_error(1.0 + 2e-16, 1_000)), "0.0");
        assert!((standard_error(0.5, 100) - 0.05).abs() < 1e-15);
    }
}
