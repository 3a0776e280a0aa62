//! The best choice of every situation: strips over a numeric key, rows over a key of words, and maps
//! over two or more keys.

use indexmap::IndexSet;

use super::super::language::*;
use super::grid::grids;
use super::strip::{flips, strip};
use crate::analysis::{Recommendation, Situation};
use crate::description::System;
use crate::expression::StatisticName;
use crate::report::advise::best_in_words;
use crate::report::number::Measure;

/// The keys of the choices, and the objective.
pub struct Asked<'a> {
    pub system: &'a System,
    /// The keys of the choices.
    pub keys: &'a [String],
    pub objective: &'a StatisticName,
}

const BELOW: f64 = 18.0;

/// The maximum number of rows.
const MOST_ROWS: usize = 60;

/// The maximum number of runs of situations that the note describes.
const MOST_RUNS: usize = 14;

/// Draws the best choice of every situation and its `objective`: as strips over a numeric key, as
/// rows over a key of words, as a map over two keys, as several maps over more keys. Returns `None`
/// if situations have no keys.
pub fn decision_map(
    heading: &Heading<'_>,
    finding: &str,
    advice: &Recommendation,
    objective: &StatisticName,
) -> Option<Picture> {
    let count = advice.situation_keys.len();
    let found = || advice.situations.iter().map(|one| (one.values.as_slice(), one));
    let skipped = || advice.skipped.iter().map(|one| &one.values[..count]);
    let all: Vec<&[String]> = found().map(|one| one.0).chain(skipped()).collect();
    let mut axes = Axes::new(heading.system, &advice.situation_keys, &all);
    let choices = axes.after(heading.choices);
    // Skipped situations come after all others, and a line needs its numbers in order.
    axes.axes.iter_mut().for_each(Axis::sort);
    let mut notes = axes.thin(match &axes.axes[..] {
        [axis] if axis.is_of_words() => MOST_ROWS,
        [_] => MOST_POINTS,
        _ => MOST_CELLS,
    });
    let mut page = Page::new(WIDE, &Heading { choices: &choices, ..*heading }, Some(finding));
    let room = page.room();
    let asked = Asked { system: heading.system, keys: &advice.keys, objective };
    let slices = slices(&axes.axes, found(), skipped(), &mut notes);
    let mut samples = Vec::new();
    let body = match &axes.axes[..] {
        [] => return None,
        [axis] if axis.is_of_words() => {
            let best = advice.situations.iter().filter_map(Situation::best);
            if best.map(|best| best.trials).any(|trials| trials.is_some()) {
                samples.push((Sample::Whisker, INTERVAL.to_owned()));
            }
            best_rows(&asked, axis, &slices[0].cells, room)
        }
        [axis] => {
            let cells = &slices[0].cells;
            if !flips(cells).is_empty() {
                samples.push((Sample::Dashes(FLIP, ink::TEXT), "the best choice changes".to_owned()));
            }
            notes.insert(0, runs(&asked, axis, cells));
            strip(&asked, axis, cells, room)
        }
        [down, across, ..] => {
            notes.insert(0, format!("best by: {}", objective.words));
            grids(&asked, [down, across], &slices, room, (&mut samples, &mut notes))
        }
    };
    // Rows say in words why there is no best choice.
    if !matches!(&axes.axes[..], [axis] if axis.is_of_words()) {
        let cells = || slices.iter().flat_map(|slice| &slice.cells);
        if cells().filter_map(|cell| cell.found()).any(|situation| situation.best().is_none()) {
            samples.push((Sample::Hatch, "no choice meets the conditions".to_owned()));
        }
        if cells().any(|cell| *cell == GridCell::Skipped) {
            notes.push("blank: the rules allow no choice".to_owned());
        }
    }
    page.key(samples);
    page.add(body, BELOW);
    page.notes(&notes, 5, 0.0);
    let trials = advice.situations.iter().flat_map(|situation| &situation.choices);
    Some(page.finish(&how_many(trials.map(|choice| choice.trials))))
}

/// The settings of the best choices in a cell; empty if there are none.
pub fn settings(cell: GridCell<&Situation>) -> Vec<&[String]> {
    cell.found().map(Situation::best_settings).unwrap_or_default()
}

/// The distinct values of a key in the best choices of a cell.
pub fn values(cell: GridCell<&Situation>, key: usize) -> IndexSet<&str> {
    settings(cell).into_iter().map(|setting| setting[key].as_str()).collect()
}

/// A note on the best choices along an axis, with equal neighbours combined.
fn runs(asked: &Asked<'_>, axis: &Axis, cells: &[GridCell<&Situation>]) -> String {
    let places: Vec<usize> = (0..cells.len()).collect();
    let runs: Vec<&[usize]> =
        places.chunk_by(|one, next| settings(cells[*one]) == settings(cells[*next])).collect();
    let words = |run: &&[usize]| {
        let (first, last) = (&axis.words[run[0]], &axis.words[run[run.len() - 1]]);
        let span = if first == last { first.clone() } else { format!("{first} to {last}") };
        let best = cells[run[0]].found().filter(|situation| situation.best().is_some());
        let best = best.map_or("none".to_owned(), |best| best_in_words(asked.system, asked.keys, best));
        format!("{span}: {best}")
    };
    let told: Vec<String> = runs.iter().take(MOST_RUNS).map(words).collect();
    let more = if runs.len() > MOST_RUNS { "; …" } else { "" };
    format!("best by {}: {}{more}", axis.name, told.join("; "))
}

/// A row for each value of an axis of words: the objective of the best choice, and the choice.
fn best_rows(asked: &Asked<'_>, axis: &Axis, cells: &[GridCell<&Situation>], width: f64) -> Picture {
    let measure = Measure::of(asked.objective);
    let row = |(word, cell): (&String, &GridCell<&Situation>)| {
        let best = cell.found().and_then(Situation::best);
        let words = match (cell.found(), best) {
            (Some(situation), Some(_)) => best_in_words(asked.system, asked.keys, situation),
            (Some(_), None) => "none meets the conditions".to_owned(),
            (None, _) => "the rules allow none".to_owned(),
        };
        let number = best.map_or(Known::from(f64::NAN), |best| best.objective.into());
        Row::new(word.clone(), RowBar::new(number, vec![words]))
    };
    let all = with_numbers(axis.words.iter().zip(cells).map(row).collect(), measure);
    let mut picture = name(&format!("{} of the best choice", asked.objective.words), width);
    picture.below(numbers(&all, measure, 5, &["value", "best choice"], width), 0.0);
    picture
}
