//! Arranges the results of settings in a grid by the values of its axes.

use std::collections::HashMap;

use super::axes::Axis;

/// A cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridCell<T> {
    /// A result.
    Found(T),
    /// No result: the rules do not allow the setting.
    Skipped,
    /// No result: the setting does not exist, or lacks this number.
    Empty,
}

impl<T> GridCell<T> {
    /// The result, if there is one.
    pub fn found(self) -> Option<T> {
        match self {
            GridCell::Found(found) => Some(found),
            GridCell::Skipped | GridCell::Empty => None,
        }
    }

    /// Maps the result. The cell becomes empty if `read` returns `None`.
    pub fn read<U>(self, read: impl FnOnce(T) -> Option<U>) -> GridCell<U> {
        match self {
            GridCell::Found(found) => read(found).map_or(GridCell::Empty, GridCell::Found),
            GridCell::Skipped => GridCell::Skipped,
            GridCell::Empty => GridCell::Empty,
        }
    }
}

/// The cells over the first two axes, row by row, or over the only axis.
pub struct Slice<T> {
    /// The values of all further axes, in words.
    pub case: String,
    /// The cells.
    pub cells: Vec<GridCell<T>>,
}

/// The maximum number of slices, since nobody reads more.
const MOST_SLICES: usize = 12;

/// Returns the slices of a grid, at most twelve; a note says if slices are left out.
/// `found` are the results with their settings, `skipped` the settings that the rules do not allow,
/// both in any order.
pub fn slices<'a, T: Copy>(
    axes: &[Axis],
    found: impl IntoIterator<Item = (&'a [String], T)>,
    skipped: impl IntoIterator<Item = &'a [String]>,
    notes: &mut Vec<String>,
) -> Vec<Slice<T>> {
    let place = |values: &[String]| axes.iter().map(|axis| axis.value(values)).collect::<Vec<_>>();
    let skipped = skipped.into_iter().map(|values| (place(values), GridCell::Skipped));
    let found = found.into_iter().map(|(values, found)| (place(values), GridCell::Found(found)));
    let known: HashMap<Vec<String>, GridCell<T>> = skipped.chain(found).collect();
    let (drawn, further) = axes.split_at(axes.len().min(2));
    let (places, cases) = (places(drawn, usize::MAX), places(further, MOST_SLICES));
    let all = further.iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul);
    if all > cases.len() {
        let names: Vec<&str> = further.iter().map(|axis| axis.name.as_str()).collect();
        let (shown, names) = (cases.len(), names.join(" and "));
        notes.push(format!("drawn: the first {shown} of {all} values of {names}"));
    }
    let slice = |case: Vec<&String>| {
        let words: Vec<String> = further.iter().zip(&case).map(|(axis, value)| axis.say(value)).collect();
        let cell = |place: &Vec<&String>| {
            let values: Vec<String> = place.iter().chain(&case).copied().cloned().collect();
            known.get(&values).copied().unwrap_or(GridCell::Empty)
        };
        Slice { case: words.join("; "), cells: places.iter().map(cell).collect() }
    };
    cases.into_iter().map(slice).collect()
}

/// The first `most` combinations of the axes' values. The last axis varies fastest.
fn places(axes: &[Axis], most: usize) -> Vec<Vec<&String>> {
    axes.iter().fold(vec![Vec::new()], |places, axis| {
        let longer = places.iter().flat_map(|place| {
            axis.values.iter().map(move |value| place.iter().copied().chain([value]).collect())
        });
        longer.take(most).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::super::axes::Axes;
    use super::*;
    use crate::systems::SYSTEMS;

    #[test]
    fn slices_have_all_pairs_of_the_first_two_axes_row_by_row() {
        let owned = |words: [&str; 3]| words.map(str::to_owned).to_vec();
        let settings: Vec<Vec<String>> =
            (0..8).map(|n| [n / 4, n / 2 % 2, n % 2].map(|n| n.to_string()).to_vec()).collect();
        let axes = Axes::new(&SYSTEMS[0], &owned(["a", "b", "c"]), &settings).axes;
        let found = settings.iter().enumerate().filter(|(n, _)| ![2, 7].contains(n));
        let found = found.map(|(n, setting)| (setting.as_slice(), n));
        let mut notes = Vec::new();
        let slices = slices(&axes, found, [settings[2].as_slice()], &mut notes);
        let cells = [[0, 2, 4, 6], [1, 3, 5, 7]].map(|slice| {
            slice.map(|n| match n {
                2 => GridCell::Skipped,
                7 => GridCell::Empty,
                _ => GridCell::Found(n),
            })
        });
        for (slice, (case, cells)) in slices.iter().zip(["c: 0", "c: 1"].into_iter().zip(cells)) {
            assert_eq!((slice.case.as_str(), &slice.cells[..]), (case, &cells[..]));
        }
        assert!(slices.len() == 2 && notes.is_empty());
    }

    #[test]
    fn no_more_slices_are_drawn_than_anyone_looks_at() {
        let settings: Vec<Vec<String>> = (0..400)
            .map(|n| [n / 200, n / 100 % 2, n / 10 % 10, n % 10].map(|n| n.to_string()).to_vec())
            .collect();
        let keys = ["a", "b", "c", "d"].map(str::to_owned);
        let axes = Axes::new(&SYSTEMS[0], &keys, &settings).axes;
        let found = settings.iter().map(|setting| (setting.as_slice(), ()));
        let mut notes = Vec::new();
        let slices = slices(&axes, found, [], &mut notes);
        let cases: Vec<&str> = slices.iter().map(|slice| slice.case.as_str()).collect();
        assert_eq!(
            (cases.len(), cases[0], cases[10], cases[11]),
            (12, "c: 0; d: 0", "c: 1; d: 0", "c: 1; d: 1")
        );
        assert!(slices.iter().all(|slice| slice.cells == [GridCell::Found(()); 4]));
        assert_eq!(notes, ["drawn: the first 12 of 100 values of c and d"]);
    }
}
