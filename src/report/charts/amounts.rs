//! Numbers as bars from left to right, one below another, from 0 either way.

use plotters::prelude::DrawingBackend;

use super::page::{NORMAL, SMALL};
use super::signs::{Sign, draw_best};
use super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::ticks::Scale;
use super::wording::{shorten, wrap};
use crate::report::color::Rgb;

/// A number with its name.
#[derive(Clone, Debug, Default)]
pub struct Amount {
    /// Its name, which may hold any characters.
    pub name: String,
    /// The number; not finite if there is none, and so no bar.
    pub value: f64,
    /// The ends of its 95 % interval, if it was sampled.
    pub interval: Option<(f64, f64)>,
    /// What is drawn upon its bar besides.
    pub marks: Vec<(Sign, f64)>,
    /// What stands to the right of its bar, in columns.
    pub texts: Vec<String>,
    /// Whether it is the best.
    pub best: bool,
}

/// Numbers, laid out for a width.
pub struct Amounts {
    rows: Vec<(Vec<String>, Amount)>,
    heads: Vec<String>,
    scale: Scale,
    width: f64,
    name_room: f64,
    text_rooms: Vec<f64>,
    row_height: f64,
}

/// The greatest part of the width that names may take, and the greatest room of a text.
const NAME_SHARE: f64 = 0.38;
const MOST_TEXT: f64 = 200.0;

const GAP: f64 = 12.0;
const COLUMN_GAP: f64 = 16.0;
const LINE: f64 = 15.0;

/// The room of the heads of columns above the bars, and of the ticks below them.
const HEAD: f64 = 20.0;
const TICKS: f64 = 20.0;

impl Amount {
    /// All numbers that an axis has to reach.
    pub fn reach(&self) -> Vec<f64> {
        let interval = self.interval.into_iter().flat_map(|(low, high)| [low, high]);
        let marks = self.marks.iter().map(|mark| mark.1);
        [0.0, self.value].into_iter().chain(interval).chain(marks).collect()
    }
}

impl Amounts {
    /// Lays them out in this width, on an axis that reaches 0 and all of them, with the
    /// heads of the columns of texts.
    pub fn new(amounts: Vec<Amount>, heads: &[&str], scale: Scale, width: f64) -> Self {
        let column = |column: usize| {
            let texts = amounts.iter().filter_map(move |amount| amount.texts.get(column));
            let widest = texts.map(|text| SMALL.room(text)).fold(SMALL.room(heads[column]), f64::max);
            widest.min(MOST_TEXT)
        };
        let text_rooms: Vec<f64> = (0..heads.len()).map(column).collect();
        let heads = heads.iter().map(|head| (*head).to_owned()).collect();
        let wrapped = |amount: Amount| (wrap(&amount.name, NORMAL, width * NAME_SHARE, 2), amount);
        let rows: Vec<_> = amounts.into_iter().map(wrapped).collect();
        let names = rows.iter().flat_map(|(name, _)| name).map(|line| NORMAL.room(line));
        let name_room = names.fold(0.0, f64::max);
        let lines = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(1).max(1);
        let row_height = LINE * lines as f64 + 9.0;
        Amounts { rows, heads, scale, width, name_room, text_rooms, row_height }
    }

    /// The height with the heads and the ticks.
    pub fn height(&self) -> f64 {
        HEAD + self.rows.len() as f64 * self.row_height + TICKS
    }

    /// Draws them from this corner.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, left: f64, top: f64) -> Drawn {
        let texts: f64 = self.text_rooms.iter().map(|room| COLUMN_GAP + room).sum();
        let plot = Area {
            left: left + self.name_room + GAP,
            right: left + self.width - texts - GAP,
            top: top + HEAD,
            bottom: top + HEAD + self.rows.len() as f64 * self.row_height,
        };
        self.draw_ticks(canvas, plot)?;
        let mut x = plot.right + GAP;
        for (head, room) in self.heads.iter().zip(&self.text_rooms) {
            x += COLUMN_GAP + room;
            let head = shorten(head, SMALL, *room);
            canvas.write(&head, (x, top + 12.0), Anchor::End, SMALL, ink::FAINT_TEXT)?;
        }
        for (index, (name, amount)) in self.rows.iter().enumerate() {
            let middle = plot.top + (index as f64 + 0.5) * self.row_height;
            let first = middle + 0.36 * NORMAL.size - (name.len() as f64 - 1.0) / 2.0 * LINE;
            for (line, text) in name.iter().enumerate() {
                let place = (plot.left - GAP, first + LINE * line as f64);
                canvas.write(text, place, Anchor::End, NORMAL, ink::TEXT)?;
            }
            self.draw_bar(canvas, plot, middle, amount)?;
            self.draw_texts(canvas, (plot.right + GAP, middle + 0.36 * SMALL.size), amount)?;
        }
        let zero = self.x(plot, 0.0);
        canvas.down(plot.top, plot.bottom, zero, 1.0, ink::AXIS)
    }

    fn x(&self, plot: Area, value: f64) -> f64 {
        plot.left + plot.width() * self.scale.share(value)
    }

    fn draw_bar<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        plot: Area,
        middle: f64,
        amount: &Amount,
    ) -> Drawn {
        let half = 6.0;
        if amount.value.is_finite() {
            let (zero, end) = (self.x(plot, 0.0), self.x(plot, amount.value));
            let (left, right) = (zero.min(end), zero.max(end));
            let (top, bottom) = (middle - half, middle + half);
            if amount.value != 0.0 {
                let ground = if amount.value < 0.0 { LESS } else { ink::BAR };
                canvas.fill(Area { left, right, top, bottom }, ground)?;
            }
            if amount.best {
                draw_best(canvas, (end, middle))?;
            }
        }
        for &(sign, value) in amount.marks.iter().filter(|mark| mark.1.is_finite()) {
            sign.draw(canvas, self.x(plot, value), middle)?;
        }
        let Some((low, high)) = amount.interval else { return Ok(()) };
        let (low, high) = (self.x(plot, low), self.x(plot, high));
        // An interval that no one can see leaves a bar alone.
        if high - low >= 2.0 {
            canvas.across(low, high, middle, 1.0, ink::TEXT)?;
            canvas.down(middle - 3.0, middle + 3.0, low, 1.0, ink::TEXT)?;
            canvas.down(middle - 3.0, middle + 3.0, high, 1.0, ink::TEXT)?;
        }
        Ok(())
    }

    fn draw_texts<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        (mut x, baseline): (f64, f64),
        amount: &Amount,
    ) -> Drawn {
        for (text, room) in amount.texts.iter().zip(&self.text_rooms) {
            x += COLUMN_GAP + room;
            canvas.write(&shorten(text, SMALL, *room), (x, baseline), Anchor::End, SMALL, ink::TEXT)?;
        }
        Ok(())
    }

    /// Draws the ticks, and as many of their labels as have room.
    fn draw_ticks<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, plot: Area) -> Drawn {
        let mut free = f64::NEG_INFINITY;
        for (tick, label) in &self.scale.ticks {
            let (x, half) = (self.x(plot, *tick), SMALL.room(label) / 2.0);
            canvas.down(plot.top, plot.bottom, x, 0.5, ink::GRID)?;
            if x - half >= free {
                let place = (x, plot.bottom + 5.0 + 0.8 * SMALL.size);
                canvas.write(label, place, Anchor::Middle, SMALL, ink::FAINT_TEXT)?;
                free = x + half + GAP / 2.0;
            }
        }
        Ok(())
    }
}

/// The ground of what is less than 0: as light as that of what is more, but warm.
pub const LESS: Rgb = Rgb(240, 178, 122);
