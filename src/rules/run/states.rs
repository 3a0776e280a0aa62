//! Tuples of integers, numbered in the order of first arrival.

/// Distinct tuples of one length, with a hash table that gives the number of a tuple. All tuples are in
/// one array: games have millions of states.
#[derive(Clone, Debug, Default)]
pub struct States {
    width: usize,
    values: Vec<i32>,
    len: usize,
    /// Numbers of tuples plus one, by linear probing; 0 is free. The length is 0 or a power of two.
    slots: Vec<u32>,
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
        4 * (self.values.len() + self.slots.len()) as u64
    }

    /// The number of a tuple, if it is known.
    pub fn find(&self, tuple: &[i32]) -> Option<usize> {
        let slot = *self.slots.get(self.slot(tuple))?;
        Some(slot.checked_sub(1)? as usize)
    }

    /// The number of a tuple, which is added if it is new.
    #[inline]
    pub fn insert(&mut self, tuple: &[i32]) -> usize {
        if 2 * self.len >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(tuple);
        match self.slots[slot].checked_sub(1) {
            Some(number) => number as usize,
            None => {
                self.values.extend_from_slice(tuple);
                self.len += 1;
                self.slots[slot] = self.len as u32;
                self.len - 1
            }
        }
    }

    /// The slot with a tuple, or the free one where it belongs; 0 if there are no slots.
    #[inline]
    fn slot(&self, tuple: &[i32]) -> usize {
        if self.slots.is_empty() {
            return 0;
        }
        debug_assert_eq!(tuple.len(), self.width);
        let mix =
            |hash: u64, &value: &i32| (hash.rotate_left(23) ^ u64::from(value as u32)).wrapping_mul(GOLDEN);
        let hash = tuple.iter().fold(0, mix);
        let last = self.slots.len() - 1;
        let mut slot = (hash ^ hash >> 32) as usize & last;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.get(number as usize) == tuple {
                break;
            }
            slot = (slot + 1) & last;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; (2 * self.slots.len()).max(16)];
        for number in 0..self.len {
            let slot = self.slot(&self.values[number * self.width..][..self.width]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}
