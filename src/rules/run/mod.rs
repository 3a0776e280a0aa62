//! The readers of code.

pub mod exact;

pub mod groups;

mod kernel;

pub mod rows;

pub mod sampled;

pub mod states;
