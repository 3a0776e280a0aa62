//! Lines that go anywhere, whole or dashed.

use plotters::prelude::DrawingBackend;

use super::surface::{Canvas, Drawn};
use crate::report::color::Rgb;

/// A place on the page.
pub type Point = (f64, f64);

/// Draws a straight line.
pub fn line<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    from: Point,
    to: Point,
    thickness: f64,
    ink: Rgb,
) -> Drawn {
    let half = thickness / 2.0;
    let (along, down) = (to.0 - from.0, to.1 - from.1);
    let length = along.hypot(down);
    // Level and upright lines end on pixels.
    if down.abs() < 0.05 {
        return canvas.across(from.0.min(to.0), from.0.max(to.0), from.1, thickness, ink);
    }
    if along.abs() < 0.05 {
        return canvas.down(from.1.min(to.1), from.1.max(to.1), from.0, thickness, ink);
    }
    let (x, y) = (-down / length * half, along / length * half);
    let corners =
        [(from.0 + x, from.1 + y), (to.0 + x, to.1 + y), (to.0 - x, to.1 - y), (from.0 - x, from.1 - y)];
    canvas.polygon(&corners, ink)
}

/// Draws lines from point to point, in strokes and gaps of these lengths by turns; whole
/// if there are none.
pub fn path<B: DrawingBackend>(
    canvas: &mut Canvas<B>,
    points: &[Point],
    thickness: f64,
    dashes: &[f64],
    ink: Rgb,
) -> Drawn {
    let mut turn = Turn { dashes, place: 0, left: dashes.first().copied().unwrap_or(f64::INFINITY) };
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at =
            |far: f64| (from.0 + (to.0 - from.0) * far / length, from.1 + (to.1 - from.1) * far / length);
        let mut far = 0.0;
        while far < length {
            let (drawn, next) = turn.go(length - far);
            if drawn {
                line(canvas, at(far), at(far + next), thickness, ink)?;
            }
            far += next;
        }
    }
    Ok(())
}

/// Whether it is a stroke's turn or a gap's, and how much of it is left.
struct Turn<'a> {
    dashes: &'a [f64],
    place: usize,
    left: f64,
}

impl Turn<'_> {
    /// Goes on by at most so much: whether that is a stroke, and how long it is.
    fn go(&mut self, most: f64) -> (bool, f64) {
        let drawn = self.place.is_multiple_of(2);
        if most < self.left {
            self.left -= most;
            return (drawn, most);
        }
        let gone = self.left;
        self.place = (self.place + 1) % self.dashes.len().max(1);
        self.left = self.dashes.get(self.place).copied().unwrap_or(f64::INFINITY).max(0.5);
        (drawn, gone)
    }
}
