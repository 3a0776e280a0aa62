//! Work that can be done in parts: by threads, processes or machines.

use std::ops::Range;

use super::error::RunError;
use super::part::{Fingerprint, Part, PartError};
use crate::chance::Progress;

/// Work that falls into units, any range of which can be done by itself, anywhere. What all parts
/// come to together does not depend on who did them, nor in which order.
pub trait Job: Sync {
    /// What all parts together tell.
    type Answer: Send;

    /// What identifies the work, and says how many units it has.
    fn fingerprint(&self) -> Fingerprint;

    /// Does some units: blocks of 2^16 trials, or settings of a grid.
    ///
    /// # Errors
    /// When there are no such units, the work fails, or `progress` was told to stop.
    fn part(&self, units: Range<u64>, progress: &Progress) -> Result<Part, RunError>;

    /// The answer, from parts that have all units together, in whatever order.
    ///
    /// # Errors
    /// When one of them is a part of other work, units are in two parts or in none, or the answer
    /// cannot be had.
    fn answer(&self, parts: Vec<Part>, progress: &Progress) -> Result<Self::Answer, RunError>;

    /// Does all of it at once.
    ///
    /// # Errors
    /// When the work fails, or `progress` was told to stop.
    fn whole(&self, progress: &Progress) -> Result<Self::Answer, RunError> {
        let whole = self.part(0..self.fingerprint().units(), progress)?;
        self.answer(vec![whole], progress)
    }

    /// Whether a part belongs to this work.
    ///
    /// # Errors
    /// The first difference.
    fn check(&self, part: &Part) -> Result<(), PartError> {
        part.is_of(&self.fingerprint())
    }
}
