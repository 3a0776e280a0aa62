//! What tells the parts of a whole apart: lightness and stripes, so that print
//! without colours and the colour-blind lose nothing.

use plotters::prelude::DrawingBackend;

use super::surface::{Area, Canvas, Drawn, ink};
use crate::report::color::Rgb;

/// A ground, stripes on it, and a thin outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    ground: Rgb,
    stripes: Option<(Slant, Rgb)>,
    /// The ink that can be read on it.
    pub letters: Rgb,
}

/// Which way stripes go from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slant {
    Up,
    Down,
}

/// Neighbours differ in lightness or in whether they have stripes.
const PATTERNS: [Pattern; 8] = [
    Pattern { ground: ink::PALE, stripes: None, letters: ink::TEXT },
    Pattern { ground: ink::BAR, stripes: None, letters: ink::TEXT },
    Pattern { ground: ink::PAPER, stripes: Some((Slant::Up, ink::FAINT_TEXT)), letters: ink::TEXT },
    Pattern { ground: ink::DEEP, stripes: None, letters: ink::PAPER },
    Pattern { ground: ink::PALE, stripes: Some((Slant::Down, ink::DEEP)), letters: ink::TEXT },
    Pattern { ground: ink::FAINT_TEXT, stripes: None, letters: ink::PAPER },
    Pattern { ground: ink::PAPER, stripes: Some((Slant::Down, ink::MEAN)), letters: ink::TEXT },
    Pattern { ground: ink::BAR, stripes: Some((Slant::Up, ink::DEEP)), letters: ink::TEXT },
];

/// How wide stripes are along a level line, and how far apart.
const STRIPE: f64 = 2.5;
const PERIOD: f64 = 8.0;

const OUTLINE: f64 = 1.0;

impl Pattern {
    /// The pattern of the part at this place: the first eight are all different.
    pub fn at(place: usize) -> Self {
        PATTERNS[place % PATTERNS.len()]
    }

    /// Fills an area; of one that is too thin for more, the outline is left.
    pub fn fill<B: DrawingBackend>(self, canvas: &mut Canvas<B>, area: Area) -> Drawn {
        canvas.fill(area, ink::TEXT)?;
        let inner = Area {
            left: area.left + OUTLINE,
            top: area.top + OUTLINE,
            right: area.right - OUTLINE,
            bottom: area.bottom - OUTLINE,
        };
        if inner.width() < OUTLINE / 2.0 || inner.height() < OUTLINE / 2.0 {
            return Ok(());
        }
        self.cover(canvas, inner)
    }

    /// Fills an area without an outline.
    pub fn cover<B: DrawingBackend>(self, canvas: &mut Canvas<B>, area: Area) -> Drawn {
        canvas.fill(area, self.ground)?;
        match self.stripes {
            Some((slant, ink)) => draw_stripes(canvas, area, slant, ink),
            None => Ok(()),
        }
    }

    /// Clears a place for letters.
    pub fn clear<B: DrawingBackend>(self, canvas: &mut Canvas<B>, area: Area) -> Drawn {
        if self.stripes.is_some() { canvas.fill(area, self.ground) } else { Ok(()) }
    }
}

/// Fills an area with thin stripes: there is nothing to show.
pub fn hatch<B: DrawingBackend>(canvas: &mut Canvas<B>, area: Area) -> Drawn {
    draw_stripes(canvas, area, Slant::Up, ink::GRID)
}

fn draw_stripes<B: DrawingBackend>(canvas: &mut Canvas<B>, area: Area, slant: Slant, ink: Rgb) -> Drawn {
    let count = ((area.width() + area.height()) / PERIOD).ceil() as usize;
    for start in (0..count).map(|index| area.left + PERIOD * (index as f64 + 0.25)) {
        canvas.polygon(&stripe(area, slant, start), ink)?;
    }
    Ok(())
}

/// The part of a stripe that lies in an area. It starts at `start` on the upper
/// side, or on the lower one if it goes down, and leans to the left from there.
fn stripe(area: Area, slant: Slant, start: f64) -> Vec<(f64, f64)> {
    let (width, height) = (area.width(), area.height());
    let [near, far] = [start, start + STRIPE].map(|edge| (edge - area.left).min(width + height));
    // From the side on which it starts, and from the left.
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
