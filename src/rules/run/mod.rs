//! The readers of code.

pub mod exact;

mod kernel;

pub mod lanes;

mod rows;
