//! Named events as bars from left to right, on an axis from 0 to 100 %.

use plotters::prelude::DrawingBackend;

use super::bars::{Bar, sane};
use super::lettering::Lettering;
use super::numbers::percent;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::percentages;
use super::wording::wrap;
use crate::analysis::Row;

/// An event.
pub struct Event {
    /// Its name, which may hold any characters.
    pub name: String,
    /// Its probability.
    pub bar: Bar,
    /// What stands to the right of its bar.
    pub text: String,
}

/// Events, laid out for a width.
pub struct Rows {
    rows: Vec<(Vec<String>, Event)>,
    lettering: Lettering,
    width: f64,
    name_room: f64,
    text_room: f64,
    row_height: f64,
}

/// The greatest part of the width that names may take.
const NAME_SHARE: f64 = 0.4;

/// The room between the names and the bars, and between the bars and the texts.
const GAP: f64 = 10.0;

/// The room of the ticks below the bars.
const TICK_ROOM: f64 = 18.0;

impl Rows {
    /// Lays out events in this width, with names of at most `most` lines.
    pub fn new(events: Vec<Event>, lettering: Lettering, width: f64, most: usize) -> Self {
        let texts = events.iter().map(|event| lettering.room(&event.text));
        let text_room = texts.fold(0.0, f64::max);
        let wrapped = |event: Event| (wrap(&event.name, lettering, width * NAME_SHARE, most), event);
        let rows: Vec<_> = events.into_iter().map(wrapped).collect();
        let names = rows.iter().flat_map(|(name, _)| name).map(|line| lettering.room(line));
        let name_room = names.fold(0.0, f64::max);
        let lines = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(1).max(1);
        let row_height = lines as f64 * line_height(lettering) + 0.65 * lettering.size;
        Rows { rows, lettering, width, name_room, text_room, row_height }
    }

    /// Lets the rows grow to this height each, if they are lower.
    pub fn spread(mut self, row_height: f64) -> Self {
        self.row_height = self.row_height.max(row_height);
        self
    }

    /// The height with the ticks.
    pub fn height(&self) -> f64 {
        self.rows.len() as f64 * self.row_height + TICK_ROOM
    }

    /// Draws them from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, left: f64, top: f64) -> Drawn {
        let plot = Area {
            left: left + self.name_room + GAP,
            right: left + self.width - self.text_room - GAP,
            top,
            bottom: top + self.rows.len() as f64 * self.row_height,
        };
        self.draw_grid(canvas, plot)?;
        for (index, row) in self.rows.iter().enumerate() {
            self.draw_row(canvas, plot, top + (index as f64 + 0.5) * self.row_height, row)?;
        }
        canvas.down(plot.top, plot.bottom, plot.left, 1.0, ink::AXIS)
    }

    fn draw_grid<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        let room = self.lettering.room("100\u{a0}%") + 8.0;
        let steps = if plot.width() / room >= 6.0 { 5 } else { 2 };
        for (tick, label) in percentages(1.0, steps).ticks {
            let x = plot.left + plot.width() * tick;
            canvas.down(plot.top, plot.bottom, x, 0.5, ink::GRID)?;
            let place = (x, plot.bottom + 5.0 + self.lettering.size * 0.8);
            canvas.write(&label, place, Anchor::Middle, self.lettering, ink::FAINT_TEXT)?;
        }
        Ok(())
    }

    fn draw_row<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        plot: Area,
        middle: f64,
        (name, event): &(Vec<String>, Event),
    ) -> Drawn {
        let first = middle + 0.36 * self.lettering.size
            - (name.len() as f64 - 1.0) / 2.0 * line_height(self.lettering);
        for (index, line) in name.iter().enumerate() {
            let place = (plot.left - GAP, first + index as f64 * line_height(self.lettering));
            canvas.write(line, place, Anchor::End, self.lettering, ink::TEXT)?;
        }
        let x = |probability: f64| plot.left + plot.width() * sane(probability);
        let half = (0.32 * self.row_height).min(11.0);
        if event.bar.probability > 0.0 {
            let (left, right) = (plot.left, x(event.bar.probability));
            canvas.fill(Area { left, right, top: middle - half, bottom: middle + half }, ink::BAR)?;
        }
        self.draw_whisker(canvas, (x(event.bar.low), x(event.bar.high)), middle, half)?;
        let place = (plot.right + GAP, middle + 0.36 * self.lettering.size);
        canvas.write(&event.text, place, Anchor::Start, self.lettering, ink::TEXT)
    }

    fn draw_whisker<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (low, high): (f64, f64),
        middle: f64,
        half: f64,
    ) -> Drawn {
        // An interval that no one can see leaves a bar alone.
        if high - low < 2.0 {
            return Ok(());
        }
        let cap = half / 2.0;
        canvas.across(low, high, middle, 1.0, ink::TEXT)?;
        canvas.down(middle - cap, middle + cap, low, 1.0, ink::TEXT)?;
        canvas.down(middle - cap, middle + cap, high, 1.0, ink::TEXT)
    }
}

/// The labels of a metric in their order, at most `most` of them: the others
/// share the last row.
pub fn label_events(labels: &[&str], rows: &[Row], most: usize) -> Vec<Event> {
    let bar = |place: usize| rows.iter().find(|row| usize::try_from(row.value) == Ok(place)).map(Bar::of);
    let event = |(place, label): (usize, &&str)| {
        let bar = bar(place).unwrap_or_default();
        Event { name: (*label).to_owned(), bar, text: percent(bar.probability) }
    };
    let mut events: Vec<Event> = labels.iter().enumerate().map(event).collect();
    if events.len() > most {
        let others = events.split_off(most - 1);
        let probability = others.iter().map(|event| event.bar.probability).sum();
        let bar = Bar { probability, low: probability, high: probability, at_least: probability };
        events.push(Event { name: format!("{} others", others.len()), bar, text: percent(probability) });
    }
    events
}

fn line_height(lettering: Lettering) -> f64 {
    1.25 * lettering.size
}
