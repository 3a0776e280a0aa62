//! Legends of shades: which shade stands for which probability.

use super::{Anchor, Area, Picture, SMALL, TICK_ROOM, ink};
use crate::report::color::shade;
use crate::report::number::Scale;

/// The number of steps of the colour ramp in a legend.
const STEPS: usize = 100;

/// The size of a colour ramp in a line of small print, the gap at its sides, and the height of
/// the line with the space below it.
const KEY: (f64, f64) = (90.0, 8.0);
const KEY_GAP: f64 = 6.0;
const KEY_LINE: f64 = 18.0;

/// A colour ramp in a line of small print, between the numbers at the ends of the scale.
pub fn shade_key(scale: &Scale) -> Picture {
    let (least, greatest) = (&scale.ticks[0].1, &scale.ticks[scale.ticks.len() - 1].1);
    let left = SMALL.room(least) + KEY_GAP;
    let area = Area { left, right: left + KEY.0, top: 1.0, bottom: 1.0 + KEY.1 };
    let mut key = Picture::new(area.right + KEY_GAP + SMALL.room(greatest), KEY_LINE);
    key.write(least, (0.0, 9.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    draw_ramp(&mut key, area);
    key.write(greatest, (area.right + KEY_GAP, 9.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    key
}

/// Draws the colour ramp of probabilities, with ticks from 0 to 100 % below it.
pub fn draw_scale(picture: &mut Picture, area: Area) {
    draw_ramp(picture, area);
    for quarter in 0..=4 {
        let x = area.left + area.width() * f64::from(quarter) / 4.0;
        picture.down(area.bottom + 1.0, area.bottom + 4.0, x, 1.0, ink::AXIS);
        let text = format!("{}\u{a0}%", 25 * quarter);
        let place = (x, area.bottom + TICK_ROOM - 3.0);
        picture.write(&text, place, Anchor::Middle, SMALL, ink::FAINT_TEXT);
    }
}

fn draw_ramp(picture: &mut Picture, area: Area) {
    picture.fill(area.grown(1.0), ink::AXIS);
    for step in 0..STEPS {
        let from = step as f64 / STEPS as f64;
        // Each step extends to the right end below the later ones, so that no seam shows.
        let left = area.left + area.width() * from;
        picture.fill(Area { left, ..area }, shade(from + 0.5 / STEPS as f64));
    }
}
