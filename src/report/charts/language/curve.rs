//! A number as a function of one axis: a line with the band of its intervals.

use super::{Area, BELOW, GridCell, Known, Picture, Point, SIDE_ROOM, SMALL, Series, Track, draw_best, ink};
use crate::report::number::Scale;

/// Annotations of a curve.
#[derive(Clone, Debug, Default)]
pub struct Upon {
    /// The target of the number at each value of the axis; empty if there are none.
    pub goals: Vec<Option<f64>>,
    /// The indices of the best values; in several series, counted through one after another.
    pub best: Vec<usize>,
    /// The indices before which a dashed line marks a change.
    pub flips: Vec<usize>,
}

const PLOT_HEIGHT: f64 = 130.0;

/// How far long tick labels may extend beyond the room beside the plot.
const BEYOND: f64 = 12.0;

/// The room above the plot.
const ABOVE: f64 = 8.0;

/// The dash pattern of the line of targets.
pub const GOAL: &[f64] = &[6.0, 3.0];

/// Draws the number of each cell over the axis of `track`. The scale must cover all numbers.
pub fn curve(
    track: &Track<'_>,
    cells: &[GridCell<Known>],
    scale: &Scale,
    upon: &Upon,
    width: f64,
) -> Picture {
    let plot = Area { left: SIDE_ROOM, right: width, top: ABOVE, bottom: ABOVE + PLOT_HEIGHT };
    let mut picture = Picture::new(width, plot.bottom + BELOW);
    scale.draw_beside(&mut picture, plot, SMALL, SIDE_ROOM + BEYOND);
    track.hatch(&mut picture, plot, cells);
    track.draw_flips(&mut picture, plot, &upon.flips);
    let numbers: Vec<Option<Known>> = cells.iter().map(|cell| cell.found()).collect();
    let at = |index: usize, number: f64| (track.x(plot, index), scale.y(plot, number));
    // Neighbours that are joined by a line.
    let pair = |index: usize| Some([(index - 1, numbers[index - 1]?), (index, numbers[index]?)]);
    let joined = (1..numbers.len()).filter(|&index| track.joined[index]);
    let joined: Vec<[(usize, Known); 2]> = joined.filter_map(pair).collect();
    for [(from, one), (to, other)] in &joined {
        if one.high > one.low || other.high > other.low {
            let corners = [at(*from, one.high), at(*to, other.high), at(*to, other.low), at(*from, one.low)];
            picture.polygon(&corners, ink::PALE);
        }
    }
    let half = (track.slot(plot) * 0.3).min(7.0);
    for (index, one) in there(&numbers) {
        let is_alone = !joined.iter().flatten().any(|end| end.0 == index);
        if is_alone && one.high > one.low {
            let ((x, top), (_, bottom)) = (at(index, one.high), at(index, one.low));
            picture.fill(Area { left: x - half, right: x + half, top, bottom }, ink::PALE);
        }
    }
    picture.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS);
    let goals: Vec<Point> = there(&upon.goals).map(|(index, goal)| at(index, goal)).collect();
    draw_goals(&mut picture, plot, &goals, track.slot(plot) / 2.0);
    for [(from, one), (to, other)] in &joined {
        picture.line(&[at(*from, one.value), at(*to, other.value)], 1.5, &[], ink::DEEP);
    }
    let radius = if track.slot(plot) >= 8.0 { 3.0 } else { 1.0 };
    for (index, one) in there(&numbers) {
        picture.disc(at(index, one.value), radius, ink::DEEP);
    }
    for (index, one) in there(&numbers).filter(|(index, _)| upon.best.contains(index)) {
        draw_best(&mut picture, at(index, one.value));
    }
    track.draw_below(&mut picture, plot);
    picture
}

/// Draws several numbers over the axis of `track`, each as the line and the marks of a series. The scale must
/// cover all numbers.
pub fn curves(
    track: &Track<'_>,
    all: &[(Series, Vec<GridCell<Known>>)],
    scale: &Scale,
    upon: &Upon,
    width: f64,
) -> Picture {
    let plot = Area { left: SIDE_ROOM, right: width, top: ABOVE, bottom: ABOVE + PLOT_HEIGHT };
    let mut picture = Picture::new(width, plot.bottom + BELOW);
    scale.draw_beside(&mut picture, plot, SMALL, SIDE_ROOM + BEYOND);
    track.draw_flips(&mut picture, plot, &upon.flips);
    picture.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS);
    let mut best: Vec<Point> = Vec::new();
    for (place, (series, cells)) in all.iter().enumerate() {
        // Intervals of several series stand beside each other.
        let aside = 3.0 * (place as f64 - (all.len() - 1) as f64 / 2.0);
        let intervals = cells.iter().enumerate().filter_map(|(index, cell)| Some((index, cell.found()?)));
        for (index, one) in intervals.filter(|(_, one)| one.high > one.low) {
            let [top, bottom] = [one.high, one.low].map(|end| scale.y(plot, end));
            picture.down(top, bottom, track.x(plot, index) + aside, 1.0, series.ink);
        }
    }
    for (place, (series, cells)) in all.iter().enumerate() {
        let point = |(index, cell): (usize, &GridCell<Known>)| {
            cell.found().map(|one| (index, (track.x(plot, index), scale.y(plot, one.value))))
        };
        let points: Vec<Option<(usize, Point)>> = cells.iter().enumerate().map(point).collect();
        for pair in points.windows(2) {
            if let [Some((_, from)), Some((to, end))] = *pair
                && track.joined[to]
            {
                series.line(&mut picture, &[from, end]);
            }
        }
        points.iter().flatten().for_each(|(_, point)| series.mark(&mut picture, *point));
        let is_best = |(index, _): &&(usize, Point)| upon.best.contains(&(place * cells.len() + index));
        best.extend(points.iter().flatten().filter(is_best).map(|one| one.1));
    }
    best.into_iter().for_each(|point| draw_best(&mut picture, point));
    track.draw_below(&mut picture, plot);
    picture
}

/// The values that are present, each with its index.
fn there<T: Copy>(all: &[Option<T>]) -> impl Iterator<Item = (usize, T)> {
    all.iter().enumerate().filter_map(|(index, one)| Some((index, (*one)?)))
}

/// Draws the targets as a line that extends by `half` beyond both ends.
fn draw_goals(picture: &mut Picture, plot: Area, goals: &[Point], half: f64) {
    let (Some(first), Some(last)) = (goals.first(), goals.last()) else { return };
    let ends = [(first.0 - half, first.1), (last.0 + half, last.1)];
    let all = [&ends[..1], goals, &ends[1..]].concat();
    let points: Vec<Point> = all.into_iter().map(|(x, y)| (x.clamp(plot.left, plot.right), y)).collect();
    picture.line(&points, 1.5, GOAL, ink::TEXT);
}
