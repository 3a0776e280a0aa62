//! One table of a sheet: what it answers, what it holds for, and its cells.

use plotters::prelude::DrawingBackend;

use super::super::lettering::Lettering;
use super::super::page::{NAME, SMALL};
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::wording::{shorten, wrap};
use crate::analysis::{Filled, SheetCell};
use crate::report::color::{letters, shade};
use crate::report::sheet::words::{notes, share, text, typographic, unit};

/// A table and where everything in it is.
pub struct Laid<'a> {
    filled: &'a Filled,
    /// The width of all of it.
    pub width: f64,
    caption: Vec<String>,
    columns: Vec<Vec<String>>,
    notes: Vec<String>,
    /// The width of the labels to the left, and of a cell.
    labels: f64,
    cell: f64,
}

const NUMBERS: Lettering = Lettering::regular(12.0);
const LABELS: Lettering = Lettering::bold(11.0);

/// The height of a line of the caption, of a label, and of a cell.
const LINE: f64 = 13.5;
const LABEL_LINE: f64 = 14.0;
const CELL: f64 = 17.0;

/// The room of the title, and between the caption and the cells.
const TITLE_ROOM: f64 = 18.0;
const GAP: f64 = 5.0;

/// The room between the title and what is written beside it.
const BESIDE_TITLE: f64 = 8.0;

/// The room between blocks, the least width of a cell, and that of a caption.
const ASIDE: f64 = 9.0;
const LEAST_CELL: f64 = 27.0;
const LEAST_WIDTH: f64 = 165.0;

/// The most lines of a caption and of a note.
const MOST_LINES: usize = 12;

impl<'a> Laid<'a> {
    /// Lays it out on a page with so much room.
    pub fn new(filled: &'a Filled, room: f64) -> Self {
        let declared = &filled.table;
        let word = |label: &String| label.split(' ').map(|word| LABELS.room(word)).fold(0.0, f64::max);
        let numbers = filled.cells.iter().map(|cell| NUMBERS.room(&text(filled, cell)));
        let wanted = numbers.chain(filled.columns.iter().map(word)).fold(0.0, f64::max) + 6.0;
        let labels = filled.rows.iter().map(|label| LABELS.room(&typographic(label)));
        let labels = labels.fold(SMALL.room(&declared.rows.name), f64::max) + 8.0;
        let (blocks, columns) = (filled.blocks.len() as f64, filled.columns.len() as f64);
        let most = (room - labels - ASIDE * (blocks - 1.0)) / (blocks * columns);
        let cell = wanted.max(LEAST_CELL).min(most);
        let width = labels + ASIDE * (blocks - 1.0) + cell * blocks * columns;
        let title = NAME.room(&declared.title) + BESIDE_TITLE + SMALL.room(unit(&declared.cells)) + 1.0;
        let width = width.max(LEAST_WIDTH).max(title.min(room));
        let column = |label: &String| wrap(&typographic(label), LABELS, cell, 3);
        Laid {
            filled,
            width,
            caption: wrap(&filled.caption, SMALL, width, MOST_LINES),
            columns: filled.columns.iter().map(column).collect(),
            notes: notes(filled).iter().flat_map(|note| wrap(note, SMALL, width, MOST_LINES)).collect(),
            labels,
            cell,
        }
    }

    /// Its height with everything above and below the cells.
    pub fn height(&self) -> f64 {
        let rows = CELL * self.filled.rows.len() as f64;
        let notes = if self.notes.is_empty() { 0.0 } else { GAP + LINE * self.notes.len() as f64 };
        self.head() + rows + notes
    }

    /// The height of what is above the cells.
    fn head(&self) -> f64 {
        let lines = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        let above = self.has_name() as usize + self.has_blocks() as usize;
        TITLE_ROOM + LINE * self.caption.len() as f64 + GAP + LABEL_LINE * (above + lines) as f64
    }

    fn has_name(&self) -> bool {
        !self.filled.table.columns.name.is_empty()
    }

    fn has_blocks(&self) -> bool {
        self.filled.table.blocks.is_some()
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, (left, top): (f64, f64)) -> Drawn {
        self.draw_head(canvas, (left, top))?;
        let width = self.filled.columns.len() * self.filled.blocks.len();
        let mut row_top = top + self.head();
        for (label, cells) in self.filled.rows.iter().zip(self.filled.cells.chunks(width)) {
            let place = (left + self.labels - 6.0, row_top + 12.5);
            canvas.write(&typographic(label), place, Anchor::End, LABELS, ink::TEXT)?;
            for (index, cell) in cells.iter().enumerate() {
                self.draw_cell(canvas, cell, (left + self.cell_left(index), row_top))?;
            }
            row_top += CELL;
        }
        for (index, note) in self.notes.iter().enumerate() {
            let place = (left, row_top + GAP + LINE * index as f64 + 9.0);
            canvas.write(note, place, Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        }
        Ok(())
    }

    fn draw_head<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, (left, top): (f64, f64)) -> Drawn {
        let declared = &self.filled.table;
        let title = shorten(&declared.title, NAME, self.width);
        canvas.write(&title, (left, top + 12.0), Anchor::Start, NAME, ink::TEXT)?;
        let after = NAME.room(&title) + BESIDE_TITLE;
        let unit = shorten(unit(&declared.cells), SMALL, (self.width - after).max(0.0));
        canvas.write(&unit, (left + after, top + 12.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let mut baseline = top + TITLE_ROOM + 9.0;
        for line in &self.caption {
            canvas.write(line, (left, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
            baseline += LINE;
        }
        // Labels stand above the cells, the last of their lines lowest.
        let count = self.filled.columns.len();
        let last = top + self.head() - 4.0;
        canvas.write(
            &declared.rows.name,
            (left + self.labels - 6.0, last),
            Anchor::End,
            SMALL,
            ink::FAINT_TEXT,
        )?;
        for index in 0..count * self.filled.blocks.len() {
            let label = &self.columns[index % count];
            let middle = left + self.cell_left(index) + self.cell / 2.0;
            for (line, text) in label.iter().rev().enumerate() {
                let place = (middle, last - LABEL_LINE * line as f64);
                canvas.write(text, place, Anchor::Middle, LABELS, ink::TEXT)?;
            }
        }
        let lines = self.columns.iter().map(Vec::len).max().unwrap_or(0);
        let name = last - LABEL_LINE * lines as f64;
        let above = if self.has_name() { name - LABEL_LINE } else { name };
        for (block, label) in self.filled.blocks.iter().enumerate() {
            let from = left + self.cell_left(block * count);
            let to = from + self.cell * count as f64;
            let middle = (from + to) / 2.0;
            canvas.write(&declared.columns.name, (middle, name), Anchor::Middle, SMALL, ink::FAINT_TEXT)?;
            if self.has_blocks() {
                canvas.across(from, to - 1.0, above + 3.0, 0.75, ink::AXIS)?;
                let label = shorten(label, LABELS, to - from);
                canvas.write(&label, (middle, above), Anchor::Middle, LABELS, ink::TEXT)?;
            }
        }
        Ok(())
    }

    fn draw_cell<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        cell: &SheetCell,
        (left, top): (f64, f64),
    ) -> Drawn {
        let area = Area { left, top, right: left + self.cell, bottom: top + CELL };
        canvas.fill(area, ink::GRID)?;
        let ground = share(self.filled, cell).map_or(ink::PAPER, shade);
        canvas.fill(area.grown(-0.5), ground)?;
        let place = (left + self.cell / 2.0, top + 12.8);
        canvas.write(&text(self.filled, cell), place, Anchor::Middle, NUMBERS, letters(ground))
    }

    /// How far to the right a cell of a row begins.
    fn cell_left(&self, index: usize) -> f64 {
        let block = index / self.filled.columns.len();
        self.labels + self.cell * index as f64 + ASIDE * block as f64
    }
}
