//! The readers of code.

pub mod exact;

mod kernel;

mod rows;

pub mod sampled;
