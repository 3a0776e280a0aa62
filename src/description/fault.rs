use std::ops::Range;

/// Something wrong with a scenario that only its rules can tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The key to point at; if it is not written, its table is pointed at.
    pub key: String,
    /// Where it is in the rule text of a game that has one, if it is there: bytes of that text.
    pub in_rules: Option<Range<usize>>,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}
