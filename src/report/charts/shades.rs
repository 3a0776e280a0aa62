//! One scale from light to dark for probabilities.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;

use super::bars::sane;
use super::page::{SMALL, TICK_ROOM};
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::Scale;

/// Probabilities and their shades. They lie as far apart as the shades differ in
/// lightness to the eye, so that print without colours and the colour-blind lose
/// nothing.
const STOPS: [(f64, RGBColor); 5] =
    [(0.0, ink::PAPER), (0.12, ink::PALE), (0.37, ink::BAR), (0.66, ink::DEEP), (1.0, NIGHT)];

const NIGHT: RGBColor = RGBColor(0, 42, 84);

/// Letters on shades of middling lightness need all the contrast that there is.
const BLACK: RGBColor = RGBColor(0, 0, 0);

/// The ground of a probability.
pub fn shade(probability: f64) -> RGBColor {
    let probability = sane(probability);
    let above = STOPS.iter().position(|stop| probability <= stop.0).unwrap_or(STOPS.len() - 1).max(1);
    let ((from, light), (to, dark)) = (STOPS[above - 1], STOPS[above]);
    let share = (probability - from) / (to - from);
    let mix =
        |light: u8, dark: u8| (f64::from(light) + share * (f64::from(dark) - f64::from(light))).round() as u8;
    RGBColor(mix(light.0, dark.0), mix(light.1, dark.1), mix(light.2, dark.2))
}

/// The ink that can be read on a ground.
pub fn letters(ground: RGBColor) -> RGBColor {
    if contrast(ground, BLACK) >= contrast(ground, ink::PAPER) { BLACK } else { ink::PAPER }
}

/// How far apart two colours are in luminance: 1 if not at all, 21 at most.
pub fn contrast(one: RGBColor, other: RGBColor) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The luminance of a colour as screens show it, from 0 to 1.
fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp() -> impl Iterator<Item = RGBColor> {
        (0..=1000).map(|thousandth| shade(f64::from(thousandth) / 1000.0))
    }

    #[test]
    fn shades_darken_evenly() {
        // Lightness as the eye tells it, from 0 to 100.
        let lightness = |color| 116.0 * luminance(color).cbrt() - 16.0;
        let all: Vec<f64> = ramp().map(lightness).collect();
        for (place, window) in all.windows(101).enumerate() {
            let darker = window[0] - window[100];
            assert!((6.0..=11.0).contains(&darker), "{darker} from {place}");
        }
        assert!(all.windows(2).all(|pair| pair[0] >= pair[1]));
    }

    #[test]
    fn letters_can_be_read_on_every_shade() {
        for ground in ramp() {
            assert!(contrast(ground, letters(ground)) >= 4.5, "{ground:?}");
        }
        // On the lightest of them those that say that nothing is marked.
        assert!(contrast(shade(0.0), ink::FAINT_TEXT) >= 4.5);
    }

    #[test]
    fn what_is_no_probability_has_a_shade() {
        assert_eq!([f64::NAN, -1.0].map(shade), [ink::PAPER; 2]);
        assert_eq!(shade(2.0), NIGHT);
    }
}
