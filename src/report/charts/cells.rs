//! A map's cells: one for each pair of values of two axes, and the labels around them.

use plotters::prelude::DrawingBackend;

use super::axes::Axis;
use super::page::SMALL;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::wording::{shorten, wrap};

/// Where the cells of a map are, row by row.
pub struct Cells<'a> {
    /// The axis from top to bottom.
    pub rows: &'a Axis,
    /// The axis from left to right.
    pub columns: &'a Axis,
    /// The greatest width and height of a cell.
    pub most: (f64, f64),
}

/// The greatest height of all cells together.
const MOST_HIGH: f64 = 900.0;

/// The greatest room of the labels of rows.
const LABEL_ROOM: f64 = 120.0;

const LINE: f64 = 13.0;
const GAP: f64 = 6.0;

impl Cells<'_> {
    /// The least width of a map whose cells are at least so wide.
    pub fn wanted(&self, cell: f64) -> f64 {
        self.label_room() + cell * self.columns.values.len() as f64
    }

    /// The height with labels and the names of the axes.
    pub fn height(&self, width: f64) -> f64 {
        let labels = self.column_labels(width).iter().map(Vec::len).max().unwrap_or(1).max(1);
        LINE + self.cell_height() * self.rows.values.len() as f64 + LINE * (labels as f64 + 1.0) + 8.0
    }

    /// The width of a cell.
    pub fn cell_width(&self, width: f64) -> f64 {
        let fair = (width - self.label_room()) / self.columns.values.len() as f64;
        if fair >= 3.0 { (fair.min(self.most.0) * 2.0).floor() / 2.0 } else { fair }
    }

    /// The height of a cell.
    pub fn cell_height(&self) -> f64 {
        let fair = MOST_HIGH / self.rows.values.len() as f64;
        if fair >= self.most.1 { self.most.1 } else { fair }
    }

    /// The cell at this place, of a map that begins at this corner.
    pub fn area(&self, index: usize, (left, top): (f64, f64), width: f64) -> Area {
        let (wide, high) = (self.cell_width(width), self.cell_height());
        let (left, top) = (left + self.label_room(), top + LINE);
        let columns = self.columns.values.len();
        let (row, column) = ((index / columns) as f64, (index % columns) as f64);
        Area {
            left: left + wide * column,
            right: left + wide * (column + 1.0),
            top: top + high * row,
            bottom: top + high * (row + 1.0),
        }
    }

    /// Draws the labels of both axes, and their names.
    pub fn draw_labels<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        let name = shorten(&self.rows.name, SMALL, width);
        canvas.write(&name, (left, top + 9.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let corner = (left + self.label_room(), top + LINE);
        self.draw_row_labels(canvas, corner)?;
        self.draw_column_labels(canvas, corner, width)
    }

    fn draw_row_labels<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, (left, top): (f64, f64)) -> Drawn {
        let high = self.cell_height();
        let step = (LINE / high).ceil().max(1.0) as usize;
        for (index, word) in self.rows.words.iter().enumerate().step_by(step) {
            let label = shorten(word, SMALL, self.label_room() - GAP);
            let middle = top + high * (index as f64 + 0.5);
            let place = (left - GAP, middle + 0.36 * SMALL.size);
            canvas.write(&label, place, Anchor::End, SMALL, ink::TEXT)?;
        }
        Ok(())
    }

    /// The lines of the label of each column; none where there is no room.
    fn column_labels(&self, width: f64) -> Vec<Vec<String>> {
        let wide = self.cell_width(width);
        let (values, words) = (&self.columns.values, &self.columns.words);
        let is_word = |value: &&String| value.parse::<f64>().is_err();
        if values.iter().filter(is_word).count() >= 2 && wide >= 20.0 {
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

    fn draw_column_labels<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        let (wide, labels) = (self.cell_width(width), self.column_labels(width));
        let first = top + self.cell_height() * self.rows.values.len() as f64 + 4.0 + 0.8 * SMALL.size;
        for (index, lines) in labels.iter().enumerate() {
            for (line, text) in lines.iter().enumerate() {
                let place = (left + wide * (index as f64 + 0.5), first + LINE * line as f64);
                canvas.write(text, place, Anchor::Middle, SMALL, ink::TEXT)?;
            }
        }
        let lines = labels.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let name = shorten(&self.columns.name, SMALL, width - self.label_room());
        let place = (left, first + LINE * lines as f64 + 1.0);
        canvas.write(&name, place, Anchor::Start, SMALL, ink::FAINT_TEXT)
    }

    fn label_room(&self) -> f64 {
        let widest = self.rows.words.iter().map(|word| SMALL.room(word)).fold(0.0, f64::max);
        widest.min(LABEL_ROOM) + GAP + 1.0
    }
}

/// Draws a frame around a cell that stands out on dark and on light grounds.
pub fn outline<B: DrawingBackend>(canvas: &mut Canvas<B>, area: Area) -> Drawn {
    for (thickness, ink) in [(4.0, ink::PAPER), (2.0, ink::MEAN)] {
        let half = thickness / 2.0;
        for y in [area.top, area.bottom] {
            canvas.across(area.left - half, area.right + half, y, thickness, ink)?;
        }
        for x in [area.left, area.right] {
            canvas.down(area.top - half, area.bottom + half, x, thickness, ink)?;
        }
    }
    Ok(())
}
