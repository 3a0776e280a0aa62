//! The reference tables (sheet) of a game on A4 pages, one below the other.

mod shelves;
mod table;

use self::shelves::{Room, place};
use self::table::table;
use super::language::*;
use crate::analysis::Sheet;
use crate::report::sheet::words::how;

/// A4 in CSS pixels, and the margin on all sides.
const A4: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 36.0;

/// The height of the title at the top of each page, and of the footnote.
const HEAD: f64 = 34.0;
const FOOT: f64 = 24.0;

/// The height of a line about a character below the title.
const LINE: f64 = 15.0;

const TITLE: Lettering = Lettering::bold(18.0);

const SIGNS: &str = "<1 is not never, and >99 not always";

/// Draws the sheet of a game on A4 pages, one below the other.
pub fn sheet(sheet: &Sheet) -> Picture {
    let head = HEAD + LINE * sheet.character.len() as f64;
    let room = Room { width: A4.0 - 2.0 * MARGIN, height: A4.1 - 2.0 * MARGIN - head - FOOT };
    let tables: Vec<Picture> = sheet.tables.iter().map(|filled| table(filled, room.width)).collect();
    let sizes: Vec<(f64, f64)> = tables.iter().map(|table| (table.width, table.height)).collect();
    let placed = place(&sizes, room);
    let count = placed.iter().map(|placed| placed.page + 1).max().unwrap_or(1);
    let mut pages = Picture::default();
    for number in 1..=count {
        let foot = [format!("{}; {SIGNS}", how(sheet)), format!("fizzle · {number} of {count}")];
        pages.below(page(&sheet.title, &sheet.character, &foot), 0.0);
    }
    pages.width = A4.0;
    pages.title = clean(&sheet.title);
    pages.description = clean(&sheet.character.join(". "));
    for (table, placed) in tables.into_iter().zip(placed) {
        let top = A4.1 * placed.page as f64 + MARGIN + head + placed.top;
        pages.put(table, (MARGIN + placed.left, top));
    }
    pages
}

/// An empty page with a title. The footnote says how the numbers were computed, and has the page
/// number.
fn page(title: &str, character: &[String], [how, number]: &[String; 2]) -> Picture {
    let mut page = Picture::new(A4.0, A4.1);
    let (left, right, foot) = (MARGIN, A4.0 - MARGIN, A4.1 - MARGIN);
    let title = shorten(title, TITLE, right - left);
    page.write(&title, (left, MARGIN + 16.0), Anchor::Start, TITLE, ink::TEXT);
    for (number, line) in character.iter().enumerate() {
        let line = shorten(line, SMALL, right - left);
        page.write(
            &line,
            (left, MARGIN + HEAD + LINE * number as f64),
            Anchor::Start,
            SMALL,
            ink::FAINT_TEXT,
        );
    }
    page.across(left, right, foot - 16.0, 0.5, ink::GRID);
    page.write(how, (left, foot), Anchor::Start, SMALL, ink::FAINT_TEXT);
    page.write(number, (right, foot), Anchor::End, SMALL, ink::FAINT_TEXT);
    page
}

#[cfg(test)]
mod tests {
    use super::super::tests::read::{area_of_mark, on_its_page};
    use super::*;
    use crate::analysis;
    use crate::analysis::{Effort, Method, Progress, Sampling};
    use crate::systems::SYSTEMS;

    #[test]
    fn every_table_of_every_game_is_within_the_margins_of_a_page() {
        let effort = Effort { method: Method::Exact, sampling: Sampling::default() };
        for system in SYSTEMS.iter() {
            let found = analysis::sheet(system, &effort, &Progress::default()).unwrap();
            let pages = sheet(&found);
            let numbers: usize = found.tables.iter().map(|table| table.cells.len()).sum();
            assert!(on_its_page(&pages).len() > numbers, "{}", system.name);
            for area in pages.marks.iter().map(area_of_mark) {
                let top = area.top - (area.top / A4.1).floor() * A4.1;
                let bottom = top + area.height();
                assert!(area.left >= MARGIN && area.right <= A4.0 - MARGIN, "{}: {area:?}", system.name);
                assert!(top >= MARGIN && bottom <= A4.1 - MARGIN + 3.0, "{}: {area:?}", system.name);
            }
        }
    }
}
