//! What tells the parts of a whole apart: lightness and stripes, so that print
//! without colours and the colour-blind lose nothing.

use super::picture::{Area, Picture, Slant, ink};
use crate::report::color::{Rgb, letters};

/// A ground, stripes on it, and a thin outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    ground: Rgb,
    stripes: Option<(Slant, Rgb)>,
    /// The ink that can be read on it.
    pub letters: Rgb,
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

const OUTLINE: f64 = 1.0;

impl Pattern {
    /// The pattern of the part at this place: the first eight are all different.
    pub fn at(place: usize) -> Self {
        PATTERNS[place % PATTERNS.len()]
    }

    /// A ground without stripes.
    pub fn plain(ground: Rgb) -> Self {
        Pattern { ground, stripes: None, letters: letters(ground) }
    }

    /// Fills an area; of one that is too thin for more, the outline is left.
    pub fn fill(self, picture: &mut Picture, area: Area) {
        picture.fill(area, ink::TEXT);
        let inner = Area {
            left: area.left + OUTLINE,
            top: area.top + OUTLINE,
            right: area.right - OUTLINE,
            bottom: area.bottom - OUTLINE,
        };
        if inner.width() < OUTLINE / 2.0 || inner.height() < OUTLINE / 2.0 {
            return;
        }
        self.cover(picture, inner)
    }

    /// Fills an area without an outline.
    pub fn cover(self, picture: &mut Picture, area: Area) {
        picture.fill(area, self.ground);
        if let Some((slant, ink)) = self.stripes {
            picture.stripes(area, slant, ink);
        }
    }

    /// Clears a place for letters.
    pub fn clear(self, picture: &mut Picture, area: Area) {
        if self.stripes.is_some() {
            picture.fill(area, self.ground)
        }
    }
}
