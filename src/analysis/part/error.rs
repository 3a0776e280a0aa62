//! Why a part is refused.

use std::fmt;
use std::ops::Range;

use super::bytes;

/// Why a part is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartError {
    /// The bytes are something else.
    NotAPart,
    /// The bytes are in a format of this number, which this version does not read.
    Format(u64),
    /// Bytes were lost or changed.
    Damaged,
    /// It was computed by another version of fizzle.
    Version {
        /// The version that computed the part.
        part: String,
        /// The version that it should be.
        plan: String,
    },
    /// It is about another scenario, or about other joint metrics or questions.
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
        /// The blocks, or settings, asked for.
        asked: Range<u64>,
        /// How many there are.
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
            PartError::NotAPart => write!(f, "this is not a part of anything"),
            PartError::Format(format) => write!(
                f,
                "the part has format {format}, and this fizzle reads format {}; merge it with the version that made it",
                bytes::FORMAT
            ),
            PartError::Damaged => write!(f, "the part is damaged: compute it again"),
            PartError::Version { part, plan } => {
                write!(f, "the part was computed by fizzle {part}, not {plan}: use one version for all parts")
            }
            PartError::Scenario => write!(
                f,
                "the part is about another scenario, or about other joint metrics or questions: use the same for all parts"
            ),
            PartError::Seed { part, plan } => write!(f, "the part has seed {part}, not {plan}"),
            PartError::Trials { part, plan } => {
                write!(f, "the part belongs to {part} trials, not to {plan}")
            }
            PartError::NoBlocks { asked, blocks } => {
                write!(f, "there are no {}: there are {blocks}, counted from 0", Named(asked))
            }
            PartError::Overlap(blocks) => {
                write!(f, "{} are in two parts: add each part once", Named(blocks))
            }
            PartError::Missing(blocks) => {
                write!(f, "{} are missing: compute and add them, too", Named(blocks))
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
