//! Finite laws, built from recipes of dice.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use rand::Rng;

use super::Roller;

/// What a law may yield.
pub trait Outcome: Copy + Ord + Send + Sync + 'static {}

impl<T: Copy + Ord + Send + Sync + 'static> Outcome for T {}

/// A finite distribution, built once from a recipe of dice.
///
/// A law starts as [`Law::die`] and grows by [`repeat`](Law::repeat),
/// [`map`](Law::map), [`and`](Law::and) and [`then`](Law::then). Each of them
/// makes the probabilities and the way to roll the very same thing die by die
/// together, so that the two cannot disagree.
///
/// Probabilities are sums of products of non-negative numbers, never
/// renormalised. What a cut of an open-ended die leaves out is carried as
/// [`omitted`](Law::omitted) mass.
///
/// ```
/// use fizzle::chance::Law;
///
/// let two_dice = Law::repeat(2, &Law::die(6), 0, |sum, face| sum + face);
/// assert!((two_dice.probability(&7) - 1.0 / 6.0).abs() < 1e-15);
/// assert_eq!(two_dice.quantile(0.5), 7);
/// ```
#[derive(Clone)]
pub struct Law<T> {
    outcomes: Arc<[T]>,
    weights: Arc<[f64]>,
    omitted: f64,
    table: Table<T>,
    recipe: Recipe<T>,
}

/// Rolls one outcome, die by die.
type Recipe<T> = Arc<dyn Fn(&mut dyn Roller) -> T + Send + Sync>;

impl Law<u32> {
    /// One fair die: 1 … `faces`, `1 / faces` each.
    ///
    /// # Panics
    /// When `faces` is 0.
    pub fn die(faces: u32) -> Self {
        assert!(faces > 0, "a die has a face");
        let weight = 1.0 / f64::from(faces);
        let outcomes = (1..=faces).map(|face| (face, weight)).collect();
        Law::new(outcomes, 0.0, Arc::new(move |dice| dice.roll(faces)))
    }

    /// A die whose highest face is rolled again and added, any number of times.
    ///
    /// The law is cut after `explosions` of them: what lies beyond, a mass of
    /// `faces^-(explosions + 1)`, is [omitted](Law::omitted). The recipe is not
    /// cut.
    ///
    /// # Panics
    /// When the die has fewer than two faces.
    pub fn exploding(faces: u32, explosions: u32) -> Self {
        assert!(faces > 1, "a die with one face explodes forever");
        let one = 1.0 / f64::from(faces);
        let mut reached = 1.0;
        let mut outcomes = Vec::new();
        for explosion in 0..=explosions {
            reached *= one;
            outcomes.extend((1..faces).map(|face| (faces * explosion + face, reached)));
        }
        let recipe = move |dice: &mut dyn Roller| {
            let mut value = dice.roll(faces);
            let mut face = value;
            while face == faces {
                face = dice.again(faces);
                value += face;
            }
            value
        };
        Law::new(outcomes, reached, Arc::new(recipe))
    }
}

impl<T: Outcome> Law<T> {
    /// The law of what a die scores by itself: as [`map`](Law::map), but the
    /// storyteller writes the score beside the die.
    pub fn scored(&self, score: impl Fn(T) -> u32 + Send + Sync + 'static) -> Law<u32> {
        let weighted = self.iter().map(|(outcome, p)| (score(outcome), p)).collect();
        let roll = Arc::clone(&self.recipe);
        let recipe = move |dice: &mut dyn Roller| {
            let score = score(roll(dice));
            dice.score(score);
            score
        };
        Law::new(weighted, self.omitted, Arc::new(recipe))
    }

    /// The same law of a die that goes on from a face with which it lies there: the
    /// storyteller writes that face before what is rolled.
    pub fn lying(&self, face: u32) -> Law<T> {
        let roll = Arc::clone(&self.recipe);
        let recipe = move |dice: &mut dyn Roller| {
            dice.lies(face);
            roll(dice)
        };
        Law { recipe: Arc::new(recipe), ..self.clone() }
    }

    /// The law without its greatest outcomes, as many as have at most this `mass`
    /// together: it is [omitted](Law::omitted). The recipe is not cut.
    pub fn cut(&self, mass: f64) -> Law<T> {
        let mut weighted: Vec<(T, f64)> = self.iter().collect();
        let omitted = cut(&mut weighted, mass);
        Law::of_merged(weighted, self.omitted + omitted, Arc::clone(&self.recipe))
    }

    /// One outcome without any dice.
    pub fn certain(outcome: T) -> Self {
        Law::new(vec![(outcome, 1.0)], 0.0, Arc::new(move |_| outcome))
    }

    /// Draws from `each` `times` times, folding the outcomes from `start`: a
    /// pool of dice. The fold must not mind the order of the dice.
    pub fn repeat<F: Outcome>(
        times: u32,
        each: &Law<F>,
        start: T,
        fold: impl Fn(T, F) -> T + Send + Sync + 'static,
    ) -> Self {
        Law::repeat_within(0.0, times, each, start, fold)
    }

    /// The same, [cut](Law::cut) at `mass` after every draw: a pool of open-ended
    /// dice stays as small as what can be seen of it.
    pub fn repeat_within<F: Outcome>(
        mass: f64,
        times: u32,
        each: &Law<F>,
        start: T,
        fold: impl Fn(T, F) -> T + Send + Sync + 'static,
    ) -> Self {
        let mut weighted = vec![(start, 1.0)];
        let mut omitted = 0.0;
        for _ in 0..times {
            omitted += (1.0 - omitted) * each.omitted;
            // Outcome by outcome of the die, so that the sort finds long ascending runs.
            weighted = merged(
                each.iter()
                    .flat_map(|(face, p)| weighted.iter().map(move |&(sum, w)| (sum, face, w * p)))
                    .map(|(sum, face, weight)| (fold(sum, face), weight))
                    .collect(),
            );
            omitted += cut(&mut weighted, mass);
        }
        let roll = Arc::clone(&each.recipe);
        let recipe = move |dice: &mut dyn Roller| (0..times).fold(start, |sum, _| fold(sum, roll(dice)));
        Law::of_merged(weighted, omitted, Arc::new(recipe))
    }

    /// The law of `f` of the outcome.
    pub fn map<U: Outcome>(&self, f: impl Fn(T) -> U + Send + Sync + 'static) -> Law<U> {
        let weighted = self.iter().map(|(outcome, p)| (f(outcome), p)).collect();
        let roll = Arc::clone(&self.recipe);
        Law::new(weighted, self.omitted, Arc::new(move |dice| f(roll(dice))))
    }

    /// The law of `f` of this outcome and an independent one: a convolution.
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

    /// Goes on from each outcome with a law of its own: dice that are rolled
    /// only if others fall so.
    pub fn then<U: Outcome>(&self, next: impl Fn(T) -> Law<U>) -> Law<U> {
        let nexts: Vec<Law<U>> = self.outcomes.iter().map(|&outcome| next(outcome)).collect();
        let mut weighted = Vec::new();
        let mut omitted = self.omitted;
        for (law, &p) in nexts.iter().zip(self.weights.iter()) {
            weighted.extend(law.iter().map(|(outcome, q)| (outcome, p * q)));
            omitted += p * law.omitted;
        }
        let (first, outcomes) = (Arc::clone(&self.recipe), Arc::clone(&self.outcomes));
        let recipe = move |dice: &mut dyn Roller| {
            let outcome = first(dice);
            // Past the cut of an open-ended die the last law goes on.
            let index = outcomes.partition_point(|o| *o < outcome).min(nexts.len() - 1);
            nexts[index].roll(dice)
        };
        Law::new(weighted, omitted, Arc::new(recipe))
    }

    /// Outcomes with their probabilities, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (T, f64)> + '_ {
        self.outcomes.iter().copied().zip(self.weights.iter().copied())
    }

    /// The outcomes that have probability, ascending. There is at least one.
    pub fn outcomes(&self) -> &[T] {
        &self.outcomes
    }

    /// The probability of the outcome at `index` of [`outcomes`](Law::outcomes).
    #[inline(always)]
    pub(super) fn weight(&self, index: usize) -> f64 {
        self.weights[index]
    }

    /// The probability of one outcome.
    pub fn probability(&self, outcome: &T) -> f64 {
        self.outcomes.binary_search(outcome).map_or(0.0, |index| self.weights[index])
    }

    /// The mass that the cuts of open-ended dice left out.
    pub fn omitted(&self) -> f64 {
        self.omitted
    }

    /// The least outcome `v` with `P(≤ v) ≥ q − 1e-12`.
    pub fn quantile(&self, q: f64) -> T {
        let mut below = 0.0;
        for (outcome, p) in self.iter() {
            below += p;
            if below >= q - 1e-12 {
                return outcome;
            }
        }
        self.outcomes[self.outcomes.len() - 1]
    }

    /// Rolls one outcome die by die.
    pub fn roll(&self, dice: &mut dyn Roller) -> T {
        (self.recipe)(dice)
    }

    /// Draws one outcome by a look-up in a table.
    ///
    /// Omitted mass is spread over the outcomes in proportion; it is far below
    /// what any number of draws can tell.
    #[inline(always)]
    pub fn sample<R: Rng>(&self, rng: &mut R) -> T {
        self.table.pick(rng.next_u64())
    }

    fn new(weighted: Vec<(T, f64)>, omitted: f64, recipe: Recipe<T>) -> Self {
        Law::of_merged(merged(weighted), omitted, recipe)
    }

    fn of_merged(weighted: Vec<(T, f64)>, omitted: f64, recipe: Recipe<T>) -> Self {
        let (outcomes, weights): (Vec<T>, Vec<f64>) = weighted.into_iter().unzip();
        let table = Table::new(&outcomes, &weights);
        Law { outcomes: outcomes.into(), weights: weights.into(), omitted, table, recipe }
    }
}

impl<T: fmt::Debug> fmt::Debug for Law<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.outcomes.iter().zip(self.weights.iter())).finish()
    }
}

/// Takes the greatest outcomes off, as many as have at most this `mass` together,
/// but for the last that is left. Returns what they had.
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

/// Sorts by outcome, adds the weights of equal ones, and drops those that have
/// underflowed to 0. The sort is stable, so the sums are the same everywhere.
fn merged<T: Outcome>(mut weighted: Vec<(T, f64)>) -> Vec<(T, f64)> {
    weighted.sort_by_key(|&(outcome, _)| outcome);
    weighted.dedup_by(|next, kept| {
        let equal = next.0.cmp(&kept.0) == Ordering::Equal;
        if equal {
            kept.1 += next.1;
        }
        equal
    });
    weighted.retain(|&(_, weight)| weight > 0.0);
    weighted
}

/// Tables from which one 64-bit number draws one outcome.
///
/// Most numbers find theirs at once: of [`DIRECT`] equal parts each outcome has
/// as many as it fills. What is left over of all outcomes is drawn by an alias
/// table. That is as exact as the weights are, and saves a comparison that
/// most draws would wait for.
///
/// G. Marsaglia, W. W. Tsang, J. Wang (2004), J. Stat. Softw. 11(3), for the
/// first step; the second is [`Alias`].
#[derive(Clone)]
struct Table<T> {
    direct: Arc<[T]>,
    rest: Alias<T>,
}

/// The parts of a table, a power of two. Four such tables fit into the fastest
/// cache.
const DIRECT: usize = 1 << 10;

impl<T: Copy> Table<T> {
    fn new(outcomes: &[T], weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let parts: Vec<f64> = weights.iter().map(|weight| weight / total * DIRECT as f64).collect();
        let repeated = |(&outcome, parts): (&T, &f64)| std::iter::repeat_n(outcome, *parts as usize);
        let direct: Vec<T> = outcomes.iter().zip(&parts).flat_map(repeated).collect();
        let rests: Vec<f64> = parts.iter().map(|parts| parts.fract()).collect();
        Table { direct: direct.into(), rest: Alias::new(outcomes, &rests) }
    }

    #[inline(always)]
    fn pick(&self, random: u64) -> T {
        match self.direct.get(random as usize % DIRECT) {
            Some(&outcome) => outcome,
            None => self.rest.pick(random / DIRECT as u64),
        }
    }
}

/// A table with two outcomes in each slot: the last bits of a number choose the
/// slot, all of it one of the two.
///
/// A. J. Walker (1977), ACM TOMS 3, 253–256; built as M. D. Vose (1991), IEEE
/// TSE 17, 972–975.
#[derive(Clone)]
struct Alias<T> {
    /// A power of two of them.
    slots: Arc<[Slot<T>]>,
}

#[derive(Clone, Copy)]
struct Slot<T> {
    /// The first outcome is drawn below it. Its last bits, those that choose the
    /// slot, are 0, so that the whole number can be compared.
    threshold: u64,
    outcomes: [T; 2],
}

/// One more than the greatest number that [`Alias`] draws from.
const REST: f64 = (1u128 << 64) as f64 / DIRECT as f64;

impl<T: Copy> Alias<T> {
    fn new(outcomes: &[T], weights: &[f64]) -> Self {
        let size = outcomes.len().next_power_of_two();
        let total: f64 = weights.iter().sum();
        // Where nothing is left over nothing is drawn.
        let scale = if total > 0.0 { size as f64 / total } else { 0.0 };
        let mut heights: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        heights.resize(size, 0.0);
        let own = |slot: usize| outcomes[slot.min(outcomes.len() - 1)];

        let mut slots: Vec<Slot<T>> =
            (0..size).map(|slot| Slot { threshold: u64::MAX, outcomes: [own(slot); 2] }).collect();
        let (mut low, mut high): (Vec<usize>, Vec<usize>) = (0..size).partition(|&slot| heights[slot] < 1.0);
        while let (Some(poor), Some(&rich)) = (low.pop(), high.last()) {
            slots[poor].threshold = (heights[poor] * REST) as u64 & !(size as u64 - 1);
            slots[poor].outcomes[1] = own(rich);
            heights[rich] -= 1.0 - heights[poor];
            if heights[rich] < 1.0 {
                high.pop();
                low.push(rich);
            }
        }
        Alias { slots: slots.into() }
    }

    #[cold]
    fn pick(&self, random: u64) -> T {
        let slot = &self.slots[random as usize & (self.slots.len() - 1)];
        slot.outcomes[usize::from(random >= slot.threshold)]
    }
}

#[cfg(test)]
mod tests;
