//! A number over two keys: a cell for each pair of values, the darker the greater.

use plotters::prelude::DrawingBackend;

use super::super::lettering::Lettering;
use super::super::numbers::{grouped, mean, short_percent};
use super::super::page::SMALL;
use super::super::patterns::hatch;
use super::super::shades::{letters, shade};
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::ticks::Scale;
use super::super::wording::{shorten, wrap};
use super::axes::Axis;
use super::quantity::Reading;

/// The cell of a pair of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// Its number.
    Number(Reading),
    /// The rules do not allow the setting.
    Skipped,
    /// There is no such setting, or it has no such number.
    Empty,
}

impl Cell {
    /// Its number, if it has one.
    pub fn number(self) -> Option<Reading> {
        match self {
            Cell::Number(reading) => Some(reading),
            Cell::Skipped | Cell::Empty => None,
        }
    }
}

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
    pub is_question: bool,
}

const NUMBERS: Lettering = Lettering::regular(9.5);

/// The room that a number of three signs needs, and the greatest width of a cell.
const NUMBER_ROOM: f64 = 25.0;
const MOST_WIDE: f64 = 52.0;

/// The height of a cell, and of all of them together.
const CELL_HEIGHT: f64 = 18.0;
const MOST_HIGH: f64 = 900.0;

/// The greatest room of the labels of rows.
const LABEL_ROOM: f64 = 120.0;

/// The room of the scale above the cells, and its own size.
const SCALE_ROOM: f64 = 18.0;
const SCALE: (f64, f64) = (90.0, 8.0);
const SCALE_STEPS: usize = 60;

const LINE: f64 = 13.0;
const GAP: f64 = 6.0;

impl Heat<'_> {
    /// The least width of a panel whose cells have room for numbers.
    pub fn wanted(rows: &Axis, columns: &Axis) -> f64 {
        label_room(rows) + NUMBER_ROOM * columns.values.len() as f64
    }

    /// The height with labels, the scale and the names of the axes.
    pub fn height(&self, width: f64) -> f64 {
        let labels = self.column_labels(width).iter().map(Vec::len).max().unwrap_or(1).max(1);
        SCALE_ROOM
            + LINE
            + self.cell_height() * self.rows.values.len() as f64
            + LINE * (labels as f64 + 1.0)
            + 8.0
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        self.draw_scale(canvas, (left, top))?;
        let name = shorten(&self.rows.name, SMALL, width);
        let place = (left, top + SCALE_ROOM + 9.0);
        canvas.write(&name, place, Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let (wide, high) = (self.cell_width(width), self.cell_height());
        let (left, top) = (left + label_room(self.rows), top + SCALE_ROOM + LINE);
        let form = self.form(wide - 4.0).filter(|_| high >= 12.0);
        let columns = self.columns.values.len();
        for (index, cell) in self.cells.iter().enumerate() {
            let (row, column) = ((index / columns) as f64, (index % columns) as f64);
            let area = Area {
                left: left + wide * column,
                right: left + wide * (column + 1.0),
                top: top + high * row,
                bottom: top + high * (row + 1.0),
            };
            self.draw_cell(canvas, *cell, area, form)?;
        }
        self.draw_row_labels(canvas, (left, top))?;
        self.draw_column_labels(canvas, (left, top), width)
    }

    fn cell_width(&self, width: f64) -> f64 {
        let fair = (width - label_room(self.rows)) / self.columns.values.len() as f64;
        if fair >= 3.0 { (fair.min(MOST_WIDE) * 2.0).floor() / 2.0 } else { fair }
    }

    fn cell_height(&self) -> f64 {
        let fair = MOST_HIGH / self.rows.values.len() as f64;
        if fair >= CELL_HEIGHT { CELL_HEIGHT } else { fair }
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
        let forms: &[Form] = match self.is_question {
            true => &[short_percent, whole_percent],
            false => &[hundredths, tenths, whole],
        };
        let numbers = || self.cells.iter().filter_map(|cell| cell.number()).map(|one| one.value);
        let fits = |form: &&Form| numbers().all(|number| NUMBERS.room(&form(number)) <= room);
        forms.iter().find(fits).copied()
    }

    fn draw_scale<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, (left, top): (f64, f64)) -> Drawn {
        let end = |tick: Option<&(f64, String)>| tick.map_or_else(String::new, |tick| tick.1.clone());
        let (least, greatest) = (end(self.scale.ticks.first()), end(self.scale.ticks.last()));
        canvas.write(&least, (left, top + 9.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        let start = left + SMALL.room(&least) + GAP;
        let area = Area { left: start, right: start + SCALE.0, top: top + 1.0, bottom: top + 1.0 + SCALE.1 };
        let outline = Area {
            left: area.left - 1.0,
            right: area.right + 1.0,
            top: area.top - 1.0,
            bottom: area.bottom + 1.0,
        };
        canvas.fill(outline, ink::AXIS)?;
        for step in 0..SCALE_STEPS {
            let from = step as f64 / SCALE_STEPS as f64;
            let left = area.left + area.width() * from;
            canvas.fill(Area { left, ..area }, shade(from + 0.5 / SCALE_STEPS as f64))?;
        }
        let place = (area.right + GAP, top + 9.0);
        canvas.write(&greatest, place, Anchor::Start, SMALL, ink::FAINT_TEXT)
    }

    fn draw_row_labels<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, (left, top): (f64, f64)) -> Drawn {
        let high = self.cell_height();
        let step = (LINE / high).ceil().max(1.0) as usize;
        for (index, value) in self.rows.values.iter().enumerate().step_by(step) {
            let label = shorten(value, SMALL, label_room(self.rows) - GAP);
            let middle = top + high * (index as f64 + 0.5);
            let place = (left - GAP, middle + 0.36 * SMALL.size);
            canvas.write(&label, place, Anchor::End, SMALL, ink::TEXT)?;
        }
        Ok(())
    }

    /// The lines of the label of each column; none where there is no room.
    fn column_labels(&self, width: f64) -> Vec<Vec<String>> {
        let wide = self.cell_width(width);
        let values = &self.columns.values;
        let is_word = |value: &&String| value.parse::<f64>().is_err();
        if values.iter().filter(is_word).count() >= 2 && wide >= 20.0 {
            return values.iter().map(|value| wrap(value, SMALL, wide - 4.0, 3)).collect();
        }
        let widest = values.iter().map(|value| SMALL.room(value)).fold(0.0, f64::max) + 4.0;
        let step = (widest / wide).ceil().max(1.0) as usize;
        let label = |(index, value): (usize, &String)| match index % step {
            0 => vec![shorten(value, SMALL, width / 2.0)],
            _ => Vec::new(),
        };
        values.iter().enumerate().map(label).collect()
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
        let name = shorten(&self.columns.name, SMALL, width - label_room(self.rows));
        let place = (left, first + LINE * lines as f64 + 1.0);
        canvas.write(&name, place, Anchor::Start, SMALL, ink::FAINT_TEXT)
    }
}

/// How a number is written.
type Form = fn(f64) -> String;

/// A probability in percent without decimals and without the sign.
fn whole_percent(probability: f64) -> String {
    let percent = 100.0 * probability;
    match percent {
        _ if percent <= 0.0 => "0".to_owned(),
        _ if percent < 0.5 => "<1".to_owned(),
        _ if probability >= 1.0 - 1e-12 => "100".to_owned(),
        _ if percent >= 99.5 => ">99".to_owned(),
        _ => format!("{percent:.0}"),
    }
}

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

fn label_room(rows: &Axis) -> f64 {
    let widest = rows.values.iter().map(|value| SMALL.room(value)).fold(0.0, f64::max);
    widest.min(LABEL_ROOM) + GAP + 1.0
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
