//! Amounts gathered by key.

use std::ops::AddAssign;

use smallvec::SmallVec;

/// Amounts added up by key: a dense list of entries, and a hash table with linear probing that
/// gives the position of a key in the list.
///
/// A general-purpose map takes three times as long in the two loops where fizzle spends its time: counting
/// joint outcomes, and merging equal ones. The list is in order of first arrival, on every machine.
#[derive(Clone, Debug)]
pub struct Cells<V> {
    /// Often there is a single key, which is stored inline and not on the heap.
    list: SmallVec<[(u64, V); 1]>,
    /// Positions in the list, plus one; 0 is free. A short list has no table.
    slots: Vec<u32>,
    shift: u32,
}

/// The maximum length of a list that is searched linearly.
const SHORT: usize = 8;

/// 2^64 over the golden ratio, odd: D. E. Knuth, TAOCP 3, 6.4.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number whose high bits depend on all bits of a key.
#[inline(always)]
pub(crate) fn mixed(key: u64) -> u64 {
    let mixed = key.wrapping_mul(GOLDEN);
    (mixed ^ (mixed >> 32)).wrapping_mul(GOLDEN)
}

impl<V: Copy + AddAssign> Cells<V> {
    /// No amounts.
    pub fn new() -> Self {
        Cells { list: SmallVec::new(), slots: Vec::new(), shift: 0 }
    }

    /// Adds to the amount of a key.
    #[inline(always)]
    pub fn add(&mut self, key: u64, amount: V) {
        if self.slots.is_empty() {
            return self.add_to_short(key, amount);
        }
        let mut slot = self.first_slot(key);
        while let Some(place) = self.slots[slot].checked_sub(1) {
            let (here, sum) = &mut self.list[place as usize];
            if *here == key {
                *sum += amount;
                return;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.insert(slot, key, amount);
    }

    /// The keys and their amounts, in the order of first arrival.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, V)> + '_ {
        self.list.iter().copied()
    }

    /// All keys with their values, as a slice.
    pub fn list(&self) -> &[(u64, V)] {
        &self.list
    }

    /// The keys and their amounts as a list, in the order of first arrival.
    pub fn into_list(self) -> Vec<(u64, V)> {
        self.list.into_vec()
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The memory that they take.
    pub fn bytes(&self) -> u64 {
        (size_of::<(u64, V)>() * self.list.len() + size_of::<u32>() * self.slots.len()) as u64
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    #[inline(always)]
    fn first_slot(&self, key: u64) -> usize {
        (mixed(key) >> self.shift) as usize
    }

    #[inline(never)]
    fn add_to_short(&mut self, key: u64, amount: V) {
        if let Some((_, sum)) = self.list.iter_mut().find(|(here, _)| *here == key) {
            *sum += amount;
            return;
        }
        self.list.push((key, amount));
        if self.list.len() > SHORT {
            self.index(8 * SHORT);
        }
    }

    #[inline(never)]
    fn insert(&mut self, slot: usize, key: u64, amount: V) {
        self.list.push((key, amount));
        self.slots[slot] = self.list.len() as u32;
        if 2 * self.list.len() > self.slots.len() {
            self.index(2 * self.slots.len());
        }
    }

    /// Rebuilds the table with `size` slots, a power of two.
    #[cold]
    fn index(&mut self, size: usize) {
        self.shift = 64 - size.trailing_zeros();
        self.slots.clear();
        self.slots.resize(size, 0);
        for place in 0..self.list.len() {
            let mut slot = self.first_slot(self.list[place].0);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = place as u32 + 1;
        }
    }
}

impl<V: Copy + AddAssign> Default for Cells<V> {
    fn default() -> Self {
        Cells::new()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn amounts_add_up_by_key(keys in prop::collection::vec(0u64..200, 0..2_000), scale in any::<u64>()) {
            let mut cells = Cells::new();
            let mut expected: BTreeMap<u64, u64> = BTreeMap::new();
            for (amount, key) in (1..).zip(keys) {
                let key = key.wrapping_mul(scale | 1);
                cells.add(key, amount);
                *expected.entry(key).or_default() += amount;
            }
            prop_assert_eq!(cells.len(), expected.len());
            let mut list = cells.into_list();
            list.sort_unstable();
            prop_assert_eq!(list, expected.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_order_is_that_of_first_arrival() {
        let mut cells = Cells::new();
        let keys: Vec<u64> = (0..1_000).map(|n| n * 7919 % 1009).collect();
        for &key in keys.iter().chain(&keys) {
            cells.add(key, 1u64);
        }
        assert!(cells.iter().eq(keys.into_iter().map(|key| (key, 2))));
    }
}
