//! The settings nearest to targets, as text, CSV and JSON.

use serde_json::{Value, json};

use super::decision::{counts, engine_name};
use super::number::{Measure, NO_VALUE, decimals};
use super::table::{Cell, Column, Layout, Table, TextColumn, in_lines};
use crate::analysis::{Aim, Balance, Balanced, Between, Reached};
use crate::description::System;
use crate::description::words::quoted;
use crate::stats::same;

/// How many of the nearest settings are printed.
const SHOWN: usize = 10;

/// The settings by rank, with the values that they reach: `balance.csv`, the settings in JSON, and
/// the text table.
pub fn table<'a>(system: &'a System, suite: &[String], balance: &'a Balance) -> Table<'a, &'a Balanced> {
    let (written, in_words) = (written(suite, balance), targets(suite, balance));
    let aims = balance.aims.iter().enumerate().zip(written.iter().zip(in_words));
    let mut table = Table::new(&balance.settings)
        .column(Column::new("rank").shown(TextColumn::setting("rank")), |setting| setting.rank)
        .settings(Some("setting"), system, &balance.keys, |setting| &setting.values);
    for ((place, aim), (text, words)) in aims {
        let measure = Measure::of(&aim.name);
        table = table.column(Column::csv(text).number(words), move |setting| {
            Cell::number(measure, setting.reached[place].value)
        });
    }
    let targets = move |setting: &Balanced| {
        let target = |(text, reached): (&String, &Reached)| json!({ "target": text, "value": reached.value, "goal": reached.goal });
        Cell::Nested(written.iter().zip(&setting.reached).map(target).collect())
    };
    table
        .column(Column::json("targets"), targets)
        .column(Column::new("distance").number("distance"), |setting| {
            Cell::from(setting.distance).said(percent_off(setting.distance))
        })
        .column(Column::json("engine"), |setting| engine_name(setting.trials))
}

/// A sentence on the nearest setting, and between which settings targets lie.
pub fn answer(system: &System, suite: &[String], balance: &Balance, within: f64) -> String {
    std::iter::once(sentence(system, balance, within))
        .chain(interpolated(system, suite, balance))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A table of the nearest settings.
pub fn text(system: &System, suite: &[String], balance: &Balance, layout: Layout) -> String {
    let table = table(system, suite, balance).text_of(SHOWN, layout.digits);
    let sampled = balance.settings.iter().filter(|setting| setting.trials.is_some()).count();
    let counts = counts(system, balance.settings.len(), sampled, &balance.keys, &balance.skipped);
    format!("{}\n{}", table.shown(layout.width), in_lines(&counts, layout.width))
}

/// A sentence that names the nearest setting, and says if it is within the tolerance.
fn sentence(system: &System, balance: &Balance, within: f64) -> String {
    let headline = headline(system, balance);
    match balance.settings.first().filter(|nearest| nearest.distance.is_finite()) {
        Some(nearest) if nearest.distance > within => {
            format!("{headline}; no setting comes within {}.", off(balance, within))
        }
        _ => headline + ".",
    }
}

/// The nearest setting, and what it reaches of a single target, or how far off several are.
pub fn headline(system: &System, balance: &Balance) -> String {
    let Some(nearest) = balance.settings.first().filter(|nearest| nearest.distance.is_finite()) else {
        return "No setting gives the statistics a value".to_owned();
    };
    let equals = balance.settings.iter().filter(|other| other.rank == 1).count();
    let ties = match equals {
        1 => String::new(),
        _ => format!("; {} more are as near", equals - 1),
    };
    let words = system.say_setting(&balance.keys, &nearest.values);
    let found = match (&balance.aims[..], &nearest.reached[..]) {
        ([aim], [Reached { value, goal }]) => {
            let measure = Measure::of(&aim.name);
            format!(
                "with {} {} (target {})",
                quoted(&aim.name.words),
                measure.say(*value),
                measure.goal(*goal)
            )
        }
        _ => format!("{} off", off(balance, nearest.distance)),
    };
    format!("Nearest is {words}, {found}{ties}")
}

/// A distance: of chances alone in percentage points, otherwise in percent of the targets.
fn off(balance: &Balance, distance: f64) -> String {
    match balance.aims.iter().all(|aim| aim.name.is_chance) {
        true => percent_off(distance).replace('%', "percentage points"),
        false => percent_off(distance),
    }
}

/// A distance in percent: of targets, or percentage points of chances.
pub fn percent_off(distance: f64) -> String {
    if !distance.is_finite() {
        return NO_VALUE.to_owned();
    }
    let digits = if distance < 0.1 { 2 } else { 1 };
    format!("{} %", decimals(100.0 * distance, digits))
}

/// Where each target lies that is met between two settings, by interpolation.
pub fn interpolated<'a>(
    system: &'a System,
    suite: &'a [String],
    balance: &'a Balance,
) -> impl Iterator<Item = String> + 'a {
    let names = targets(suite, balance);
    balance.between.iter().map(move |Between { aim, at, .. }| {
        let target = if names.len() == 1 { "the target" } else { &*quoted(&names[*aim]) };
        let key = balance.keys.first().map_or_else(String::new, |key| system.label(key));
        format!("By interpolation {target} is met at {key} {}.", decimals(*at, 2))
    })
}

/// The targets in words, prefixed with their scenario if there are several.
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

/// The targets as users wrote them, for files.
fn written(suite: &[String], balance: &Balance) -> Vec<String> {
    balance.aims.iter().map(|aim| of_suite(suite, aim, &aim.text)).collect()
}

/// Prefixes a text on an aim with the name of its scenario if there are several.
fn of_suite(suite: &[String], aim: &Aim, text: &str) -> String {
    match suite.get(aim.scenario) {
        Some(scenario) if suite.len() > 1 => format!("{scenario}: {text}"),
        _ => text.to_owned(),
    }
}

/// A balance as JSON.
pub fn json(system: &System, suite: &[String], balance: &Balance, within: f64) -> Value {
    let aims = written(suite, balance);
    let between = balance.between.iter();
    let between = between.map(|one| json!({ "target": aims[one.aim], "ends": one.ends, "at": one.at }));
    json!({
        "keys": balance.keys,
        "settings": table(system, suite, balance).json(),
        "between": between.collect::<Vec<_>>(),
        "skipped": balance.skipped.len(),
        "within": within,
        "sentence": sentence(system, balance, within),
    })
}
