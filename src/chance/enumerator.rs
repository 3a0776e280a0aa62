//! The exact reader: every outcome with its weight.

mod events;
mod rows;

use self::rows::{Indicated, Loops, REMEMBERS, Row, Rows};
use super::meter::{Meter, PAUSE};
use super::walk::Walk;
use super::{Budget, Cells, NoLaw, Outcomes, Packing, Policy, Procedure, State, Visits};

/// Computes the probability of every outcome of a procedure.
///
/// Each stage runs once for each state that can precede it, over every path of its draws. What a
/// stage records depends on the state alone, and packed outcomes add up. So all outcomes reached so
/// far go through a stage together, and equal ones merge after it. A metric that `packing` leaves
/// out adds nothing, so outcomes that differ only in it are equal. What a round of a loop does to a
/// state is remembered for later rounds, unless the rule asked for the number of the round.
///
/// Sums are computed in order of first arrival, which depends on neither hashes nor the processor,
/// so a result has the same bits everywhere.
#[derive(Debug)]
pub struct Enumerator<'a> {
    packing: &'a Packing,
    /// The policy that players follow.
    policy: Option<&'a Policy>,
    /// The probability of each decision, if asked for. The joint outcome of a state is then the node of the
    /// choices that have been made.
    visits: Option<Visits>,
    walk: Walk,
    /// What is recorded on the current path.
    recorded: u64,
    omitted: f64,
    /// The indicators counted on the current path.
    indicated: Vec<Indicated>,
    /// The probability of each indicator; empty if not asked for.
    indicators: Vec<f64>,
    /// The enclosing loops, and what is remembered of their stages.
    loops: Loops,
    /// Whether a rule is running, and whether it has asked for the number of a round.
    is_running: bool,
    has_asked: bool,
    /// What has been used of the budget.
    meter: Meter<'a>,
}

/// The distribution between two stages: states, and for each the joint outcomes
/// with which it was reached and their probabilities.
#[derive(Clone, Debug)]
pub struct Mixture<S> {
    /// Each state occurs once, in order of first arrival.
    states: Vec<(S, Cells<f64>)>,
}

impl<S> Mixture<S> {
    const NOTHING: Mixture<S> = Mixture { states: Vec::new() };
}

/// The joint distribution of the packed metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactCells {
    /// Packed joint outcomes with their probabilities. Each outcome occurs once.
    pub cells: Vec<(u64, f64)>,
    /// The probability of each indicator, if the packing asks for them.
    pub indicators: Vec<f64>,
    /// The probability left out by the cuts of open-ended dice and by paths that were dropped.
    pub omitted: f64,
    /// The number of outcomes before merging: each outcome of a stage counts once for every joint
    /// outcome with which its state was reached.
    pub visited: u64,
    /// The number of outcomes of all stages, each of which was computed once for all joint outcomes
    /// with which its state was reached.
    pub outcomes: u64,
}

/// Adds the row of a state.
type AddRow<'a, R, S, T> = dyn Fn(&mut R, &mut Rows<S, T>, &S) -> Row + 'a;

impl<'a> Enumerator<'a> {
    /// A reader that tells the packed metrics apart.
    pub fn new(packing: &'a Packing, budget: Budget<'a>) -> Self {
        Enumerator {
            packing,
            policy: None,
            visits: None,
            walk: Walk::default(),
            recorded: 0,
            omitted: 0.0,
            indicated: Vec::new(),
            indicators: Vec::new(),
            loops: Loops::new(),
            is_running: false,
            has_asked: false,
            meter: Meter::new(budget),
        }
    }

    /// The reader of a procedure with so many indicators, if the packing asks for them.
    pub fn with_indicators(self, indicators: usize) -> Self {
        let indicators = if self.packing.has_indicators() { indicators } else { 0 };
        Enumerator { indicators: vec![0.0; indicators], ..self }
    }

    /// The reader of a procedure whose players follow a policy.
    pub fn under(self, policy: Option<&'a Policy>) -> Self {
        Enumerator { policy, ..self }
    }

    /// Computes the distribution of a procedure, which `resolve` reads.
    ///
    /// # Errors
    /// If that takes more than the budget, or if the work was asked to stop.
    pub fn law(
        mut self,
        resolve: impl FnOnce(&mut Self, Mixture<()>) -> Mixture<()>,
    ) -> Result<ExactCells, NoLaw> {
        let start = self.start(());
        let end = resolve(&mut self, start).states;
        let [outcomes, visited] = self.meter.finish()?;
        let cells = end.into_iter().next().map_or_else(Vec::new, |(_, cells)| cells.into_list());
        // A value outside the range of its metric appears as another outcome. This check sees it
        // only for the most significant digit, which is the only digit if there is a single metric.
        assert!(cells.iter().all(|&(key, _)| key < self.packing.room()), "a metric left its range");
        Ok(ExactCells { cells, indicators: self.indicators, omitted: self.omitted, visited, outcomes })
    }

    /// The outcomes of a procedure for an input with their probabilities, and the omitted probability.
    pub(super) fn outcomes<P: Procedure<I, O>, I: State, O: State>(
        rules: &P,
        input: I,
        budget: Budget<'_>,
    ) -> Result<Outcomes<O>, NoLaw> {
        let nothing = Packing::none();
        let mut reader = Enumerator::new(&nothing, budget);
        let start = reader.start(input);
        let end = rules.resolve(&mut reader, start).states;
        reader.meter.finish()?;
        let mass = |cells: Cells<f64>| cells.iter().map(|(_, weight)| weight).sum();
        Ok((end.into_iter().map(|(outcome, cells)| (outcome, mass(cells))).collect(), reader.omitted))
    }

    /// Computes how likely each situation is under a policy, and how play goes on for so many choices.
    ///
    /// # Errors
    /// If that takes more than the budget, or if the work was asked to stop.
    pub(super) fn visits<P: Procedure>(
        rules: &P,
        policy: Option<&Policy>,
        deepest: usize,
        budget: Budget<'_>,
    ) -> Result<Visits, NoLaw> {
        // Nothing is recorded, so joint outcomes stay as they are between two decisions.
        let nothing = Packing::none();
        let mut reader = Enumerator::new(&nothing, budget).under(policy);
        reader.visits = Some(Visits::new(deepest));
        let start = reader.start(());
        rules.resolve(&mut reader, start);
        reader.meter.finish()?;
        Ok(reader.visits.expect("it was put there"))
    }

    /// The start of every procedure: one state, with nothing recorded.
    fn start<S: State>(&self, state: S) -> Mixture<S> {
        let mut nothing = Cells::new();
        nothing.add(self.packing.pack(&[]), 1.0);
        Mixture { states: vec![(state, nothing)] }
    }

    /// Adds the row of a state: every path of `rule` from there, as far as the budget goes.
    fn row<S: State, T: State>(&mut self, rows: &mut Rows<S, T>, rule: impl Fn(&mut Self) -> T) -> Row {
        let (first, indicated) = (rows.ways.len(), rows.indicated.len());
        let bytes_before = self.loops.bytes();
        self.walk.begin();
        self.is_running = true;
        self.has_asked = false;
        let mut paths = 0;
        let mut pause = PAUSE as u64;
        loop {
            self.recorded = 0;
            self.indicated.clear();
            let after = rule(self);
            paths += 1;
            if let Some(weight) = self.walk.end() {
                rows.indicated.extend(self.indicated.iter().map(|&indicated| (indicated, weight)));
                rows.add(first, after, self.recorded, weight);
            }
            if !self.walk.advance() {
                break;
            }
            if paths == pause {
                if self.meter.is_spent_in_paths(paths, bytes_before + rows.bytes()) {
                    break;
                }
                pause += PAUSE as u64;
            }
        }
        self.is_running = false;
        Row {
            ways: first..rows.ways.len(),
            indicated: indicated..rows.indicated.len(),
            paths,
            omitted: self.walk.omitted(),
        }
    }

    /// Counts an indicator. Not inlined, to keep rules small.
    #[inline(never)]
    fn count(&mut self, indicated: Indicated) {
        if self.packing.has_indicators() {
            self.indicated.push(indicated);
        }
    }

    /// Plays a stage whose rule also receives what `prepare` makes of the state:
    /// once for each state, not once for each path. `remembers` says that the rule depends on the
    /// state alone, so that its rows can be remembered.
    #[inline(always)]
    fn prepared_stage<S: State, A: Copy, T: State>(
        &mut self,
        before: Mixture<S>,
        remembers: bool,
        prepare: impl Fn(&S) -> A,
        rule: impl Fn(&mut Self, S, A) -> T,
    ) -> Mixture<T> {
        let remembers = self.loops.stage() && remembers;
        let add_row = |reader: &mut Self, rows: &mut Rows<S, T>, state: &S| {
            let prepared = prepare(state);
            reader.row(rows, |reader| rule(reader, *state, prepared))
        };
        self.step(before, remembers, &add_row)
    }

    /// Plays a stage. `add_row` is a trait object so that this is compiled once per pair of state
    /// types, not once per rule.
    fn step<S: State, T: State>(
        &mut self,
        before: Mixture<S>,
        remembers: bool,
        add_row: &AddRow<'_, Self, S, T>,
    ) -> Mixture<T> {
        let Mixture { states } = before;
        let remembers = REMEMBERS && remembers;
        let mut rows: Box<Rows<S, T>> = if remembers { self.loops.take() } else { Box::default() };
        let mut behind: Vec<(T, Cells<f64>)> = Vec::with_capacity(states.len());
        // The position in `behind` of each state in `rows.behind`, plus one; 0 if it is not there yet.
        let mut places = vec![0; rows.behind.len()];
        let kept_before = states.iter().map(|(_, cells)| cells.len()).sum();
        if !self.meter.begin_stage(states.len(), self.loops.bytes() + room::<S>(states.len(), kept_before)) {
            return Mixture::NOTHING;
        }
        let (mut kept, mut since) = (0, 0);
        for (state, cells) in &states {
            let mass: f64 = cells.iter().map(|(_, weight)| weight).sum();
            let known = if remembers { rows.of(state) } else { None };
            let is_known = known.is_some();
            let row = known.unwrap_or_else(|| add_row(self, &mut rows, state));
            let paths = if is_known { 0 } else { row.paths };
            if self.meter.is_spent(paths, row.paths * cells.len() as u64) {
                return Mixture::NOTHING;
            }
            for &(indicated, weight) in &rows.indicated[row.indicated.clone()] {
                self.indicators[self.loops.indicator(indicated)] += weight * mass;
            }
            self.omitted += row.omitted * mass;
            places.resize(rows.behind.len(), 0);
            for way in &rows.ways[row.ways.clone()] {
                let place: &mut usize = &mut places[way.place as usize];
                if *place == 0 {
                    behind.push((rows.behind[way.place as usize], Cells::new()));
                    *place = behind.len();
                }
                let place = *place - 1;
                for cells in cells.list().chunks(PAUSE) {
                    let (_, merged) = &mut behind[place];
                    kept -= merged.len();
                    way.lead(cells, merged);
                    kept += merged.len();
                    since += cells.len();
                    if since >= PAUSE {
                        let bytes = rows.bytes() + room::<T>(behind.len(), kept);
                        if self.meter.is_spent_on(since, bytes) {
                            return Mixture::NOTHING;
                        }
                        since = 0;
                    }
                }
            }
            match is_known {
                true => {}
                false if remembers && !self.has_asked && self.loops.has_room(&rows) => rows.keep(*state, row),
                false => rows.forget(&row),
            }
        }
        if remembers {
            self.loops.put(rows);
        }
        Mixture { states: behind }
    }
}

/// Estimates the bytes of states and of the joint outcomes with which they are reached. Lists and
/// tables may have room for twice as many entries. The rows of the stage are counted separately.
fn room<S>(states: usize, outcomes: usize) -> u64 {
    let state = 2 * size_of::<(S, Cells<f64>)>();
    let outcome = 2 * size_of::<(u64, f64)>() + 16;
    (states * state + outcomes * outcome) as u64
}

#[cfg(test)]
mod tests;
