//! The texts in and around the cells of a sheet.

use crate::analysis::{Filled, Sheet, SheetCell};
use crate::description::SheetCells;
use crate::report::number::{grouped, short_percent, tenths, whole_percent};
use crate::stats::Z95;

/// The cell whose goal none of the tried settings reaches.
pub const BEYOND: &str = "–";

/// The cell of a setting that the rules do not allow.
pub const NOT_ALLOWED: &str = "×";

/// The text of a cell.
pub fn text(filled: &Filled, cell: &SheetCell) -> String {
    match (cell, &filled.table.cells) {
        (SheetCell::Number(chance), SheetCells::Rare(_)) => short_percent(*chance),
        (SheetCell::Number(chance), SheetCells::Chance(_) | SheetCells::Sampled { .. }) => {
            whole_percent(*chance)
        }
        (SheetCell::Number(number), _) => tenths(*number),
        (SheetCell::Needed(place), _) => typographic(&filled.tried[*place]),
        (SheetCell::Beyond, _) => BEYOND.to_owned(),
        (SheetCell::NotAllowed(_), _) => NOT_ALLOWED.to_owned(),
    }
}

/// The number behind the shade of a cell, from 0 to 1: a chance, or the share of the greatest number
/// in the table. Cells with a needed setting have no shade.
pub fn share(filled: &Filled, cell: &SheetCell) -> Option<f64> {
    let SheetCell::Number(number) = cell else { return None };
    match &filled.table.cells {
        SheetCells::Chance(_) | SheetCells::Rare(_) | SheetCells::Sampled { .. } => Some(*number),
        SheetCells::Needed { .. } => None,
        SheetCells::Number(_) => {
            let numbers = filled.cells.iter().map(|cell| match cell {
                SheetCell::Number(number) => *number,
                _ => 0.0,
            });
            let greatest = numbers.fold(0.0, f64::max);
            (greatest > 0.0).then_some(number / greatest)
        }
    }
}

/// The unit of a table's cells.
pub fn unit(cells: &SheetCells) -> &'static str {
    match cells {
        SheetCells::Chance(_) | SheetCells::Rare(_) | SheetCells::Sampled { .. } => "in percent",
        SheetCells::Number(_) => "on average",
        SheetCells::Needed { .. } => "the least",
    }
}

/// How the numbers of a sheet were computed.
pub fn how(sheet: &Sheet) -> &'static str {
    let is_sampled = |filled: &Filled| matches!(filled.table.cells, SheetCells::Sampled { .. });
    match sheet.tables.iter().any(is_sampled) {
        true => "exact, but for the table that says so",
        false => "exact, not sampled",
    }
}

/// Notes below a table: the error of sampled numbers, and the meaning of signs instead of numbers.
pub fn notes(filled: &Filled) -> Vec<String> {
    let (mut notes, mut refusals): (Vec<String>, Vec<String>) = Default::default();
    if let SheetCells::Sampled { trials, .. } = filled.table.cells {
        let most = 100.0 * Z95 * 0.5 / (trials as f64).sqrt();
        let trials = grouped(trials);
        notes.push(format!(
            "sampled, {trials} trials in each cell; 95\u{a0}% intervals of at most ±{most:.2} percentage points"
        ));
    }
    for cell in &filled.cells {
        let note = match cell {
            SheetCell::Number(_) | SheetCell::Needed(_) => continue,
            SheetCell::NotAllowed(why) => {
                let alike = |other: &String| without_digits(other) == without_digits(why);
                if refusals.iter().any(&alike) {
                    continue;
                }
                refusals.push(why.clone());
                let others = filled.cells.iter().filter(|other| match other {
                    SheetCell::NotAllowed(other) => other != why && alike(other),
                    _ => false,
                });
                format!("{NOT_ALLOWED}: {why}{}", if others.count() > 0 { ", and so on" } else { "" })
            }
            SheetCell::Beyond => {
                let end = |label: Option<&String>| label.map_or_else(String::new, |label| typographic(label));
                let (first, last) = (end(filled.tried.first()), end(filled.tried.last()));
                format!("{BEYOND}: none from {first} to {last} is enough")
            }
        };
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// A message without digits. Similar messages of several cells differ only in numbers.
fn without_digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// A label with a minus sign in place of a hyphen before a leading digit.
pub fn typographic(label: &str) -> String {
    match label.strip_prefix('-') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => format!("−{rest}"),
        _ => label.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_numbers_have_a_minus_sign() {
        assert_eq!(["-3", "3", "-", "lightning-bolt"].map(typographic), ["−3", "3", "-", "lightning-bolt"]);
    }
}
