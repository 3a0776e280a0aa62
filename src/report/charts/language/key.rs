//! The legend of a chart: samples of its marks with their meaning, in as many lines as they need.

use super::{
    Anchor, Area, Dot, NORMAL, Page, Pattern, Picture, Series, Sign, cells, draw_best, draw_beyond,
    draw_present, draw_whisker, ink, shorten,
};
use crate::report::color::Rgb;
use crate::report::entry::Extreme;

/// The sample of a mark that a legend explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// The star of the best value.
    Best,
    /// The ring around the present value.
    Present,
    /// A point of a scatter plot.
    Dot(Dot),
    /// A point that is beyond the plot.
    Beyond,
    /// An interval with caps at its ends.
    Whisker,
    /// The band of the intervals of a curve.
    Band,
    /// A mark upon a bar.
    Sign(Sign),
    /// The fill of an area.
    Pattern(Pattern),
    /// The line and the mark of one of several distributions.
    Series(Series),
    /// The stripes of an area without data.
    Hatch,
    /// The frame of a highlighted cell.
    Outline,
    /// A dashed line.
    Dashes(&'static [f64], Rgb),
    /// Bars to both sides of 0.
    Bar,
}

/// The meaning of a star or a frame at the ends of a range that the title names. `None` if none is marked.
pub fn marks_of_ends<T>([least, greatest]: &[Extreme<T>; 2]) -> Option<&'static str> {
    match [least, greatest].map(|end| end.marked().is_empty()) {
        [false, false] => Some("the least and the greatest, as the title says"),
        [false, true] => Some("the least, as the title says"),
        [true, false] => Some("the greatest, as the title says"),
        [true, true] => None,
    }
}

const LINE: f64 = 20.0;

/// The height of a sample, the gap between it and its words, and the gap between two entries.
const HEIGHT: f64 = 13.0;
const ASIDE: f64 = 8.0;
const GAP: f64 = 24.0;

/// The space below the legend of a page.
const BELOW_KEY: f64 = 14.0;

/// Lays out a legend in lines of this width. Entries wider than `most` are shortened.
pub fn key(entries: Vec<(Sample, String)>, width: f64, most: f64) -> Picture {
    let mut picture = Picture::new(width, if entries.is_empty() { 0.0 } else { LINE });
    let mut x = 0.0;
    for (sample, words) in entries {
        let aside = sample.width() + ASIDE;
        let words = shorten(&words, NORMAL, most - aside);
        let room = aside + NORMAL.room(&words);
        if x > 0.0 && x + room > width {
            (x, picture.height) = (0.0, picture.height + LINE);
        }
        let baseline = picture.height - LINE + 12.0;
        sample.draw(&mut picture, x, baseline - 0.36 * NORMAL.size);
        picture.write(&words, (x + aside, baseline), Anchor::Start, NORMAL, ink::TEXT);
        x += room + GAP;
    }
    picture
}

impl Page {
    /// Adds a legend, if it has entries.
    pub fn key(&mut self, entries: Vec<(Sample, String)>) {
        if !entries.is_empty() {
            self.add(key(entries, self.room(), self.room()), BELOW_KEY);
        }
    }
}

impl Sample {
    fn width(self) -> f64 {
        if matches!(self, Sample::Series(_)) { 40.0 } else { 18.0 }
    }

    fn draw(self, picture: &mut Picture, left: f64, middle: f64) {
        let (right, half) = (left + self.width(), HEIGHT / 2.0);
        let center = (left + right) / 2.0;
        let area = Area { left, right, top: middle - half, bottom: middle + half };
        match self {
            Sample::Best => draw_best(picture, (center, middle)),
            Sample::Present => draw_present(picture, (center, middle), false),
            Sample::Beyond => draw_beyond(picture, (center + 3.5, middle), (1.0, 0.0)),
            Sample::Dot(dot) => dot.draw(picture, (center, middle)),
            Sample::Whisker => draw_whisker(picture, (left, right), middle, 4.0, false),
            Sample::Band => picture.fill(area, ink::PALE),
            Sample::Sign(sign) => sign.draw(picture, (center, middle)),
            Sample::Pattern(pattern) => pattern.fill(picture, area),
            Sample::Outline => cells::outline(picture, area),
            Sample::Series(series) => {
                series.line(picture, &[(left, middle), (right, middle)]);
                series.mark(picture, (center, middle));
            }
            Sample::Bar => {
                picture.fill(Area { right: center, ..area }, ink::LESS);
                picture.fill(Area { left: center, ..area }, ink::BAR);
            }
            Sample::Dashes(dashes, ink) => picture.line(&[(left, middle), (right, middle)], 1.5, dashes, ink),
            Sample::Hatch => {
                picture.fill(area, ink::AXIS);
                picture.fill(area.grown(-1.0), ink::PAPER);
                picture.hatch(area.grown(-1.0));
            }
        }
    }
}
