//! A track of numbered boxes, each shaded by how likely it ends up with each sign.

use plotters::prelude::DrawingBackend;

use super::Heading;
use super::bars::{sane, widest_interval};
use super::lettering::Lettering;
use super::numbers::brief_percent;
use super::page::{MARGIN, NAME, NAME_ROOM, NORMAL, Page, SMALL, TICK_ROOM, write_name_and_help};
use super::shades::draw_scale;
use super::surface::{Anchor, Area, Canvas, Drawn, Scene, ink};
use crate::analysis::Odds;
use crate::description::{TrackFigure, Zone};
use crate::report::color::{letters, shade};

/// The picture of a track.
pub struct Boxes<'a> {
    track: &'a TrackFigure,
    page: Page,
    /// The probability of each sign in each box, as the odds have them.
    marks: &'a [f64],
}

const WIDTH: f64 = 980.0;

/// The room of the labels of zones, and of the brackets below them.
const LABEL_ROOM: f64 = 18.0;
const BRACKET_ROOM: f64 = 11.0;
const BRACKET_END: f64 = 6.0;

/// The room of the numbers above the boxes.
const NUMBER_ROOM: f64 = 18.0;

/// The height of the part of a box that one sign has.
const PART: f64 = 50.0;

const SIGN: Lettering = Lettering::bold(18.0);

const OUTLINE: f64 = 1.0;

/// The most room between two zones.
const ZONE_GAP: f64 = 10.0;

/// The room between the boxes and the legend, and the size of its scale.
const GUTTER: f64 = 20.0;
const SCALE_WIDTH: f64 = 300.0;
const SCALE_HEIGHT: f64 = 12.0;

const LEGEND: &str = "probability that a box ends up with the sign";

impl<'a> Boxes<'a> {
    /// Lays out a track; none if the odds have no indicators for it.
    pub fn new(heading: &Heading<'_>, odds: &'a Odds, track: &'a TrackFigure) -> Option<Self> {
        let marks = odds.indicators.get(track.first..)?.get(..track.boxes * track.signs.len())?;
        let note = widest_interval(marks.iter().copied(), odds.engine);
        let page = Page::with_note(WIDTH, heading, odds.engine, &note);
        Some(Boxes { track, page, marks })
    }

    fn probability(&self, number: usize, sign: usize) -> f64 {
        self.marks[self.track.signs.len() * number + sign]
    }

    fn top(&self) -> f64 {
        self.page.top() + NAME_ROOM + 8.0 + LABEL_ROOM + BRACKET_ROOM + NUMBER_ROOM
    }

    fn bottom(&self) -> f64 {
        self.top() + PART * self.track.signs.len() as f64
    }

    fn contents(&self) -> f64 {
        self.bottom() + GUTTER + SCALE_HEIGHT + TICK_ROOM - self.page.top()
    }

    /// Where a box begins and ends. The greatest number stands to the left, and
    /// zones stand apart.
    fn span(&self, number: usize) -> (f64, f64) {
        let zone = |number: usize| self.track.zones.iter().position(|zone| zone.has(number));
        let gaps = |down_to: usize| {
            let borders = (down_to + 1..self.track.boxes).filter(|&above| zone(above) != zone(above - 1));
            ZONE_GAP * borders.count() as f64
        };
        let width = (self.page.inner_width() - gaps(0)) / self.track.boxes as f64;
        let left = MARGIN + gaps(number) + width * (self.track.boxes - 1 - number) as f64;
        (left, left + width)
    }

    /// Draws the label of a zone and a bracket around its boxes.
    fn draw_zone<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, zone: &Zone) -> Drawn {
        let (left, right) = (self.span(zone.highest).0 + 0.5, self.span(zone.lowest).1 - 0.5);
        let y = self.top() - NUMBER_ROOM - BRACKET_ROOM + 3.0;
        canvas.across(left - 0.5, right + 0.5, y, 1.0, ink::AXIS)?;
        for x in [left, right] {
            canvas.down(y, y + BRACKET_END, x, 1.0, ink::AXIS)?;
        }
        let place = ((left + right) / 2.0, y - 6.0);
        canvas.write(&zone.label, place, Anchor::Middle, NAME, ink::TEXT)
    }

    fn draw_box<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, number: usize) -> Drawn {
        let (left, right) = self.span(number);
        let middle = (left + right) / 2.0;
        let place = (middle, self.top() - 6.0);
        canvas.write(&number.to_string(), place, Anchor::Middle, NORMAL, ink::TEXT)?;
        for (index, sign) in self.track.signs.iter().enumerate() {
            let top = self.top() + PART * index as f64;
            // Neighbours share an outline.
            let half = OUTLINE / 2.0;
            let area =
                Area { left: left - half, right: right + half, top: top - half, bottom: top + PART + half };
            let probability = sane(self.probability(number, index));
            draw_part(canvas, area, sign, probability)?;
        }
        Ok(())
    }

    fn draw_legend<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let top = self.bottom() + GUTTER;
        let left = MARGIN + NORMAL.room(LEGEND) + 22.0;
        let scale = Area { left, right: left + SCALE_WIDTH, top, bottom: top + SCALE_HEIGHT };
        canvas.write(LEGEND, (MARGIN, top + 10.5), Anchor::Start, NORMAL, ink::FAINT_TEXT)?;
        draw_scale(canvas, scale)
    }
}

impl Scene for Boxes<'_> {
    fn size(&self) -> (f64, f64) {
        (WIDTH, self.page.height(self.contents()))
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        self.page.draw(canvas, self.contents())?;
        write_name_and_help(canvas, &self.page, &self.track.title, &self.track.help)?;
        for zone in &self.track.zones {
            self.draw_zone(canvas, zone)?;
        }
        for number in (0..self.track.boxes).rev() {
            self.draw_box(canvas, number)?;
        }
        self.draw_legend(canvas)
    }
}

/// Draws the part of a box that one sign has.
fn draw_part<B: DrawingBackend>(canvas: &mut Canvas<B>, area: Area, sign: &str, probability: f64) -> Drawn {
    canvas.fill(area, ink::AXIS)?;
    let ground = Area {
        left: area.left + OUTLINE,
        right: area.right - OUTLINE,
        top: area.top + OUTLINE,
        bottom: area.bottom - OUTLINE,
    };
    canvas.fill(ground, shade(probability))?;
    // What is never marked does not look as if it were.
    let ink = if probability > 0.0 { letters(shade(probability)) } else { ink::FAINT_TEXT };
    let sign_lettering = if probability > 0.0 { SIGN } else { NORMAL };
    let middle = (area.left + area.right) / 2.0;
    canvas.write(sign, (middle, area.top + 22.0), Anchor::Middle, sign_lettering, ink)?;
    let text = brief_percent(probability);
    let fits = |lettering: &Lettering| lettering.room(&text) <= ground.width();
    let Some(lettering) = [NORMAL, SMALL].into_iter().find(fits) else { return Ok(()) };
    canvas.write(&text, (middle, area.top + 41.0), Anchor::Middle, lettering, ink)
}
