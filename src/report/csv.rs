//! Results as CSV.

use super::number::{cell, round_trip};
use crate::analysis::{Distribution, Odds};
use crate::chance::MetricKind;
use crate::description::SideTable;

/// The columns of `distributions.csv`.
pub(super) const DISTRIBUTIONS: [&str; 8] =
    ["metric", "value", "probability", "low", "high", "at_least", "at_most", "count"];

/// `distributions.csv`: every value of every metric.
pub fn distributions(odds: &Odds) -> Vec<u8> {
    table(&DISTRIBUTIONS, distribution_rows(odds))
}

/// The distributions of several scenarios on one output: two more columns in front name the
/// scenario and the variant; with a header or without.
pub fn labelled_distributions((scenario, variant): (&str, &str), odds: &Odds, header: bool) -> Vec<u8> {
    let labels = ["scenario", "variant"];
    let header: Vec<&str> =
        if header { labels.into_iter().chain(DISTRIBUTIONS).collect() } else { Vec::new() };
    let rows = distribution_rows(odds).map(|row| {
        let labels = [scenario.to_owned(), variant.to_owned()];
        labels.into_iter().chain(row).collect()
    });
    table(&header, rows)
}

/// A row for every value of every metric.
pub(super) fn distribution_rows(odds: &Odds) -> impl Iterator<Item = Vec<String>> + '_ {
    odds.distributions.iter().flat_map(|distribution| {
        let metric = &distribution.metric;
        let tail = |p: f64| if metric.is_nominal() { String::new() } else { round_trip(p) };
        distribution.rows.iter().map(move |row| {
            vec![
                metric.name.clone(),
                metric.show(row.value),
                round_trip(row.probability),
                round_trip(row.low),
                round_trip(row.high),
                tail(row.at_least),
                tail(row.at_most),
                count(row.count),
            ]
        })
    })
}

/// `summary.csv`: each integer metric in a few numbers.
pub fn summary(odds: &Odds) -> Vec<u8> {
    let header =
        ["metric", "mean", "mean_low", "mean_high", "sd", "min", "p05", "p25", "median", "p75", "p95", "max"];
    let rows = odds.distributions.iter().filter_map(|distribution| {
        let summary = distribution.summary?;
        let mut row = vec![distribution.metric.name.clone()];
        row.extend([summary.mean, summary.mean_low, summary.mean_high, summary.sd].map(round_trip));
        let quantiles = [summary.min, summary.p05, summary.p25, summary.median, summary.p75, summary.p95];
        row.extend(quantiles.map(|value| value.to_string()));
        row.push(if is_open(distribution) { String::new() } else { summary.max.to_string() });
        Some(row)
    });
    table(&header, rows)
}

/// `questions.csv`: the answers.
pub fn questions(odds: &Odds) -> Vec<u8> {
    let rows = odds.answers.iter().map(|answer| {
        let one_in =
            if answer.probability > 0.0 { round_trip(1.0 / answer.probability) } else { String::new() };
        vec![
            answer.name.clone(),
            answer.event.clone(),
            round_trip(answer.probability),
            round_trip(answer.low),
            round_trip(answer.high),
            one_in,
        ]
    });
    table(&["question", "event", "probability", "low", "high", "one_in"], rows)
}

/// `joint.csv`: every joint outcome.
pub fn joint(odds: &Odds) -> Vec<u8> {
    let metrics = &odds.joint.metrics;
    let mut header: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
    header.extend(["probability", "count"]);
    let rows = odds.joint.rows.iter().map(|row| {
        let values = metrics.iter().zip(&row.values).map(|(metric, &value)| metric.show(value));
        values.chain([round_trip(row.probability), count(row.count)]).collect()
    });
    table(&header, rows)
}

/// A table of the procedure's own.
pub fn side(side: &SideTable, odds: &Odds) -> Vec<u8> {
    table(&side.columns, side.rows(&odds.indicators).iter().map(|row| row.iter().map(cell).collect()))
}

fn is_open(distribution: &Distribution) -> bool {
    matches!(distribution.metric.kind, MetricKind::Integer { open: true, .. })
}

fn count(count: Option<u64>) -> String {
    count.map_or_else(String::new, |count| count.to_string())
}

/// Rows behind a header, if there is one.
pub(super) fn table(header: &[impl AsRef<str>], rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "a table in memory takes any record";
    if !header.is_empty() {
        writer.write_record(header.iter().map(|name| harmless(name.as_ref().to_owned()))).expect(in_memory);
    }
    for row in rows {
        writer.write_record(row.into_iter().map(harmless)).expect(in_memory);
    }
    writer.into_inner().expect(in_memory)
}

/// A cell that no spreadsheet takes for a formula: names that users give may begin like one.
/// The apostrophe is what OWASP recommends against CSV injection.
fn harmless(cell: String) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let cells = ["=1+1", "+x", "-2-3", "@sum", "\ttab", "-3", "+2", "-1e-7", "damage", ""];
        assert_eq!(table(&["=name"], std::iter::empty()), b"'=name\n");
        let shown = cells.map(|cell| harmless(cell.to_owned()));
        assert_eq!(shown, ["'=1+1", "'+x", "'-2-3", "'@sum", "'\ttab", "-3", "+2", "-1e-7", "damage", ""]);
    }
}
