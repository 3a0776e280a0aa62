//! The variants of a scenario.

use serde::Serialize;

use crate::description::System;
use crate::description::words::capitalized;
use crate::scenario::{Document, Written};

/// A variant, and what it changes.
#[derive(Serialize)]
pub struct VariantView {
    name: String,
    /// Its changes in words.
    words: String,
    changes: Vec<ChangeView>,
}

/// A key that a variant changes.
#[derive(Serialize)]
struct ChangeView {
    key: String,
    label: String,
    value: String,
}

/// The variants of a scenario, in its order.
pub fn variants(document: &Document, system: &System) -> Vec<VariantView> {
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
            Some((ChangeView { key: key.to_owned(), label: capitalized(&system.label(known)), value }, words))
        });
        let (changes, words): (Vec<ChangeView>, Vec<String>) = changes.unzip();
        VariantView {
            words: words.join(", "),
            name: document
                .get(&format!("variant.{position}.name"))
                .map_or_else(String::new, |name| text(&name.value)),
            changes,
        }
    };
    document.positions("variant").into_iter().map(variant).collect()
}
