//! All that can happen as one bar, divided among the labels of a metric.

use plotters::prelude::DrawingBackend;

use super::bars::sane;
use super::lettering::Lettering;
use super::numbers::percent;
use super::page::{
    MARGIN, NAME_ROOM, NORMAL, NOTE_LINE, Page, SMALL, TICK_ROOM, write_name_and_help, write_notes,
};
use super::patterns::Pattern;
use super::rows::{Event, Rows, label_events, share_ticks};
use super::surface::{Anchor, Area, Canvas, Drawn, Scene};
use super::wording::{clean, wrap};
use super::{Heading, naming};
use crate::analysis::{Distribution, Engine, Odds};

/// The picture of a bar that is divided.
pub struct Split<'a> {
    name: &'a str,
    help: &'a str,
    page: Page,
    parts: Vec<Part>,
    rows: Rows,
    never: Vec<String>,
}

/// A part of the bar.
struct Part {
    name: String,
    /// Where it is, from 0 to 1.
    from: f64,
    to: f64,
    probability: f64,
    pattern: Pattern,
}

const WIDTH: f64 = 980.0;

const BAR_HEIGHT: f64 = 76.0;

/// The room between the bar and the rows.
const GUTTER: f64 = 22.0;

/// What stands in a part: its name above its probability.
const LABEL: Lettering = Lettering::bold(13.0);
const LABEL_LINE: f64 = 17.0;

/// The most lines of a name.
const MOST_LINES: usize = 3;

/// The room between these letters and the outline, and the part of it in which
/// there are no stripes.
const PADDING: f64 = 7.0;
const PLATE: f64 = 5.0;

impl<'a> Split<'a> {
    /// Lays it out for the labels of a metric.
    pub fn new(
        heading: &Heading<'_>,
        odds: &Odds,
        distribution: &'a Distribution,
        labels: &[impl AsRef<str>],
    ) -> Self {
        let page = Page::new(WIDTH, heading, odds.engine);
        let events = label_events(labels, &distribution.rows, odds.engine, usize::MAX);
        let (seen, never): (Vec<_>, Vec<_>) =
            events.into_iter().enumerate().partition(|(_, event)| event.bar.probability > 0.0);
        let parts = parts(&seen);
        let told = |(place, event): (usize, Event)| Event {
            pattern: Some(Pattern::at(place)),
            ..Event::told(event.name, event.bar, odds.engine)
        };
        let events = seen.into_iter().map(told).collect();
        let rows = Rows::new(events, NORMAL, page.inner_width(), 2).spread(28.0);
        let names = never.into_iter().map(|(_, event)| event.name).collect::<Vec<_>>();
        let never = wrap(&never_words(&names, odds.engine), SMALL, page.inner_width(), 3);
        let metric = &distribution.metric;
        Split { name: &metric.label, help: naming::help(metric), page, parts, rows, never }
    }

    fn bar(&self) -> Area {
        let top = self.page.top() + NAME_ROOM + 4.0;
        Area { left: MARGIN, right: self.page.width - MARGIN, top, bottom: top + BAR_HEIGHT }
    }

    fn rows_top(&self) -> f64 {
        self.bar().bottom + TICK_ROOM + GUTTER
    }

    fn notes_top(&self) -> f64 {
        self.rows_top() + self.rows.height() + if self.never.is_empty() { 0.0 } else { 14.0 }
    }

    fn contents(&self) -> f64 {
        self.notes_top() + NOTE_LINE * self.never.len() as f64 - self.page.top()
    }

    fn draw_bar<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let bar = self.bar();
        share_ticks(canvas, Area { top: bar.bottom, bottom: bar.bottom + 4.0, ..bar }, NORMAL, true)?;
        for part in &self.parts {
            let x = |share: f64| bar.left + bar.width() * share;
            // Neighbours share an outline.
            let left = (x(part.from) - 0.5).max(bar.left);
            let area = Area { left, right: (x(part.to) + 0.5).min(bar.right), ..bar };
            part.pattern.fill(canvas, area)?;
            draw_words(canvas, part, area)?;
        }
        Ok(())
    }
}

impl Scene for Split<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        write_name_and_help(canvas, &self.page, self.name, self.help)?;
        self.draw_bar(canvas)?;
        self.rows.draw(canvas, MARGIN, self.rows_top())?;
        write_notes(canvas, &self.never, self.notes_top())
    }
}

fn parts(events: &[(usize, Event)]) -> Vec<Part> {
    let mut from = 0.0;
    let part = |(place, event): &(usize, Event)| {
        let probability = event.bar.probability;
        let to = sane(from + probability);
        let pattern = Pattern::at(*place);
        let part = Part { name: event.name.clone(), from, to, probability, pattern };
        from = to;
        part
    };
    events.iter().map(part).collect()
}

/// Writes into a part as much as fits: its name and its probability, the
/// probability alone, or nothing.
fn draw_words<B: DrawingBackend>(canvas: &mut Canvas<B>, part: &Part, area: Area) -> Drawn {
    let words = words(part, area.width() - 2.0 * PADDING);
    if words.is_empty() {
        return Ok(());
    }
    let width = words.iter().map(|(text, lettering)| lettering.room(text)).fold(0.0, f64::max);
    let (middle, half) = ((area.left + area.right) / 2.0, width / 2.0 + PLATE);
    let center = (area.top + area.bottom) / 2.0;
    let top = center - LABEL_LINE * words.len() as f64 / 2.0;
    let bottom = 2.0 * center - top;
    let plate = Area { left: middle - half, right: middle + half, top: top - 2.0, bottom: bottom + 2.0 };
    part.pattern.clear(canvas, plate)?;
    for (index, (text, lettering)) in words.iter().enumerate() {
        let baseline = top + LABEL_LINE * (index as f64 + 1.0) - 4.0;
        canvas.write(text, (middle, baseline), Anchor::Middle, *lettering, part.pattern.letters)?;
    }
    Ok(())
}

/// The lines that fit into this room. A name is written with all its words or
/// not at all.
fn words(part: &Part, room: f64) -> Vec<(String, Lettering)> {
    let probability = percent(part.probability);
    if NORMAL.room(&probability) > room {
        return vec![];
    }
    let name = wrap(&part.name, LABEL, room, MOST_LINES);
    let whole = name.join(" ") == clean(&part.name);
    let name = name.into_iter().filter(|_| whole).map(|line| (line, LABEL));
    name.chain([(probability, NORMAL)]).collect()
}

/// What does not happen, in words.
fn never_words(names: &[String], engine: Engine) -> String {
    let how = if matches!(engine, Engine::Sampled { .. }) { "not seen" } else { "never" };
    if names.is_empty() { String::new() } else { format!("{how}: {}", names.join(", ")) }
}
