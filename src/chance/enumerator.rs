//! The exact reader: every outcome with its weight.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use self::meter::Meter;
use super::{Budget, Cells, Chance, Drawn, Indicator, Law, Merging, Metric, NoLaw, Packing, State};

mod meter;

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
    /// The metrics that are asked for, a bit each.
    wanted: u64,
    /// Those that are recorded from this state, and those that were in earlier stages.
    touched: u64,
    touched_before: u64,
    /// The mass that the laws of this stage leave out, given the state.
    omitted_here: f64,
    omitted: f64,
    /// Whether what this run leads to is left out.
    left_out: bool,
    /// The indicators counted in this run.
    indicated: Vec<usize>,
    /// The mass of each indicator; none if nobody asks.
    indicators: Vec<f64>,
    /// What it has taken of its budget.
    meter: Meter<'a>,
}

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
pub struct Mixture<S> {
    states: IndexMap<S, Cells<f64>, FxBuildHasher>,
    /// Whether it is known that no two states have a joint outcome in common.
    apart: bool,
}

/// A path of a rule: where it leads, what it records, its weight.
type Path<T> = (T, u64, f64);

/// The joint law of the packed metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactCells {
    /// Joint outcomes, packed, each once, with their probabilities.
    pub cells: Vec<(u64, f64)>,
    /// The probability of each indicator, if the packing asks for them.
    pub indicators: Vec<f64>,
    /// The mass that the cuts of open-ended dice left out.
    pub omitted: f64,
    /// How many outcomes were visited before merging.
    pub visited: u64,
}

impl<'a> Enumerator<'a> {
    /// Reads a procedure with so many indicators through `resolve`.
    ///
    /// # Errors
    /// When the law takes more than the budget, or whoever hears of it stops it.
    pub fn enumerate(
        packing: &'a Packing,
        indicators: usize,
        budget: Budget<'a>,
        resolve: impl FnOnce(&mut Self, Mixture<()>) -> Mixture<()>,
    ) -> Result<ExactCells, NoLaw> {
        let mut reader = Enumerator {
            packing,
            path: Vec::new(),
            branches: Vec::new(),
            depth: 0,
            recorded: 0,
            wanted: packing.packed().fold(0, |bits, metric| bits | 1 << metric.0),
            touched: 0,
            touched_before: 0,
            omitted_here: 0.0,
            omitted: 0.0,
            left_out: false,
            indicated: Vec::new(),
            indicators: vec![0.0; if packing.has_indicators() { indicators } else { 0 }],
            meter: Meter::new(budget),
        };
        let mut nothing = Cells::new();
        nothing.add(packing.pack(&[]), 1.0);
        let start = Mixture { states: IndexMap::from_iter([((), nothing)]), apart: true };
        let end = resolve(&mut reader, start).states;
        let visited = reader.meter.finish()?;
        let cells = end.into_values().next().map_or_else(Vec::new, Cells::into_list);
        // A value beyond its metric's range is told as another outcome. Here that of
        // the last digit is noticed, which is any where a metric is alone.
        assert!(cells.iter().all(|&(key, _)| key < packing.room()), "a metric left its range");
        Ok(ExactCells { cells, indicators: reader.indicators, omitted: reader.omitted, visited })
    }

    /// Every path of `rule` from `state`, which has this mass. Returns their number
    /// before equal neighbours are merged. The budget may end before the paths do.
    fn paths<S: State, T: State>(
        &mut self,
        state: S,
        mass: f64,
        rule: &impl Fn(&mut Self, S) -> T,
        paths: &mut Vec<Path<T>>,
    ) -> u64 {
        paths.clear();
        self.path.clear();
        self.branches.clear();
        self.omitted_here = 0.0;
        self.touched = 0;
        let mut visited = 0;
        let mut pause = meter::PAUSE as u64;
        loop {
            self.depth = 0;
            self.recorded = 0;
            self.indicated.clear();
            self.left_out = false;
            let after = rule(self, state);
            let weight = self.path.last().map_or(1.0, |fork| fork.weight);
            visited += 1;
            if self.left_out {
                self.omitted_here += weight;
            } else {
                for &indicator in &self.indicated {
                    self.indicators[indicator] += weight * mass;
                }
                match paths.last_mut() {
                    // Neighbours are often equal: hits beyond the damage left soak nothing.
                    Some((last, recorded, sum)) if *last == after && *recorded == self.recorded => {
                        *sum += weight;
                    }
                    _ => paths.push((after, self.recorded, weight)),
                }
            }
            if !self.advance() {
                return visited;
            }
            if visited == pause {
                if self.meter.is_spent_in_paths(visited, bytes_of(paths)) {
                    return visited;
                }
                pause += meter::PAUSE as u64;
            }
        }
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

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.recorded = self.recorded.wrapping_add(self.packing.shift(metric, value.into()));
        self.touched |= 1 << metric.0;
    }

    #[inline(always)]
    fn indicate(&mut self, Indicator(indicator): Indicator) {
        if self.packing.has_indicators() {
            self.indicated.push(indicator);
        }
    }

    fn until<S: State>(
        &mut self,
        start: Mixture<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Mixture<S>, u32) -> Mixture<S>,
    ) -> Mixture<S> {
        let mut mixture = start;
        for number in 1..=most {
            if mixture.states.keys().all(&over) {
                break;
            }
            mixture = round(self, mixture, number);
        }
        mixture
    }

    fn wants(&self, metrics: &[Metric]) -> bool {
        metrics.iter().any(|&metric| self.packing.contains(metric))
    }

    fn wants_indicators(&self) -> bool {
        self.packing.has_indicators()
    }

    fn stage<S: State, T: State>(
        &mut self,
        before: Mixture<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Mixture<T> {
        let Mixture { states, mut apart } = before;
        let mut behind: IndexMap<T, Cells<f64>, FxBuildHasher> = IndexMap::default();
        let nothing = || Mixture { states: IndexMap::default(), apart: true };
        let kept_before = states.values().map(Cells::len).sum();
        if !self.meter.begin_stage(states.len(), room::<S>(states.len(), kept_before)) {
            return nothing();
        }
        behind.reserve(states.len());
        let mut paths = Vec::new();
        let (mut kept, mut since) = (0, 0);
        let mut touched = self.touched_before;
        for (&state, cells) in &states {
            let mass: f64 = cells.iter().map(|(_, weight)| weight).sum();
            let outcomes = self.paths(state, mass, &rule, &mut paths);
            if self.meter.is_spent(outcomes, outcomes * cells.len() as u64) {
                return nothing();
            }
            self.omitted += self.omitted_here * mass;
            touched |= self.touched & self.wanted;
            // No two outcomes become equal where a stage records what none before it did,
            // and where paths that record the same are one: there is nothing to look up.
            apart = apart && self.touched & self.touched_before == 0 && differ(&mut paths);
            let mut place = 0;
            for &(after, recorded, p) in &paths {
                if behind.get_index(place).is_none_or(|(last, _)| *last != after) {
                    let entry = behind.entry(after);
                    place = entry.index();
                    entry.or_default();
                }
                for cells in cells.list().chunks(meter::PAUSE) {
                    let merged = &mut behind[place];
                    let reached = cells.iter().map(|(key, weight)| (key.wrapping_add(recorded), p * weight));
                    kept -= merged.len();
                    match apart {
                        true => merged.append(reached),
                        false => reached.for_each(|(key, weight)| merged.add(key, weight)),
                    }
                    kept += merged.len();
                    since += cells.len();
                    if since >= meter::PAUSE {
                        if self.meter.is_spent_on(since, room::<T>(behind.len(), kept)) {
                            return nothing();
                        }
                        since = 0;
                    }
                }
            }
        }
        self.touched_before = touched;
        Mixture { states: behind, apart }
    }
}

impl Merging for Enumerator<'_> {
    fn draw_alike<T: Drawn, K: Ord>(&mut self, law: &Law<T>, key: impl Fn(T) -> K) -> T {
        let runs = |branches: &mut Vec<Branch>| branches.extend(law.runs(key));
        law.outcomes()[self.choose_listed(law.omitted(), runs)]
    }

    fn draw_given<T: Drawn, K: Ord>(
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

    fn omit(&mut self) {
        self.left_out = true;
    }

    fn merges(&self) -> bool {
        true
    }
}

/// About so many bytes are taken by states and the joint outcomes with which they are
/// reached: lists and tables have room for up to twice as many.
fn room<S>(states: usize, outcomes: usize) -> u64 {
    let state = 2 * size_of::<(S, Cells<f64>, u64)>() + 16;
    let outcome = 2 * size_of::<(u64, f64)>() + 16;
    (states * state + outcomes * outcome) as u64
}

fn bytes_of<T>(list: &Vec<T>) -> u64 {
    (list.capacity() * size_of::<T>()) as u64
}

/// Whether paths that record the same lead to the same state; these then become one.
fn differ<T: State>(paths: &mut Vec<Path<T>>) -> bool {
    // What is recorded mostly falls or rises with the last draw.
    let step = |pair: &[Path<T>]| (pair[0].1 as i64).cmp(&(pair[1].1 as i64));
    let mut steps = paths.windows(2).map(step);
    if steps.next().is_none_or(|first| first.is_ne() && steps.all(|next| next == first)) {
        return true;
    }
    let mut places: FxHashMap<u64, usize> = FxHashMap::default();
    let mut kept = 0;
    for index in 0..paths.len() {
        let (after, recorded, weight) = paths[index];
        let place = *places.entry(recorded).or_insert(kept);
        if place == kept {
            paths[kept] = paths[index];
            kept += 1;
        } else if paths[place].0 == after {
            paths[place].2 += weight;
        } else {
            paths.drain(kept..index);
            return false;
        }
    }
    paths.truncate(kept);
    true
}

#[cfg(test)]
mod tests;
