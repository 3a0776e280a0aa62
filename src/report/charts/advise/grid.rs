//! The best choice over two or more keys: maps with a cell for each pair of values.

use super::super::language::*;
use super::map::{Asked, settings, values};
use crate::analysis::Situation;
use crate::report::advise::best_in_words;
use crate::report::color::shade;
use crate::report::number::{Measure, Scale};

/// The maximum size of a cell, and the cell width that maps need to be placed side by side.
const MOST: (f64, f64) = (96.0, 26.0);
const WANTED: f64 = 34.0;

/// The space below each line of maps.
const BELOW: f64 = 18.0;

/// The maximum number of choices with a pattern of their own.
const MOST_PATTERNS: usize = 7;

/// The style that distinguishes different best choices.
enum Look<'a> {
    /// A pattern for each distinct set of equally good best choices. Holds one situation for each
    /// pattern.
    Patterns(Vec<&'a Situation>),
    /// Shades by the objective of the best choice; greater is darker.
    Shades(Scale),
}

/// The index of the letter among the formats of a choice.
const LETTER: usize = 2;

/// Draws the maps of all slices side by side in this width. The first axis goes from top to bottom.
/// Adds the explanations to the legend `key` and to the notes.
pub fn grids(
    asked: &Asked<'_>,
    axes: [&Axis; 2],
    slices: &[Slice<&Situation>],
    width: f64,
    (key, notes): (&mut Vec<(Sample, String)>, &mut Vec<String>),
) -> Picture {
    let is_wide = |width: f64| cells::wanted(axes, WANTED) <= width;
    let (columns, each) = columns(slices.len(), width, is_wide);
    let (empty, areas) = cells::map(axes, MOST, each);
    let look = Look::of(asked, slices);
    let fits = |way: &usize| {
        let fits = |cell: &GridCell<&Situation>| cells::has_room(areas[0], &look.ways(asked, *cell)[*way]);
        slices.iter().flat_map(|slice| &slice.cells).all(fits)
    };
    let way = (0..=LETTER).find(fits);
    let mut picture = Picture::new(width, 0.0);
    match &look {
        Look::Patterns(bests) => key.extend(bests.iter().enumerate().map(|(place, best)| {
            let letter = if way == Some(LETTER) { format!("{}: ", letter(place)) } else { String::new() };
            let words = best_in_words(asked.system, asked.keys, best);
            (Sample::Pattern(pattern(place)), format!("{letter}{words}"))
        })),
        Look::Shades(scale) => {
            let objective = [shorten(&asked.objective.words, SMALL, width / 2.0)];
            let name = lines(&objective, SMALL, ink::TEXT, 20.0, 9.0);
            picture.below(beside([name, shade_key(scale)], 12.0), 0.0);
            let labels: Vec<String> = asked.keys.iter().map(|key| asked.system.label(key)).collect();
            notes.push(match way {
                Some(..LETTER) => format!("in each cell: {}", labels.join(", ")),
                _ => "the cells have no room for the choices".to_owned(),
            });
        }
    }
    let map = |slice: &Slice<&Situation>| {
        let mut map = empty.clone();
        for (cell, area) in slice.cells.iter().zip(&areas) {
            if let Some(ground) = cell.found().map(|situation| look.ground(situation)) {
                let lines = way.map(|way| look.ways(asked, *cell)[way].clone()).unwrap_or_default();
                cells::fill(&mut map, *area, ground, &lines);
            }
        }
        let best: Vec<_> = slice.cells.iter().map(|cell| settings(*cell)).collect();
        cells::draw_borders(&mut map, axes[1].values.len(), &best, &areas);
        let name = if slices.len() > 1 { name(&slice.case, each) } else { Picture::default() };
        (name, map)
    };
    picture.below(panels(slices.iter().map(map).collect(), columns, BELOW), 0.0);
    picture
}

/// The pattern of a best choice. None of them is won.
fn pattern(place: usize) -> Pattern {
    Pattern::at(place + 1)
}

fn letter(place: usize) -> String {
    char::from(b'A' + place as u8).to_string()
}

impl<'a> Look<'a> {
    /// Patterns for few distinct choices, shades for many.
    fn of(asked: &Asked<'_>, slices: &[Slice<&'a Situation>]) -> Look<'a> {
        let found = slices.iter().flat_map(|slice| &slice.cells).filter_map(|cell| cell.found());
        let mut different: Vec<&Situation> = Vec::new();
        for situation in found.clone().filter(|situation| situation.best().is_some()) {
            if place_of(&different, situation).is_none() {
                different.push(situation);
            }
            if different.len() > MOST_PATTERNS {
                let objectives = found.filter_map(Situation::best).map(|best| best.objective.value);
                return Look::Shades(Scale::of(Measure::of(asked.objective), objectives, 3));
            }
        }
        different.sort_by_key(|situation| situation.best().map(|best| best.number));
        Look::Patterns(different)
    }

    fn ground(&self, situation: &Situation) -> Ground {
        let Some(best) = situation.best() else { return Ground::Hatch };
        match self {
            Look::Patterns(bests) => Ground::Pattern(pattern(place_of(bests, situation).unwrap_or(0))),
            Look::Shades(scale) => Ground::Shade(shade(scale.share(best.objective.value))),
        }
    }

    /// The formats of the best choice in a cell, each as lines: all values in one line, a line for
    /// each key, and the letter of the pattern, if there is one. If several choices are equally good,
    /// each key has all its values.
    fn ways(&self, asked: &Asked<'_>, cell: GridCell<&Situation>) -> [Vec<String>; LETTER + 1] {
        let Some(situation) = cell.found().filter(|situation| situation.best().is_some()) else {
            return Default::default();
        };
        let of_key = |(place, key): (usize, &String)| {
            let values = values(cell, place).into_iter();
            values.map(|value| asked.system.value_in_words(key, value)).collect::<Vec<_>>().join("/")
        };
        let words: Vec<String> = match situation.is_indifferent() {
            true => vec!["any".to_owned()],
            false => asked.keys.iter().enumerate().map(of_key).collect(),
        };
        let letter = match self {
            Look::Patterns(bests) => place_of(bests, situation).map(letter),
            Look::Shades(_) => None,
        };
        [vec![words.join(", ")], words, letter.into_iter().collect()]
    }
}

/// The index of the situation in `bests` that has the same best choices.
fn place_of(bests: &[&Situation], situation: &Situation) -> Option<usize> {
    bests.iter().position(|other| other.best_settings() == situation.best_settings())
}
