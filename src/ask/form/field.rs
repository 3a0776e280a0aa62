//! One key with its value, as a field of a form.

use serde_json::{Value as Json, json};

use super::Fields;
use crate::ask::purpose::limits;
use crate::description::words::capitalized;
use crate::description::{Key, Kind, Presence, ProcedureDescription, System, Value};
use crate::scenario::Outline;

impl Fields<'_> {
    /// A key with its value.
    pub fn field(&self, key: &Key, path: String) -> Json {
        let Outline { system, procedure, input, .. } = self.outline;
        let written = self.written(&path);
        let filled = input.get(&path).filter(|_| written.is_none());
        // A key that is not set is never read, whether it would matter or not.
        let is_set = input.get(&path).is_some();
        let idle = self.read.as_ref().is_some_and(|read| {
            is_set
                && !read.contains(path.as_str())
                && key.kind != Kind::Preset
                && key.presence != Presence::Required
        });
        let weights = match input.get(&path) {
            Some(Value::Unknown(values)) => {
                values.iter().map(|(value, weight)| (value.bare(), *weight)).collect()
            }
            _ => Vec::new(),
        };
        let otherwise = match filled {
            Some(value) => system.value_in_words(&path, &value.to_string()),
            None if key.kind == Kind::Preset => "no preset".to_owned(),
            None => "none".to_owned(),
        };
        let folded = !self.is_own
            && written.is_none()
            && key.presence != Presence::Required
            && (!key.is_choice() || key.table() == "policy" && key.presence == Presence::Optional)
            && key.kind != Kind::Preset;
        json!({
            "key": path,
            "label": capitalized(&key.label_of_any()),
            "help": key.help,
            // What the source text does not say about it, so that it is an interpretation.
            "not_in_text": key.not_in_text,
            "kind": kind(&key.kind),
            // For a number: the smallest and the greatest that is allowed, given the other keys.
            "limits": limits(key, &path, self.outline),
            "options": options(key, system, procedure),
            // The value as written; null if it is left out.
            "value": written,
            // For an unknown value: the possible values, and their relative weights.
            "weights": weights,
            // What applies if it is left out.
            "otherwise": otherwise,
            // Whether it cannot be left out.
            "needed": key.presence == Presence::Required && filled.is_none(),
            // Whether it is folded away, since it is optional, left out, and rarely changed.
            "folded": folded,
            // Whether it makes no difference, given the other keys.
            "idle": idle,
        })
    }

    /// The value of a key as written, including an unknown value.
    fn written(&self, path: &str) -> Option<String> {
        let entry = self.document.get(path).or_else(|| self.document.get(&format!("unknown.{path}")));
        match (entry, self.outline.input.get(path)) {
            (Some(entry), _) => Some(entry.value.bare().unwrap_or_default()),
            // Values with weights are written as a table.
            (None, Some(Value::Unknown(values))) => {
                Some(values.iter().map(|(value, _)| value.bare()).collect::<Vec<_>>().join(","))
            }
            (None, _) => None,
        }
    }
}

/// The kind of a field.
fn kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer { .. } => "integer",
        Kind::Flag | Kind::Words(_) => "choice",
        Kind::Preset => "preset",
        _ => "text",
    }
}

/// The options of a key with a fixed set of values.
fn options(key: &Key, system: &System, procedure: &ProcedureDescription) -> Vec<Json> {
    let choice = |value: &str, label: String, meaning: String| json!({ "value": value, "label": label, "meaning": meaning });
    match &key.kind {
        Kind::Flag => [true, false]
            .map(|flag| {
                let text = flag.to_string();
                choice(&text, key.value_in_words(&text), key.meaning(&Value::Flag(flag)))
            })
            .into(),
        Kind::Words(words) => words
            .iter()
            .map(|(word, meaning)| choice(word, key.value_in_words(word), meaning.to_string()))
            .collect(),
        Kind::Preset => {
            let presets = system.presets_for(key, &procedure.name);
            presets.map(|preset| choice(&preset.name, preset.label.to_string(), String::new())).collect()
        }
        _ => Vec::new(),
    }
}
