//! The variants of a scenario.

use serde_json::{Value as Json, json};

use crate::description::System;
use crate::description::words::capitalized;
use crate::scenario::{Document, Written};

/// The variants of a scenario, in its order, each with its changes in words and by key.
pub fn variants(document: &Document, system: &System) -> Vec<Json> {
    let text = |value: &Written| match value {
        Written::Unset => "unset".to_owned(),
        other => other.bare().unwrap_or_default(),
    };
    let variant = |position: usize| {
        let set = format!("variant.{position}.set.");
        let changes = document.entries().filter_map(|(path, entry)| {
            let key = path.strip_prefix(&set)?;
            let (value, known) = (text(&entry.value), key.strip_prefix("unknown.").unwrap_or(key));
            let words = system.say(known, &value);
            let label = capitalized(&system.label(known));
            Some((json!({ "key": key, "label": label, "value": value }), words))
        });
        let (changes, words): (Vec<Json>, Vec<String>) = changes.unzip();
        let name = document.get(&format!("variant.{position}.name"));
        let name = name.map_or_else(String::new, |name| text(&name.value));
        json!({ "name": name, "words": words.join(", "), "changes": changes })
    };
    document.positions("variant").into_iter().map(variant).collect()
}
