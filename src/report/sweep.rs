//! A sweep as text, CSV and JSON.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::axes::Axis;
use super::compare::that_can_be_told;
use super::decision::{counts, engine_name, more};
use super::entry::{
    Entry, Extreme, Sentence, What, are_alike, differing, metrics, of_members_in, same_everywhere, told,
    without_members,
};
use super::number::{Known, Measure};
use super::odds::{distribution_columns, values};
use super::pivot::{GridCell, slices};
use super::table::{Cell, Column, Field, Layout, Table, TextColumn, in_lines};
use crate::analysis::{Odds, Setting, Sweep};
use crate::chance::MetricSpec;
use crate::description::System;
use crate::description::words::capitalized;
use crate::expression::StatisticName;
use crate::stats::{Estimate, Summary, same};

/// The maximum number of settings that are printed, and of rows and columns of a grid.
const SHOWN: usize = 40;

/// The cell of a setting without a result, such as one that the rules do not allow.
const SKIPPED: &str = "–";

/// A row for each setting: `sweep.csv`, and the settings in JSON. The columns are the varied keys,
/// the mean and the 5 and 95 % quantiles of each integer metric, the probability of each category
/// of nominal metrics, the probability of each question with its interval, the requested
/// statistics, and the engine. Text has the keys and the statistics.
///
/// If a setting lacks a metric of another one, its cell is empty in CSV and left out in JSON.
pub fn table<'a>(sweep: &'a Sweep, system: &'a System) -> Table<'a, &'a Setting> {
    let all = all_odds(sweep);
    let amounts = metrics(&all, |metric| !metric.is_nominal());
    let amounts =
        amounts.into_iter().flat_map(|metric| AMOUNT.map(|(what, cell)| (&metric.name, what, cell)));
    let labels = metrics(&all, MetricSpec::is_nominal).into_iter().flat_map(|metric| {
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
            let law = setting.odds.distribution(metric);
            law.map_or(Cell::Absent, |law| law.row(value).map_or(0.0, |row| row.probability).into())
        });
    }
    table = table.group("questions");
    for name in Odds::questions(all) {
        let columns = [("", "probability"), (".low", "low"), (".high", "high")];
        let columns =
            columns.map(|(end, field)| Column::csv(format!("{name}{end}")).at(["questions", name, field]));
        table = table.interval(columns, |setting| setting.odds.answer(name).map(Estimate::from));
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
        .column(Column::new("engine"), |setting| {
            engine_name(setting.odds.engine.trials().or(setting.estimates.trials))
        })
}

/// The columns of an integer metric.
const AMOUNT: [Field<Summary, Cell<'static>>; 3] = [
    ("mean", |summary| summary.mean.into()),
    ("p05", |summary| summary.p05.into()),
    ("p95", |summary| summary.p95.into()),
];

/// `distributions.csv`: a row for each value of each metric at each setting.
pub fn distributions(sweep: &Sweep, system: &System) -> Vec<u8> {
    let rows = sweep.settings.iter().flat_map(|setting| values(&setting.odds).map(move |row| (setting, row)));
    let table = Table::new(rows).settings(None, system, &sweep.keys, |(setting, _)| &setting.values);
    distribution_columns(table, |(_, row)| row).csv()
}

/// The sweep as text: over two keys a grid for each number, otherwise a row for each setting; then
/// the number of settings, and of those that were skipped.
pub fn text(sweep: &Sweep, system: &System, layout: Layout) -> String {
    let entries = entries(sweep);
    let body = match cross_table(sweep, system) {
        Some(grid) => {
            let shown = if sweep.statistics.is_empty() { 1 } else { entries.len() };
            let mut parts: Vec<String> =
                entries.iter().take(shown).map(|entry| across(&grid, entry, layout)).collect();
            let others: Vec<String> = entries.iter().skip(shown).map(title).collect();
            if !others.is_empty() {
                let told = format!("in sweep.csv, or with --stat: {}", others.join("; "));
                parts.push(in_lines(&told, layout.width));
            }
            parts.join("\n")
        }
        None => list(sweep, system, &entries, layout),
    };
    let sampled = sweep.settings.iter().filter(|setting| setting.is_sampled()).count();
    let counts = counts(system, sweep.settings.len(), sampled, &sweep.keys, &sweep.skipped);
    let asks = sweep.settings.iter().any(|setting| !setting.odds.answers.is_empty());
    let intervals = match sampled > 0 && asks && sweep.statistics.is_empty() {
        true => "95 % intervals of the questions are in sweep.csv\n",
        false => "",
    };
    format!("{body}\n{}{intervals}", in_lines(&counts, layout.width))
}

/// What the sweep found, in a sentence.
pub fn answer(sweep: &Sweep, system: &System) -> String {
    headline(sweep, system, Sentence::Answer) + "."
}

/// The first number that differs between the settings, in words.
pub fn headline(sweep: &Sweep, system: &System, sentence: Sentence) -> String {
    let entries = entries(sweep);
    if let ([only], [entry, ..]) = (&sweep.settings[..], &entries[..]) {
        let said = value(entry, only).map_or_else(String::new, |known| entry.measure().brief(known));
        return format!(
            "{}: {said} ({})",
            capitalized(&title(entry)),
            system.say_setting(&sweep.keys, &only.values)
        );
    }
    let Some((entry, ends)) = varied(sweep) else {
        let has_value = |entry: &Entry| {
            let mut values = sweep.settings.iter().filter_map(|setting| value(entry, setting));
            values.any(|known| !known.value.is_nan())
        };
        if !entries.iter().any(has_value) {
            return "No setting gives the statistics a value".to_owned();
        }
        let trials = sweep.settings.iter().filter_map(|setting| setting.odds.engine.trials()).min();
        return format!("No difference{} between the settings", that_can_be_told(trials));
    };
    let only = sweep.keys.first().filter(|key| sweep.keys.len() == 1 && differ_in_value(system, key, sweep));
    let name = |setting: &Setting, follows: bool| match only {
        Some(key) if follows => system.value_in_words(key, &setting.values[0]),
        _ => system.say_setting(&sweep.keys, &setting.values),
    };
    let known = known(&entry, sweep);
    let said = told(sentence, entry.measure(), known, ends, name);
    format!("{}: {said}{}", capitalized(&title(&entry)), even(&entry, sweep, system))
}

/// Whether the settings of a key are said alike but for the value, as "Force 6" is: then a list says it once.
fn differ_in_value(system: &System, key: &str, sweep: &Sweep) -> bool {
    let said = |setting: &Setting| {
        let value = &setting.values[0];
        (system.say(key, value), system.value_in_words(key, value))
    };
    let all: Vec<(String, String)> = sweep.settings.iter().map(said).collect();
    let Some((first, value)) = all.first() else { return false };
    first.match_indices(value).any(|(start, value)| {
        let (before, after) = (&first[..start], &first[start + value.len()..]);
        all.iter().all(|(said, value)| *said == format!("{before}{value}{after}"))
    })
}

/// The first number that differs between the settings, with its least and its greatest value.
pub fn varied(sweep: &Sweep) -> Option<(Entry, [Extreme<&Setting>; 2])> {
    entries(sweep).into_iter().find_map(|entry| {
        let ends = differing(entry.measure(), known(&entry, sweep))?;
        Some((entry, ends))
    })
}

/// The settings that have a number, with its value; without chances of which a sample says next to nothing.
fn known<'a>(entry: &Entry, sweep: &'a Sweep) -> Vec<(&'a Setting, Known)> {
    let all = sweep.settings.iter().filter_map(|setting| Some((setting, value(entry, setting)?)));
    let is_told = |known: &Known| entry.measure() != Measure::Chance || !known.is_vague();
    all.filter(|(_, known)| is_told(known)).collect()
}

/// Up to where along a single number a chance is more than 50 %, or from where on: "; more than 50 % up to 2
/// foes in group 1"; or between which numbers, if it is not known of those between. Empty if it crosses 50 % never,
/// or again.
fn even(entry: &Entry, sweep: &Sweep, system: &System) -> String {
    let ([key], Measure::Chance) = (&sweep.keys[..], entry.measure()) else { return String::new() };
    // What a sample does not tell from 50 % is left out, so that 50 % is between its neighbours.
    let known: Vec<(&Setting, Ordering)> = known(entry, sweep)
        .into_iter()
        .filter_map(|(setting, known)| match (known.low > 0.5, known.high < 0.5) {
            _ if !known.sampled && same(known.value, 0.5) => Some((setting, Ordering::Equal)),
            (true, _) => Some((setting, Ordering::Greater)),
            (_, true) => Some((setting, Ordering::Less)),
            _ => None,
        })
        .collect();
    let number = |(setting, _): &(&Setting, Ordering)| setting.values[0].parse::<i64>().ok();
    if !known.is_sorted_by(|one, next| number(one).is_some_and(|one| Some(one) < number(next))) {
        return String::new();
    }
    let say = |(setting, _): &(&Setting, Ordering)| system.say(key, &setting.values[0]);
    let is_more = |one: &(&Setting, Ordering)| one.1 == Ordering::Greater;
    let between = |one: &(&Setting, Ordering), next: &(&Setting, Ordering)| {
        let gap = number(one).zip(number(next)).is_some_and(|(one, next)| next > one + 1);
        let last = || system.value_in_words(key, &next.0.values[0]);
        let even = [one, next].into_iter().find(|setting| setting.1 == Ordering::Equal);
        gap.then(|| match even {
            Some(even) => format!("; 50 % at {}", say(even)),
            None => format!("; 50 % is between {} and {}", say(one), last()),
        })
    };
    match known.chunk_by(|one, next| is_more(one) == is_more(next)).collect::<Vec<_>>()[..] {
        [[.., last], [next, ..]] if is_more(last) => {
            between(last, next).unwrap_or_else(|| format!("; more than 50 % up to {}", say(last)))
        }
        [[.., last], [first, ..]] => {
            between(last, first).unwrap_or_else(|| format!("; more than 50 % from {} on", say(first)))
        }
        _ => String::new(),
    }
}

/// Whether a number is the same at several settings.
pub fn is_alike(entry: &Entry, sweep: &Sweep) -> bool {
    sweep.settings.len() > 1 && are_alike(sweep.settings.iter().map(|setting| value(entry, setting)))
}

/// A row for each setting; what does not vary is a line.
fn list(sweep: &Sweep, system: &System, entries: &[Entry], layout: Layout) -> String {
    let others = entries.iter().filter(|entry| !matches!(entry.what, What::Statistic { .. }));
    let (alike, differing): (Vec<&Entry>, Vec<&Entry>) = others.partition(|entry| is_alike(entry, sweep));
    let shown = without_members(differing.clone(), |entry| entry.metric());
    let left_out = of_members_in(differing.len() - shown.len(), "sweep.csv");
    let mut table = table(sweep, system);
    if sweep.settings.iter().any(|setting| setting.odds.given.is_some()) {
        let chance = |setting: &Setting| setting.odds.given.as_ref().map(Known::of_condition);
        table = table.column(TextColumn::number("chance of what is given"), move |setting| {
            chance(setting).map(|known| Cell::number(Measure::Chance, known))
        });
    }
    let table =
        table.columns(shown, |entry| TextColumn::number(title(entry)), |setting, entry| cell(entry, setting));
    let more = more(sweep.settings.len(), SHOWN, " in sweep.csv");
    let table = table.text_of(SHOWN, layout.digits).in_strips(layout.width) + &more;
    let table = table + &in_lines(&left_out, layout.width);
    let known = |entry: &Entry| sweep.settings.first().and_then(|setting| value(entry, setting));
    let alike = alike.into_iter().map(|entry| (title(entry), entry.measure(), known(entry)));
    match same_everywhere(alike, layout.width) {
        told if told.is_empty() => table,
        told => table + "\n" + &told,
    }
}

/// The numbers that are printed and drawn: the requested statistics, or else the questions, the
/// means of metrics and the chances of all others, in the order in which a player asks for them.
pub fn entries(sweep: &Sweep) -> Vec<Entry> {
    if !sweep.statistics.is_empty() {
        let entry = |(place, name): (usize, &StatisticName)| Entry {
            name: name.words.clone(),
            what: What::Statistic { place, measure: Measure::of(name) },
        };
        return sweep.statistics.iter().enumerate().map(entry).collect();
    }
    super::entry::entries(&all_odds(sweep))
}

/// The title of a number.
fn title(entry: &Entry) -> String {
    match entry.what {
        What::Mean(_) => format!("{}, on average", entry.name),
        _ => entry.name.clone(),
    }
}

fn cell(entry: &Entry, setting: &Setting) -> Option<Cell<'static>> {
    value(entry, setting).map(|known| Cell::number(entry.measure(), known))
}

/// A number at a setting, with its interval.
pub fn value(entry: &Entry, setting: &Setting) -> Option<Known> {
    match entry.what {
        What::Statistic { place, .. } => Some(statistic(setting, place)),
        _ => entry.known(&setting.odds),
    }
}

/// The statistic at index `place` for a setting, with its interval.
fn statistic(Setting { estimates, .. }: &Setting, place: usize) -> Known {
    let estimate = estimates.values[place];
    if estimates.trials.is_some() { Known::sampled(estimate) } else { estimate.into() }
}

/// A grid over two keys: the axes of the rows and of the columns, and the cells row by row.
type CrossTable<'a> = ([Axis; 2], Vec<GridCell<&'a Setting>>);

/// The grid of a sweep over two keys. Returns `None` if there is no setting for some pair of values.
fn cross_table<'a>(sweep: &'a Sweep, system: &System) -> Option<CrossTable<'a>> {
    if sweep.keys.len() != 2 {
        return None;
    }
    let found = || sweep.settings.iter().map(|setting| (setting.values.as_slice(), setting));
    let skipped = || sweep.skipped.iter().map(|skipped| skipped.values.as_slice());
    let all: Vec<&[String]> = found().map(|one| one.0).chain(skipped()).collect();
    let mut axes = [0, 1].map(|place| Axis::new(system, &sweep.keys, vec![place], &all));
    let [rows, columns] = axes.each_ref().map(|axis| axis.values.len());
    if rows * columns != all.len() {
        return None;
    }
    // The longer axis becomes the rows, since a terminal has more room downwards.
    if columns > rows {
        axes.reverse();
    }
    let cells = slices(&axes, found(), skipped(), &mut Vec::new()).remove(0).cells;
    Some((axes, cells))
}

/// A number over two keys, as a table.
fn across(([down, across], cells): &CrossTable<'_>, entry: &Entry, layout: Layout) -> String {
    let number = |at: GridCell<&Setting>| match at.found() {
        Some(setting) => cell(entry, setting),
        None => Some(SKIPPED.into()),
    };
    let table = Table::new(down.words.iter().zip(cells.chunks(across.words.len())))
        .column(TextColumn::setting(&down.name), |(word, _)| word)
        .columns(
            across.words.iter().enumerate().take(SHOWN),
            |(_, word)| TextColumn::number(word),
            |(_, cells), (place, _)| number(cells[place]),
        );
    let title = format!("{}; {} down, {} across", title(entry), down.name, across.name);
    let more = [(down, " rows in sweep.csv"), (across, " columns in sweep.csv")]
        .map(|(axis, what)| more(axis.words.len(), SHOWN, what));
    in_lines(&title, layout.width)
        + &table.text_of(SHOWN, layout.digits).in_strips(layout.width)
        + &more.concat()
}

/// The sweep as JSON.
pub fn json(sweep: &Sweep, system: &System) -> Value {
    json!({
        "keys": sweep.keys,
        "statistics": sweep.statistics.iter().map(|name| &name.written).collect::<Vec<_>>(),
        "settings": table(sweep, system).json(),
        "skipped": sweep.skipped.len(),
    })
}

/// The odds of all settings.
fn all_odds(sweep: &Sweep) -> Vec<&Odds> {
    sweep.settings.iter().map(|setting| &setting.odds).collect()
}
