//! What tells several laws in one picture apart: colour, dashes and marks, so that print
//! without colours and the colour-blind lose nothing.

use super::picture::{Area, Picture, Point, ink};
use crate::report::color::Rgb;

/// How one of several laws is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Series {
    /// Its colour.
    pub ink: Rgb,
    /// Its strokes and gaps by turns; whole if there are none.
    dashes: &'static [f64],
    mark: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Disc,
    Square,
    Up,
    Diamond,
    Down,
    Ring,
}

/// So many can be told apart.
pub const MOST_SERIES: usize = 6;

const GREEN: Rgb = Rgb(0, 128, 96);
const PURPLE: Rgb = Rgb(136, 60, 128);

const SERIES: [Series; MOST_SERIES] = [
    Series { ink: ink::DEEP, dashes: &[], mark: Mark::Disc },
    Series { ink: ink::MEAN, dashes: &[7.0, 3.0], mark: Mark::Square },
    Series { ink: ink::TEXT, dashes: &[2.0, 2.5], mark: Mark::Up },
    Series { ink: GREEN, dashes: &[12.0, 3.0, 2.0, 3.0], mark: Mark::Diamond },
    Series { ink: PURPLE, dashes: &[4.0, 4.0], mark: Mark::Down },
    Series { ink: ink::AXIS, dashes: &[14.0, 4.0], mark: Mark::Ring },
];

/// The reach of a mark from its middle.
const REACH: f64 = 3.5;

impl Series {
    /// The series at this place: the first [`MOST_SERIES`] are all different.
    pub fn at(place: usize) -> Self {
        SERIES[place % MOST_SERIES]
    }

    /// Its colour made so light that marks and intervals can be seen on it.
    pub fn pale(self) -> Rgb {
        let mix = |part: u8| (f64::from(part) * 0.45 + 255.0 * 0.55).round() as u8;
        Rgb(mix(self.ink.0), mix(self.ink.1), mix(self.ink.2))
    }

    /// Draws its line from point to point.
    pub fn line(self, picture: &mut Picture, points: &[Point]) {
        picture.line(points, 1.75, self.dashes, self.ink)
    }

    /// Draws its mark.
    pub fn mark(self, picture: &mut Picture, (x, y): Point) {
        let reach = REACH;
        match self.mark {
            Mark::Disc => picture.disc((x, y), reach, self.ink),
            Mark::Ring => {
                picture.disc((x, y), reach, self.ink);
                picture.disc((x, y), reach - 1.5, ink::PAPER)
            }
            Mark::Square => {
                let half = reach - 0.5;
                picture
                    .fill(Area { left: x - half, right: x + half, top: y - half, bottom: y + half }, self.ink)
            }
            Mark::Up => {
                picture.polygon(&[(x - reach, y + reach), (x + reach, y + reach), (x, y - reach)], self.ink)
            }
            Mark::Down => {
                picture.polygon(&[(x - reach, y - reach), (x + reach, y - reach), (x, y + reach)], self.ink)
            }
            Mark::Diamond => {
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
