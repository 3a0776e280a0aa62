use super::{Fault, Input, Key, Presence, Preset, Value};

/// Values of a scenario that have been checked: each is of its key's kind and within its range, and
/// none is missing. Procedures are prepared only from these, so that they can rely on it.
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
                faults.extend(fault(key, &path, input.get(&path), presets));
            }
        }
        if faults.is_empty() { Ok(CheckedInput(input)) } else { Err(faults) }
    }

    /// These values with some of them changed; `None` removes a value. Arrays keep their number of items.
    ///
    /// # Errors
    /// A fault for each change that leaves a value missing, or that its key cannot hold.
    pub fn changed<'a>(
        &self,
        changes: impl Iterator<Item = (&'a Key, &'a str, Option<&'a Value>)>,
        presets: &[Preset],
    ) -> Result<CheckedInput, Vec<Fault>> {
        let mut input = self.0.clone();
        let mut faults = Vec::new();
        for (key, path, value) in changes {
            faults.extend(fault(key, path, value, presets));
            match value {
                Some(value) => input.set(path, value.clone()),
                None => input.remove(path),
            }
        }
        if faults.is_empty() { Ok(CheckedInput(input)) } else { Err(faults) }
    }

    /// The values.
    pub fn into_input(self) -> Input {
        self.0
    }
}

/// The fault of a key's value, if there is one.
fn fault(key: &Key, path: &str, value: Option<&Value>, presets: &[Preset]) -> Option<Fault> {
    let message = match value {
        Some(value) if key.can_hold(value, presets) => return None,
        Some(value) => format!("`{path}` cannot be {value}"),
        None if key.presence == Presence::Optional => return None,
        None => format!("`{path}` is missing"),
    };
    let help = format!("{} ({})", key.help, key.allowed());
    Some(Fault { keys: vec![path.to_owned()], message, help, ..Fault::default() })
}
