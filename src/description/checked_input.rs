use super::{Fault, Input, Key, Presence, Preset, Value};

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
                faults.extend(fault(key, &path, input.get(&path), presets));
            }
        }
        if faults.is_empty() { Ok(CheckedInput(input)) } else { Err(faults) }
    }

    /// These values with others of some keys: `None` takes a value out. Items of arrays stay as many
    /// as they are.
    ///
    /// # Errors
    /// A fault for each of them that is missing or that its key cannot hold.
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

/// What is wrong with the value of a key, if anything.
fn fault(key: &Key, path: &str, value: Option<&Value>, presets: &[Preset]) -> Option<Fault> {
    let message = match value {
        Some(value) if key.can_hold(value, presets) => return None,
        Some(value) => format!("`{path}` cannot be {value}"),
        None if key.presence == Presence::Optional => return None,
        None => format!("`{path}` is missing"),
    };
    let help = format!("{} ({})", key.help, key.allowed());
    Some(Fault { key: path.to_owned(), in_rules: None, message, help })
}
