use std::ops::Range;

/// Something wrong with the values of a scenario or with its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The key to point at. If the file does not have it, its table is pointed at.
    pub key: String,
    /// Where the fault is in a game's own rule text, in bytes, if it is there.
    pub in_rules: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What is allowed, or how to correct it.
    pub help: String,
}
