//! The horizontal axis of a sweep: positions of its values, and the labels below a plot.

use super::{Anchor, Area, Axis, GridCell, Known, Lettering, Picture, SIDE_ROOM, SMALL, ink, shorten};

/// The positions of the values of an axis.
pub struct Track<'a> {
    axis: &'a Axis,
    /// The position of each value: 0 is the left end of the plot, 1 the right end.
    pub places: Vec<f64>,
    /// Whether a line joins each value to the one before it.
    pub joined: Vec<bool>,
}

/// The most values of the axis of a curve, and of an axis of a map.
pub const MOST_POINTS: usize = 400;
pub const MOST_CELLS: usize = 100;

/// The room below the plot for labels and the name of the axis.
pub const BELOW: f64 = 6.0 + 2.0 * LINE + 4.0;

/// The least gap between two labels below the plot.
const GAP: f64 = 7.0;

const LINE: f64 = 13.0;

/// The dash pattern of a line that marks a change.
pub const FLIP: &[f64] = &[2.0, 3.0];

const TICKS: Lettering = SMALL;

impl<'a> Track<'a> {
    /// Lays out an axis: ascending numbers in proportion to their values, all others evenly.
    pub fn new(axis: &'a Axis) -> Self {
        let numbers = axis.numbers();
        let known: Vec<f64> = numbers.iter().flatten().copied().collect();
        let ascending = known.windows(2).all(|pair| pair[0] < pair[1]);
        // A key that is removed has no number; its position is before all numbers.
        let aside = numbers.iter().take_while(|number| number.is_none()).count();
        let first_only = aside <= 1 && aside + known.len() == numbers.len();
        let steps: Vec<f64> = match (known.first(), known.last()) {
            (Some(&first), Some(&last)) if ascending && first_only && last > first => {
                let apart = (last - first) / (known.len() - 1) as f64;
                let place = |number: &Option<f64>| number.map_or(0.0, |n| (n - first) / apart + aside as f64);
                numbers.iter().map(place).collect()
            }
            _ => (0..numbers.len()).map(|index| index as f64).collect(),
        };
        let is_joined = |index: usize| index > 0 && numbers[index - 1].is_some() && numbers[index].is_some();
        let joined = (0..numbers.len()).map(is_joined).collect();
        // Half a step stays empty at both ends.
        let all = steps.last().copied().unwrap_or(0.0) + 1.0;
        Track { axis, places: steps.into_iter().map(|step| (step + 0.5) / all).collect(), joined }
    }

    /// The indices of the values that get a label in a plot of this width, far enough apart to be
    /// read.
    fn labelled(&self, plot: f64) -> Vec<usize> {
        let room = |place: usize| TICKS.room(&self.axis.words[place]) / 2.0;
        let clear = |pair: &[usize]| {
            let distance = (self.places[pair[1]] - self.places[pair[0]]) * plot;
            distance >= room(pair[0]) + room(pair[1]) + GAP
        };
        let steps = (0..6).flat_map(|power| [1, 2, 5].map(|digit| digit * 10usize.pow(power)));
        steps.map(|step| self.round(step)).find(|all| all.windows(2).all(clear)).unwrap_or_default()
    }

    /// The indices of the values that are multiples of `step`, or of every `step`-th value if too
    /// few are.
    fn round(&self, step: usize) -> Vec<usize> {
        let numbers = self.axis.numbers();
        let is_multiple = |n: f64| n.rem_euclid(step as f64) == 0.0;
        let all = 0..self.places.len();
        let round: Vec<usize> = all.clone().filter(|&place| numbers[place].is_none_or(is_multiple)).collect();
        if round.len() * step * 2 > self.places.len() { round } else { all.step_by(step).collect() }
    }

    /// The x coordinate of the value at `index`.
    pub fn x(&self, plot: Area, index: usize) -> f64 {
        plot.left + plot.width() * self.places[index]
    }

    /// The width per value if all values were evenly spaced.
    pub fn slot(&self, plot: Area) -> f64 {
        plot.width() / self.places.len() as f64
    }

    /// Hatches the values whose cells are skipped.
    pub fn hatch(&self, picture: &mut Picture, plot: Area, cells: &[GridCell<Known>]) {
        let half = self.slot(plot) / 2.0;
        for (index, _) in cells.iter().enumerate().filter(|(_, cell)| **cell == GridCell::Skipped) {
            let x = self.x(plot, index);
            let (left, right) = ((x - half).max(plot.left), (x + half).min(plot.right));
            picture.hatch(Area { left, right, ..plot });
        }
    }

    /// Draws a dashed line before each of these indices, to mark a change.
    pub fn draw_flips(&self, picture: &mut Picture, plot: Area, flips: &[usize]) {
        for &index in flips {
            let x = (self.x(plot, index - 1) + self.x(plot, index)) / 2.0;
            picture.line(&[(x, plot.top), (x, plot.bottom)], 1.0, FLIP, ink::TEXT);
        }
    }

    /// Writes the labels and the name of the axis below a plot.
    pub fn draw_below(&self, picture: &mut Picture, plot: Area) {
        let first = plot.bottom + 6.0 + 0.8 * TICKS.size;
        for index in self.labelled(plot.width()) {
            let label = shorten(&self.axis.words[index], TICKS, plot.width() / 2.0);
            let (x, half) = (self.x(plot, index), TICKS.room(&label) / 2.0);
            picture.down(plot.bottom, plot.bottom + 3.0, x, 1.0, ink::AXIS);
            // A long label at an end is moved inwards, or into the room beside the plot.
            let x = x.min(plot.right - half).max(plot.left - SIDE_ROOM + half);
            picture.write(&label, (x, first), Anchor::Middle, TICKS, ink::TEXT);
        }
        let name = shorten(&self.axis.name, TICKS, plot.width());
        let place = ((plot.left + plot.right) / 2.0, first + LINE + 1.0);
        picture.write(&name, place, Anchor::Middle, TICKS, ink::FAINT_TEXT);
    }
}
