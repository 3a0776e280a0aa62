//! A track of numbered boxes, shaded by the probability that a box ends up with each sign.

use super::language::*;
use crate::analysis::Odds;
use crate::description::TrackFigure;
use crate::description::words::capitalized;
use crate::report::color::{letters, shade};
use crate::report::number::brief_percent;

/// The heights of the labels of zones, of the brackets below them, and of a bracket's ends.
const LABEL_ROOM: f64 = 18.0;
const BRACKET_ROOM: f64 = 11.0;
const BRACKET_END: f64 = 6.0;

/// The height of the numbers above the boxes.
const NUMBER_ROOM: f64 = 18.0;

/// The height of the part of a box for one sign.
const PART: f64 = 50.0;

const SIGN: Lettering = Lettering::bold(18.0);

/// The gap between two zones.
const ZONE_GAP: f64 = 10.0;

/// The size of the colour ramp in the legend.
const SCALE: (f64, f64) = (300.0, 12.0);

const LEGEND: &str = "probability that a box ends up with the sign";

/// Draws a track. Returns `None` if the odds have no indicators for it.
pub fn boxes(heading: &Heading<'_>, odds: &Odds, track: &TrackFigure) -> Option<Picture> {
    let signs = track.signs.len();
    let place = |mark: usize| track.first + mark / signs * track.stride + mark % signs;
    let marks = (0..track.boxes * signs).map(|mark| odds.indicators.get(place(mark)).copied());
    let marks = marks.map(|chance| Some(Known::of_event(chance?, odds.engine)));
    let marks = &marks.collect::<Option<Vec<Known>>>()?;
    let mut page = Page::new(WIDE, heading, finding(track, marks).as_deref());
    let room = page.room();
    page.section(&track.title, &track.help, 8.0);
    page.add(draw_track(track, marks, room), 20.0);
    let mut legend = Picture::new(room, SCALE.1 + TICK_ROOM);
    legend.write(LEGEND, (0.0, 10.5), Anchor::Start, NORMAL, ink::FAINT_TEXT);
    let left = NORMAL.room(LEGEND) + 22.0;
    draw_scale(&mut legend, Area { left, right: left + SCALE.0, top: 0.0, bottom: SCALE.1 });
    page.add(legend, 0.0);
    Some(page.finish(&how_chances(odds.engine, marks.iter().map(|mark| mark.value))))
}

/// The mark that a box most likely has: "The target's track: most likely / in box 2, 40 %". `None` if no box
/// is ever marked.
fn finding(track: &TrackFigure, marks: &[Known]) -> Option<String> {
    let (place, chance) =
        marks.iter().enumerate().max_by(|one, other| one.1.value.total_cmp(&other.1.value))?;
    let (number, sign) = (place / track.signs.len(), &track.signs[place % track.signs.len()]);
    let title = capitalized(&track.title);
    (chance.value > 0.0)
        .then(|| format!("{title}: most likely {sign} in box {number}, {}", brief_percent(*chance)))
}

/// The zones with their brackets, and the boxes below them.
fn draw_track(track: &TrackFigure, marks: &[Known], width: f64) -> Picture {
    let top = LABEL_ROOM + BRACKET_ROOM + NUMBER_ROOM;
    let mut picture = Picture::new(width, top + PART * track.signs.len() as f64);
    for zone in &track.zones {
        let (left, right) =
            (span(track, zone.highest, width).0 + 0.5, span(track, zone.lowest, width).1 - 0.5);
        let y = LABEL_ROOM + 3.0;
        picture.across(left - 0.5, right + 0.5, y, 1.0, ink::AXIS);
        for x in [left, right] {
            picture.down(y, y + BRACKET_END, x, 1.0, ink::AXIS);
        }
        picture.write(&zone.label, ((left + right) / 2.0, y - 6.0), Anchor::Middle, NAME, ink::TEXT);
    }
    for number in (0..track.boxes).rev() {
        let (left, right) = span(track, number, width);
        let place = ((left + right) / 2.0, top - 6.0);
        picture.write(&number.to_string(), place, Anchor::Middle, NORMAL, ink::TEXT);
        for (index, sign) in track.signs.iter().enumerate() {
            let top = top + PART * index as f64;
            let chance = marks[track.signs.len() * number + index];
            draw_part(&mut picture, Area { left, right, top, bottom: top + PART }, sign, chance);
        }
    }
    picture
}

/// The left and right end of a box. The greatest number is on the left, and there are gaps between
/// zones.
fn span(track: &TrackFigure, number: usize, width: f64) -> (f64, f64) {
    let zone = |number: usize| track.zones.iter().position(|zone| zone.has(number));
    let gaps = |down_to: usize| {
        let borders = (down_to + 1..track.boxes).filter(|&above| zone(above) != zone(above - 1));
        ZONE_GAP * borders.count() as f64
    };
    let width = (width - gaps(0)) / track.boxes as f64;
    let left = gaps(number) + width * (track.boxes - 1 - number) as f64;
    (left, left + width)
}

/// Draws the part of a box for one sign. Neighbours share an outline.
fn draw_part(picture: &mut Picture, part: Area, sign: &str, chance: Known) {
    let ground = part.grown(-0.5);
    picture.fill(part.grown(0.5), ink::AXIS);
    picture.fill(ground, shade(chance.value));
    // A sign that never occurs is small and grey, so that the box does not look marked.
    let is_marked = chance.value > 0.0;
    let ink = if is_marked { letters(shade(chance.value)) } else { ink::FAINT_TEXT };
    let middle = (part.left + part.right) / 2.0;
    let lettering = if is_marked { SIGN } else { NORMAL };
    picture.write(sign, (middle, part.top + 21.5), Anchor::Middle, lettering, ink);
    let text = brief_percent(chance);
    let fits = |lettering: &Lettering| lettering.room(&text) <= ground.width();
    if let Some(lettering) = [NORMAL, SMALL].into_iter().find(fits) {
        picture.write(&text, (middle, part.top + 40.5), Anchor::Middle, lettering, ink);
    }
}
