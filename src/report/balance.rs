//! The settings nearest to targets, as text, CSV and JSON.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::decision::{counts, engine_name};
use super::entry::{and_more, differ, extremes};
use super::number::{Known, Measure, NO_VALUE, decimals};
use super::table::{Cell, Column, Layout, Table, TextColumn, in_lines};
use crate::analysis::{Aim, Balance, Balanced, Between, Reached};
use crate::description::System;
use crate::description::words::{capitalized, quoted};
use crate::stats::{Estimate, same};

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
        let value = move |setting: &Balanced| Known::from(setting.reached[place].value);
        table = table
            .column(Column::csv(text).number(words), move |setting| Cell::number(measure, value(setting)));
        if balance.settings.iter().any(|setting| value(setting).sampled) {
            table = table.column(TextColumn::number("95 % interval").beside(), move |setting| {
                value(setting).sampled.then(|| Cell::Number(value(setting), measure, Measure::interval))
            });
        }
    }
    let targets = move |setting: &Balanced| {
        let target = |(text, reached): (&String, &Reached)| json!({ "target": text, "value": reached.value, "goal": reached.goal });
        Cell::Nested(written.iter().zip(&setting.reached).map(target).collect())
    };
    table
        .column(Column::json("targets"), targets)
        .column(Column::new("distance").number("distance"), move |setting| {
            Cell::from(setting.distance).said(brief_off(balance, setting.distance))
        })
        .column(Column::json("engine"), |setting| engine_name(setting.trials))
}

/// A sentence on the nearest setting, then between which settings targets lie, and how much each of several
/// keys matters.
pub fn answer(system: &System, suite: &[String], balance: &Balance, within: f64) -> String {
    std::iter::once(sentence(system, balance, within))
        .chain(interpolated(system, suite, balance))
        .chain(effects(system, suite, balance))
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
            let may = balance.settings.iter().any(|setting| balance.distances(setting)[0] <= within);
            let comes = if may { "is sure to come" } else { "comes" };
            format!("{headline}; no setting {comes} within {}.", off(balance, within))
        }
        _ => headline + ".",
    }
}

/// The nearest setting, and what it reaches of a single target, or how far off several are. Settings that
/// differ by no more than their errors are not ranked.
pub fn headline(system: &System, balance: &Balance) -> String {
    let Some(nearest) = balance.settings.first().filter(|nearest| nearest.distance.is_finite()) else {
        return "No setting gives the statistics a value".to_owned();
    };
    if let Some(said) = no_difference(system, balance) {
        return said;
    }
    let equals = balance.settings.iter().filter(|other| other.rank == 1).count();
    let ties = match equals {
        1 => String::new(),
        2 => "; 1 more is as near".to_owned(),
        _ => format!("; {} more are as near", equals - 1),
    };
    let [_, far] = balance.distances(nearest);
    let may_be_nearer = |other: &&Balanced| other.rank > 1 && balance.distances(other)[0] < far;
    let rivals: Vec<&Balanced> = balance.settings.iter().filter(may_be_nearer).collect();
    let rivals = rivals.first().map_or_else(String::new, |first| {
        let first = system.say_setting(&balance.keys, &first.values);
        format!("; {} may be as near", and_more(first, rivals.len() - 1))
    });
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
        _ => format!("at a distance of {}", off(balance, nearest.distance)),
    };
    format!("Nearest is {words}, {found}{ties}{rivals}")
}

/// Whether all targets are the number 0, of which no percentage can be taken.
pub fn is_of_zero(balance: &Balance) -> bool {
    balance.aims.iter().all(|aim| !aim.name.is_chance)
        && balance.settings.iter().flat_map(|setting| &setting.reached).all(|reached| reached.goal == 0.0)
}

/// A distance as [`brief_off`] has it, in full words.
fn off(balance: &Balance, distance: f64) -> String {
    brief_off(balance, distance).replace("points", "percentage points")
}

/// A distance, of chances alone in points, of 0 as it is, otherwise in percent of the targets.
pub fn brief_off(balance: &Balance, distance: f64) -> String {
    if !distance.is_finite() {
        return NO_VALUE.to_owned();
    }
    if is_of_zero(balance) {
        return decimals(distance, 2);
    }
    let digits = if distance < 0.1 { 2 } else { 1 };
    let unit = if is_of_chances(balance) { "points" } else { "%" };
    format!("{} {unit}", decimals(100.0 * distance, digits))
}

/// Whether all targets are chances.
fn is_of_chances(balance: &Balance) -> bool {
    balance.aims.iter().all(|aim| aim.name.is_chance)
}

/// The unit in which distances are drawn, in words behind them.
pub fn unit_of_distances(balance: &Balance) -> &'static str {
    match balance {
        _ if is_of_zero(balance) => "",
        _ if is_of_chances(balance) => " in percentage points",
        _ => " in percent",
    }
}

/// A sentence on the keys if what their settings reach does not differ by more than its errors.
fn no_difference(system: &System, balance: &Balance) -> Option<String> {
    let count = balance.settings.len();
    let reached = |aim: usize| balance.settings.iter().map(move |one| Known::from(one.reached[aim].value));
    if count < 2 || (0..balance.aims.len()).any(|aim| differ(reached(aim))) {
        return None;
    }
    let labels: Vec<String> = balance.keys.iter().map(|key| system.label(key)).collect();
    let keys = capitalized(&labels.join(" and "));
    let sampled = balance.settings.iter().any(|one| one.trials.is_some());
    let (hardly, error) = match sampled {
        true if labels.len() > 1 => ("hardly matter", ", which is within the sampling error"),
        true => ("hardly matters", ", which is within the sampling error"),
        false if labels.len() > 1 => ("make no difference", ""),
        false => ("makes no difference", ""),
    };
    let [aim] = &balance.aims[..] else {
        let off = off(balance, balance.settings[0].distance);
        return Some(format!("{keys} {hardly} at these {count} settings{error}; they are {off} off"));
    };
    let measure = Measure::of(&aim.name);
    let ends = extremes(measure, reached(0).map(|known| ((), known)))?;
    let [least, greatest] = ends.map(|end| measure.say(end.known));
    let values = if sampled { format!("{least} to {greatest}") } else { least };
    let goal = measure.goal(balance.settings[0].reached[0].goal);
    let name = quoted(&aim.name.words);
    Some(format!("{keys} {hardly}: {name} is {values} at all {count} settings{error} (target {goal})"))
}

/// How much each of several keys moves each target: the least and the greatest of what its values reach,
/// averaged over those of the other keys. The key that moves it most comes first.
fn effects(system: &System, suite: &[String], balance: &Balance) -> Vec<String> {
    if balance.keys.len() < 2 || !balance.skipped.is_empty() {
        return Vec::new();
    }
    let of_aim = |(place, aim): (usize, &Aim)| {
        let measure = Measure::of(&aim.name);
        let of_key = |(key, path): (usize, &String)| {
            let mut by_value: IndexMap<&str, Vec<Estimate>> = IndexMap::new();
            for setting in &balance.settings {
                by_value.entry(&setting.values[key]).or_default().push(setting.reached[place].value);
            }
            let average = |all: Vec<Estimate>| {
                let share = 1.0 / all.len() as f64;
                Known::from(Estimate::sum(all.into_iter().map(|one| (share, one))))
            };
            let averages: Vec<Known> = by_value.into_values().map(average).collect();
            let ends = extremes(measure, averages.iter().map(|known| ((), *known)))?.map(|end| end.known);
            let [least, greatest] = ends.map(|known| measure.say(known));
            let sampled = balance.settings.iter().any(|one| one.trials.is_some());
            let said = match (differ(averages), sampled) {
                (true, _) => format!("{least} to {greatest}"),
                (false, true) => format!("{least} to {greatest}, no more than the sampling error"),
                (false, false) => format!("{least} at all its values"),
            };
            Some((ends[1].value - ends[0].value, format!("{} ({said})", system.label(path))))
        };
        let mut keys: Vec<(f64, String)> = balance.keys.iter().enumerate().filter_map(of_key).collect();
        keys.sort_by(|one, other| other.0.total_cmp(&one.0));
        let keys: Vec<String> = keys.into_iter().map(|one| one.1).collect();
        let name = of_suite(suite, aim, &quoted(&aim.name.words));
        let others = if keys.len() > 2 { "others" } else { "other" };
        let keys = keys.join(", then by ");
        format!("On average over the {others}, {name} is moved most by {keys}.")
    };
    balance.aims.iter().enumerate().map(of_aim).collect()
}

/// Between which two settings each target lies, if neighbours are on both of its sides.
pub fn interpolated<'a>(
    system: &'a System,
    suite: &'a [String],
    balance: &'a Balance,
) -> impl Iterator<Item = String> + 'a {
    let names = targets(suite, balance);
    balance.between.iter().map(move |Between { aim, ends, at }| {
        let target = if names.len() == 1 { "The target" } else { &*quoted(&names[*aim]) };
        let key = balance.keys.first().map_or("", String::as_str);
        let [low, high] = ends.map(|end| system.say(key, &end.to_string()));
        let share = (at - ends[0] as f64) / (ends[1] - ends[0]) as f64;
        let nearer = match share {
            ..0.4 => ", nearer to the former",
            0.4..0.6 => ", about halfway",
            _ => ", nearer to the latter",
        };
        format!("{target} lies between {low} and {high}{nearer}.")
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
