//! Maps over two axes: a grid with a cell for each pair of values.

use super::{Anchor, Area, Axis, Lettering, Pattern, Picture, SMALL, ink, shorten, wrap};
use crate::report::color::Rgb;

/// The background of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ground {
    /// A plain colour.
    Shade(Rgb),
    /// A pattern.
    Pattern(Pattern),
    /// Stripes, for a cell without data.
    Hatch,
}

/// The greatest height of all cells together.
const MOST_HIGH: f64 = 900.0;

/// The maximum width of row labels, and of the words that widen a column.
const LABEL_ROOM: f64 = 120.0;

const LINE: f64 = 13.0;
const GAP: f64 = 6.0;

/// The font in cells, the height of a line, and the padding beside it.
pub const LETTERS: Lettering = Lettering::regular(9.5);
const LETTERS_LINE: f64 = 11.5;
const PAD: f64 = 2.0;

/// The width of a map with labels and cells that are `cell` wide.
pub fn wanted([rows, columns]: [&Axis; 2], cell: f64) -> f64 {
    label_room(rows) + cell * columns.values.len() as f64
}

/// Draws the labels and names of a map's axes, and returns the areas of its cells row by row. The
/// first axis goes from top to bottom, the second from left to right. `most` is the maximum width
/// and height of a cell; cells may be wider if a word of a column label needs it.
pub fn map([rows, columns]: [&Axis; 2], most: (f64, f64), width: f64) -> (Picture, Vec<Area>) {
    let left = label_room(rows);
    let (down, across) = (rows.values.len(), columns.values.len());
    let wide = (width - left) / across as f64;
    let most_wide = if columns.is_of_words() { most.0.max(longest_word(columns)) } else { most.0 };
    let wide = if wide >= 3.0 { (wide.min(most_wide) * 2.0).floor() / 2.0 } else { wide };
    let high = (MOST_HIGH / down as f64).min(most.1);
    let cell = |index: usize| {
        let (row, column) = ((index / across) as f64, (index % across) as f64);
        let (left, top) = (left + wide * column, LINE + high * row);
        Area { left, right: left + wide, top, bottom: top + high }
    };
    let bottom = LINE + high * down as f64;
    let labels = column_labels(columns, wide, width);
    let lines = labels.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let mut picture = Picture::new(width, bottom + LINE * (lines as f64 + 1.0) + 8.0);
    let name = shorten(&rows.name, SMALL, width);
    picture.write(&name, (0.0, 9.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    let step = (LINE / high).ceil().max(1.0) as usize;
    for (index, word) in rows.words.iter().enumerate().step_by(step) {
        let label = shorten(word, SMALL, left - GAP);
        let place = (left - GAP, LINE + high * (index as f64 + 0.5) + 0.36 * SMALL.size);
        picture.write(&label, place, Anchor::End, SMALL, ink::TEXT);
    }
    let baseline = |line: usize| bottom + 4.0 + 0.8 * SMALL.size + LINE * line as f64;
    for (index, label) in labels.iter().enumerate() {
        for (line, text) in label.iter().enumerate() {
            let half = SMALL.room(text) / 2.0;
            let x = (left + wide * (index as f64 + 0.5)).min(width - half).max(half);
            let place = (x, baseline(line));
            picture.write(text, place, Anchor::Middle, SMALL, ink::TEXT);
        }
    }
    let name = shorten(&columns.name, SMALL, width - left);
    picture.write(&name, (left, baseline(lines) + 1.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    (picture, (0..down * across).map(cell).collect())
}

/// The column width in which no word of a label is broken, up to [`LABEL_ROOM`].
fn longest_word(columns: &Axis) -> f64 {
    let words = columns.words.iter().flat_map(|words| words.split(' '));
    (words.map(|word| SMALL.room(word)).fold(0.0, f64::max) + 5.0).min(LABEL_ROOM)
}

/// The lines of each column's label; empty for the columns that are skipped for lack of room.
fn column_labels(columns: &Axis, wide: f64, width: f64) -> Vec<Vec<String>> {
    let words = &columns.words;
    if columns.is_of_words() && wide >= 20.0 {
        return words.iter().map(|word| wrap(word, SMALL, wide - 4.0, 3)).collect();
    }
    let widest = words.iter().map(|word| SMALL.room(word)).fold(0.0, f64::max) + 4.0;
    let step = (widest / wide).ceil().max(1.0) as usize;
    let label = |(index, word): (usize, &String)| match index % step {
        0 => vec![shorten(word, SMALL, width / 2.0)],
        _ => Vec::new(),
    };
    words.iter().enumerate().map(label).collect()
}

fn label_room(rows: &Axis) -> f64 {
    let widest = rows.words.iter().map(|word| SMALL.room(word)).fold(0.0, f64::max);
    widest.min(LABEL_ROOM) + GAP + 1.0
}

/// Whether these lines fit into a cell.
pub fn has_room(cell: Area, lines: &[String]) -> bool {
    LETTERS_LINE * lines.len() as f64 + 0.5 <= cell.height()
        && lines.iter().all(|line| LETTERS.room(line) + 2.0 * PAD <= cell.width())
}

/// Fills a cell and, if there are data, writes centred lines into it.
pub fn fill(picture: &mut Picture, cell: Area, ground: Ground, lines: &[String]) {
    // Small cells touch each other: lines between them would hide their colours.
    let edge = if cell.width() >= 8.0 && cell.height() >= 8.0 { 0.5 } else { 0.0 };
    let pattern = match ground {
        Ground::Hatch => return picture.hatch(cell.grown(-edge)),
        Ground::Shade(shade) => {
            if edge > 0.0 {
                picture.fill(cell, ink::GRID);
            }
            picture.fill(cell.grown(-edge), shade);
            Pattern::plain(shade)
        }
        Ground::Pattern(pattern) => {
            pattern.cover(picture, cell);
            pattern
        }
    };
    let lines: Vec<_> = lines.iter().map(|line| (line, LETTERS)).collect();
    pattern.write(picture, cell.center(), &lines, LETTERS_LINE, (PAD, 0.0));
}

/// Draws lines around and between cells. Lines between cells of different content are stronger.
pub fn draw_borders<T: PartialEq>(picture: &mut Picture, columns: usize, contents: &[T], areas: &[Area]) {
    for (is_strong, thickness, ink) in [(false, 0.5, ink::GRID), (true, 1.5, ink::TEXT)] {
        for (index, &Area { left, top, right, bottom }) in areas.iter().enumerate() {
            let is_wanted = |other: usize| (contents[index] != contents[other]) == is_strong;
            if index % columns > 0 && is_wanted(index - 1) {
                picture.down(top, bottom, left, thickness, ink);
            }
            if index >= columns && is_wanted(index - columns) {
                picture.across(left, right, top, thickness, ink);
            }
        }
    }
    let (first, last) = (areas[0], areas[areas.len() - 1]);
    draw_frame(picture, Area { right: last.right, bottom: last.bottom, ..first }, 0.0, 1.0, ink::AXIS);
}

/// Highlights a cell by a frame that is visible on dark and on light backgrounds.
pub fn outline(picture: &mut Picture, area: Area) {
    for (thickness, ink) in [(4.0, ink::PAPER), (2.0, ink::TEXT)] {
        draw_frame(picture, area, thickness / 2.0, thickness, ink);
    }
}

/// Draws lines along the sides of an area; they extend by `beyond` over its corners.
fn draw_frame(picture: &mut Picture, area: Area, beyond: f64, thickness: f64, ink: Rgb) {
    for y in [area.top, area.bottom] {
        picture.across(area.left - beyond, area.right + beyond, y, thickness, ink);
    }
    for x in [area.left, area.right] {
        picture.down(area.top - beyond, area.bottom + beyond, x, thickness, ink);
    }
}
