//! A sweep as text, CSV and JSON.

use std::collections::HashMap;

use indexmap::IndexSet;
use serde_json::{Map, Value, json};

use super::csv::{DISTRIBUTIONS, distribution_rows, table};
use super::decision::{cell, counts, estimate_json, setting_json};
use super::item::{Item, Kind, What, metric_items, question_items};
use super::number::{Known, Measure, round_trip};
use super::table::{Column, Table, in_lines};
use crate::analysis::{Odds, Setting, Sweep};
use crate::chance::MetricSpec;
use crate::description::System;
use crate::expression::StatisticName;

/// How many settings are printed, and how many values of the keys of a grid.
const SHOWN: usize = 40;

/// What stands for a setting that the rules do not allow.
const SKIPPED: &str = "–";

/// `sweep.csv`: the varied keys, each amount's mean and 5 and 95 % quantiles, the probability
/// of each label of other metrics, each question's probability with its interval, the
/// statistics that were asked for, and the engine.
///
/// Where settings differ in their metrics, a column that a setting does not have is
/// empty.
pub fn csv(sweep: &Sweep) -> Vec<u8> {
    let (amounts, nominal): (Vec<_>, Vec<_>) =
        metrics(sweep).into_iter().partition(|metric| !metric.is_nominal());
    let questions = questions(sweep);
    let mut header: Vec<String> = sweep.keys.clone();
    let names = ["mean", "p05", "p95"];
    header.extend(amounts.iter().flat_map(|one| names.map(|what| format!("{}.{what}", one.name))));
    let labels = |metric: &MetricSpec| -> Vec<String> {
        metric.categories().map(|(value, _)| format!("{}.{}", metric.name, metric.show(value))).collect()
    };
    header.extend(nominal.iter().flat_map(|metric| labels(metric)));
    header.extend(
        questions.iter().flat_map(|name| [name.to_string(), format!("{name}.low"), format!("{name}.high")]),
    );
    header.extend(sweep.statistics.iter().map(|name| name.written.clone()));
    header.push("engine".to_owned());
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows = sweep.settings.iter().map(|setting| {
        let Setting { values, odds, estimates } = setting;
        let mut row: Vec<String> = values.clone();
        for metric in &amounts {
            let summary = odds.summary(&metric.name);
            row.push(summary.map_or_else(String::new, |summary| round_trip(summary.mean)));
            row.push(summary.map_or_else(String::new, |summary| summary.p05.to_string()));
            row.push(summary.map_or_else(String::new, |summary| summary.p95.to_string()));
        }
        for metric in &nominal {
            let chance = |value| chance_of(odds, &metric.name, value).map_or_else(String::new, round_trip);
            row.extend(metric.categories().map(|(value, _)| chance(value)));
        }
        for name in &questions {
            let answer = odds.answer(name);
            let numbers = answer.map(|answer| [answer.probability, answer.low, answer.high].map(round_trip));
            row.extend(numbers.unwrap_or_default());
        }
        row.extend(estimates.values.iter().map(|estimate| cell(estimate.value)));
        row.push(setting.engine().to_owned());
        row
    });
    table(&header, rows)
}

/// `distributions.csv`: every value of every metric at every setting.
pub fn distributions(sweep: &Sweep) -> Vec<u8> {
    let header: Vec<&str> = sweep.keys.iter().map(String::as_str).chain(DISTRIBUTIONS).collect();
    let rows = sweep.settings.iter().flat_map(|Setting { values, odds, .. }| {
        distribution_rows(odds).map(move |row| values.iter().cloned().chain(row).collect())
    });
    table(&header, rows)
}

/// The numbers of the settings, and how many were skipped: over two keys as a grid, a number
/// each; otherwise a line for each setting.
pub fn text(sweep: &Sweep, system: &System, width: usize) -> String {
    let items = items(sweep);
    let body = match CrossTable::of(sweep) {
        Some(grid) => {
            let shown = if sweep.statistics.is_empty() { 1 } else { items.len() };
            let mut parts: Vec<String> =
                items.iter().take(shown).map(|item| grid.text(item, sweep, system, width)).collect();
            let others: Vec<String> = items.iter().skip(shown).map(Item::title).collect();
            if !others.is_empty() {
                let told = format!("in sweep.csv, or with --stat: {}", others.join("; "));
                parts.push(in_lines(&told, width));
            }
            parts.join("\n")
        }
        None => list(sweep, system, &items, width),
    };
    let sampled = sweep.settings.iter().filter(|setting| setting.is_sampled()).count();
    let counts = counts(system, sweep.settings.len(), sampled, &sweep.keys, &sweep.skipped);
    format!("{body}\n{}", in_lines(&counts, width))
}

/// A line for each setting.
fn list(sweep: &Sweep, system: &System, items: &[Item], width: usize) -> String {
    let settings = sweep.keys.iter().map(|key| Column::setting(system.label(key)));
    let numbers = items.iter().map(|item| Column::number(item.title()));
    let mut rows = Table::new(settings.chain(numbers));
    for setting in sweep.settings.iter().take(SHOWN) {
        let values = sweep.keys.iter().zip(&setting.values);
        let words = values.map(|(key, value)| system.value_in_words(key, value));
        rows.row(words.chain(items.iter().map(|item| written(item, setting))));
    }
    rows.in_strips(width) + &more(sweep.settings.len(), "")
}

/// How many of these are not printed.
fn more(count: usize, what: &str) -> String {
    match count.saturating_sub(SHOWN) {
        0 => String::new(),
        left => format!("… and {left} more{what} in sweep.csv\n"),
    }
}

/// The numbers that are printed: the statistics that were asked for, or else questions and
/// what metrics are on average.
fn items(sweep: &Sweep) -> Vec<Item> {
    if !sweep.statistics.is_empty() {
        let item = |(place, name): (usize, &StatisticName)| Item {
            name: name.words.clone(),
            what: What::Statistic { place, measure: Measure::of(name) },
        };
        return sweep.statistics.iter().enumerate().map(item).collect();
    }
    let all: Vec<&Odds> = sweep.settings.iter().map(|setting| &setting.odds).collect();
    let on_average =
        metric_items(&all, &[Kind::Mean, Kind::Indicator]).into_iter().map(|item| match item.what {
            What::Mean(_) => Item { name: format!("{}, on average", item.name), ..item },
            _ => item,
        });
    question_items(&all).into_iter().chain(on_average).collect()
}

fn written(item: &Item, setting: &Setting) -> String {
    let Setting { odds, estimates, .. } = setting;
    match item.what {
        What::Statistic { place, .. } => {
            let estimate = estimates.values[place];
            let known = if estimates.trials.is_some() { Known::sampled(estimate) } else { estimate.into() };
            item.measure().write(known)
        }
        _ => item.written(odds),
    }
}

/// Two keys, each of whose values goes with each of the other's.
struct CrossTable<'a> {
    /// The places of the keys whose values stand one below another and side by side.
    places: [usize; 2],
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
}

impl<'a> CrossTable<'a> {
    /// The grid of a sweep over two keys, unless they move together.
    fn of(sweep: &'a Sweep) -> Option<Self> {
        if sweep.keys.len() != 2 {
            return None;
        }
        let all = || {
            let found = sweep.settings.iter().map(|setting| &setting.values);
            found.chain(sweep.skipped.iter().map(|skipped| &skipped.values))
        };
        let values = |place: usize| -> Vec<&str> {
            all().map(|values| values[place].as_str()).collect::<IndexSet<_>>().into_iter().collect()
        };
        let [first, second] = [values(0), values(1)];
        if first.len() * second.len() != all().count() {
            return None;
        }
        // A terminal is longer than it is wide.
        Some(match second.len() > first.len() {
            true => CrossTable { places: [1, 0], rows: second, columns: first },
            false => CrossTable { places: [0, 1], rows: first, columns: second },
        })
    }

    fn text(&self, item: &Item, sweep: &Sweep, system: &System, width: usize) -> String {
        let [down, across] = self.places.map(|place| &sweep.keys[place]);
        let [down_label, across_label] = [down, across].map(|key| system.label(key));
        let columns = self.columns.iter().take(SHOWN);
        let headings = columns.clone().map(|value| Column::number(system.value_in_words(across, value)));
        let mut table = Table::new([Column::setting(&down_label)].into_iter().chain(headings));
        let settings: HashMap<[&str; 2], &Setting> = sweep
            .settings
            .iter()
            .map(|setting| (self.places.map(|place| setting.values[place].as_str()), setting))
            .collect();
        for row in self.rows.iter().take(SHOWN) {
            let number = |column: &&str| {
                let setting = settings.get(&[*row, *column]);
                setting.map_or_else(|| SKIPPED.to_owned(), |setting| written(item, setting))
            };
            let name = system.value_in_words(down, row);
            table.row([name].into_iter().chain(columns.clone().map(number)));
        }
        let title = format!("{}; {down_label} down, {across_label} across", item.title());
        let mut text = in_lines(&title, width);
        text += &table.in_strips(width);
        text += &more(self.rows.len(), " rows");
        text += &more(self.columns.len(), " columns");
        text
    }
}

/// The sweep for programs.
pub fn json(sweep: &Sweep) -> Value {
    let settings: Vec<Value> = sweep.settings.iter().map(|setting| one(sweep, setting)).collect();
    json!({
        "keys": sweep.keys,
        "statistics": sweep.statistics.iter().map(|name| &name.written).collect::<Vec<_>>(),
        "settings": settings,
        "skipped": sweep.skipped.len(),
    })
}

fn one(sweep: &Sweep, setting: &Setting) -> Value {
    let Setting { values, odds, estimates } = setting;
    let (mut metrics, mut labels) = (Map::new(), Map::new());
    for distribution in &odds.distributions {
        let metric = &distribution.metric;
        if let Some(summary) = &distribution.summary {
            let numbers = json!({ "mean": summary.mean, "p05": summary.p05, "p95": summary.p95 });
            metrics.insert(metric.name.clone(), numbers);
        } else {
            let chance = |value| json!(chance_of(odds, &metric.name, value));
            let chances = metric.categories().map(|(value, _)| (metric.show(value), chance(value)));
            labels.insert(metric.name.clone(), Value::Object(chances.collect()));
        }
    }
    let answers = odds.answers.iter().map(|answer| {
        let numbers = json!({ "probability": answer.probability, "low": answer.low, "high": answer.high });
        (answer.name.clone(), numbers)
    });
    let statistics = sweep
        .statistics
        .iter()
        .map(|name| name.written.clone())
        .zip(estimates.values.iter().copied().map(estimate_json));
    json!({
        "setting": setting_json(&sweep.keys, values),
        "metrics": metrics,
        "labels": labels,
        "questions": answers.collect::<Map<_, _>>(),
        "statistics": statistics.collect::<Map<_, _>>(),
        "engine": setting.engine(),
    })
}

/// The probability of a value of a metric, if these odds have the metric.
fn chance_of(odds: &Odds, metric: &str, value: i64) -> Option<f64> {
    let rows = &odds.distribution(metric)?.rows;
    Some(rows.iter().find(|row| row.value == value).map_or(0.0, |row| row.probability))
}

/// All metrics, in order.
fn metrics(sweep: &Sweep) -> Vec<&MetricSpec> {
    let mut once = indexmap::IndexMap::new();
    for distribution in sweep.settings.iter().flat_map(|setting| &setting.odds.distributions) {
        once.entry(distribution.metric.name.as_str()).or_insert(&distribution.metric);
    }
    once.into_values().collect()
}

/// The names of all questions, in order.
fn questions(sweep: &Sweep) -> Vec<&str> {
    let all = sweep.settings.iter().flat_map(|setting| &setting.odds.answers);
    all.map(|answer| answer.name.as_str()).collect::<IndexSet<_>>().into_iter().collect()
}
