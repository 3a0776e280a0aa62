//! What a battle and a firefight have in common: files with several tables of one kind, and two sides.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];
}

/// Reads a scenario. Each of its tables `[[name]]` may name one of `presets`, a table of tables, which
/// fills what is left out.
pub fn read<T: DeserializeOwned>(text: &str, name: &str, presets: &str) -> T {
    let presets: Table = presets.parse().expect("presets are TOML");
    let mut file: Table = text.parse().expect("the text is TOML");
    for entry in file[name].as_array_mut().expect("there are several tables") {
        let entry = entry.as_table_mut().expect("they are tables");
        if let Some(Value::String(preset)) = entry.get("preset") {
            for (key, value) in presets[preset].as_table().expect("presets are tables") {
                entry.entry(key).or_insert_with(|| value.clone());
            }
        }
    }
    file.try_into().unwrap_or_else(|error| panic!("{error}"))
}

/// The number of the winner's label, by whether each side stands.
pub fn winner(first: bool, second: bool) -> i64 {
    match (first, second) {
        (true, false) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, true) => 3,
    }
}
