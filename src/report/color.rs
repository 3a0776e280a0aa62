//! Colours, and the colour scale of probabilities from light to dark.

use serde::{Deserialize, Serialize};

/// An sRGB colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Interpolates between this colour (`share` 0) and another (1).
    pub fn mixed(self, other: Rgb, share: f64) -> Rgb {
        let mix =
            |from: u8, to: u8| (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }
}

/// The background.
pub const PAPER: Rgb = Rgb(255, 255, 255);

/// Small print.
pub const FAINT_TEXT: Rgb = Rgb(89, 89, 89);

/// The blue of charts, light.
pub const PALE: Rgb = Rgb(205, 231, 247);

/// The blue of charts.
pub const BAR: Rgb = Rgb(86, 180, 233);

/// The blue of charts, dark.
pub const DEEP: Rgb = Rgb(0, 114, 178);

/// Probabilities and their shades. Perceived lightness falls evenly with the probability, so the
/// scale also works without colours.
const STOPS: [(f64, Rgb); 5] = [(0.0, PAPER), (0.12, PALE), (0.37, BAR), (0.66, DEEP), (1.0, NIGHT)];

const NIGHT: Rgb = Rgb(0, 42, 84);

/// For text: on shades of medium lightness only pure black or white have enough contrast.
const BLACK: Rgb = Rgb(0, 0, 0);

/// The background shade of a probability, which is clamped to 0 to 1.
pub fn shade(probability: f64) -> Rgb {
    let probability = if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 };
    let above = STOPS.iter().position(|stop| probability <= stop.0).unwrap_or(STOPS.len() - 1).max(1);
    let ((from, light), (to, dark)) = (STOPS[above - 1], STOPS[above]);
    light.mixed(dark, (probability - from) / (to - from))
}

/// The text colour that is readable on a background: black or white.
pub fn letters(ground: Rgb) -> Rgb {
    if contrast(ground, BLACK) >= contrast(ground, PAPER) { BLACK } else { PAPER }
}

/// The contrast ratio of two colours as WCAG defines it, from 1 to 21.
pub fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// The relative luminance of a colour, from 0 to 1.
fn luminance(Rgb(red, green, blue): Rgb) -> f64 {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp() -> impl Iterator<Item = Rgb> {
        (0..=1000).map(|thousandth| shade(f64::from(thousandth) / 1000.0))
    }

    #[test]
    fn shades_darken_evenly() {
        // Perceived lightness (CIE L*), from 0 to 100.
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
        // Labels of boxes that are never marked use this colour on the lightest shade.
        assert!(contrast(shade(0.0), FAINT_TEXT) >= 4.5);
    }

    #[test]
    fn what_is_no_probability_has_a_shade() {
        assert_eq!([f64::NAN, -1.0].map(shade), [PAPER; 2]);
        assert_eq!(shade(2.0), NIGHT);
    }
}
