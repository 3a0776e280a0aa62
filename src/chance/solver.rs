//! The deciding reader: what is best in every situation, by backward induction.

use std::any::Any;
use std::marker::PhantomData;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::meter::{Meter, PAUSE};
use super::walk::{Walk, Walks};
use super::{
    Advice, Budget, Chance, Decision, Drawn, Inner, Law, MAX_METRICS, Metric, NoLaw, Objective, Outcome,
    Player, Policy, Procedure, State,
};

/// Solves the decisions of a rule text that ends after a known number of stages.
///
/// It reads the text forward once, to find the states that can be reached before each stage
/// under any choice, and then once for each stage, last stage first: the value of a state is
/// the expected worth of what the stage records and of the state it leads to, by the best
/// option where a player decides. So no transition is ever stored; what is stored are the
/// states, and the values of two stages. (R. Bellman, Dynamic Programming, 1957, chapter 3.)
pub struct Solver<'a> {
    /// What one of each metric is worth.
    worth: [f64; MAX_METRICS],
    walk: Walk,
    /// What this run of a rule has recorded, in worth.
    recorded: f64,
    /// The states before each stage, and behind the last.
    layers: Vec<Layer>,
    /// The stage that is read backward; none on the way forward.
    stage: Option<usize>,
    /// How many rounds each loop took, in the order in which loops end; and how many have ended
    /// in this reading.
    loops: Vec<u32>,
    ended_loops: usize,
    policy: Policy,
    meter: Meter<'a>,
}

/// The states before a stage.
struct Layer {
    states: Box<dyn Any>,
    /// Their values, once they are known.
    values: Vec<f64>,
    /// About so many bytes are taken by them.
    bytes: u64,
}

impl Layer {
    fn new<S: State>(states: States<S>) -> Self {
        let bytes = bytes(&states);
        Layer { states: Box::new(states), values: Vec::new(), bytes }
    }
}

/// About so many bytes are taken by states and their values: lists and tables have room for
/// up to twice as many.
fn bytes<S>(states: &States<S>) -> u64 {
    (states.len() * (2 * size_of::<(S, u64)>() + 8)) as u64
}

type States<S> = IndexSet<S, FxBuildHasher>;

/// The states before a stage, known by its number.
#[derive(Clone, Copy, Debug)]
pub struct Reached<S> {
    layer: usize,
    states: PhantomData<fn() -> S>,
}

impl<S> Reached<S> {
    fn at(layer: usize) -> Self {
        Reached { layer, states: PhantomData }
    }
}

/// Options whose values differ by no more are equally good.
const TIE: f64 = 1e-9;

impl<'a> Solver<'a> {
    /// The best policy of a rule text.
    ///
    /// # Errors
    /// When that takes more than the budget, or whoever hears of it stops it.
    pub fn solve<P: Procedure>(
        rules: &P,
        objective: &Objective,
        budget: Budget<'a>,
    ) -> Result<Policy, NoLaw> {
        let mut worth = [0.0; MAX_METRICS];
        for &(metric, each) in &objective.worth {
            worth[metric.0] += each;
        }
        let mut solver = Solver {
            worth,
            walk: Walk::default(),
            recorded: 0.0,
            layers: vec![Layer::new(States::from_iter([()]))],
            stage: None,
            loops: Vec::new(),
            ended_loops: 0,
            policy: Policy::default(),
            meter: Meter::new(budget),
        };
        let end = rules.resolve(&mut solver, Reached::at(0)).layer;
        // There is one state behind the last stage, and it is worth nothing more.
        solver.layers[end].values = vec![0.0];
        for stage in (0..end).rev() {
            solver.stage = Some(stage);
            solver.ended_loops = 0;
            rules.resolve(&mut solver, Reached::at(0));
            solver.layers.truncate(stage + 1);
        }
        solver.meter.finish()?;
        solver.policy.value = solver.layers[0].values.first().copied().unwrap_or_default();
        Ok(solver.policy)
    }

    /// Runs a rule along all its paths, with the weight and the recorded worth of each. `each`
    /// says how many bytes are taken by what it keeps.
    fn paths<T>(&mut self, rule: impl Fn(&mut Self) -> T, mut each: impl FnMut(T, f64, f64) -> u64) {
        self.walk.begin();
        let (mut visited, mut bytes) = (0, 0);
        loop {
            self.recorded = 0.0;
            let after = rule(self);
            visited += 1;
            if let Some(weight) = self.walk.end() {
                bytes = each(after, weight, self.recorded);
            }
            if !self.walk.advance() {
                break;
            }
            if visited % PAUSE as u64 == 0 && self.meter.is_spent_in_paths(visited, bytes) {
                break;
            }
        }
        self.meter.is_spent(visited, 0);
    }

    /// The expected worth of what a rule records and of the state it leads to.
    fn expected<T>(&mut self, rule: impl Fn(&mut Self) -> T, value_of: &dyn Fn(&T) -> f64) -> f64 {
        let mut value = 0.0;
        self.paths(rule, |after, weight, worth| {
            value += weight * (worth + value_of(&after));
            0
        });
        value
    }

    /// Reads a stage, forward or backward, or skips it. `reach` visits the states to which a
    /// state can lead; its visitor says how many bytes they take. `value` is the value of a
    /// state, given those of the states behind.
    fn read<S: State, T: State>(
        &mut self,
        before: Reached<S>,
        reach: impl Fn(&mut Self, S, &mut dyn FnMut(T) -> u64),
        value: impl Fn(&mut Self, S, &dyn Fn(&T) -> f64) -> f64,
    ) -> Reached<T> {
        let Reached { layer, .. } = before;
        let behind = Reached::at(layer + 1);
        match self.stage {
            None => {
                let states = self.take::<S>(layer);
                let mut reached = States::<T>::default();
                // The states of all stages stay, so each stage may take what is left of the room.
                if self.meter.begin_stage(states.len(), self.bytes()) {
                    for &state in &states {
                        reach(self, state, &mut |after| {
                            reached.insert(after);
                            bytes(&reached)
                        });
                        if self.meter.is_spent_on(0, bytes(&reached)) {
                            break;
                        }
                    }
                }
                self.layers[layer].states = Box::new(states);
                self.layers.push(Layer::new(reached));
            }
            Some(stage) if stage == layer => {
                let states = self.take::<S>(layer);
                let after = self.take::<T>(layer + 1);
                let values = std::mem::take(&mut self.layers[layer + 1].values);
                // A budget that has ended leaves states without a value.
                let value_of =
                    |state: &T| after.get_index_of(state).and_then(|place| values.get(place)).copied();
                let value_of = |state: &T| value_of(state).unwrap_or_default();
                self.meter.begin_stage(states.len(), self.bytes());
                let mut found = Vec::with_capacity(states.len());
                for &state in &states {
                    if self.meter.is_spent_on(0, self.policy.bytes()) {
                        break;
                    }
                    found.push(value(self, state, &value_of));
                }
                self.layers[layer] = Layer { values: found, ..Layer::new(states) };
            }
            Some(_) => {}
        }
        behind
    }

    fn take<S: State>(&mut self, layer: usize) -> States<S> {
        let nothing: Box<dyn Any> = Box::new(());
        let states = std::mem::replace(&mut self.layers[layer].states, nothing);
        *states.downcast().expect("a stage is given the states that the one before it leads to")
    }

    /// About so many bytes are taken by the states of all stages.
    fn bytes(&self) -> u64 {
        self.layers.iter().map(|layer| layer.bytes).sum()
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
        self.recorded += self.worth[metric.0] * value.into() as f64;
    }

    fn stage<S: State, T: State>(
        &mut self,
        before: Reached<S>,
        rule: impl Fn(&mut Self, S) -> T,
    ) -> Reached<T> {
        let reach = |solver: &mut Self, state, visit: &mut dyn FnMut(T) -> u64| {
            solver.paths(|solver| rule(solver, state), |after, _, _| visit(after));
        };
        let value = |solver: &mut Self, state, value_of: &dyn Fn(&T) -> f64| {
            solver.expected(|solver| rule(solver, state), value_of)
        };
        self.read(before, reach, value)
    }

    fn choose<D: Decision, T: State>(
        &mut self,
        before: Reached<D::State>,
        decision: &D,
        rule: impl Fn(&mut Self, D::State, D::Choice) -> T,
    ) -> Reached<T> {
        let options = |state: &D::State| decision.options(&decision.sees(state));
        let reach = |solver: &mut Self, state: D::State, visit: &mut dyn FnMut(T) -> u64| {
            for choice in options(&state) {
                solver.paths(|solver| rule(solver, state, choice), |after, _, _| visit(after));
            }
        };
        let value = |solver: &mut Self, state: D::State, value_of: &dyn Fn(&T) -> f64| {
            let options = options(&state);
            let value = |&choice| solver.expected(|solver| rule(solver, state, choice), value_of);
            let values: Vec<f64> = options.iter().map(value).collect();
            let advice = best(decision.player(), &options, &values);
            solver.policy.learn(decision, decision.sees(&state), advice);
            advice.value
        };
        self.read(before, reach, value)
    }

    fn until<S: State>(
        &mut self,
        start: Reached<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Reached<S>, u32) -> Reached<S>,
    ) -> Reached<S> {
        let forward = self.stage.is_none();
        let mut states = start;
        let mut rounds = 0;
        let goes_on = |solver: &Self, Reached { layer, .. }: Reached<S>, rounds| match forward {
            true => {
                let states = solver.layers[layer].states.downcast_ref::<States<S>>();
                rounds < most && !states.expect("these are the states of the loop").iter().all(&over)
            }
            false => rounds < solver.loops[solver.ended_loops],
        };
        while goes_on(self, states, rounds) {
            rounds += 1;
            states = round(self, states, rounds);
        }
        if forward {
            self.loops.push(rounds);
        }
        self.ended_loops += 1;
        states
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
        metrics.iter().any(|metric| self.worth[metric.0] != 0.0)
    }

    fn wants_indicators(&self) -> bool {
        false
    }
}

impl Walks for Solver<'_> {
    #[inline(always)]
    fn walk(&mut self) -> &mut Walk {
        &mut self.walk
    }
}

/// The best option for a player: of those that are equally good the first.
fn best<C: Copy>(player: Player, options: &[C], values: &[f64]) -> Advice<C> {
    let gain = |place: usize| match player {
        Player::Maximizes => values[place],
        Player::Minimizes => -values[place],
    };
    let first_of_best = |without: Option<usize>| {
        let mut places = (0..options.len()).filter(|&place| Some(place) != without);
        let most = places.clone().map(gain).fold(f64::NEG_INFINITY, f64::max);
        places.find(|&place| gain(place) >= most - TIE)
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
