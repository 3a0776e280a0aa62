//! The law of an integer: the bars of its values, and the curve of each value or
//! more.

use plotters::prelude::DrawingBackend;

use super::bars::Bars;
use super::columns::{Columns, LABEL_ROOM, Reading, SIDE_ROOM, TICK_ROOM};
use super::legend::{draw_key, draw_strip, has_strip};
use super::lettering::Lettering;
use super::naming;
use super::page::{MARGIN, NAME_ROOM, NORMAL, NOTE_LINE, Page, SMALL, write_name, write_notes};
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::wording::{shorten, wrap};
use crate::analysis::{Distribution, Engine};

/// The plots of a law, laid out for the width of a page.
pub struct Integers<'a> {
    distribution: &'a Distribution,
    bars: Bars,
    note: Vec<String>,
    left: f64,
    right: f64,
}

/// The width of a page whose law has room.
pub const WIDTH: f64 = 860.0;

const MOST_BARS: usize = 140;

/// The heights of the plot of each value and of that of each value or more.
const EACH_HEIGHT: f64 = 250.0;
const AT_LEAST_HEIGHT: f64 = 150.0;

/// The room of the key and the strip.
const KEY_ROOM: f64 = 24.0;
const STRIP_ROOM: f64 = 18.0;

/// The room of what names the axis of values, with the space below it.
const AXIS_ROOM: f64 = 34.0;

const TICKS: Lettering = Lettering::regular(11.0);

impl<'a> Integers<'a> {
    /// Lays them out; `None` for a law without values.
    pub fn new(distribution: &'a Distribution, engine: Engine, page: &Page) -> Option<Self> {
        let bars = Bars::new(&distribution.rows, engine, MOST_BARS)?;
        let note = wrap(&bars.note(), SMALL, page.inner_width(), 3);
        let (left, right) = (MARGIN + SIDE_ROOM, page.width - MARGIN);
        Some(Integers { distribution, bars, note, left, right })
    }

    /// The height of all of it.
    pub fn height(&self) -> f64 {
        let each = KEY_ROOM + STRIP_ROOM + LABEL_ROOM + EACH_HEIGHT + TICK_ROOM + AXIS_ROOM;
        let at_least = NAME_ROOM + LABEL_ROOM + AT_LEAST_HEIGHT + TICK_ROOM + AXIS_ROOM;
        let at_least = if self.has_curve() { at_least } else { 0.0 };
        each + at_least + NOTE_LINE * self.note.len() as f64
    }

    /// Draws them below `top`.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, mut top: f64) -> Drawn {
        if let Some(summary) = &self.distribution.summary {
            draw_key(canvas, (self.left, self.right), top + 12.0, NORMAL, summary)?;
        }
        top += KEY_ROOM + STRIP_ROOM + LABEL_ROOM;
        let columns = self.columns(Reading::Each, top, EACH_HEIGHT);
        columns.draw(canvas)?;
        if let Some(summary) = self.distribution.summary.as_ref().filter(|summary| has_strip(summary)) {
            draw_strip(canvas, &columns, summary, top - LABEL_ROOM - STRIP_ROOM / 2.0)?;
        }
        top = self.draw_axis_name(canvas, columns.plot)?;
        if self.has_curve() {
            write_name(canvas, "chance of this value or more", top)?;
            top += NAME_ROOM + LABEL_ROOM;
            let columns = self.columns(Reading::AtLeast, top, AT_LEAST_HEIGHT);
            columns.draw(canvas)?;
            top = self.draw_axis_name(canvas, columns.plot)?;
        }
        write_notes(canvas, &self.note, top)
    }

    fn columns(&self, reading: Reading, top: f64, height: f64) -> Columns<'_> {
        let plot = Area { left: self.left, right: self.right, top, bottom: top + height };
        Columns { bars: &self.bars, reading, plot, lettering: TICKS, steps: 5 }
    }

    /// Names the axis of values and yields where the room below it begins.
    fn draw_axis_name<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        plot: Area,
    ) -> Result<f64, super::ChartError> {
        let metric = &self.distribution.metric;
        let name = shorten(&naming::label_and_help(metric), NORMAL, plot.width());
        let place = ((plot.left + plot.right) / 2.0, plot.bottom + TICK_ROOM + 16.0);
        canvas.write(&name, place, Anchor::Middle, NORMAL, ink::TEXT)?;
        Ok(plot.bottom + TICK_ROOM + AXIS_ROOM)
    }

    /// Whether a curve tells more than the bars: two values tell all themselves.
    fn has_curve(&self) -> bool {
        self.bars.bars.len() > 2
    }
}
