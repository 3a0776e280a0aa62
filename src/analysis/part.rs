//! A part of a job: the counts of some blocks of a sample, or the results at some settings of a grid.

mod bytes;

mod error;

use std::collections::BTreeMap;
use std::ops::Range;

use super::blocks::{self, Counts};
use crate::chance::Unit;
use crate::digest::digest;

pub(super) use self::bytes::{Reader, write};
pub use self::error::PartError;

/// The results of some units of a [`Job`](super::Job).
///
/// Parts of one job can be added in any order: counts are integers, and each setting of a grid is in
/// one part. As [bytes](Part::to_bytes) they can be stored, and sent to another machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub(super) plan: Fingerprint,
    /// Ascending, non-empty and not adjacent.
    pub(super) blocks: Vec<Range<u64>>,
    pub(super) counts: Counts,
    /// The results at each setting, as bytes.
    pub(super) settings: BTreeMap<u64, Vec<u8>>,
}

/// What identifies a job: parts belong to the same job if their fingerprints are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The version of fizzle that computes it: another version may have other rules or streams.
    pub(super) version: String,
    /// A hash of everything else that determines the results.
    pub(super) scenario: u128,
    pub(super) seed: u64,
    pub(super) trials: u64,
    /// The number of settings of the grid; 0 if the units are blocks of trials.
    pub(super) settings: u64,
}

impl Fingerprint {
    /// The fingerprint of a sample.
    pub(super) fn new(scenario: u128, seed: u64, trials: u64) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Fingerprint { version, scenario, seed, trials, settings: 0 }
    }

    /// A name for the job: 32 hexadecimal digits.
    pub fn digest(&self) -> String {
        digest(format!("{self:?}").as_bytes())
    }

    /// The number of units of the job: blocks of 2^16 trials, or settings of a grid.
    pub fn units(&self) -> u64 {
        if self.settings > 0 { self.settings } else { blocks::count(self.trials) }
    }

    /// The amount of work in some units, in settings or trials.
    pub fn work(&self, units: &Range<u64>) -> (Unit, u64) {
        match self.settings {
            0 => (Unit::Trials, blocks::trials_in(units, self.trials)),
            _ => (Unit::Settings, units.end - units.start),
        }
    }

    /// Splits all units into this many consecutive ranges, whose lengths differ by at most one. If
    /// there are fewer units than ranges, some are empty.
    pub fn split(&self, ranges: u64) -> impl Iterator<Item = Range<u64>> + use<> {
        let units = u128::from(self.units());
        // The number of a unit fits into 64 bits, but a product of two may not.
        let bound = move |place: u64| (units * u128::from(place) / u128::from(ranges)) as u64;
        (0..ranges).map(move |place| bound(place)..bound(place + 1))
    }

    /// Checks that the job has these units.
    ///
    /// # Errors
    /// When it does not.
    pub(super) fn has(&self, units: &Range<u64>) -> Result<(), PartError> {
        let blocks = self.units();
        if units.start > units.end || units.end > blocks {
            return Err(PartError::NoBlocks { asked: units.clone(), blocks });
        }
        Ok(())
    }

    /// Checks that parts of this plan are also parts of `plan`.
    ///
    /// # Errors
    /// The first difference.
    pub fn fits(&self, plan: &Fingerprint) -> Result<(), PartError> {
        if self.version != plan.version {
            return Err(PartError::Version { part: self.version.clone(), plan: plan.version.clone() });
        }
        if self.scenario != plan.scenario {
            return Err(PartError::Scenario);
        }
        if self.seed != plan.seed {
            return Err(PartError::Seed { part: self.seed, plan: plan.seed });
        }
        if self.trials != plan.trials || self.settings != plan.settings {
            return Err(PartError::Trials { part: self.trials, plan: plan.trials });
        }
        Ok(())
    }
}

impl Part {
    /// A part of these blocks.
    pub(super) fn new(plan: Fingerprint, blocks: Range<u64>, counts: Counts) -> Part {
        let blocks = if blocks.is_empty() { Vec::new() } else { vec![blocks] };
        Part { plan, blocks, counts, settings: BTreeMap::new() }
    }

    /// Adds other parts to this one; together they must contain all units.
    ///
    /// # Errors
    /// The errors of [`Part::add`], or when a unit is missing.
    pub(super) fn with_all(self, parts: impl IntoIterator<Item = Part>) -> Result<Part, PartError> {
        let sum = self.with(parts)?;
        match sum.missing(sum.plan.units()) {
            Some(missing) => Err(PartError::Missing(missing)),
            None => Ok(sum),
        }
    }

    /// Adds other parts to this one.
    ///
    /// # Errors
    /// The errors of [`Part::add`].
    pub(super) fn with(mut self, parts: impl IntoIterator<Item = Part>) -> Result<Part, PartError> {
        for part in parts {
            self.add(part)?;
        }
        Ok(self)
    }

    /// The blocks or settings that the part covers, ascending.
    pub fn blocks(&self) -> &[Range<u64>] {
        &self.blocks
    }

    /// The number of resolutions counted in a sample.
    pub fn trials(&self) -> u64 {
        self.blocks.iter().map(|blocks| blocks::trials_in(blocks, self.plan.trials)).sum()
    }

    /// Checks that this is a part of the job with this fingerprint.
    ///
    /// # Errors
    /// The first difference.
    pub fn is_of(&self, plan: &Fingerprint) -> Result<(), PartError> {
        self.plan.fits(plan)
    }

    /// Adds another part of the same plan.
    ///
    /// # Errors
    /// When it belongs to another plan, or shares blocks with this part. Then nothing is
    /// added.
    pub fn add(&mut self, other: Part) -> Result<(), PartError> {
        other.plan.fits(&self.plan)?;
        if other.shape() != self.shape() {
            return Err(PartError::Damaged);
        }
        self.blocks = joined(self.blocks.iter().chain(&other.blocks).cloned().collect())?;
        self.counts.add(other.counts);
        self.settings.extend(other.settings);
        Ok(())
    }

    /// The number of groups, and the number of indicators.
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.counts.groups.len(), self.counts.indicators.len())
    }

    /// The first range of blocks below `count` that the part does not cover.
    pub fn missing(&self, count: u64) -> Option<Range<u64>> {
        let (end, next) = match &self.blocks[..] {
            [first, second, ..] if first.start == 0 => (first.end, second.start),
            [first] if first.start == 0 => (first.end, count),
            [first, ..] => (0, first.start),
            [] => (0, count),
        };
        (end < next).then_some(end..next)
    }
}

/// Sorts ranges and joins adjacent ones. Fails if ranges overlap.
fn joined(mut ranges: Vec<Range<u64>>) -> Result<Vec<Range<u64>>, PartError> {
    ranges.sort_by_key(|range| range.start);
    let mut all: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start < last.end => {
                return Err(PartError::Overlap(range.start..range.end.min(last.end)));
            }
            Some(last) if range.start == last.end => last.end = range.end,
            _ => all.push(range),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests;
