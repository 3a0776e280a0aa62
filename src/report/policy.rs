//! A policy as maps: the best choice by two quantities that a player sees.

mod steps;

use std::collections::BTreeSet;

use indexmap::IndexMap;

pub use self::steps::{IN_SIGHT, Limits, PlayStep, Steps, UNFOLDED, first, lines, situations};
use super::axes::Axis;
use super::number::Measure;
use crate::description::{Datum, PolicyFigure, SeenByPlayer, SideTable, Str, System};

/// A policy as maps that share their axes.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyMaps {
    /// The quantities that distinguish the maps.
    pub cases: Vec<Axis>,
    /// The vertical axis.
    pub rows: Axis,
    /// The horizontal axis.
    pub columns: Axis,
    /// All choices that are made in some situation, in ascending order.
    pub choices: Vec<MapChoice>,
    /// The maps of all cases that occur, in order.
    pub maps: Vec<PolicyMap>,
    /// The meaning of `probability` in maps and cells: the chance that a situation occurs, or the
    /// mean number of times, if situations can occur repeatedly.
    pub often: Measure,
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub struct MapChoice {
    /// The choice in words.
    pub words: String,
    /// The choice in few characters.
    pub brief: String,
}

/// The choices of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyMap {
    /// The index of the value of each quantity in [`PolicyMaps::cases`].
    pub case: Vec<usize>,
    /// The total chance or frequency of its situations; see [`PolicyMaps::often`].
    pub probability: f64,
    /// The cells, row by row.
    pub cells: Vec<MapCell>,
}

/// The choices in the situations of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapCell {
    /// The total chance or frequency of the situations; 0 if none is known.
    pub probability: f64,
    /// The indices of the choices with their chance or frequency, the likeliest first.
    pub choices: Vec<(usize, f64)>,
}

/// A value that a player sees: a number with empty words, or words. Numbers sort numerically.
type Seen = (i64, String);

impl PolicyMaps {
    /// The maps of a figure. Returns `None` if no table has the situations for it.
    pub fn new(system: &System, figure: &PolicyFigure, tables: &[SideTable]) -> Option<PolicyMaps> {
        let table = tables.iter().find(|table| table.name == figure.table)?;
        let rows = table.rows(&[]);
        if rows.is_empty() {
            return None;
        }
        let place = |column: &str| table.columns.iter().position(|other| **other == *column);
        let read = |seen: &SeenByPlayer| -> Option<Vec<Seen>> {
            let places = seen.columns.iter().map(|column| place(column)).collect::<Option<Vec<_>>>()?;
            Some(rows.iter().map(|row| seen_at(places.iter().map(|place| &row[*place]))).collect())
        };
        let named = || figure.cases.iter().chain([&figure.rows, &figure.columns]);
        let first = named().flat_map(|seen| &seen.columns).filter_map(|column| place(column)).min()?;
        let unknown =
            table.columns[..first].iter().map(|key| SeenByPlayer::new(system.label(key), [key.clone()]));
        let mut cases = Vec::new();
        for seen in unknown.chain(figure.cases.iter().cloned()) {
            let (axis, places) = axis(&seen.name, &read(&seen)?);
            // A quantity with a single value does not distinguish maps.
            if axis.values.len() > 1 {
                cases.push((axis, places));
            }
        }
        let (down, row_of) = axis(&figure.rows.name, &read(&figure.rows)?);
        let (across, column_of) = axis(&figure.columns.name, &read(&figure.columns)?);
        let (choices, choice_of) = choices(&rows, place("choice")?, &figure.choices);
        let (probability, often) = match place("probability") {
            Some(place) => (place, Measure::Chance),
            None => (place("visits")?, Measure::Number),
        };
        let mut maps: IndexMap<Vec<usize>, PolicyMap> = IndexMap::new();
        for (index, row) in rows.iter().enumerate() {
            let Datum::Number(probability) = row[probability] else { continue };
            let case: Vec<usize> = cases.iter().map(|(_, places)| places[index]).collect();
            let map = maps.entry(case.clone()).or_insert_with(|| PolicyMap {
                case,
                probability: 0.0,
                cells: vec![MapCell::default(); down.values.len() * across.values.len()],
            });
            map.probability += probability;
            map.cells[row_of[index] * across.values.len() + column_of[index]]
                .add(choice_of[index], probability);
        }
        maps.sort_unstable_keys();
        let mut maps: Vec<PolicyMap> = maps.into_values().collect();
        for cell in maps.iter_mut().flat_map(|map| &mut map.cells) {
            cell.choices.sort_by(|one, other| other.1.total_cmp(&one.1));
        }
        let cases = cases.into_iter().map(|(axis, _)| axis).collect();
        Some(PolicyMaps { cases, rows: down, columns: across, choices, maps, often })
    }

    /// Writes a chance with `chance`, or a mean number of times, depending on [`PolicyMaps::often`].
    pub fn say(&self, often: f64, chance: impl Fn(f64) -> String) -> String {
        match self.often {
            Measure::Chance => chance(often),
            Measure::Number => match Measure::Number.say(often).as_str() {
                "1" => "once".to_owned(),
                number => format!("{number} times"),
            },
        }
    }
}

/// The axis of a quantity that a player sees, from its values in all situations, and the index of
/// each situation on it. A value of the axis may be a range of numbers.
fn axis(name: &str, seen: &[Seen]) -> (Axis, Vec<usize>) {
    let axis = |values| Axis::of_values(name.to_owned(), values);
    let numbers = || seen.iter().map(|(number, _)| *number);
    if let Some((first, last)) = numbers().min().zip(numbers().max())
        && seen.iter().all(|(_, words)| words.is_empty())
    {
        // The axis has all numbers of the range, also those that do not occur. If there are too
        // many, several share an index.
        let width = (last - first) / MOST_NUMBERS + 1;
        let label = |from: i64| match width {
            1 => from.to_string(),
            _ => format!("{from}–{}", from + width - 1),
        };
        let values = (first..=last).step_by(width as usize).map(label).collect();
        return (axis(values), numbers().map(|number| ((number - first) / width) as usize).collect());
    }
    let (all, places) = distinct(seen);
    (axis(all.into_iter().map(words_of).collect()), places)
}

/// The maximum number of values on an axis of numbers.
const MOST_NUMBERS: i64 = 100;

impl MapCell {
    fn add(&mut self, choice: usize, probability: f64) {
        self.probability += probability;
        match self.choices.iter_mut().find(|(other, _)| *other == choice) {
            Some((_, sum)) => *sum += probability,
            None => self.choices.push((choice, probability)),
        }
    }
}

/// The distinct choices in the rows of a table, and for each row the index of its choice. They are in the order
/// of `known`, or else of the numbers in their words, those without numbers first.
fn choices(rows: &[Vec<Datum>], words: usize, known: &[Str]) -> (Vec<MapChoice>, Vec<usize>) {
    let of_row = |row: &Vec<Datum>| {
        let seen = seen_at([&row[words]]);
        let rank = known.iter().position(|choice| **choice == *seen.1).unwrap_or(known.len());
        (rank, numbers_in(&seen.1), seen)
    };
    let chosen: Vec<(usize, Vec<u64>, Seen)> = rows.iter().map(of_row).collect();
    let (all, places) = distinct(&chosen);
    // Numbers alone say it if the words begin alike.
    let rest = |words: &str| words.split(|c: char| c.is_ascii_digit()).collect::<String>();
    let rests: Vec<String> = all
        .iter()
        .filter(|(_, numbers, _)| !numbers.is_empty())
        .map(|(.., (_, words))| rest(words))
        .collect();
    let shortest = rests.iter().min_by_key(|rest| rest.len());
    let is_numbers = rests.iter().all(|rest| shortest.is_some_and(|shortest| rest.starts_with(&**shortest)));
    let choice = |(_, numbers, chosen): &(usize, Vec<u64>, Seen)| {
        let words = words_of(chosen);
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let brief = if numbers.is_empty() || !is_numbers { words.clone() } else { numbers.join("+") };
        MapChoice { words, brief }
    };
    (all.into_iter().map(choice).collect(), places)
}

/// The whole numbers in some words.
fn numbers_in(words: &str) -> Vec<u64> {
    words.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

/// The distinct items in sorted order, and for each item its index among them.
fn distinct<T: Ord>(all: &[T]) -> (Vec<&T>, Vec<usize>) {
    let different: Vec<&T> = all.iter().collect::<BTreeSet<_>>().into_iter().collect();
    let places = all.iter().map(|one| different.binary_search(&one).expect("it is one of them")).collect();
    (different, places)
}

fn words_of((number, words): &Seen) -> String {
    if words.is_empty() { number.to_string() } else { words.clone() }
}

/// Combines the values of several columns: the sum of integers, or joined words; a dash if all are
/// empty.
fn seen_at<'a>(values: impl IntoIterator<Item = &'a Datum, IntoIter: Clone>) -> Seen {
    let values = values.into_iter();
    if values.clone().all(|value| *value == Datum::Empty) {
        return (0, "–".to_owned());
    }
    values.into_iter().fold((0, String::new()), |(sum, words), value| match value {
        Datum::Integer(number) => (sum + number, words),
        Datum::Text(text) => (sum, words + text),
        Datum::Number(number) => (sum, words + &number.to_string()),
        Datum::Flag(flag) => (sum, words + if *flag { "yes" } else { "no" }),
        Datum::Empty => (sum, words),
    })
}

#[cfg(test)]
mod tests;
