//! Stores states and transitions for the solver.

use std::any::Any;
use std::marker::PhantomData;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::chance::State;

/// States between two stages, and their values in the last backward reading.
pub struct Layer {
    pub states: Box<dyn Any>,
    pub values: Vec<f64>,
    /// An estimate of their size in bytes.
    pub bytes: u64,
}

/// A position in the text with transitions between states.
#[derive(Debug, Default)]
pub struct Site {
    /// The layer behind it.
    pub to: usize,
    /// For each state before it: the index of its first successor, and the number of its successors.
    pub spans: Vec<(u32, u32)>,
    /// Indices of states behind it.
    pub successors: Vec<u32>,
}

/// The span of a state that has not been read.
pub const UNREAD: (u32, u32) = (0, u32::MAX);

impl Layer {
    pub fn new<S: State>(states: States<S>) -> Self {
        let bytes = bytes(&states);
        Layer { states: Box::new(states), values: Vec::new(), bytes }
    }
}

impl Site {
    pub fn successors(&self, place: u32) -> &[u32] {
        match self.spans.get(place as usize) {
            Some(&(first, count)) if count != u32::MAX => {
                &self.successors[first as usize..][..count as usize]
            }
            _ => &[],
        }
    }

    pub fn is_read(&self, place: u32) -> bool {
        self.spans.get(place as usize).is_some_and(|span| *span != UNREAD)
    }

    pub fn bytes(&self) -> u64 {
        (self.spans.capacity() * size_of::<(u32, u32)>() + self.successors.capacity() * size_of::<u32>())
            as u64
    }
}

/// An estimate of the size of states and their values in bytes. Lists and tables may have room for
/// twice as many entries.
pub fn bytes<S>(states: &States<S>) -> u64 {
    (states.len() * (2 * size_of::<(S, u64)>() + 8)) as u64
}

pub type States<S> = IndexSet<S, FxBuildHasher>;

/// The states before a stage, identified by their layer.
#[derive(Clone, Copy, Debug)]
pub struct Reached<S> {
    pub layer: usize,
    states: PhantomData<fn() -> S>,
}

impl<S> Reached<S> {
    pub fn at(layer: usize) -> Self {
        Reached { layer, states: PhantomData }
    }
}
