//! The catalog of systems, procedures and keys, as text, templates and JSON Schema.

mod list;

mod schema;

mod template;

use crate::description::{Key, System};

pub use self::list::{games, system};
pub use self::schema::schema;
pub use self::template::{short_template, template};

/// A rule text to start from.
pub const FIRST_RULES: &str = include_str!("first.rules");

/// The line above the keys of a table: `[caster]`, `[[fighter]]` for an array, `[fighter.spell]` for a table in it.
fn header(key: &Key) -> String {
    let inner = |array: &str| {
        let (table, _) = key.path.strip_prefix(array)?.strip_prefix(".*.")?.rsplit_once('.')?;
        Some(format!("[{array}.{table}]"))
    };
    match key.array() {
        Some(array) => inner(array).unwrap_or_else(|| format!("[[{array}]]")),
        None if key.table().is_empty() => "at the top of the file".to_owned(),
        None => format!("[{}]", key.table()),
    }
}

fn preset_names<'a>(key: &Key, system: &'a System) -> Vec<&'a str> {
    system.presets.iter().filter(|preset| preset.key == key.path).map(|preset| &*preset.name).collect()
}

/// The note on the part of a key that is not in the source text.
fn beyond_text(key: &Key) -> String {
    format!("our reading, not the rulebook's: {}", key.not_in_text)
}

/// Whether a key is written as its whole path in quotes. If the system is a rule text, `rules` names
/// that text, so there cannot be a table `[rules]`.
fn stands_alone(key: &Key, system: &System) -> bool {
    system.rules.is_some() && key.table() == "rules"
}
