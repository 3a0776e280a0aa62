//! A plot with a scale of numbers on two sides.

use plotters::prelude::DrawingBackend;

use super::page::SMALL;
use super::strokes::Point;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::Scale;
use super::wording::shorten;

/// Where numbers stand on a page.
pub struct Frame {
    /// The axis from left to right.
    pub across: Scale,
    /// The axis from bottom to top.
    pub up: Scale,
    /// What these are.
    pub names: [String; 2],
    /// Where it is drawn, without what the axes say.
    pub plot: Area,
}

/// The room that a frame needs around its plot.
pub const RIGHT: f64 = 24.0;
pub const LEFT: f64 = 62.0;
pub const ABOVE: f64 = 22.0;
pub const BELOW: f64 = 42.0;

const GAP: f64 = 7.0;

impl Frame {
    /// Where a pair of numbers stands.
    pub fn place(&self, across: f64, up: f64) -> Point {
        let Area { left, bottom, .. } = self.plot;
        let x = left + self.plot.width() * self.across.share(across);
        (x, bottom - self.plot.height() * self.up.share(up))
    }

    /// Draws its grid, its ticks and its names.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let plot = self.plot;
        let [across, up] = &self.names;
        let name = shorten(&format!("↑ {up}"), SMALL, plot.width() + LEFT);
        canvas.write(&name, (plot.left - LEFT, plot.top - 10.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        for (tick, label) in &self.up.ticks {
            let (_, y) = self.place(self.across.from, *tick);
            canvas.across(plot.left, plot.right, y, 0.5, ink::GRID)?;
            let place = (plot.left - GAP, y + 0.36 * SMALL.size);
            let label = shorten(label, SMALL, LEFT - GAP);
            canvas.write(&label, place, Anchor::End, SMALL, ink::FAINT_TEXT)?;
        }
        let mut free = f64::NEG_INFINITY;
        for (tick, label) in &self.across.ticks {
            let ((x, _), half) = (self.place(*tick, self.up.from), SMALL.room(label) / 2.0);
            canvas.down(plot.top, plot.bottom, x, 0.5, ink::GRID)?;
            if x - half >= free {
                // A long label at the end stands a little aside.
                let place = (x.min(plot.right + RIGHT - half), plot.bottom + 6.0 + 0.8 * SMALL.size);
                canvas.write(label, place, Anchor::Middle, SMALL, ink::FAINT_TEXT)?;
                free = x + half + GAP;
            }
        }
        canvas.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS)?;
        canvas.down(plot.top, plot.bottom, plot.left, 1.0, ink::AXIS)?;
        let name = shorten(&format!("{across} →"), SMALL, plot.width());
        let place = (plot.right, plot.bottom + BELOW - 10.0);
        canvas.write(&name, place, Anchor::End, SMALL, ink::FAINT_TEXT)
    }
}
