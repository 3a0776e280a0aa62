//! The shades of cells, for light and dark screens.

use std::fmt::Write;

use crate::report::color::{Rgb, letters, shade};

/// The number of steps from 0 to 1.
pub const STEPS: usize = 20;

/// The shades of 0 and of 1 on dark screens. The shade of 0 is the page background.
const GROUND: Rgb = Rgb(22, 24, 28);
const CERTAIN: Rgb = Rgb(150, 214, 250);

/// The CSS rules of all steps: on light screens and paper with the shades of charts, on dark screens
/// with shades from the dark background to a light blue.
pub fn classes() -> String {
    let mut rules = String::new();
    let mut add = |before: &str, of: fn(f64) -> Rgb, after: &str| {
        for step in 0..=STEPS {
            let ground = of(step as f64 / STEPS as f64);
            let (ground, letters) = (hex(ground), hex(letters(ground)));
            let _ = writeln!(rules, "{before}.s{step} {{ background: {ground}; color: {letters}; }}{after}");
        }
    };
    add("", shade, "");
    add("@media screen and (prefers-color-scheme: dark) { ", |share| GROUND.mixed(CERTAIN, share), " }");
    rules
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_shade_on_light_and_on_dark_screens() {
        let rules = classes();
        for step in 0..=STEPS {
            assert_eq!(rules.matches(&format!(".s{step} {{")).count(), 2, "{step}");
        }
        assert!(rules.starts_with(".s0 { background: #ffffff; color: #000000; }"), "{rules}");
    }
}
