//! The fonts, and the width of text in them.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, Glyph, GlyphId, PxScale, point};
use serde::{Deserialize, Serialize};

/// The font families of SVG documents. The second is about as wide as the first, in case that is
/// missing.
pub const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The size and weight of a font.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lettering {
    /// The em, in CSS pixels.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
}

impl Lettering {
    /// Regular letters.
    pub const fn regular(size: f64) -> Self {
        Lettering { size, bold: false }
    }

    /// Bold letters.
    pub const fn bold(size: f64) -> Self {
        Lettering { size, bold: true }
    }

    /// The width to reserve for a text, in CSS pixels: a little more than its
    /// [width](Lettering::advance), since an SVG document may be shown in another font.
    pub fn room(self, text: &str) -> f64 {
        let missing = text.chars().filter(|&c| self.font().glyph_id(c) == GlyphId(0)).count();
        // Characters that this font lacks, such as emoji, are wide in other fonts.
        1.06 * self.advance(text) + 0.8 * self.size * missing as f64
    }

    /// The width of a text in CSS pixels.
    pub fn advance(self, text: &str) -> f64 {
        let units: f32 = walk(self.font(), text).map(|(_, _, advance)| advance).sum();
        f64::from(units) * self.size / units_per_em(self.font())
    }

    /// Visits the pixels of a text, each with the share of it that is covered (0 to 1). The start
    /// of the text and its baseline are given in pixels; `pixels` is their number per CSS pixel.
    pub fn trace(
        self,
        text: &str,
        pixels: f64,
        (start, baseline): (f64, f64),
        mut visit: impl FnMut((i32, i32), f64),
    ) {
        let font = self.font();
        let unit = self.size * pixels / units_per_em(font);
        let scale = PxScale::from((unit * f64::from(font.height_unscaled())) as f32);
        let mut x = start;
        for (id, kern, advance) in walk(font, text) {
            let position = point((x + unit * f64::from(kern)) as f32, baseline as f32);
            if let Some(outline) = font.outline_glyph(Glyph { id, scale, position }) {
                let corner = outline.px_bounds().min;
                outline.draw(|column, row, coverage| {
                    let place = (corner.x as i32 + column as i32, corner.y as i32 + row as i32);
                    visit(place, f64::from(coverage.clamp(0.0, 1.0)));
                });
            }
            x += unit * f64::from(advance);
        }
    }

    fn font(self) -> &'static FontRef<'static> {
        if self.bold { &BOLD } else { &REGULAR }
    }
}

static REGULAR: LazyLock<FontRef<'_>> = LazyLock::new(|| read(include_bytes!("../../fonts/DejaVuSans.ttf")));

static BOLD: LazyLock<FontRef<'_>> =
    LazyLock::new(|| read(include_bytes!("../../fonts/DejaVuSans-Bold.ttf")));

fn read(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the font that the program carries is sound")
}

fn units_per_em(font: &FontRef<'_>) -> f64 {
    f64::from(font.units_per_em().expect("the font that the program carries has a scale"))
}

/// Yields each glyph with its kerning against the glyph before it and its advance including that
/// kerning, in font units.
fn walk<'a>(font: &'a FontRef<'_>, text: &'a str) -> impl Iterator<Item = (GlyphId, f32, f32)> + 'a {
    let mut last = None;
    text.chars().map(move |c| {
        let id = font.glyph_id(c);
        let kern = last.replace(id).map_or(0.0, |last| font.kern_unscaled(last, id));
        (id, kern, kern + font.h_advance_unscaled(id))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // The digits of DejaVu Sans are 1303 of 2048 units wide.
        let ten = Lettering::regular(10.0);
        assert!((ten.advance("12345") - 5.0 * 10.0 * 1303.0 / 2048.0).abs() < 1e-3);
        assert!(Lettering::bold(10.0).advance("wide") > ten.advance("wide"));
        assert!(ten.room("wide") > ten.advance("wide"));
        assert_eq!(ten.advance(""), 0.0);
    }

    #[test]
    fn letters_cover_pixels_near_their_place_only() {
        let lettering = Lettering::regular(20.0);
        let (mut covered, right) = (0, 100 + lettering.advance("gizmo").ceil() as i32);
        lettering.trace("gizmo", 1.0, (100.0, 50.0), |(x, y), coverage| {
            assert!((99..=right + 1).contains(&x) && (30..=56).contains(&y), "{x} {y}");
            covered += usize::from(coverage > 0.5);
        });
        assert!(covered > 100);
    }
}
