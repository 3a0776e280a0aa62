//! A sweep as text, CSV and JSON.

use serde_json::{Map, Value, json};

use super::csv::table;
use super::decision::{counts, setting_json};
use super::number::{Known, Measure, round_trip};
use super::table::{Column, Table};
use crate::analysis::{Setting, Sweep};

/// `sweep.csv`: the varied keys, each integer metric's mean and 5 and 95 % quantiles,
/// each question's probability with its interval, and the engine.
///
/// Where settings differ in their metrics, a column that a setting does not have is
/// empty.
pub fn csv(sweep: &Sweep) -> Vec<u8> {
    let (metrics, questions) = (metrics(sweep), questions(sweep));
    let mut header: Vec<String> = sweep.keys.clone();
    header
        .extend(metrics.iter().flat_map(|name| ["mean", "p05", "p95"].map(|what| format!("{name}.{what}"))));
    header.extend(
        questions.iter().flat_map(|name| [name.to_string(), format!("{name}.low"), format!("{name}.high")]),
    );
    header.push("engine".to_owned());
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows = sweep.settings.iter().map(|Setting { values, odds }| {
        let mut row: Vec<String> = values.clone();
        for name in &metrics {
            let summary = odds.summary(name);
            row.push(summary.map_or_else(String::new, |summary| round_trip(summary.mean)));
            row.push(summary.map_or_else(String::new, |summary| summary.p05.to_string()));
            row.push(summary.map_or_else(String::new, |summary| summary.p95.to_string()));
        }
        for name in &questions {
            let answer = odds.answer(name);
            let numbers = answer.map(|answer| [answer.probability, answer.low, answer.high].map(round_trip));
            row.extend(numbers.unwrap_or_default());
        }
        row.push(odds.engine.name().to_owned());
        row
    });
    table(&header, rows)
}

/// The settings with the questions and the means of the metrics, and how many were
/// skipped.
pub fn text(sweep: &Sweep, width: usize) -> String {
    let (metrics, questions) = (metrics(sweep), questions(sweep));
    let settings = sweep.keys.iter().map(Column::setting);
    let answers = questions.iter().map(|name| Column::number(*name));
    let means = metrics.iter().map(|name| Column::number(format!("mean({name})")));
    let mut rows = Table::new(settings.chain(answers).chain(means));
    for Setting { values, odds } in &sweep.settings {
        let answers = questions.iter().map(|name| {
            let answer = odds.answer(name).map(|answer| Known::new(answer, odds.engine));
            answer.map_or_else(String::new, |known| Measure::Chance.write(known))
        });
        let means = metrics.iter().map(|name| {
            let mean = odds.summary(name).map(|summary| Known::new(summary, odds.engine));
            mean.map_or_else(String::new, |known| Measure::Number.write(known))
        });
        rows.row(values.iter().cloned().chain(answers).chain(means));
    }
    let sampled = sweep.settings.iter().filter(|setting| setting.odds.engine.trials().is_some()).count();
    let counts = counts(sweep.settings.len(), sampled, &sweep.keys, &sweep.skipped);
    format!("{}\n{counts}", rows.in_strips(width))
}

/// The same for programs.
pub fn json(sweep: &Sweep) -> Value {
    let metrics = metrics(sweep);
    let settings: Vec<Value> =
        sweep.settings.iter().map(|setting| one(&sweep.keys, &metrics, setting)).collect();
    json!({ "keys": sweep.keys, "settings": settings, "skipped": sweep.skipped.len() })
}

fn one(keys: &[String], metrics: &[&str], Setting { values, odds }: &Setting) -> Value {
    let keys = setting_json(keys, values);
    let metrics: Map<String, Value> = metrics
        .iter()
        .filter_map(|name| {
            let summary = odds.summary(name)?;
            Some((
                (*name).to_owned(),
                json!({ "mean": summary.mean, "p05": summary.p05, "p95": summary.p95 }),
            ))
        })
        .collect();
    let questions: Map<String, Value> = odds
        .answers
        .iter()
        .map(|answer| {
            let numbers =
                json!({ "probability": answer.probability, "low": answer.low, "high": answer.high });
            (answer.name.clone(), numbers)
        })
        .collect();
    json!({ "setting": keys, "metrics": metrics, "questions": questions, "engine": odds.engine.name() })
}

/// The names of all integer metrics, in order.
fn metrics(sweep: &Sweep) -> Vec<&str> {
    let all = sweep.settings.iter().flat_map(|setting| &setting.odds.distributions);
    each_once(all.filter(|one| one.summary.is_some()).map(|one| one.metric.name.as_str()))
}

/// The names of all questions, in order.
fn questions(sweep: &Sweep) -> Vec<&str> {
    let all = sweep.settings.iter().flat_map(|setting| &setting.odds.answers);
    each_once(all.map(|answer| answer.name.as_str()))
}

fn each_once<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut once: indexmap::IndexSet<&str> = indexmap::IndexSet::new();
    once.extend(names);
    once.into_iter().collect()
}
