//! Walks all paths of draws of a rule, one after another.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Chance, Drawn, Inner, Law, Merging, NoLaw, Outcome, Procedure, Progress, State};

/// A reader that follows all outcomes, by walking the paths of each rule.
pub(super) trait Walks: Chance {
    fn walk(&mut self) -> &mut Walk;

    /// The progress to which the work reports.
    fn progress(&self) -> Option<&Progress>;

    /// Ends the work, because there is no distribution.
    fn end(&mut self, reason: NoLaw);

    /// Draws the outcome of an inner procedure. If that has no distribution, the work ends, but the
    /// rule goes on with some outcome.
    #[inline(always)]
    fn follow<P: Procedure<I, O>, I: State, O: State + Ord>(
        &mut self,
        inner: &Inner<P, I, O>,
        input: I,
        draw: impl FnOnce(&mut Walk, &Law<O>) -> O,
    ) -> O {
        match inner.law(input, self.progress()) {
            Ok(law) => draw(self.walk(), law),
            Err(refused) => {
                self.end(refused);
                inner.any_outcome(input)
            }
        }
    }
}

impl<W: Walks> Merging for W {
    #[inline(always)]
    fn draw_alike<T: Drawn, K: Ord>(&mut self, law: &Law<T>, key: impl Fn(T) -> K) -> T {
        self.walk().draw_alike(law, key)
    }

    #[inline(always)]
    fn draw_given<T: Drawn, K: Ord>(
        &mut self,
        law: &Law<T>,
        fits: impl Fn(T) -> bool,
        key: impl Fn(T) -> K,
    ) -> T {
        self.walk().draw_given(law, fits, key)
    }

    #[inline(always)]
    fn play_alike<P: Procedure<I, O>, I: State, O: State + Ord, K: Eq + Hash>(
        &mut self,
        inner: &Inner<P, I, O>,
        input: I,
        key: impl Fn(O) -> K,
    ) -> O {
        self.follow(inner, input, |walk, law| walk.draw_distinct(law, key))
    }

    #[inline(always)]
    fn omit(&mut self) {
        self.walk().omit();
    }

    #[inline(always)]
    fn merges(&self) -> bool {
        true
    }
}

/// Walks the paths that a rule can take from one state.
///
/// The rule runs once for each path and replays it: a draw that is on the path takes its current
/// outcome, and a new draw takes its first one.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The path of draws in this run of the rule.
    path: Vec<Fork>,
    /// The outcomes from which forks choose, for forks that do not choose from all outcomes of a
    /// law. Those of the first fork come first.
    branches: Vec<Branch>,
    depth: usize,
    /// The probability omitted so far, given the state.
    omitted: f64,
    /// Whether this run is dropped.
    left_out: bool,
}

/// One draw on the path: its choice, and the weight of the path up to it.
#[derive(Clone, Copy, Debug)]
struct Fork {
    choice: usize,
    choices: usize,
    /// Where its branches begin, if it has any.
    first: usize,
    weight: f64,
}

/// The index of an outcome in its law, and the probability of taking it.
type Branch = (usize, f64);

impl Walk {
    /// Begins with the first path.
    pub fn begin(&mut self) {
        self.path.clear();
        self.branches.clear();
        self.omitted = 0.0;
        self.restart();
    }

    /// Begins a run of the rule along the path.
    fn restart(&mut self) {
        self.depth = 0;
        self.left_out = false;
    }

    /// Ends a run. Returns its weight, or `None` if the rule dropped it.
    pub fn end(&mut self) -> Option<f64> {
        let weight = self.path.last().map_or(1.0, |fork| fork.weight);
        if self.left_out {
            self.omitted += weight;
            return None;
        }
        Some(weight)
    }

    /// Moves to the next path. Returns false if there is none.
    pub fn advance(&mut self) -> bool {
        self.restart();
        while let Some(fork) = self.path.last_mut() {
            fork.choice += 1;
            if fork.choice < fork.choices {
                return true;
            }
            self.branches.truncate(fork.first);
            self.path.pop();
        }
        false
    }

    /// The probability omitted on all paths since [`begin`](Walk::begin).
    pub fn omitted(&self) -> f64 {
        self.omitted
    }

    /// Drops this run.
    pub fn omit(&mut self) {
        self.left_out = true;
    }

    /// The fork of the path at this draw. A new fork calls `open`, which returns the number of
    /// choices and may list them as branches. `weigh` returns the probability of a choice.
    #[inline(always)]
    fn choose(
        &mut self,
        omitted: f64,
        open: impl FnOnce(&mut Vec<Branch>) -> usize,
        weigh: impl FnOnce(&[Branch], usize) -> f64,
    ) -> Fork {
        if self.depth + 1 >= self.path.len() {
            let before = if self.depth == 0 { 1.0 } else { self.path[self.depth - 1].weight };
            if self.depth == self.path.len() {
                let first = self.branches.len();
                let choices = open(&mut self.branches);
                self.path.push(Fork { choice: 0, choices, first, weight: 0.0 });
                self.omitted += before * omitted;
            }
            let fork = &mut self.path[self.depth];
            fork.weight = before * weigh(&self.branches[fork.first..], fork.choice);
        }
        let fork = self.path[self.depth];
        self.depth += 1;
        fork
    }

    /// Chooses from a list of outcomes. Returns the index of the outcome in its law.
    fn choose_listed(&mut self, omitted: f64, list: impl FnOnce(&mut Vec<Branch>)) -> usize {
        let open = |branches: &mut Vec<Branch>| {
            let first = branches.len();
            list(branches);
            branches.len() - first
        };
        let Fork { first, choice, .. } = self.choose(omitted, open, |branches, choice| branches[choice].1);
        self.branches[first + choice].0
    }

    /// Draws from all outcomes.
    #[inline(always)]
    pub fn draw<T: Outcome>(&mut self, law: &Law<T>) -> T {
        let outcomes = law.outcomes();
        let fork = self.choose(law.omitted(), |_| outcomes.len(), |_, choice| law.weight(choice));
        outcomes[fork.choice]
    }

    /// Draws one outcome of each run of equal keys.
    pub fn draw_alike<T: Outcome, K: Ord>(&mut self, law: &Law<T>, key: impl Fn(T) -> K) -> T {
        let runs = |branches: &mut Vec<Branch>| branches.extend(law.runs(key));
        law.outcomes()[self.choose_listed(law.omitted(), runs)]
    }

    /// Draws one fitting outcome of each run of equal keys.
    pub fn draw_given<T: Outcome, K: Ord>(
        &mut self,
        law: &Law<T>,
        fits: impl Fn(T) -> bool,
        key: impl Fn(T) -> K,
    ) -> T {
        let fitting = |branches: &mut Vec<Branch>| {
            let first = branches.len();
            branches.extend(law.runs(key).filter(|&(place, _)| fits(law.outcomes()[place])));
            let mass: f64 = branches[first..].iter().map(|(_, weight)| weight).sum();
            branches[first..].iter_mut().for_each(|(_, weight)| *weight /= mass);
        };
        law.outcomes()[self.choose_listed(0.0, fitting)]
    }

    /// Draws one outcome of each key.
    pub fn draw_distinct<T: Outcome, K: Eq + Hash>(&mut self, law: &Law<T>, key: impl Fn(T) -> K) -> T {
        let distinct = |branches: &mut Vec<Branch>| {
            let mut places: FxHashMap<K, usize> = FxHashMap::default();
            for (place, (outcome, weight)) in law.iter().enumerate() {
                match places.entry(key(outcome)) {
                    Entry::Occupied(entry) => branches[*entry.get()].1 += weight,
                    Entry::Vacant(entry) => {
                        entry.insert(branches.len());
                        branches.push((place, weight));
                    }
                }
            }
        };
        law.outcomes()[self.choose_listed(law.omitted(), distinct)]
    }
}
