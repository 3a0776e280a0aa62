//! The exact reader: every outcome with its weight.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::decision::Visits;
use super::meter::{Meter, PAUSE};
use super::walk::{Walk, Walks};
use super::{
    Budget, Cells, Chance, Decision, Drawn, Indicator, Inner, Law, Metric, NoLaw, Outcome, Packing, Policy,
    Procedure, State,
};

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
    /// What players choose.
    policy: Option<&'a Policy>,
    /// How likely their situations are, if anybody asks.
    visits: Option<Visits>,
    walk: Walk,
    /// What this run has recorded.
    recorded: u64,
    /// The metrics that are asked for, a bit each.
    wanted: u64,
    /// Those that are recorded from this state, and those that were in earlier stages.
    touched: u64,
    touched_before: u64,
    omitted: f64,
    /// The indicators counted in this run.
    indicated: Vec<usize>,
    /// The mass of each indicator; none if nobody asks.
    indicators: Vec<f64>,
    /// What it has taken of its budget.
    meter: Meter<'a>,
}

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
    /// How many outcomes were visited before merging: those of every stage, times the joint
    /// outcomes with which their states were reached.
    pub visited: u64,
    /// How many outcomes its stages have, each of which was visited once for all joint outcomes
    /// with which its state was reached.
    pub outcomes: u64,
}

impl<'a> Enumerator<'a> {
    /// A reader of the packed metrics.
    pub fn new(packing: &'a Packing, budget: Budget<'a>) -> Self {
        Enumerator {
            packing,
            policy: None,
            visits: None,
            walk: Walk::default(),
            recorded: 0,
            wanted: packing.packed().fold(0, |bits, metric| bits | 1 << metric.0),
            touched: 0,
            touched_before: 0,
            omitted: 0.0,
            indicated: Vec::new(),
            indicators: Vec::new(),
            meter: Meter::new(budget),
        }
    }

    /// The reader with so many indicators, if the packing asks for them.
    pub fn with_indicators(self, indicators: usize) -> Self {
        let indicators = if self.packing.has_indicators() { indicators } else { 0 };
        Enumerator { indicators: vec![0.0; indicators], ..self }
    }

    /// The reader of a procedure whose players follow a policy.
    pub fn under(self, policy: Option<&'a Policy>) -> Self {
        Enumerator { policy, ..self }
    }

    /// Reads a procedure through `resolve`.
    ///
    /// # Errors
    /// When the law takes more than the budget, or whoever hears of it stops it.
    pub fn law(
        mut self,
        resolve: impl FnOnce(&mut Self, Mixture<()>) -> Mixture<()>,
    ) -> Result<ExactCells, NoLaw> {
        let start = self.start(());
        let end = resolve(&mut self, start).states;
        let [outcomes, visited] = self.meter.finish()?;
        let cells = end.into_values().next().map_or_else(Vec::new, Cells::into_list);
        // A value beyond its metric's range is told as another outcome. Here that of
        // the last digit is noticed, which is any where a metric is alone.
        assert!(cells.iter().all(|&(key, _)| key < self.packing.room()), "a metric left its range");
        Ok(ExactCells { cells, indicators: self.indicators, omitted: self.omitted, visited, outcomes })
    }

    /// The outcomes of a procedure for an input, with their probabilities, and the mass that
    /// it omits.
    pub(super) fn outcomes<P: Procedure<I, O>, I: State, O: State>(
        rules: &P,
        input: I,
        budget: Budget<'_>,
    ) -> Result<(Vec<(O, f64)>, f64), NoLaw> {
        let nothing = Packing::none();
        let mut reader = Enumerator::new(&nothing, budget);
        let start = reader.start(input);
        let end = rules.resolve(&mut reader, start).states;
        reader.meter.finish()?;
        let mass = |cells: Cells<f64>| cells.iter().map(|(_, weight)| weight).sum();
        Ok((end.into_iter().map(|(outcome, cells)| (outcome, mass(cells))).collect(), reader.omitted))
    }

    /// How likely play under a policy comes to each situation.
    ///
    /// # Errors
    /// When that takes more than the budget, or whoever hears of it stops it.
    pub(super) fn visits<P: Procedure>(
        rules: &P,
        policy: &Policy,
        budget: Budget<'_>,
    ) -> Result<Visits, NoLaw> {
        let nothing = Packing::none();
        let mut reader = Enumerator::new(&nothing, budget).under(Some(policy));
        reader.visits = Some(Visits::default());
        let start = reader.start(());
        rules.resolve(&mut reader, start);
        reader.meter.finish()?;
        Ok(reader.visits.unwrap_or_default())
    }

    /// Everything begins in one state, with nothing recorded.
    fn start<S: State>(&self, state: S) -> Mixture<S> {
        let mut nothing = Cells::new();
        nothing.add(self.packing.pack(&[]), 1.0);
        Mixture { states: IndexMap::from_iter([(state, nothing)]), apart: true }
    }

    /// Every path of `rule` from a state of this mass. Returns their number before equal
    /// neighbours are merged. The budget may end before the paths do.
    fn paths<T: State>(&mut self, mass: f64, rule: impl Fn(&mut Self) -> T, paths: &mut Vec<Path<T>>) -> u64 {
        paths.clear();
        self.walk.begin();
        self.touched = 0;
        let mut visited = 0;
        let mut pause = PAUSE as u64;
        loop {
            self.recorded = 0;
            self.indicated.clear();
            let after = rule(self);
            visited += 1;
            if let Some(weight) = self.walk.end() {
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
            if !self.walk.advance() {
                return visited;
            }
            if visited == pause {
                if self.meter.is_spent_in_paths(visited, bytes_of(paths)) {
                    return visited;
                }
                pause += PAUSE as u64;
            }
        }
    }

    /// Plays a stage whose rule is also given what `prepare` makes of the state and its mass:
    /// once for each state, not once for each path.
    #[inline(always)]
    fn prepared_stage<S: State, A: Copy, T: State>(
        &mut self,
        before: Mixture<S>,
        mut prepare: impl FnMut(&S, f64) -> A,
        rule: impl Fn(&mut Self, S, A) -> T,
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
            let prepared = prepare(&state, mass);
            let outcomes = self.paths(mass, |reader| rule(reader, state, prepared), &mut paths);
            if self.meter.is_spent(outcomes, outcomes * cells.len() as u64) {
                return nothing();
            }
            self.omitted += self.walk.omitted() * mass;
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
                for cells in cells.list().chunks(PAUSE) {
                    let merged = &mut behind[place];
                    let reached = cells.iter().map(|(key, weight)| (key.wrapping_add(recorded), p * weight));
                    kept -= merged.len();
                    match apart {
                        true => merged.append(reached),
                        false => reached.for_each(|(key, weight)| merged.add(key, weight)),
                    }
                    kept += merged.len();
                    since += cells.len();
                    if since >= PAUSE {
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

impl Chance for Enumerator<'_> {
    type Of<S: State> = Mixture<S>;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        self.walk.draw(law)
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

    fn stage<S: State, T: State>(
        &mut self,
        before: Mixture<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Mixture<T> {
        self.prepared_stage(before, |_, _| (), |reader, state, ()| rule(reader, state))
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

    fn choose<D: Decision, T: State>(
        &mut self,
        before: Mixture<D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> Mixture<T> {
        let policy = self.policy;
        let mut visits = self.visits.take();
        let answer = |state: &D::State, mass| {
            if let Some(visits) = &mut visits {
                visits.add(decision, state, mass);
            }
            Policy::answer(policy, decision, state)
        };
        let mixture = self.prepared_stage(before, answer, rule);
        self.visits = visits;
        mixture
    }

    fn play<P, I, O>(&mut self, inner: &Inner<P, I, O>, input: I) -> O
    where
        P: Procedure<I, O> + 'static,
        I: State + Send + Sync,
        O: State + Outcome,
    {
        self.walk.play(&mut self.meter, inner, input)
    }

    fn wants(&self, metrics: &[Metric]) -> bool {
        metrics.iter().any(|&metric| self.packing.contains(metric))
    }

    fn wants_indicators(&self) -> bool {
        self.packing.has_indicators()
    }
}

impl Walks for Enumerator<'_> {
    #[inline(always)]
    fn walk(&mut self) -> &mut Walk {
        &mut self.walk
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
