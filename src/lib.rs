//! fizzle
pub mod analysis;
pub mod chance;
pub mod cli;
pub mod report;
pub mod scenario;
pub mod stats;
pub mod systems;
