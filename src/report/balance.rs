//! What comes nearest to targets, as text, CSV and JSON.

use serde_json::{Value, json};

use super::csv::table;
use super::decision::{cell, counts, estimate_json, plain, setting_json};
use super::number::{Measure, decimals};
use super::table::{Column, Table, in_lines};
use crate::analysis::{Aim, Balance, Between};
use crate::description::System;
use crate::description::words::signed;
use crate::stats::same;

/// How many of the nearest settings are printed.
const SHOWN: usize = 10;

/// `balance.csv`: every setting by rank with what it makes of each target.
pub fn csv(suite: &[String], balance: &Balance) -> Vec<u8> {
    let aims = written(suite, balance);
    let header: Vec<&str> = ["rank"]
        .into_iter()
        .chain(balance.keys.iter().map(String::as_str))
        .chain(aims.iter().map(String::as_str))
        .chain(["distance"])
        .collect();
    let rows = balance.settings.iter().map(|setting| {
        let mut row = vec![setting.rank.to_string()];
        row.extend(setting.values.iter().cloned());
        row.extend(setting.reached.iter().map(|reached| cell(reached.value.value)));
        row.push(cell(setting.distance));
        row
    });
    table(&header, rows)
}

/// The nearest settings; then which that is, and whether it is near enough.
pub fn text(system: &System, suite: &[String], balance: &Balance, within: f64, width: usize) -> String {
    let knobs = balance.keys.iter().map(|key| Column::setting(system.label(key)));
    let reached = targets(suite, balance).into_iter().map(Column::number);
    let columns = [Column::setting("rank")].into_iter().chain(knobs).chain(reached);
    let mut table = Table::new(columns.chain([Column::number("distance")]));
    for setting in balance.settings.iter().take(SHOWN) {
        let mut row = vec![setting.rank.to_string()];
        let values = balance.keys.iter().zip(&setting.values);
        row.extend(values.map(|(key, value)| system.value_in_words(key, value)));
        let reached = balance.aims.iter().zip(&setting.reached);
        row.extend(reached.map(|(aim, reached)| Measure::of(&aim.name).write(reached.value)));
        row.push(plain(setting.distance));
        table.row(row);
    }
    let sampled = balance.settings.iter().filter(|setting| setting.trials.is_some()).count();
    let counts = counts(system, balance.settings.len(), sampled, &balance.keys, &balance.skipped);
    let between: String =
        balance.between.iter().map(|one| lies_between(system, suite, balance, one)).collect();
    let told = format!("{}\n{between}", sentence(system, balance, within));
    format!("{}\n{}\n{}", table.shown(width), in_lines(&counts, width), in_lines(&told, width))
}

/// Which setting to take.
fn sentence(system: &System, balance: &Balance, within: f64) -> String {
    let Some(nearest) = balance.settings.first().filter(|nearest| nearest.distance.is_finite()) else {
        return "No setting gives the statistics a value.".to_owned();
    };
    let equals = balance.settings.iter().filter(|other| other.rank == 1).count();
    let ties = match equals {
        1 => String::new(),
        _ => format!(", as near as {} more", equals - 1),
    };
    let words = system.say_setting(&balance.keys, &nearest.values);
    match nearest.distance <= within {
        true => format!("Nearest is {words}, {} off{ties}.", plain(nearest.distance)),
        false => format!(
            "No setting comes within {}; nearest is {words}, {} off{ties}.",
            plain(within),
            plain(nearest.distance)
        ),
    }
}

fn lies_between(system: &System, suite: &[String], balance: &Balance, between: &Between) -> String {
    let Between { aim, ends: [low, high], at } = between;
    let key = balance.keys.first().map_or("", |key| key);
    let (low, high) = (system.say(key, &low.to_string()), signed(high));
    format!("{}: between {low} and {high}, at about {}.\n", targets(suite, balance)[*aim], decimals(*at, 2))
}

/// The targets in words, behind the names of their scenarios if there are several.
pub fn targets(suite: &[String], balance: &Balance) -> Vec<String> {
    let in_words = |(place, aim): (usize, &Aim)| {
        let goals = || balance.settings.iter().map(|setting| setting.reached[place].goal);
        let goal = goals().next().filter(|&first| goals().all(|goal| same(goal, first)));
        let goal =
            goal.map_or_else(String::new, |goal| format!(", target {}", Measure::of(&aim.name).goal(goal)));
        of_suite(suite, aim, &format!("{}{goal}", aim.name.words))
    };
    balance.aims.iter().enumerate().map(in_words).collect()
}

/// The targets as they are written, for files.
fn written(suite: &[String], balance: &Balance) -> Vec<String> {
    balance.aims.iter().map(|aim| of_suite(suite, aim, &aim.text)).collect()
}

/// What is said of an aim, behind the name of its scenario if there are several.
fn of_suite(suite: &[String], aim: &Aim, text: &str) -> String {
    match suite.get(aim.scenario) {
        Some(scenario) if suite.len() > 1 => format!("{scenario}: {text}"),
        _ => text.to_owned(),
    }
}

/// A balance for programs.
pub fn json(system: &System, suite: &[String], balance: &Balance, within: f64) -> Value {
    let aims = written(suite, balance);
    let settings: Vec<Value> = balance
        .settings
        .iter()
        .map(|setting| {
            let targets = aims.iter().zip(&setting.reached).map(|(aim, reached)| {
                json!({ "target": aim, "value": estimate_json(reached.value), "goal": reached.goal })
            });
            json!({
                "rank": setting.rank,
                "setting": setting_json(&balance.keys, &setting.values),
                "targets": targets.collect::<Vec<_>>(),
                "distance": setting.distance,
                "engine": if setting.trials.is_none() { "exact" } else { "sampled" },
            })
        })
        .collect();
    let between: Vec<Value> = balance
        .between
        .iter()
        .map(|one| json!({ "target": aims[one.aim], "ends": one.ends, "at": one.at }))
        .collect();
    json!({
        "keys": balance.keys,
        "settings": settings,
        "between": between,
        "skipped": balance.skipped.len(),
        "within": within,
        "sentence": sentence(system, balance, within),
    })
}
