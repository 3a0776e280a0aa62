//! A sweep as text, CSV and JSON.

use std::collections::HashMap;

use indexmap::IndexSet;
use serde_json::{Value, json};

use super::decision::counts;
use super::entry::{Entry, EntryKind, What, metric_entries, question_entries};
use super::number::{Known, Measure};
use super::odds::{distribution_columns, values};
use super::table::{Cell, Column, Field, Table, TextColumn, in_lines};
use crate::analysis::{Interval, Odds, Setting, Sweep};
use crate::chance::MetricSpec;
use crate::description::System;
use crate::expression::StatisticName;
use crate::stats::Summary;

/// How many settings are printed, and how many values of the keys of a grid.
const SHOWN: usize = 40;

/// What stands for a setting that the rules do not allow.
const SKIPPED: &str = "–";

/// A row for each setting: `sweep.csv` and the settings of its JSON have the varied keys, each
/// amount's mean and 5 and 95 % quantiles, the probability of each label of other metrics, each
/// question's probability with its interval, the statistics that were asked for, and the engine;
/// people read the statistics, or else the answers and what metrics are on average.
///
/// Where settings differ in their metrics, CSV leaves the cells of the others empty, and JSON
/// leaves them out.
pub fn table<'a>(sweep: &'a Sweep, system: &'a System) -> Table<'a, &'a Setting> {
    let (nominal, amounts): (Vec<_>, Vec<_>) =
        metrics(sweep).into_iter().partition(|metric| metric.is_nominal());
    let amounts =
        amounts.into_iter().flat_map(|metric| AMOUNT.map(|(what, cell)| (&metric.name, what, cell)));
    let labels = nominal.into_iter().flat_map(|metric| {
        metric.categories().map(move |(value, _)| (&metric.name, metric.show(value), value))
    });
    let mut table = Table::new(&sweep.settings)
        .settings(Some("setting"), system, &sweep.keys, |setting| &setting.values)
        .group("metrics")
        .columns(
            amounts,
            |(metric, what, _)| Column::csv(format!("{metric}.{what}")).at(["metrics", metric, what]),
            |setting, (metric, _, cell)| setting.odds.summary(metric).map_or(Cell::Absent, cell),
        )
        .group("labels");
    for (metric, label, value) in labels {
        let column = Column::csv(format!("{metric}.{label}")).at(["labels", metric, &label]);
        table = table.column(column, move |setting| {
            chance_of(&setting.odds, metric, value).map_or(Cell::Absent, Cell::from)
        });
    }
    table = table.group("questions");
    for name in questions(sweep) {
        let columns = [("", "probability"), (".low", "low"), (".high", "high")];
        let columns =
            columns.map(|(end, field)| Column::csv(format!("{name}{end}")).at(["questions", name, field]));
        table = table.interval(columns, |setting| setting.odds.answer(name).map(Interval::from));
    }
    let asked = |(_, name): (usize, &StatisticName)| {
        let column = Column::csv(&name.written).at(["statistics", &name.written]);
        column.number(&name.words)
    };
    table
        .group("statistics")
        .columns(sweep.statistics.iter().enumerate(), asked, |setting, (place, name)| {
            Cell::estimate(Measure::of(name), statistic(setting, place))
        })
        .column(Column::new("engine"), |setting| setting.engine())
}

/// What is said of an amount.
const AMOUNT: [Field<Summary, Cell<'static>>; 3] = [
    ("mean", |summary| summary.mean.into()),
    ("p05", |summary| summary.p05.into()),
    ("p95", |summary| summary.p95.into()),
];

/// `distributions.csv`: every value of every metric at every setting.
pub fn distributions(sweep: &Sweep, system: &System) -> Vec<u8> {
    let rows = sweep.settings.iter().flat_map(|setting| values(&setting.odds).map(move |row| (setting, row)));
    let table = Table::new(rows).settings(None, system, &sweep.keys, |(setting, _)| &setting.values);
    distribution_columns(table, |(_, row)| row).csv()
}

/// The numbers of the settings, and how many were skipped: over two keys as a grid, a number
/// each; otherwise a line for each setting.
pub fn text(sweep: &Sweep, system: &System, width: usize) -> String {
    let entries = entries(sweep);
    let body = match CrossTable::of(sweep) {
        Some(grid) => {
            let shown = if sweep.statistics.is_empty() { 1 } else { entries.len() };
            let mut parts: Vec<String> =
                entries.iter().take(shown).map(|entry| grid.text(entry, sweep, system, width)).collect();
            let others: Vec<String> = entries.iter().skip(shown).map(title).collect();
            if !others.is_empty() {
                let told = format!("in sweep.csv, or with --stat: {}", others.join("; "));
                parts.push(in_lines(&told, width));
            }
            parts.join("\n")
        }
        None => list(sweep, system, &entries, width),
    };
    let sampled = sweep.settings.iter().filter(|setting| setting.is_sampled()).count();
    let counts = counts(system, sweep.settings.len(), sampled, &sweep.keys, &sweep.skipped);
    format!("{body}\n{}", in_lines(&counts, width))
}

/// A line for each setting.
fn list(sweep: &Sweep, system: &System, entries: &[Entry], width: usize) -> String {
    let others = entries.iter().filter(|entry| !matches!(entry.what, What::Statistic { .. }));
    let table = table(sweep, system).columns(
        others,
        |entry| TextColumn::number(title(entry)),
        |setting, entry| written(entry, setting),
    );
    table.text_of(SHOWN).in_strips(width) + &more(sweep.settings.len(), "")
}

/// How many of these are not printed.
fn more(count: usize, what: &str) -> String {
    match count.saturating_sub(SHOWN) {
        0 => String::new(),
        left => format!("… and {left} more{what} in sweep.csv\n"),
    }
}

/// The numbers that are printed and drawn: the statistics that were asked for, or else questions
/// and what metrics are on average.
pub fn entries(sweep: &Sweep) -> Vec<Entry> {
    if !sweep.statistics.is_empty() {
        let entry = |(place, name): (usize, &StatisticName)| Entry {
            name: name.words.clone(),
            what: What::Statistic { place, measure: Measure::of(name) },
        };
        return sweep.statistics.iter().enumerate().map(entry).collect();
    }
    let all: Vec<&Odds> = sweep.settings.iter().map(|setting| &*setting.odds).collect();
    let on_average = metric_entries(&all, &[EntryKind::Mean, EntryKind::Indicator]);
    question_entries(&all).into_iter().chain(on_average).collect()
}

/// What such a number is called.
fn title(entry: &Entry) -> String {
    match entry.what {
        What::Mean(_) => format!("{}, on average", entry.name),
        _ => entry.name.clone(),
    }
}

fn written(entry: &Entry, setting: &Setting) -> String {
    match entry.what {
        What::Statistic { place, measure } => measure.write(statistic(setting, place)),
        _ => entry.written(&setting.odds),
    }
}

/// The statistic at a place, as it is known of a setting.
fn statistic(Setting { estimates, .. }: &Setting, place: usize) -> Known {
    let estimate = estimates.values[place];
    if estimates.trials.is_some() { Known::sampled(estimate) } else { estimate.into() }
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

    fn text(&self, entry: &Entry, sweep: &Sweep, system: &System, width: usize) -> String {
        let [down, across] = self.places.map(|place| &sweep.keys[place]);
        let [down_label, across_label] = [down, across].map(|key| system.label(key));
        let settings: HashMap<[&str; 2], &Setting> = sweep
            .settings
            .iter()
            .map(|setting| (self.places.map(|place| setting.values[place].as_str()), setting))
            .collect();
        let settings = &settings;
        let table = Table::new(&self.rows)
            .column(TextColumn::setting(&down_label), |row| system.value_in_words(down, row))
            .columns(
                self.columns.iter().take(SHOWN),
                |value| TextColumn::number(system.value_in_words(across, value)),
                |row, column| {
                    let setting = settings.get(&[*row, *column]);
                    setting.map_or_else(|| SKIPPED.to_owned(), |setting| written(entry, setting))
                },
            );
        let title = format!("{}; {down_label} down, {across_label} across", title(entry));
        let mut text = in_lines(&title, width);
        text += &table.text_of(SHOWN).in_strips(width);
        text += &more(self.rows.len(), " rows");
        text += &more(self.columns.len(), " columns");
        text
    }
}

/// The sweep for programs.
pub fn json(sweep: &Sweep, system: &System) -> Value {
    json!({
        "keys": sweep.keys,
        "statistics": sweep.statistics.iter().map(|name| &name.written).collect::<Vec<_>>(),
        "settings": table(sweep, system).json(),
        "skipped": sweep.skipped.len(),
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
