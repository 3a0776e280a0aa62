//! One axis for all plots: where the numbers of a scale stand, and how its ticks are drawn.

use super::lettering::Lettering;
use super::picture::{Anchor, Area, Picture, ink};
use super::wording::shorten;
use crate::report::number::Scale;

/// The room between what two ticks say.
const LABEL_GAP: f64 = 6.0;

impl Scale {
    /// The axis of all probabilities, with as many steps as labels in these letters have
    /// room in this width.
    pub fn of_all_chances(lettering: Lettering, width: f64) -> Scale {
        let room = lettering.room("100\u{a0}%") + 8.0;
        Scale::of_chances(1.0, if width / room >= 6.0 { 5 } else { 2 })
    }

    /// Where a number stands from left to right.
    pub fn x(&self, plot: Area, number: f64) -> f64 {
        plot.left + plot.width() * self.share(number)
    }

    /// Where a number stands from bottom to top.
    pub fn y(&self, plot: Area, number: f64) -> f64 {
        plot.bottom - plot.height() * self.share(number)
    }

    /// Draws it from left to right: lines across a plot, and what they say below it, as much
    /// as has room.
    pub fn draw_below(&self, picture: &mut Picture, plot: Area, lettering: Lettering) {
        let xs: Vec<f64> = self.ticks.iter().map(|(tick, _)| self.x(plot, *tick)).collect();
        let rooms: Vec<f64> = self.ticks.iter().map(|(_, label)| lettering.room(label)).collect();
        let last = xs.len() - 1;
        let clear = |every: &usize| {
            let labels: Vec<usize> = (0..=last).step_by(*every).collect();
            let apart = |pair: &[usize]| {
                xs[pair[1]] - xs[pair[0]] >= (rooms[pair[0]] + rooms[pair[1]]) / 2.0 + LABEL_GAP
            };
            last.is_multiple_of(*every) && labels.windows(2).all(apart)
        };
        let every = (1..last.max(1)).find(clear).unwrap_or(last.max(1));
        for (index, (_, label)) in self.ticks.iter().enumerate() {
            picture.down(plot.top, plot.bottom, xs[index], 0.5, ink::GRID);
            if index.is_multiple_of(every) {
                let place = (xs[index], plot.bottom + 5.0 + 0.8 * lettering.size);
                picture.write(label, place, Anchor::Middle, lettering, ink::FAINT_TEXT);
            }
        }
    }

    /// Draws it from bottom to top: lines across a plot, and what they say to the left of it,
    /// in so much room.
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
