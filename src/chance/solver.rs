//! The solver: finds the best choice in every situation, by backward induction.

mod layer;

mod reading;

use rustc_hash::FxHashMap;

pub use self::layer::Reached;
use self::layer::{Layer, Site, States};
use self::reading::{Position, Reading};
use super::meter::{Meter, PAUSE};
use super::walk::{Walk, Walks};
use super::{
    Advice, Budget, Chance, Decision, Drawn, Inner, Law, Metric, NoLaw, Objective, Player, Policy, Procedure,
    Progress, Round, State,
};

/// Solves the decisions of a rule text that ends after a known number of stages.
///
/// It reads the text forward once, to find the states that can be reached before each stage under
/// any choice. Then it reads the text once for each stage, last stage first. The value of a state
/// is the expected worth of what the stage records plus the value of the next state; if a player
/// decides, it is that of the best option. A transition is stored as the index of the next state.
/// Rounds of a loop lead to the same states as the rounds before them, so a state is read forward
/// in only one round. (R. Bellman, Dynamic Programming, 1957, chapter 3.)
pub struct Solver<'a> {
    objective: &'a Objective,
    walk: Walk,
    /// The worth of what the current run of a rule has recorded.
    recorded: f64,
    layers: Vec<Layer>,
    /// Keyed by position.
    sites: FxHashMap<Position, Site>,
    /// All forward readings of sites, in the order of the text.
    readings: Vec<Reading>,
    is_forward: bool,
    /// The site to be read backward, until it has been read.
    reading: Option<Reading>,
    /// The indices of the states that can be reached at this point of the text.
    here: Vec<u32>,
    /// The position of the next site, and the numbers of the rounds that it is in.
    position: Position,
    rounds: Vec<u32>,
    policy: Policy,
    meter: Meter<'a>,
}

/// Options whose values differ by no more than this are equally good.
pub(crate) const TIE: f64 = 1e-9;

impl<'a> Solver<'a> {
    /// Finds the best policy of a rule text.
    ///
    /// # Errors
    /// If that takes more than the budget, or if the work was asked to stop.
    pub fn solve<P: Procedure>(
        rules: &P,
        objective: &'a Objective,
        budget: Budget<'a>,
    ) -> Result<Policy, NoLaw> {
        let mut solver = Solver {
            objective,
            walk: Walk::default(),
            recorded: 0.0,
            layers: vec![Layer::new(States::from_iter([()]))],
            sites: FxHashMap::default(),
            readings: Vec::new(),
            is_forward: true,
            reading: None,
            here: vec![0],
            position: vec![0],
            rounds: Vec::new(),
            policy: Policy::default(),
            meter: Meter::new(budget),
        };
        let end = rules.resolve(&mut solver, Reached::at(0)).layer;
        // There is one state behind the last stage, and nothing more is recorded in it.
        solver.layers[end].values = vec![0.0];
        solver.is_forward = false;
        if solver.meter.is_spent_on(0, 0) {
            // The budget is spent, so not all states are known.
            solver.readings.clear();
        }
        while let Some(reading) = solver.readings.pop() {
            solver.reading = Some(reading);
            solver.position = vec![0];
            rules.resolve(&mut solver, Reached::at(0));
        }
        solver.meter.finish()?;
        solver.policy.value = solver.layers[0].values.first().copied().unwrap_or_default();
        Ok(solver.policy)
    }

    /// Runs a rule along all its paths. `each` receives the state behind a path, the weight of the
    /// path, and the recorded worth times that weight; consecutive paths to one state are merged.
    /// It returns the size in bytes of what it stores.
    fn paths<T: State>(&mut self, rule: impl Fn(&mut Self) -> T, mut each: impl FnMut(T, f64, f64) -> u64) {
        self.walk.begin();
        let (mut visited, mut bytes) = (0, 0);
        let mut last: Option<(T, f64, f64)> = None;
        loop {
            self.recorded = 0.0;
            let after = rule(self);
            visited += 1;
            if let Some(weight) = self.walk.end() {
                let worth = weight * self.recorded;
                match &mut last {
                    Some((state, sum, worths)) if *state == after => {
                        *sum += weight;
                        *worths += worth;
                    }
                    _ => {
                        if let Some((state, sum, worths)) = last.replace((after, weight, worth)) {
                            bytes = each(state, sum, worths);
                        }
                    }
                }
            }
            if !self.walk.advance() {
                break;
            }
            if visited % PAUSE as u64 == 0 && self.meter.is_spent_in_paths(visited, bytes) {
                break;
            }
        }
        if let Some((state, sum, worths)) = last {
            each(state, sum, worths);
        }
        self.meter.is_spent(visited, 0);
        self.meter.report(visited);
    }

    /// The expected worth of what a rule records, plus that of the states it leads to. `behind` is
    /// called for each of these states in turn, and returns its value.
    fn expected<T: State>(
        &mut self,
        rule: impl Fn(&mut Self) -> T,
        behind: &mut dyn FnMut(&T) -> f64,
    ) -> f64 {
        let mut value = 0.0;
        self.paths(rule, |after, weight, worth| {
            value += worth + weight * behind(&after);
            0
        });
        value
    }
}

impl Chance for Solver<'_> {
    type Of<S: State> = Reached<S>;

    #[inline(always)]
    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        self.walk.draw(law)
    }

    #[inline(always)]
    fn record(&mut self, metric: Metric, value: impl Into<i64>) {
        self.recorded += self.objective.of(metric, value.into());
    }

    fn stage<S: State, T: State>(
        &mut self,
        before: Reached<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Reached<T> {
        let reach = |solver: &mut Self, state, visit: &mut dyn FnMut(T) -> u64| {
            solver.paths(|solver| rule(solver, state), |after, _, _| visit(after));
        };
        let value = |solver: &mut Self, state, value_of: &mut dyn FnMut(&T) -> f64| {
            solver.expected(|solver| rule(solver, state), value_of)
        };
        self.read(before, None, reach, value)
    }

    fn choose<D: Decision, T: State>(
        &mut self,
        before: Reached<D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, Option<D::Choice>) -> T,
    ) -> Reached<T> {
        let reach = |solver: &mut Self, state: D::State, visit: &mut dyn FnMut(T) -> u64| {
            let mut reach = |choice| {
                solver.paths(|solver| rule(solver, state, choice), |after, _, _| visit(after));
            };
            match decision.sees(&state) {
                Some(seen) => decision.options(&seen).into_iter().map(Some).for_each(reach),
                None => reach(None),
            }
        };
        let value = |solver: &mut Self, state: D::State, value_of: &mut dyn FnMut(&T) -> f64| {
            let mut value = |choice| solver.expected(|solver| rule(solver, state, choice), &mut *value_of);
            let Some(seen) = decision.sees(&state) else { return value(None) };
            let options = decision.options(&seen);
            let values: Vec<f64> = options.iter().map(|&choice| value(Some(choice))).collect();
            let advice = best(decision.player(), &options, &values, TIE);
            solver.policy.learn(decision, seen, advice);
            advice.value
        };
        self.read(before, None, reach, value)
    }

    fn until<S: State>(
        &mut self,
        start: Reached<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Reached<S>, Round) -> Reached<S>,
    ) -> Reached<S> {
        let own = self.position.clone();
        if self.is_forward {
            for number in 1..=most {
                let states = self.layers[start.layer].states.downcast_ref::<States<S>>();
                let states = states.expect("these are the states of the loop");
                if self.here.iter().all(|&place| over(&states[place as usize])) {
                    break;
                }
                self.play_round(start, &own, number, &round);
            }
        } else if let Some(reading) = &self.reading
            && reading.position.len() > own.len()
            && reading.position.starts_with(&own)
        {
            let number = reading.rounds[self.rounds.len()];
            self.play_round(start, &own, number, &round);
        }
        self.position = own;
        self.pass(start, None)
    }

    fn play<P: Procedure<I, O>, I: State, O: State + Ord>(&mut self, inner: &Inner<P, I, O>, input: I) -> O {
        self.follow(inner, input, Walk::draw)
    }

    fn wants(&self, metrics: &[Metric]) -> bool {
        metrics.iter().any(|&metric| self.objective.counts(metric))
    }
}

impl Walks for Solver<'_> {
    #[inline(always)]
    fn walk(&mut self) -> &mut Walk {
        &mut self.walk
    }

    fn progress(&self) -> Option<&Progress> {
        self.meter.progress()
    }

    fn end(&mut self, reason: NoLaw) {
        self.meter.end(reason);
    }
}

/// The best option for a player. Among equally good options, whose values differ by no more than `tie`, it is the
/// first.
pub(crate) fn best<C: Copy>(player: Player, options: &[C], values: &[f64], tie: f64) -> Advice<C> {
    let gain = |place: usize| match player {
        Player::Maximizes => values[place],
        Player::Minimizes => -values[place],
    };
    let first_of_best = |without: Option<usize>| {
        let mut places = (0..options.len()).filter(|&place| Some(place) != without);
        let most = places.clone().map(gain).fold(f64::NEG_INFINITY, f64::max);
        places.find(|&place| gain(place) >= most - tie)
    };
    let chosen = first_of_best(None).expect("a decision has options");
    let runner_up = first_of_best(Some(chosen));
    Advice {
        choice: options[chosen],
        value: values[chosen],
        runner_up: runner_up.map(|other| (options[other], (gain(chosen) - gain(other)).max(0.0))),
    }
}

#[cfg(test)]
mod tests;
