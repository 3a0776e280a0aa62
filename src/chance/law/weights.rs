//! The probabilities of a law's outcomes.

use std::ops::Range;
use std::sync::Arc;

/// Probabilities and sums of neighbours: a tree in an array, in which node `i` is the sum of nodes
/// `2i` and `2i + 1`, and the probabilities are the second half. Any range is summed in a few
/// steps. There is no subtraction, which would cost small probabilities their precision.
#[derive(Clone)]
pub struct Weights {
    tree: Arc<[f64]>,
}

impl Weights {
    pub fn new(weights: &[f64]) -> Self {
        let mut tree = vec![0.0; weights.len()];
        tree.extend(weights);
        for node in (1..weights.len()).rev() {
            tree[node] = tree[2 * node] + tree[2 * node + 1];
        }
        Weights { tree: tree.into() }
    }

    /// The single probabilities.
    pub fn leaves(&self) -> &[f64] {
        &self.tree[self.tree.len() / 2..]
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> f64 {
        self.leaves()[index]
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.leaves().iter().copied()
    }

    /// The sum of the probabilities in a range.
    pub fn sum(&self, stretch: Range<usize>) -> f64 {
        let leaves = self.tree.len() / 2;
        let (mut low, mut high) = (stretch.start + leaves, stretch.end + leaves);
        let mut sum = 0.0;
        while low < high {
            if low % 2 == 1 {
                sum += self.tree[low];
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                sum += self.tree[high];
            }
            (low, high) = (low / 2, high / 2);
        }
        sum
    }
}
