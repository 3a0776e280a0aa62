//! How charts show which shade stands for which probability.

use plotters::prelude::DrawingBackend;

use super::page::{SMALL, TICK_ROOM};
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::Scale;
use crate::report::color::shade;

/// How many steps of the scale its legend shows.
const STEPS: usize = 100;

/// The size of a scale within a line of small print, and the room at its sides.
const KEY: (f64, f64) = (90.0, 8.0);
const KEY_GAP: f64 = 6.0;

/// Draws the scale in a line of small print that begins at this corner, between the
/// numbers at the ends of an axis.
pub fn draw_key<B: DrawingBackend>(canvas: &mut Canvas<B>, scale: &Scale, (left, top): (f64, f64)) -> Drawn {
    let end = |tick: Option<&(f64, String)>| tick.map_or_else(String::new, |tick| tick.1.clone());
    let (least, greatest) = (end(scale.ticks.first()), end(scale.ticks.last()));
    canvas.write(&least, (left, top + 9.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
    let start = left + SMALL.room(&least) + KEY_GAP;
    let area = Area { left: start, right: start + KEY.0, top: top + 1.0, bottom: top + 1.0 + KEY.1 };
    draw_ramp(canvas, area)?;
    let place = (area.right + KEY_GAP, top + 9.0);
    canvas.write(&greatest, place, Anchor::Start, SMALL, ink::FAINT_TEXT)
}

/// Draws the scale in an area, with marks below it.
pub fn draw_scale<B: DrawingBackend>(canvas: &mut Canvas<B>, area: Area) -> Drawn {
    draw_ramp(canvas, area)?;
    for quarter in 0..=4 {
        let x = area.left + area.width() * f64::from(quarter) / 4.0;
        canvas.down(area.bottom + 1.0, area.bottom + 4.0, x, 1.0, ink::AXIS)?;
        let text = format!("{}\u{a0}%", 25 * quarter);
        let place = (x, area.bottom + TICK_ROOM - 3.0);
        canvas.write(&text, place, Anchor::Middle, SMALL, ink::FAINT_TEXT)?;
    }
    Ok(())
}

fn draw_ramp<B: DrawingBackend>(canvas: &mut Canvas<B>, area: Area) -> Drawn {
    canvas.fill(area.grown(1.0), ink::AXIS)?;
    for step in 0..STEPS {
        let from = step as f64 / STEPS as f64;
        // Each step goes on below those after it, so that no seam shows.
        let left = area.left + area.width() * from;
        canvas.fill(Area { left, ..area }, shade(from + 0.5 / STEPS as f64))?;
    }
    Ok(())
}
