//! Axes of plots: the positions of a scale's numbers on the page, ticks and grid lines.

use super::{Anchor, Area, Bin, Bins, Lettering, Picture, ink, shorten};
use crate::report::number::{Measure, Scale, grouped, whole_numbers};

/// The least gap between two tick labels, in CSS pixels.
const LABEL_GAP: f64 = 6.0;

/// The greatest chance of a plot whose axis does not reach 100 %.
const ZOOMED: f64 = 0.1;

impl Scale {
    /// The scale of a plot among others, in about `wanted` steps, which includes 0. All chances share the axis
    /// from 0 to 100 %, except small ones, whose plot then says that it is "zoomed".
    pub fn among_others(
        measure: Measure,
        numbers: impl IntoIterator<Item = f64>,
        wanted: usize,
    ) -> (Scale, &'static str) {
        let numbers: Vec<f64> = numbers.into_iter().filter(|number| number.is_finite()).collect();
        let greatest = numbers.iter().copied().fold(0.0, f64::max);
        let are_chances = measure == Measure::Chance && numbers.iter().all(|n| (0.0..=1.0).contains(n));
        match are_chances {
            true if greatest > 0.0 && greatest <= ZOOMED => (Scale::of_chances(greatest, wanted), "zoomed"),
            true => (Scale::of_chances(1.0, wanted), ""),
            false => (Scale::of(measure, numbers.into_iter().chain([0.0]), wanted), ""),
        }
    }

    /// A scale from 0 to 100 %: in 5 steps if their labels fit into `width`, else in 2.
    pub fn of_all_chances(lettering: Lettering, width: f64) -> Scale {
        let room = lettering.room("100\u{a0}%") + 8.0;
        Scale::of_chances(1.0, if width / room >= 6.0 { 5 } else { 2 })
    }

    /// The x coordinate of a number on a horizontal axis of `plot`.
    pub fn x(&self, plot: Area, number: f64) -> f64 {
        plot.left + plot.width() * self.share(number)
    }

    /// The y coordinate of a number on a vertical axis of `plot`.
    pub fn y(&self, plot: Area, number: f64) -> f64 {
        plot.bottom - plot.height() * self.share(number)
    }

    /// Draws a horizontal axis: a vertical grid line at each tick, and the labels below the plot.
    /// If the labels do not all fit, only every n-th is written, with both ends if 0 is one of them or is beyond them.
    pub fn draw_below(&self, picture: &mut Picture, plot: Area, lettering: Lettering) {
        let xs: Vec<f64> = self.ticks.iter().map(|(tick, _)| self.x(plot, *tick)).collect();
        let rooms: Vec<f64> = self.ticks.iter().map(|(_, label)| lettering.room(label)).collect();
        let last = xs.len() - 1;
        let apart_every = |first: usize, every: usize| {
            let labels: Vec<usize> = (first..=last).step_by(every).collect();
            let apart = |pair: &[usize]| {
                xs[pair[1]] - xs[pair[0]] >= (rooms[pair[0]] + rooms[pair[1]]) / 2.0 + LABEL_GAP
            };
            labels.windows(2).all(apart)
        };
        let clear = |every: &usize| last.is_multiple_of(*every) && apart_every(0, *every);
        let zero = self.ticks.iter().position(|(tick, _)| *tick == 0.0).unwrap_or(0);
        let every = (1..last.max(1)).find(clear).unwrap_or(last.max(1));
        // Among negative and positive numbers the 0 has its label, even if an end then has none.
        let from_zero = (1..=last).find(|every| apart_every(zero % every, *every));
        let (first, every) = match from_zero.filter(|_| !zero.is_multiple_of(every)) {
            Some(from_zero) => (zero % from_zero, from_zero),
            None => (0, every),
        };
        for (index, (_, label)) in self.ticks.iter().enumerate() {
            picture.down(plot.top, plot.bottom, xs[index], 0.5, ink::GRID);
            if index % every == first {
                let place = (xs[index], plot.bottom + 5.0 + 0.8 * lettering.size);
                picture.write(label, place, Anchor::Middle, lettering, ink::FAINT_TEXT);
            }
        }
    }

    /// Draws a vertical axis: a horizontal grid line at each tick, and the labels to the left of
    /// the plot, shortened to at most `room`.
    pub fn draw_beside(&self, picture: &mut Picture, plot: Area, lettering: Lettering, room: f64) {
        for (tick, label) in &self.ticks {
            let y = self.y(plot, *tick);
            picture.across(plot.left, plot.right, y, 0.5, ink::GRID);
            let place = (plot.left - 6.0, y + 0.36 * lettering.size);
            let label = shorten(label, lettering, room);
            picture.write(&label, place, Anchor::End, lettering, ink::FAINT_TEXT);
        }
    }
}

/// A horizontal axis of bins.
pub struct BinAxis<'a> {
    pub bins: &'a Bins,
    pub plot: Area,
    /// The font of the tick labels.
    pub lettering: Lettering,
}

/// The room to the left of a plot for the tick labels of its vertical axis, and the room below
/// it for the labels of its bins.
pub const SIDE_ROOM: f64 = 46.0;
pub const BELOW_BINS: f64 = 17.0;

/// The least gap between the labels of two values.
const MARK_GAP: f64 = 8.0;

impl BinAxis<'_> {
    /// The x coordinate of the middle of a value.
    pub fn x(&self, value: f64) -> f64 {
        self.start() + self.bins.place(value) * self.slot()
    }

    /// The width of one bin. It is a multiple of half a pixel, so that all bins look equally wide;
    /// bins narrower than a pixel are not rounded.
    pub fn slot(&self) -> f64 {
        let fair = self.plot.width() / self.bins.bins.len() as f64;
        if fair >= 1.0 { (fair * 2.0).floor() / 2.0 } else { fair }
    }

    /// The x coordinate of the middle of the bin at `index`.
    pub fn middle(&self, index: usize) -> f64 {
        self.start() + (index as f64 + 0.5) * self.slot()
    }

    fn start(&self) -> f64 {
        self.plot.left + (self.plot.width() - self.slot() * self.bins.bins.len() as f64) / 2.0
    }

    /// Draws the axis line, the ticks and their labels.
    pub fn draw(&self, picture: &mut Picture) {
        let Area { left, right, bottom, .. } = self.plot;
        picture.across(left, right, bottom, 1.0, ink::AXIS);
        let ends = [self.bins.first, self.bins.last()].map(|value| self.lettering.room(&grouped(value)));
        let apart = (ends[0].max(ends[1]) + MARK_GAP) / self.slot() * self.bins.step as f64;
        // A label at an end may be moved a little, so that it stays on the page.
        let middle = |value: i128| {
            let half = self.lettering.room(&grouped(value)) / 2.0;
            let x = self.x(value as f64);
            (x.clamp(left - SIDE_ROOM + half, (right - half + 12.0).max(left)), half)
        };
        let are_clear = |marks: &Vec<i128>| {
            let are_apart = |pair: &[i128]| {
                let [(from, one), (to, other)] = [middle(pair[0]), middle(pair[1])];
                to - from >= one + other + MARK_GAP / 2.0
            };
            marks.windows(2).all(are_apart)
        };
        let mut marks = self.marks(apart);
        for times in 2..10 {
            if are_clear(&marks) || self.has_scattered_marks(apart) {
                break;
            }
            marks = self.marks(apart * f64::from(times) / 2.0);
        }
        for value in marks {
            if self.slot() < 12.0 {
                picture.down(bottom, bottom + 4.0, self.x(value as f64), 1.0, ink::AXIS);
            }
            let place = (middle(value).0, bottom + 6.0 + self.lettering.size * 0.8);
            picture.write(&grouped(value), place, Anchor::Middle, self.lettering, ink::TEXT);
        }
    }

    /// Whether the labels are those of the values that have a probability.
    fn has_scattered_marks(&self, apart: f64) -> bool {
        apart > self.bins.step as f64 && self.bins.are_scattered()
    }

    /// The values that get a label, at least `apart` apart.
    fn marks(&self, apart: f64) -> Vec<i128> {
        let (first, last, spacing) = (self.bins.first, self.bins.last(), self.bins.spacing);
        if self.has_scattered_marks(apart) {
            return self.scattered_marks();
        }
        // Bins of several values have round numbers as labels.
        if self.bins.step > spacing {
            return whole_numbers(first, self.bins.greatest, apart.max(self.bins.step as f64));
        }
        // Values that are, say, five apart are counted in units of five.
        let (from, to) = (first.div_euclid(spacing), last.div_euclid(spacing));
        let marks = whole_numbers(from, to, apart.max(self.bins.step as f64) / spacing as f64);
        marks.into_iter().map(|mark| mark * spacing + first.rem_euclid(spacing)).collect()
    }

    /// The values that have a probability. If two labels would overlap, the likelier value keeps
    /// its label.
    fn scattered_marks(&self) -> Vec<i128> {
        let mut marks: Vec<(i128, f64, f64)> = Vec::new();
        for index in by_height(&self.bins.bins, |bin| bin.chance.value) {
            let value = self.bins.first + self.bins.step * index as i128;
            let (x, room) = (self.x(value as f64), self.lettering.room(&grouped(value)) + MARK_GAP);
            // The gap depends on both labels: short ones may be closer to each other.
            if marks.iter().all(|(_, other, other_room)| (x - other).abs() >= (room + other_room) / 2.0) {
                marks.push((value, x, room));
            }
        }
        marks.into_iter().map(|mark| mark.0).collect()
    }
}

/// The indices of the bins that have a probability, in descending order of `height`.
pub fn by_height(bins: &[Bin], height: impl Fn(&Bin) -> f64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..bins.len()).filter(|&index| bins[index].chance.value > 0.0).collect();
    places.sort_by(|&a, &b| height(&bins[b]).total_cmp(&height(&bins[a])));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::charts::tests::read::words;

    #[test]
    fn the_0_between_negative_and_positive_numbers_has_its_label() {
        let labels = |width: f64, least: f64, greatest: f64| {
            let scale = Scale::of(Measure::Number, [least, greatest], 7);
            let mut picture = Picture::new(width, 40.0);
            let plot = Area { left: 0.0, right: width, top: 0.0, bottom: 20.0 };
            scale.draw_below(&mut picture, plot, Lettering::regular(10.0));
            words(&picture)
        };
        assert_eq!(labels(400.0, -10.0, 25.0), ["−10", "−5", "0", "5", "10", "15", "20", "25"]);
        assert_eq!(labels(130.0, -10.0, 25.0), ["−10", "0", "10", "20"]);
        assert_eq!(labels(40.0, 0.0, 35.0), ["0", "35"]);
    }
}
