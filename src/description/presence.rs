use super::Value;

/// What it means to leave a key out.
#[derive(Clone, Debug, PartialEq)]
pub enum Presence {
    /// It cannot be left out.
    Required,
    /// It has no value then; some steps may need one.
    Optional,
    /// It has this value then.
    Default(Value),
}
