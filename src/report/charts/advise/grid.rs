//! The best choice over two keys: a cell for each pair of values.

use plotters::prelude::DrawingBackend;

use super::super::cells::Cells;
use super::super::lettering::Lettering;
use super::super::patterns::{Pattern, hatch};
use super::super::surface::{Anchor, Area, Canvas, Drawn, ink};
use super::super::ticks::Scale;
use super::map::Best;
use crate::analysis::Situation;
use crate::description::System;
use crate::report::color::{letters, shade};

/// A map of best choices.
pub struct Grid<'a> {
    /// Where its cells are.
    pub cells: Cells<'a>,
    /// What is in them, row by row.
    pub bests: Vec<Best<'a>>,
    /// The game, and its keys that are chosen.
    pub system: &'a System,
    pub keys: &'a [String],
}

/// How cells of different choices are told apart.
pub enum Look<'a> {
    /// Each choice has a pattern, and a letter of its own; so have choices that are equally
    /// good.
    Patterns(Vec<Best<'a>>),
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

impl Look<'_> {
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
    pub fn form(&self, look: &Look<'_>, width: f64) -> Form {
        let (wide, high) = (self.cells.cell_width(width), self.cells.cell_height());
        let has_room = |form: &Form| {
            let fits = |best: &Best<'_>| {
                let lines = self.lines(*best, *form, look);
                lines.len() as f64 * LINE + 2.0 <= high
                    && lines.iter().all(|line| LETTERS.room(line) + 2.0 * PAD <= wide)
            };
            self.bests.iter().filter(|best| best.choice().is_some()).all(fits)
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
        look: &Look<'_>,
        form: Form,
    ) -> Drawn {
        for (index, best) in self.bests.iter().enumerate() {
            let area = self.cells.area(index, corner, width);
            match best {
                Best::Of(_) => self.draw_best(canvas, area, *best, look, form)?,
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
        let settings = |index: usize| self.bests[index].settings();
        for strong in [false, true] {
            let (thickness, ink) = if strong { (1.5, ink::TEXT) } else { (0.5, ink::GRID) };
            for index in 0..self.bests.len() {
                let Area { left, top, right, bottom } = self.cells.area(index, corner, width);
                let flips = |other: usize| (settings(index) != settings(other)) == strong;
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

    fn draw_best<B: DrawingBackend>(
        &self,
        canvas: &mut Canvas<B>,
        area: Area,
        best: Best<'_>,
        look: &Look<'_>,
        form: Form,
    ) -> Drawn {
        let lines = self.lines(best, form, look);
        let (middle, center) = ((area.left + area.right) / 2.0, (area.top + area.bottom) / 2.0);
        let half = lines.iter().map(|line| LETTERS.room(line)).fold(0.0, f64::max) / 2.0 + PAD;
        let high = LINE * lines.len() as f64 / 2.0;
        let behind =
            Area { left: middle - half, right: middle + half, top: center - high, bottom: center + high };
        let ink = match look {
            Look::Patterns(bests) => {
                let pattern = Pattern::at(place_of(bests, best));
                pattern.cover(canvas, area)?;
                if !lines.is_empty() {
                    pattern.clear(canvas, behind)?;
                }
                pattern.letters
            }
            Look::Shades(scale) => {
                let objective = best.choice().map_or(f64::NAN, |choice| choice.objective.value);
                let ground = shade(scale.share(objective));
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

    /// What is written into the cell of a choice: of several that are equally good, all
    /// values of each key.
    fn lines(&self, best: Best<'_>, form: Form, look: &Look<'_>) -> Vec<String> {
        let words = || -> Vec<String> {
            if best.situation().is_some_and(Situation::is_indifferent) {
                return vec!["any".to_owned()];
            }
            let of_key = |(place, key): (usize, &String)| {
                let values = best.values(place).into_iter();
                values.map(|value| self.system.value_in_words(key, value)).collect::<Vec<_>>().join("/")
            };
            self.keys.iter().enumerate().map(of_key).collect()
        };
        match (form, look) {
            (Form::Line, _) => vec![words().join(", ")],
            (Form::Lines, _) => words(),
            (Form::Letter, Look::Patterns(bests)) => vec![Look::letter(place_of(bests, best))],
            (Form::Letter | Form::Nothing, _) => Vec::new(),
        }
    }
}

/// The place of what is best in a situation among those that are told apart.
fn place_of(bests: &[Best<'_>], best: Best<'_>) -> usize {
    bests.iter().position(|other| other.settings() == best.settings()).unwrap_or(0)
}
