//! A map whose values are written once and then read without a lock.

use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;

use rustc_hash::FxBuildHasher;

/// A map that any number of threads read and add to at the same time.
///
/// Nothing is ever removed or replaced, so a value is found by following pointers that are written
/// once. They form trees, in which the hash of a key gives the path down, two bits per level. There
/// are as many trees as most maps have values, so that paths are short. With a lock, readers that
/// look up a value for every trial would wait for each other.
#[derive(Debug)]
pub struct OnceMap<K, V> {
    roots: Box<[Link<K, V>]>,
}

/// The number of trees, a power of two.
const ROOTS: usize = 1 << 10;

type Link<K, V> = OnceLock<Box<Node<K, V>>>;

#[derive(Debug)]
struct Node<K, V> {
    key: K,
    value: V,
    children: [Link<K, V>; 4],
}

/// The path of a key down its tree.
struct Way(u64);

impl Way {
    fn of<K: Hash>(key: &K) -> Self {
        Way(FxBuildHasher.hash_one(key))
    }

    fn root(&mut self) -> usize {
        let root = self.0 as usize % ROOTS;
        self.0 = self.0.rotate_right(ROOTS.ilog2());
        root
    }

    fn turn(&mut self) -> usize {
        let child = self.0 & 3;
        // The bits are reused endlessly: keys with equal hashes form a chain of nodes.
        self.0 = self.0.rotate_right(2);
        child as usize
    }
}

impl<K: Copy + Eq + Hash, V> OnceMap<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        OnceMap { roots: (0..ROOTS).map(|_| OnceLock::new()).collect() }
    }

    /// The value of a key, if there is one.
    pub fn get(&self, key: &K) -> Option<&V> {
        let mut way = Way::of(key);
        let mut link = &self.roots[way.root()];
        loop {
            let node = link.get()?;
            if node.key == *key {
                return Some(&node.value);
            }
            link = &node.children[way.turn()];
        }
    }

    /// Adds the value of a key, unless it has one. Returns the value that the key has then.
    pub fn insert(&self, key: K, value: V) -> &V {
        let mut value = Some(value);
        let mut way = Way::of(&key);
        let mut link = &self.roots[way.root()];
        loop {
            let node = link.get_or_init(|| {
                // A node that is created here has the key, and ends the loop.
                let value = value.take().expect("the value is still there until its node is made");
                Box::new(Node { key, value, children: [const { OnceLock::new() }; 4] })
            });
            if node.key == key {
                return &node.value;
            }
            link = &node.children[way.turn()];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_finds_the_value_that_came_first() {
        let map: OnceMap<u32, (u32, usize)> = OnceMap::new();
        let seen: Vec<Vec<(u32, usize)>> = std::thread::scope(|scope| {
            let add = |thread| (0..1_000).map(|key| *map.insert(key, (key * key, thread))).collect();
            let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || add(thread))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for key in 0..1_000 {
            let first = *map.get(&key).unwrap();
            assert_eq!(first.0, key * key);
            assert!(seen.iter().all(|seen| seen[key as usize] == first));
        }
        assert_eq!(map.get(&1_000), None);
    }

    #[test]
    fn keys_of_equal_hashes_have_values_of_their_own() {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        struct Same(u32);
        impl Hash for Same {
            fn hash<H: std::hash::Hasher>(&self, _state: &mut H) {}
        }
        let map = OnceMap::new();
        for key in 0..100 {
            assert_eq!((map.get(&Same(key)), *map.insert(Same(key), key)), (None, key));
        }
        assert_eq!(map.get(&Same(50)), Some(&50));
    }
}
