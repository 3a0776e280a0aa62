//! Bins of integers: which values are shown, and how many share a bin.

use std::ops::Range;

use crate::analysis::{Engine, Row};
use crate::report::number::{Known, grouped, percent, sane, whole_step};

/// Adjacent bins of integers from the least value that is shown to the greatest, each with
/// equally many values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// The least value of the first bin.
    pub first: i128,
    /// The distance of neighbouring values: 5 if all values are multiples of five, for example.
    /// The integers between them are left out.
    pub spacing: i128,
    /// The distance from the least value of a bin to that of the next bin.
    pub step: i128,
    /// The greatest value that is shown. The last bin may reach beyond it.
    pub greatest: i128,
    /// The bins, at least one, including those without probability.
    pub bins: Vec<Bin>,
    /// The probability of the tails, if they are too thin to be shown.
    pub outside: Option<f64>,
    /// How the probabilities were computed.
    pub engine: Engine,
}

/// One bin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// The total probability of its values.
    pub chance: Known,
    /// The probability of its least value or more.
    pub at_least: f64,
}

/// The most bins that can have a label each.
const FEW_BARS: usize = 24;

impl Bins {
    /// Creates at most `most` bins for a distribution. Returns `None` if it has no values.
    pub fn new(rows: &[Row], engine: Engine, most: usize) -> Option<Bins> {
        let seen = in_sight(rows);
        let shown = &rows[seen.clone()];
        let (least, greatest) = (i128::from(shown.first()?.value), i128::from(shown.last()?.value));
        let spacing = spacing(shown);
        let (from, to) = (least.div_euclid(spacing), greatest.div_euclid(spacing));
        let shared = step_for(from, to, most);
        // From the least value on, or the first bin would have fewer values than others.
        let (first, step) = (least, shared * spacing);
        let count = (greatest - first) / step + 1;
        let tails = rows[..seen.start].iter().chain(&rows[seen.end..]);
        let outside = (seen.len() < rows.len()).then(|| tails.map(|row| sane(row.probability)).sum());
        let bins = vec![Bin::default(); count as usize];
        let mut bins = Bins { first, spacing, step, greatest, bins, outside, engine };
        bins.fill(rows, seen, engine);
        Some(bins)
    }

    /// Returns bins with the same limits, filled from another distribution.
    pub fn filled(&self, rows: &[Row], engine: Engine) -> Bins {
        let from = rows.partition_point(|row| i128::from(row.value) < self.first);
        let to = rows.partition_point(|row| i128::from(row.value) <= self.last());
        let mut bins = Bins { bins: vec![Bin::default(); self.bins.len()], engine, ..self.clone() };
        bins.fill(rows, from..to, engine);
        bins
    }

    /// The greatest value of the last bin.
    pub fn last(&self) -> i128 {
        self.first + self.step * self.bins.len() as i128 - self.spacing
    }

    /// Whether so few values between the first and the last have a probability that each of them
    /// gets a label of its own.
    pub fn are_scattered(&self) -> bool {
        let real = self.bins.iter().filter(|bin| bin.chance.value > 0.0).count();
        self.step == self.spacing && real <= FEW_BARS && 3 * real < 2 * self.bins.len()
    }

    /// The position of the middle of a value, in bins from the left end.
    pub fn place(&self, value: f64) -> f64 {
        (value - self.first as f64 + 0.5 * self.spacing as f64) / self.step as f64
    }

    /// The note below the chart: how many values share a bin, and which values are not shown.
    pub fn note(&self) -> String {
        let range = match self.first == self.greatest {
            true => format!("other than {}", grouped(self.first)),
            false => format!("beyond {} to {}", grouped(self.first), grouped(self.greatest)),
        };
        self.note_with(|outside| format!("not drawn: values {range}, together {outside}"))
    }

    /// A shorter form of [`Bins::note`].
    pub fn brief_note(&self) -> String {
        self.note_with(|outside| format!("other values: {outside}"))
    }

    /// How many values share a bin, and what `tell` says of the probability of the tails.
    fn note_with(&self, tell: impl Fn(String) -> String) -> String {
        let shared = self.step / self.spacing;
        let shared = (shared > 1).then(|| format!("each bar: {} values", grouped(shared)));
        let outside = self.outside.map(|chance| tell(percent(Known::of_event(chance, self.engine))));
        shared.into_iter().chain(outside).collect::<Vec<_>>().join("; ")
    }

    fn fill(&mut self, rows: &[Row], seen: Range<usize>, engine: Engine) {
        let beyond = rows.get(seen.end);
        let mut shared = vec![0; self.bins.len()];
        for row in &rows[seen] {
            let index = ((i128::from(row.value) - self.first) / self.step) as usize;
            self.bins[index].join(row);
            shared[index] += 1;
        }
        if engine.trials().is_some() {
            let shared = self.bins.iter_mut().zip(shared).filter(|(_, rows)| *rows > 1);
            shared.for_each(|(bin, _)| bin.chance = Known::of_event(bin.chance.value, engine));
            self.bins.iter_mut().for_each(|bin| bin.chance.sampled = true);
        }
        // A bin without rows takes over the cumulative probability of the next bin.
        let mut at_least = beyond.map_or(0.0, |row| sane(row.at_least));
        for bin in self.bins.iter_mut().rev() {
            at_least = bin.at_least.max(at_least);
            bin.at_least = at_least;
        }
    }
}

impl Bin {
    fn join(&mut self, row: &Row) {
        let Known { value, low, high, sampled } = self.chance;
        let value = (value + sane(row.probability)).min(1.0);
        let (low, high) = (low + sane(row.low), high + sane(row.high));
        self.chance = Known { value, low, high, sampled }.as_chance();
        self.at_least = self.at_least.max(sane(row.at_least));
    }
}

/// Each tail that is left out has at most this share of the total probability.
const TAIL: f64 = 5e-4;

/// A range narrower than this is always shown completely.
const FEW: i128 = 12;

/// The indices of the rows between the tails that are too thin to be visible.
fn in_sight(rows: &[Row]) -> Range<usize> {
    let all = 0..rows.len();
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return all };
    if i128::from(last.value) - i128::from(first.value) < FEW {
        return all;
    }
    let total: f64 = rows.iter().map(|row| sane(row.probability)).sum();
    let seen = thin(rows.iter(), total)..rows.len() - thin(rows.iter().rev(), total);
    if seen.is_empty() { all } else { seen }
}

/// The number of rows at the start of `rows` whose total probability is too small to be visible.
fn thin<'a>(rows: impl Iterator<Item = &'a Row>, total: f64) -> usize {
    let mut sum = 0.0;
    rows.take_while(|row| {
        sum += sane(row.probability);
        sum <= TAIL * total
    })
    .count()
}

/// The greatest common divisor of the distances between these values, at least 1.
fn spacing(rows: &[Row]) -> i128 {
    let Some(first) = rows.first() else { return 1 };
    let distances = rows.iter().map(|row| i128::from(row.value) - i128::from(first.value));
    distances.fold(0, common_divisor).max(1)
}

fn common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The least round number of values per bin with which there are at most `most` bins (at least 2).
fn step_for(least: i128, greatest: i128, most: usize) -> i128 {
    let bins = |step: i128| greatest.div_euclid(step) - least.div_euclid(step) + 1;
    let mut step = whole_step((greatest - least + 1) as f64 / most.max(2) as f64);
    while bins(step) > most.max(2) as i128 {
        step = whole_step(step as f64 * 1.5);
    }
    step
}
