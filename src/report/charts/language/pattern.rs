//! Patterns of areas, and text on them. They differ in lightness and stripes, so that colour is not
//! needed to tell them apart.

use std::cmp::Ordering;

use super::{Anchor, Area, Lettering, Picture, Point, Slant, ink};
use crate::report::color::{Rgb, letters};

/// A background colour, perhaps with stripes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    ground: Rgb,
    stripes: Option<(Slant, Rgb)>,
    /// The text colour that is readable on it.
    pub letters: Rgb,
}

/// Neighbouring patterns differ in lightness or in having stripes.
const PATTERNS: [Pattern; 8] = [
    Pattern::WON,
    Pattern { ground: ink::PALE, stripes: None, letters: ink::TEXT },
    Pattern { ground: ink::BAR, stripes: None, letters: ink::TEXT },
    Pattern { ground: ink::PAPER, stripes: Some((Slant::Up, ink::FAINT_TEXT)), letters: ink::TEXT },
    Pattern { ground: ink::PALE, stripes: Some((Slant::Down, ink::DEEP)), letters: ink::TEXT },
    Pattern { ground: ink::FAINT_TEXT, stripes: None, letters: ink::PAPER },
    Pattern { ground: ink::PAPER, stripes: Some((Slant::Down, ink::LOST)), letters: ink::TEXT },
    Pattern { ground: ink::BAR, stripes: Some((Slant::Up, ink::DEEP)), letters: ink::TEXT },
];

const OUTLINE: f64 = 1.0;

impl Pattern {
    /// What the player plays for: the same strong colour on all charts.
    pub const WON: Pattern = Pattern { ground: ink::DEEP, stripes: None, letters: ink::PAPER };

    /// What the player plays against.
    pub const LOST: Pattern =
        Pattern { ground: ink::LESS, stripes: Some((Slant::Down, ink::LOST)), letters: ink::TEXT };

    /// What is not decided.
    pub const OPEN: Pattern = Pattern { ground: ink::GRID, stripes: None, letters: ink::TEXT };

    /// The pattern of the part at this index. Only the first eight differ.
    pub fn at(place: usize) -> Self {
        PATTERNS[place % PATTERNS.len()]
    }

    /// The pattern of the label at this index of a metric whose label at `won` the player plays for: what is
    /// lost comes first among the others, and what is not decided third.
    pub fn of_label(place: usize, won: usize) -> Self {
        match place.cmp(&won) {
            Ordering::Equal => Pattern::WON,
            order => match place + usize::from(order == Ordering::Less) {
                1 => Pattern::LOST,
                3 => Pattern::OPEN,
                place => Pattern::at(place + 1),
            },
        }
    }

    /// A plain background without stripes.
    pub fn plain(ground: Rgb) -> Self {
        Pattern { ground, stripes: None, letters: letters(ground) }
    }

    /// Fills an area and outlines it. A very thin area has only the outline.
    pub fn fill(self, picture: &mut Picture, area: Area) {
        picture.fill(area, ink::TEXT);
        let inner = area.grown(-OUTLINE);
        if inner.width() >= OUTLINE / 2.0 && inner.height() >= OUTLINE / 2.0 {
            self.cover(picture, inner)
        }
    }

    /// Fills an area without an outline.
    pub fn cover(self, picture: &mut Picture, area: Area) {
        picture.fill(area, self.ground);
        if let Some((slant, ink)) = self.stripes {
            picture.stripes(area, slant, ink);
        }
    }

    /// Writes lines of text around a point, each `line` high, on a plate without stripes. The plate
    /// extends beyond the text by `aside` and `above`.
    pub fn write(
        self,
        picture: &mut Picture,
        (x, y): Point,
        lines: &[(impl AsRef<str>, Lettering)],
        line: f64,
        (aside, above): (f64, f64),
    ) {
        let widest = lines.iter().map(|(text, letters)| letters.room(text.as_ref())).fold(0.0, f64::max);
        let (half, high) = (widest / 2.0 + aside, line * lines.len() as f64 / 2.0);
        if self.stripes.is_some() && !lines.is_empty() {
            let (top, bottom) = (y - high - above, y + high + above);
            picture.fill(Area { left: x - half, right: x + half, top, bottom }, self.ground);
        }
        for (index, (text, letters)) in lines.iter().enumerate() {
            let baseline = y - high + line * (index as f64 + 0.5) + 0.36 * letters.size;
            picture.write(text.as_ref(), (x, baseline), Anchor::Middle, *letters, self.letters);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_won_and_lost_looks_the_same_wherever_it_stands() {
        for won in 0..4 {
            let patterns: Vec<Pattern> = (0..4).map(|place| Pattern::of_label(place, won)).collect();
            assert_eq!(patterns[won], Pattern::WON);
            let others: Vec<Pattern> =
                patterns.into_iter().enumerate().filter(|one| one.0 != won).map(|one| one.1).collect();
            assert_eq!(others, [Pattern::LOST, Pattern::at(3), Pattern::OPEN]);
        }
    }
}
