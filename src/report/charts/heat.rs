//! A number over two keys: a cell for each pair of values, the darker the greater.

use plotters::prelude::DrawingBackend;

use super::axes::Axis;
use super::cells::{Cells, outline};
use super::lettering::Lettering;
use super::numbers::{grouped, mean, short_percent, whole_percent};
use super::patterns::hatch;
use super::readings::Cell;
use super::shades::draw_key;
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::Scale;
use crate::report::color::{letters, shade};

/// A map of cells.
pub struct Heat<'a> {
    /// The axis from top to bottom.
    pub rows: &'a Axis,
    /// The axis from left to right.
    pub columns: &'a Axis,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// What the lightest and the darkest shade stand for.
    pub scale: Scale,
    /// Whether they are probabilities.
    pub is_chance: bool,
    /// The cells that stand out.
    pub marked: Vec<usize>,
}

const NUMBERS: Lettering = Lettering::regular(9.5);

/// The room that a number of three signs needs, and the greatest size of a cell.
const NUMBER_ROOM: f64 = 25.0;
const MOST: (f64, f64) = (52.0, 18.0);

/// The room of the scale above the cells.
const SCALE_ROOM: f64 = 18.0;

impl Heat<'_> {
    /// The least width of a panel whose cells have room for numbers.
    pub fn wanted(rows: &Axis, columns: &Axis) -> f64 {
        Cells { rows, columns, most: MOST }.wanted(NUMBER_ROOM)
    }

    /// The height with labels, the scale and the names of the axes.
    pub fn height(&self, width: f64) -> f64 {
        SCALE_ROOM + self.map().height(width)
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        draw_key(canvas, &self.scale, (left, top))?;
        let (map, corner) = (self.map(), (left, top + SCALE_ROOM));
        let form = self.form(map.cell_width(width) - 4.0).filter(|_| map.cell_height() >= 12.0);
        for (index, cell) in self.cells.iter().enumerate() {
            self.draw_cell(canvas, *cell, map.area(index, corner, width), form)?;
        }
        for &index in &self.marked {
            outline(canvas, map.area(index, corner, width))?;
        }
        map.draw_labels(canvas, corner, width)
    }

    fn map(&self) -> Cells<'_> {
        Cells { rows: self.rows, columns: self.columns, most: MOST }
    }

    fn draw_cell<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        cell: Cell,
        area: Area,
        form: Option<Form>,
    ) -> Drawn {
        let reading = match cell {
            Cell::Number(reading) => reading,
            Cell::Skipped => return hatch(canvas, area),
            Cell::Empty => return Ok(()),
        };
        // Small cells touch each other: lines between them would be all that is seen.
        let edge = if area.width() >= 8.0 && area.height() >= 8.0 { 0.5 } else { 0.0 };
        let ground = shade(self.scale.share(reading.value));
        if edge > 0.0 {
            canvas.fill(area, ink::GRID)?;
        }
        let inner = Area {
            left: area.left + edge,
            right: area.right - edge,
            top: area.top + edge,
            bottom: area.bottom - edge,
        };
        canvas.fill(inner, ground)?;
        let Some(form) = form else { return Ok(()) };
        let place = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0 + 0.36 * NUMBERS.size);
        canvas.write(&form(reading.value), place, Anchor::Middle, NUMBERS, letters(ground))
    }

    /// The longest form of numbers that fits into cells of this width.
    fn form(&self, room: f64) -> Option<Form> {
        let forms: &[Form] = match self.is_chance {
            true => &[short_percent, whole_percent],
            false => &[hundredths, tenths, whole],
        };
        let numbers = || self.cells.iter().filter_map(|cell| cell.number()).map(|one| one.value);
        let fits = |form: &&Form| numbers().all(|number| NUMBERS.room(&form(number)) <= room);
        forms.iter().find(fits).copied()
    }
}

/// How a number is written.
type Form = fn(f64) -> String;

fn hundredths(number: f64) -> String {
    if number.abs() < 100.0 { decimals(number, 2) } else { mean(number) }
}

fn tenths(number: f64) -> String {
    if number.abs() < 100.0 { decimals(number, 1) } else { mean(number) }
}

/// A number with so many decimals; what is nothing has none.
fn decimals(number: f64, count: usize) -> String {
    if number == 0.0 { "0".to_owned() } else { format!("{number:.count$}").replace('-', "−") }
}

fn whole(number: f64) -> String {
    if number.abs() < 1e18 { grouped(number.round() as i128) } else { mean(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_never_round_to_what_is_certain() {
        let cases = [0.0, 0.001, 0.126, 0.996, 1.0].map(whole_percent);
        assert_eq!(cases, ["0", "<1", "13", ">99", "100"]);
        assert_eq!([tenths(-2.26), whole(-2.6), whole(1234.0)], ["−2.3", "−3", "1,234"]);
        assert_eq!([0.0, 1e-9, 1.006].map(hundredths), ["0", "0.00", "1.01"]);
    }
}
