//! Results as text for the terminal.

use indexmap::IndexSet;

use super::entry::{Entry, EntryKind, metric_entries, question_entries};
use super::number::{grouped, percent};
use super::odds::{chances, side_table, summaries, with_exact};
use super::table::{Table, TextColumn, in_lines};
use crate::analysis::{Distribution, Engine, Odds, Row};
use crate::description::{Preset, Value};
use crate::scenario::Scenario;

/// The odds of one scenario: title and choices, metrics, and questions. `exact` is shown next to
/// sampled numbers, and `seconds`, how long it took, above them.
pub fn odds(
    scenario: &Scenario,
    odds: &Odds,
    exact: Option<&Odds>,
    seconds: Option<f64>,
    width: usize,
) -> String {
    let mut parts = vec![heading(scenario, &[odds], seconds, width)];
    parts.extend(derived_values(scenario, width));
    let all: Vec<&Odds> = [odds].into_iter().chain(exact).collect();
    let metrics = metric_entries(&all, &[EntryKind::Indicator, EntryKind::Category]);
    let tables = [
        summaries(odds, exact, |one| !one.metric.is_indicator()).text(),
        chances("", odds, exact, &metrics).text(),
        chances("question", odds, exact, &question_entries(&[odds])).text(),
    ];
    parts.extend(tables.iter().filter(|table| !table.is_empty()).map(|table| table.shown(width)));
    if exact.is_some() {
        parts.push(GAP.to_owned());
    }
    parts.join("\n")
}

/// The complete distribution of each metric of a scenario, with bars.
pub fn distribution(scenario: &Scenario, odds: &Odds, seconds: Option<f64>, width: usize) -> String {
    let mut parts = vec![heading(scenario, &[odds], seconds, width)];
    let summary = summaries(odds, None, |one| !one.metric.is_indicator());
    if !summary.is_empty() {
        parts.push(summary.text().shown(width));
    }
    for Distribution { metric, rows, .. } in &odds.distributions {
        let most = rows.iter().map(|row| row.probability).fold(0.0, f64::max);
        let kept = without_tails(rows);
        let say = |row: &Row| match (metric.is_indicator(), row.value) {
            (true, 0) => "no".to_owned(),
            (true, _) => "yes".to_owned(),
            (false, value) => metric.say(value),
        };
        let mut table = Table::new(kept)
            .column(TextColumn::number(&metric.label), say)
            .column(TextColumn::number("chance"), |row| percent(row.probability));
        if !metric.is_nominal() && !metric.is_indicator() {
            table = table.column(TextColumn::number("or more"), |row| percent(row.at_least));
        }
        let bar = move |row: &Row| "█".repeat((BAR * row.probability / most).round() as usize);
        parts.push(table.column(TextColumn::name(""), bar).text().shown(width));
        if let [first, .., last] = rows.as_slice()
            && kept.len() < rows.len()
        {
            let [first, last] = [first, last].map(|row| metric.say(row.value));
            parts.push(format!(
                "not shown: the least likely values, down to {first} and up to {last}, with less than 0.001 % on \
                 each side\n"
            ));
        }
    }
    parts.join("\n")
}

/// Tails of a distribution are left out if each has at most this probability in all, and both together
/// at least so many rows.
const SELDOM: f64 = 1e-5;
const MANY: usize = 10;

/// The rows between the tails.
fn without_tails(rows: &[Row]) -> &[Row] {
    let first = rows.iter().position(|row| row.at_most > SELDOM).unwrap_or(0);
    let end = rows.iter().rposition(|row| row.at_least > SELDOM).map_or(rows.len(), |last| last + 1);
    match rows.get(first..end) {
        Some(kept) if kept.len() + MANY <= rows.len() => kept,
        _ => rows,
    }
}

/// The longest bar of a distribution, in letters.
const BAR: f64 = 30.0;

const GAP: &str = "gap: sampled less exact, in standard errors\n";

/// The tables of a deterministic scenario.
pub fn deterministic(scenario: &Scenario, variant: Option<&str>, width: usize) -> String {
    let name = variant.map_or_else(String::new, |name| format!(" ({name})"));
    let mut parts = vec![format!("{}{name}\n{}\n", scenario.title, scenario.ready.choices)];
    let tables = scenario.ready.tables.iter();
    parts.extend(tables.map(|one| side_table(one, &one.rows(&[])).text().shown(width)));
    parts.join("\n")
}

/// A column of a comparison: a scenario or one of its variants.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// The heading of the column.
    pub name: &'a str,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its odds.
    pub odds: &'a Odds,
    /// Exact odds to show next to sampled ones.
    pub exact: Option<&'a Odds>,
}

/// The odds of a scenario and its variants side by side.
pub fn side_by_side(columns: &[Side<'_>], seconds: Option<f64>, width: usize) -> String {
    let scenario = columns[0].scenario;
    let all: Vec<&Odds> = columns.iter().map(|column| column.odds).collect();
    let mut heading = heading(scenario, &all, seconds, width);
    for Side { name, scenario: variant, .. } in &columns[1..] {
        heading += &in_lines(&format!("{name}: {}", changes(scenario, variant)), width);
    }
    let mut parts = vec![heading];
    parts.extend(derived_side_by_side(columns, width));
    let means = metric_entries(&all, &[EntryKind::Mean]);
    let mut chances = metric_entries(&all, &[EntryKind::Indicator, EntryKind::Category]);
    chances.extend(question_entries(&all));
    for (title, entries) in [("on average", means), ("chance", chances)] {
        let mut table = Table::new(&entries).column(TextColumn::name(title), |entry| &entry.name);
        for &Side { name, odds, exact, .. } in columns {
            let column = |what: &str| TextColumn::number(format!("{name}{what}"));
            table = table.column(column(""), move |entry| entry.written(odds));
            table = with_exact(table, odds, exact, [column(", exact"), column(", gap")], Entry::clone);
        }
        if !table.is_empty() {
            parts.push(table.text().shown(width));
        }
    }
    if columns.iter().any(|column| column.exact.is_some()) {
        parts.push(GAP.to_owned());
    }
    parts.join("\n")
}

/// The keys in which a variant differs from the scenario, with their values.
fn changes(scenario: &Scenario, variant: &Scenario) -> String {
    let (before, after) = (&scenario.input, &variant.input);
    // The name of a preset stands for the keys that it fills.
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

/// A line on how the numbers were computed.
fn engine(engine: Engine) -> String {
    let outcomes = |visited| match visited {
        // What needs no dice has one outcome.
        0 | 1 => "1 outcome".to_owned(),
        _ => format!("{} outcomes", grouped(visited)),
    };
    match engine {
        Engine::Exact { omitted: 0.0, visited } => format!("exact: {}", outcomes(visited)),
        Engine::Exact { omitted, visited } => {
            format!("exact: {}, at most {omitted:.1e} of the probability left out", outcomes(visited))
        }
        Engine::Sampled { trials: 1, seed } => format!("1 trial, seed {seed}"),
        Engine::Sampled { trials, seed } => format!("{} trials, seed {seed}", grouped(trials)),
    }
}

/// The lines above the tables of these odds, which took `seconds` together.
fn heading(scenario: &Scenario, all: &[&Odds], seconds: Option<f64>, width: usize) -> String {
    let trials: u64 = all.iter().filter_map(|odds| odds.engine.trials()).sum();
    let has_rate = all[0].engine.trials().is_some();
    let speed = |seconds| match has_rate && seconds > 0.0 {
        true => format!("; {seconds:.3} s, {:.1} million a second", trials as f64 / seconds / 1e6),
        false => format!("; {seconds:.3} s"),
    };
    let how = engine(all[0].engine) + &seconds.map_or_else(String::new, speed);
    let told = [&scenario.title, &scenario.ready.choices, &scenario.changed(), &how];
    told.map(|line| in_lines(line, width)).concat()
}

/// The lines above the tables of a command: a title, and the changes by `--set`.
pub fn titled(title: &str, scenario: &Scenario, width: usize) -> String {
    in_lines(title, width) + &in_lines(&scenario.changed(), width) + "\n"
}

/// The derived values, which the procedure knows before any dice are rolled, one per line.
fn derived_values(scenario: &Scenario, width: usize) -> Option<String> {
    let values = scenario.ready.derived.iter();
    let text: String =
        values.map(|value| in_lines(&format!("{}: {}", value.title, value.text), width)).collect();
    Some(text).filter(|text| !text.is_empty())
}

/// The derived values of all columns, grouped by value.
fn derived_side_by_side(columns: &[Side<'_>], width: usize) -> Option<String> {
    let values = columns.iter().flat_map(|column| column.scenario.ready.derived.iter());
    let titles: IndexSet<&str> = values.map(|value| &*value.title).collect();
    let told = titles.iter().flat_map(|title| {
        columns.iter().filter_map(move |Side { name, scenario, .. }| {
            let value = scenario.ready.derived.iter().find(|value| value.title == *title)?;
            Some(in_lines(&format!("{title}, {name}: {}", value.text), width))
        })
    });
    Some(told.collect()).filter(|text: &String| !text.is_empty())
}
