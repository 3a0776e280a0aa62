//! A number over two axes: a cell for each pair of values, the darker the greater.

use super::{Axis, GridCell, Ground, Known, Picture, cells, shade_key};
use crate::report::color::shade;
use crate::report::number::{Form, Measure, Scale};

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
    cells: &[GridCell<Known>],
    (measure, scale): (Measure, &Scale),
    best: &[usize],
    width: f64,
) -> Picture {
    let (mut map, areas) = cells::map(axes, MOST, width);
    let fits = |form: &Form| {
        let fits = |cell: &GridCell<Known>| {
            cell.found().is_none_or(|one| cells::has_room(areas[0], &[form(one.value)]))
        };
        cells.iter().all(fits)
    };
    let form = measure.forms().iter().copied().find(fits);
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
