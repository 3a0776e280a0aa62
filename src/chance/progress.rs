//! Progress and cancellation of a piece of work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Shared progress and cancellation: one thread works, others may watch and stop it.
///
/// Work often has parts that count in other units: each setting of a grid samples trials. Only the
/// outermost work counts.
#[derive(Debug, Default)]
pub struct Progress {
    job: Mutex<Jobs>,
    done: AtomicU64,
    stop: AtomicBool,
}

/// The current work, and how many pieces of work there have been.
#[derive(Debug, Default)]
struct Jobs {
    current: Option<(Unit, Option<u64>)>,
    count: u64,
}

/// The unit in which a piece of work counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Sampled resolutions.
    Trials,
    /// Outcomes of an exact distribution.
    Outcomes,
    /// Settings of a grid.
    Settings,
    /// States of a game that is being solved.
    States,
    /// Charts, which are not counted.
    Charts,
    /// What the user wrote is checked, which is not counted.
    Checks,
}

/// The work was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The progress of the current work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// What is counted.
    pub unit: Unit,
    /// The total, if it is known.
    pub total: Option<u64>,
    /// How many are done.
    pub done: u64,
    /// A number that identifies the work among all that this [`Progress`] has seen.
    pub job: u64,
}

/// A piece of work. It ends when this is dropped.
#[derive(Debug)]
pub struct Work<'a> {
    progress: &'a Progress,
    /// Whether this is the outermost work, which counts.
    counts: bool,
}

impl Progress {
    /// Begins a piece of work. `total` is its number of units, if known.
    pub fn begin(&self, unit: Unit, total: Option<u64>) -> Work<'_> {
        let mut job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = job.current.is_none();
        if counts {
            job.current = Some((unit, total));
            job.count += 1;
            self.done.store(0, Ordering::Relaxed);
        }
        Work { progress: self, counts }
    }

    /// The progress of the current work, or `None` if there is none.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        let (unit, total) = job.current?;
        Some(Snapshot { unit, total, done: self.done.load(Ordering::Relaxed), job: job.count })
    }

    /// Asks the working thread to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Work<'_> {
    /// Counts more units as done.
    pub fn add(&self, units: u64) {
        if self.counts {
            self.progress.done.fetch_add(units, Ordering::Relaxed);
        }
    }

    /// Whether the work was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }

    /// Counts more units as done.
    ///
    /// # Errors
    /// If the work was asked to stop.
    pub fn go_on(&self, units: u64) -> Result<(), Stopped> {
        self.add(units);
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if self.counts {
            self.progress.job.lock().unwrap_or_else(PoisonError::into_inner).current = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_outermost_work_counts() {
        let progress = Progress::default();
        assert_eq!(progress.snapshot(), None);
        let grid = progress.begin(Unit::Settings, Some(12));
        let sampling = progress.begin(Unit::Trials, Some(1_000));
        sampling.add(1_000);
        drop(sampling);
        grid.add(1);
        let expected = Snapshot { unit: Unit::Settings, total: Some(12), done: 1, job: 1 };
        assert_eq!(progress.snapshot(), Some(expected));
        drop(grid);
        assert_eq!(progress.snapshot(), None);
        let _law = progress.begin(Unit::Outcomes, None);
        let expected = Snapshot { unit: Unit::Outcomes, total: None, done: 0, job: 2 };
        assert_eq!(progress.snapshot(), Some(expected));
    }
}
