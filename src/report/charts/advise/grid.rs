//! The best choice over two keys: a cell for each pair of values.

use plotters::prelude::DrawingBackend;

use super::super::cells::Cells;
use super::super::lettering::Lettering;
use super::super::patterns::{Pattern, hatch};
use super::super::shades::{letters, shade};
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::ticks::Scale;
use super::map::Best;
use crate::analysis::Choice;
use crate::description::System;

/// A map of best choices.
pub struct Grid<'a> {
    /// Where its cells are.
    pub cells: Cells<'a>,
    /// What is in them, row by row.
    pub bests: Vec<Best<'a>>,
    /// The game, and its keys that are chosen.
    pub system: &'static System,
    pub keys: &'a [String],
}

/// How cells of different choices are told apart.
pub enum Look {
    /// Each choice has a pattern, and a letter of its own.
    Patterns(Vec<Vec<String>>),
    /// The darker, the greater the objective of the choice.
    Shades(Scale),
}

const LETTERS: Lettering = Lettering::regular(9.5);
const LINE: f64 = 11.5;

/// The greatest size of a cell, and the least width that is aimed at.
pub const MOST: (f64, f64) = (96.0, 26.0);
pub const WANTED: f64 = 34.0;

/// The room around letters.
const PAD: f64 = 2.5;

impl Look {
    /// The letter of the choice at this place among those that are told apart.
    pub fn letter(place: usize) -> String {
        char::from(b'A' + (place % 26) as u8).to_string()
    }
}

/// How the choices of all cells are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The values in one line.
    Line,
    /// Each value in a line.
    Lines,
    /// The letter of the choice.
    Letter,
    /// Not at all.
    Nothing,
}

impl Grid<'_> {
    /// The fullest form that has room in all cells.
    pub fn form(&self, look: &Look, width: f64) -> Form {
        let (wide, high) = (self.cells.cell_width(width), self.cells.cell_height());
        let has_room = |form: &Form| {
            let fits = |choice: &Choice| {
                let lines = self.lines(choice, *form, look);
                lines.len() as f64 * LINE + 2.0 <= high
                    && lines.iter().all(|line| LETTERS.room(line) + 2.0 * PAD <= wide)
            };
            self.bests.iter().filter_map(|best| best.choice()).all(fits)
        };
        let forms: &[Form] = match look {
            Look::Patterns(_) => &[Form::Line, Form::Lines, Form::Letter],
            Look::Shades(_) => &[Form::Line, Form::Lines],
        };
        forms.iter().copied().find(has_room).unwrap_or(Form::Nothing)
    }

    /// Draws it from this corner.
    pub fn draw<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        corner: (f64, f64),
        width: f64,
        look: &Look,
        form: Form,
    ) -> Drawn {
        for (index, best) in self.bests.iter().enumerate() {
            let area = self.cells.area(index, corner, width);
            match best {
                Best::Choice(choice) => self.draw_choice(canvas, area, choice, look, form)?,
                Best::NoneFeasible => hatch(canvas, area.grown(-0.5))?,
                Best::NoneAllowed => {}
            }
        }
        self.draw_borders(canvas, corner, width)?;
        self.cells.draw_labels(canvas, corner, width)
    }

    /// Draws lines between cells: strong ones where the choice flips.
    fn draw_borders<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        corner: (f64, f64),
        width: f64,
    ) -> Drawn {
        let columns = self.cells.columns.values.len();
        let values = |index: usize| self.bests[index].choice().map(|choice| &choice.values);
        for strong in [false, true] {
            let (thickness, ink) = if strong { (1.5, ink::TEXT) } else { (0.5, ink::GRID) };
            for index in 0..self.bests.len() {
                let Area { left, top, right, bottom } = self.cells.area(index, corner, width);
                let flips = |other: usize| (values(index) != values(other)) == strong;
                if index % columns > 0 && flips(index - 1) {
                    canvas.down(top, bottom, left, thickness, ink)?;
                }
                if index >= columns && flips(index - columns) {
                    canvas.across(left, right, top, thickness, ink)?;
                }
            }
        }
        let (first, last) =
            (self.cells.area(0, corner, width), self.cells.area(self.bests.len() - 1, corner, width));
        for y in [first.top, last.bottom] {
            canvas.across(first.left, last.right, y, 1.0, ink::AXIS)?;
        }
        for x in [first.left, last.right] {
            canvas.down(first.top, last.bottom, x, 1.0, ink::AXIS)?;
        }
        Ok(())
    }

    fn draw_choice<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        area: Area,
        choice: &Choice,
        look: &Look,
        form: Form,
    ) -> Drawn {
        let lines = self.lines(choice, form, look);
        let (middle, center) = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
        let half = lines.iter().map(|line| LETTERS.room(line)).fold(0.0, f64::max) / 2.0 + PAD;
        let high = LINE * lines.len() as f64 / 2.0;
        let behind =
            Area { left: middle - half, right: middle + half, top: center - high, bottom: center + high };
        let ink = match look {
            Look::Patterns(choices) => {
                let pattern = Pattern::at(place_of(choices, choice));
                pattern.cover(canvas, area)?;
                if !lines.is_empty() {
                    pattern.clear(canvas, behind)?;
                }
                pattern.letters
            }
            Look::Shades(scale) => {
                let ground = shade(scale.share(choice.objective.value));
                canvas.fill(area, ink::GRID)?;
                canvas.fill(area.grown(-0.5), ground)?;
                letters(ground)
            }
        };
        for (index, line) in lines.iter().enumerate() {
            let baseline = behind.top + LINE * (index as f64 + 0.5) + 0.36 * LETTERS.size;
            canvas.write(line, (middle, baseline), Anchor::Middle, LETTERS, ink)?;
        }
        Ok(())
    }

    /// What is written into the cell of a choice.
    fn lines(&self, choice: &Choice, form: Form, look: &Look) -> Vec<String> {
        let words = || -> Vec<String> {
            let pairs = self.keys.iter().zip(&choice.values);
            pairs.map(|(key, value)| self.system.value_in_words(key, value)).collect()
        };
        match (form, look) {
            (Form::Line, _) => vec![words().join(", ")],
            (Form::Lines, _) => words(),
            (Form::Letter, Look::Patterns(choices)) => vec![Look::letter(place_of(choices, choice))],
            (Form::Letter | Form::Nothing, _) => Vec::new(),
        }
    }
}

fn place_of(choices: &[Vec<String>], choice: &Choice) -> usize {
    choices.iter().position(|values| *values == choice.values).unwrap_or(0)
}
