//! A number over two axes: a cell for each pair of values, the darker the greater.

use super::{Axis, GridCell, Ground, Picture, cells, shade_key};
use crate::report::color::shade;
use crate::report::number::{Measure, Scale, grouped, mean, short_percent, whole_percent};

/// The room that a number of three signs needs, and the greatest size of a cell.
const NUMBER_ROOM: f64 = 25.0;
const MOST: (f64, f64) = (52.0, 18.0);

/// The least width of a map whose cells have room for numbers.
pub fn wanted(axes: [&Axis; 2]) -> f64 {
    cells::wanted(axes, NUMBER_ROOM)
}

/// A map of cells row by row, in this width: its first axis from top to bottom, its second
/// from left to right. Shades have this scale; the cells at the places `best` stand out.
pub fn heat(
    axes: [&Axis; 2],
    cells: &[GridCell],
    (measure, scale): (Measure, &Scale),
    best: &[usize],
    width: f64,
) -> Picture {
    let (mut map, areas) = cells::map(axes, MOST, width);
    let form = form(measure, |form| {
        let fits =
            |cell: &GridCell| cell.found().is_none_or(|one| cells::has_room(areas[0], &[form(one.value)]));
        cells.iter().all(fits)
    });
    for (cell, area) in cells.iter().zip(&areas) {
        match cell {
            GridCell::Found(one) => {
                let ground = Ground::Shade(shade(scale.share(one.value)));
                let number = form.map(|form| form(one.value));
                cells::fill(&mut map, *area, ground, number.as_slice());
            }
            GridCell::Skipped => cells::fill(&mut map, *area, Ground::Hatch, &[]),
            GridCell::Empty => {}
        }
    }
    for &index in best {
        cells::outline(&mut map, areas[index]);
    }
    let mut picture = shade_key(scale);
    picture.width = width;
    picture.below(map, 0.0);
    picture
}

/// How a number is written.
type Form = fn(f64) -> String;

/// The longest form of numbers that fits.
fn form(measure: Measure, fits: impl Fn(Form) -> bool) -> Option<Form> {
    let forms: &[Form] = match measure {
        Measure::Chance => &[short_percent, whole_percent],
        Measure::Number => &[hundredths, tenths, whole],
    };
    forms.iter().copied().find(|form| fits(*form))
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
