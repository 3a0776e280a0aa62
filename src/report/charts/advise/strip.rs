//! The best choice over one numbered key: a strip for each key that is chosen, and the
//! objective below them.

use plotters::prelude::DrawingBackend;

use super::super::curve::Curve;
use super::super::measure::{Measure, interval};
use super::super::page::{MARGIN, NAME, NAME_ROOM, SMALL};
use super::super::readings::Reading;
use super::super::strokes::path;
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::track::{SIDE_ROOM, Track};
use super::super::wording::shorten;
use super::map::Best;
use super::steps::Steps;
use crate::analysis::Choice;
use crate::description::System;
use crate::expression::StatisticName;

/// Strips, one below another.
pub struct Strip<'a> {
    track: &'a Track<'a>,
    steps: Vec<Steps>,
    objective: String,
    curve: Curve<'a>,
    /// The values before which the choice flips.
    flips: Vec<usize>,
    bests: Vec<Best<'a>>,
}

/// The room between strips.
const BELOW: f64 = 14.0;

/// The strokes and gaps of a line where the choice flips.
pub const FLIP: &[f64] = &[2.0, 3.0];

impl<'a> Strip<'a> {
    /// Lays out the best choice at each value of an axis, of keys of these names.
    pub fn new(
        track: &'a Track<'a>,
        (system, keys): (&System, &[String]),
        objective: &StatisticName,
        bests: Vec<Best<'a>>,
    ) -> Self {
        let chosen = |key: usize| -> Vec<Vec<&str>> { bests.iter().map(|best| best.values(key)).collect() };
        let steps =
            keys.iter().enumerate().map(|(key, name)| Steps::new(system, name, &chosen(key))).collect();
        let reading = |choice: &Choice| {
            let value = choice.objective.value;
            let (low, high) = interval(choice.objective).unwrap_or((value, value));
            Reading { value, low, high }
        };
        let readings: Vec<Option<Reading>> = bests.iter().map(|best| best.choice().map(reading)).collect();
        let ends = readings.iter().flatten().flat_map(|one| [one.low, one.high]);
        let curve = Curve {
            track,
            scale: Measure::of(objective).scale(ends, 3),
            skipped: bests.iter().map(|best| matches!(best, Best::NoneFeasible)).collect(),
            readings,
            goals: Vec::new(),
            marked: Vec::new(),
        };
        let flips = (1..bests.len()).filter(|&index| {
            let (before, after) = (bests[index - 1].settings(), bests[index].settings());
            !before.is_empty() && !after.is_empty() && before != after
        });
        let flips = flips.collect();
        Strip { track, steps, objective: objective.words.clone(), curve, flips, bests }
    }

    /// Whether the choice flips anywhere.
    pub fn has_flips(&self) -> bool {
        !self.flips.is_empty()
    }

    /// What is best in each run of situations in which that is the same: the places of its
    /// first and its last one, and the best.
    pub fn runs(&self) -> Vec<(usize, usize, Best<'a>)> {
        let mut runs: Vec<(usize, usize, Best<'a>)> = Vec::new();
        for (index, &best) in self.bests.iter().enumerate() {
            match runs.last_mut() {
                Some((_, last, run)) if run.settings() == best.settings() => *last = index,
                _ => runs.push((index, index, best)),
            }
        }
        runs
    }

    /// The height of all of it.
    pub fn height(&self) -> f64 {
        let steps: f64 = self.steps.iter().map(|steps| steps.height() + BELOW).sum();
        steps + NAME_ROOM + self.curve.height()
    }

    /// Draws it in this width.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, top: f64, width: f64) -> Drawn {
        let more = self.steps.iter().map(Steps::more_room).fold(0.0, f64::max);
        let (left, right) = (MARGIN + more + SIDE_ROOM, MARGIN + width);
        let mut y = top;
        let mut plots: Vec<Area> = Vec::new();
        for steps in &self.steps {
            plots.push(steps.plot((left, right), y));
            y += steps.height() + BELOW;
        }
        let curve_top = y + NAME_ROOM;
        for (steps, plot) in self.steps.iter().zip(plots) {
            self.track.draw_skipped(canvas, plot, &self.curve.skipped)?;
            self.draw_flips(canvas, plot)?;
            steps.draw(canvas, self.track, plot)?;
        }
        let name = shorten(&self.objective, NAME, right - left);
        canvas.write(&name, (left, y + 12.0), Anchor::Start, NAME, ink::TEXT)?;
        let after = left + NAME.room(&name) + 10.0;
        let help = shorten("of the best choice", SMALL, (right - after).max(0.0));
        canvas.write(&help, (after, y + 12.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let (corner, width) = ((MARGIN + more, curve_top), width - more);
        self.draw_flips(canvas, self.curve.plot(corner, width))?;
        self.curve.draw(canvas, corner, width)
    }

    fn draw_flips<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        for &index in &self.flips {
            let x = (self.track.x(plot, index - 1) + self.track.x(plot, index)) / 2.0;
            path(canvas, &[(x, plot.top), (x, plot.bottom)], 1.0, FLIP, ink::MEAN)?;
        }
        Ok(())
    }
}
