//! An axis of integers: where bins stand in a plot, and which values are marked.

use super::bins::{Bin, Bins};
use super::lettering::Lettering;
use super::picture::{Anchor, Area, Picture, ink};
use crate::report::number::{grouped, whole_numbers};

/// An axis of bins from left to right, in a plot.
pub struct BinAxis<'a> {
    pub bins: &'a Bins,
    pub plot: Area,
    /// The letters of what its ticks say.
    pub lettering: Lettering,
}

/// The room to the left of a plot that the ticks of its other axis need, and that below it
/// for the ticks of this one.
pub const SIDE_ROOM: f64 = 46.0;
pub const TICK_ROOM: f64 = 17.0;

/// The room between two marks.
const MARK_GAP: f64 = 8.0;

impl BinAxis<'_> {
    /// The middle of a value on the page.
    pub fn x(&self, value: f64) -> f64 {
        self.start() + self.bins.place(value) * self.slot()
    }

    /// The room of one bin: whole half pixels, so that all are equally wide.
    pub fn slot(&self) -> f64 {
        let fair = self.plot.width() / self.bins.bins.len() as f64;
        if fair >= 1.0 { (fair * 2.0).floor() / 2.0 } else { fair }
    }

    /// The middle of the bin at this place on the page.
    pub fn middle(&self, index: usize) -> f64 {
        self.start() + (index as f64 + 0.5) * self.slot()
    }

    fn start(&self) -> f64 {
        self.plot.left + (self.plot.width() - self.slot() * self.bins.bins.len() as f64) / 2.0
    }

    /// Draws its line, its marks and what they say.
    pub fn draw(&self, picture: &mut Picture) {
        let Area { left, right, bottom, .. } = self.plot;
        picture.across(left, right, bottom, 1.0, ink::AXIS);
        let ends = [self.bins.first, self.bins.last()].map(|value| self.lettering.room(&grouped(value)));
        let apart = (ends[0].max(ends[1]) + MARK_GAP) / self.slot() * self.bins.step as f64;
        for value in self.marks(apart) {
            let (x, label) = (self.x(value as f64), grouped(value));
            let half = self.lettering.room(&label) / 2.0;
            if self.slot() < 12.0 {
                picture.down(bottom, bottom + 4.0, x, 1.0, ink::AXIS);
            }
            // A label at an end may stand a little aside, but never beyond the page.
            let x = x.clamp(left - SIDE_ROOM + half, (right - half + 12.0).max(left));
            let place = (x, bottom + 6.0 + self.lettering.size * 0.8);
            picture.write(&label, place, Anchor::Middle, self.lettering, ink::TEXT);
        }
    }

    /// The values that are marked, at least `apart` apart.
    fn marks(&self, apart: f64) -> Vec<i128> {
        let (first, last, spacing) = (self.bins.first, self.bins.last(), self.bins.spacing);
        if apart > self.bins.step as f64 && self.bins.are_scattered() {
            return self.scattered_marks();
        }
        // Of values that are five apart, every so many are marked.
        let (from, to) = (first.div_euclid(spacing), last.div_euclid(spacing));
        let marks = whole_numbers(from, to, apart.max(self.bins.step as f64) / spacing as f64);
        marks.into_iter().map(|mark| mark * spacing + first.rem_euclid(spacing)).collect()
    }

    /// The values that there are, but of those that are too close the likelier.
    fn scattered_marks(&self) -> Vec<i128> {
        let mut marks: Vec<(i128, f64, f64)> = Vec::new();
        for index in by_height(&self.bins.bins, |bin| bin.chance.value) {
            let value = self.bins.first + self.bins.step * index as i128;
            let (x, room) = (self.x(value as f64), self.lettering.room(&grouped(value)) + MARK_GAP);
            // Short marks may stand closer to each other than the long ones at an end.
            if marks.iter().all(|(_, other, other_room)| (x - other).abs() >= (room + other_room) / 2.0) {
                marks.push((value, x, room));
            }
        }
        marks.into_iter().map(|mark| mark.0).collect()
    }
}

/// The places of bins that have a probability, the greatest height first.
pub fn by_height(bins: &[Bin], height: impl Fn(&Bin) -> f64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..bins.len()).filter(|&index| bins[index].chance.value > 0.0).collect();
    places.sort_by(|&a, &b| height(&bins[b]).total_cmp(&height(&bins[a])));
    places
}
