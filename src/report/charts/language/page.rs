//! A page: a heading, blocks one below another, and a footnote on how the numbers were computed.

use super::{Anchor, Lettering, Picture, Row, clean, ink, shorten, wrap};
use crate::description::System;
use crate::report::color::Rgb;

/// The heading of a chart. The texts may hold any characters: those that cannot be drawn are left
/// out, and long texts are wrapped and shortened.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The game, which has the names of the keys.
    pub system: &'a System,
    /// The scenario's title, such as "Lightning Bolt at a ganger".
    pub title: &'a str,
    /// Its choices in words, such as "Lightning Bolt at Force 6".
    pub choices: &'a str,
}

/// The width of a page with many panels or rows, and of a page with a single plot.
pub const WIDE: f64 = 980.0;
pub const NARROW: f64 = 860.0;

/// The margin on all sides.
pub const MARGIN: f64 = 28.0;

/// The font of small print.
pub const SMALL: Lettering = Lettering::regular(10.5);

/// The font of help texts and legends.
pub const NORMAL: Lettering = Lettering::regular(12.0);

/// The font of panel names.
pub const NAME: Lettering = Lettering::bold(13.0);

/// The height of the name of a section, with the space below it.
pub const NAME_ROOM: f64 = 20.0;

/// The height of the ticks and labels below a scale.
pub const TICK_ROOM: f64 = 18.0;

/// The height of a line of small print below a plot.
pub const NOTE_LINE: f64 = 14.0;

const TITLE: Lettering = Lettering::bold(18.0);
const TITLE_LINE: f64 = 24.0;
const CHOICES_LINE: f64 = 17.0;

/// The space below the heading.
const BELOW_HEADING: f64 = 14.0;

/// The maximum number of rows that are read aloud.
const MOST_READ: usize = 3;

/// The height of the footnote with the space above it.
const FOOT: f64 = 30.0;

const MAKER: &str = "fizzle";

/// A page under construction: blocks are added from top to bottom.
pub struct Page {
    picture: Picture,
}

impl Page {
    /// A page of this width. Its title is the `finding` of the chart, if there is one, above the title
    /// of the scenario.
    pub fn new(width: f64, heading: &Heading<'_>, finding: Option<&str>) -> Page {
        let Heading { title, choices, .. } = *heading;
        let (title, below) = match finding {
            Some(finding) => (finding, [title, choices]),
            None => (title, [choices, ""]),
        };
        let said: Vec<&str> = below.into_iter().filter(|text| !text.is_empty()).collect();
        let mut picture = Picture {
            title: clean(title),
            description: clean(&said.join(". ")),
            ..Picture::new(width, MARGIN)
        };
        let room = width - 2.0 * MARGIN;
        picture.below(lines(&wrap(title, TITLE, room, 4), TITLE, ink::TEXT, TITLE_LINE, 14.0), MARGIN);
        for text in said {
            let text = wrap(text, NORMAL, room, 3);
            picture.below(lines(&text, NORMAL, ink::FAINT_TEXT, CHOICES_LINE, 11.0), MARGIN);
        }
        picture.height += BELOW_HEADING;
        Page { picture }
    }

    /// Adds names with their numbers to what is read aloud instead of the marks.
    pub fn describe(&mut self, rows: &[Row]) {
        let number = |row: &Row| Some(format!("{}: {}", row.name, row.bars.first()?.texts.first()?));
        let all: Vec<String> = rows.iter().take(MOST_READ).filter_map(number).collect();
        let parts = [std::mem::take(&mut self.picture.description), clean(&all.join("; "))];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        self.picture.description = parts.collect::<Vec<_>>().join(". ");
    }

    /// The width between its margins.
    pub fn room(&self) -> f64 {
        self.picture.width - 2.0 * MARGIN
    }

    /// Adds a block below all others, with the space `below` under it.
    pub fn add(&mut self, block: Picture, below: f64) {
        self.picture.below(block, MARGIN);
        self.picture.height += below;
    }

    /// Adds the name of the section that follows, beside it a help text, and space `below` them.
    pub fn section(&mut self, name: &str, help: &str, below: f64) {
        self.add(name_and_help(name, help, NORMAL, self.room()), below);
    }

    /// Adds small print, each note in at most `most` lines, with the space `below` under it.
    pub fn notes(&mut self, notes: &[impl AsRef<str>], most: usize, below: f64) {
        self.add(small_print(notes, self.room(), most), below);
    }

    /// Returns the complete page, with `how` the numbers were computed in its footnote.
    pub fn finish(self, how: &str) -> Picture {
        let room = self.room();
        let mut picture = self.picture;
        picture.height += FOOT + MARGIN / 2.0;
        let (left, right, baseline) = (MARGIN, picture.width - MARGIN, picture.height - MARGIN / 2.0);
        picture.across(left, right, baseline - 16.0, 0.5, ink::GRID);
        let how = shorten(how, SMALL, room - SMALL.room(MAKER) - 20.0);
        picture.write(&how, (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT);
        picture.write(MAKER, (right, baseline), Anchor::End, SMALL, ink::FAINT_TEXT);
        picture
    }
}

/// Lines of text. Each line is `height` high; its baseline is `baseline` below its top.
pub fn lines(lines: &[String], lettering: Lettering, ink: Rgb, height: f64, baseline: f64) -> Picture {
    let widest = lines.iter().map(|line| lettering.room(line)).fold(0.0, f64::max);
    let mut picture = Picture::new(widest, height * lines.len() as f64);
    for (index, line) in lines.iter().enumerate() {
        let place = (0.0, height * index as f64 + baseline);
        picture.write(line, place, Anchor::Start, lettering, ink);
    }
    picture
}

/// Small print of this width, each note in at most `most` lines.
pub fn small_print(notes: &[impl AsRef<str>], width: f64, most: usize) -> Picture {
    let notes: Vec<String> = notes.iter().flat_map(|note| wrap(note.as_ref(), SMALL, width, most)).collect();
    lines(&notes, SMALL, ink::FAINT_TEXT, NOTE_LINE, 8.0)
}

/// The name of a panel.
pub fn name(name: &str, width: f64) -> Picture {
    name_and_help(name, "", NORMAL, width)
}

/// The name of a section or a panel, and beside it a help text in the font `letters`.
pub fn name_and_help(name: &str, help: &str, letters: Lettering, width: f64) -> Picture {
    let mut picture = Picture::new(width, NAME_ROOM);
    let name = shorten(name, NAME, width);
    picture.write(&name, (0.0, 12.0), Anchor::Start, NAME, ink::TEXT);
    let after = NAME.room(&name) + 10.0;
    let help = shorten(help, letters, (width - after).max(0.0));
    picture.write(&help, (after, 12.0), Anchor::Start, letters, ink::FAINT_TEXT);
    picture
}

/// The name of a panel in up to three lines, and a help text below it.
pub fn head(name: &str, help: &str, width: f64) -> Picture {
    let mut head = lines(&wrap(name, NAME, width, 3), NAME, ink::TEXT, 16.0, 12.0);
    head.below(lines(&wrap(help, SMALL, width, 2), SMALL, ink::FAINT_TEXT, 13.0, 9.0), 0.0);
    head.height += 6.0;
    head
}

/// Places pictures side by side, aligned at the top, `gutter` apart.
pub fn beside(pictures: impl IntoIterator<Item = Picture>, gutter: f64) -> Picture {
    let mut row = Picture::default();
    for picture in pictures {
        let left = if row.marks.is_empty() { 0.0 } else { row.width + gutter };
        (row.width, row.height) = (left + picture.width, row.height.max(picture.height));
        row.put(picture, (left, 0.0));
    }
    row
}

/// The gap between panels.
const GUTTER: f64 = 26.0;

/// The most panels side by side.
const MOST: usize = 3;

/// The number of columns for this many panels, and the width of each: as many columns as
/// possible, up to three, whose width `is_enough`.
pub fn columns(panels: usize, room: f64, is_enough: impl Fn(f64) -> bool) -> (usize, f64) {
    let wide = |columns: usize| (room - GUTTER * (columns as f64 - 1.0)) / columns as f64;
    let columns = (1..=panels.clamp(1, MOST)).rev().find(|&columns| is_enough(wide(columns))).unwrap_or(1);
    (columns, wide(columns))
}

/// Lays out panels, given as pairs of name and body, in lines of `columns` panels, with the space
/// `between` two lines. All bodies of a line start below its highest name.
pub fn panels(panels: Vec<(Picture, Picture)>, columns: usize, between: f64) -> Picture {
    let mut all = Picture::default();
    let mut panels = panels.into_iter().peekable();
    while panels.peek().is_some() {
        all.height += if all.marks.is_empty() { 0.0 } else { between };
        let line: Vec<(Picture, Picture)> = panels.by_ref().take(columns).collect();
        let head = line.iter().map(|(name, _)| name.height).fold(0.0, f64::max);
        let panel = |(name, body): (Picture, Picture)| {
            let mut panel = Picture { width: body.width, height: head, ..name };
            panel.below(body, 0.0);
            panel
        };
        all.below(beside(line.into_iter().map(panel), GUTTER), 0.0);
    }
    all
}
