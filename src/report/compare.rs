//! A comparison as text, CSV and JSON.

use serde_json::{Value, json};

use super::csv::table;
use super::number::{Error, percent, round_trip, supported};
use super::text::{plain_table, shown};
use crate::analysis::{Compared, Comparison, Interval, Item, Odds};
use crate::stats::{Z95, same};

/// `compare.csv`: a row for each item and each scenario that has it.
pub fn csv(names: &[String], comparison: &Comparison) -> Vec<u8> {
    let header =
        ["item", "scenario", "value", "low", "high", "difference", "difference_low", "difference_high"];
    let numbers = |Interval { value, low, high }: Interval| {
        [value, low, high].map(|number| if number.is_finite() { round_trip(number) } else { String::new() })
    };
    let rows = comparison.items.iter().flat_map(|item| {
        names.iter().zip(&item.values).filter_map(move |(name, value)| {
            let Compared { value, difference } = (*value)?;
            let mut row = vec![item.name.clone(), name.clone()];
            row.extend(numbers(value));
            row.extend(numbers(difference));
            Some(row)
        })
    });
    table(&header, rows)
}

/// A line for each item: the value in every scenario, and how far it is from the first.
pub fn text(names: &[String], comparison: &Comparison) -> String {
    let mut rows = plain_table();
    let others = names.iter().skip(1).flat_map(|name| [name.clone(), "difference".to_owned()]);
    rows.set_header(["".to_owned()].into_iter().chain(names.first().cloned()).chain(others));
    for item in &comparison.items {
        let mut cells = vec![item.name.clone()];
        for (place, (value, odds)) in item.values.iter().zip(&comparison.odds).enumerate() {
            let exact = is_exact(odds) && is_exact(&comparison.odds[0]);
            cells.push(
                value.map_or_else(String::new, |compared| number(item, compared.value, is_exact(odds))),
            );
            if place > 0 {
                cells.push(
                    value.map_or_else(String::new, |compared| change(item, compared.difference, exact)),
                );
            }
        }
        rows.add_row(cells);
    }
    let engines =
        names.iter().zip(&comparison.odds).map(|(name, odds)| format!("{name} {}", odds.engine.name()));
    let engines = engines.collect::<Vec<_>>().join(", ");
    format!("{}\n{engines}; differences are to {}\n", shown(rows), names.first().map_or("", |name| name))
}

/// The same for programs.
pub fn json(names: &[String], comparison: &Comparison) -> Value {
    let interval =
        |Interval { value, low, high }: Interval| json!({ "value": value, "low": low, "high": high });
    let items: Vec<Value> = comparison
        .items
        .iter()
        .map(|item| {
            let values: Vec<Value> = names
                .iter()
                .zip(&item.values)
                .filter_map(|(name, value)| {
                    let Compared { value, difference } = (*value)?;
                    Some(json!({ "scenario": name, "value": interval(value), "difference": interval(difference) }))
                })
                .collect();
            json!({ "item": item.name, "scenarios": values })
        })
        .collect();
    let engines: Vec<&str> = comparison.odds.iter().map(|odds| odds.engine.name()).collect();
    json!({ "scenarios": names, "engines": engines, "items": items })
}

fn is_exact(odds: &Odds) -> bool {
    odds.engine.trials().is_none()
}

/// How far a number may be off: exact ones have four decimals.
fn error(interval: Interval, exact: bool) -> Error {
    match exact {
        true => Error::Omitted(interval.high - interval.low),
        false => Error::Within((interval.high - interval.low) / (2.0 * Z95)),
    }
}

fn number(item: &Item, interval: Interval, exact: bool) -> String {
    match item.is_question {
        true => percent(interval.value, error(interval, exact)),
        false => supported(interval.value, error(interval, exact)),
    }
}

/// A difference with its sign, and its interval where it was sampled.
fn change(item: &Item, difference: Interval, exact: bool) -> String {
    if !difference.value.is_finite() {
        return String::new();
    }
    // Exact sums miss by rounding.
    if exact && same(difference.value, 0.0) {
        return "0".to_owned();
    }
    let factor = if item.is_question { 100.0 } else { 1.0 };
    let error = match error(difference, exact) {
        Error::Within(error) => Error::Within(factor * error),
        Error::Omitted(error) => Error::Omitted(factor * error),
    };
    // One digit more than the error supports, so that signs are not lost.
    let error = match error {
        Error::Within(error) => Error::Within(error / 10.0),
        omitted => omitted,
    };
    let signed = |number: f64| {
        let text = supported(factor * number, error);
        if text.starts_with('-') { text } else { format!("+{text}") }
    };
    match exact {
        true => signed(difference.value),
        false => format!(
            "{} ({} to {})",
            signed(difference.value),
            signed(difference.low),
            signed(difference.high)
        ),
    }
}
