//! The tables of a run: distributions, summaries, answers, joint outcomes.

use super::entry::{Entry, question_entries};
use super::number::{Digits, Known, Measure, chance_and_rarity, rarity};
use super::table::{Cell, Column, Field, Table, TextColumn};
use crate::analysis::{Distribution, Odds, Row};
use crate::chance::MetricKind;
use crate::description::words::{capitalized, signed};
use crate::description::{Datum, SideTable, Str};
use crate::stats::{Estimate, Summary};

/// `distributions.csv`: a row for each value of each metric.
pub fn distributions(odds: &Odds) -> Vec<u8> {
    labelled_distributions(&[], odds, true)
}

/// Distributions for an output that several odds share: columns in front, with these names and values, tell them
/// apart. `header` says whether to write the header.
pub fn labelled_distributions(labels: &[(&str, &str)], odds: &Odds, header: bool) -> Vec<u8> {
    let table =
        Table::new(values(odds)).columns(labels, |(name, _)| Column::csv(*name), |_, (_, label)| *label);
    distribution_columns(table, |row| row).csv_of(header)
}

/// A value of a metric, with its metric.
pub type MetricValue<'a> = (&'a Distribution, &'a Row);

/// All values of all metrics.
pub fn values(odds: &Odds) -> impl Iterator<Item = MetricValue<'_>> {
    odds.distributions.iter().flat_map(|one| one.rows.iter().map(move |row| (one, row)))
}

/// The table of a metric's values.
pub fn law(distribution: &Distribution) -> Table<'_, MetricValue<'_>> {
    distribution_columns(Table::new(distribution.rows.iter().map(move |row| (distribution, row))), |row| row)
}

/// Adds the columns of `distributions.csv`. JSON leaves out the name of the metric, whose object
/// contains the values.
pub fn distribution_columns<'a, R: Copy>(
    table: Table<'a, R>,
    of: impl Fn(R) -> MetricValue<'a> + Copy + 'a,
) -> Table<'a, R> {
    let tails: [Field<Row, f64>; 2] = [("at_least", |row| row.at_least), ("at_most", |row| row.at_most)];
    table
        .column(Column::csv("metric"), move |row| of(row).0.metric.name.as_str())
        .column(Column::new("value"), move |row| {
            let (Distribution { metric, .. }, row) = of(row);
            if metric.labels().is_some() { Cell::from(metric.show(row.value)) } else { row.value.into() }
        })
        .interval(["probability", "low", "high"].map(Column::new), move |row| Some(of(row).1.into()))
        .columns(
            tails,
            |(name, _)| Column::csv(name),
            move |row, (_, tail)| {
                let (distribution, row) = of(row);
                (!distribution.metric.is_nominal()).then(|| tail(row))
            },
        )
        .column(Column::csv("count"), move |row| of(row).1.count)
}

/// `summary.csv`: mean, standard deviation and quantiles of each integer metric.
pub fn summary(odds: &Odds) -> Vec<u8> {
    summaries(odds, |_| true).csv()
}

/// An integer metric with its summary.
type Summarized<'a> = (&'a Distribution, &'a Summary);

/// The summaries of the integer metrics that `shows` accepts: `summary.csv`, and a text table with
/// fewer columns.
pub fn summaries<'a>(odds: &'a Odds, shows: impl Fn(&Distribution) -> bool) -> Table<'a, Summarized<'a>> {
    let shown = odds.distributions.iter().filter(|one| shows(one));
    let quantiles: [Field<Summary, i64>; 6] = [
        ("min", |summary| summary.min),
        ("p05", |summary| summary.p05),
        ("p25", |summary| summary.p25),
        ("median", |summary| summary.median),
        ("p75", |summary| summary.p75),
        ("p95", |summary| summary.p95),
    ];
    Table::new(shown.filter_map(|one| Some((one, one.summary.as_ref()?))))
        .column(Column::csv("metric").shown(TextColumn::name("")), |(one, _)| {
            Cell::from(&one.metric.name).said(one.metric.averaged())
        })
        .interval(["mean", "mean_low", "mean_high"].map(Column::csv), |(_, summary)| Some(summary.into()))
        .column(TextColumn::number("on average"), |(_, summary)| {
            Cell::number(Measure::Number, Known::new(summary, odds.engine))
        })
        .column(Column::csv("sd").number("sd"), |(_, summary)| Cell::deviation(summary.sd))
        .column(TextColumn::number("90 % within"), |(_, summary)| {
            format!("{} to {}", signed(summary.p05), signed(summary.p95))
        })
        .columns(quantiles, |(name, _)| Column::csv(name), |(_, summary), (_, quantile)| quantile(summary))
        .column(Column::csv("max"), |(one, summary)| (!is_open(one)).then_some(summary.max))
}

/// The answer to the first question in a sentence: "Drops the ganger: 0.99 %, 1 in 101". `None` if there are
/// no questions.
pub fn headline(odds: &Odds) -> Option<String> {
    let answer = odds.answers.first()?;
    let said = chance_and_rarity(Known::new(answer, odds.engine), Digits::Few);
    Some(format!("{}: {said}", capitalized(&answer.name)))
}

/// `questions.csv`: the answers.
pub fn questions(odds: &Odds) -> Vec<u8> {
    chances(odds, &question_entries(&[odds])).csv()
}

/// A table of chances, with the columns of `questions.csv`.
pub fn chances<'a>(odds: &'a Odds, entries: &'a [Entry]) -> Table<'a, &'a Entry> {
    let mut table = Table::new(entries)
        .column(Column::csv("question").at(["name"]).shown(TextColumn::name("")), |entry| &entry.name)
        .column(Column::new("event"), |entry| entry.answer(odds).map(|answer| answer.event.as_str()))
        .interval(["probability", "low", "high"].map(Column::new), |entry| {
            entry.answer(odds).map(Estimate::from)
        })
        .column(TextColumn::number("chance"), |entry| {
            entry.known(odds).map(|known| Cell::number(Measure::Chance, known))
        });
    let is_sampled = odds.engine.trials().is_some();
    if is_sampled {
        table = table.column(TextColumn::number("95 % interval"), |entry| {
            entry.known(odds).map(|known| Cell::Number(known, Measure::Chance, Measure::interval))
        });
    }
    let one_in = |entry: &Entry| {
        let known = entry.known(odds).filter(|known| known.value > 0.0)?;
        Some(Cell::from(1.0 / known.value).said(rarity(known)))
    };
    table
        .column(Column::csv("one_in").shown(TextColumn::words("")), one_in)
        .column(Column::json("count"), |entry| entry.answer(odds).and_then(|answer| answer.count))
}

/// `joint.csv`: a row for each joint outcome.
pub fn joint(odds: &Odds) -> Vec<u8> {
    let metrics = odds.joint.metrics.iter().enumerate();
    Table::new(&odds.joint.rows)
        .columns(
            metrics,
            |(_, metric)| Column::csv(&metric.name),
            |row, (place, metric)| metric.show(row.values[place]),
        )
        .column(Column::csv("probability"), |row| row.probability)
        .column(Column::csv("count"), |row| row.count)
        .csv()
}

/// A table that the procedure defines.
pub fn side_table<'a>(side: &'a SideTable, rows: &'a [Vec<Datum>]) -> Table<'a, &'a Vec<Datum>> {
    let column =
        |(_, name): (usize, &Str)| Column::new(&**name).shown(TextColumn::words(name.replace('_', " ")));
    Table::new(rows).columns(side.columns.iter().enumerate(), column, |row, (place, _)| &row[place])
}

fn is_open(distribution: &Distribution) -> bool {
    matches!(distribution.metric.kind, MetricKind::Integer { open: true, .. })
}
