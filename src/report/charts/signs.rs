//! Signs that stand out among others.

use super::picture::{Picture, Point, ink};
use crate::report::color::Rgb;

/// A mark upon a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A triangle that points upwards, from below.
    Up,
    /// One that points downwards, from above.
    Down,
}

/// A point among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dot {
    /// One that counts.
    Full,
    /// One that does not count.
    Faint,
    /// One that is not allowed.
    Hollow,
}

/// The reach of the sign of the best from its middle.
const BEST_REACH: f64 = 8.0;

/// Draws the sign of what is best, or nearest: a star.
pub fn draw_best(picture: &mut Picture, place: Point) {
    picture.polygon(&star(place, BEST_REACH + 2.0), ink::PAPER);
    picture.polygon(&star(place, BEST_REACH), ink::MEAN)
}

/// The corners of a star of five points, one of them upwards.
fn star((x, y): Point, reach: f64) -> [Point; 10] {
    std::array::from_fn(|corner| {
        let far = if corner.is_multiple_of(2) { reach } else { 0.42 * reach };
        let (across, up) = STAR[corner];
        (x + far * across, y - far * up)
    })
}

/// Ten directions, clockwise from above; written out, since sines may differ from machine
/// to machine.
const STAR: [(f64, f64); 10] = [
    (0.0, 1.0),
    (0.587_785, 0.809_017),
    (0.951_057, 0.309_017),
    (0.951_057, -0.309_017),
    (0.587_785, -0.809_017),
    (0.0, -1.0),
    (-0.587_785, -0.809_017),
    (-0.951_057, -0.309_017),
    (-0.951_057, 0.309_017),
    (-0.587_785, 0.809_017),
];

const FAINT: Rgb = Rgb(150, 150, 150);

impl Dot {
    /// The reach from its middle.
    pub fn reach(self) -> f64 {
        if self == Dot::Full { 4.0 } else { 2.75 }
    }

    /// Draws it.
    pub fn draw(self, picture: &mut Picture, (x, y): Point) {
        let ink = if self == Dot::Full { ink::DEEP } else { FAINT };
        picture.disc((x, y), self.reach(), ink);
        match self {
            Dot::Hollow => picture.disc((x, y), self.reach() - 1.25, ink::PAPER),
            Dot::Full | Dot::Faint => {}
        }
    }
}

/// The reach of a sign.
const REACH: f64 = 4.5;

impl Sign {
    /// How far it reaches from the middle of its bar.
    pub fn reach(self) -> f64 {
        if self == Sign::Up { 9.0 } else { -9.0 }
    }

    /// Draws it at a bar around `middle`, with its point upon the bar.
    pub fn draw(self, picture: &mut Picture, x: f64, middle: f64) {
        let down = if self == Sign::Up { 1.0 } else { -1.0 };
        for (more, ink) in [(1.2, ink::PAPER), (0.0, ink::TEXT)] {
            let (tip, base) = (middle + down * (1.0 - 2.0 * more), middle + down * (9.0 + more));
            let reach = REACH + 1.5 * more;
            picture.polygon(&[(x - reach, base), (x + reach, base), (x, tip)], ink);
        }
    }
}

/// Draws an interval, on a halo if it may lie on what is as dark as itself.
pub fn draw_whisker(picture: &mut Picture, (low, high): (f64, f64), middle: f64, cap: f64, has_halo: bool) {
    for (thickness, ink) in has_halo.then_some((3.5, ink::PAPER)).into_iter().chain([(1.0, ink::TEXT)]) {
        let more = (thickness - 1.0) / 2.0;
        picture.across(low - more, high + more, middle, thickness, ink);
        picture.down(middle - cap - more, middle + cap + more, low, thickness, ink);
        picture.down(middle - cap - more, middle + cap + more, high, thickness, ink);
    }
}
