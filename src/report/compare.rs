//! A comparison as text, CSV and JSON.

use serde_json::{Value, json};

use super::csv::table;
use super::number::{Known, Measure, round_trip};
use super::table::{Column, Table, wrapped};
use crate::analysis::{Compared, Comparison, Interval};

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
pub fn text(names: &[String], comparison: &Comparison, width: usize) -> String {
    let first = names.first().map_or("", String::as_str);
    let mut columns = vec![Column::name(""), Column::number(first)];
    for name in names.iter().skip(1) {
        columns.extend([Column::number(name), Column::number("difference").beside()]);
    }
    let mut table = Table::new(columns);
    for item in &comparison.items {
        let mut cells = vec![item.title.clone()];
        let measure = if item.is_chance { Measure::Chance } else { Measure::Number };
        for (place, (value, odds)) in item.values.iter().zip(&comparison.odds).enumerate() {
            let written = |Compared { value, .. }| measure.write(Known::new(value, odds.engine));
            let change = |Compared { difference, .. }: Compared| match difference.value.is_finite() {
                true => measure.change_within(Known::new(difference, comparison.engine_of_difference(place))),
                false => String::new(),
            };
            cells.push(value.map_or_else(String::new, written));
            if place > 0 {
                cells.push(value.map_or_else(String::new, change));
            }
        }
        table.row(cells);
    }
    let engines =
        names.iter().zip(&comparison.odds).map(|(name, odds)| format!("{name} {}", odds.engine.name()));
    let engines = engines.collect::<Vec<_>>().join(", ");
    let how = format!("{engines}; differences are to {first}, those of chances in percentage points");
    format!("{}\n{}\n", table.shown(width), wrapped(&how, width).join("\n"))
}

/// The comparison for programs.
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
