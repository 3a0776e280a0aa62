//! Work that can be divided among threads, processes or machines.

use std::ops::Range;

use super::error::RunError;
use super::part::{Fingerprint, Part, PartError};
use crate::chance::Progress;

/// Work that consists of units, any range of which can be computed separately, anywhere. The merged
/// result does not depend on who computed the parts, nor on their order.
pub trait Job: Sync {
    /// The result of all parts together.
    type Answer: Send;

    /// What identifies the work; also says how many units it has.
    fn fingerprint(&self) -> Fingerprint;

    /// Computes some units: blocks of 2^16 trials, or settings of a grid.
    ///
    /// # Errors
    /// When there are no such units, the work fails, or `progress` was told to stop.
    fn part(&self, units: Range<u64>, progress: &Progress) -> Result<Part, RunError>;

    /// The answer from parts that together contain all units, in any order.
    ///
    /// # Errors
    /// When a part belongs to other work, a unit is contained twice or not at all, or the answer cannot
    /// be computed.
    fn answer(&self, parts: Vec<Part>, progress: &Progress) -> Result<Self::Answer, RunError>;

    /// Computes the whole job at once.
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
