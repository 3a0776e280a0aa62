use super::{Fault, Input, Key, Presence, Preset};

/// The values of a scenario of which each is of its key's kind and within its range, and
/// none is missing. Procedures are prepared from nothing else, so that they can rely on it.
#[derive(Clone, Debug)]
pub struct CheckedInput(pub(super) Input);

impl CheckedInput {
    /// Checks values against a table of keys.
    ///
    /// # Errors
    /// A fault for each value that is missing or that its key cannot hold.
    pub fn new(input: Input, keys: &[Key], presets: &[Preset]) -> Result<CheckedInput, Vec<Fault>> {
        let mut faults = Vec::new();
        for key in keys {
            for path in key.paths(&input) {
                let message = match input.get(&path) {
                    Some(value) if key.can_hold(value, presets) => continue,
                    Some(value) => format!("`{path}` cannot be {value}"),
                    None if key.presence == Presence::Optional => continue,
                    None => format!("`{path}` is missing"),
                };
                let help = format!("{} ({})", key.help, key.allowed());
                faults.push(Fault { key: path, in_rules: None, message, help });
            }
        }
        if faults.is_empty() { Ok(CheckedInput(input)) } else { Err(faults) }
    }
}
