use std::ops::Range;

/// Something wrong with the values of a scenario or with its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The keys that may be at fault, the likeliest first; none if it is in the rules. If the file does not have the
    /// one that is pointed at, its table is.
    pub keys: Vec<String>,
    /// Where the fault is in a game's own rule text, in bytes, if it is there.
    pub in_rules: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What is allowed, or how to correct it.
    pub help: String,
}
