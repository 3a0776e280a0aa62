//! The exact reader: every outcome with its weight.

use std::fmt;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Cells, Chance, Drawn, Law, Mark, Metric, Packing, State};

/// Visits every outcome of a procedure with its weight.
///
/// Each stage is run once for each state that can precede it, over every path
/// of its draws. What a stage records depends on nothing but the state, and the
/// joint outcome grows by adding; so all the outcomes reached so far go through
/// a stage together, and equal ones merge behind it. A metric that `packing`
/// leaves out adds nothing, and outcomes that differ in it alone are equal.
///
/// Sums run in the order of first arrival, which no hash and no processor
/// changes: the same law has the same bits everywhere.
#[derive(Debug)]
pub struct Enumerator<'a> {
    packing: &'a Packing,
    /// The path of draws in this run of the rule.
    path: Vec<Fork>,
    /// The outcomes between which forks of the path choose, if these are not all of a law:
    /// those of the first fork first.
    branches: Vec<Branch>,
    depth: usize,
    /// What this run has recorded.
    recorded: u64,
    /// The mass that the laws of this stage leave out, given the state.
    omitted_here: f64,
    omitted: f64,
    /// Whether what this run leads to is left out.
    left_out: bool,
    /// The marks made in this run.
    marked: Vec<usize>,
    /// The mass of each mark; none if nobody asks.
    marks: Vec<f64>,
    visited: u64,
    limit: u64,
    /// Why it stopped, if it did.
    refused: Option<TooLarge>,
}

/// So many sums of weights take no longer than one outcome that is visited.
const ADDITIONS: u64 = 100;

/// One draw on the path: what is chosen, and the weight of the path with it.
#[derive(Clone, Copy, Debug)]
struct Fork {
    choice: usize,
    choices: usize,
    /// Where its branches begin, if it has a list of them.
    first: usize,
    weight: f64,
}

/// An outcome of a law, by its place, and the probability with which it is taken.
type Branch = (usize, f64);

/// All that a resolution may be by now: states, and for each the joint outcomes
/// with which it was reached and their weights.
#[derive(Clone, Debug)]
pub struct Mixture<S>(IndexMap<S, Cells<f64>, FxBuildHasher>);

/// The joint law of the packed metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactCells {
    /// Joint outcomes, packed, each once, with their probabilities.
    pub cells: Vec<(u64, f64)>,
    /// The probability of each mark, if the packing asks for them.
    pub marks: Vec<f64>,
    /// The mass that the cuts of open-ended dice left out.
    pub omitted: f64,
    /// How many outcomes were visited before merging.
    pub visited: u64,
}

/// The exact law has more outcomes than may be visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// It has at least so many.
    pub at_least: u64,
    /// So many may be visited.
    pub limit: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a stage of the exact law has at least {} outcomes before merging, more than the {} that may be visited",
            self.at_least, self.limit
        )
    }
}

impl std::error::Error for TooLarge {}

impl<'a> Enumerator<'a> {
    /// Reads a procedure with so many marks through `resolve`. Before equal states
    /// merge, a stage may visit at most `limit` outcomes of its rule, and behind it
    /// there may be at most as many joint outcomes.
    pub fn enumerate(
        packing: &'a Packing,
        marks: usize,
        limit: u64,
        resolve: impl FnOnce(&mut Self, Mixture<()>) -> Mixture<()>,
    ) -> Result<ExactCells, TooLarge> {
        let mut reader = Enumerator {
            packing,
            path: Vec::new(),
            branches: Vec::new(),
            depth: 0,
            recorded: 0,
            omitted_here: 0.0,
            omitted: 0.0,
            left_out: false,
            marked: Vec::new(),
            marks: vec![0.0; if packing.has_marks() { marks } else { 0 }],
            visited: 0,
            limit,
            refused: None,
        };
        let mut nothing = Cells::new();
        nothing.add(packing.pack(&[]), 1.0);
        let Mixture(end) = resolve(&mut reader, Mixture(IndexMap::from_iter([((), nothing)])));
        if let Some(refused) = reader.refused {
            return Err(refused);
        }
        let cells = end.into_values().next().map_or_else(Vec::new, Cells::into_list);
        // A value beyond its metric's range is told as another outcome. Here that of
        // the last digit is noticed, which is any where a metric is alone.
        assert!(cells.iter().all(|&(key, _)| key < packing.room()), "a metric left its range");
        Ok(ExactCells { cells, marks: reader.marks, omitted: reader.omitted, visited: reader.visited })
    }

    /// Every path of `rule` from `state`, which has this mass: where it leads, what
    /// it records, its weight. Returns their number before equal neighbours are
    /// merged.
    fn paths<S: State, T: State>(
        &mut self,
        state: S,
        mass: f64,
        rule: &impl Fn(&mut Self, S) -> T,
        paths: &mut Vec<(T, u64, f64)>,
    ) -> u64 {
        paths.clear();
        self.path.clear();
        self.branches.clear();
        self.omitted_here = 0.0;
        let mut visited = 0;
        loop {
            self.depth = 0;
            self.recorded = 0;
            self.marked.clear();
            self.left_out = false;
            let after = rule(self, state);
            let weight = self.path.last().map_or(1.0, |fork| fork.weight);
            visited += 1;
            if self.left_out {
                self.omitted_here += weight;
            } else {
                for &mark in &self.marked {
                    self.marks[mark] += weight * mass;
                }
                match paths.last_mut() {
                    // Neighbours are often equal: hits beyond the damage left soak nothing.
                    Some((last, recorded, sum)) if *last == after && *recorded == self.recorded => {
                        *sum += weight;
                    }
                    _ => paths.push((after, self.recorded, weight)),
                }
            }
            if !self.advance() || visited > self.limit {
                return visited;
            }
        }
    }

    /// Whether so many outcomes are too many; then nothing more is visited.
    fn refuses(&mut self, outcomes: u64, limit: u64) -> bool {
        if outcomes > limit {
            self.refused.get_or_insert(TooLarge { at_least: outcomes, limit });
        }
        self.refused.is_some()
    }

    /// Turns to the next path. False when there is none.
    fn advance(&mut self) -> bool {
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

    /// What the path takes at this draw, as a number. `open` says how many there are
    /// when it gets there for the first time, and may list them; `weigh` the probability
    /// of one.
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
                self.omitted_here += before * omitted;
            }
            let fork = &mut self.path[self.depth];
            fork.weight = before * weigh(&self.branches[fork.first..], fork.choice);
        }
        let fork = self.path[self.depth];
        self.depth += 1;
        fork
    }

    /// The place of the outcome that the path takes of a list of them.
    fn choose_listed(&mut self, omitted: f64, list: impl FnOnce(&mut Vec<Branch>)) -> usize {
        let open = |branches: &mut Vec<Branch>| {
            let first = branches.len();
            list(branches);
            branches.len() - first
        };
        let Fork { first, choice, .. } = self.choose(omitted, open, |branches, choice| branches[choice].1);
        self.branches[first + choice].0
    }
}

impl Chance for Enumerator<'_> {
    type Of<S: State> = Mixture<S>;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        let outcomes = law.outcomes();
        let fork = self.choose(law.omitted(), |_| outcomes.len(), |_, choice| law.weight(choice));
        outcomes[fork.choice]
    }

    fn draw_alike<T: Drawn, K: Ord>(&mut self, law: &Law<T>, alike: impl Fn(T) -> K) -> T {
        let runs = |branches: &mut Vec<Branch>| branches.extend(law.runs(alike));
        law.outcomes()[self.choose_listed(law.omitted(), runs)]
    }

    fn draw_given<T: Drawn, K: Ord>(
        &mut self,
        law: &Law<T>,
        fits: impl Fn(T) -> bool,
        alike: impl Fn(T) -> K,
    ) -> T {
        let fitting = |branches: &mut Vec<Branch>| {
            let first = branches.len();
            branches.extend(law.runs(alike).filter(|&(place, _)| fits(law.outcomes()[place])));
            let mass: f64 = branches[first..].iter().map(|(_, weight)| weight).sum();
            branches[first..].iter_mut().for_each(|(_, weight)| *weight /= mass);
        };
        law.outcomes()[self.choose_listed(0.0, fitting)]
    }

    fn omit(&mut self) {
        self.left_out = true;
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.recorded = self.recorded.wrapping_add(self.packing.shift(metric, value.into()));
    }

    #[inline(always)]
    fn mark(&mut self, Mark(mark): Mark) {
        if self.packing.has_marks() {
            self.marked.push(mark);
        }
    }

    fn merges(&self) -> bool {
        true
    }

    fn every<S: State>(&self, states: &Mixture<S>, is: impl Fn(&S) -> bool) -> bool {
        states.0.keys().all(is)
    }

    fn wants(&self, metrics: &[Metric]) -> bool {
        metrics.iter().any(|&metric| self.packing.contains(metric))
    }

    fn wants_marks(&self) -> bool {
        self.packing.has_marks()
    }

    fn stage<S: State, T: State>(
        &mut self,
        before: Mixture<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Mixture<T> {
        let room = before.0.len();
        let mut behind: IndexMap<T, Cells<f64>, FxBuildHasher> =
            IndexMap::with_capacity_and_hasher(room, FxBuildHasher);
        let mut paths = Vec::new();
        let (mut visited, mut added, mut kept) = (0, 0, 0);
        for (&state, cells) in &before.0 {
            let mass: f64 = cells.iter().map(|(_, weight)| weight).sum();
            let outcomes = self.paths(state, mass, &rule, &mut paths);
            visited += outcomes;
            added += outcomes * cells.len() as u64;
            if self.refuses(visited, self.limit) || self.refuses(added, ADDITIONS * self.limit) {
                break;
            }
            self.omitted += self.omitted_here * mass;
            for &(after, recorded, p) in &paths {
                let merged = behind.entry(after).or_default();
                kept -= merged.len() as u64;
                for (key, weight) in cells.iter() {
                    merged.add(key.wrapping_add(recorded), p * weight);
                }
                kept += merged.len() as u64;
            }
            if self.refuses(kept, self.limit) {
                break;
            }
        }
        self.visited += added;
        Mixture(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::MetricSpec;

    const SUM: Metric = Metric(0);
    const HIGHEST: Metric = Metric(1);

    fn metrics() -> Vec<MetricSpec> {
        vec![MetricSpec::integer("sum", "", 0, 400), MetricSpec::integer("highest", "", 0, 200)]
    }

    /// Four dice one after the other, a stage each: their sum, and the highest.
    fn four_dice<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
        let mut highest = chance.stage(start, |_, ()| 0);
        for _ in 0..4 {
            highest = chance.stage(highest, |chance, highest: u32| {
                let value = chance.draw(die);
                chance.record(SUM, value);
                if chance.wants(&[HIGHEST]) { highest.max(value) } else { 0 }
            });
        }
        chance.stage(highest, |chance, highest| chance.record(HIGHEST, highest))
    }

    /// The same in one stage.
    fn at_once<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let values = [(); 4].map(|()| chance.draw(die));
            chance.record(SUM, values.iter().sum::<u32>());
            chance.record(HIGHEST, values.into_iter().max().unwrap_or(0));
        })
    }

    fn law(packing: &Packing, die: &Law<u32>, staged: bool) -> ExactCells {
        let mut law = Enumerator::enumerate(packing, 0, 1_000_000, |chance, start| {
            if staged { four_dice(chance, start, die) } else { at_once(chance, start, die) }
        })
        .unwrap();
        law.cells.sort_by_key(|cell| cell.0);
        law
    }

    #[test]
    fn stages_change_the_cost_and_not_the_law() {
        let packing = Packing::all(&metrics()).unwrap();
        let (staged, whole) = (law(&packing, &Law::die(6), true), law(&packing, &Law::die(6), false));
        assert_eq!(whole.visited, 6u64.pow(4));
        assert!(staged.visited < whole.visited / 2);
        assert_eq!(staged.cells.len(), whole.cells.len());
        for (a, b) in staged.cells.iter().zip(&whole.cells) {
            assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-15);
        }
    }

    #[test]
    fn a_metric_that_nobody_wants_costs_nothing() {
        let packing = Packing::new(&metrics(), |metric| metric == SUM).unwrap();
        let law = law(&packing, &Law::die(6), true);
        // One state throughout: 1, 6, 11, 16 sums times six faces, and two stages around them.
        assert_eq!(law.visited, 1 + 6 * (1 + 6 + 11 + 16) + 21);
        assert_eq!(law.cells.len(), 21);
    }

    #[test]
    fn omitted_mass_is_carried_to_the_end() {
        let packing = Packing::all(&metrics()).unwrap();
        for staged in [true, false] {
            let law = law(&packing, &Law::exploding(6, 1), staged);
            let kept: f64 = law.cells.iter().map(|cell| cell.1).sum();
            assert!((law.omitted - (1.0 - (1.0 - 1.0 / 36.0f64).powi(4))).abs() < 1e-15, "{}", law.omitted);
            assert!((kept + law.omitted - 1.0).abs() < 1e-15);
        }
    }

    /// A die that matters to SUM in threes alone, and one that matters where the first
    /// is high: it waits for that where states merge.
    fn late<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
        let second = chance.stage(start, |chance, ()| {
            let second = if chance.merges() { None } else { Some(chance.draw(die)) };
            let first = chance.draw_alike(die, |face| face / 3);
            chance.record(SUM, first / 3);
            (first / 3, second)
        });
        chance.stage(second, |chance, (first, second)| {
            if first > 0 {
                let value = second.unwrap_or_else(|| chance.draw_alike(die, |face| face >= 5));
                chance.record(HIGHEST, u32::from(value >= 5));
            }
        })
    }

    /// The same, with every die drawn face by face.
    fn early<C: Chance>(chance: &mut C, start: C::Of<()>, die: &Law<u32>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let (second, first) = (chance.draw(die), chance.draw(die));
            chance.record(SUM, first / 3);
            chance.record(HIGHEST, u32::from(first >= 3 && second >= 5));
        })
    }

    #[test]
    fn dice_that_are_alike_or_late_change_the_cost_and_not_the_law() {
        let packing = Packing::all(&metrics()).unwrap();
        for die in [Law::die(6), Law::doubling(10, 4)] {
            let [merged, plain] = [true, false].map(|merged| {
                let mut law = Enumerator::enumerate(&packing, 0, 1_000_000, |chance, start| {
                    if merged { late(chance, start, &die) } else { early(chance, start, &die) }
                })
                .unwrap();
                law.cells.sort_by_key(|cell| cell.0);
                law
            });
            assert!(merged.visited < plain.visited / 2, "{} and {}", merged.visited, plain.visited);
            assert_eq!(merged.cells.len(), plain.cells.len());
            for (a, b) in merged.cells.iter().zip(&plain.cells) {
                assert!(a.0 == b.0 && (a.1 - b.1).abs() <= die.omitted() + 1e-15, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_die_drawn_given_an_event_has_the_law_of_the_first_that_fits() {
        let packing = Packing::all(&metrics()).unwrap();
        let law = Enumerator::enumerate(&packing, 0, 1_000, |chance, start| {
            chance.stage(start, |chance, ()| {
                let value = chance.draw_given(&Law::die(6), |face| face >= 3, |face| face.min(5));
                chance.record(SUM, value);
            })
        })
        .unwrap();
        let of = |value: i64| packing.pack(&[]).wrapping_add(packing.shift(SUM, value));
        let expected = [(of(3), 0.25), (of(4), 0.25), (of(5), 0.5)];
        assert_eq!(law.cells.len(), expected.len());
        for (cell, (key, p)) in law.cells.iter().zip(expected) {
            assert!(cell.0 == key && (cell.1 - p).abs() < 1e-15, "{cell:?}");
        }
    }

    #[test]
    fn what_is_left_out_is_omitted_with_its_mass() {
        let packing = Packing::all(&metrics()).unwrap();
        let law = Enumerator::enumerate(&packing, 0, 1_000, |chance, start| {
            let face = chance.stage(start, |chance, ()| chance.draw(&Law::die(6)));
            chance.stage(face, |chance, face| {
                if face == 6 && chance.draw(&Law::die(2)) == 1 {
                    chance.omit();
                }
                chance.record(SUM, face);
            })
        })
        .unwrap();
        let kept: f64 = law.cells.iter().map(|cell| cell.1).sum();
        assert!((law.omitted - 1.0 / 12.0).abs() < 1e-15, "{}", law.omitted);
        assert!((kept - 11.0 / 12.0).abs() < 1e-15, "{kept}");
    }

    #[test]
    fn every_state_is_asked_whether_something_holds() {
        let packing = Packing::all(&metrics()).unwrap();
        Enumerator::enumerate(&packing, 0, 1_000, |chance, start| {
            let face = chance.stage(start, |chance, ()| chance.draw(&Law::die(6)));
            assert!(chance.every(&face, |&face| face <= 6));
            assert!(!chance.every(&face, |&face| face < 6));
            chance.stage(face, |_, _| ())
        })
        .unwrap();
    }

    #[test]
    fn too_many_outcomes_are_refused() {
        let packing = Packing::all(&metrics()).unwrap();
        let refused =
            Enumerator::enumerate(&packing, 0, 1_000, |chance, start| at_once(chance, start, &Law::die(6)));
        assert!(matches!(refused, Err(TooLarge { at_least: 1_001.., limit: 1_000 })));
    }

    #[test]
    #[should_panic(expected = "a metric left its range")]
    fn a_metric_beyond_its_range_is_noticed() {
        let narrow = [MetricSpec::integer("sum", "", 0, 23), MetricSpec::integer("highest", "", 0, 6)];
        let packing = Packing::new(&narrow, |metric| metric == SUM).unwrap();
        law(&packing, &Law::die(6), true);
    }
}
