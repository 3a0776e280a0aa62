//! A cache of laws.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Law, Outcome};

/// A cache of laws, by all that they are built from: the settings of a grid use the same pools
/// again and again.
///
/// ```
/// use fizzle::chance::{Law, Memo};
///
/// fn sum(dice: u32) -> Law<u32> {
///     static SUMS: Memo<u32, u32> = Memo::new();
///     SUMS.law(dice, || Law::repeat(dice, &Law::die(6), 0, |sum, face| sum + face))
/// }
///
/// assert_eq!((sum(2).outcomes().len(), sum(3).outcomes().len()), (11, 16));
/// ```
#[derive(Debug)]
pub struct Memo<K, T> {
    laws: Mutex<BTreeMap<K, Law<T>>>,
}

/// The maximum number of laws in a cache. One more empties it first.
const MOST: usize = 1_000;

impl<K: Ord, T: Outcome> Memo<K, T> {
    /// An empty cache.
    pub const fn new() -> Self {
        Memo { laws: Mutex::new(BTreeMap::new()) }
    }

    /// The law of `key`. `build` must depend on nothing but `key`.
    pub fn law(&self, key: K, build: impl FnOnce() -> Law<T>) -> Law<T> {
        if let Some(law) = self.laws().get(&key) {
            return law.clone();
        }
        // Other threads can look laws up while this one is built.
        let law = build();
        let mut laws = self.laws();
        if laws.len() == MOST {
            laws.clear();
        }
        laws.insert(key, law.clone());
        law
    }

    fn laws(&self) -> MutexGuard<'_, BTreeMap<K, Law<T>>> {
        // No code panics while it holds the lock.
        self.laws.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Ord, T: Outcome> Default for Memo<K, T> {
    fn default() -> Self {
        Memo::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn die(memo: &Memo<u32, u32>, faces: u32) -> Law<u32> {
        memo.law(faces, || Law::die(faces))
    }

    #[test]
    fn a_law_is_built_once_and_each_key_has_its_own() {
        let memo = Memo::new();
        for faces in [6, 8, 6] {
            assert_eq!(die(&memo, faces).outcomes().len(), faces as usize);
        }
        assert_eq!(memo.law(6, || unreachable!("it was built before")).outcomes().len(), 6);
    }

    #[test]
    fn old_laws_make_room_for_new_ones() {
        let memo = Memo::new();
        for faces in (1..=MOST as u32 + 1).chain([1]) {
            assert_eq!(die(&memo, faces).outcomes().len(), faces as usize);
        }
        assert_eq!(memo.laws().len(), 2);
    }
}
