//! How near settings come to targets: curves over one numbered knob, a map over two, and
//! the nearest as bars.

use std::collections::HashMap;

use plotters::prelude::DrawingBackend;

use super::amounts::{Amount, Amounts};
use super::axes::{Axes, Axis};
use super::curve::{Curve, GOAL};
use super::heat::Heat;
use super::key::{Key, Sample};
use super::measure::{Measure, interval};
use super::page::{MARGIN, NAME, NAME_ROOM, NOTE_LINE, Page, SMALL, how_many, write_notes};
use super::readings::{Cell, Reading};
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::track::Track;
use super::wording::{shorten, wrap};
use super::{Chart, ChartError, Heading, surface};
use crate::analysis::{Balance, Balanced, Between};
use crate::description::System;
use crate::report::balance::targets;

/// The picture of a balance.
struct BalanceChart<'a> {
    page: Page,
    key: Key,
    body: Body<'a>,
    notes: Vec<String>,
}

enum Body<'a> {
    /// Curves with their names.
    Curves(Vec<(String, Curve<'a>)>),
    Map(Heat<'a>),
    Rows(Amounts),
}

const WIDTH: f64 = 980.0;
const BELOW: f64 = 16.0;
const BELOW_KEY: f64 = 14.0;

/// The most values of a knob of curves, and of one of a map.
const MOST_POINTS: usize = 400;
const MOST_CELLS: usize = 100;

/// The most curves, the most nearest settings, and the most targets beside these.
const MOST_CURVES: usize = 30;
const MOST_ROWS: usize = 10;
const MOST_COLUMNS: usize = 3;

/// Draws a balance over scenarios of these names; `None` if there is no setting.
pub fn draw(heading: &Heading<'_>, balance: &Balance, suite: &[String]) -> Result<Option<Chart>, ChartError> {
    if balance.settings.is_empty() {
        return Ok(None);
    }
    let settings = balance.settings.iter().map(|one| &one.values);
    let all: Vec<Vec<String>> =
        settings.chain(balance.skipped.iter().map(|one| &one.values)).cloned().collect();
    let mut axes = Axes::new(heading.system, &balance.keys, &all);
    // The settings come by how near they are.
    axes.axes.iter_mut().for_each(Axis::sort);
    let words = axes.words();
    let mut notes = Vec::new();
    let choices = [heading.choices, &words].into_iter().filter(|words| !words.is_empty());
    let choices = choices.collect::<Vec<_>>().join("; ");
    let heading = Heading { choices: &choices, ..*heading };
    let page = Page::with_footnote(WIDTH, &heading, &how_many(balance.settings.iter().map(|one| one.trials)));
    let names = targets(suite, balance);
    let is_strip = axes.axes.len() == 1 && !axes.axes[0].is_of_words();
    let most = if is_strip { MOST_POINTS } else { MOST_CELLS };
    if is_strip || axes.axes.len() == 2 {
        notes.extend(axes.axes.iter_mut().filter_map(|axis| axis.thin(most)));
    }
    let track = axes.axes.first().map(Track::new);
    let source = Source::new(heading.system, balance, &axes.axes, names);
    let body = match (&axes.axes[..], &track) {
        ([_], Some(track)) if is_strip => Body::Curves(source.curves(track, &mut notes)),
        ([rows, columns], _) => Body::Map(source.map(rows, columns)),
        _ => Body::Rows(source.rows(page.inner_width())),
    };
    let chart = BalanceChart::new(page, body, &source, notes);
    surface::render(&chart).map(Some)
}

/// Settings by the values of axes.
struct Source<'a> {
    system: &'a System,
    balance: &'a Balance,
    axes: &'a [Axis],
    /// `None` for those that the rules do not allow.
    settings: HashMap<Vec<String>, Option<&'a Balanced>>,
    names: Vec<String>,
}

impl<'a> Source<'a> {
    fn new(system: &'a System, balance: &'a Balance, axes: &'a [Axis], names: Vec<String>) -> Self {
        let place = |values: &[String]| axes.iter().map(|axis| axis.value(values)).collect::<Vec<_>>();
        let skipped = balance.skipped.iter().map(|one| (place(&one.values), None));
        let found = balance.settings.iter().map(|one| (place(&one.values), Some(one)));
        Source { system, balance, axes, settings: skipped.chain(found).collect(), names }
    }

    fn at(&self, place: &[String]) -> Option<&'a Balanced> {
        self.settings.get(place).copied().flatten()
    }

    fn is_skipped(&self, place: &[String]) -> bool {
        matches!(self.settings.get(place), Some(None))
    }

    fn curves(&self, track: &'a Track<'a>, notes: &mut Vec<String>) -> Vec<(String, Curve<'a>)> {
        let values = &self.axes[0].values;
        let settings: Vec<Option<&Balanced>> =
            values.iter().map(|value| self.at(std::slice::from_ref(value))).collect();
        let skipped: Vec<bool> =
            values.iter().map(|value| self.is_skipped(std::slice::from_ref(value))).collect();
        let is_nearest = |index: &usize| settings[*index].is_some_and(|one| one.rank == 1);
        let marked: Vec<usize> = (0..values.len()).filter(is_nearest).collect();
        let curve = |measure: Measure, readings: Vec<Option<Reading>>, goals: Vec<Option<f64>>| {
            let ends = readings.iter().flatten().flat_map(|one| [one.low, one.high]);
            let scale = measure.scale(ends.chain(goals.iter().copied().flatten()), 3);
            Curve { track, scale, readings, goals, skipped: skipped.clone(), marked: marked.clone() }
        };
        let aims = self.balance.aims.len();
        if aims > MOST_CURVES {
            notes.push(format!("not drawn: {} of {aims} targets", aims - MOST_CURVES));
        }
        let aim = |(aim, name): (usize, &String)| {
            let reached = || settings.iter().map(|one| one.map(|one| one.reached[aim]));
            let reading = |value| {
                let (low, high) = interval(value).unwrap_or((value.value, value.value));
                value.value.is_finite().then_some(Reading { value: value.value, low, high })
            };
            let readings = reached().map(|one| one.and_then(|one| reading(one.value))).collect();
            let goals = reached().map(|one| one.map(|one| one.goal).filter(|goal| goal.is_finite()));
            (name.clone(), curve(Measure::of(&self.balance.aims[aim].name), readings, goals.collect()))
        };
        let mut curves: Vec<(String, Curve<'a>)> =
            self.names.iter().enumerate().take(MOST_CURVES).map(aim).collect();
        if aims > 1 {
            let distance = |one: &Option<&Balanced>| {
                one.map(|one| one.distance).filter(|one| one.is_finite()).map(Reading::bare)
            };
            let readings = settings.iter().map(distance).collect();
            curves.push((self.distance().to_owned(), curve(Measure::Number, readings, Vec::new())));
        }
        notes.extend(self.between());
        curves
    }

    /// What the distance is from.
    fn distance(&self) -> &'static str {
        if self.balance.aims.len() == 1 {
            "distance to the target"
        } else {
            "distance to all targets together"
        }
    }

    /// Where targets lie between settings, in words.
    fn between(&self) -> Option<String> {
        let key = self.system.label(self.balance.keys.first()?);
        let words = |one: &Between| {
            let name = self.names.get(one.aim)?;
            let [low, high] = one.ends;
            Some(format!("{name} at {key} {:.2}, between {low} and {high}", one.at))
        };
        let found: Vec<String> = self.balance.between.iter().filter_map(words).take(4).collect();
        (!found.is_empty()).then(|| format!("if they were straight between settings: {}", found.join("; ")))
    }

    fn map(&self, rows: &'a Axis, columns: &'a Axis) -> Heat<'a> {
        let pairs: Vec<[String; 2]> = rows
            .values
            .iter()
            .flat_map(|row| columns.values.iter().map(move |column| [row.clone(), column.clone()]))
            .collect();
        let cell = |pair: &[String; 2]| match self.at(pair).map(|one| one.distance) {
            Some(distance) if distance.is_finite() => Cell::Number(Reading::bare(distance)),
            Some(_) => Cell::Empty,
            None if self.is_skipped(pair) => Cell::Skipped,
            None => Cell::Empty,
        };
        let cells: Vec<Cell> = pairs.iter().map(cell).collect();
        let is_nearest = |index: &usize| self.at(&pairs[*index]).is_some_and(|one| one.rank == 1);
        let marked = (0..pairs.len()).filter(is_nearest).collect();
        let distances = cells.iter().filter_map(|cell| cell.number()).map(|one| one.value);
        let scale = Measure::Number.scale(distances.chain([0.0]), 3);
        Heat { rows, columns, cells, scale, is_chance: false, marked }
    }

    fn rows(&self, width: f64) -> Amounts {
        let shown = self.names.len().min(MOST_COLUMNS);
        let amount = |one: &Balanced| {
            let reached = one.reached.iter().zip(&self.balance.aims).take(shown);
            let reached = reached.map(|(reached, aim)| Measure::of(&aim.name).brief(reached.value));
            Amount {
                name: format!("{}. {}", one.rank, self.system.say_setting(&self.balance.keys, &one.values)),
                value: one.distance,
                texts: [Measure::Number.brief(one.distance)].into_iter().chain(reached).collect(),
                best: one.rank == 1,
                ..Amount::default()
            }
        };
        let amounts: Vec<Amount> = self.balance.settings.iter().take(MOST_ROWS).map(amount).collect();
        let scale = Measure::Number.scale(amounts.iter().flat_map(Amount::reach), 4);
        let heads: Vec<&str> =
            ["distance"].into_iter().chain(self.names.iter().take(shown).map(String::as_str)).collect();
        Amounts::new(amounts, &heads, scale, width)
    }
}

impl<'a> BalanceChart<'a> {
    fn new(page: Page, body: Body<'a>, source: &Source<'a>, mut notes: Vec<String>) -> Self {
        let balance = source.balance;
        let room = page.inner_width();
        let nearest = &balance.settings[0];
        let ties = balance.settings.iter().filter(|one| one.rank == 1).count();
        let more = if ties > 1 { format!(" and {} others as near", ties - 1) } else { String::new() };
        let words = source.system.say_setting(&balance.keys, &nearest.values);
        let distance = Measure::Number.brief(nearest.distance);
        let mut key = vec![(Sample::Best, format!("nearest: {words}{more}, at a distance of {distance}"))];
        match &body {
            Body::Curves(_) => key.push((Sample::Dashes(GOAL, ink::TEXT), "target".to_owned())),
            Body::Map(_) => {
                key[0].0 = Sample::Outline;
                notes.insert(0, source.names.join("; "));
                notes.insert(0, format!("{}; the darker, the farther away", source.distance()));
            }
            Body::Rows(_) => notes.insert(0, format!("bars: {}", source.distance())),
        }
        let skipped = balance.skipped.len();
        if skipped > 0 {
            let settings = if skipped == 1 { "setting" } else { "settings" };
            let sign = if matches!(body, Body::Rows(_)) { "left out" } else { "hatched" };
            notes.push(format!("{sign}: {skipped} {settings} that the rules do not allow"));
        }
        let notes = notes.iter().flat_map(|note| wrap(note, SMALL, room, 3)).collect();
        BalanceChart { page, key: Key::new(key, room), body, notes }
    }

    fn body_height(&self) -> f64 {
        let body = match &self.body {
            Body::Curves(curves) => curves.iter().map(|(_, curve)| NAME_ROOM + curve.height() + BELOW).sum(),
            Body::Map(map) => map.height(self.page.inner_width()) + BELOW,
            Body::Rows(amounts) => amounts.height() + BELOW,
        };
        self.key.height() + BELOW_KEY + body
    }

    fn contents(&self) -> f64 {
        self.body_height() + NOTE_LINE * self.notes.len() as f64
    }
}

impl Scene for BalanceChart<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        let (mut top, room) = (self.page.top(), self.page.inner_width());
        write_notes(canvas, &self.notes, top + self.body_height())?;
        self.key.draw(canvas, MARGIN, top)?;
        top += self.key.height() + BELOW_KEY;
        match &self.body {
            Body::Map(map) => map.draw(canvas, (MARGIN, top), room),
            Body::Rows(amounts) => amounts.draw(canvas, MARGIN, top),
            Body::Curves(curves) => {
                for (name, curve) in curves {
                    let name = shorten(name, NAME, room);
                    canvas.write(&name, (MARGIN, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
                    curve.draw(canvas, (MARGIN, top + NAME_ROOM), room)?;
                    top += NAME_ROOM + curve.height() + BELOW;
                }
                Ok(())
            }
        }
    }
}
