//! The odds over a grid: lines over one key, maps over two, and many maps over more.

mod marks;
mod panels;
mod quantity;

use plotters::prelude::DrawingBackend;

use self::panels::{Part, Source};
use super::axes::Axes;
use super::page::{MARGIN, NAME, NOTE_LINE, Page, SMALL, how_all, write_notes};
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::track::Track;
use super::wording::{shorten, wrap};
use super::{Chart, ChartError, Heading, surface};
use crate::analysis::Sweep;

/// The picture of a sweep.
struct SweepChart<'a> {
    page: Page,
    key: Vec<String>,
    parts: Vec<Part<'a>>,
    /// How many panels stand side by side, and how wide each is.
    columns: usize,
    width: f64,
    notes: Vec<String>,
}

const WIDTH: f64 = 980.0;

/// The room between panels, and below each of them.
const GUTTER: f64 = 26.0;
const BELOW: f64 = 20.0;

/// The room below the key, and below the name of a part.
const BELOW_KEY: f64 = 14.0;
const PART_ROOM: f64 = 24.0;

/// The most values of an axis of lines, and of one of maps.
const MOST_POINTS: usize = 400;
const MOST_CELLS: usize = 100;

/// Draws a sweep. `grid` are the values of all its settings in the grid's order, also of
/// those that are skipped; `every` asks for all numbers, where otherwise the first one
/// would do.
pub fn draw(
    heading: &Heading<'_>,
    sweep: &Sweep,
    grid: &[Vec<String>],
    every: bool,
) -> Result<Chart, ChartError> {
    let mut axes = Axes::new(heading.system, &sweep.keys, grid);
    let words = axes.words();
    let most = if axes.axes.len() < 2 { MOST_POINTS } else { MOST_CELLS };
    let mut notes: Vec<String> = axes.axes.iter_mut().filter_map(|axis| axis.thin(most)).collect();
    if !sweep.skipped.is_empty() {
        let settings = if sweep.skipped.len() == 1 { "setting" } else { "settings" };
        notes.push(format!("hatched: {} {settings} that the rules do not allow", sweep.skipped.len()));
    }
    let track = axes.axes.first().map(Track::new);
    let choices = [heading.choices, &words].into_iter().filter(|words| !words.is_empty());
    let choices = choices.collect::<Vec<_>>().join("; ");
    let heading = Heading { choices: &choices, ..*heading };
    let engines = how_all(sweep.settings.iter().map(|setting| &setting.odds.engine));
    let page = Page::with_footnote(WIDTH, &heading, &engines);
    let source = Source::new(&axes, track.as_ref(), sweep, every);
    surface::render(&SweepChart::new(page, &source, notes))
}

impl<'a> SweepChart<'a> {
    /// Lays it out.
    fn new(page: Page, source: &Source<'a>, mut notes: Vec<String>) -> Self {
        let room = page.inner_width();
        let wide = |columns: usize| (room - GUTTER * (columns as f64 - 1.0)) / columns as f64;
        let parts = source.parts(&mut notes);
        let most = parts.iter().map(|part| part.panels.len()).max().unwrap_or(1).clamp(1, 3);
        let columns = (1..=most).rev().find(|&columns| source.fits(wide(columns))).unwrap_or(1);
        let width = wide(columns);
        let parts = parts.into_iter().map(|part| part.wrapped(width)).collect();
        let key = wrap(&source.key(), SMALL, room, 2);
        let notes = notes.iter().flat_map(|note| wrap(note, SMALL, room, 2)).collect();
        SweepChart { page, key, parts, columns, width, notes }
    }

    fn key_height(&self) -> f64 {
        NOTE_LINE * self.key.len() as f64 + BELOW_KEY
    }

    fn part_height(&self, part: &Part<'_>) -> f64 {
        let lines = part.panels.chunks(self.columns);
        let heights = lines.map(|line| line_height(line, self.width) + BELOW);
        heights.sum::<f64>() + if part.title.is_some() { PART_ROOM } else { 0.0 }
    }

    fn panels_height(&self) -> f64 {
        self.key_height() + self.parts.iter().map(|part| self.part_height(part)).sum::<f64>()
    }

    fn contents(&self) -> f64 {
        self.panels_height() + NOTE_LINE * self.notes.len() as f64
    }

    fn draw_part<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, part: &Part<'_>, mut top: f64) -> Drawn {
        if let Some(title) = &part.title {
            let title = shorten(title, NAME, self.page.inner_width());
            canvas.write(&title, (MARGIN, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
            top += PART_ROOM;
        }
        for line in part.panels.chunks(self.columns) {
            // What stands above them has the same room in all of a line.
            let head = line.iter().map(panels::Panel::head_height).fold(0.0, f64::max);
            for (column, panel) in line.iter().enumerate() {
                let left = MARGIN + column as f64 * (self.width + GUTTER);
                panel.draw(canvas, (left, top), head, self.width)?;
            }
            top += line_height(line, self.width) + BELOW;
        }
        Ok(())
    }
}

fn line_height(line: &[panels::Panel<'_>], width: f64) -> f64 {
    let head = line.iter().map(panels::Panel::head_height).fold(0.0, f64::max);
    head + line.iter().map(|panel| panel.body_height(width)).fold(0.0, f64::max)
}

impl Scene for SweepChart<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        let mut top = self.page.top();
        write_notes(canvas, &self.key, top)?;
        write_notes(canvas, &self.notes, top + self.panels_height())?;
        top += self.key_height();
        for part in &self.parts {
            self.draw_part(canvas, part, top)?;
            top += self.part_height(part);
        }
        Ok(())
    }
}
