//! The best choice over a numeric key: a step chart for each key of the choices, and a curve of the
//! objective below.

use std::collections::HashSet;

use super::super::language::*;
use super::map::{Asked, settings, values};
use crate::analysis::{Situation, runs_of_best};
use crate::report::number::{Measure, Scale};

/// The height of a level, and the minimum and maximum height of all levels.
const LEVEL: f64 = 20.0;
const LEAST_HIGH: f64 = 40.0;
const MOST_HIGH: f64 = 150.0;

/// The height of the name of a key, and the space below its levels.
const NAME_ROOM: f64 = 22.0;
const BELOW: f64 = 14.0;

/// The gap between a level and its label, and the maximum width of both.
const GAP: f64 = 6.0;
const MOST_ASIDE: f64 = SIDE_ROOM + 110.0;

/// Draws the best choices of the situations along an axis.
pub fn strip(asked: &Asked<'_>, axis: &Axis, cells: &[GridCell<&Situation>], width: f64) -> Picture {
    // The values of each key that the best choices have.
    let chosen: Vec<&[String]> = cells.iter().flat_map(|cell| settings(*cell)).collect();
    let levels = |key: usize| Axis::new(asked.system, asked.keys, vec![key], &chosen);
    let mut all: Vec<Axis> = (0..asked.keys.len()).map(levels).collect();
    all.iter_mut().for_each(Axis::sort);
    let labels = all.iter().flat_map(|levels| &levels.words).map(|word| SMALL.room(word) + GAP);
    let aside = labels.fold(SIDE_ROOM, f64::max).min(MOST_ASIDE);
    let track = Track::new(axis);
    let reading = |situation: &Situation| match situation.best() {
        Some(best) => GridCell::Found(Known::from(best.objective)),
        None => GridCell::Skipped,
    };
    let readings: Vec<GridCell<Known>> =
        cells.iter().map(|cell| cell.found().map_or(GridCell::Empty, reading)).collect();
    let upon = Upon { flips: flips(cells), ..Upon::default() };
    let mut picture = Picture::new(width, 0.0);
    for (key, levels) in all.iter().enumerate() {
        picture.height += NAME_ROOM;
        let high = (LEVEL * levels.values.len() as f64).clamp(LEAST_HIGH, MOST_HIGH);
        let plot = Area { left: aside, right: width, top: picture.height, bottom: picture.height + high };
        let name = shorten(&levels.name, NAME, plot.width());
        picture.write(&name, (plot.left, plot.top - 8.0), Anchor::Start, NAME, ink::TEXT);
        track.hatch(&mut picture, plot, &readings);
        track.draw_flips(&mut picture, plot, &upon.flips);
        let place = |value: &str| levels.values.iter().position(|other| other == value);
        let chosen = |cell: &GridCell<&Situation>| values(*cell, key).into_iter().filter_map(place).collect();
        draw_steps(&mut picture, plot, &track, levels, &cells.iter().map(chosen).collect::<Vec<_>>());
        picture.height += high + BELOW;
    }
    let (objective, measure) = (&asked.objective.words, Measure::of(asked.objective));
    let scale =
        |ends: &mut dyn Iterator<Item = Known>| Scale::among_others(measure, ends.flat_map(Known::ends), 3).0;
    let (left, room) = (aside - SIDE_ROOM, width - aside);
    let choices = choices(cells);
    let of_choice = |what: &str, mark: &str| {
        let trials = cells.iter().filter_map(|cell| cell.found()).flat_map(|situation| &situation.choices);
        match trials.map(|choice| choice.trials).any(|trials| trials.is_some()) {
            true => format!("{what}; {mark}: {INTERVAL}"),
            false => what.to_owned(),
        }
    };
    if choices.len() > MOST_SERIES {
        picture.below(name_and_help(objective, &of_choice("of the best choice", "band"), SMALL, room), aside);
        let scale = scale(&mut readings.iter().filter_map(|cell| cell.found()));
        picture.below(curve(&track, &readings, &scale, &upon, width - left), left);
        return picture;
    }
    // The lines of all choices show what a wrong one costs.
    picture.below(name_and_help(objective, &of_choice("of each choice", "whiskers"), SMALL, room), aside);
    let series = |(place, values): (usize, &&[String])| {
        let found = |situation: &Situation| {
            let choice = situation.choices.iter().find(|choice| choice.values == **values)?;
            Some(Known::from(choice.objective)).filter(|known| known.value.is_finite())
        };
        (Series::at(place), cells.iter().map(|cell| cell.read(found)).collect())
    };
    let all: Vec<(Series, Vec<GridCell<Known>>)> = choices.iter().enumerate().map(series).collect();
    let words = choices.iter().map(|values| asked.system.say_setting(asked.keys, values));
    let samples = all.iter().zip(words).map(|((series, _), words)| (Sample::Series(*series), words));
    picture.below(key(samples.collect(), room, room), aside);
    let scale = scale(&mut all.iter().flat_map(|one| &one.1).filter_map(|cell| cell.found()));
    picture.below(curves(&track, &all, &scale, &upon, width - left), left);
    picture
}

/// The choices of all situations, in the order of the grid.
fn choices<'a>(cells: &[GridCell<&'a Situation>]) -> Vec<&'a [String]> {
    let all = cells.iter().filter_map(|cell| cell.found()).flat_map(|situation| &situation.choices);
    let mut all: Vec<(u64, &[String])> = all.map(|choice| (choice.number, &choice.values[..])).collect();
    all.sort();
    let mut seen = HashSet::new();
    all.into_iter().map(|one| one.1).filter(|values| seen.insert(*values)).collect()
}

/// The indices before which the best choice changes.
pub fn flips(cells: &[GridCell<&Situation>]) -> Vec<usize> {
    let best = cells.iter().map(|cell| cell.found().filter(|situation| situation.best().is_some()));
    runs_of_best(best).iter().skip(1).map(|run| run.first).collect()
}

/// Draws the levels with the labels that fit, and on them the best values in each situation. There
/// are several values if choices are equally good.
fn draw_steps(picture: &mut Picture, plot: Area, track: &Track<'_>, levels: &Axis, chosen: &[Vec<usize>]) {
    let places = Track::new(levels).places;
    let y = |level: usize| plot.bottom - plot.height() * places[level];
    let mut free = f64::INFINITY;
    for (level, word) in levels.words.iter().enumerate() {
        if y(level) > free {
            continue;
        }
        free = y(level) - 12.0;
        picture.across(plot.left, plot.right, y(level), 0.5, ink::GRID);
        let label = shorten(word, SMALL, plot.left - GAP);
        let place = (plot.left - GAP, y(level) + 0.36 * SMALL.size);
        picture.write(&label, place, Anchor::End, SMALL, ink::TEXT);
    }
    let half = track.slot(plot) / 2.0;
    let end = |index: usize, aside: f64| (track.x(plot, index) + aside).clamp(plot.left, plot.right);
    let mut before: &[usize] = &[];
    for (index, chosen) in chosen.iter().enumerate() {
        let (left, right) = (end(index, -half), end(index, half));
        // A step joins two single levels. If there are several, it would be ambiguous.
        if let (&[from], &[to], true) = (before, &chosen[..], track.joined[index]) {
            picture.line(&[(left, y(from)), (left, y(to))], 1.0, &[], ink::DEEP);
        }
        for &level in chosen {
            picture.across(left, right, y(level), 3.0, ink::DEEP);
        }
        before = chosen;
    }
    picture.across(plot.left, plot.right, plot.bottom, 1.0, ink::AXIS);
}
