//! Counts of keys that are small integers.

use std::{iter, mem};

/// How often each key was seen.
///
/// Every key has several counters, and consecutive keys in a list use different ones; otherwise a
/// repeated key would have to wait for its counter. The counters have 32 bits, so that those in use
/// stay in the cache. They are added to 64-bit totals before any of them can overflow.
#[derive(Clone, Debug)]
pub struct Histogram {
    /// Most are never touched, and the operating system allocates no memory for those.
    counters: Vec<[u32; WAYS]>,
    /// How many keys can still be counted before the counters must be emptied.
    left: u32,
    /// The counts from before the counters were last emptied; empty if they never were.
    totals: Vec<u64>,
}

/// Counters per key.
const WAYS: usize = 4;

impl Histogram {
    /// An empty histogram for keys below `room`.
    pub fn new(room: usize) -> Self {
        Histogram { counters: vec![[0; WAYS]; room], left: u32::MAX, totals: Vec::new() }
    }

    /// Counts each of the keys once.
    #[inline]
    pub fn extend<K: Copy + Into<u64>>(&mut self, mut keys: &[K]) {
        while keys.len() > self.left as usize {
            let (now, later) = keys.split_at(self.left as usize);
            self.count_each(now);
            self.empty();
            keys = later;
        }
        self.count_each(keys);
        self.left -= keys.len() as u32;
    }

    /// Adds `count` to a key.
    pub fn add(&mut self, key: u64, count: u64) {
        match u32::try_from(count) {
            Ok(count) if count <= self.left => {
                self.counters[key as usize][0] += count;
                self.left -= count;
            }
            _ => {
                self.totals.resize(self.counters.len(), 0);
                self.totals[key as usize] += count;
            }
        }
    }

    /// The keys that were seen with their counts, in ascending order.
    pub fn into_sorted(self) -> Vec<(u64, u64)> {
        let before = self.totals.into_iter().chain(iter::repeat(0));
        let counts = self.counters.into_iter().map(sum).zip(before).map(|(now, before)| now + before);
        (0..).zip(counts).filter(|&(_, count)| count > 0).collect()
    }

    fn count_each<K: Copy + Into<u64>>(&mut self, keys: &[K]) {
        let (groups, rest) = keys.as_chunks::<WAYS>();
        for group in groups {
            for (way, &key) in group.iter().enumerate() {
                self.counters[key.into() as usize][way] += 1;
            }
        }
        for &key in rest {
            self.counters[key.into() as usize][0] += 1;
        }
    }

    /// Adds the counters to the totals and resets them.
    #[cold]
    fn empty(&mut self) {
        self.totals.resize(self.counters.len(), 0);
        for (total, counters) in self.totals.iter_mut().zip(&mut self.counters) {
            *total += sum(mem::take(counters));
        }
        self.left = u32::MAX;
    }
}

fn sum(counters: [u32; WAYS]) -> u64 {
    counters.into_iter().map(u64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_that_are_full_are_emptied_first() {
        // As after nearly 2^32 keys: the counters have room for only `left` more.
        for left in [0, 1, 5, 6, 7, 100] {
            let mut histogram = Histogram::new(10);
            histogram.counters[3] = [u32::MAX - left, 0, 0, 0];
            histogram.left = left;
            histogram.extend(&[3u32; 6]);
            histogram.extend(&[7u32; 6]);
            let before = u64::from(u32::MAX - left);
            assert_eq!(histogram.into_sorted(), [(3, before + 6), (7, 6)], "{left} left");
        }
    }

    #[test]
    fn what_is_left_over_of_a_group_counts_too() {
        for length in 0..20u64 {
            let mut histogram = Histogram::new(20);
            histogram.extend(&(0..length).collect::<Vec<u64>>());
            assert_eq!(histogram.into_sorted(), (0..length).map(|key| (key, 1)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn added_counts_join_those_that_were_counted() {
        let mut histogram = Histogram::new(4);
        histogram.extend(&[1u64, 2, 1]);
        histogram.add(1, 1 << 40);
        histogram.add(3, u64::from(u32::MAX) - 3);
        histogram.add(3, 1);
        assert_eq!(histogram.into_sorted(), [(1, (1 << 40) + 2), (2, 1), (3, (1 << 32) - 3)]);
    }
}
