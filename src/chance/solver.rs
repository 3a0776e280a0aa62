//! The deciding reader: what is best in every situation, by backward induction.

use std::any::Any;
use std::marker::PhantomData;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

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
/// option where a player decides. What is remembered of a transition is the place of the state
/// behind it. Rounds of a loop lead where the rounds before them led, so a state is read
/// forward in one round alone. (R. Bellman, Dynamic Programming, 1957, chapter 3.)
pub struct Solver<'a> {
    /// What one of each metric is worth.
    worth: [f64; MAX_METRICS],
    walk: Walk,
    /// What this run of a rule has recorded, in worth.
    recorded: f64,
    layers: Vec<Layer>,
    /// By their positions.
    sites: FxHashMap<Position, Site>,
    /// Every reading of a site, in the order of the text.
    readings: Vec<Reading>,
    is_forward: bool,
    /// The reading that is made backward, until it is made.
    reading: Option<Reading>,
    /// The places of the states that can be reached at this point of the text.
    here: Vec<u32>,
    /// The site to which the text comes next, and the numbers of the rounds in which it is.
    position: Position,
    rounds: Vec<u32>,
    policy: Policy,
    meter: Meter<'a>,
}

/// States between two stages, and their values in the reading that was made last.
struct Layer {
    states: Box<dyn Any>,
    values: Vec<f64>,
    /// About so many bytes are taken by them.
    bytes: u64,
}

/// A place of the text where states lead to others.
#[derive(Debug, Default)]
struct Site {
    /// The layer behind it.
    to: usize,
    /// For each state before it where its successors begin, and how many there are.
    spans: Vec<(u32, u32)>,
    /// Places of states behind it.
    successors: Vec<u32>,
}

/// The span of a state that has not been read.
const UNREAD: (u32, u32) = (0, u32::MAX);

/// The number of a site, counted among its neighbours, behind those of the loops in which it is.
type Position = Vec<u32>;

/// A site in a round, with the places of the states before it.
#[derive(Clone, Debug)]
struct Reading {
    position: Position,
    rounds: Vec<u32>,
    states: Vec<u32>,
}

impl Layer {
    fn new<S: State>(states: States<S>) -> Self {
        let bytes = bytes(&states);
        Layer { states: Box::new(states), values: Vec::new(), bytes }
    }
}

impl Site {
    fn successors(&self, place: u32) -> &[u32] {
        match self.spans.get(place as usize) {
            Some(&(first, count)) if count != u32::MAX => {
                &self.successors[first as usize..][..count as usize]
            }
            _ => &[],
        }
    }

    fn is_read(&self, place: u32) -> bool {
        self.spans.get(place as usize).is_some_and(|span| *span != UNREAD)
    }

    fn bytes(&self) -> u64 {
        (self.spans.capacity() * size_of::<(u32, u32)>() + self.successors.capacity() * size_of::<u32>())
            as u64
    }
}

/// About so many bytes are taken by states and their values: lists and tables have room for
/// up to twice as many.
fn bytes<S>(states: &States<S>) -> u64 {
    (states.len() * (2 * size_of::<(S, u64)>() + 8)) as u64
}

type States<S> = IndexSet<S, FxBuildHasher>;

/// The states before a stage, known by their layer.
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
        // There is one state behind the last stage, and it is worth nothing more.
        solver.layers[end].values = vec![0.0];
        solver.is_forward = false;
        if solver.meter.is_spent_on(0, 0) {
            // Not all states are known.
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

    /// Runs a rule along all its paths. Neighbours that lead to the same state are one, with
    /// their weight and the worth that they record, weighted. `each` says how many bytes are
    /// taken by what it keeps.
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
    }

    /// The expected worth of what a rule records and of the states it leads to, whose values
    /// are `behind`, one after the other.
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

    /// Reads a site, forward or backward, or skips it. `reach` visits the states to which a
    /// state can lead; its visitor says how many bytes they take. `value` is the value of a
    /// state, given those of the states behind in the same order. `to` is the layer behind, if
    /// there is one already.
    fn read<S: State, T: State>(
        &mut self,
        before: Reached<S>,
        to: Option<usize>,
        reach: impl Fn(&mut Self, S, &mut dyn FnMut(T) -> u64),
        value: impl Fn(&mut Self, S, &mut dyn FnMut(&T) -> f64) -> f64,
    ) -> Reached<T> {
        let position = self.position.clone();
        *self.position.last_mut().expect("a text begins with a site") += 1;
        if self.is_forward {
            self.read_forward(before.layer, &position, to, reach);
        } else if let Some(reading) = self.reading.take_if(|reading| reading.position == position) {
            self.read_backward(before.layer, &reading, value);
        }
        Reached::at(self.sites[&position].to)
    }

    fn read_forward<S: State, T: State>(
        &mut self,
        from: usize,
        position: &Position,
        to: Option<usize>,
        reach: impl Fn(&mut Self, S, &mut dyn FnMut(T) -> u64),
    ) {
        let mut site = self.sites.remove(position).unwrap_or_else(|| {
            let to = to.unwrap_or_else(|| {
                self.layers.push(Layer::new(States::<T>::default()));
                self.layers.len() - 1
            });
            Site { to, ..Site::default() }
        });
        let to = site.to;
        let before = self.take::<S>(from);
        let mut behind = self.take::<T>(to);
        let states = std::mem::take(&mut self.here);
        let unread: Vec<u32> = states.iter().copied().filter(|&place| !site.is_read(place)).collect();
        // The states of all stages stay, so each stage may take what is left of the room.
        if self.meter.begin_stage(unread.len(), self.bytes()) {
            site.spans.resize(before.len(), UNREAD);
            for place in unread {
                let state = *before.get_index(place as usize).expect("the state is there");
                let first = site.successors.len();
                reach(self, state, &mut |after| {
                    site.successors.push(behind.insert_full(after).0 as u32);
                    bytes(&behind)
                });
                site.spans[place as usize] = (first as u32, (site.successors.len() - first) as u32);
                if self.meter.is_spent_on(0, bytes(&behind) + site.bytes()) {
                    break;
                }
            }
        }
        let mut is_new = vec![true; behind.len()];
        for &place in &states {
            for &after in site.successors(place) {
                if std::mem::take(&mut is_new[after as usize]) {
                    self.here.push(after);
                }
            }
        }
        self.layers[from].states = Box::new(before);
        self.layers[to].bytes = bytes(&behind);
        self.layers[to].states = Box::new(behind);
        self.sites.insert(position.clone(), site);
        self.readings.push(Reading { position: position.clone(), rounds: self.rounds.clone(), states });
    }

    fn read_backward<S: State, T: State>(
        &mut self,
        from: usize,
        reading: &Reading,
        value: impl Fn(&mut Self, S, &mut dyn FnMut(&T) -> f64) -> f64,
    ) {
        let site = self.sites.remove(&reading.position).expect("what is read backward was read forward");
        let before = self.take::<S>(from);
        let behind = std::mem::take(&mut self.layers[site.to].values);
        let mut values = std::mem::take(&mut self.layers[from].values);
        values.resize(before.len(), 0.0);
        self.meter.begin_stage(reading.states.len(), self.bytes());
        for &place in &reading.states {
            if self.meter.is_spent_on(0, self.policy.bytes()) {
                break;
            }
            let mut places = site.successors(place).iter();
            let mut value_of = |_: &T| {
                let place = places.next().expect("a round leads where the rounds before it led");
                behind[*place as usize]
            };
            let state = *before.get_index(place as usize).expect("the state is there");
            values[place as usize] = value(self, state, &mut value_of);
        }
        self.layers[site.to].values = behind;
        self.layers[from].values = values;
        self.layers[from].states = Box::new(before);
        self.sites.insert(reading.position.clone(), site);
    }

    /// Goes on with the states as they are, in another layer.
    fn pass<S: State>(&mut self, before: Reached<S>, to: Option<usize>) -> Reached<S> {
        let reach = |_: &mut Self, state, visit: &mut dyn FnMut(S) -> u64| {
            visit(state);
        };
        self.read(before, to, reach, |_, state, value_of| value_of(&state))
    }

    /// Plays a round of the loop at a position. Its last states are before the next round.
    fn play_round<S: State>(
        &mut self,
        start: Reached<S>,
        own: &Position,
        number: u32,
        round: &impl Fn(&mut Self, Reached<S>, u32) -> Reached<S>,
    ) {
        self.position.clone_from(own);
        self.position.push(0);
        self.rounds.push(number);
        let last = round(self, start, number);
        if last.layer != start.layer {
            self.pass(last, Some(start.layer));
        }
        self.rounds.pop();
    }

    fn take<S: State>(&mut self, layer: usize) -> States<S> {
        let nothing: Box<dyn Any> = Box::new(());
        let states = std::mem::replace(&mut self.layers[layer].states, nothing);
        *states.downcast().expect("a stage is given the states that the one before it leads to")
    }

    /// About so many bytes are taken by states, transitions and readings.
    fn bytes(&self) -> u64 {
        let layers: u64 = self.layers.iter().map(|layer| layer.bytes).sum();
        let sites: u64 = self.sites.values().map(Site::bytes).sum();
        let readings: usize =
            self.readings.iter().map(|reading| reading.states.len() * size_of::<u32>()).sum();
        layers + sites + readings as u64
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
        let value = |solver: &mut Self, state, value_of: &mut dyn FnMut(&T) -> f64| {
            solver.expected(|solver| rule(solver, state), value_of)
        };
        self.read(before, None, reach, value)
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
        let value = |solver: &mut Self, state: D::State, value_of: &mut dyn FnMut(&T) -> f64| {
            let options = options(&state);
            let value = |&choice| solver.expected(|solver| rule(solver, state, choice), &mut *value_of);
            let values: Vec<f64> = options.iter().map(value).collect();
            let advice = best(decision.player(), &options, &values);
            solver.policy.learn(decision, decision.sees(&state), advice);
            advice.value
        };
        self.read(before, None, reach, value)
    }

    fn until<S: State>(
        &mut self,
        start: Reached<S>,
        most: u32,
        over: impl Fn(&S) -> bool,
        round: impl Fn(&mut Self, Reached<S>, u32) -> Reached<S>,
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
