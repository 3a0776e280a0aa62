//! What is chosen of one key over numbered situations: a level for each value, several where
//! they are equally good, with steps between them.

use plotters::prelude::DrawingBackend;

use super::super::axes::Axis;
use super::super::page::{NAME, SMALL};
use super::super::strokes::line;
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::track::{SIDE_ROOM, Track};
use super::super::wording::shorten;
use crate::description::System;

/// What is chosen of a key.
pub struct Steps {
    /// The values that are chosen somewhere.
    values: Axis,
    /// Which of them are, in each situation; none where there is no best choice.
    chosen: Vec<Vec<usize>>,
}

/// The height of a level, and of all of them.
const LEVEL: f64 = 20.0;
const LEAST_HIGH: f64 = 40.0;
const MOST_HIGH: f64 = 150.0;

/// The room of the name.
const NAME_ROOM: f64 = 22.0;

const GAP: f64 = 6.0;

impl Steps {
    /// Lays out what is chosen of a key in each situation.
    pub fn new(system: &System, key: &str, chosen: &[Vec<&str>]) -> Self {
        let mut values: Vec<&str> = Vec::new();
        for &value in chosen.iter().flatten() {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let mut values = Axis::alone(system, key, values.into_iter().map(str::to_owned).collect());
        values.sort();
        let place = |value: &&str| values.values.iter().position(|other| other == value);
        let chosen = chosen.iter().map(|chosen| chosen.iter().filter_map(place).collect()).collect();
        Steps { values, chosen }
    }

    /// The room that its labels need beyond that of a scale.
    pub fn more_room(&self) -> f64 {
        let widest = self.values.words.iter().map(|word| SMALL.room(word)).fold(0.0, f64::max);
        (widest + GAP - SIDE_ROOM).clamp(0.0, 110.0)
    }

    /// The height with its name.
    pub fn height(&self) -> f64 {
        NAME_ROOM + self.plot_height()
    }

    fn plot_height(&self) -> f64 {
        (LEVEL * self.values.values.len() as f64).clamp(LEAST_HIGH, MOST_HIGH)
    }

    /// Where its levels are drawn, if it begins at this height.
    pub fn plot(&self, (left, right): (f64, f64), top: f64) -> Area {
        Area { left, right, top: top + NAME_ROOM, bottom: top + NAME_ROOM + self.plot_height() }
    }

    /// Draws it in its plot, for situations on this track.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, track: &Track<'_>, plot: Area) -> Drawn {
        let name = shorten(&self.values.name, NAME, plot.width());
        canvas.write(&name, (plot.left, plot.top - 8.0), Anchor::Start, NAME, ink::TEXT)?;
        self.draw_levels(canvas, plot)?;
        let half = track.slot(plot) / 2.0;
        let end = |index: usize, aside: f64| (track.x(plot, index) + aside).clamp(plot.left, plot.right);
        let mut before: &[usize] = &[];
        for (index, levels) in self.chosen.iter().enumerate() {
            let (left, right) = (end(index, -half), end(index, half));
            // A step joins one level to one other: several have none of their own.
            if let (&[from], &[to], true) = (before, &levels[..], track.joined[index]) {
                line(canvas, (left, self.y(plot, from)), (left, self.y(plot, to)), 1.0, ink::DEEP)?;
            }
            for &level in levels {
                canvas.across(left, right, self.y(plot, level), 3.0, ink::DEEP)?;
            }
            before = levels;
        }
        canvas.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS)
    }

    fn y(&self, plot: Area, level: usize) -> f64 {
        plot.bottom - plot.height() * Track::new(&self.values).places[level]
    }

    /// Draws a thin line and the value at each level, as far as there is room.
    fn draw_levels<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        let mut free = f64::INFINITY;
        for (level, word) in self.values.words.iter().enumerate() {
            let y = self.y(plot, level);
            if y > free {
                continue;
            }
            free = y - 12.0;
            canvas.across(plot.left, plot.right, y, 0.5, ink::GRID)?;
            let place = (plot.left - GAP, y + 0.36 * SMALL.size);
            let label = shorten(word, SMALL, SIDE_ROOM + self.more_room() - GAP);
            canvas.write(&label, place, Anchor::End, SMALL, ink::TEXT)?;
        }
        Ok(())
    }
}
