//! Sampling in blocks.
//!
//! Each block of 2^16 resolutions has a random stream of its own. So the tally of any range of blocks
//! depends only on the scenario, the seed and the range, not on the number of threads or on how the
//! blocks are distributed among them.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{iter, mem};

use rand_xoshiro::Xoshiro256PlusPlus;

use super::parallel;
use crate::chance::{
    AnyProcedure, Block, Cells, Packing, Resolutions, Stopped, Tally, Work, add_to, streams,
};

/// The number of resolutions in a block.
pub const BLOCK: u64 = 1 << 16;

/// The number of blocks that a thread samples before it adds the joint outcomes to groups, or before it
/// checks whether there are enough.
const ROUND: usize = 16;

/// What is sampled, and how it is counted.
pub struct Blocks<'a> {
    /// The procedure.
    pub procedure: &'a dyn AnyProcedure,
    /// The procedure, ready to be sampled.
    pub resolutions: Box<dyn Resolutions + 'a>,
    /// All metrics, in as few packings as hold them. Each trial is counted in all of them.
    pub wholes: &'a [Whole],
    /// The sets of metrics that are counted together.
    pub groups: &'a [Packing],
    /// The total number of resolutions.
    pub trials: u64,
    /// The seed of the streams.
    pub seed: u64,
    /// Reports the progress, and can be stopped.
    pub work: &'a Work<'a>,
}

/// Metrics that are counted jointly, and the groups whose counts follow from theirs.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The metrics.
    pub packing: Packing,
    /// The indices of the groups.
    pub groups: Vec<usize>,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The counts of each group by key, ascending.
    pub groups: Vec<Vec<(u64, u64)>>,
    /// The count of each indicator.
    pub indicators: Vec<u64>,
}

/// The joint outcomes of blocks with their counts, those of each whole, and the counts of the indicators.
type BlockCounts = (Vec<Vec<(u64, u64)>>, Vec<u64>);

/// What one thread has counted so far.
struct Tallies {
    counted: Counted,
    indicators: Vec<u64>,
}

/// Where joint outcomes are counted.
enum Counted {
    /// The metrics of each whole together; the groups are derived at the end.
    Wholes(Vec<Tally>),
    /// Each group separately, block by block.
    Groups(Vec<Tally>),
}

/// The number of blocks for this many trials.
pub fn count(trials: u64) -> u64 {
    trials.div_ceil(BLOCK)
}

/// How many of the `trials` are in these blocks: the last block may be shorter.
pub fn trials_in(blocks: &Range<u64>, trials: u64) -> u64 {
    let before = |block: u64| block.saturating_mul(BLOCK).min(trials);
    before(blocks.end) - before(blocks.start)
}

impl Blocks<'_> {
    /// Samples the resolutions of some blocks on all available threads.
    ///
    /// # Errors
    /// When the work was told to stop.
    pub fn range(&self, blocks: Range<u64>) -> Result<Counts, Stopped> {
        let next = AtomicU64::new(blocks.start);
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|block| *block < blocks.end);
        let worker = |_| {
            let mut streams = streams(self.seed);
            let (mut passed, mut sampled) = (0, 0);
            let mut going_on = Ok(());
            let mut taken = iter::from_fn(|| {
                // The block before is sampled when the next one is asked for.
                going_on = self.work.go_on(mem::take(&mut sampled));
                let block = going_on.is_ok().then(take)??;
                streams.pass(block - passed);
                passed = block + 1;
                sampled = self.trials_of(block);
                Some((streams.next()?, sampled))
            })
            .peekable();
            // A worker that gets no block allocates no tallies.
            let mut tallies = None;
            while taken.peek().is_some() {
                self.sample_into(tallies.get_or_insert_with(|| self.empty()), &mut taken);
            }
            drop(taken);
            going_on.map(|()| tallies)
        };
        let length = blocks.end.saturating_sub(blocks.start);
        let workers = parallel::threads().min(usize::try_from(length).unwrap_or(usize::MAX));
        Ok(self.total(parallel::each(workers, worker)?.into_iter().flatten()))
    }

    /// Samples block after block until `enough` returns true. `enough` is called for each block in
    /// order, with the counts of the block's joint outcomes of the first whole. Also returns the number of
    /// resolutions.
    ///
    /// # Errors
    /// When the work was told to stop.
    pub fn until(&self, mut enough: impl FnMut(&[(u64, u64)]) -> bool) -> Result<(u64, Counts), Stopped> {
        let mut streams = streams(self.seed);
        let mut tallies = self.empty();
        let mut taken = 0;
        let mut block = 0;
        let round_size = ROUND * parallel::threads();
        'rounds: while block < count(self.trials) {
            let round: Vec<(u64, Xoshiro256PlusPlus)> =
                (block..count(self.trials)).take(round_size).zip(&mut streams).collect();
            block += round.len() as u64;
            let one = |place: usize| {
                let (block, stream) = &round[place];
                let trials = self.trials_of(*block);
                let counts = self.sample(&mut iter::once((stream.clone(), trials)));
                self.work.go_on(trials).map(|()| counts)
            };
            for (cells, indicators) in parallel::each(round.len(), one)? {
                self.count(&cells, &mut tallies.counted);
                add_to(&mut tallies.indicators, &indicators);
                taken += cells[0].iter().map(|(_, count)| count).sum::<u64>();
                if enough(&cells[0]) {
                    break 'rounds;
                }
            }
        }
        Ok((taken, self.total([tallies])))
    }

    fn empty(&self) -> Tallies {
        let counted = match self.is_whole() || self.is_worth_a_table() {
            true => Counted::Wholes(self.wholes.iter().map(|whole| Tally::new(&whole.packing)).collect()),
            false => Counted::Groups(self.of_groups()),
        };
        Tallies { counted, indicators: vec![0; self.procedure.tables().indicators] }
    }

    /// Whether the only group is that of all metrics.
    fn is_whole(&self) -> bool {
        matches!((self.groups, self.wholes), ([group], [whole]) if *group == whole.packing)
    }

    /// Whether to count the metrics of each whole together in one table: there has to be an entry for each
    /// joint outcome, and so many trials that deriving the groups from the table at the end is cheaper than
    /// updating them block by block.
    fn is_worth_a_table(&self) -> bool {
        let is_worth =
            |Whole { packing, .. }: &Whole| Tally::is_dense(packing) && self.trials > 4 * packing.room();
        self.wholes.iter().all(is_worth)
    }

    fn of_groups(&self) -> Vec<Tally> {
        self.groups.iter().map(Tally::new).collect()
    }

    /// Samples blocks into the tallies: all of them, or only the first for groups.
    fn sample_into(&self, tallies: &mut Tallies, blocks: &mut dyn Iterator<Item = Block>) {
        let indicators = match &mut tallies.counted {
            Counted::Wholes(tallies) => self.resolutions.sample_all(blocks, tallies),
            Counted::Groups(groups) => {
                let (cells, indicators) = self.sample(&mut blocks.take(ROUND));
                self.spread(&cells, groups);
                indicators
            }
        };
        add_to(&mut tallies.indicators, &indicators);
    }

    /// Samples blocks, with the metrics of each whole counted together.
    fn sample(&self, blocks: &mut dyn Iterator<Item = Block>) -> BlockCounts {
        let mut tallies: Vec<Tally> = self.wholes.iter().map(|_| Tally::Sparse(Cells::new())).collect();
        let indicators = self.resolutions.sample_all(blocks, &mut tallies);
        let cells = tallies.into_iter().map(|tally| match tally {
            Tally::Sparse(cells) => cells.into_list(),
            Tally::Dense(_) => unreachable!("a tally keeps its kind"),
        });
        (cells.collect(), indicators)
    }

    fn trials_of(&self, block: u64) -> u64 {
        trials_in(&(block..block + 1), self.trials)
    }

    /// Adds the joint outcomes of each whole.
    fn count(&self, cells: &[Vec<(u64, u64)>], counted: &mut Counted) {
        match counted {
            Counted::Wholes(tallies) => tallies.iter_mut().zip(cells).for_each(|(tally, cells)| {
                cells.iter().for_each(|&(key, count)| tally.add(key, count));
            }),
            Counted::Groups(groups) => self.spread(cells, groups),
        }
    }

    /// Adds the joint outcomes of each whole to the tallies of its groups.
    fn spread(&self, cells: &[Vec<(u64, u64)>], tallies: &mut [Tally]) {
        let mut values = Vec::new();
        for (Whole { packing, groups }, cells) in self.wholes.iter().zip(cells) {
            for &(key, count) in cells {
                packing.unpack(key, &mut values);
                for &group in groups {
                    tallies[group].add(self.groups[group].pack(&values), count);
                }
            }
        }
    }

    fn total(&self, workers: impl IntoIterator<Item = Tallies>) -> Counts {
        let mut workers = workers.into_iter();
        let mut total = workers.next().unwrap_or_else(|| self.empty());
        for tallies in workers {
            add_to(&mut total.indicators, &tallies.indicators);
            match (&mut total.counted, tallies.counted) {
                (Counted::Groups(sums), Counted::Groups(groups)) => {
                    sums.iter_mut().zip(groups).for_each(|(sum, tally)| sum.add_all(tally));
                }
                (Counted::Wholes(sums), Counted::Wholes(tallies)) => {
                    sums.iter_mut().zip(tallies).for_each(|(sum, tally)| sum.add_all(tally));
                }
                _ => unreachable!("all threads count alike"),
            }
        }
        let groups = match total.counted {
            Counted::Wholes(tallies) if self.is_whole() => tallies,
            Counted::Wholes(tallies) => {
                let mut groups = self.of_groups();
                let cells: Vec<_> = tallies.into_iter().map(Tally::into_sorted).collect();
                self.spread(&cells, &mut groups);
                groups
            }
            Counted::Groups(groups) => groups,
        };
        let groups = groups.into_iter().map(Tally::into_sorted).collect();
        Counts { groups, indicators: total.indicators }
    }
}

impl Counts {
    /// Adds what was counted of the same groups and indicators elsewhere.
    pub fn add(&mut self, other: Counts) {
        add_to(&mut self.indicators, &other.indicators);
        for (cells, others) in self.groups.iter_mut().zip(other.groups) {
            cells.extend(others);
            cells.sort_by_key(|&(key, _)| key);
            cells.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                if same {
                    kept.1 += next.1;
                }
                same
            });
        }
    }
}
