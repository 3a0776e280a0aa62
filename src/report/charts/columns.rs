//! Integers as upright bars over a common axis.

use plotters::prelude::DrawingBackend;

use super::bars::{Bar, Bars};
use super::lettering::Lettering;
use super::numbers::grouped;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::{Percentages, percentages, whole_numbers};

/// A plot of bars. Their labels and the ticks stand outside its area.
pub struct Columns<'a> {
    /// What is shown.
    pub bars: &'a Bars,
    /// Which of their numbers.
    pub reading: Reading,
    /// Where the bars are.
    pub plot: Area,
    /// The letters of ticks and labels.
    pub lettering: Lettering,
    /// About how many steps the axis of probabilities has.
    pub steps: usize,
}

/// What the height of a bar tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The probability of its values.
    Each,
    /// The probability of its least value or more.
    AtLeast,
}

/// The room between two marks of the axis of values.
const MARK_GAP: f64 = 8.0;

/// The room above a plot that labels of its bars need.
pub const LABEL_ROOM: f64 = 15.0;

/// The room below a plot that the ticks need.
pub const TICK_ROOM: f64 = 17.0;

/// The least height of an interval that can be seen.
const VISIBLE: f64 = 2.0;

/// The room to the left of a plot that the ticks need.
pub const SIDE_ROOM: f64 = 46.0;

impl Columns<'_> {
    /// Draws all of it.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let axis = self.axis();
        self.draw_grid(canvas, &axis)?;
        for index in 0..self.bars.bars.len() {
            self.draw_bar(canvas, &axis, index)?;
        }
        if self.reading == Reading::Each {
            self.draw_whiskers(canvas, &axis)?;
        }
        self.draw_labels(canvas, &axis)?;
        canvas.across(self.plot.left, self.plot.right, self.plot.bottom, 1.0, ink::AXIS)?;
        self.draw_ticks(canvas)
    }

    /// The middle of a value on the page.
    pub fn x(&self, value: f64) -> f64 {
        self.start() + self.bars.place(value) * self.slot()
    }

    /// The room of one bar: whole half pixels, so that all are equally wide.
    pub fn slot(&self) -> f64 {
        let fair = self.plot.width() / self.bars.bars.len() as f64;
        if fair >= 1.0 { (fair * 2.0).floor() / 2.0 } else { fair }
    }

    fn start(&self) -> f64 {
        self.plot.left + (self.plot.width() - self.slot() * self.bars.bars.len() as f64) / 2.0
    }

    /// The middle of the bar at this place on the page.
    pub fn middle(&self, index: usize) -> f64 {
        self.start() + (index as f64 + 0.5) * self.slot()
    }

    /// The height of a probability on the page.
    pub fn y(&self, axis: &Percentages, probability: f64) -> f64 {
        self.plot.bottom - self.plot.height() * (probability / axis.top).clamp(0.0, 1.0)
    }

    /// The probability that the height of a bar tells.
    pub fn height_of(&self, bar: &Bar) -> f64 {
        match self.reading {
            Reading::Each => bar.probability,
            Reading::AtLeast => bar.at_least,
        }
    }

    fn axis(&self) -> Percentages {
        let greatest = match self.reading {
            Reading::Each => {
                self.bars.bars.iter().map(|bar| bar.high.max(bar.probability)).fold(0.0, f64::max)
            }
            Reading::AtLeast => 1.0,
        };
        percentages(greatest, self.steps)
    }

    /// Draws the lines of the axis of probabilities with what they say.
    pub fn draw_grid<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, axis: &Percentages) -> Drawn {
        for (tick, label) in &axis.ticks {
            let y = self.y(axis, *tick);
            canvas.across(self.plot.left, self.plot.right, y, 0.5, ink::GRID)?;
            let place = (self.plot.left - 6.0, y + 0.36 * self.lettering.size);
            canvas.write(label, place, Anchor::End, self.lettering, ink::FAINT_TEXT)?;
        }
        Ok(())
    }

    fn draw_bar<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, axis: &Percentages, index: usize) -> Drawn {
        let height = self.height_of(&self.bars.bars[index]);
        if height <= 0.0 {
            return Ok(());
        }
        let (middle, top, bottom) = (self.middle(index), self.y(axis, height), self.plot.bottom);
        match self.reading {
            Reading::Each => {
                let half = bar_width(self.slot()) / 2.0;
                canvas.fill(Area { left: middle - half, right: middle + half, top, bottom }, ink::BAR)
            }
            Reading::AtLeast => {
                let (left, right) = (middle - self.slot() / 2.0, middle + self.slot() / 2.0);
                // A little overlap, below the line to the next step, leaves no seam.
                let area = Area { left, right: right + 0.5, top, bottom };
                canvas.fill(area, ink::PALE)?;
                canvas.across(left, area.right, top, 1.5, ink::DEEP)?;
                let next = self.bars.bars.get(index + 1).map_or(0.0, |bar| bar.at_least);
                canvas.down(top - 0.75, self.y(axis, next), right, 1.0, ink::DEEP)
            }
        }
    }

    fn draw_whiskers<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, axis: &Percentages) -> Drawn {
        let interval = |bar: &Bar| (self.y(axis, bar.low), self.y(axis, bar.high));
        let intervals: Vec<(f64, f64)> = self.bars.bars.iter().map(interval).collect();
        // Where no one could see the widest, none of them is drawn.
        if intervals.iter().all(|(low, high)| low - high < VISIBLE) {
            return Ok(());
        }
        let cap = (self.slot() / 4.0).min(5.0);
        // Where they are many, they must not hide the bars.
        let (thickness, ink) = if cap >= 2.0 { (1.0, ink::TEXT) } else { (0.5, ink::FAINT_TEXT) };
        for (index, (low, high)) in intervals.into_iter().enumerate().filter(|(_, (low, high))| low > high) {
            let middle = self.middle(index);
            canvas.down(high, low, middle, thickness, ink)?;
            if cap >= 2.0 {
                canvas.across(middle - cap, middle + cap, high, thickness, ink)?;
                canvas.across(middle - cap, middle + cap, low, thickness, ink)?;
            }
        }
        Ok(())
    }

    /// Draws the marks of the axis of values.
    pub fn draw_ticks<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let (first, last) = (self.bars.first, self.bars.last());
        let widest =
            [first, last].map(|value| self.lettering.room(&grouped(value))).into_iter().fold(0.0, f64::max);
        let apart = (widest + MARK_GAP) / self.slot() * self.bars.step as f64;
        for value in self.marks(apart) {
            let (x, label) = (self.x(value as f64), grouped(value));
            let half = self.lettering.room(&label) / 2.0;
            if self.slot() < 12.0 {
                canvas.down(self.plot.bottom, self.plot.bottom + 4.0, x, 1.0, ink::AXIS)?;
            }
            // A label at an end may stand a little aside, but never beyond the page.
            let x = x.clamp(
                self.plot.left - SIDE_ROOM + half,
                (self.plot.right - half + 12.0).max(self.plot.left),
            );
            let place = (x, self.plot.bottom + 6.0 + self.lettering.size * 0.8);
            canvas.write(&label, place, Anchor::Middle, self.lettering, ink::TEXT)?;
        }
        Ok(())
    }

    /// The values that are marked, at least `apart` apart.
    fn marks(&self, apart: f64) -> Vec<i128> {
        let (first, last, spacing) = (self.bars.first, self.bars.last(), self.bars.spacing);
        if apart > self.bars.step as f64 && self.bars.are_scattered() {
            return self.scattered_marks();
        }
        // Of values that are five apart, every so many are marked.
        let (from, to) = (first.div_euclid(spacing), last.div_euclid(spacing));
        let marks = whole_numbers(from, to, apart.max(self.bars.step as f64) / spacing as f64);
        marks.into_iter().map(|mark| mark * spacing + first.rem_euclid(spacing)).collect()
    }

    /// The values that there are, but of those that are too close the likelier.
    fn scattered_marks(&self) -> Vec<i128> {
        let mut marks: Vec<(i128, f64, f64)> = Vec::new();
        for index in by_height(&self.bars.bars, |bar| bar.probability) {
            let value = self.bars.first + self.bars.step * index as i128;
            let (x, room) = (self.x(value as f64), self.lettering.room(&grouped(value)) + MARK_GAP);
            // Short marks may stand closer to each other than the long ones at an end.
            if marks.iter().all(|(_, other, other_room)| (x - other).abs() >= (room + other_room) / 2.0) {
                marks.push((value, x, room));
            }
        }
        marks.into_iter().map(|mark| mark.0).collect()
    }
}

/// The places of bars that have a height, the greatest first.
pub fn by_height(bars: &[Bar], height: impl Fn(&Bar) -> f64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..bars.len()).filter(|&index| bars[index].probability > 0.0).collect();
    places.sort_by(|&a, &b| height(&bars[b]).total_cmp(&height(&bars[a])));
    places
}

/// How wide the bar in a slot is.
pub fn bar_width(slot: f64) -> f64 {
    match slot {
        _ if slot < 3.0 => slot,
        _ if slot < 8.0 => slot - 1.0,
        _ => (slot * 0.8).min(56.0),
    }
}
