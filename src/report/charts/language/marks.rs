//! Marks that stand out, and the styles of series. They differ in lightness, dashes and shapes, so
//! that colour is not needed to tell them apart.

use super::{Area, Picture, Point, ink};
use crate::report::color::Rgb;

/// The style of a point in a scatter plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dot {
    /// Filled: the value counts.
    Full,
    /// Faint: the value does not count.
    Faint,
    /// Hollow: the value is not allowed.
    Hollow,
}

/// The outer radius of the star of the best value.
const BEST_REACH: f64 = 8.0;

/// Draws the star that marks the best or nearest value.
pub fn draw_best(picture: &mut Picture, place: Point) {
    picture.polygon(&star(place, BEST_REACH + 2.0), ink::PAPER);
    picture.polygon(&star(place, BEST_REACH), ink::TEXT)
}

/// The corners of a five-pointed star with one point upwards.
fn star((x, y): Point, reach: f64) -> [Point; 10] {
    std::array::from_fn(|corner| {
        let far = if corner.is_multiple_of(2) { reach } else { 0.42 * reach };
        let (across, up) = STAR[corner];
        (x + far * across, y - far * up)
    })
}

/// Ten directions, clockwise from the top. They are constants because the last bits of sines
/// differ between machines.
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
    /// Draws the point.
    pub fn draw(self, picture: &mut Picture, place: Point) {
        let (reach, ink) = if self == Dot::Full { (4.0, ink::DEEP) } else { (2.75, FAINT) };
        picture.disc(place, reach, ink);
        if self == Dot::Hollow {
            picture.disc(place, reach - 1.25, ink::PAPER)
        }
    }
}

/// A mark of a further number upon a bar, which is no end of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A ring.
    Ring,
    /// A diamond, small enough to be seen inside a ring.
    Diamond,
}

impl Sign {
    /// Draws the mark.
    pub fn draw(self, picture: &mut Picture, (x, y): Point) {
        match self {
            Sign::Ring => {
                picture.disc((x, y), 6.0, ink::PAPER);
                picture.disc((x, y), 5.0, ink::TEXT);
                picture.disc((x, y), 3.5, ink::PAPER);
            }
            Sign::Diamond => {
                let corners = |reach: f64| [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)];
                picture.polygon(&corners(5.0), ink::PAPER);
                picture.polygon(&corners(3.75), ink::TEXT);
            }
        }
    }
}

/// Draws a ring around the mark of the present value, which may be the star of the best one.
pub fn draw_present(picture: &mut Picture, place: Point, is_best: bool) {
    let reach = if is_best { BEST_REACH + 3.0 } else { 7.0 };
    picture.disc(place, reach + 1.5, ink::TEXT);
    picture.disc(place, reach, ink::PAPER);
}

/// Draws a mark at the edge of a plot, of a value that is beyond it: to the right, or down, if the numbers of
/// `toward` are positive.
pub fn draw_beyond(picture: &mut Picture, (x, y): Point, (right, down): Point) {
    let corner = |aside: f64| (x - 7.0 * right - aside * down, y - 7.0 * down + aside * right);
    picture.line(&[corner(-4.0), (x, y), corner(4.0)], 1.5, &[], FAINT);
}

/// Draws an interval with caps. It needs a halo if it may lie on something as dark as itself.
pub fn draw_whisker(picture: &mut Picture, (low, high): (f64, f64), middle: f64, cap: f64, has_halo: bool) {
    for (thickness, ink) in has_halo.then_some((3.5, ink::PAPER)).into_iter().chain([(1.0, ink::TEXT)]) {
        let more = (thickness - 1.0) / 2.0;
        picture.across(low - more, high + more, middle, thickness, ink);
        picture.down(middle - cap - more, middle + cap + more, low, thickness, ink);
        picture.down(middle - cap - more, middle + cap + more, high, thickness, ink);
    }
}

/// The style of one of several distributions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series {
    /// Its colour.
    pub ink: Rgb,
    /// The lengths of strokes and gaps in turn; the line is solid if there are none.
    dashes: &'static [f64],
    mark: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Disc,
    Square,
    Up,
    Diamond,
    Down,
    Ring,
}

/// The number of series that can be told apart.
pub const MOST_SERIES: usize = 6;

const GREEN: Rgb = Rgb(0, 128, 96);
const PURPLE: Rgb = Rgb(136, 60, 128);

const SERIES: [Series; MOST_SERIES] = [
    Series { ink: ink::DEEP, dashes: &[], mark: Shape::Disc },
    Series { ink: ink::LOST, dashes: &[7.0, 3.0], mark: Shape::Square },
    Series { ink: ink::TEXT, dashes: &[2.0, 2.5], mark: Shape::Up },
    Series { ink: GREEN, dashes: &[12.0, 3.0, 2.0, 3.0], mark: Shape::Diamond },
    Series { ink: PURPLE, dashes: &[4.0, 4.0], mark: Shape::Down },
    Series { ink: ink::AXIS, dashes: &[14.0, 4.0], mark: Shape::Ring },
];

impl Series {
    /// The style of the series at this index. Only the first [`MOST_SERIES`] styles differ.
    pub fn at(place: usize) -> Self {
        SERIES[place % MOST_SERIES]
    }

    /// A lighter form of the colour, on which marks and intervals are visible.
    pub fn pale(self) -> Rgb {
        self.ink.mixed(ink::PAPER, 0.55)
    }

    /// Draws a line through these points.
    pub fn line(self, picture: &mut Picture, points: &[Point]) {
        picture.line(points, 1.75, self.dashes, self.ink)
    }

    /// Draws the mark of the series.
    pub fn mark(self, picture: &mut Picture, (x, y): Point) {
        let reach = 3.5;
        match self.mark {
            Shape::Disc => picture.disc((x, y), reach, self.ink),
            Shape::Ring => {
                picture.disc((x, y), reach, self.ink);
                picture.disc((x, y), reach - 1.5, ink::PAPER)
            }
            Shape::Square => picture.fill(Area::around(&[(x, y)]).grown(reach - 0.5), self.ink),
            Shape::Up | Shape::Down => {
                let down = if self.mark == Shape::Up { reach } else { -reach };
                picture.polygon(&[(x - reach, y + down), (x + reach, y + down), (x, y - down)], self.ink)
            }
            Shape::Diamond => {
                let reach = reach + 1.0;
                picture.polygon(&[(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)], self.ink)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::color::contrast;

    #[test]
    fn series_differ_in_colour_dashes_and_mark() {
        for (place, one) in SERIES.iter().enumerate() {
            for other in &SERIES[..place] {
                assert!(one.ink != other.ink && one.dashes != other.dashes && one.mark != other.mark);
            }
            assert!(contrast(one.ink, ink::PAPER) >= 3.0, "{place}");
            assert!(contrast(one.ink, one.pale()) >= 1.5, "{place}");
        }
    }
}
