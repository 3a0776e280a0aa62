//! One metric by itself.

use plotters::prelude::DrawingBackend;

use super::Heading;
use super::bars::Bars;
use super::columns::{Columns, LABEL_ROOM, Reading, SIDE_ROOM, TICK_ROOM};
use super::legend::{draw_key, draw_strip, has_strip};
use super::lettering::Lettering;
use super::page::{MARGIN, NAME, NORMAL, Page, SMALL};
use super::rows::{Rows, label_events};
use super::surface::{Anchor, Area, Canvas, Drawn, Scene, ink};
use super::wording::{shorten, wrap};
use crate::analysis::{Distribution, Odds};

/// The picture of one metric.
pub struct Single<'a> {
    distribution: &'a Distribution,
    page: Page,
    help: Vec<String>,
    contents: Contents,
}

enum Contents {
    Nothing,
    Labels(Rows),
    Integers { bars: Bars, note: Vec<String> },
}

const WIDTH: f64 = 860.0;

const MOST_BARS: usize = 140;

const MOST_LABELS: usize = 40;

const HELP_LINE: f64 = 16.0;

const NOTE_LINE: f64 = 14.0;

/// The heights of the plot of each value and of that of each value or more.
const EACH_HEIGHT: f64 = 250.0;
const AT_LEAST_HEIGHT: f64 = 150.0;

/// The room of what names a plot, with the space above it.
const NAME_ROOM: f64 = 20.0;

/// The room of the key and the strip.
const KEY_ROOM: f64 = 24.0;
const STRIP_ROOM: f64 = 18.0;

/// The room of what names the axis of values, with the space below it.
const AXIS_ROOM: f64 = 34.0;

const TICKS: Lettering = Lettering::regular(11.0);

impl<'a> Single<'a> {
    /// Lays it out.
    pub fn new(heading: &Heading<'_>, odds: &Odds, distribution: &'a Distribution) -> Self {
        let metric = &distribution.metric;
        let title = format!("{}: {}", metric.name, heading.title);
        let page = Page::new(WIDTH, &Heading { title: &title, choices: heading.choices }, odds.engine);
        let width = page.inner_width();
        // The axis of values says what integers mean.
        let help_lines = if metric.labels().is_some() { 3 } else { 0 };
        let help = wrap(metric.help, NORMAL, width, help_lines);
        let contents = match metric.labels() {
            Some(labels) => {
                let events = label_events(labels, &distribution.rows, MOST_LABELS);
                Contents::Labels(Rows::new(events, NORMAL, width, 2).spread(34.0))
            }
            None => Bars::new(&distribution.rows, odds.engine, MOST_BARS).map_or(Contents::Nothing, |bars| {
                let note = wrap(&bars.note(), SMALL, width, 3);
                Contents::Integers { bars, note }
            }),
        };
        Single { distribution, page, help, contents }
    }

    fn plots_top(&self) -> f64 {
        self.page.top() + NAME_ROOM + HELP_LINE * self.help.len() as f64
    }

    fn contents(&self) -> f64 {
        let head = self.plots_top() - self.page.top();
        head + match &self.contents {
            Contents::Nothing => NAME_ROOM,
            Contents::Labels(rows) => rows.height() + 10.0,
            Contents::Integers { bars, note } => {
                let each = KEY_ROOM + STRIP_ROOM + LABEL_ROOM + EACH_HEIGHT + TICK_ROOM + AXIS_ROOM;
                let at_least = NAME_ROOM + LABEL_ROOM + AT_LEAST_HEIGHT + TICK_ROOM + AXIS_ROOM;
                let at_least = if has_curve(bars) { at_least } else { 0.0 };
                each + at_least + NOTE_LINE * note.len() as f64
            }
        }
    }

    fn draw_integers<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        bars: &Bars,
        note: &[String],
    ) -> Drawn {
        let mut top = self.plots_top();
        if let Some(summary) = &self.distribution.summary {
            draw_key(canvas, (MARGIN + SIDE_ROOM, self.page.width - MARGIN), top + 12.0, NORMAL, summary)?;
        }
        top += KEY_ROOM + STRIP_ROOM + LABEL_ROOM;
        let columns = self.columns(bars, Reading::Each, top, EACH_HEIGHT);
        columns.draw(canvas)?;
        if let Some(summary) = self.distribution.summary.as_ref().filter(|summary| has_strip(summary)) {
            draw_strip(canvas, &columns, summary, top - LABEL_ROOM - STRIP_ROOM / 2.0)?;
        }
        top = self.draw_axis_name(canvas, columns.plot)?;
        if has_curve(bars) {
            self.draw_name(canvas, "probability of each value or more", top)?;
            top += NAME_ROOM + LABEL_ROOM;
            let columns = self.columns(bars, Reading::AtLeast, top, AT_LEAST_HEIGHT);
            columns.draw(canvas)?;
            top = self.draw_axis_name(canvas, columns.plot)?;
        }
        for (index, line) in note.iter().enumerate() {
            let place = (MARGIN, top + NOTE_LINE * index as f64 + 8.0);
            canvas.write(line, place, Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        }
        Ok(())
    }

    fn columns<'b>(&self, bars: &'b Bars, reading: Reading, top: f64, height: f64) -> Columns<'b> {
        let (left, right) = (MARGIN + SIDE_ROOM, self.page.width - MARGIN);
        let plot = Area { left, right, top, bottom: top + height };
        Columns { bars, reading, plot, lettering: TICKS, steps: 5 }
    }

    fn draw_name<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, name: &str, top: f64) -> Drawn {
        canvas.write(name, (MARGIN, top + 12.0), Anchor::Start, NAME, ink::TEXT)
    }

    /// Names the axis of values and yields where the room below it begins.
    fn draw_axis_name<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        plot: Area,
    ) -> Result<f64, super::ChartError> {
        let metric = &self.distribution.metric;
        let name = shorten(&format!("{} – {}", metric.name, metric.help), NORMAL, plot.width());
        let place = ((plot.left + plot.right) / 2.0, plot.bottom + TICK_ROOM + 16.0);
        canvas.write(&name, place, Anchor::Middle, NORMAL, ink::TEXT)?;
        Ok(plot.bottom + TICK_ROOM + AXIS_ROOM)
    }
}

impl Scene for Single<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        self.draw_name(canvas, "probability of each value", self.page.top())?;
        for (index, line) in self.help.iter().enumerate() {
            let baseline = self.page.top() + NAME_ROOM + HELP_LINE * (index as f64 + 1.0) - 3.0;
            canvas.write(line, (MARGIN, baseline), Anchor::Start, NORMAL, ink::FAINT_TEXT)?;
        }
        match &self.contents {
            Contents::Nothing => {
                let place = (MARGIN, self.plots_top() + 12.0);
                canvas.write("no values", place, Anchor::Start, NORMAL, ink::FAINT_TEXT)
            }
            Contents::Labels(rows) => rows.draw(canvas, MARGIN, self.plots_top() + 10.0),
            Contents::Integers { bars, note } => self.draw_integers(canvas, bars, note),
        }
    }
}

/// Whether a curve tells more than the bars: two values tell all themselves.
fn has_curve(bars: &Bars) -> bool {
    bars.bars.len() > 2
}
