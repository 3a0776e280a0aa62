//! Why a part is refused.

use std::fmt;
use std::ops::Range;

use super::bytes;

/// Why a part is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartError {
    /// The bytes are something else.
    NotAPart,
    /// The bytes have a format with this number, which this version does not read.
    Format(u64),
    /// Bytes were lost or changed.
    Damaged,
    /// The part was computed by another version of fizzle.
    Version {
        /// The version that computed the part.
        part: String,
        /// The version of the plan.
        plan: String,
    },
    /// The part is of another scenario, or of other joint metrics or questions.
    Scenario,
    /// The part has another seed.
    Seed {
        /// The seed of the part.
        part: u64,
        /// The seed of the plan.
        plan: u64,
    },
    /// The part belongs to a sample of another size.
    Trials {
        /// The total number of trials of its own sample.
        part: u64,
        /// The total number of trials of the plan.
        plan: u64,
    },
    /// The plan does not have these blocks.
    NoBlocks {
        /// The requested blocks or settings.
        asked: Range<u64>,
        /// The number of blocks or settings in the plan.
        blocks: u64,
    },
    /// These blocks are contained twice.
    Overlap(Range<u64>),
    /// These blocks are contained in no part.
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
                write!(f, "there are no {}: there are {blocks}, counted from 0", named(asked))
            }
            PartError::Overlap(blocks) => {
                write!(f, "{} are in two parts: add each part once", named(blocks))
            }
            PartError::Missing(blocks) => {
                write!(f, "{} are missing: compute and add them, too", named(blocks))
            }
        }
    }
}

impl std::error::Error for PartError {}

/// Blocks in a message.
fn named(blocks: &Range<u64>) -> String {
    format!("blocks {} up to but not including {}", blocks.start, blocks.end)
}
