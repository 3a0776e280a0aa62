//! A whole procedure as one table.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Marks, marked};
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
    /// Draws an index of `outcomes`.
    table: AliasTable,
    indicators: usize,
    isa: Isa,
}

/// The maximum number of outcomes. Larger tables and their counts take more than 32 MB.
const MOST_OUTCOMES: usize = 1 << 19;

/// An outcome in the tables takes as long as so many paths.
const PATHS_PER_OUTCOME: u64 = 4;

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
        Some(Whole {
            table: AliasTable::new((0..).zip(law.iter().map(|&(_, _, weight)| weight))),
            outcomes: law.into_iter().map(|(key, marks, _)| (key, marks)).collect(),
            indicators,
            isa,
        })
    }

    /// Draws and counts `trials` indices. The rare ones are counted together first.
    fn draw(&self, stream: Xoshiro256PlusPlus, trials: u64, counts: &mut Histogram) {
        let mut streams = substreams(stream);
        let mut next = || streams.next().expect("substreams never end");
        let rarely = self.table.rare().map(u64::from);
        let before = rarely.map_or(0, |rarely| counts.count(rarely));
        let (mut random, mut bulk) = (next(), Bulk::new(next(), self.isa));
        let mut left = trials;
        while left > 0 {
            let size = left.min(ROWS as u64);
            counts.extend(&bulk.unsettled(&self.table)[..size as usize]);
            left -= size;
        }
        if let Some(rarely) = rarely {
            for _ in before..counts.count(rarely) {
                counts.add(self.table.settled(rarely as u32, &mut random).into(), 1);
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
    fn rare_outcomes_are_counted() {
        // The first outcome is common. All others are rare, but one in a hundred together.
        let (rare, trials) = (100_000, 200_000);
        let weights = std::iter::once(0.99).chain(std::iter::repeat_n(1e-7, rare as usize));
        let whole = Whole::unmarked((0..).zip(weights), 0, Isa::widest()).unwrap();
        let packing = Packing::all(&[MetricSpec::integer("value", "", 0, rare)]).unwrap();
        let mut tally = Tally::new(&packing);
        whole.sample(streams(1).next().unwrap(), trials, &mut tally);
        let counts = tally.into_sorted();
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), trials);
        let is_in = |half: u64| move |(key, _): &&(u64, u64)| *key > 0 && key % 2 == half;
        let halves =
            [0, 1].map(|half| counts.iter().filter(is_in(half)).map(|(_, count)| count).sum::<u64>());
        let fit = stats::chi_square(
            [counts[0].1, halves[0], halves[1]].into_iter().zip([0.99, 0.005, 0.005]),
            trials,
        );
        assert!(fit.p_value > 1e-4, "{halves:?}");
    }
}
