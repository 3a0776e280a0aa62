//! Splits lines and stripes into the rectangles and polygons that the backends can draw.

use super::{Area, Mark, Point, Slant};
use crate::report::color::Rgb;

/// The strokes of a line through `points`. `dashes` are the lengths of strokes and gaps in turn;
/// the line is solid if there are none.
pub fn strokes(points: &[Point], thickness: f64, dashes: &[f64], ink: Rgb) -> Vec<Mark> {
    let mut drawn = Vec::new();
    let mut lengths = dashes.iter().map(|length| length.max(0.5)).cycle();
    let mut length_of_turn = || lengths.next().unwrap_or(f64::INFINITY);
    // Whether the current dash is a stroke or a gap, and its remaining length.
    let (mut is_stroke, mut left) = (true, length_of_turn());
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at =
            |far: f64| (from.0 + (to.0 - from.0) * far / length, from.1 + (to.1 - from.1) * far / length);
        let mut far = 0.0;
        while far < length {
            let next = left.min(length - far);
            if is_stroke {
                drawn.push(stroke(at(far), at(far + next), thickness, ink));
            }
            (far, left) = (far + next, left - next);
            if left <= 0.0 {
                (is_stroke, left) = (!is_stroke, length_of_turn());
            }
        }
    }
    drawn
}

fn stroke(from: Point, to: Point, thickness: f64, ink: Rgb) -> Mark {
    let half = thickness / 2.0;
    let (along, down) = (to.0 - from.0, to.1 - from.1);
    // Horizontal and vertical lines become rectangles, whose edges are aligned to pixels.
    let span = Area::around(&[from, to]);
    if down.abs() < 0.05 {
        let area = Area { top: from.1 - half, bottom: from.1 + half, ..span };
        return Mark::Rectangle { area, ink };
    }
    if along.abs() < 0.05 {
        let area = Area { left: from.0 - half, right: from.0 + half, ..span };
        return Mark::Rectangle { area, ink };
    }
    let length = along.hypot(down);
    let (x, y) = (-down / length * half, along / length * half);
    let corners =
        vec![(from.0 + x, from.1 + y), (to.0 + x, to.1 + y), (to.0 - x, to.1 - y), (from.0 - x, from.1 - y)];
    Mark::Polygon { corners, ink }
}

/// The horizontal width of a stripe, and the horizontal distance from one to the next.
const STRIPE: f64 = 2.5;
const PERIOD: f64 = 8.0;

/// The stripes across an area.
pub fn stripes(area: Area, slant: Slant, ink: Rgb) -> Vec<Mark> {
    let count = ((area.width() + area.height()) / PERIOD).ceil() as usize;
    let starts = (0..count).map(move |index| area.left + PERIOD * (index as f64 + 0.25));
    starts.map(|start| Mark::Polygon { corners: stripe(area, slant, start), ink }).collect()
}

/// The part of a stripe that lies within an area. The stripe starts at `start` on the upper side,
/// or on the lower side for [`Slant::Down`], and leans to the left from there.
fn stripe(area: Area, slant: Slant, start: f64) -> Vec<(f64, f64)> {
    let (width, height) = (area.width(), area.height());
    let [near, far] = [start, start + STRIPE].map(|edge| (edge - area.left).min(width + height));
    // Distances from the left side, and from the side on which the stripe starts.
    let first = |edge: f64| (edge.min(width), (edge - width).max(0.0));
    let last = |edge: f64| ((edge - height).max(0.0), edge.min(height));
    let mut corners = vec![first(near)];
    corners.extend((near < width && width < far).then_some((width, 0.0)));
    corners.extend([first(far), last(far)]);
    corners.extend((near < height && height < far).then_some((0.0, height)));
    corners.push(last(near));
    let place = |(x, depth): (f64, f64)| match slant {
        Slant::Up => (area.left + x, area.top + depth),
        Slant::Down => (area.left + x, area.bottom - depth),
    };
    corners.into_iter().map(place).collect()
}
