//! Finite distributions, built from recipes of dice.

mod dice;

mod memo;

mod table;

mod weights;

use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, OnceLock};

use rand::Rng;

pub use self::memo::Memo;
pub(super) use self::table::Narrow;
use self::table::{Table, WIDE};
use self::weights::Weights;
use super::Roller;

/// A value that a law can yield.
pub trait Outcome: Copy + Ord + Send + Sync + 'static {}

impl<T: Copy + Ord + Send + Sync + 'static> Outcome for T {}

/// An outcome that a rule text can draw: it can be displayed.
pub trait Drawn: Outcome + fmt::Display {}

impl Drawn for u32 {}

/// A finite distribution, built once from a recipe of dice.
///
/// A law starts as [`Law::die`] and grows by [`repeat`](Law::repeat), [`map`](Law::map),
/// [`and`](Law::and) and [`then`](Law::then). Each of them builds both the probabilities and the
/// way to roll the outcome die by die, so that the two cannot disagree.
///
/// Probabilities are sums of products of non-negative numbers, and are never renormalized. The probability
/// beyond the cut of an open-ended die is carried along as [`omitted`](Law::omitted) mass.
///
/// ```
/// use fizzle::chance::Law;
///
/// let two_dice = Law::repeat(2, &Law::die(6), 0, |sum, face| sum + face);
/// assert!((two_dice.probability(&7) - 1.0 / 6.0).abs() < 1e-15);
/// ```
#[derive(Clone)]
pub struct Law<T> {
    outcomes: Arc<[T]>,
    weights: Weights,
    omitted: f64,
    /// For draws. It is built on first use, because exact distributions do not need it; clones share it.
    look_up: Arc<OnceLock<Table<T, WIDE>>>,
    recipe: Recipe<T>,
}

/// Rolls one outcome, die by die.
pub(crate) type Recipe<T> = Arc<dyn Fn(&mut dyn Roller) -> T + Send + Sync>;

impl<T: Outcome> Law<T> {
    /// Maps each outcome to the `number` written on the face of the die. Like [`map`](Law::map),
    /// but the narrator shows the number instead of the face.
    pub fn shown(&self, number: impl Fn(T) -> u32 + Send + Sync + 'static) -> Law<u32> {
        let weighted = self.iter().map(|(outcome, p)| (number(outcome), p)).collect();
        let roll = Arc::clone(&self.recipe);
        let recipe = move |dice: &mut dyn Roller| {
            let number = number(roll(dice));
            dice.shows(number.into());
            number
        };
        Law::new(weighted, self.omitted, Arc::new(recipe))
    }

    /// Cuts the upper tail so that at most `mass` is lost; what is lost is [omitted](Law::omitted).
    /// The recipe is not cut.
    pub fn cut(&self, mass: f64) -> Law<T> {
        let mut weighted: Vec<(T, f64)> = self.iter().collect();
        let omitted = cut(&mut weighted, mass);
        Law::of_merged(weighted, self.omitted + omitted, Arc::clone(&self.recipe))
    }

    /// The law of a single outcome, without dice.
    pub fn certain(outcome: T) -> Self {
        Law::new(vec![(outcome, 1.0)], 0.0, Arc::new(move |_| outcome))
    }

    /// The law of a pool of dice: draws from `each` `times` times and folds the outcomes, beginning
    /// with `start`. The result must not depend on the order of the dice.
    pub fn repeat<F: Outcome>(
        times: u32,
        each: &Law<F>,
        start: T,
        fold: impl Fn(T, F) -> T + Send + Sync + 'static,
    ) -> Self {
        let mut weighted = vec![(start, 1.0)];
        let mut omitted = 0.0;
        for _ in 0..times {
            omitted += (1.0 - omitted) * each.omitted;
            // The outer loop is over the outcomes of the die, so that the sort finds long ascending runs.
            weighted = merged(
                each.iter()
                    .flat_map(|(face, p)| weighted.iter().map(move |&(sum, w)| (sum, face, w * p)))
                    .map(|(sum, face, weight)| (fold(sum, face), weight))
                    .collect(),
            );
        }
        let roll = Arc::clone(&each.recipe);
        let recipe = move |dice: &mut dyn Roller| (0..times).fold(start, |sum, _| fold(sum, roll(dice)));
        Law::of_merged(weighted, omitted, Arc::new(recipe))
    }

    /// The distribution of `f` of the outcome.
    pub fn map<U: Outcome>(&self, f: impl Fn(T) -> U + Send + Sync + 'static) -> Law<U> {
        let weighted = self.iter().map(|(outcome, p)| (f(outcome), p)).collect();
        let roll = Arc::clone(&self.recipe);
        Law::new(weighted, self.omitted, Arc::new(move |dice| f(roll(dice))))
    }

    /// The distribution of `f` of this outcome and an independent one: a convolution.
    pub fn and<U: Outcome, V: Outcome>(
        &self,
        other: &Law<U>,
        f: impl Fn(T, U) -> V + Send + Sync + 'static,
    ) -> Law<V> {
        let weighted = self
            .iter()
            .flat_map(|(a, p)| other.iter().map(move |(b, q)| (a, b, p * q)))
            .map(|(a, b, weight)| (f(a, b), weight))
            .collect();
        let omitted = self.omitted + (1.0 - self.omitted) * other.omitted;
        let (first, second) = (Arc::clone(&self.recipe), Arc::clone(&other.recipe));
        let recipe = move |dice: &mut dyn Roller| {
            let a = first(dice);
            f(a, second(dice))
        };
        Law::new(weighted, omitted, Arc::new(recipe))
    }

    /// Continues each outcome with a law of its own: for dice that are rolled only after certain outcomes.
    pub fn then<U: Outcome>(&self, next: impl Fn(T) -> Law<U>) -> Law<U> {
        let nexts: Vec<Law<U>> = self.outcomes.iter().map(|&outcome| next(outcome)).collect();
        let mut weighted = Vec::new();
        let mut omitted = self.omitted;
        for (law, p) in nexts.iter().zip(self.weights.iter()) {
            weighted.extend(law.iter().map(|(outcome, q)| (outcome, p * q)));
            omitted += p * law.omitted;
        }
        let (first, outcomes) = (Arc::clone(&self.recipe), Arc::clone(&self.outcomes));
        let recipe = move |dice: &mut dyn Roller| {
            let outcome = first(dice);
            // Outcomes beyond the cut of an open-ended die continue with the last law.
            let index = outcomes.partition_point(|o| *o < outcome).min(nexts.len() - 1);
            nexts[index].roll(dice)
        };
        Law::new(weighted, omitted, Arc::new(recipe))
    }

    /// The outcomes with their probabilities, in ascending order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (T, f64)> + '_ {
        self.outcomes.iter().copied().zip(self.weights.iter())
    }

    /// The outcomes that have a positive probability, in ascending order. There is at least one.
    pub fn outcomes(&self) -> &[T] {
        &self.outcomes
    }

    /// The probability of the outcome at `index` of [`outcomes`](Law::outcomes).
    #[inline(always)]
    pub(super) fn weight(&self, index: usize) -> f64 {
        self.weights.get(index)
    }

    /// Groups consecutive outcomes for which `alike` is equal. Yields the index of the first outcome of
    /// each run, and the probability of the run. `alike` must be non-decreasing in the outcome.
    pub(super) fn runs<K: Ord>(&self, alike: impl Fn(T) -> K) -> impl Iterator<Item = (usize, f64)> {
        let key = move |index: usize| alike(self.outcomes[index]);
        let mut first = 0;
        std::iter::from_fn(move || {
            let here = (first < self.outcomes.len()).then(|| key(first))?;
            let mut step = 1;
            while first + step < self.outcomes.len() && key(first + step) == here {
                step *= 2;
            }
            // The end of the run lies between `inside`, which is in it, and `outside`, which is not.
            let (mut inside, mut outside) = (first + step / 2, (first + step).min(self.outcomes.len()));
            while inside + 1 < outside {
                let middle = usize::midpoint(inside, outside);
                if key(middle) == here { inside = middle } else { outside = middle }
            }
            debug_assert!(outside == self.outcomes.len() || key(outside) > here, "what is alike falls");
            let run = (first, self.weights.sum(first..outside));
            first = outside;
            Some(run)
        })
    }

    /// The probability of one outcome.
    pub fn probability(&self, outcome: &T) -> f64 {
        self.outcomes.binary_search(outcome).map_or(0.0, |index| self.weights.get(index))
    }

    /// The probability that the cuts of open-ended dice left out.
    pub fn omitted(&self) -> f64 {
        self.omitted
    }

    /// Rolls one outcome die by die.
    pub fn roll(&self, dice: &mut dyn Roller) -> T {
        (self.recipe)(dice)
    }

    /// Draws one outcome with a look-up in a table.
    ///
    /// Omitted mass is spread over the outcomes in proportion to their probabilities. It is far too
    /// small for any number of draws to reveal.
    #[inline(always)]
    pub fn sample<R: Rng>(&self, rng: &mut R) -> T {
        self.look_up.get_or_init(|| self.tabulated()).pick(rng.next_u64())
    }

    /// A table to draw from that takes little space, for use where there are many laws.
    pub(super) fn narrow(&self) -> Narrow<T> {
        self.tabulated()
    }

    #[cold]
    fn tabulated<const PARTS: usize>(&self) -> Table<T, PARTS> {
        Table::new(&self.outcomes, self.weights.leaves())
    }

    /// A law of a recipe whose outcomes and probabilities are given.
    pub(crate) fn new(weighted: Vec<(T, f64)>, omitted: f64, recipe: Recipe<T>) -> Self {
        Law::of_merged(merged(weighted), omitted, recipe)
    }

    fn of_merged(weighted: Vec<(T, f64)>, omitted: f64, recipe: Recipe<T>) -> Self {
        let (outcomes, weights): (Vec<T>, Vec<f64>) = weighted.into_iter().unzip();
        let (outcomes, weights) = (outcomes.into(), Weights::new(&weights));
        Law { outcomes, weights, omitted, look_up: Arc::default(), recipe }
    }
}

impl<T: fmt::Debug> fmt::Debug for Law<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.outcomes.iter().zip(self.weights.iter())).finish()
    }
}

/// Removes the greatest outcomes so that at most `mass` is lost, but always keeps one outcome.
/// Returns the probability that was removed.
fn cut<T>(weighted: &mut Vec<(T, f64)>, mass: f64) -> f64 {
    let mut omitted = 0.0;
    while let [_, .., (_, weight)] = weighted[..]
        && omitted + weight <= mass
    {
        omitted += weight;
        weighted.pop();
    }
    omitted
}

/// Sorts by outcome, merges equal outcomes, and drops weights that have underflowed to 0. The sort
/// is stable, so the sums are equal on every machine.
fn merged<T: Outcome>(weighted: Vec<(T, f64)>) -> Vec<(T, f64)> {
    // Sorts indices instead of outcomes, so that the sort is compiled once for all types of outcomes.
    let mut order: Vec<usize> = (0..weighted.len()).collect();
    sort_places(&mut order, &|a, b| weighted[a].0.cmp(&weighted[b].0));
    let mut merged: Vec<(T, f64)> = Vec::with_capacity(weighted.len());
    for (outcome, weight) in order.into_iter().map(|place| weighted[place]) {
        match merged.last_mut() {
            Some((last, sum)) if (*last).cmp(&outcome) == Ordering::Equal => *sum += weight,
            _ => merged.push((outcome, weight)),
        }
    }
    merged.retain(|&(_, weight)| weight > 0.0);
    merged
}

fn sort_places(places: &mut [usize], order: &dyn Fn(usize, usize) -> Ordering) {
    places.sort_by(|&a, &b| order(a, b));
}

#[cfg(test)]
mod tests;
