//! Grids of best choices, side by side.

use plotters::prelude::DrawingBackend;

use super::super::measure::Measure;
use super::super::page::{MARGIN, NAME, NAME_ROOM, SMALL};
use super::super::shades::draw_key;
use super::super::surface::{Anchor, Canvas, Drawn, ink};
use super::super::wording::shorten;
use super::grid::{Form, Grid, Look};
use super::map::Best;
use crate::expression::StatisticName;

/// Grids side by side, of one look.
pub struct Grids<'a> {
    /// What each is called, if there are several.
    pub panels: Vec<(String, Grid<'a>)>,
    /// How choices are told apart.
    pub look: Look<'a>,
    /// How they are written.
    pub form: Form,
    /// What the shades stand for.
    pub objective: &'a StatisticName,
    /// How many stand side by side, and how wide each is.
    pub columns: usize,
    pub width: f64,
}

/// The room between grids, and below each.
pub const GUTTER: f64 = 26.0;
const BELOW: f64 = 18.0;

/// So many choices have a pattern of their own.
const MOST_PATTERNS: usize = 8;

impl Grids<'_> {
    fn head(&self) -> f64 {
        if matches!(self.look, Look::Shades(_)) { NAME_ROOM } else { 0.0 }
    }

    fn titles(&self) -> f64 {
        if self.panels.len() > 1 { NAME_ROOM } else { 0.0 }
    }

    fn panel_height(&self) -> f64 {
        self.titles() + self.panels[0].1.cells.height(self.width)
    }

    /// The height of all of them.
    pub fn height(&self) -> f64 {
        let lines = self.panels.len().div_ceil(self.columns) as f64;
        self.head() + lines * (self.panel_height() + BELOW) - BELOW
    }

    /// Draws them in a room of this width.
    pub fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>, top: f64, room: f64) -> Drawn {
        if let Look::Shades(scale) = &self.look {
            let name = shorten(&self.objective.words, SMALL, room / 2.0);
            canvas.write(&name, (MARGIN, top + 9.0), Anchor::Start, SMALL, ink::TEXT)?;
            draw_key(canvas, scale, (MARGIN + SMALL.room(&name) + 12.0, top))?;
        }
        let top = top + self.head();
        for (index, (title, grid)) in self.panels.iter().enumerate() {
            let left = MARGIN + (index % self.columns) as f64 * (self.width + GUTTER);
            let top = top + (index / self.columns) as f64 * (self.panel_height() + BELOW);
            let title = shorten(title, NAME, self.width);
            canvas.write(&title, (left, top + 10.0), Anchor::Start, NAME, ink::TEXT)?;
            grid.draw(canvas, (left, top + self.titles()), self.width, &self.look, self.form)?;
        }
        Ok(())
    }
}

/// Patterns for few choices, shades for many.
pub fn look<'a>(panels: &[(String, Grid<'a>)], objective: &StatisticName) -> Look<'a> {
    let all = || panels.iter().flat_map(|(_, grid)| &grid.bests).filter(|best| best.choice().is_some());
    let mut different: Vec<Best<'a>> = Vec::new();
    for best in all() {
        if different.iter().all(|other| other.settings() != best.settings()) {
            different.push(*best);
        }
        if different.len() > MOST_PATTERNS {
            let objectives = all().filter_map(|best| best.choice()).map(|choice| choice.objective.value);
            return Look::Shades(Measure::of(objective).scale(objectives, 3));
        }
    }
    Look::Patterns(different)
}

/// The form that has room in all grids: they look alike.
pub fn narrowest(forms: impl Iterator<Item = Form>) -> Form {
    let order = [Form::Line, Form::Lines, Form::Letter, Form::Nothing];
    let place = |form: Form| order.iter().position(|other| *other == form).unwrap_or(0);
    order[forms.map(place).max().unwrap_or(0)]
}
