//! A number for each of several words: marks from left to right, one below another.

use plotters::prelude::DrawingBackend;

use super::super::axes::Axis;
use super::super::numbers::{mean, percent};
use super::super::page::SMALL;
use super::super::patterns::hatch;
use super::super::readings::Cell;
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::ticks::Scale;
use super::super::wording::shorten;
use super::quantity::Quantity;

/// A number at each value of an axis of words.
pub struct Marks<'a> {
    axis: &'a Axis,
    cells: Vec<Cell>,
    scale: Scale,
    texts: Vec<String>,
}

const ROW: f64 = 18.0;

/// The room of the axis's name above the rows, and of the ticks below them.
const NAME_ROOM: f64 = 13.0;
const TICK_ROOM: f64 = 18.0;

/// The greatest part of the width that the words may take.
const WORD_SHARE: f64 = 0.4;
const GAP: f64 = 8.0;

impl<'a> Marks<'a> {
    /// Lays out the number at each value.
    pub fn new(axis: &'a Axis, quantity: &Quantity, cells: Vec<Cell>) -> Self {
        let readings: Vec<_> = cells.iter().filter_map(|cell| cell.number()).collect();
        let scale = quantity.scale(readings.iter(), 3);
        let text = |cell: &Cell| match cell.number() {
            Some(reading) if quantity.is_chance => percent(reading.value),
            Some(reading) => mean(reading.value),
            None => String::new(),
        };
        let texts = cells.iter().map(text).collect();
        Marks { axis, cells, scale, texts }
    }

    /// The height with the ticks and the name of the axis.
    pub fn height(&self) -> f64 {
        NAME_ROOM + ROW * self.cells.len() as f64 + TICK_ROOM
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (left, top): (f64, f64),
        width: f64,
    ) -> Drawn {
        let widest = |texts: &[String]| texts.iter().map(|text| SMALL.room(text)).fold(0.0, f64::max);
        let words = (widest(&self.axis.words) + 1.0).min(width * WORD_SHARE);
        let plot = Area {
            left: left + words + GAP,
            right: left + width - widest(&self.texts) - GAP,
            top: top + NAME_ROOM,
            bottom: top + NAME_ROOM + ROW * self.cells.len() as f64,
        };
        let name = shorten(&self.axis.name, SMALL, width);
        canvas.write(&name, (left, top + 6.0), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
        self.draw_ticks(canvas, plot)?;
        canvas.down(plot.top, plot.bottom, plot.left, 1.0, ink::AXIS)?;
        for (index, cell) in self.cells.iter().enumerate() {
            let middle = plot.top + ROW * (index as f64 + 0.5);
            let baseline = middle + 0.36 * SMALL.size;
            let word = shorten(&self.axis.words[index], SMALL, words);
            canvas.write(&word, (plot.left - GAP, baseline), Anchor::End, SMALL, ink::TEXT)?;
            let place = (plot.right + GAP, baseline);
            canvas.write(&self.texts[index], place, Anchor::Start, SMALL, ink::TEXT)?;
            self.draw_mark(canvas, plot, middle, *cell)?;
        }
        Ok(())
    }

    fn x(&self, plot: Area, number: f64) -> f64 {
        plot.left + plot.width() * self.scale.share(number)
    }

    fn draw_mark<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        plot: Area,
        middle: f64,
        cell: Cell,
    ) -> Drawn {
        match cell {
            Cell::Number(reading) => {
                let (left, right) = (self.x(plot, reading.low), self.x(plot, reading.high));
                if reading.high > reading.low {
                    let area = Area { left, right, top: middle - 5.0, bottom: middle + 5.0 };
                    canvas.fill(area, ink::PALE)?;
                }
                canvas.disc(self.x(plot, reading.value), middle, 3.0, ink::DEEP)
            }
            Cell::Skipped => {
                let half = ROW / 2.0 - 1.0;
                hatch(canvas, Area { top: middle - half, bottom: middle + half, ..plot })
            }
            Cell::Empty => Ok(()),
        }
    }

    /// Draws the ticks, and as many of their labels as have room: the ends at least.
    fn draw_ticks<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        let ticks = &self.scale.ticks;
        let widest = ticks.iter().map(|tick| SMALL.room(&tick.1)).fold(0.0, f64::max) + GAP;
        let all = plot.width() / (ticks.len() - 1).max(1) as f64 >= widest;
        for (index, (tick, label)) in ticks.iter().enumerate() {
            let x = self.x(plot, *tick);
            canvas.down(plot.top, plot.bottom, x, 0.5, ink::GRID)?;
            if all || index == 0 || index + 1 == ticks.len() {
                let place = (x, plot.bottom + 5.0 + 0.8 * SMALL.size);
                canvas.write(label, place, Anchor::Middle, SMALL, ink::FAINT_TEXT)?;
            }
        }
        Ok(())
    }
}
