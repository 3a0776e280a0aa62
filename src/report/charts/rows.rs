//! Named events as bars from left to right, on an axis from 0 to 100 %.

use plotters::prelude::DrawingBackend;

use super::bars::{Bar, sane};
use super::lettering::Lettering;
use super::numbers::{interval, one_in, percent};
use super::page::TICK_ROOM;
use super::patterns::Pattern;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::percentages;
use super::wording::wrap;
use crate::analysis::{Engine, Row};
use crate::report::color::Rgb;

/// An event.
pub struct Event {
    /// Its name, which may hold any characters.
    pub name: String,
    /// Its probability.
    pub bar: Bar,
    /// What stands to the right of its bar, in columns that all events share.
    pub texts: Vec<String>,
    /// What its bar is filled with, if the picture has other signs of the event
    /// that it must be known by.
    pub pattern: Option<Pattern>,
}

/// Events, laid out for a width.
pub struct Rows {
    rows: Vec<(Vec<String>, Event)>,
    lettering: Lettering,
    width: f64,
    name_room: f64,
    swatch_room: f64,
    text_rooms: Vec<f64>,
    row_height: f64,
}

/// The greatest part of the width that names may take.
const NAME_SHARE: f64 = 0.42;

/// The room between the names and the bars, and between the bars and the texts.
const GAP: f64 = 10.0;

/// The side of the square that shows a pattern, and its room with the space
/// between it and the name.
const SWATCH: f64 = 13.0;
const SWATCH_ROOM: f64 = SWATCH + 8.0;

/// The room between two columns of texts.
const COLUMN_GAP: f64 = 16.0;

impl Event {
    /// An event without a pattern of its own.
    pub fn new(name: String, bar: Bar, texts: Vec<String>) -> Self {
        Event { name, bar, texts, pattern: None }
    }

    /// An event with all that can be told about its probability: that in
    /// percent, the 95 % interval where it was sampled, and how often it is.
    pub fn told(name: String, bar: Bar, engine: Engine) -> Self {
        let interval = matches!(engine, Engine::Sampled { .. }).then(|| interval(bar.low, bar.high));
        let often = if is_certain(&bar) { String::new() } else { often(&bar, engine) };
        let texts = [Some(chance(&bar, engine)), interval, Some(often)];
        Event::new(name, bar, texts.into_iter().flatten().collect())
    }
}

/// Whether an event happens never or always, as far as is known.
fn is_certain(bar: &Bar) -> bool {
    bar.probability <= 0.0 || bar.probability >= 1.0
}

/// The probability of an event in percent, or in a word where it happens never or always.
pub fn chance(bar: &Bar, engine: Engine) -> String {
    if is_certain(bar) { often(bar, engine) } else { percent(bar.probability) }
}

/// The probability of an event in percent with how often it happens, or one word for both.
pub fn chance_and_often(bar: &Bar, engine: Engine) -> String {
    match chance(bar, engine) {
        word if is_certain(bar) => word,
        percent => format!("{percent}, {}", often(bar, engine)),
    }
}

/// How often an event of this probability happens.
pub fn often(bar: &Bar, engine: Engine) -> String {
    one_in(bar.probability, matches!(engine, Engine::Sampled { .. }))
}

impl Rows {
    /// Lays out events in this width, with names of at most `most` lines.
    pub fn new(events: Vec<Event>, lettering: Lettering, width: f64, most: usize) -> Self {
        let columns = events.iter().map(|event| event.texts.len()).max().unwrap_or(0);
        let texts = |column: usize| events.iter().filter_map(move |event| event.texts.get(column));
        let widest = |column| texts(column).map(|text| lettering.room(text)).fold(0.0, f64::max);
        let text_rooms = (0..columns).map(widest).collect();
        let has_patterns = events.iter().any(|event| event.pattern.is_some());
        let swatch_room = if has_patterns { SWATCH_ROOM } else { 0.0 };
        let wrapped = |event: Event| (wrap(&event.name, lettering, width * NAME_SHARE, most), event);
        let rows: Vec<_> = events.into_iter().map(wrapped).collect();
        let names = rows.iter().flat_map(|(name, _)| name).map(|line| lettering.room(line));
        let name_room = names.fold(0.0, f64::max);
        let lines = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(1).max(1);
        let row_height = lines as f64 * line_height(lettering) + 0.65 * lettering.size;
        Rows { rows, lettering, width, name_room, swatch_room, text_rooms, row_height }
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
            left: left + self.name_room + self.swatch_room + GAP,
            right: left + self.width - self.text_room() - GAP,
            top,
            bottom: top + self.rows.len() as f64 * self.row_height,
        };
        share_ticks(canvas, plot, self.lettering, false)?;
        for (index, row) in self.rows.iter().enumerate() {
            self.draw_row(canvas, plot, top + (index as f64 + 0.5) * self.row_height, row)?;
        }
        canvas.down(plot.top, plot.bottom, plot.left, 1.0, ink::AXIS)
    }

    fn text_room(&self) -> f64 {
        self.text_rooms.iter().sum::<f64>() + COLUMN_GAP * self.text_rooms.len().saturating_sub(1) as f64
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
            let place =
                (plot.left - GAP - self.swatch_room, first + index as f64 * line_height(self.lettering));
            canvas.write(line, place, Anchor::End, self.lettering, ink::TEXT)?;
        }
        let x = |probability: f64| plot.left + plot.width() * sane(probability);
        let half = (0.32 * self.row_height).min(11.0);
        if let Some(pattern) = event.pattern {
            let (right, up) = (plot.left - GAP, SWATCH / 2.0);
            let swatch = Area { left: right - SWATCH, right, top: middle - up, bottom: middle + up };
            pattern.fill(canvas, swatch)?;
        }
        if event.bar.probability > 0.0 {
            let (left, right) = (plot.left, x(event.bar.probability));
            let bar = Area { left, right, top: middle - half, bottom: middle + half };
            match event.pattern {
                Some(pattern) => pattern.fill(canvas, bar)?,
                None => canvas.fill(bar, ink::BAR)?,
            }
        }
        let halo = event.pattern.map(|_| ink::PAPER);
        self.draw_whisker(canvas, (x(event.bar.low), x(event.bar.high)), middle, half, halo)?;
        let mut left = plot.right + GAP;
        for (text, room) in event.texts.iter().zip(&self.text_rooms) {
            let place = (left, middle + 0.36 * self.lettering.size);
            canvas.write(text, place, Anchor::Start, self.lettering, ink::TEXT)?;
            left += room + COLUMN_GAP;
        }
        Ok(())
    }

    /// Draws an interval, on a halo if it may lie on what is as dark as itself.
    fn draw_whisker<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (low, high): (f64, f64),
        middle: f64,
        half: f64,
        halo: Option<Rgb>,
    ) -> Drawn {
        // An interval that no one can see leaves a bar alone.
        if high - low < 2.0 {
            return Ok(());
        }
        let cap = half / 2.0;
        for (thickness, ink) in halo.map(|halo| (3.5, halo)).into_iter().chain([(1.0, ink::TEXT)]) {
            let more = (thickness - 1.0) / 2.0;
            canvas.across(low - more, high + more, middle, thickness, ink)?;
            canvas.down(middle - cap - more, middle + cap + more, low, thickness, ink)?;
            canvas.down(middle - cap - more, middle + cap + more, high, thickness, ink)?;
        }
        Ok(())
    }
}

/// Draws the marks of an axis from 0 to 100 % across a plot, and what they say
/// below it: all between its ends if they have to stay `inside`.
pub fn share_ticks<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    plot: Area,
    lettering: Lettering,
    inside: bool,
) -> Drawn {
    let room = lettering.room("100\u{a0}%") + 8.0;
    let steps = if plot.width() / room >= 6.0 { 5 } else { 2 };
    for (tick, label) in percentages(1.0, steps).ticks {
        let x = plot.left + plot.width() * tick;
        canvas.down(plot.top, plot.bottom, x, 0.5, ink::GRID)?;
        let anchor = match tick {
            _ if inside && tick <= 0.0 => Anchor::Start,
            _ if inside && tick >= 1.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        let place = (x, plot.bottom + 5.0 + lettering.size * 0.8);
        canvas.write(&label, place, anchor, lettering, ink::FAINT_TEXT)?;
    }
    Ok(())
}

/// The labels of a metric in their order, at most `most` of them: the others
/// share the last row.
pub fn label_events(labels: &[impl AsRef<str>], rows: &[Row], engine: Engine, most: usize) -> Vec<Event> {
    let bar = |place: usize| rows.iter().find(|row| usize::try_from(row.value) == Ok(place)).map(Bar::of);
    let event = |(place, label): (usize, &str)| {
        let bar = bar(place).unwrap_or_default();
        Event::new(label.to_owned(), bar, vec![chance(&bar, engine)])
    };
    let mut events: Vec<Event> = labels.iter().map(AsRef::as_ref).enumerate().map(event).collect();
    if events.len() > most {
        let others = events.split_off(most - 1);
        let probability = others.iter().map(|event| event.bar.probability).sum();
        let bar = Bar { probability, low: probability, high: probability, at_least: probability };
        events.push(Event::new(format!("{} others", others.len()), bar, vec![chance(&bar, engine)]));
    }
    events
}

fn line_height(lettering: Lettering) -> f64 {
    1.25 * lettering.size
}
