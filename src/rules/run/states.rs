//! Tuples of integers, numbered in the order of first arrival.

/// Distinct tuples of one length, with a hash table that gives the number of a tuple. All tuples are in
/// one array: games have millions of states.
#[derive(Clone, Debug, Default)]
pub struct States {
    width: usize,
    values: Vec<i32>,
    len: usize,
    /// By linear probing: the numbers of tuples plus one in the low half, parts of their hashes in the high
    /// half; 0 is free. The length is 0 or a power of two.
    slots: Vec<u64>,
}

/// 2^64 over the golden ratio, odd: D. E. Knuth, TAOCP 3, 6.4.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl States {
    /// No tuples, which would have this length.
    pub fn new(width: usize) -> States {
        States { width, ..States::default() }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The length of the tuples.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The tuple with a number.
    pub fn get(&self, number: usize) -> &[i32] {
        &self.values[number * self.width..][..self.width]
    }

    /// All tuples, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len).map(|number| self.get(number))
    }

    /// The memory that it takes.
    pub fn bytes(&self) -> u64 {
        (4 * self.values.len() + 8 * self.slots.len()) as u64
    }

    /// The number of a tuple, if it is known.
    pub fn find(&self, tuple: &[i32]) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        (self.slots[self.slot(tuple, hash(tuple))] as u32).checked_sub(1).map(|number| number as usize)
    }

    /// The number of a tuple, which is added if it is new.
    #[inline]
    pub fn insert(&mut self, tuple: &[i32]) -> usize {
        if 2 * self.len >= self.slots.len() {
            self.grow();
        }
        let hash = hash(tuple);
        let slot = self.slot(tuple, hash);
        match (self.slots[slot] as u32).checked_sub(1) {
            Some(number) => number as usize,
            None => {
                self.values.extend_from_slice(tuple);
                self.len += 1;
                self.slots[slot] = u64::from(hash) << 32 | self.len as u64;
                self.len - 1
            }
        }
    }

    /// The slot with a tuple, or the free one where it belongs.
    #[inline]
    fn slot(&self, tuple: &[i32], hash: u32) -> usize {
        debug_assert_eq!(tuple.len(), self.width);
        let last = self.slots.len() - 1;
        let mut slot = hash as usize & last;
        while let Some(number) = (self.slots[slot] as u32).checked_sub(1) {
            if (self.slots[slot] >> 32) as u32 == hash && self.get(number as usize) == tuple {
                break;
            }
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let last = (2 * self.slots.len()).max(16) - 1;
        for taken in std::mem::replace(&mut self.slots, vec![0; last + 1]).into_iter().filter(|&one| one > 0)
        {
            let mut slot = (taken >> 32) as usize & last;
            while self.slots[slot] > 0 {
                slot = (slot + 1) & last;
            }
            self.slots[slot] = taken;
        }
    }
}

/// A hash of a tuple, from several chains that do not wait for each other.
#[inline]
fn hash(tuple: &[i32]) -> u32 {
    let mix = |hash: u64, value: u64| (hash.rotate_left(23) ^ value).wrapping_mul(GOLDEN);
    let mut chains = [0; 4];
    for values in tuple.chunks(4) {
        for (chain, &value) in chains.iter_mut().zip(values) {
            *chain = mix(*chain, u64::from(value as u32));
        }
    }
    let hash = chains.into_iter().fold(0, mix);
    (hash ^ hash >> 32) as u32
}
