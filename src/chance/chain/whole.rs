//! A whole procedure as one table.

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Marks, marked};
use crate::chance::law::Narrow;
use crate::chance::spot::Spot;
use crate::chance::{
    AliasTable, Block, Bulk, Enumerator, Histogram, Isa, Packing, Policy, Procedure, ROWS, Resolutions,
    Tally, substreams,
};

/// The distribution of all joint outcomes: a resolution is one look-up.
///
/// Looked-up indices are counted, and not outcomes: they are fewer, and next to each other.
pub struct Whole {
    /// Packed joint outcomes, and the indicators that go with them.
    outcomes: Vec<(u64, Marks)>,
    /// Draws an index of `outcomes`, or their number in place of a rare one.
    common: AliasTable,
    /// Draws the index of a rare outcome, if there is any.
    rare: Option<Narrow<u32>>,
    indicators: usize,
    isa: Isa,
}

/// The maximum number of outcomes. Larger tables and their counts take more than 32 MB.
const MOST_OUTCOMES: usize = 1 << 19;

/// An outcome in the tables takes as long as so many paths.
const PATHS_PER_OUTCOME: u64 = 4;

/// Outcomes below this probability are rare. The probabilities of an [`AliasTable`] are multiples of
/// 2^-32, and would be wrong by more than a thousandth.
const RARE: f64 = 1.0 / (1 << 23) as f64;

/// The maximum number of resolutions: more of them would reveal that the probabilities of a table
/// are multiples of 2^-32.
pub const MOST_TRIALS: u64 = 1 << 40;

impl Whole {
    /// The tables of a procedure, or `None` if they take longer than `paths` paths, or have too many
    /// outcomes.
    pub fn of<P: Procedure>(
        rules: &P,
        policy: Option<&Policy>,
        packing: &Packing,
        indicators: usize,
        isa: Isa,
        paths: u64,
    ) -> Option<Whole> {
        let law = Enumerator::whole(rules, policy, &marked(packing, indicators), paths)?;
        let is_worth_it = PATHS_PER_OUTCOME * law.len() as u64 <= paths;
        is_worth_it.then(|| Whole::new(law, indicators, isa)).flatten()
    }

    /// The tables of a distribution without indicators, or `None` if it has too many outcomes.
    pub fn unmarked(law: impl Iterator<Item = (u64, f64)>, indicators: usize, isa: Isa) -> Option<Whole> {
        Whole::new(law.map(|(key, weight)| (key, Marks::new(), weight)).collect(), indicators, isa)
    }

    /// The tables of a distribution, or `None` if it has too many outcomes.
    fn new(law: Vec<(u64, Marks, f64)>, indicators: usize, isa: Isa) -> Option<Whole> {
        if law.is_empty() || law.len() > MOST_OUTCOMES {
            return None;
        }
        let total: f64 = law.iter().map(|(_, _, weight)| weight).sum();
        let indexed = (0..).zip(law.iter().map(|&(_, _, weight)| weight));
        let (mut rare, mut common): (Vec<(u32, f64)>, Vec<_>) =
            indexed.partition(|&(_, weight)| weight < RARE * total);
        let mass: f64 = rare.iter().map(|(_, weight)| weight).sum();
        if mass > 0.0 {
            // Their mass becomes a multiple, too: the most probable outcome fills it up.
            let unit = total / (1u64 << 32) as f64;
            let whole = (mass / unit).ceil() * unit;
            let most = common.iter_mut().max_by(|(_, some), (_, other)| some.total_cmp(other))?;
            most.1 -= whole - mass;
            rare.push((most.0, whole - mass));
            common.push((law.len() as u32, whole));
        }
        let (indices, weights): (Vec<u32>, Vec<f64>) = rare.into_iter().unzip();
        Some(Whole {
            common: AliasTable::new(common.into_iter()),
            rare: (mass > 0.0).then(|| Narrow::new(&indices, &weights)),
            outcomes: law.into_iter().map(|(key, marks, _)| (key, marks)).collect(),
            indicators,
            isa,
        })
    }

    /// Draws and counts `trials` indices.
    fn draw(&self, stream: Xoshiro256PlusPlus, trials: u64, counts: &mut Histogram) {
        let mut streams = substreams(stream);
        let mut next = || streams.next().expect("substreams never end");
        let rarely = self.outcomes.len() as u64;
        let before = counts.count(rarely);
        let (mut random, mut bulk) = (next(), Bulk::new(next(), self.isa));
        let mut left = trials;
        while left > 0 {
            let size = left.min(ROWS as u64);
            counts.extend(&bulk.codes(&self.common)[..size as usize]);
            left -= size;
        }
        if let Some(rare) = &self.rare {
            for _ in before..counts.count(rarely) {
                counts.add(rare.pick(random.next_u64()).into(), 1);
            }
        }
    }
}

impl Resolutions for Whole {
    fn sample_all(&self, blocks: &mut dyn Iterator<Item = Block>, tally: &mut Tally) -> Vec<u64> {
        let mut counts = Histogram::new(self.outcomes.len() + 1);
        blocks.for_each(|(stream, trials)| self.draw(stream, trials, &mut counts));
        let mut indicators = vec![0; self.indicators];
        let nowhere = Spot::new();
        for (index, count) in counts.into_sorted() {
            // The last index stands for all rare outcomes.
            let Some((key, marks)) = self.outcomes.get(index as usize) else { continue };
            tally.add(*key, count);
            marks.iter().for_each(|mark| indicators[mark.number(&nowhere)] += count);
        }
        indicators
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{MetricSpec, streams};
    use crate::stats;

    #[test]
    fn rare_outcomes_have_their_probabilities() {
        // In multiples of 2^-32: 2.5 in all, which are filled up to 3.
        let unit = 0.5f64.powi(32);
        let weights = [1.0 - 2.5 * unit, 2.0 * unit, 0.5 * unit, 1e-30, 0.0];
        let whole = Whole::unmarked((0..).zip(weights), 0, Isa::widest()).unwrap();
        assert_eq!(whole.common.masses(6), [(1 << 32) - 3, 0, 0, 0, 0, 3]);
        // Every draw is rare here, so that there are enough of them.
        let rare = Whole { common: AliasTable::new([(5, 1.0)].into_iter()), ..whole };
        let packing = Packing::all(&[MetricSpec::integer("value", "", 0, 4)]).unwrap();
        let mut tally = Tally::new(&packing);
        rare.sample(streams(1).next().unwrap(), 200_000, &mut tally);
        let counts = tally.into_sorted();
        assert_eq!(counts.iter().map(|(key, _)| key).collect::<Vec<_>>(), [&0, &1, &2]);
        let probabilities = [0.5 / 3.0, 2.0 / 3.0, 0.5 / 3.0];
        let fit = stats::chi_square(counts.iter().map(|&(_, count)| count).zip(probabilities), 200_000);
        assert!(fit.p_value > 1e-4, "{counts:?}");
    }
}
