//! The sheet of a game on pages of A4, one below the other.

mod shelves;
mod table;

use plotters::prelude::DrawingBackend;

use self::shelves::{Placed, Room, place};
use self::table::Laid;
use super::lettering::Lettering;
use super::page::SMALL;
use super::surface::{Anchor, Canvas, Drawn, Scene, ink};
use super::wording::shorten;
use crate::analysis::Sheet;

/// A4 in CSS pixels, and the margin on all sides.
const A4: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 36.0;

/// The room of the title at the top of each page, and of the line at its foot.
const HEAD: f64 = 34.0;
const FOOT: f64 = 24.0;

const TITLE: Lettering = Lettering::bold(18.0);

const HOW: &str = "exact, not sampled; <1 is not never, and >99 not always";

/// The picture of a sheet.
pub struct SheetPages<'a> {
    title: &'a str,
    tables: Vec<Laid<'a>>,
    placed: Vec<Placed>,
}

impl<'a> SheetPages<'a> {
    /// Lays it out.
    pub fn new(sheet: &'a Sheet) -> Self {
        let room = Room { width: A4.0 - 2.0 * MARGIN, height: A4.1 - 2.0 * MARGIN - HEAD - FOOT };
        let tables: Vec<Laid<'a>> = sheet.tables.iter().map(|filled| Laid::new(filled, room.width)).collect();
        let sizes: Vec<(f64, f64)> = tables.iter().map(|table| (table.width, table.height())).collect();
        SheetPages { title: &sheet.system.title, placed: place(&sizes, room), tables }
    }

    fn pages(&self) -> usize {
        self.placed.iter().map(|placed| placed.page + 1).max().unwrap_or(1)
    }
}

impl Scene for SheetPages<'_> {
    fn size(&self) -> (f64, f64) {
        (A4.0, A4.1 * self.pages() as f64)
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<B>) -> Drawn {
        let (left, right) = (MARGIN, A4.0 - MARGIN);
        for page in 0..self.pages() {
            let top = A4.1 * page as f64;
            let title = shorten(self.title, TITLE, right - left);
            canvas.write(&title, (left, top + MARGIN + 16.0), Anchor::Start, TITLE, ink::TEXT)?;
            let foot = top + A4.1 - MARGIN;
            canvas.across(left, right, foot - 16.0, 0.5, ink::GRID)?;
            canvas.write(HOW, (left, foot), Anchor::Start, SMALL, ink::FAINT_TEXT)?;
            let number = format!("fizzle · {} of {}", page + 1, self.pages());
            canvas.write(&number, (right, foot), Anchor::End, SMALL, ink::FAINT_TEXT)?;
        }
        for (table, placed) in self.tables.iter().zip(&self.placed) {
            let top = A4.1 * placed.page as f64 + MARGIN + HEAD + placed.top;
            table.draw(canvas, (MARGIN + placed.left, top))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Effort, Progress, Sampling, sheet};
    use crate::systems::SYSTEMS;

    #[test]
    fn every_table_of_every_game_is_within_a_page_and_clear_of_the_others() {
        let effort = Effort { exact: true, sampling: Sampling::default() };
        for system in SYSTEMS.iter() {
            let found = sheet(system, &effort, &Progress::default()).unwrap();
            let pages = SheetPages::new(&found);
            let area = |(table, placed): (&Laid<'_>, &Placed)| {
                let (right, bottom) = (placed.left + table.width, placed.top + table.height());
                assert!(right <= A4.0 - 2.0 * MARGIN && bottom <= A4.1 - 2.0 * MARGIN - HEAD - FOOT);
                (placed.page, placed.left, placed.top, right, bottom)
            };
            let areas: Vec<_> = pages.tables.iter().zip(&pages.placed).map(area).collect();
            for (index, one) in areas.iter().enumerate() {
                for other in &areas[..index] {
                    let apart = one.1 >= other.3 || other.1 >= one.3 || one.2 >= other.4 || other.2 >= one.4;
                    assert!(one.0 != other.0 || apart, "{}: {one:?} {other:?}", system.name);
                }
            }
        }
    }
}
