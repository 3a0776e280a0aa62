//! A part of a sample: what was counted in some blocks of a plan.

mod bytes;

use std::fmt;
use std::ops::Range;

use super::blocks::{self, Counts};

/// What was counted in some blocks of a [`Plan`](super::Plan).
///
/// Parts of one plan add up in any order: their counts are integers. As
/// [bytes](Part::to_bytes) they can be kept, and sent from one machine to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub(super) plan: Fingerprint,
    /// Ascending; neither empty nor adjacent.
    pub(super) blocks: Vec<Range<u64>>,
    pub(super) counts: Counts,
}

/// What two parts have to share to be parts of the same plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint {
    /// The version of fizzle that samples: another may have other rules or streams.
    pub version: String,
    /// A hash of all else that decides what is counted.
    pub scenario: u128,
    pub seed: u64,
    pub trials: u64,
}

/// Why a part is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartError {
    /// The bytes are something else.
    NotAPart,
    /// The bytes are in a format of this number, which this version does not read.
    Format(u64),
    /// Bytes were lost or changed.
    Damaged,
    /// It was sampled by another version of fizzle.
    Version {
        /// The version that sampled the part.
        part: String,
        /// The version that it should be.
        plan: String,
    },
    /// It was sampled from another scenario, or other metrics were counted together.
    Scenario,
    /// It has another seed.
    Seed {
        /// The seed of the part.
        part: u64,
        /// The seed that it should have.
        plan: u64,
    },
    /// It belongs to a sample of another size.
    Trials {
        /// All trials of the sample of which it is a part.
        part: u64,
        /// All trials that there should be.
        plan: u64,
    },
    /// The plan does not have these blocks.
    NoBlocks {
        /// The blocks asked for.
        asked: Range<u64>,
        /// How many blocks the plan has.
        blocks: u64,
    },
    /// These blocks were added before.
    Overlap(Range<u64>),
    /// No part has these blocks.
    Missing(Range<u64>),
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartError::NotAPart => write!(f, "this is not a part of a sample"),
            PartError::Format(format) => write!(
                f,
                "the part has format {format}, and this fizzle reads format {}; merge it with the version that sampled it",
                bytes::FORMAT
            ),
            PartError::Damaged => write!(f, "the part is damaged: sample it again"),
            PartError::Version { part, plan } => {
                write!(f, "the part was sampled by fizzle {part}, not {plan}: use one version for all parts")
            }
            PartError::Scenario => write!(
                f,
                "the part was sampled from another scenario, or for other joint metrics: use the same for all parts"
            ),
            PartError::Seed { part, plan } => write!(f, "the part has seed {part}, not {plan}"),
            PartError::Trials { part, plan } => {
                write!(f, "the part belongs to a sample of {part} trials, not of {plan}")
            }
            PartError::NoBlocks { asked, blocks } => {
                write!(f, "there are no {}: the plan has {blocks}, counted from 0", Named(asked))
            }
            PartError::Overlap(blocks) => {
                write!(f, "{} are in two parts: add each part once", Named(blocks))
            }
            PartError::Missing(blocks) => {
                write!(f, "{} are missing: sample and add them, too", Named(blocks))
            }
        }
    }
}

impl std::error::Error for PartError {}

/// Blocks in a message.
struct Named<'a>(&'a Range<u64>);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "blocks {} up to but not including {}", self.0.start, self.0.end)
    }
}

impl Fingerprint {
    /// Whether a part of this plan is one of another plan, too.
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
        if self.trials != plan.trials {
            return Err(PartError::Trials { part: self.trials, plan: plan.trials });
        }
        Ok(())
    }
}

impl Part {
    /// The blocks that it covers, ascending.
    pub fn blocks(&self) -> &[Range<u64>] {
        &self.blocks
    }

    /// How many resolutions were counted.
    pub fn trials(&self) -> u64 {
        self.blocks.iter().map(|blocks| blocks::trials_in(blocks, self.plan.trials)).sum()
    }

    /// Adds another part of the same plan.
    ///
    /// # Errors
    /// When it belongs to another plan, or shares blocks with this one. Then nothing is
    /// added.
    pub fn add(&mut self, other: Part) -> Result<(), PartError> {
        other.plan.fits(&self.plan)?;
        if other.shape() != self.shape() {
            return Err(PartError::Damaged);
        }
        self.blocks = joined(self.blocks.iter().chain(&other.blocks).cloned().collect())?;
        self.counts.add(other.counts);
        Ok(())
    }

    /// The numbers of groups and indicators.
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.counts.groups.len(), self.counts.indicators.len())
    }

    /// The first blocks below `count` that it does not cover.
    pub(super) fn missing(&self, count: u64) -> Option<Range<u64>> {
        let (end, next) = match &self.blocks[..] {
            [first, second, ..] if first.start == 0 => (first.end, second.start),
            [first] if first.start == 0 => (first.end, count),
            [first, ..] => (0, first.start),
            [] => (0, count),
        };
        (end < next).then_some(end..next)
    }
}

/// Ranges in order, adjacent ones as one.
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
