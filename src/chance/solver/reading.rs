//! How the solver reads a text site by site: forward to find the states, backward for their
//! values.

use std::any::Any;

use super::Solver;
use super::layer::{Layer, Reached, Site, States, UNREAD, bytes};
use crate::chance::{Round, State};

/// The position of a site: the number of each enclosing loop and of the site itself, each counted
/// among its neighbours.
pub type Position = Vec<u32>;

/// A site in a certain round, with the indices of the states before it.
#[derive(Clone, Debug)]
pub struct Reading {
    pub position: Position,
    pub rounds: Vec<u32>,
    pub states: Vec<u32>,
}

/// Why transitions that were read forward in one round hold in every round.
const SAME_ROUNDS: &str = "a round leads where the rounds before it led";

impl Solver<'_> {
    /// Reads a site forward or backward, or skips it. `reach` visits the states to which a state
    /// can lead; its visitor returns how many bytes they take. `value` computes the value of a
    /// state, and asks for the values of the states behind it in the same order. `to` is the layer
    /// behind the site, if there is one already.
    pub(super) fn read<S: State, T: State>(
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
        // The states of all stages are kept, so a stage may only take the room that is left.
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
        let behind = self.take::<T>(site.to);
        let values_behind = std::mem::take(&mut self.layers[site.to].values);
        let mut values = std::mem::take(&mut self.layers[from].values);
        values.resize(before.len(), 0.0);
        self.meter.begin_stage(reading.states.len(), self.bytes());
        for &place in &reading.states {
            if self.meter.is_spent_on(0, self.policy.bytes()) {
                break;
            }
            let mut places = site.successors(place).iter();
            let mut value_of = |after: &T| {
                let place = *places.next().expect(SAME_ROUNDS) as usize;
                debug_assert!(behind.get_index(place) == Some(after), "{SAME_ROUNDS}");
                values_behind[place]
            };
            let state = *before.get_index(place as usize).expect("the state is there");
            values[place as usize] = value(self, state, &mut value_of);
        }
        self.layers[site.to].values = values_behind;
        self.layers[site.to].states = Box::new(behind);
        self.layers[from].values = values;
        self.layers[from].states = Box::new(before);
        self.sites.insert(reading.position.clone(), site);
    }

    /// Continues with unchanged states, in another layer.
    pub(super) fn pass<S: State>(&mut self, before: Reached<S>, to: Option<usize>) -> Reached<S> {
        let reach = |_: &mut Self, state, visit: &mut dyn FnMut(S) -> u64| {
            visit(state);
        };
        self.read(before, to, reach, |_, state, value_of| value_of(&state))
    }

    /// Plays a round of the loop at a position. Its last states are those before the next round.
    pub(super) fn play_round<S: State>(
        &mut self,
        start: Reached<S>,
        own: &Position,
        number: u32,
        round: &impl Fn(&mut Self, Reached<S>, Round) -> Reached<S>,
    ) {
        self.position.clone_from(own);
        self.position.push(0);
        self.rounds.push(number);
        let last = round(self, start, Round::of(number));
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

    /// An estimate of the size of states, transitions and readings in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let layers: u64 = self.layers.iter().map(|layer| layer.bytes).sum();
        let sites: u64 = self.sites.values().map(Site::bytes).sum();
        let readings: usize =
            self.readings.iter().map(|reading| reading.states.len() * size_of::<u32>()).sum();
        layers + sites + readings as u64
    }
}
