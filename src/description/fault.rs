/// Something wrong with a scenario that only its rules can tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The key to point at; if it is not written, its table is pointed at.
    pub key: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}
