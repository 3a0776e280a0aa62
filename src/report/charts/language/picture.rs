//! A picture as data: a list of marks, in CSS pixels. `x` grows to the right, `y` downwards.
//!
//! A block of a chart is a picture of its own, laid out for a given width; its height follows from
//! the layout. Blocks are added [below](Picture::below) each other or [put](Picture::put) at any
//! point.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Lettering;
use crate::report::color::Rgb;

/// The colours: one blue in three shades, one orange, and greys. They differ in lightness, so that
/// they can be told apart in print without colours and by colour-blind readers.
pub mod ink {
    use crate::report::color::Rgb;

    pub use crate::report::color::{BAR, DEEP, FAINT_TEXT, PALE, PAPER};

    pub const TEXT: Rgb = Rgb(26, 26, 26);
    pub const AXIS: Rgb = Rgb(110, 110, 110);
    pub const GRID: Rgb = Rgb(224, 224, 224);
    /// What is lost, and the second of several series.
    pub const LOST: Rgb = Rgb(213, 94, 0);
    /// The bars of numbers below 0: as light as [`BAR`], but orange.
    pub const LESS: Rgb = Rgb(240, 178, 122);
    /// The bars of what is not told apart.
    pub const REST: Rgb = Rgb(190, 190, 190);
}

/// A point on the page.
pub type Point = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its left side.
    pub left: f64,
    /// Its upper side.
    pub top: f64,
    /// Its right side.
    pub right: f64,
    /// Its lower side.
    pub bottom: f64,
}

/// Which point of a text its coordinates refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// The direction of stripes, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slant {
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// A drawn element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields are what their types say")]
pub enum Mark {
    /// A filled rectangle; it is drawn at least one unit wide and high.
    Rectangle { area: Area, ink: Rgb },
    /// A line through these points. `dashes` are the lengths of strokes and gaps in turn; the
    /// line is solid if there are none.
    Line { points: Vec<Point>, thickness: f64, dashes: Cow<'static, [f64]>, ink: Rgb },
    /// A filled circle.
    Disc { center: Point, radius: f64, ink: Rgb },
    /// A filled polygon.
    Polygon { corners: Vec<Point>, ink: Rgb },
    /// Thin stripes across an area.
    Stripes { area: Area, slant: Slant, ink: Rgb },
    /// One line of text.
    Text(Text),
}

/// One line of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// The text.
    pub words: String,
    /// A point on its baseline.
    pub place: Point,
    /// Whether `place` is an end or the middle of the baseline.
    pub anchor: Anchor,
    /// The font.
    pub lettering: Lettering,
    /// The colour.
    pub ink: Rgb,
}

/// Marks and the size of the page. Later marks are drawn over earlier ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// The width of the page.
    pub width: f64,
    /// The height of the page.
    pub height: f64,
    /// The marks, in drawing order.
    pub marks: Vec<Mark>,
    /// What it shows in a sentence, and what it is about: read aloud instead of the marks.
    pub title: String,
    /// More on what it is about.
    pub description: String,
}

impl Area {
    /// The distance from its left side to its right side.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// The distance from its top to its bottom.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The point in its middle.
    pub fn center(&self) -> Point {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// The area extended by `by` on all sides.
    pub fn grown(&self, by: f64) -> Area {
        Area { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// The bounding box of points. There must be at least one.
    pub fn around(points: &[Point]) -> Area {
        let (x, y) = points[0];
        let first = Area { left: x, top: y, right: x, bottom: y };
        points.iter().fold(first, |area, &(x, y)| Area {
            left: area.left.min(x),
            top: area.top.min(y),
            right: area.right.max(x),
            bottom: area.bottom.max(y),
        })
    }

    /// Whether the areas share more than an edge.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn moved(&self, (x, y): Point) -> Area {
        Area { left: self.left + x, top: self.top + y, right: self.right + x, bottom: self.bottom + y }
    }
}

impl Mark {
    /// The mark moved to the right and down.
    fn moved(mut self, by: Point) -> Mark {
        let shift = |place: &mut Point| *place = (place.0 + by.0, place.1 + by.1);
        match &mut self {
            Mark::Rectangle { area, .. } | Mark::Stripes { area, .. } => *area = area.moved(by),
            Mark::Line { points, .. } | Mark::Polygon { corners: points, .. } => {
                points.iter_mut().for_each(shift);
            }
            Mark::Disc { center: place, .. } | Mark::Text(Text { place, .. }) => shift(place),
        }
        self
    }
}

impl Picture {
    /// An empty picture.
    pub fn new(width: f64, height: f64) -> Picture {
        Picture { width, height, ..Picture::default() }
    }

    /// Draws another picture over this one, with its upper left corner at `corner`.
    pub fn put(&mut self, other: Picture, corner: Point) {
        self.marks.extend(other.marks.into_iter().map(|mark| mark.moved(corner)));
    }

    /// Adds another picture below this one, `left` from its left side. The height grows.
    pub fn below(&mut self, other: Picture, left: f64) {
        let bottom = self.height;
        self.height += other.height;
        self.put(other, (left, bottom));
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, area: Area, ink: Rgb) {
        self.marks.push(Mark::Rectangle { area, ink });
    }

    /// Draws a horizontal line of this thickness around `y`.
    pub fn across(&mut self, left: f64, right: f64, y: f64, thickness: f64, ink: Rgb) {
        self.fill(Area { left, right, top: y - thickness / 2.0, bottom: y + thickness / 2.0 }, ink);
    }

    /// Draws a vertical line of this thickness around `x`.
    pub fn down(&mut self, top: f64, bottom: f64, x: f64, thickness: f64, ink: Rgb) {
        self.fill(Area { top, bottom, left: x - thickness / 2.0, right: x + thickness / 2.0 }, ink);
    }

    /// Draws a line through points. `dashes` are the lengths of strokes and gaps in turn.
    pub fn line(&mut self, points: &[Point], thickness: f64, dashes: &'static [f64], ink: Rgb) {
        self.marks.push(Mark::Line { points: points.to_vec(), thickness, dashes: dashes.into(), ink });
    }

    /// Fills a circle.
    pub fn disc(&mut self, center: Point, radius: f64, ink: Rgb) {
        self.marks.push(Mark::Disc { center, radius, ink });
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, corners: &[Point], ink: Rgb) {
        self.marks.push(Mark::Polygon { corners: corners.to_vec(), ink });
    }

    /// Draws thin stripes across an area.
    pub fn stripes(&mut self, area: Area, slant: Slant, ink: Rgb) {
        self.marks.push(Mark::Stripes { area, slant, ink });
    }

    /// Fills an area with pale stripes, which stand for missing data.
    pub fn hatch(&mut self, area: Area) {
        self.stripes(area, Slant::Up, ink::GRID);
    }

    /// Writes one line of text, unless it is empty.
    pub fn write(&mut self, text: &str, place: Point, anchor: Anchor, lettering: Lettering, ink: Rgb) {
        if !text.is_empty() {
            let words = text.to_owned();
            self.marks.push(Mark::Text(Text { words, place, anchor, lettering, ink }));
        }
    }
}
