//! Scenarios side by side: their laws over each other, and their chances in groups.

mod groups;
mod overlay;

use indexmap::IndexMap;
use plotters::prelude::DrawingBackend;

use self::groups::{Group, Groups};
use self::overlay::Overlay;
use super::bars::{Bar, sane};
use super::numbers::grouped;
use super::page::{MARGIN, NAME, NOTE_LINE, Page, SMALL, how_all, write_notes};
use super::series::{MOST_SERIES, Names};
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::wording::{shorten, wrap};
use super::{Heading, naming};
use crate::analysis::{Answer, Comparison, Distribution, Odds};
use crate::chance::MetricKind;

/// The picture of a comparison.
pub struct CompareChart<'a> {
    page: Page,
    names: Names,
    parts: Vec<Part<'a>>,
    notes: Vec<String>,
}

/// A part of the page.
enum Part<'a> {
    Chances { name: String, help: &'a str, groups: Groups },
    Laws(Overlay<'a>),
}

const WIDTH: f64 = 980.0;

/// The room below the names of the scenarios, and below each part.
const BELOW_NAMES: f64 = 16.0;
const BELOW: f64 = 24.0;

/// The room of what names the chances.
const NAME_ROOM: f64 = 24.0;

/// The most labels of a metric, questions, and metrics: a chart must end somewhere.
const MOST_LABELS: usize = 12;
const MOST_QUESTIONS: usize = 50;
const MOST_METRICS: usize = 60;

impl<'a> CompareChart<'a> {
    /// Lays it out for scenarios of these names.
    pub fn new(heading: &Heading<'_>, names: &[String], comparison: &'a Comparison) -> Self {
        let odds = &comparison.odds[..comparison.odds.len().min(MOST_SERIES)];
        let page = Page::with_footnote(WIDTH, heading, &how_all(odds.iter().map(|odds| &odds.engine)));
        let room = page.inner_width();
        let shown: Vec<String> = names.iter().take(odds.len()).cloned().collect();
        let mut notes = Vec::new();
        if names.len() > shown.len() {
            let others = names[shown.len()..].join(", ");
            notes.push(format!("not drawn beside the first {MOST_SERIES} scenarios: {others}"));
        }
        let mut parts = Vec::new();
        parts.extend(questions(odds, room, &mut notes));
        let metrics = metrics(odds);
        if metrics.len() > MOST_METRICS {
            notes.push(format!("not drawn: {} of {} metrics", metrics.len() - MOST_METRICS, metrics.len()));
        }
        let metrics: Vec<_> = metrics.into_iter().take(MOST_METRICS).collect();
        let of_one = |((_, kind), laws): &((&str, Kind), Laws<'_>)| {
            let value = always(laws).filter(|_| *kind == Kind::Integer)?;
            Some(format!("{} {}", label(laws), grouped(value.into())))
        };
        let constant: Vec<String> = metrics.iter().filter_map(of_one).collect();
        if !constant.is_empty() {
            notes.push(format!("always the same: {}", constant.join(", ")));
        }
        parts.extend(flags(&metrics, odds, room));
        for ((_, kind), laws) in &metrics {
            match kind {
                Kind::Integer if always(laws).is_some() => {}
                Kind::Flag => {}
                Kind::Integer => parts.extend(Overlay::new(laws.clone()).map(Part::Laws)),
                Kind::Names => parts.extend(nominal(laws, odds, room)),
            }
        }
        let notes = notes.iter().flat_map(|note| wrap(note, SMALL, room, 3)).collect();
        CompareChart { names: Names::new(&shown, room), page, parts, notes }
    }

    fn panels_height(&self) -> f64 {
        let parts = self.parts.iter().map(|part| part.height() + BELOW);
        self.names.height() + BELOW_NAMES + parts.sum::<f64>()
    }

    fn contents(&self) -> f64 {
        self.panels_height() + NOTE_LINE * self.notes.len() as f64
    }
}

impl Part<'_> {
    fn height(&self) -> f64 {
        match self {
            Part::Chances { groups, .. } => NAME_ROOM + groups.height(),
            Part::Laws(laws) => laws.height(),
        }
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, top: f64, width: f64) -> Drawn {
        match self {
            Part::Laws(laws) => laws.draw(canvas, (MARGIN, top), width),
            Part::Chances { name, help, groups } => {
                let name = shorten(name, NAME, width);
                canvas.write(&name, (MARGIN, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
                let after = NAME.room(&name) + 10.0;
                let help = shorten(help, SMALL, (width - after).max(0.0));
                canvas.write(&help, (MARGIN + after, top + 12.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
                groups.draw(canvas, MARGIN, top + NAME_ROOM)
            }
        }
    }
}

impl Scene for CompareChart<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        let mut top = self.page.top();
        write_notes(canvas, &self.notes, top + self.panels_height())?;
        self.names.draw(canvas, MARGIN, top)?;
        top += self.names.height() + BELOW_NAMES;
        for part in &self.parts {
            part.draw(canvas, top, self.page.inner_width())?;
            top += part.height() + BELOW;
        }
        Ok(())
    }
}

/// How a metric is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Flag,
    Integer,
    Names,
}

/// The law of a metric in each scenario, if it has it.
type Laws<'a> = Vec<Option<&'a Distribution>>;

/// The metrics of all scenarios, in order, with their laws.
fn metrics(odds: &[Odds]) -> IndexMap<(&str, Kind), Laws<'_>> {
    let mut found: IndexMap<(&str, Kind), Laws<'_>> = IndexMap::new();
    for (place, one) in odds.iter().enumerate() {
        for law in &one.distributions {
            // What is 0 or 1 in one scenario may be more in another.
            let same = odds
                .iter()
                .flat_map(|odds| &odds.distributions)
                .filter(|other| other.metric.name == law.metric.name);
            let kind = if law.metric.is_nominal() {
                Kind::Names
            } else if same.map(|law| &law.metric.kind).all(is_flag) {
                Kind::Flag
            } else {
                Kind::Integer
            };
            let laws = found.entry((&law.metric.name, kind)).or_insert_with(|| vec![None; odds.len()]);
            laws[place] = Some(law);
        }
    }
    found
}

fn is_flag(kind: &MetricKind) -> bool {
    matches!(kind, MetricKind::Integer { min: 0, max: 1, open: false })
}

/// The one value that a metric has in all scenarios, if it has but one.
fn always(laws: &[Option<&Distribution>]) -> Option<i64> {
    let mut values = laws.iter().flatten().flat_map(|law| &law.rows).map(|row| row.value);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn questions<'a>(odds: &'a [Odds], room: f64, notes: &mut Vec<String>) -> Option<Part<'a>> {
    let mut found: IndexMap<&str, Vec<Option<&Answer>>> = IndexMap::new();
    for (place, one) in odds.iter().enumerate() {
        for answer in &one.answers {
            found.entry(&answer.name).or_insert_with(|| vec![None; odds.len()])[place] = Some(answer);
        }
    }
    if found.len() > MOST_QUESTIONS {
        notes.push(format!("not drawn: {} of {} questions", found.len() - MOST_QUESTIONS, found.len()));
    }
    let bar = |(answer, odds): (&Option<&Answer>, &Odds)| {
        let ends = |answer: &Answer| odds.engine.trials().map(|_| (answer.low, answer.high));
        answer.map(|answer| bar(answer.probability, ends(answer)))
    };
    let group = |(name, answers): (&str, Vec<Option<&Answer>>)| Group {
        name: name.to_owned(),
        bars: there(answers.iter().zip(odds).map(bar)),
    };
    let groups: Vec<Group> = found.into_iter().take(MOST_QUESTIONS).map(group).collect();
    chances("questions", "", groups, odds, room)
}

/// All metrics that are 0 or 1, as chances to be 1.
fn flags<'a>(metrics: &[((&'a str, Kind), Laws<'a>)], odds: &[Odds], room: f64) -> Option<Part<'a>> {
    let group = |(_, laws): &((&str, Kind), Laws<'_>)| {
        let is_event = laws.iter().flatten().any(|law| law.metric.is_indicator());
        Group {
            name: if is_event { label(laws).to_owned() } else { format!("{}: 1", label(laws)) },
            bars: there(laws.iter().map(|law| of(*law, |value| value == 1))),
        }
    };
    let groups = metrics.iter().filter(|((_, kind), _)| *kind == Kind::Flag).map(group).collect();
    chances("events", "the chance of each", groups, odds, room)
}

/// What players call the metric of these laws.
fn label<'a>(laws: &[Option<&'a Distribution>]) -> &'a str {
    laws.iter().flatten().next().map_or("", |law| &law.metric.label)
}

/// The values of a metric that are names, in their order.
fn nominal<'a>(laws: &[Option<&'a Distribution>], odds: &[Odds], room: f64) -> Option<Part<'a>> {
    let mut all: Vec<&str> = Vec::new();
    for label in laws.iter().flatten().flat_map(|law| law.metric.names().unwrap_or_default()) {
        if !all.contains(&&**label) {
            all.push(label);
        }
    }
    let group = |label: &&str| {
        let bar = |law: &Option<&Distribution>| {
            let place = law.as_ref()?.metric.names()?.iter().position(|other| other == *label)?;
            of(*law, |value| usize::try_from(value) == Ok(place))
        };
        Group { name: (*label).to_owned(), bars: there(laws.iter().map(bar)) }
    };
    let help = laws.iter().flatten().next().map_or("", |law| naming::help(&law.metric));
    let mut groups: Vec<Group> = all.iter().take(MOST_LABELS).map(group).collect();
    if all.len() > MOST_LABELS {
        let rest = &all[MOST_LABELS..];
        let is_rest = |law: &Distribution, value: i64| {
            let label = usize::try_from(value).ok().and_then(|place| law.metric.names()?.get(place));
            label.is_some_and(|label| rest.contains(&&**label))
        };
        let bars = there(laws.iter().map(|law| of(*law, |value| law.is_some_and(|law| is_rest(law, value)))));
        groups.push(Group { name: format!("{} others", rest.len()), bars });
    }
    chances(label(laws), help, groups, odds, room)
}

/// The bars that there are, with the places of their scenarios.
fn there(bars: impl Iterator<Item = Option<Bar>>) -> Vec<(usize, Bar)> {
    bars.enumerate().filter_map(|(place, bar)| Some((place, bar?))).collect()
}

fn chances<'a>(name: &str, help: &'a str, groups: Vec<Group>, odds: &[Odds], room: f64) -> Option<Part<'a>> {
    if groups.is_empty() {
        return None;
    }
    let engines = odds.iter().map(|odds| odds.engine).collect();
    Some(Part::Chances { name: name.to_owned(), help, groups: Groups::new(groups, engines, room) })
}

/// The probability of values of a law, with the interval of a value alone if it was
/// sampled.
fn of(law: Option<&Distribution>, holds: impl Fn(i64) -> bool) -> Option<Bar> {
    let rows: Vec<_> = law?.rows.iter().filter(|row| holds(row.value)).collect();
    let ends = match rows.as_slice() {
        [one] => one.count.map(|_| (one.low, one.high)),
        _ => None,
    };
    Some(bar(rows.iter().map(|row| sane(row.probability)).sum(), ends))
}

fn bar(probability: f64, ends: Option<(f64, f64)>) -> Bar {
    let probability = sane(probability);
    let (low, high) = ends.unwrap_or((probability, probability));
    let (low, high) = (sane(low).min(probability), sane(high).max(probability));
    Bar { probability, low, high, at_least: probability }
}
