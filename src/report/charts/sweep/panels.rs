//! The panels of a sweep: what each shows.

use std::collections::HashMap;

use plotters::prelude::DrawingBackend;

use super::super::axes::{Axes, Axis, cases};
use super::super::curve::Curve;
use super::super::heat::Heat;
use super::super::page::{NAME, SMALL};
use super::super::readings::{Cell, Reading};
use super::super::surface::{Anchor, Canvas, Drawn, ink};
use super::super::track::Track;
use super::super::wording::wrap;
use super::marks::Marks;
use super::quantity::Quantity;
use crate::analysis::{Setting, Sweep};

/// A sweep by the values of its axes.
pub struct Source<'a> {
    axes: &'a [Axis],
    track: Option<&'a Track<'a>>,
    quantities: Vec<Quantity>,
    /// What is at these values; nothing where the rules do not allow them.
    settings: HashMap<Vec<String>, Option<&'a Setting>>,
    every: bool,
    sampled: bool,
}

/// Panels under a common name.
pub struct Part<'a> {
    /// The name, if there is more than one part.
    pub title: Option<String>,
    /// The panels.
    pub panels: Vec<Panel<'a>>,
}

/// A panel with what stands above it.
pub struct Panel<'a> {
    title: String,
    help: String,
    lines: (Vec<String>, Vec<String>),
    body: Body<'a>,
}

enum Body<'a> {
    Curve(Curve<'a>),
    Marks(Marks<'a>),
    Heat(Heat<'a>),
}

/// The heights of a line of a panel's name and of its help.
const NAME_LINE: f64 = 16.0;
const HELP_LINE: f64 = 13.0;

/// The room below them.
const BELOW_HELP: f64 = 6.0;

/// The least width of a panel with words to the left of its marks.
const WORDS_WIDTH: f64 = 290.0;

/// The most panels for the values of a third key and more.
const MOST_PANELS: usize = 12;

/// More questions and metrics than anyone looks at; a chart must end somewhere.
const MOST_QUANTITIES: usize = 60;

impl<'a> Source<'a> {
    /// The odds of a sweep by the values of these axes.
    pub fn new(axes: &'a Axes, track: Option<&'a Track<'a>>, sweep: &'a Sweep, every: bool) -> Self {
        let values = |setting: &[String]| axes.axes.iter().map(|axis| axis.value(setting)).collect();
        let skipped = sweep.skipped.iter().map(|skipped| (values(&skipped.values), None));
        let found = sweep.settings.iter().map(|setting| (values(&setting.values), Some(setting)));
        let settings = skipped.chain(found).collect();
        let sampled = sweep.settings.iter().any(Setting::is_sampled);
        Source { axes: &axes.axes, track, quantities: Quantity::all(sweep), settings, every, sampled }
    }

    /// What the signs mean.
    pub fn key(&self) -> String {
        match self.axes {
            [_] | [] => {
                let interval = if self.sampled { ", where sampled with its 95\u{a0}% interval" } else { "" };
                format!("line: the chance{interval}, or the average with 9 of 10 results around it")
            }
            [..] => {
                "the chance in percent, or the average; the darker, the greater, by the scale above each map"
                    .to_owned()
            }
        }
    }

    /// Whether panels of this width are wide enough.
    pub fn fits(&self, width: f64) -> bool {
        match self.axes {
            [axis] => !axis.is_of_words() || width >= WORDS_WIDTH,
            [rows, columns, ..] => Heat::wanted(rows, columns) <= width,
            [] => true,
        }
    }

    /// All panels; what is left out is told in a note.
    pub fn parts(&self, notes: &mut Vec<String>) -> Vec<Part<'a>> {
        let all = self.quantities.len();
        let shown = if self.axes.len() > 2 && !self.every { 1 } else { MOST_QUANTITIES };
        if all > shown {
            let more = if shown == 1 { " (--charts all draws them)" } else { "" };
            notes.push(format!("not drawn: {} of {all} charts{more}", all - shown));
        }
        let quantities = self.quantities.iter().take(shown);
        match self.axes {
            [] => Vec::new(),
            [axis] => {
                vec![Part { title: None, panels: quantities.map(|one| self.line(axis, one)).collect() }]
            }
            [_, _] => {
                let map = |quantity| self.maps(quantity, &[Vec::new()]).remove(0);
                vec![Part { title: None, panels: quantities.map(map).collect() }]
            }
            [_, _, further @ ..] => {
                let mut cases = cases(further);
                if cases.len() > MOST_PANELS {
                    let names: Vec<&str> = further.iter().map(|axis| axis.name.as_str()).collect();
                    notes.push(format!(
                        "drawn: the first {MOST_PANELS} of {} values of {}",
                        cases.len(),
                        names.join(" and ")
                    ));
                    cases.truncate(MOST_PANELS);
                }
                let part = |quantity: &Quantity| Part {
                    title: Some(quantity.title.clone()),
                    panels: self.maps(quantity, &cases),
                };
                quantities.map(part).collect()
            }
        }
    }

    /// What is at these values: whether the rules do not allow them, and the number.
    fn at(&self, values: &[String], quantity: &Quantity) -> Cell {
        match self.settings.get(values) {
            Some(Some(setting)) => quantity.read(setting).map_or(Cell::Empty, Cell::Number),
            Some(None) => Cell::Skipped,
            None => Cell::Empty,
        }
    }

    fn line(&self, axis: &'a Axis, quantity: &Quantity) -> Panel<'a> {
        let cells: Vec<Cell> =
            axis.values.iter().map(|value| self.at(std::slice::from_ref(value), quantity)).collect();
        if axis.is_of_words() {
            let marks = Marks::new(axis, quantity, cells);
            return Panel::new(quantity.title.clone(), quantity.help.clone(), Body::Marks(marks));
        }
        let readings: Vec<Option<Reading>> = cells.iter().map(|cell| cell.number()).collect();
        let curve = Curve {
            track: self.track.expect("an axis has a track"),
            scale: quantity.scale(readings.iter().flatten(), 3),
            skipped: cells.iter().map(|cell| *cell == Cell::Skipped).collect(),
            readings,
            goals: Vec::new(),
            marked: Vec::new(),
        };
        Panel::new(quantity.title.clone(), quantity.help.clone(), Body::Curve(curve))
    }

    /// A map for each case of the further keys, all of one scale.
    fn maps(&self, quantity: &Quantity, cases: &[Vec<String>]) -> Vec<Panel<'a>> {
        let [rows, columns, further @ ..] = self.axes else { return Vec::new() };
        let cells = |case: &Vec<String>| -> Vec<Cell> {
            let pairs =
                rows.values.iter().flat_map(|row| columns.values.iter().map(move |column| [row, column]));
            let all = pairs.map(|pair| pair.into_iter().chain(case).cloned().collect::<Vec<_>>());
            all.map(|values| self.at(&values, quantity)).collect()
        };
        let maps: Vec<Vec<Cell>> = cases.iter().map(cells).collect();
        // Shades tell the numbers alone, not what is around them.
        let numbers: Vec<Reading> = maps.iter().flatten().filter_map(|cell| cell.number()).collect();
        let bare: Vec<Reading> = numbers.iter().map(|one| Reading::bare(one.value)).collect();
        let panel = |(case, cells): (&Vec<String>, Vec<Cell>)| {
            let words = further.iter().zip(case).map(|(axis, value)| axis.say(value));
            let words = words.collect::<Vec<_>>().join("; ");
            let (title, help) = match further {
                [] => (quantity.title.clone(), quantity.help.clone()),
                _ => (words, String::new()),
            };
            let scale = quantity.scale(bare.iter(), 3);
            let is_chance = quantity.is_chance;
            let heat = Heat { rows, columns, cells, scale, is_chance, marked: Vec::new() };
            Panel::new(title, help, Body::Heat(heat))
        };
        cases.iter().zip(maps).map(panel).collect()
    }
}

impl Part<'_> {
    /// The part with names and help wrapped to this width.
    pub fn wrapped(mut self, width: f64) -> Self {
        for panel in &mut self.panels {
            panel.lines = (wrap(&panel.title, NAME, width, 3), wrap(&panel.help, SMALL, width, 2));
        }
        self
    }
}

impl<'a> Panel<'a> {
    fn new(title: String, help: String, body: Body<'a>) -> Self {
        Panel { title, help, body, lines: (Vec::new(), Vec::new()) }
    }

    /// The height of what stands above it.
    pub fn head_height(&self) -> f64 {
        NAME_LINE * self.lines.0.len() as f64 + HELP_LINE * self.lines.1.len() as f64 + BELOW_HELP
    }

    /// Its height without that.
    pub fn body_height(&self, width: f64) -> f64 {
        match &self.body {
            Body::Curve(curve) => curve.height(),
            Body::Marks(marks) => marks.height(),
            Body::Heat(heat) => heat.height(width),
        }
    }

    /// Draws it from this corner, with so much room for what stands above it.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        head: f64,
        width: f64,
    ) -> Drawn {
        let mut baseline = top - 4.0;
        for line in &self.lines.0 {
            baseline += NAME_LINE;
            canvas.write(line, (left, baseline), Anchor::Start, NAME, ink::TEXT)?;
        }
        for line in &self.lines.1 {
            baseline += HELP_LINE;
            canvas.write(line, (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        }
        match &self.body {
            Body::Curve(curve) => curve.draw(canvas, (left, top + head), width),
            Body::Marks(marks) => marks.draw(canvas, (left, top + head), width),
            Body::Heat(heat) => heat.draw(canvas, (left, top + head), width),
        }
    }
}
