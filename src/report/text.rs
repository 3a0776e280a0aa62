//! Results as text for the terminal.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use super::changes::changes;
use super::decision::engines_in_words;
use super::entry::{Entry, metric_entries, question_entries};
use super::number::{Digits, Known, Measure, chance_and_rarity, grouped};
use super::odds::{chances, side_table, summaries};
use super::policy;
use super::table::{Cell, Layout, Table, TextColumn, in_lines, wrapped};
use crate::analysis::{Distribution, Engine, Odds, Row, Witness};
use crate::description::words::signed;
use crate::description::{DerivedValue, SideTable};
use crate::scenario::Scenario;

/// The odds of one scenario: title and choices, the answers to its questions, metrics, and how the numbers
/// were found. `seconds` is how long it took.
pub fn odds(scenario: &Scenario, odds: &Odds, seconds: Option<f64>, layout: Layout) -> String {
    let heading = heading(scenario, given(odds, layout.digits), layout);
    // The plan holds before anything is known, and so do its chances.
    let plan = if odds.given.is_none() { policy::lines(scenario) } else { Vec::new() };
    let orders: String = plan.iter().map(|line| hanging(line, layout.width)).collect();
    // Best play says what there is to know in advance.
    let derived = if orders.is_empty() { derived_values(scenario, layout) } else { String::new() };
    // An observation tells something about what was unknown.
    let is_learnt = |one: &Distribution| odds.given.is_some() && scenario.is_unknown(&one.metric);
    let learnt = odds.distributions.iter().filter(|one| is_learnt(one));
    let learnt = learnt.map(|one| values(one, odds.engine, layout));
    // What the procedure is for has its values at the top if they are few. An indicator has a single number,
    // which goes there only if nobody asks a question.
    let is_short = |one: &Distribution| match one.metric.is_indicator() {
        true => odds.answers.is_empty(),
        false => (2..=FEW).contains(&one.rows.len()),
    };
    let lead = odds.distributions.iter().find(|one| one.metric.leads() && is_short(one));
    let is_shown = |one: &Distribution| !one.metric.is_indicator() && !is_learnt(one);
    let (first, metrics): (Vec<Entry>, Vec<Entry>) = metric_entries(&[odds])
        .into_iter()
        .filter(|entry| !entry.is_mean())
        .partition(|entry| lead.is_some_and(|lead| entry.is_of(&lead.metric)));
    let tables = [
        chances(odds, &question_entries(&[odds])).shown(layout),
        lead.map_or_else(String::new, |lead| match lead.metric.is_indicator() {
            true => chances(odds, &first).shown(layout),
            false => values(lead, odds.engine, layout),
        }),
        derived,
        summaries(odds, is_shown).shown(layout),
        chances(odds, &metrics).shown(layout),
        computed(&[odds], seconds, layout)
            + &unconditional(scenario, odds, layout)
            + &reading(scenario, layout),
    ];
    heading + "\n" + &paragraphs([orders].into_iter().chain(learnt).chain(tables))
}

/// Joins the parts that are not empty, with a blank line between them.
fn paragraphs(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The tables to which a condition leaves no room, and those that it does not change; empty without a condition.
fn unconditional(scenario: &Scenario, odds: &Odds, layout: Layout) -> String {
    let tables = scenario.ready.tables.iter().filter(|_| odds.given.is_some());
    let (same, unknown): (Vec<_>, Vec<_>) = tables.partition(|side| odds.knows(side));
    let line = |words: &str, tables: Vec<&SideTable>| {
        let names = tables.iter().map(|side| &*side.name).collect::<Vec<&str>>().join(", ");
        if names.is_empty() { names } else { in_lines(&format!("{words}: {names}"), layout.width) }
    };
    line("not known under a condition", unknown) + &line("the same under a condition or not", same)
}

/// The reading of the rules that the results rest on, if the rulebook is silent there; otherwise empty.
fn reading(scenario: &Scenario, layout: Layout) -> String {
    match &*scenario.ready.reading {
        "" => String::new(),
        reading => in_lines(&format!("rests on a reading: {reading}"), layout.width),
    }
}

/// At most so many values are few.
const FEW: usize = 6;

/// A line that is wrapped with its own indentation.
fn hanging(line: &str, width: usize) -> String {
    let text = line.trim_start();
    let indent = " ".repeat(line.len() - text.len());
    wrapped(text, width - indent.len()).iter().map(|part| format!("{indent}{part}\n")).collect()
}

/// The complete distribution of each metric of a scenario, with bars.
pub fn distribution(scenario: &Scenario, odds: &Odds, seconds: Option<f64>, layout: Layout) -> String {
    let mut parts = vec![heading(scenario, given(odds, layout.digits), layout)];
    parts.push(summaries(odds, |one| !one.metric.is_indicator()).shown(layout));
    parts.extend(odds.distributions.iter().map(|one| values(one, odds.engine, layout)));
    parts.push(computed(&[odds], seconds, layout));
    paragraphs(parts)
}

/// Several rolls side by side: the chances of events, the means of numbers, and the chance of each value.
pub fn rolls(rolls: &[(Scenario, Odds)], seconds: Option<f64>, layout: Layout) -> String {
    type Roll = (Scenario, Odds);
    let is_event = |roll: &&Roll| roll.1.distributions.first().is_some_and(|law| law.metric.is_indicator());
    let (events, numbers): (Vec<&Roll>, Vec<&Roll>) = rolls.iter().partition(is_event);
    let chance_of = |roll: &Roll, value: i64| {
        let law = roll.1.distributions.first()?;
        Some(Cell::number(Measure::Chance, law.row(value)?.probability))
    };
    let never = || Cell::number(Measure::Chance, 0.0);
    let events = Table::new(events)
        .column(TextColumn::name(""), |roll| roll.0.title.clone())
        .column(TextColumn::number("chance"), move |roll| chance_of(roll, 1).unwrap_or_else(never));
    let summary = |roll: &Roll| roll.1.distributions.first()?.summary;
    let means = Table::new(numbers.clone())
        .column(TextColumn::name(""), |roll| roll.0.title.clone())
        .column(TextColumn::number("on average"), move |roll| {
            summary(roll).map(|summary| Cell::number(Measure::Number, summary.mean))
        })
        .column(TextColumn::number("sd"), move |roll| {
            summary(roll).map(|summary| Cell::deviation(summary.sd))
        })
        .column(TextColumn::number("90 % within"), move |roll| {
            summary(roll).map(|summary| format!("{} to {}", signed(summary.p05), signed(summary.p95)))
        });
    let all_rows = || numbers.iter().flat_map(|roll| &roll.1.distributions).map(|law| &law.rows);
    let kept = all_rows().flat_map(|rows| without_tails(rows));
    let values: BTreeSet<i64> = kept.map(|row| row.value).collect();
    let is_whole = all_rows().flatten().all(|row| values.contains(&row.value));
    let mut laws = Table::new(values).column(TextColumn::number("value"), signed);
    for roll in numbers {
        laws = laws.column(TextColumn::number(&roll.0.title), move |value| chance_of(roll, value));
    }
    let all: Vec<&Odds> = rolls.iter().map(|roll| &roll.1).collect();
    let mut parts = vec![events.shown(layout), means.shown(layout)];
    if !laws.is_empty() {
        let tails = match is_whole {
            true => String::new(),
            false => in_lines(
                "not shown: the least likely values, with less than 0.001 % on each side",
                layout.width,
            ),
        };
        parts.push(laws.text_of(usize::MAX, layout.digits).in_strips(layout.width) + &tails);
    }
    parts.push(computed(&all, seconds, layout));
    paragraphs(parts)
}

/// The values of a metric with their chances, and a bar for each.
fn values(Distribution { metric, rows, .. }: &Distribution, engine: Engine, layout: Layout) -> String {
    let most = rows.iter().map(|row| row.probability).fold(0.0, f64::max);
    let kept = without_tails(rows);
    let say = |row: &Row| match (metric.is_indicator(), row.value) {
        (true, 0) => "no".to_owned(),
        (true, _) => "yes".to_owned(),
        (false, value) => metric.say(value),
    };
    let chance = |number: fn(&Row) -> f64| move |row: &Row| Cell::number(Measure::Chance, number(row));
    // What happens before what does not.
    let shown: Vec<&Row> = match metric.is_indicator() {
        true => kept.iter().rev().collect(),
        false => kept.iter().collect(),
    };
    let first = if metric.is_nominal() { TextColumn::label } else { TextColumn::number };
    let mut table = Table::new(shown)
        .column(first(metric.label.as_str()), say)
        .column(TextColumn::number("chance"), move |row| {
            Cell::number(Measure::Chance, Known::new(row, engine))
        });
    if engine.trials().is_some() {
        table = table.column(TextColumn::number("95 % interval"), move |row| {
            Cell::Number(Known::new(row, engine), Measure::Chance, Measure::interval)
        });
    }
    if !metric.is_nominal() && !metric.is_indicator() {
        table = table.column(TextColumn::number("or more"), chance(|row| row.at_least));
    }
    let bar = move |row: &Row| "█".repeat((BAR * row.probability / most).round() as usize);
    let text = table.column(TextColumn::bar(), bar).shown(layout);
    let [first, last] = [rows.first(), rows.last()].map(|row| row.map(|row| row.value));
    let down = first.filter(|&value| kept.first().is_some_and(|row| row.value > value));
    let up = last.filter(|&value| kept.last().is_some_and(|row| row.value < value));
    let ends = [("down to", down), ("up to", up)];
    let ends: Vec<String> =
        ends.iter().filter_map(|(how, end)| Some(format!("{how} {}", metric.say((*end)?)))).collect();
    if ends.is_empty() {
        return text;
    }
    let each = if ends.len() == 2 { " on each side" } else { "" };
    let told =
        format!("not shown: the least likely values, {}, with less than 0.001 %{each}", ends.join(" and "));
    text + &in_lines(&told, layout.width)
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

/// The tables of a deterministic scenario.
pub fn deterministic(scenario: &Scenario, layout: Layout) -> String {
    let mut parts = vec![format!("{}\n{}\n", scenario.full_title(), scenario.ready.choices)];
    let tables = scenario.ready.tables.iter();
    parts.extend(tables.map(|one| side_table(one, &one.rows(&[])).shown(layout)));
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
}

/// The odds of a scenario and its variants side by side: the questions first.
pub fn side_by_side(columns: &[Side<'_>], seconds: Option<f64>, layout: Layout) -> String {
    let scenario = columns[0].scenario;
    let all: Vec<&Odds> = columns.iter().map(|column| column.odds).collect();
    let mut heading = heading(scenario, given_in_each(columns, layout.digits), layout);
    heading += &changes(columns.iter().map(|column| (column.name, column.scenario)), layout);
    let mut parts = vec![heading, derived_side_by_side(columns, layout)];
    let (means, chances) = metric_entries(&all).into_iter().partition(Entry::is_mean);
    let rows = [("chance", question_entries(&all)), ("on average", means), ("chance", chances)];
    for (title, entries) in rows {
        let mut table = Table::new(&entries).column(TextColumn::name(title), |entry| &entry.name);
        for &Side { name, odds, .. } in columns {
            table = table.column(TextColumn::number(name), move |entry| entry.cell(odds));
        }
        if !table.is_empty() {
            parts.push(table.text_of(usize::MAX, layout.digits).in_strips(layout.width));
        }
    }
    let trials = || all.iter().map(|odds| odds.engine.trials());
    let engines = match trials().any(|trials| trials.is_some()) && trials().any(|trials| trials.is_none()) {
        true => in_lines(
            &engines_in_words(columns.iter().map(|column| (column.name, column.odds.engine))),
            layout.width,
        ),
        false => String::new(),
    };
    parts.push(engines + &computed(&all, seconds, layout));
    paragraphs(parts)
}

/// The lines above the tables of odds, with their condition, if there is one.
fn heading(scenario: &Scenario, given: Option<String>, layout: Layout) -> String {
    let told = [&scenario.title, &scenario.ready.choices, &scenario.changed()];
    told.into_iter().chain(&given).map(|line| in_lines(line, layout.width)).collect()
}

/// The condition of odds with its own chance, in words: "given: damage == 3 (21.3 %)". `None` if there is none.
pub fn given(odds: &Odds, digits: Digits) -> Option<String> {
    let given = odds.given.as_ref()?;
    Some(format!("given: {} ({})", given.event, chance_and_rarity(Known::of_condition(given), digits)))
}

/// The condition of several odds, with its own chance in each, as of [`given`].
fn given_in_each(columns: &[Side<'_>], digits: Digits) -> Option<String> {
    let alone: Vec<String> = columns.iter().map(|side| given(side.odds, digits)).collect::<Option<_>>()?;
    if alone.iter().all(|other| *other == alone[0]) {
        return alone.into_iter().next();
    }
    let chance = |side: &Side<'_>| {
        let chance = Measure::Chance.write(Known::of_condition(side.odds.given.as_ref()?), digits);
        Some(format!("{chance} in {}", side.name))
    };
    let chances: Vec<String> = columns.iter().filter_map(chance).collect();
    Some(format!("given: {} ({})", columns[0].odds.given.as_ref()?.event, chances.join(", ")))
}

/// Numbers of trials: the only one, or the least and the most.
fn numbers_of(trials: impl Iterator<Item = u64> + Clone) -> String {
    match (trials.clone().min().unwrap_or(0), trials.max().unwrap_or(0)) {
        (least, most) if least == most => grouped(most),
        (least, most) => format!("{} to {}", grouped(least), grouped(most)),
    }
}

/// The lines below the tables: how the numbers were found, whether a simulation agrees with them, and how
/// long it took.
fn computed(all: &[&Odds], seconds: Option<f64>, layout: Layout) -> String {
    let witnesses: Vec<&Witness> = all.iter().filter_map(|odds| odds.witness.as_ref()).collect();
    let mut lines = vec![agreement(&witnesses)];
    let simulated: u64 = all.iter().filter_map(|odds| odds.trials_made()).sum();
    let told = |seconds: f64| match simulated {
        0 => format!("; {seconds:.3} s"),
        _ => format!("; {seconds:.3} s, {} a second", rate(simulated as f64 / seconds)),
    };
    // With a witness there is a line already, and a sample beside exact results says nothing about speed.
    if witnesses.len() < all.len() {
        let unseen: Vec<&Odds> = all.iter().copied().filter(|odds| odds.witness.is_none()).collect();
        lines
            .push(engine(&unseen) + &seconds.filter(|seconds| *seconds > 0.0).map_or_else(String::new, told));
    }
    lines.push(left_out(all));
    lines.iter().filter(|line| !line.is_empty()).map(|line| in_lines(line, layout.width)).collect()
}

/// A number of trials a second.
fn rate(trials: f64) -> String {
    match trials {
        ..1e5 => grouped(trials.round() as u64),
        _ => format!("{:.1} million", trials / 1e6),
    }
}

/// Whether simulations agree with exact results, in one line; empty if there were none.
pub fn agreement(witnesses: &[&Witness]) -> String {
    let Some(first) = witnesses.first() else { return String::new() };
    let several = if witnesses.len() > 1 { " of each" } else { "" };
    let trials = match numbers_of(witnesses.iter().map(|witness| witness.trials)).as_str() {
        "1" => format!("1 simulated trial{several}"),
        trials => format!("{trials} simulated trials{several}"),
    };
    let (agree, disagree) = match trials.as_str() {
        "1 simulated trial" => ("agrees", "DISAGREES"),
        _ => ("agree", "DISAGREE"),
    };
    let compared: usize = witnesses.iter().map(|witness| witness.compared).sum();
    let largest = witnesses.iter().max_by(|a, b| a.largest_gap.total_cmp(&b.largest_gap)).unwrap_or(first);
    let gap = format!("{:.1} standard errors", largest.largest_gap);
    if let Some(wrong) = witnesses.iter().find(|witness| witness.impossible > 0) {
        let times = grouped(wrong.impossible);
        return format!(
            "{trials} {disagree} with the exact results: impossible outcomes happened {times} times"
        );
    }
    match (witnesses.iter().all(|witness| witness.agrees), compared) {
        (false, _) => format!(
            "{trials} {disagree} with the exact results: \"{}\" is {gap} off, the largest of {compared} gaps",
            largest.largest_gap_of
        ),
        (true, 0) => format!("{trials} {agree}"),
        (true, 1) => format!("{trials} {agree}: the only gap is {gap}"),
        (true, _) => format!("{trials} {agree}: the largest of {compared} gaps is {gap}"),
    }
}

/// How odds without a witness were computed, in the words for the first of them.
fn engine(all: &[&Odds]) -> String {
    match all[0].engine {
        Engine::Exact { visited: 0 | 1, .. } => "exact: 1 outcome".to_owned(),
        Engine::Exact { visited, .. } => format!("exact: {} outcomes", grouped(visited)),
        Engine::Sampled { seed, .. } => {
            let sampled = all.iter().filter_map(|odds| Some((odds, odds.engine.trials()?)));
            let begun = sampled.clone().filter_map(|(odds, _)| odds.trials_made());
            let begun = match numbers_of(begun).as_str() {
                "1" => "1 trial".to_owned(),
                begun => format!("{begun} trials"),
            };
            let met = match all[0].given {
                Some(_) => {
                    format!(", of which {} met the condition", numbers_of(sampled.map(|(_, met)| met)))
                }
                None => String::new(),
            };
            format!("{begun}{met}, seed {seed}")
        }
    }
}

/// The largest probability that these exact odds leave out, if it is large enough to be seen.
fn left_out(all: &[&Odds]) -> String {
    match all.iter().map(|odds| odds.engine.omitted()).fold(0.0, f64::max) {
        omitted if omitted > UNSEEN => format!("exact, but for at most {omitted:.1e} of the probability"),
        _ => String::new(),
    }
}

/// Less omitted probability than this is not worth a word: it is what an open-ended die leaves out.
const UNSEEN: f64 = 1e-8;

/// The answer of a command, and the lines above its tables: the title, the changes by `--set`, and what is given.
pub fn answered(answer: &str, title: &str, scenario: &Scenario, layout: Layout) -> String {
    answered_with(answer, [title, &scenario.changed(), &scenario.supposed()], layout)
}

/// The answer of a command, and these lines above its tables.
pub fn answered_with(answer: &str, lines: [&str; 3], layout: Layout) -> String {
    // A number and its sign stay together; but on a terminal one looks for what one types.
    let answer = in_lines(answer, layout.width).replace('\u{a0}', " ");
    format!("{answer}\n{}\n", lines.map(|line| in_lines(line, layout.width)).concat())
}

/// The chance of what is given, where it is known: "chance of what is given: 95.3 % (base), 61.0 % (two)".
pub fn chances_of_condition<'a>(named: impl Iterator<Item = (&'a str, &'a Odds)>, layout: Layout) -> String {
    let chance = |(name, odds): (&str, &Odds)| {
        let given = odds.given.as_ref()?;
        Some(format!("{} ({name})", Measure::Chance.write(Known::of_condition(given), layout.digits)))
    };
    match named.filter_map(chance).collect::<Vec<_>>().join(", ") {
        chances if chances.is_empty() => chances,
        chances => in_lines(&format!("chance of what is given: {chances}"), layout.width),
    }
}

/// The derived values, which the procedure knows before any dice are rolled, one per line.
fn derived_values(scenario: &Scenario, layout: Layout) -> String {
    // They are known before any resolution, and so before anything is given.
    let whenever = if scenario.given.is_empty() { "" } else { ", before anything is given" };
    let values = scenario.ready.derived.iter();
    let line = |value: &DerivedValue| format!("{}{whenever}: {}", value.title, value.text);
    values.map(|value| in_lines(&line(value), layout.width)).collect()
}

/// The derived values of all columns, grouped by value.
fn derived_side_by_side(columns: &[Side<'_>], layout: Layout) -> String {
    let values = columns.iter().flat_map(|column| column.scenario.ready.derived.iter());
    let titles: IndexSet<&str> = values.map(|value| &*value.title).collect();
    let told = titles.iter().flat_map(|title| {
        columns.iter().filter_map(move |Side { name, scenario, .. }| {
            let value = scenario.ready.derived.iter().find(|value| value.title == *title)?;
            Some(in_lines(&format!("{title}, {name}: {}", value.text), layout.width))
        })
    });
    told.collect()
}
