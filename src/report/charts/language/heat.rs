//! Heat maps: a number over two axes, with darker cells for greater numbers.

use super::{Axis, GridCell, Ground, Known, Picture, cells, shade_key};
use crate::report::color::shade;
use crate::report::number::{Form, Measure, Scale};

/// The width of a cell with a number of three characters, and the maximum size of a cell.
const NUMBER_ROOM: f64 = 25.0;
const MOST: (f64, f64) = (140.0, 18.0);

/// The width of a map whose cells have room for numbers.
pub fn wanted(axes: [&Axis; 2]) -> f64 {
    cells::wanted(axes, NUMBER_ROOM)
}

/// Draws a heat map of `cells`, given row by row: the first axis goes from top to bottom, the
/// second from left to right. `scale` maps numbers to shades; `best` has the indices of the cells
/// that are highlighted.
pub fn heat(
    axes: [&Axis; 2],
    cells: &[GridCell<Known>],
    (measure, scale): (Measure, &Scale),
    best: &[usize],
    width: f64,
) -> Picture {
    let (mut map, areas) = cells::map(axes, MOST, width);
    let numbers = || cells.iter().filter_map(|cell| cell.found());
    let fits = |form: &Form| numbers().all(|one| cells::has_room(areas[0], &[form(one)]));
    let form = measure.forms().iter().copied().find(fits);
    for (cell, area) in cells.iter().zip(&areas) {
        match cell {
            GridCell::Found(one) => {
                let ground = Ground::Shade(shade(scale.share(one.value)));
                let number = form.map(|form| form(*one));
                cells::fill(&mut map, *area, ground, number.as_slice());
            }
            GridCell::Skipped => cells::fill(&mut map, *area, Ground::Hatch, &[]),
            GridCell::Empty => {}
        }
    }
    for &index in best {
        cells::outline(&mut map, areas[index]);
    }
    let mut picture = Picture { width, ..shade_key(scale) };
    picture.below(map, 0.0);
    picture
}
