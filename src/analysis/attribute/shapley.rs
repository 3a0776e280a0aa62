//! Shapley shares of rules in their joint effect.
//!
//! A rule's share is the change that it makes when it is added, averaged over all orders in which the
//! rules may be added: L. S. Shapley (1953), A value for n-person games, Annals of Mathematics Studies
//! 28, 307–317.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Set, full};
use crate::stats::Estimate;

/// The exact shares of `count` rules: `Σ_S |S|! (n − |S| − 1)! / n! (v(S ∪ i) − v(S))` over the sets
/// `S` without the rule `i`.
pub fn exact_shares(count: usize, value: impl Fn(Set) -> Estimate) -> Vec<Estimate> {
    let weights = weights(count);
    (0..count)
        .map(|rule| {
            let without = (0..=full(count)).filter(|set| set >> rule & 1 == 0);
            Estimate::sum(without.flat_map(|set| {
                let weight = weights[set.count_ones() as usize];
                [(weight, value(set | 1 << rule)), (-weight, value(set))]
            }))
        })
        .collect()
}

/// `k! (n − k − 1)! / n!` for every `k` below `n`: one divided by `n` times the number of sets of `k`
/// other rules.
fn weights(count: usize) -> Vec<f64> {
    let mut sets = 1.0;
    (0..count)
        .map(|size| {
            let weight = 1.0 / (count as f64 * sets);
            sets *= (count - 1 - size) as f64 / (size + 1) as f64;
            weight
        })
        .collect()
}

/// Random orders of `count` rules, `pairs` of them, each followed by its reverse.
///
/// A rule that comes early in an order comes late in its reverse, which reduces the variance of the
/// mean of the two: R. Mitchell, J. Cooper, E. Frank, G. Holmes (2022), Journal of Machine Learning
/// Research 23(43), section 3.
pub fn orders(count: usize, pairs: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut orders = Vec::new();
    for _ in 0..pairs {
        let mut order: Vec<usize> = (0..count).collect();
        order.shuffle(&mut rng);
        let reverse = order.iter().rev().copied().collect();
        orders.extend([order, reverse]);
    }
    orders
}

/// The sets that result from adding rules in this order, from none to all.
pub fn sets_of(order: &[usize]) -> impl Iterator<Item = Set> {
    let grown = order.iter().scan(0, |set, rule| {
        *set |= 1 << rule;
        Some(*set)
    });
    std::iter::once(0).chain(grown)
}

/// The shares estimated from some orders, pair by pair, with the standard error of the mean. They sum
/// to the whole for any orders.
pub fn sampled_shares(orders: &[Vec<usize>], value: impl Fn(Set) -> Estimate) -> Vec<Estimate> {
    let count = orders.first().map_or(0, Vec::len);
    let (mut sums, mut squares) = (vec![0.0; count], vec![0.0; count]);
    for pair in orders.chunks_exact(2) {
        let mut added = vec![0.0; count];
        for order in pair {
            for (&rule, (before, after)) in order.iter().zip(sets_of(order).zip(sets_of(order).skip(1))) {
                added[rule] += (value(after).value - value(before).value) / 2.0;
            }
        }
        for ((sum, square), added) in sums.iter_mut().zip(&mut squares).zip(added) {
            *sum += added;
            *square += added * added;
        }
    }
    let pairs = (orders.len() / 2) as f64;
    let share = |(sum, square): (f64, f64)| {
        let mean = sum / pairs;
        let variance = (square / pairs - mean * mean).max(0.0) * pairs / (pairs - 1.0);
        Estimate::around(mean, (variance / pairs).sqrt())
    };
    sums.into_iter().zip(squares).map(share).collect()
}
