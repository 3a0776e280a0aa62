//! Reads pictures as people do: the texts with their positions, and the values of bars by their axis.

use super::*;
use crate::report::charts::language::ink;
use crate::report::color::Rgb;

/// The texts of a picture in drawing order, with plain spaces.
pub fn words(picture: &Picture) -> Vec<String> {
    texts(picture).map(|text| text.words.replace('\u{a0}', " ")).collect()
}

pub fn has(words: &[String], wanted: &str) -> bool {
    words.iter().any(|word| word == wanted)
}

/// Asserts that all of these texts are there.
#[track_caller]
pub fn shows(words: &[String], wanted: impl IntoIterator<Item: AsRef<str>>) {
    for wanted in wanted {
        assert!(has(words, wanted.as_ref()), "{} is not in {words:?}", wanted.as_ref());
    }
}

fn texts(picture: &Picture) -> impl Iterator<Item = &Text> {
    picture.marks.iter().filter_map(|mark| match mark {
        Mark::Text(text) => Some(text),
        _ => None,
    })
}

/// The area of a text.
pub fn area_of(text: &Text) -> Area {
    let (x, baseline) = text.place;
    let width = text.lettering.advance(&text.words);
    let left = match text.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let (up, down) = (0.74 * text.lettering.size, 0.22 * text.lettering.size);
    Area { left, right: left + width, top: baseline - up, bottom: baseline + down }
}

pub fn area_of_mark(mark: &Mark) -> Area {
    match mark {
        Mark::Rectangle { area, .. } | Mark::Stripes { area, .. } => *area,
        Mark::Line { points, .. } | Mark::Polygon { corners: points, .. } => Area::around(points),
        Mark::Disc { center, radius, .. } => Area::around(&[*center]).grown(*radius),
        Mark::Text(text) => area_of(text),
    }
}

/// Asserts that all marks are on the page, that no two texts overlap, and that the picture can be
/// written. Returns its texts.
#[track_caller]
pub fn on_its_page(picture: &Picture) -> Vec<String> {
    let paper = Area { left: 0.0, top: 0.0, right: picture.width, bottom: picture.height };
    for mark in &picture.marks {
        let Area { left, top, right, bottom } = area_of_mark(mark);
        let inside = left >= paper.left && right <= paper.right && top >= paper.top && bottom <= paper.bottom;
        assert!(inside, "{mark:?} leaves the paper {paper:?}");
    }
    let written: Vec<&Text> = texts(picture).filter(|text| !text.words.is_empty()).collect();
    for (place, one) in written.iter().enumerate() {
        let first = area_of(one);
        for other in &written[..place] {
            assert!(!first.overlaps(&area_of(other)), "{one:?} overlaps {other:?}");
        }
    }
    assert!(picture.svg().unwrap().ends_with("</svg>\n"));
    words(picture)
}

/// The rectangles of a colour, in drawing order.
pub fn rectangles(picture: &Picture, wanted: Rgb) -> Vec<Area> {
    let rectangle = |mark: &Mark| match mark {
        Mark::Rectangle { area, ink } if *ink == wanted => Some(*area),
        _ => None,
    };
    picture.marks.iter().filter_map(rectangle).collect()
}

/// The centres of the dark discs, in drawing order.
pub fn discs(picture: &Picture) -> Vec<Point> {
    let disc = |mark: &Mark| match mark {
        Mark::Disc { center, ink: ink::DEEP, .. } => Some(*center),
        _ => None,
    };
    picture.marks.iter().filter_map(disc).collect()
}

/// The chance of a value in the first plot, from the height of its bar and the axis.
pub fn chance_by_the_axis(picture: &Picture, value: &str) -> f64 {
    let marked = |text: &&Text| text.anchor == Anchor::Middle && text.words == value;
    let x = texts(picture).find(marked).expect("the value is marked").place.0;
    let bars = rectangles(picture, ink::BAR);
    let bar = bars.iter().find(|bar| bar.left <= x && x <= bar.right).expect("there is a bar");
    by_the_axis(picture, Anchor::End, bar.top) / 100.0
}

/// The background colour of a text.
#[track_caller]
pub fn ground_of(picture: &Picture, wanted: &str) -> Rgb {
    let (x, y) = texts(picture).find(|text| text.words == wanted).expect("it is written").place;
    let ground = |mark: &Mark| match *mark {
        Mark::Rectangle { area, ink } if area.left < x && x < area.right => {
            (area.top < y && y < area.bottom).then_some(ink)
        }
        _ => None,
    };
    picture.marks.iter().filter_map(ground).next_back().expect("it has a ground")
}

#[track_caller]
pub fn assert_near(found: &[f64], wanted: &[f64]) {
    let near = found.len() == wanted.len() && found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.2);
    assert!(near, "{found:?} is not {wanted:?}");
}

/// The number at a coordinate, read from the ticks of an axis. Tick labels below a plot have the
/// anchor `Middle`, those beside it `End`.
pub fn by_the_axis(picture: &Picture, ticks: Anchor, place: f64) -> f64 {
    let tick = |text: &Text| {
        let number = text.words.trim_end_matches("\u{a0}%").replace('−', "-").parse::<f64>().ok()?;
        let (x, baseline) = text.place;
        Some((if ticks == Anchor::Middle { x } else { baseline - 0.36 * text.lettering.size }, number))
    };
    let faint = texts(picture).filter(|text| text.anchor == ticks && text.ink == ink::FAINT_TEXT);
    let all: Vec<(f64, f64)> = faint.filter_map(tick).collect();
    let [(zero, from), (one, to), ..] = all[..] else { panic!("an axis has two ticks") };
    from + (to - from) * (place - zero) / (one - zero)
}
