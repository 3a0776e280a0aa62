//! What the bars of a metric show: which values are in sight, and how many share
//! a bar.

use super::numbers::{grouped, percent};
use super::ticks::whole_step;
use crate::analysis::{Engine, Row};
use crate::stats::{Z95, wilson};

/// The bars of integers, side by side from the least value in sight to the
/// greatest, each of equally many values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The least value of the first bar.
    pub first: i128,
    /// How far apart values are: those between are left out, as no law of worths
    /// in fives has them.
    pub spacing: i128,
    /// From the least value of a bar to that of the next one.
    pub step: i128,
    /// The bars, at least one, also those without probability.
    pub bars: Vec<Bar>,
    /// What is out of sight, if anything is.
    pub outside: Option<Outside>,
}

/// One bar.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// The probability of its values together.
    pub probability: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability of its least value or more.
    pub at_least: f64,
}

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

/// So many bars can have a label each.
const FEW_BARS: usize = 24;

/// So few values never are too many to be seen.
const FEW: i128 = 12;

impl Bars {
    /// At most `most` bars for a law; `None` for one without values.
    pub fn new(rows: &[Row], engine: Engine, most: usize) -> Option<Bars> {
        let seen = in_sight(rows);
        let (least, greatest) = (i128::from(seen.first()?.value), i128::from(seen.last()?.value));
        let spacing = spacing(seen);
        let (from, to) = (least.div_euclid(spacing), greatest.div_euclid(spacing));
        let shared = step_for(from, to, most);
        let start = if shared == 1 { from } else { from.div_euclid(shared) * shared };
        let (first, step) = (start * spacing + least.rem_euclid(spacing), shared * spacing);
        let count = (greatest - first) / step + 1;
        let bars = vec![Bar::default(); count as usize];
        let mut bars = Bars { first, spacing, step, bars, outside: None };
        bars.outside = outside(rows, seen, least, greatest);
        bars.fill(rows, seen, engine);
        Some(bars)
    }

    /// The greatest value of the last bar.
    pub fn last(&self) -> i128 {
        self.first + self.step * self.bars.len() as i128 - self.spacing
    }

    /// Whether so few of the values from the first to the last can be that each is
    /// worth a mark of its own.
    pub fn are_scattered(&self) -> bool {
        let real = self.bars.iter().filter(|bar| bar.probability > 0.0).count();
        self.step == self.spacing && real <= FEW_BARS && 3 * real < 2 * self.bars.len()
    }

    /// Where the middle of a value is, counted in bars from the left end.
    pub fn place(&self, value: f64) -> f64 {
        (value - self.first as f64 + 0.5 * self.spacing as f64) / self.step as f64
    }

    /// What the reader must know besides: how many values share a bar, and what
    /// is out of sight.
    pub fn note(&self) -> String {
        let shared = self.shared_note();
        let outside = self.outside.map(|Outside { first, last, probability }| {
            let range = match first == last {
                true => format!("other than {}", grouped(first)),
                false => format!("beyond {} to {}", grouped(first), grouped(last)),
            };
            format!("not drawn: values {range}, together {}", percent(probability))
        });
        join_notes(shared, outside)
    }

    /// The note below the bars in fewer words.
    pub fn brief_note(&self) -> String {
        let shared = self.shared_note();
        let outside = self.outside.map(|outside| format!("other values: {}", percent(outside.probability)));
        join_notes(shared, outside)
    }

    fn shared_note(&self) -> Option<String> {
        let shared = self.step / self.spacing;
        (shared > 1).then(|| format!("each bar: {} values", grouped(shared)))
    }

    fn fill(&mut self, rows: &[Row], seen: &[Row], engine: Engine) {
        let greatest = seen.last().map_or(0, |row| row.value);
        let beyond = rows.iter().find(|row| row.value > greatest);
        let mut hits = vec![(0, 0u64); self.bars.len()];
        for row in seen {
            let index = ((i128::from(row.value) - self.first) / self.step) as usize;
            self.bars[index].join(row);
            hits[index].0 += 1;
            hits[index].1 += row.count.unwrap_or(0);
        }
        if let Engine::Sampled { trials, .. } = engine {
            let shared = self.bars.iter_mut().zip(&hits).filter(|(_, (rows, _))| *rows > 1);
            shared.for_each(|(bar, &(_, hits))| (bar.low, bar.high) = wilson(hits.min(trials), trials, Z95));
        }
        // A bar without rows has the curve of the next one.
        let mut at_least = beyond.map_or(0.0, |row| sane(row.at_least));
        for (bar, _) in self.bars.iter_mut().zip(&hits).rev() {
            at_least = bar.at_least.max(at_least);
            bar.at_least = at_least;
        }
    }
}

impl Bar {
    /// The bar of one row.
    pub fn of(row: &Row) -> Self {
        let mut bar = Bar::default();
        bar.join(row);
        bar
    }

    /// The bar of an event of this probability, which may be no number.
    pub fn of_event(probability: f64, engine: Engine) -> Self {
        let probability = sane(probability);
        let (low, high) = match engine {
            Engine::Exact { .. } => (probability, probability),
            Engine::Sampled { trials, .. } => {
                let hits = (probability * trials as f64).round() as u64;
                wilson(hits.min(trials), trials, Z95)
            }
        };
        Bar { probability, low: low.min(probability), high: high.max(probability), at_least: probability }
    }

    fn join(&mut self, row: &Row) {
        self.probability = (self.probability + sane(row.probability)).min(1.0);
        self.low = (self.low + sane(row.low)).min(self.probability);
        self.high = (self.high + sane(row.high)).clamp(self.probability, 1.0);
        self.at_least = self.at_least.max(sane(row.at_least));
    }
}

fn join_notes(first: Option<String>, second: Option<String>) -> String {
    first.into_iter().chain(second).collect::<Vec<_>>().join("; ")
}

/// A number that can be drawn as a probability.
pub fn sane(probability: f64) -> f64 {
    if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 }
}

/// How far off sampled probabilities are at most, in words.
pub fn widest_interval(probabilities: impl Iterator<Item = f64>, engine: Engine) -> String {
    if matches!(engine, Engine::Exact { .. }) {
        return String::new();
    }
    let bars = probabilities.map(|probability| Bar::of_event(probability, engine));
    let widest = bars.map(|bar| (bar.high - bar.low) / 2.0).fold(0.0, f64::max);
    format!("95\u{a0}% intervals of at most ±{:.2} percentage points", (100.0 * widest).max(0.01))
}

/// The rows without the tails that are too thin to be seen.
fn in_sight(rows: &[Row]) -> &[Row] {
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

fn outside(rows: &[Row], seen: &[Row], first: i128, last: i128) -> Option<Outside> {
    let inside = |row: &&Row| (first..=last).contains(&i128::from(row.value));
    let probability = rows.iter().filter(|row| !inside(row)).map(|row| sane(row.probability)).sum();
    (seen.len() < rows.len()).then_some(Outside { first, last, probability })
}

/// The greatest number of which all distances between these values are multiples.
fn spacing(rows: &[Row]) -> i128 {
    let Some(first) = rows.first() else { return 1 };
    let distances = rows.iter().map(|row| i128::from(row.value) - i128::from(first.value));
    distances.fold(0, common_divisor).max(1)
}

fn common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The least round number of values a bar that leaves at most `most` bars.
fn step_for(least: i128, greatest: i128, most: usize) -> i128 {
    let bars = |step: i128| greatest.div_euclid(step) - least.div_euclid(step) + 1;
    let mut step = whole_step((greatest - least + 1) as f64 / most.max(2) as f64);
    while bars(step) > most.max(2) as i128 {
        step = whole_step(step as f64 * 1.5);
    }
    step
}

#[cfg(test)]
mod tests {
    use super::super::tests::{law, sampled};
    use super::*;

    const EXACT: Engine = Engine::Exact { omitted: 0.0, visited: 1 };

    #[test]
    fn few_values_have_a_bar_each() {
        let rows = law(&[(-2, 0.25), (0, 0.5), (1, 0.25)]);
        let bars = Bars::new(&rows, EXACT, 60).unwrap();
        assert_eq!((bars.first, bars.last(), bars.step), (-2, 1, 1));
        let heights: Vec<f64> = bars.bars.iter().map(|bar| bar.probability).collect();
        assert_eq!(heights, [0.25, 0.0, 0.5, 0.25]);
        let curve: Vec<f64> = bars.bars.iter().map(|bar| bar.at_least).collect();
        assert_eq!(curve, [1.0, 0.75, 0.75, 0.25]);
        assert_eq!((bars.note().as_str(), bars.place(0.0)), ("", 2.5));
    }

    #[test]
    fn thin_tails_are_out_of_sight_and_are_told() {
        let mut law_of_tails: Vec<(i64, f64)> =
            (0..60).map(|value| (value, 0.5f64.powi(value as i32 + 1))).collect();
        law_of_tails[0].1 += 0.5f64.powi(60);
        let bars = Bars::new(&law(&law_of_tails), EXACT, 60).unwrap();
        assert_eq!((bars.first, bars.last()), (0, 10));
        assert!((bars.bars[10].at_least - 0.5f64.powi(10)).abs() < 1e-12);
        let note = bars.note().replace('\u{a0}', " ");
        assert_eq!(note, "not drawn: values beyond 0 to 10, together 0.049 %");
        assert_eq!(bars.brief_note().replace('\u{a0}', " "), "other values: 0.049 %");
    }

    #[test]
    fn many_values_share_bars() {
        let rows = law(&(0..1000).map(|n| (n * 1000 - n % 2, 1e-3)).collect::<Vec<_>>());
        let bars = Bars::new(&rows, EXACT, 60).unwrap();
        assert!(bars.bars.len() <= 60 && bars.step == 20_000, "{}", bars.step);
        assert!((bars.bars.iter().map(|bar| bar.probability).sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(bars.note(), "each bar: 20,000 values");
        assert_eq!(bars.brief_note(), "each bar: 20,000 values");
    }

    #[test]
    fn values_that_no_law_of_fives_has_take_no_room() {
        let fives = law(&[(-7, 0.25), (-2, 0.25), (8, 0.5)]);
        let bars = Bars::new(&fives, EXACT, 60).unwrap();
        assert_eq!((bars.first, bars.last(), bars.spacing, bars.step, bars.bars.len()), (-7, 8, 5, 5, 4));
        assert_eq!((bars.place(-7.0), bars.place(8.0), bars.note().as_str()), (0.5, 3.5, ""));
        let thousands = law(&(0..1000).map(|n| (n * 1000 - 3, 1e-3)).collect::<Vec<_>>());
        let bars = Bars::new(&thousands, EXACT, 60).unwrap();
        assert_eq!((bars.spacing, bars.step, bars.note().as_str()), (1000, 20_000, "each bar: 20 values"));
        assert_eq!((bars.first, bars.bars.len(), bars.bars[49].at_least > 0.0), (-19_003, 51, true));
    }

    #[test]
    fn shared_bars_have_an_interval_of_their_own() {
        let (rows, engine) = sampled(&(0..100).map(|n| (n, 10)).collect::<Vec<_>>());
        let bars = Bars::new(&rows, engine, 10).unwrap();
        let (low, high) = wilson(100, 1000, Z95);
        assert_eq!((bars.step, bars.bars[3].low, bars.bars[3].high), (10, low, high));
    }

    #[test]
    fn the_widest_range_and_the_emptiest_law_are_in_order() {
        assert_eq!(Bars::new(&[], EXACT, 60), None);
        let rows = law(&[(i64::MIN, 0.5), (i64::MAX, 0.5)]);
        assert!(Bars::new(&rows, EXACT, 60).unwrap().bars.len() <= 60);
        let rows = law(&[(3, f64::NAN), (4, f64::INFINITY), (500, -1.0)]);
        assert!(Bars::new(&rows, EXACT, 60).is_some());
    }
}
