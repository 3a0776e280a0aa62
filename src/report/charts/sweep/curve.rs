//! A number over one key: a line with its band.

use plotters::prelude::DrawingBackend;

use super::super::lettering::Lettering;
use super::super::page::SMALL;
use super::super::patterns::hatch;
use super::super::strokes::path;
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::ticks::Scale;
use super::super::wording::shorten;
use super::axes::Axis;
use super::quantity::{Quantity, Reading};

/// Where the values of an axis stand, and which of them have a label.
pub struct Track<'a> {
    axis: &'a Axis,
    /// From 0 to 1, from the left end of the plot to its right end.
    places: Vec<f64>,
    /// Whether each is joined to the one before it.
    joined: Vec<bool>,
}

/// A number at each value of an axis.
pub struct Curve<'a> {
    track: &'a Track<'a>,
    readings: Vec<Option<Reading>>,
    scale: Scale,
    /// Which values the rules do not allow.
    skipped: Vec<bool>,
}

const PLOT_HEIGHT: f64 = 130.0;

/// The room to the left of the plot for its scale.
const SIDE_ROOM: f64 = 46.0;

/// The room between two labels below the plot.
const GAP: f64 = 7.0;

const LINE: f64 = 13.0;

const TICKS: Lettering = SMALL;

/// The room above the plot.
const ABOVE: f64 = 8.0;

impl<'a> Track<'a> {
    /// Lays out an axis: numbers that ascend as far apart as they are, all else evenly.
    pub fn new(axis: &'a Axis) -> Self {
        let numbers = axis.numbers();
        let known: Vec<f64> = numbers.iter().flatten().copied().collect();
        let ascending = known.windows(2).all(|pair| pair[0] < pair[1]);
        // A key that is taken out has no place among its numbers.
        let aside = numbers.iter().take_while(|number| number.is_none()).count();
        let first_only = aside <= 1 && aside + known.len() == numbers.len();
        let even = |index: usize| index as f64;
        let steps: Vec<f64> = match (known.first(), known.last()) {
            (Some(&first), Some(&last)) if ascending && first_only && last > first => {
                let apart = (last - first) / (known.len() - 1) as f64;
                let place = |number: &Option<f64>| number.map_or(0.0, |n| (n - first) / apart + aside as f64);
                numbers.iter().map(place).collect()
            }
            _ => (0..numbers.len()).map(even).collect(),
        };
        let joined = numbers.iter().enumerate().map(|(index, number)| {
            let before = index.checked_sub(1).and_then(|before| numbers[before]);
            number.is_some() && before.is_some()
        });
        let joined = joined.collect();
        // Half a step stays free at both ends.
        let all = steps.last().copied().unwrap_or(0.0) + 1.0;
        Track { axis, places: steps.into_iter().map(|step| (step + 0.5) / all).collect(), joined }
    }

    /// The label of each value: those that stand too close have none.
    fn labels(&self, width: f64) -> Vec<Option<String>> {
        let plot = width - SIDE_ROOM;
        let shown = |step: usize| -> Vec<usize> { self.round(step) };
        let apart = |places: &Vec<usize>| {
            let room = |place: usize| TICKS.room(&self.axis.values[place]) / 2.0;
            let clear = |pair: &[usize]| {
                let distance = (self.places[pair[1]] - self.places[pair[0]]) * plot;
                distance >= room(pair[0]) + room(pair[1]) + GAP
            };
            places.windows(2).all(clear)
        };
        let steps = (0..6).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
        let chosen = steps.map(shown).find(apart).unwrap_or_default();
        let short = |place: usize| shorten(&self.axis.values[place], TICKS, plot / 2.0);
        let label = |place: usize| chosen.contains(&place).then(|| short(place));
        (0..self.places.len()).map(label).collect()
    }

    /// The places of values so many apart: of multiples, if there are any.
    fn round(&self, step: usize) -> Vec<usize> {
        let numbers = self.axis.numbers();
        let is_multiple = |place: &usize| match numbers[*place] {
            Some(number) => number.rem_euclid(step as f64) == 0.0,
            None => true,
        };
        let all = 0..self.places.len();
        let round: Vec<usize> = all.clone().filter(is_multiple).collect();
        if round.len() * step * 2 > self.places.len() { round } else { all.step_by(step).collect() }
    }
}

impl<'a> Curve<'a> {
    /// Lays out the number at each value.
    pub fn new(
        track: &'a Track<'a>,
        quantity: &Quantity,
        readings: Vec<Option<Reading>>,
        skipped: Vec<bool>,
    ) -> Self {
        let scale = quantity.scale(readings.iter().flatten(), 3);
        Curve { track, readings, scale, skipped }
    }

    /// The height with labels and the name of the axis.
    pub fn height(&self) -> f64 {
        ABOVE + PLOT_HEIGHT + 6.0 + 2.0 * LINE + 4.0
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        let plot = Area {
            left: left + SIDE_ROOM,
            right: left + width,
            top: top + ABOVE,
            bottom: top + ABOVE + PLOT_HEIGHT,
        };
        for (tick, label) in &self.scale.ticks {
            let y = self.y(plot, *tick);
            canvas.across(plot.left, plot.right, y, 0.5, ink::GRID)?;
            let place = (plot.left - 6.0, y + 0.36 * TICKS.size);
            canvas.write(&shorten(label, TICKS, SIDE_ROOM), place, Anchor::End, TICKS, ink::FAINT_TEXT)?;
        }
        self.draw_skipped(canvas, plot)?;
        self.draw_bands(canvas, plot)?;
        canvas.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS)?;
        self.draw_lines(canvas, plot)?;
        self.draw_labels(canvas, plot, width)
    }

    fn x(&self, plot: Area, index: usize) -> f64 {
        plot.left + plot.width() * self.track.places[index]
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

    fn draw_skipped<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        let half = plot.width() / self.readings.len() as f64 / 2.0;
        for index in (0..self.readings.len()).filter(|&index| self.skipped[index]) {
            let x = self.x(plot, index);
            let area = Area { left: (x - half).max(plot.left), right: (x + half).min(plot.right), ..plot };
            hatch(canvas, area)?;
        }
        Ok(())
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
        let half = (self.slot(plot) * 0.3).min(7.0);
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

    fn draw_lines<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        for [(from, one), (to, other)] in self.joined() {
            let ends = [
                (self.x(plot, from), self.y(plot, one.value)),
                (self.x(plot, to), self.y(plot, other.value)),
            ];
            path(canvas, &ends, 1.5, &[], ink::DEEP)?;
        }
        let radius = if self.slot(plot) >= 8.0 { 3.0 } else { 1.0 };
        for (index, reading) in self.readings.iter().enumerate() {
            let Some(reading) = reading else { continue };
            canvas.disc(self.x(plot, index), self.y(plot, reading.value), radius, ink::DEEP)?;
        }
        Ok(())
    }

    fn slot(&self, plot: Area) -> f64 {
        plot.width() / self.readings.len() as f64
    }

    fn draw_labels<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area, width: f64) -> Drawn {
        let first = plot.bottom + 6.0 + 0.8 * TICKS.size;
        for (index, label) in self.track.labels(width).iter().enumerate() {
            let Some(label) = label else { continue };
            let (x, half) = (self.x(plot, index), TICKS.room(label) / 2.0);
            canvas.down(plot.bottom, plot.bottom + 3.0, x, 1.0, ink::AXIS)?;
            // A long label at an end stands a little aside.
            let x = x.min(plot.right - half).max(plot.left - SIDE_ROOM + half);
            canvas.write(label, (x, first), Anchor::Middle, TICKS, ink::TEXT)?;
        }
        let name = shorten(&self.track.axis.name, TICKS, plot.width());
        let place = ((plot.left + plot.right) / 2.0, first + LINE + 1.0);
        canvas.write(&name, place, Anchor::Middle, TICKS, ink::FAINT_TEXT)
    }
}
