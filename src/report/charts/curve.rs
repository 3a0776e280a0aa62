//! A number over one key: a line with its band.

use plotters::prelude::DrawingBackend;

use super::page::SMALL;
use super::readings::Reading;
use super::signs::draw_best;
use super::strokes::path;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::Scale;
use super::track::{BELOW, SIDE_ROOM, Track};
use super::wording::shorten;

/// A number at each value of an axis.
pub struct Curve<'a> {
    /// The axis.
    pub track: &'a Track<'a>,
    /// The number at each of its values, if there is one.
    pub readings: Vec<Option<Reading>>,
    /// What it should be at each value, if that is drawn.
    pub goals: Vec<Option<f64>>,
    /// An axis that reaches all numbers.
    pub scale: Scale,
    /// Which values the rules do not allow.
    pub skipped: Vec<bool>,
    /// The values that stand out.
    pub marked: Vec<usize>,
}

const PLOT_HEIGHT: f64 = 130.0;

/// How far ticks of many digits may reach into the room beside the curve.
const BEYOND: f64 = 12.0;

/// The room above the plot.
const ABOVE: f64 = 8.0;

/// The strokes and gaps of the line of goals.
pub const GOAL: &[f64] = &[6.0, 3.0];

impl Curve<'_> {
    /// The height with labels and the name of the axis.
    pub fn height(&self) -> f64 {
        ABOVE + PLOT_HEIGHT + BELOW
    }

    /// Where its line is drawn.
    pub fn plot(&self, (left, top): (f64, f64), width: f64) -> Area {
        Area {
            left: left + SIDE_ROOM,
            right: left + width,
            top: top + ABOVE,
            bottom: top + ABOVE + PLOT_HEIGHT,
        }
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, corner: (f64, f64), width: f64) -> Drawn {
        let plot = self.plot(corner, width);
        for (tick, label) in &self.scale.ticks {
            let y = self.y(plot, *tick);
            canvas.across(plot.left, plot.right, y, 0.5, ink::GRID)?;
            let place = (plot.left - 6.0, y + 0.36 * SMALL.size);
            let label = shorten(label, SMALL, SIDE_ROOM + BEYOND);
            canvas.write(&label, place, Anchor::End, SMALL, ink::FAINT_TEXT)?;
        }
        self.track.draw_skipped(canvas, plot, &self.skipped)?;
        self.draw_bands(canvas, plot)?;
        canvas.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS)?;
        self.draw_goals(canvas, plot)?;
        self.draw_lines(canvas, plot)?;
        self.track.draw_labels(canvas, plot)
    }

    fn x(&self, plot: Area, index: usize) -> f64 {
        self.track.x(plot, index)
    }

    fn y(&self, plot: Area, number: f64) -> f64 {
        plot.bottom - plot.height() * self.scale.share(number)
    }

    /// Neighbours that a line joins.
    fn joined(&self) -> impl Iterator<Item = [(usize, Reading); 2]> {
        (1..self.readings.len()).filter(|&index| self.track.joined[index]).filter_map(|index| {
            Some([(index - 1, self.readings[index - 1]?), (index, self.readings[index]?)])
        })
    }

    fn is_alone(&self, index: usize) -> bool {
        let reaches = |pair: [(usize, Reading); 2]| pair.iter().any(|end| end.0 == index);
        !self.joined().any(reaches)
    }

    fn draw_bands<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        for [(from, one), (to, other)] in self.joined() {
            let (left, right) = (self.x(plot, from), self.x(plot, to));
            let corners = [
                (left, self.y(plot, one.high)),
                (right, self.y(plot, other.high)),
                (right, self.y(plot, other.low)),
                (left, self.y(plot, one.low)),
            ];
            if corners[0].1 < corners[3].1 || corners[1].1 < corners[2].1 {
                canvas.polygon(&corners, ink::PALE)?;
            }
        }
        let half = (self.track.slot(plot) * 0.3).min(7.0);
        for (index, reading) in self.readings.iter().enumerate() {
            let Some(reading) = reading.filter(|one| one.high > one.low && self.is_alone(index)) else {
                continue;
            };
            let (x, top, bottom) =
                (self.x(plot, index), self.y(plot, reading.high), self.y(plot, reading.low));
            canvas.fill(Area { left: x - half, right: x + half, top, bottom }, ink::PALE)?;
        }
        Ok(())
    }

    /// Draws the goals as a line that goes half a step beyond them.
    fn draw_goals<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        let goals = self.goals.iter().enumerate().filter_map(|(index, goal)| Some((index, (*goal)?)));
        let places: Vec<_> = goals.map(|(index, goal)| (self.x(plot, index), self.y(plot, goal))).collect();
        let half = self.track.slot(plot) / 2.0;
        let ends = places.first().zip(places.last());
        let (first, last) = match ends {
            Some((first, last)) => ((first.0 - half, first.1), (last.0 + half, last.1)),
            None => return Ok(()),
        };
        let inside = |(x, y): (f64, f64)| (x.clamp(plot.left, plot.right), y);
        let points: Vec<_> = [first].into_iter().chain(places.clone()).chain([last]).map(inside).collect();
        path(canvas, &points, 1.5, GOAL, ink::TEXT)
    }

    fn draw_lines<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        for [(from, one), (to, other)] in self.joined() {
            let ends = [
                (self.x(plot, from), self.y(plot, one.value)),
                (self.x(plot, to), self.y(plot, other.value)),
            ];
            path(canvas, &ends, 1.5, &[], ink::DEEP)?;
        }
        let radius = if self.track.slot(plot) >= 8.0 { 3.0 } else { 1.0 };
        for (index, reading) in self.readings.iter().enumerate() {
            let Some(reading) = reading else { continue };
            canvas.disc(self.x(plot, index), self.y(plot, reading.value), radius, ink::DEEP)?;
        }
        for &index in &self.marked {
            let Some(reading) = self.readings[index] else { continue };
            draw_best(canvas, (self.x(plot, index), self.y(plot, reading.value)))?;
        }
        Ok(())
    }
}
