//! How often each joint outcome was seen.

use super::{Cells, Packing};

/// Counts of joint outcomes. They are integers, so their sums do not depend on the order, and up to
/// 2^64 resolutions fit.
#[derive(Clone, Debug)]
pub enum Tally {
    /// A count for every possible key. Most are never touched, and the operating system allocates no memory for
    /// those.
    Dense(Vec<u64>),
    /// Counts only of the keys that were seen.
    Sparse(Cells<u64>),
}

/// The maximum number of keys for a dense tally.
const DENSE: u64 = 1 << 21;

impl Tally {
    /// An empty tally for the keys of `packing`.
    pub fn new(packing: &Packing) -> Self {
        match Tally::is_dense(packing) {
            true => Tally::Dense(vec![0; packing.room() as usize]),
            false => Tally::Sparse(Cells::new()),
        }
    }

    /// Whether the tally for `packing` has a count for every joint outcome, seen or not.
    pub fn is_dense(packing: &Packing) -> bool {
        packing.room() <= DENSE
    }

    /// Counts joint outcomes, each once.
    pub fn extend<K: Copy + Into<u64>>(&mut self, keys: &[K]) {
        match self {
            Tally::Dense(counts) => keys.iter().for_each(|&key| counts[key.into() as usize] += 1),
            Tally::Sparse(cells) => keys.iter().for_each(|&key| cells.add(key.into(), 1)),
        }
    }

    /// Adds `count` to a joint outcome.
    pub fn add(&mut self, key: u64, count: u64) {
        match self {
            Tally::Dense(counts) => counts[key as usize] += count,
            Tally::Sparse(cells) => cells.add(key, count),
        }
    }

    /// Adds all counts of another tally.
    pub fn add_all(&mut self, other: Tally) {
        for (key, count) in other.into_sorted() {
            self.add(key, count);
        }
    }

    /// The joint outcomes that were seen with their counts, in ascending order.
    pub fn into_sorted(self) -> Vec<(u64, u64)> {
        match self {
            Tally::Dense(counts) => (0..).zip(counts).filter(|&(_, count)| count > 0).collect(),
            Tally::Sparse(cells) => {
                let mut list = cells.into_list();
                list.sort_unstable_by_key(|&(key, _)| key);
                list
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::MetricSpec;

    fn tally(max: i64) -> Tally {
        Tally::new(&Packing::all(&[MetricSpec::integer("value", "", 0, max)]).unwrap())
    }

    #[test]
    fn both_kinds_count_the_same() {
        let (mut dense, mut sparse) = (tally(1_000), tally(1 << 40));
        assert!(matches!(dense, Tally::Dense(_)) && matches!(sparse, Tally::Sparse(_)));
        let walk = |key: &u64| Some((key * 5 + 3) % 997);
        let keys: Vec<u64> = std::iter::successors(Some(0), walk).take(65_536).collect();
        for tally in [&mut dense, &mut sparse] {
            tally.extend(&keys);
            tally.add(1_000, 7);
        }
        let counts = dense.into_sorted();
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 65_543);
        assert_eq!(counts, sparse.into_sorted());
    }

    #[test]
    fn counts_go_beyond_32_bits() {
        for mut tally in [tally(10), tally(1 << 40)] {
            tally.add(3, u64::from(u32::MAX));
            tally.add(3, 2);
            assert_eq!(tally.into_sorted(), [(3, (1 << 32) + 1)]);
        }
    }
}
