//! How far a piece of work is, and stopping it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Shared progress and cancellation: one thread works, others look on and may stop it.
///
/// Work often has parts that would count in other units: every setting of a grid samples
/// trials. Only the outermost work counts.
#[derive(Debug, Default)]
pub struct Progress {
    job: Mutex<Jobs>,
    done: AtomicU64,
    stop: AtomicBool,
}

/// The work at hand, and how many there have been.
#[derive(Debug, Default)]
struct Jobs {
    current: Option<(Unit, Option<u64>)>,
    count: u64,
}

/// What a piece of work counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Sampled resolutions.
    Trials,
    /// Outcomes of an exact law.
    Outcomes,
    /// Settings of a grid.
    Settings,
    /// States of a game that is solved.
    States,
    /// Charts, which are not counted.
    Charts,
}

/// Somebody asked the work to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How far the work at hand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// What it counts.
    pub unit: Unit,
    /// How many there are, if that is known.
    pub total: Option<u64>,
    /// How many are done.
    pub done: u64,
    /// A number that no other work of this progress has.
    pub job: u64,
}

/// A piece of work, which ends when this is dropped.
#[derive(Debug)]
pub struct Work<'a> {
    progress: &'a Progress,
    /// Whether it is the outermost, and counts.
    counts: bool,
}

impl Progress {
    /// Begins a piece of work of `total` units, if that is known.
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

    /// How far the work at hand is, if there is any.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner);
        let (unit, total) = job.current?;
        Some(Snapshot { unit, total, done: self.done.load(Ordering::Relaxed), job: job.count })
    }

    /// Asks whoever works to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
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

    /// Whether somebody asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }

    /// Counts more units as done, and goes on unless somebody asked to stop.
    ///
    /// # Errors
    /// When somebody did.
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
