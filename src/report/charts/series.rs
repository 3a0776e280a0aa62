//! What tells several laws in one picture apart: colour, dashes and marks, so that print
//! without colours and the colour-blind lose nothing.

use plotters::prelude::DrawingBackend;

use super::page::NORMAL;
use super::strokes::{Point, path};
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::wording::shorten;
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
    pub fn line<B: DrawingBackend>(self, canvas: &mut Canvas<B>, points: &[Point]) -> Drawn {
        path(canvas, points, 1.75, self.dashes, self.ink)
    }

    /// Draws its mark.
    pub fn mark<B: DrawingBackend>(self, canvas: &mut Canvas<B>, (x, y): Point) -> Drawn {
        let reach = REACH;
        match self.mark {
            Mark::Disc => canvas.disc(x, y, reach, self.ink),
            Mark::Ring => {
                canvas.disc(x, y, reach, self.ink)?;
                canvas.disc(x, y, reach - 1.5, ink::PAPER)
            }
            Mark::Square => {
                let half = reach - 0.5;
                canvas
                    .fill(Area { left: x - half, right: x + half, top: y - half, bottom: y + half }, self.ink)
            }
            Mark::Up => {
                canvas.polygon(&[(x - reach, y + reach), (x + reach, y + reach), (x, y - reach)], self.ink)
            }
            Mark::Down => {
                canvas.polygon(&[(x - reach, y - reach), (x + reach, y - reach), (x, y + reach)], self.ink)
            }
            Mark::Diamond => {
                let reach = reach + 1.0;
                canvas.polygon(&[(x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach)], self.ink)
            }
        }
    }
}

/// The names of series with their lines and marks, in as many lines as they need.
pub struct Names {
    names: Vec<(String, Point)>,
    lines: usize,
}

const LINE: f64 = 20.0;

/// The length of a line's sample, the room with the gap behind it, and the room between two
/// names.
const SAMPLE: f64 = 40.0;
const SAMPLE_ROOM: f64 = 48.0;
const GAP: f64 = 24.0;

impl Names {
    /// Lays them out in this width.
    pub fn new(names: &[String], width: f64) -> Self {
        let (mut x, mut line, mut placed) = (0.0, 0, Vec::new());
        for name in names {
            let name = shorten(name, NORMAL, width / 2.0 - SAMPLE_ROOM);
            let room = SAMPLE_ROOM + NORMAL.room(&name);
            if x > 0.0 && x + room > width {
                (x, line) = (0.0, line + 1);
            }
            placed.push((name, (x, LINE * f64::from(line))));
            x += room + GAP;
        }
        Names { names: placed, lines: line as usize + 1 }
    }

    /// The height of all lines.
    pub fn height(&self) -> f64 {
        LINE * self.lines as f64
    }

    /// Draws them from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, left: f64, top: f64) -> Drawn {
        for (place, (name, (aside, below))) in self.names.iter().enumerate() {
            let (x, baseline) = (left + aside, top + below + 12.0);
            let middle = baseline - 0.36 * NORMAL.size;
            Series::at(place).line(canvas, &[(x, middle), (x + SAMPLE, middle)])?;
            Series::at(place).mark(canvas, (x + SAMPLE / 2.0, middle))?;
            canvas.write(name, (x + SAMPLE_ROOM, baseline), Anchor::Start, NORMAL, ink::TEXT)?;
        }
        Ok(())
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

    #[test]
    fn names_never_overlap() {
        let names: Vec<String> = (1..=6).map(|n| "a scenario with a long name ".repeat(n)).collect();
        let placed = Names::new(&names, 924.0);
        for (place, (name, (x, y))) in placed.names.iter().enumerate() {
            assert!(x + SAMPLE_ROOM + NORMAL.room(name) <= 924.0 && y + LINE <= placed.height());
            for (other, (left, top)) in &placed.names[..place] {
                assert!(top < y || left + SAMPLE_ROOM + NORMAL.room(other) < *x);
            }
        }
    }
}
