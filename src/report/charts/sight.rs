//! Which values of a law are in sight, and how they share bins.

use crate::analysis::Row;
use crate::report::number::{sane, whole_step};

/// Tails that no one would see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outside {
    /// The least value in sight.
    pub first: i128,
    /// The greatest value in sight.
    pub last: i128,
    /// The probability of all others together.
    pub probability: f64,
}

/// Each tail out of sight has at most this probability.
const TAIL: f64 = 5e-4;

/// So few values never are too many to be seen.
const FEW: i128 = 12;

/// The rows without the tails that are too thin to be seen.
pub fn in_sight(rows: &[Row]) -> &[Row] {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return rows };
    if i128::from(last.value) - i128::from(first.value) < FEW {
        return rows;
    }
    let total: f64 = rows.iter().map(|row| sane(row.probability)).sum();
    let start = thin(rows.iter(), total);
    let end = rows.len() - thin(rows.iter().rev(), total);
    if start < end { &rows[start..end] } else { rows }
}

/// How many rows at this end have too little probability to be seen.
fn thin<'a>(rows: impl Iterator<Item = &'a Row>, total: f64) -> usize {
    let mut sum = 0.0;
    rows.take_while(|row| {
        sum += sane(row.probability);
        sum <= TAIL * total
    })
    .count()
}

/// What is out of sight: all values but those from `first` to `last`.
pub fn outside(rows: &[Row], seen: &[Row], first: i128, last: i128) -> Option<Outside> {
    let inside = |row: &&Row| (first..=last).contains(&i128::from(row.value));
    let probability = rows.iter().filter(|row| !inside(row)).map(|row| sane(row.probability)).sum();
    (seen.len() < rows.len()).then_some(Outside { first, last, probability })
}

/// The greatest number of which all distances between these values are multiples.
pub fn spacing(rows: &[Row]) -> i128 {
    let Some(first) = rows.first() else { return 1 };
    let distances = rows.iter().map(|row| i128::from(row.value) - i128::from(first.value));
    distances.fold(0, common_divisor).max(1)
}

fn common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The least round number of values a bin that leaves at most `most` bins.
pub fn step_for(least: i128, greatest: i128, most: usize) -> i128 {
    let bins = |step: i128| greatest.div_euclid(step) - least.div_euclid(step) + 1;
    let mut step = whole_step((greatest - least + 1) as f64 / most.max(2) as f64);
    while bins(step) > most.max(2) as i128 {
        step = whole_step(step as f64 * 1.5);
    }
    step
}
