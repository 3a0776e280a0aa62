//! Comparisons of scenarios: overlaid distributions, and chances as groups of bars.

mod overlay;

use std::borrow::Cow;

use indexmap::{IndexMap, IndexSet};

use self::overlay::overlay;
use super::language::*;
use crate::analysis::{Comparison, Distribution, Engine, Odds};
use crate::chance::MetricKind;
use crate::report::entry::{Entry, question_entries};
use crate::report::number::{grouped, sane};

/// The space below the names of the scenarios, and below each part.
const BELOW_NAMES: f64 = 16.0;
const BELOW: f64 = 24.0;

/// The maximum number of labels of a metric, of questions, and of metrics.
const MOST_LABELS: usize = 12;
const MOST_QUESTIONS: usize = 50;
const MOST_METRICS: usize = 60;

/// Draws a comparison. `names` are the names of the scenarios.
pub fn compare(heading: &Heading<'_>, names: &[String], comparison: &Comparison) -> Picture {
    let odds = &comparison.odds[..comparison.odds.len().min(MOST_SERIES)];
    let mut page = Page::new(WIDE, heading);
    let room = page.room();
    let (shown, others) = names.split_at(names.len().min(odds.len()));
    let mut notes = Vec::new();
    if !others.is_empty() {
        let others = others.join(", ");
        notes.push(format!("not drawn beside the first {MOST_SERIES} scenarios: {others}"));
    }
    let samples = shown.iter().enumerate();
    let samples = samples.map(|(place, name)| (Sample::Series(Series::at(place)), name.clone()));
    page.add(key(samples.collect(), room, room / 2.0), BELOW_NAMES);
    let mut parts = Vec::new();
    parts.extend(questions(odds, room, &mut notes));
    let mut metrics: Vec<Metric<'_>> = metrics(odds);
    notes.extend(not_drawn(MOST_METRICS, metrics.len(), "metrics"));
    metrics.truncate(MOST_METRICS);
    let constant = |metric: &Metric<'_>| {
        let value = always(&metric.laws).filter(|_| metric.kind == Kind::Integer)?;
        Some(format!("{} {}", metric.label(), grouped(value)))
    };
    let constants: Vec<String> = metrics.iter().filter_map(constant).collect();
    if !constants.is_empty() {
        notes.push(format!("always the same: {}", constants.join(", ")));
    }
    parts.extend(flags(&metrics, odds, room));
    for metric in &metrics {
        parts.extend(match metric.kind {
            Kind::Integer if constant(metric).is_none() => overlay(&metric.laws, room),
            Kind::Names => nominal(metric, odds, room),
            Kind::Integer | Kind::Flag => None,
        });
    }
    for part in parts {
        page.add(part, BELOW);
    }
    page.notes(&notes, 3, 0.0);
    page.finish(&how_all(odds.iter().map(|odds| odds.engine)))
}

/// The kind of a metric, which determines how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Flag,
    Integer,
    Names,
}

/// A metric with its distribution in each scenario that has it.
struct Metric<'a> {
    kind: Kind,
    laws: Vec<Option<&'a Distribution>>,
}

impl<'a> Metric<'a> {
    fn laws(&self) -> impl Iterator<Item = &'a Distribution> {
        self.laws.iter().copied().flatten()
    }

    /// Its display name.
    fn label(&self) -> &'a str {
        self.laws().next().map_or("", |law| &law.metric.label)
    }
}

/// The metrics of all scenarios, without duplicates, in order of first appearance.
fn metrics(odds: &[Odds]) -> Vec<Metric<'_>> {
    let all = || {
        odds.iter()
            .enumerate()
            .flat_map(|(place, odds)| odds.distributions.iter().map(move |law| (place, law)))
    };
    let mut found: IndexMap<(&str, Kind), Metric<'_>> = IndexMap::new();
    for (place, law) in all() {
        // A metric with the range 0 to 1 in one scenario may be greater in another.
        let mut same = all().filter(|(_, other)| other.metric.name == law.metric.name);
        let kind = match law.metric.is_nominal() {
            true => Kind::Names,
            false if same.all(|(_, law)| is_flag(&law.metric.kind)) => Kind::Flag,
            false => Kind::Integer,
        };
        let metric = found.entry((&law.metric.name, kind));
        metric.or_insert_with(|| Metric { kind, laws: vec![None; odds.len()] }).laws[place] = Some(law);
    }
    found.into_values().collect()
}

fn is_flag(kind: &MetricKind) -> bool {
    matches!(kind, MetricKind::Integer { min: 0, max: 1, open: false })
}

/// The value of a metric that is constant over all scenarios.
fn always(laws: &[Option<&Distribution>]) -> Option<i64> {
    let mut values = laws.iter().flatten().flat_map(|law| &law.rows).map(|row| row.value);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn questions(odds: &[Odds], room: f64, notes: &mut Vec<String>) -> Option<Picture> {
    let found = question_entries(&odds.iter().collect::<Vec<_>>());
    notes.extend(not_drawn(MOST_QUESTIONS, found.len(), "questions"));
    let row =
        |one: &Entry| row(one.name.clone(), odds.iter().map(|odds| one.known(odds).map(Known::as_chance)));
    chances("questions", "", found.iter().take(MOST_QUESTIONS).map(row).collect(), room)
}

/// The chances of all metrics with the range 0 to 1 to be 1.
fn flags(metrics: &[Metric<'_>], odds: &[Odds], room: f64) -> Option<Picture> {
    let row = |metric: &Metric<'_>| {
        let is_event = metric.laws().any(|law| law.metric.is_indicator());
        let name = if is_event { metric.label().to_owned() } else { format!("{}: 1", metric.label()) };
        let known =
            |(law, odds): (&Option<&Distribution>, &Odds)| Some(of((*law)?, odds.engine, |value| value == 1));
        row(name, metric.laws.iter().zip(odds).map(known))
    };
    let rows = metrics.iter().filter(|metric| metric.kind == Kind::Flag).map(row).collect();
    chances("events", "the chance of each", rows, room)
}

/// The chances of the names of a nominal metric, in order.
fn nominal(metric: &Metric<'_>, odds: &[Odds], room: f64) -> Option<Picture> {
    let all = metric.laws().flat_map(|law| law.metric.names().unwrap_or_default()).map(|label| &**label);
    let all: Vec<&str> = all.collect::<IndexSet<_>>().into_iter().collect();
    let (shown, others) = all.split_at(all.len().min(MOST_LABELS));
    let row_of = |name: String, labels: &[&str]| {
        let is_one = |name: &Cow<'_, str>| labels.contains(&&**name);
        let known = |(law, odds): (&Option<&Distribution>, &Odds)| {
            let law = (*law)?;
            let names = law.metric.names().filter(|names| names.iter().any(is_one))?;
            let place = |value: i64| usize::try_from(value).ok().and_then(|place| names.get(place));
            Some(of(law, odds.engine, |value| place(value).is_some_and(is_one)))
        };
        row(name, metric.laws.iter().zip(odds).map(known))
    };
    let mut rows: Vec<Row> = shown.iter().map(|label| row_of((*label).to_owned(), &[label])).collect();
    if !others.is_empty() {
        rows.push(row_of(format!("{} others", others.len()), others));
    }
    chances(metric.label(), metric.laws().next().map_or("", |law| naming::help(&law.metric)), rows, room)
}

/// An event with its probability in each scenario that has it.
fn row(name: String, all: impl Iterator<Item = Option<Known>>) -> Row {
    let bar = |(place, known): (usize, Option<Known>)| {
        let known = known?;
        Some(RowBar { look: Look::Series(Series::at(place)), ..RowBar::new(known, vec![chance(known)]) })
    };
    Row { name, bars: all.enumerate().filter_map(bar).collect() }
}

fn chances(name: &str, help: &str, events: Vec<Row>, width: f64) -> Option<Picture> {
    if events.is_empty() {
        return None;
    }
    let style =
        RowStyle { texts: SMALL, name_share: 0.4, name_lines: 3, bar_height: 14.0, ..RowStyle::default() };
    let mut picture = name_and_help(name, help, SMALL, width);
    picture.height += 4.0;
    picture.below(rows(&events, None, &style, width), 0.0);
    Some(picture)
}

/// The probability of the values for which `holds` returns true.
fn of(law: &Distribution, engine: Engine, holds: impl Fn(i64) -> bool) -> Known {
    let rows = law.rows.iter().filter(|row| holds(row.value));
    Known::of_event(rows.map(|row| sane(row.probability)).sum(), engine)
}
