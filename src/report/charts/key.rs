//! What the signs of a chart mean, in as many lines as they need.

use plotters::prelude::DrawingBackend;

use super::amounts::LESS;
use super::cells::outline;
use super::page::NORMAL;
use super::patterns::{Pattern, hatch};
use super::signs::{Dot, Sign, draw_best};
use super::strokes::{Point, path};
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::wording::shorten;
use crate::report::color::Rgb;

/// A sign of a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// The sign of the best.
    Best,
    /// A point among others.
    Dot(Dot),
    /// A mark upon a bar.
    Sign(Sign),
    /// The filling of an area.
    Pattern(Pattern),
    /// Where there is nothing to show.
    Hatch,
    /// The frame of a cell that stands out.
    Outline,
    /// A dashed line.
    Dashes(&'static [f64], Rgb),
    /// Bars either way.
    Bar,
}

/// Signs with their meaning.
pub struct Key {
    entries: Vec<(Sample, String, Point)>,
    lines: usize,
}

const LINE: f64 = 20.0;

/// The size of a sample, its room, and the room between two entries.
const SAMPLE: (f64, f64) = (18.0, 13.0);
const SAMPLE_ROOM: f64 = 26.0;
const GAP: f64 = 24.0;

impl Key {
    /// Lays them out in this width.
    pub fn new(entries: Vec<(Sample, String)>, width: f64) -> Self {
        let (mut x, mut line, mut placed) = (0.0, 0, Vec::new());
        for (sample, words) in entries {
            let words = shorten(&words, NORMAL, width - SAMPLE_ROOM);
            let room = SAMPLE_ROOM + NORMAL.room(&words);
            if x > 0.0 && x + room > width {
                (x, line) = (0.0, line + 1);
            }
            placed.push((sample, words, (x, LINE * f64::from(line))));
            x += room + GAP;
        }
        let lines = if placed.is_empty() { 0 } else { line as usize + 1 };
        Key { entries: placed, lines }
    }

    /// The height of all lines.
    pub fn height(&self) -> f64 {
        LINE * self.lines as f64
    }

    /// Draws them from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, left: f64, top: f64) -> Drawn {
        for (sample, words, (aside, below)) in &self.entries {
            let (x, baseline) = (left + aside, top + below + 12.0);
            sample.draw(canvas, x, baseline - 0.36 * NORMAL.size)?;
            canvas.write(words, (x + SAMPLE_ROOM, baseline), Anchor::Start, NORMAL, ink::TEXT)?;
        }
        Ok(())
    }
}

impl Sample {
    fn draw<B: DrawingBackend>(self, canvas: &mut Canvas<B>, left: f64, middle: f64) -> Drawn {
        let (center, half) = (left + SAMPLE.0 / 2.0, SAMPLE.1 / 2.0);
        let area = Area { left, right: left + SAMPLE.0, top: middle - half, bottom: middle + half };
        match self {
            Sample::Best => draw_best(canvas, (center, middle)),
            Sample::Dot(dot) => dot.draw(canvas, (center, middle)),
            Sample::Sign(sign) => sign.draw(canvas, center, middle - sign.reach() / 2.0),
            Sample::Pattern(pattern) => pattern.fill(canvas, area),
            Sample::Outline => outline(canvas, area),
            Sample::Bar => {
                canvas.fill(Area { right: center, ..area }, LESS)?;
                canvas.fill(Area { left: center, ..area }, ink::BAR)
            }
            Sample::Dashes(dashes, ink) => {
                path(canvas, &[(left, middle), (area.right, middle)], 1.5, dashes, ink)
            }
            Sample::Hatch => {
                canvas.fill(area, ink::AXIS)?;
                canvas.fill(area.grown(-1.0), ink::PAPER)?;
                hatch(canvas, area.grown(-1.0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_never_overlap() {
        let words = |n: usize| (Sample::Best, "what this sign means ".repeat(n));
        let key = Key::new((0..7).map(words).collect(), 700.0);
        for (place, (_, one, (x, y))) in key.entries.iter().enumerate() {
            assert!(x + SAMPLE_ROOM + NORMAL.room(one) <= 700.0 && y + LINE <= key.height());
            for (_, other, (left, top)) in &key.entries[..place] {
                assert!(top < y || left + SAMPLE_ROOM + NORMAL.room(other) < *x);
            }
        }
        assert_eq!(Key::new(Vec::new(), 700.0).height(), 0.0);
    }
}
