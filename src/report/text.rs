//! Results on a terminal.

use super::item::{Item, Kind, metric_items, question_items};
use super::number::{Measure, cell, decimals, grouped, one_in};
use super::table::{Column, Table, wrapped};
use crate::analysis::{Engine, Odds};
use crate::description::{Preset, Value};
use crate::scenario::Scenario;

/// The odds of one scenario: a title line with the choices in words, the
/// metrics, the questions. `exact` is shown beside what is sampled.
pub fn odds(scenario: &Scenario, odds: &Odds, exact: Option<&Odds>, seconds: f64, width: usize) -> String {
    let trials = odds.engine.trials().unwrap_or(0);
    let mut parts = vec![heading(scenario, odds.engine, trials, seconds, width)];
    parts.extend(derived_values(scenario, width));
    let tables = [means(odds, exact), chances(odds, exact), questions(odds, exact)];
    parts.extend(tables.iter().filter(|table| !table.is_empty()).map(|table| table.shown(width)));
    if exact.is_some() {
        parts.push(GAP.to_owned());
    }
    parts.join("\n")
}

const GAP: &str = "gap: sampled less exact, in standard errors\n";

/// A scenario that leaves nothing to luck: its tables.
pub fn deterministic(scenario: &Scenario, variant: Option<&str>, width: usize) -> String {
    let name = variant.map_or_else(String::new, |name| format!(" ({name})"));
    let mut parts = vec![format!("{}{name}\n{}\n", scenario.title, scenario.ready.choices)];
    for side in &scenario.ready.tables {
        let mut table = Table::new(side.columns.iter().map(|column| Column::words(&**column)));
        for row in side.rows(&[]) {
            table.row(row.iter().map(cell));
        }
        parts.push(table.shown(width));
    }
    parts.join("\n")
}

/// A scenario or a variant of it among others.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// What its column is called.
    pub name: &'a str,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its odds.
    pub odds: &'a Odds,
    /// What is shown beside them where they are sampled.
    pub exact: Option<&'a Odds>,
}

/// The odds of a scenario and its variants side by side.
pub fn side_by_side(columns: &[Side<'_>], seconds: f64, width: usize) -> String {
    let (scenario, first) = (columns[0].scenario, columns[0].odds);
    let trials = columns.iter().filter_map(|column| column.odds.engine.trials()).sum();
    let mut heading = heading(scenario, first.engine, trials, seconds, width);
    for Side { name, scenario: variant, .. } in &columns[1..] {
        heading += &lines(&format!("{name}: {}", changes(scenario, variant)), width);
    }
    let mut parts = vec![heading];
    parts.extend(derived_side_by_side(columns, width));
    let all: Vec<&Odds> = columns.iter().map(|column| column.odds).collect();
    for (title, items) in [("on average", metric_items(&all, &[Kind::Mean])), ("chance", chance_items(&all))]
    {
        let names = columns.iter().flat_map(|Side { name, exact, .. }| {
            let beside = exact.map(|_| ["exact", "gap"].map(|what| format!("{name}, {what}")));
            [(*name).to_owned()].into_iter().chain(beside.into_iter().flatten())
        });
        let mut table = Table::new([Column::name(title)].into_iter().chain(names.map(Column::number)));
        for item in items {
            let cells = columns.iter().flat_map(|Side { odds, exact, .. }| {
                let beside = exact.map(|exact| item_beside(&item, odds, exact));
                [item.written(odds)].into_iter().chain(beside.into_iter().flatten())
            });
            table.row([item.title()].into_iter().chain(cells.collect::<Vec<_>>()));
        }
        if !table.is_empty() {
            parts.push(table.shown(width));
        }
    }
    if columns.iter().any(|column| column.exact.is_some()) {
        parts.push(GAP.to_owned());
    }
    parts.join("\n")
}

/// The keys in which a variant differs, with their values.
fn changes(scenario: &Scenario, variant: &Scenario) -> String {
    let (before, after) = (&scenario.input, &variant.input);
    // What a preset fills is said by its name.
    let filled = |path: &str, value: &Value| {
        let is_named = |preset: &&Preset| after.get(&preset.key) == Some(&Value::Word(preset.name.clone()));
        let fills = variant.system.presets.iter().filter(is_named).flat_map(|preset| &preset.fills);
        fills.into_iter().any(|(key, filled)| key == path && filled == value)
    };
    let changed =
        after.iter().filter(|(path, value)| before.get(path) != Some(*value) && !filled(path, value));
    let system = &variant.system;
    let mut changes: Vec<String> =
        changed.map(|(path, value)| system.say(path, &value.to_string())).collect();
    let gone = before.iter().filter(|(path, _)| after.get(path).is_none());
    changes.extend(gone.map(|(path, _)| system.say(path, "unset")));
    if changes.is_empty() { "no change".to_owned() } else { changes.join(", ") }
}

/// How the numbers came about, in a line.
fn engine(engine: Engine) -> String {
    match engine {
        Engine::Exact { omitted: 0.0, visited } => format!("exact: {} outcomes", grouped(visited)),
        Engine::Exact { omitted, visited } => {
            format!("exact: {} outcomes, at most {omitted:.1e} of the probability left out", grouped(visited))
        }
        Engine::Sampled { trials: 1, seed } => format!("1 trial, seed {seed}"),
        Engine::Sampled { trials, seed } => format!("{} trials, seed {seed}", grouped(trials)),
    }
}

/// `trials` are all that were taken in these `seconds`.
fn heading(scenario: &Scenario, engine_: Engine, trials: u64, seconds: f64, width: usize) -> String {
    let rate = match engine_ {
        Engine::Sampled { .. } if seconds > 0.0 => {
            format!(", {:.1} million a second", trials as f64 / seconds / 1e6)
        }
        _ => String::new(),
    };
    let how = format!("{}; {seconds:.3} s{rate}", engine(engine_));
    let told = [&scenario.title, &scenario.ready.choices, &scenario.changed(), &how];
    told.into_iter().filter(|line| !line.is_empty()).map(|line| lines(line, width)).collect()
}

/// What stands above the tables of a command: a title, and what `--set` has changed.
pub fn titled(title: &str, scenario: &Scenario, width: usize) -> String {
    let changed = scenario.changed();
    let told = [title, &changed].into_iter().filter(|line| !line.is_empty());
    told.map(|line| lines(line, width)).collect::<String>() + "\n"
}

/// A sentence in lines that fit.
fn lines(text: &str, width: usize) -> String {
    wrapped(text, width).join("\n") + "\n"
}

/// What the procedure knows before any dice are rolled, a line each.
fn derived_values(scenario: &Scenario, width: usize) -> Option<String> {
    let values = scenario.ready.derived.iter();
    let text: String =
        values.map(|value| lines(&format!("{}: {}", value.title, value.text), width)).collect();
    Some(text).filter(|text| !text.is_empty())
}

/// The derived values of scenarios side by side.
fn derived_side_by_side(columns: &[Side<'_>], width: usize) -> Option<String> {
    let mut titles: Vec<&str> = Vec::new();
    for value in columns.iter().flat_map(|column| column.scenario.ready.derived.iter()) {
        if !titles.contains(&&*value.title) {
            titles.push(&value.title);
        }
    }
    let told = titles.iter().flat_map(|title| {
        columns.iter().filter_map(move |Side { name, scenario, .. }| {
            let value = scenario.ready.derived.iter().find(|value| value.title == *title)?;
            Some(lines(&format!("{title}, {name}: {}", value.text), width))
        })
    });
    Some(told.collect()).filter(|text: &String| !text.is_empty())
}

/// The metrics that are counted, with what they are on average.
fn means(odds: &Odds, exact: Option<&Odds>) -> Table {
    let columns = ["on average", "sd", "5–95 %"].map(Column::number);
    let beside = exact.map(|_| ["exact", "gap"].map(Column::number));
    let mut table =
        Table::new([Column::name("")].into_iter().chain(columns).chain(beside.into_iter().flatten()));
    for item in metric_items(&[odds], &[Kind::Mean]) {
        let Some(summary) = item.summary(odds) else { continue };
        let mut row = vec![item.title(), item.written(odds)];
        // The root of what is 0 but for rounding is not.
        row.push(decimals(if summary.sd < 1e-6 { 0.0 } else { summary.sd }, 2));
        row.push(format!("{} to {}", summary.p05, summary.p95));
        row.extend(exact.into_iter().flat_map(|exact| item_beside(&item, odds, exact)));
        table.row(row);
    }
    table
}

/// The metrics that are one of several things, and those that happen or do not.
fn chances(odds: &Odds, exact: Option<&Odds>) -> Table {
    let all: Vec<&Odds> = [odds].into_iter().chain(exact).collect();
    let items = metric_items(&all, &[Kind::Indicator, Kind::Category]);
    table_of_chances("", odds, exact, items)
}

fn questions(odds: &Odds, exact: Option<&Odds>) -> Table {
    table_of_chances("question", odds, exact, question_items(&[odds]))
}

fn table_of_chances(title: &str, odds: &Odds, exact: Option<&Odds>, items: Vec<Item>) -> Table {
    let sampled = odds.engine.trials();
    let mut columns = vec![Column::name(title), Column::number("chance")];
    columns.extend(sampled.map(|_| Column::number("95 % interval")));
    columns.push(Column::number("1 in"));
    columns.extend(exact.iter().flat_map(|_| ["exact", "gap"].map(Column::number)));
    let mut table = Table::new(columns);
    for item in items {
        let known = item.known(odds);
        let mut row = vec![item.title(), item.written(odds)];
        row.extend(sampled.map(|_| known.map_or_else(String::new, |known| Measure::Chance.interval(known))));
        row.push(known.map_or_else(String::new, |known| one_in(known.value)));
        row.extend(exact.into_iter().flat_map(|exact| item_beside(&item, odds, exact)));
        table.row(row);
    }
    table
}

/// The chances of all odds, each once: of metrics that are no amounts, and of questions.
fn chance_items(all: &[&Odds]) -> Vec<Item> {
    let metrics = metric_items(all, &[Kind::Indicator, Kind::Category]);
    metrics.into_iter().chain(question_items(all)).collect()
}

/// What is exact of an item, and how far what was sampled is from it; empty where it is in
/// neither.
fn item_beside(item: &Item, odds: &Odds, exact: &Odds) -> [String; 2] {
    let (Some(_), Some(trials)) = (item.known(exact), odds.engine.trials()) else {
        return [String::new(), String::new()];
    };
    let [found, law] = [odds, exact].map(|odds| item.known(odds).map_or(0.0, |known| known.value));
    let error = match item.summary(exact) {
        Some(summary) => summary.sd / (trials as f64).sqrt(),
        None => standard_error(law, trials),
    };
    [item.written(exact), gap(found - law, error)]
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
