//! One table of a sheet: its title, its caption, its cells, and its notes.

use super::super::language::*;
use crate::analysis::{Filled, SheetCell};
use crate::report::color::{letters, shade};
use crate::report::sheet::words::{notes, share, text, typographic, unit};

const NUMBERS: Lettering = Lettering::regular(12.0);
const LABELS: Lettering = Lettering::bold(11.0);

/// The heights of a line of small print, of a line of labels, and of a cell.
const LINE: f64 = 13.5;
const LABEL_LINE: f64 = 14.0;
const CELL: f64 = 16.0;

/// The gaps above and below the cells, and between blocks of cells.
const GAP: f64 = 5.0;
const ASIDE: f64 = 9.0;

/// The minimum width of a cell, and of a table.
const LEAST_CELL: f64 = 27.0;
const LEAST_WIDTH: f64 = 165.0;

/// The maximum number of lines of a caption or a note.
const MOST_LINES: usize = 12;

/// The layout of a table's columns.
struct Columns {
    /// The number of columns in a block.
    count: usize,
    /// The width of the row labels, and of a cell.
    labels: f64,
    cell: f64,
}

impl Columns {
    /// Columns as wide as their labels and numbers need, within the width `room`.
    fn new(filled: &Filled, room: f64) -> Columns {
        let widest_word = |label: &String| label.split(' ').map(|word| LABELS.room(word)).fold(0.0, f64::max);
        let numbers = filled.cells.iter().map(|cell| NUMBERS.room(&text(filled, cell)));
        let wanted = numbers.chain(filled.columns.iter().map(widest_word)).fold(0.0, f64::max) + 6.0;
        let labels = filled.rows.iter().map(|label| LABELS.room(&typographic(label)));
        let labels = labels.fold(SMALL.room(&filled.table.rows.name), f64::max) + 8.0;
        let (blocks, count) = (filled.blocks.len(), filled.columns.len());
        let most = (room - labels - ASIDE * (blocks as f64 - 1.0)) / (blocks * count) as f64;
        Columns { count, labels, cell: wanted.max(LEAST_CELL).min(most) }
    }

    /// The left end of the cell at this index of a row.
    fn left(&self, place: usize) -> f64 {
        self.labels + self.cell * place as f64 + ASIDE * (place / self.count) as f64
    }

    /// The right end of a block of cells.
    fn end(&self, block: usize) -> f64 {
        self.left((block + 1) * self.count - 1) + self.cell
    }
}

/// Draws a table, as wide as it needs, on a page of the width `room`.
pub fn table(filled: &Filled, room: f64) -> Picture {
    let columns = Columns::new(filled, room);
    let (title, unit) = (&filled.table.title, unit(&filled.table.cells));
    let named = NAME.room(title) + 10.0 + SMALL.room(unit) + 1.0;
    let width = columns.end(filled.blocks.len() - 1).max(LEAST_WIDTH).max(named.min(room));
    let small = |text: &str| lines(&wrap(text, SMALL, width, MOST_LINES), SMALL, ink::FAINT_TEXT, LINE, 9.0);
    let mut table = name_and_help(title, unit, SMALL, width);
    table.below(small(&filled.caption), 0.0);
    table.height += GAP;
    table.below(heads(filled, &columns), 0.0);
    for (label, cells) in filled.rows.iter().zip(filled.cells.chunks(columns.count * filled.blocks.len())) {
        let place = (columns.labels - 6.0, table.height + 12.5);
        table.write(&typographic(label), place, Anchor::End, LABELS, ink::TEXT);
        for (place, one) in cells.iter().enumerate() {
            table.put(cell(filled, one, columns.cell), (columns.left(place), table.height));
        }
        table.height += CELL;
    }
    let notes = notes(filled);
    table.height += if notes.is_empty() { 0.0 } else { GAP };
    for note in &notes {
        table.below(small(note), 0.0);
    }
    table
}

/// The headings above the cells: names of blocks, the name of the column axis, and column labels.
fn heads(filled: &Filled, columns: &Columns) -> Picture {
    let declared = &filled.table;
    let words = |label: &String| wrap(&typographic(label), LABELS, columns.cell, 3);
    let labels: Vec<Vec<String>> = filled.columns.iter().map(words).collect();
    let most = labels.iter().map(Vec::len).max().unwrap_or(0);
    let has_name = !declared.columns.name.is_empty();
    let has_blocks = declared.blocks.is_some();
    let above = usize::from(has_name) + usize::from(has_blocks);
    let mut heads = Picture::new(columns.end(filled.blocks.len() - 1), LABEL_LINE * (above + most) as f64);
    // Labels are aligned to the cells below them.
    let line = |from_below: usize| LABEL_LINE * (above + most - from_below) as f64 - 4.0;
    let corner = (columns.labels - 6.0, line(0));
    heads.write(&declared.rows.name, corner, Anchor::End, SMALL, ink::FAINT_TEXT);
    for (block, name) in filled.blocks.iter().enumerate() {
        for (column, label) in labels.iter().enumerate() {
            let middle = columns.left(block * columns.count + column) + columns.cell / 2.0;
            for (from_below, words) in label.iter().rev().enumerate() {
                heads.write(words, (middle, line(from_below)), Anchor::Middle, LABELS, ink::TEXT);
            }
        }
        let (from, to) = (columns.left(block * columns.count), columns.end(block));
        let middle = (from + to) / 2.0;
        if has_name {
            heads.write(&declared.columns.name, (middle, line(most)), Anchor::Middle, SMALL, ink::FAINT_TEXT);
        }
        if has_blocks {
            let baseline = line(most + usize::from(has_name));
            heads.across(from, to - 1.0, baseline + 3.0, 0.75, ink::AXIS);
            let name = shorten(name, LABELS, to - from);
            heads.write(&name, (middle, baseline), Anchor::Middle, LABELS, ink::TEXT);
        }
    }
    heads
}

fn cell(filled: &Filled, cell: &SheetCell, width: f64) -> Picture {
    let mut picture = Picture::new(width, CELL);
    let area = Area { left: 0.0, top: 0.0, right: width, bottom: CELL };
    picture.fill(area, ink::GRID);
    let ground = share(filled, cell).map_or(ink::PAPER, shade);
    picture.fill(area.grown(-0.5), ground);
    picture.write(&text(filled, cell), (width / 2.0, 12.8), Anchor::Middle, NUMBERS, letters(ground));
    picture
}
