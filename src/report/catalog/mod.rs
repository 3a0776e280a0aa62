//! What fizzle knows: systems, procedures, keys, as text, templates and schema.

mod list;

mod schema;

mod template;

use crate::description::{Key, System};

pub use self::list::{system, systems};
pub use self::schema::schema;
pub use self::template::template;

/// The line above the keys of a table: `[caster]`, or `[[spell]]` for an array.
fn header(key: &Key) -> String {
    match key.array() {
        Some(array) => format!("[[{array}]]"),
        None => format!("[{}]", key.table()),
    }
}

fn preset_names<'a>(key: &Key, system: &'a System) -> Vec<&'a str> {
    system.presets.iter().filter(|preset| preset.key == key.path).map(|preset| &*preset.name).collect()
}

/// What of a key the source text does not say.
fn beyond_text(key: &Key) -> String {
    format!("not in the source text: {}", key.not_in_text)
}

/// Whether a key is written by its whole path in quotes: where `rules` is a rule text, there is no
/// table of that name.
fn stands_alone(key: &Key, system: &System) -> bool {
    system.rules.is_some() && key.table() == "rules"
}
