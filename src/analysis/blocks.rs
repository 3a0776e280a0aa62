//! Sampling in blocks over threads.
//!
//! Block `b` of 2^16 resolutions has a stream of its own. So the tally of any
//! range of blocks follows from scenario, seed and range alone: not from the
//! number of threads, nor from which of them did what.

use std::sync::atomic::{AtomicU64, Ordering};

use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::RunError;
use crate::chance::{AnyProcedure, Cells, Packing, Reader, Tally, Work, streams};

/// Resolutions of a block.
pub const BLOCK: u64 = 1 << 16;

/// Blocks sampled by each thread between two looks at whether to stop.
const ROUND: usize = 16;

/// What is sampled, and where the counts go.
pub struct Blocks<'a> {
    /// The procedure.
    pub procedure: &'a dyn AnyProcedure,
    /// All metrics.
    pub whole: &'a Packing,
    /// Who samples it.
    pub reader: Reader,
    /// The sets of metrics that are counted together.
    pub groups: &'a [Packing],
    /// Resolutions in all.
    pub trials: u64,
    /// Where the streams start.
    pub seed: u64,
    /// Threads; `None`: one for each core.
    pub threads: Option<usize>,
    /// Counts the resolutions, and may be stopped.
    pub work: &'a Work<'a>,
}

/// What was counted.
pub struct Counts {
    /// By group, each ascending by key.
    pub groups: Vec<Vec<(u64, u64)>>,
    /// How often each indicator was counted.
    pub indicators: Vec<u64>,
}

/// What one thread has counted so far.
struct Tallies {
    groups: Vec<Tally>,
    indicators: Vec<u64>,
}

impl Blocks<'_> {
    /// Samples all resolutions.
    pub fn all(&self) -> Result<Counts, RunError> {
        let next = AtomicU64::new(0);
        let blocks = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|block| *block < self.blocks());
        let worker = |_| {
            // Who comes too late for any block needs no room to count.
            let mut tallies = None;
            let mut streams = streams(self.seed);
            let mut passed = 0;
            while !self.work.is_stopped()
                && let Some(block) = blocks()
            {
                let skipped = usize::try_from(block - passed).expect("blocks are taken one by one");
                let stream = streams.nth(skipped).expect("streams never end");
                passed = block + 1;
                self.block(block, stream, tallies.get_or_insert_with(|| self.empty()));
            }
            tallies
        };
        let sampled = || {
            let workers =
                rayon::current_num_threads().min(usize::try_from(self.blocks()).unwrap_or(usize::MAX));
            (0..workers).into_par_iter().with_max_len(1).filter_map(worker).collect()
        };
        let tallies = with_threads(self.threads, sampled)?;
        self.finish(tallies)
    }

    /// Samples block after block until `enough` says so of one of them, which it
    /// is shown in their order: its joint outcomes over all metrics with their
    /// counts. Returns how many resolutions were taken, too.
    pub fn until(
        &self,
        mut enough: impl FnMut(&[(u64, u64)], u64) -> bool + Send,
    ) -> Result<(u64, Counts), RunError> {
        with_threads(self.threads, || self.until_enough(&mut enough))?
    }

    fn until_enough(
        &self,
        enough: &mut (impl FnMut(&[(u64, u64)], u64) -> bool + Send),
    ) -> Result<(u64, Counts), RunError> {
        let mut streams = streams(self.seed);
        let mut tallies = self.empty();
        let mut taken = 0;
        let mut block = 0;
        let round_size = ROUND * rayon::current_num_threads();
        'rounds: while block < self.blocks() && !self.work.is_stopped() {
            let round: Vec<(u64, Xoshiro256PlusPlus)> =
                (block..self.blocks()).take(round_size).zip(&mut streams).collect();
            block += round.len() as u64;
            let sampled: Vec<_> =
                round.into_par_iter().map(|(block, stream)| self.sample(block, stream)).collect();
            for (cells, indicators) in sampled {
                self.spread(&cells, &indicators, &mut tallies);
                taken += cells.iter().map(|(_, count)| count).sum::<u64>();
                if enough(&cells, taken) {
                    break 'rounds;
                }
            }
        }
        Ok((taken, self.finish(vec![tallies])?))
    }

    fn blocks(&self) -> u64 {
        self.trials.div_ceil(BLOCK)
    }

    fn empty(&self) -> Tallies {
        let groups = self.groups.iter().map(Tally::new).collect();
        Tallies { groups, indicators: vec![0; self.procedure.tables().indicators] }
    }

    fn block(&self, block: u64, stream: Xoshiro256PlusPlus, tallies: &mut Tallies) {
        match (self.groups, &mut tallies.groups[..]) {
            ([group], [tally]) if group == self.whole => {
                let trials = self.trials_of(block);
                let indicators = self.procedure.sample(self.reader, self.whole, stream, trials, tally);
                add(&mut tallies.indicators, &indicators);
                self.work.add(trials);
            }
            _ => {
                let (cells, indicators) = self.sample(block, stream);
                self.spread(&cells, &indicators, tallies);
            }
        }
    }

    /// Samples one block, all metrics together. Yields the joint outcomes with their
    /// counts, and those of the indicators.
    fn sample(&self, block: u64, stream: Xoshiro256PlusPlus) -> (Vec<(u64, u64)>, Vec<u64>) {
        let mut tally = Tally::Sparse(Cells::new());
        let trials = self.trials_of(block);
        let indicators = self.procedure.sample(self.reader, self.whole, stream, trials, &mut tally);
        self.work.add(trials);
        match tally {
            Tally::Sparse(cells) => (cells.into_list(), indicators),
            Tally::Dense(_) => unreachable!("a tally keeps its kind"),
        }
    }

    fn trials_of(&self, block: u64) -> u64 {
        BLOCK.min(self.trials - block * BLOCK)
    }

    /// Adds joint outcomes over all metrics to the tally of each group, and indicators
    /// to theirs.
    fn spread(&self, cells: &[(u64, u64)], indicators: &[u64], tallies: &mut Tallies) {
        add(&mut tallies.indicators, indicators);
        let mut values = Vec::new();
        for &(key, count) in cells {
            self.whole.unpack(key, &mut values);
            for (group, tally) in self.groups.iter().zip(&mut tallies.groups) {
                tally.add(group.pack(&values), count);
            }
        }
    }

    fn finish(&self, workers: Vec<Tallies>) -> Result<Counts, RunError> {
        if self.work.is_stopped() {
            return Err(RunError::Stopped);
        }
        let mut workers = workers.into_iter();
        let mut total = workers.next().unwrap_or_else(|| self.empty());
        for tallies in workers {
            add(&mut total.indicators, &tallies.indicators);
            for (sum, tally) in total.groups.iter_mut().zip(tallies.groups) {
                for (key, count) in tally.into_sorted() {
                    sum.add(key, count);
                }
            }
        }
        let groups = total.groups.into_iter().map(Tally::into_sorted).collect();
        Ok(Counts { groups, indicators: total.indicators })
    }
}

/// More threads for each core make nothing faster, and take time themselves.
const MOST_THREADS: usize = 8;

/// Does work on so many threads; `None`: one for each core. Work that is a part of other
/// work shares its threads.
pub fn with_threads<T: Send>(count: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, RunError> {
    if rayon::current_thread_index().is_some() {
        return Ok(work());
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let count = count.unwrap_or(cores).min(MOST_THREADS * cores);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    Ok(pool.map_err(|error| RunError::Threads(error.to_string()))?.install(work))
}

fn add(sums: &mut [u64], counts: &[u64]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}
