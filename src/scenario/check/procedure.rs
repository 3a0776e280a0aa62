//! Finds the game and the procedure of a scenario, and what its presets fill.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Checker, Trust, with_positions};
use crate::description::{Preset, ProcedureDescription, System, Value, fits};
use crate::expression::nearest;
use crate::scenario::document::Entry;
use crate::scenario::values::{in_words, unquoted};
use crate::scenario::written::Written;

/// For each key that a preset fills: its value, and the preset.
pub(super) type Fills<'a> = BTreeMap<String, (&'a Value, &'a Preset)>;

impl<'a> Checker<'a> {
    /// The game that is named, or else the one that the scenario brings.
    pub(super) fn system(&mut self) -> Option<&'a Arc<System>> {
        let document = self.document;
        let names: Vec<&str> = document.systems().map(|system| &*system.name).collect();
        let Some(name) = self.text("system") else {
            if let (Some(own), false) = (document.own_system(), self.has("system")) {
                return Some(own);
            }
            self.no_name("system", &names);
            return None;
        };
        let system = document.systems().find(|system| *system.name == name);
        if system.is_none() {
            let place = self.document.place_of("system");
            self.problems.push(place, format!("there is no system \"{name}\""), one_of(&name, &names));
        }
        system
    }

    /// What the presets in the document fill.
    pub(super) fn fills<'s>(&mut self, system: &'s System) -> Fills<'s> {
        let mut fills = Fills::new();
        for (path, entry) in self.document.entries() {
            let Some(name) = preset_name(entry) else { continue };
            let presets: Vec<&Preset> =
                system.presets.iter().filter(|preset| fits(&preset.key, path)).collect();
            if presets.is_empty() {
                continue;
            }
            let Some(preset) = presets.iter().find(|preset| preset.name == name) else {
                let names: Vec<&str> = presets.iter().map(|preset| &*preset.name).collect();
                self.problems.push(
                    entry.place.clone(),
                    format!("there is no preset \"{name}\""),
                    one_of(name, &names),
                );
                self.doubt(Trust::Nothing);
                continue;
            };
            for (key, value) in &preset.fills {
                fills.insert(with_positions(key, path), (value, *preset));
            }
        }
        fills
    }

    /// The procedure that is named or implied. If there is none, another one replaces it, so that keys
    /// of both can still be checked.
    pub(super) fn procedure<'s>(
        &mut self,
        system: &'s System,
        fills: &Fills,
    ) -> &'s Arc<ProcedureDescription> {
        let names: Vec<&str> = system.procedures.iter().map(|row| &*row.name).collect();
        let written = self.text("procedure");
        let filled = fills.get("procedure").and_then(|(value, preset)| match value {
            Value::Word(name)
                if !written
                    .as_ref()
                    .is_some_and(|written| preset.others.iter().any(|other| other == written)) =>
            {
                Some((&**name, &*preset.name))
            }
            _ => None,
        });
        let place = self.document.place_of("procedure");
        if let (Some(name), Some((filled, preset))) = (&written, &filled)
            && name != filled
        {
            let message = format!("the preset \"{preset}\" is for procedure \"{filled}\", not \"{name}\"");
            self.problems.push(place, message, format!("write \"{filled}\", or leave `procedure` out"));
            self.doubt(Trust::Nothing);
        } else if let Some(name) = written.as_ref().filter(|name| system.procedure(name).is_none()) {
            let message = format!("{} has no procedure \"{name}\"", system.name);
            self.problems.push(place, message, one_of(name, &names));
        } else if let (None, None, [only]) = (&written, &filled, &system.procedures[..]) {
            return only;
        } else if written.is_none() && filled.is_none() && self.trust == Trust::Everything {
            // No error after an unknown preset, which may have been meant to imply the procedure.
            self.no_name("procedure", &names);
        }
        let named =
            written.as_deref().or(filled.map(|(name, _)| name)).and_then(|name| system.procedure(name));
        named.unwrap_or_else(|| {
            self.doubt(Trust::Nothing);
            self.guessed = true;
            &system.procedures[0]
        })
    }

    /// Reports that a name is missing, or is not a text.
    fn no_name(&mut self, path: &str, names: &[&str]) {
        let message = match self.document.get(path).map(|entry| &entry.value) {
            None => format!("`{path}` is missing"),
            Some(other) => format!("`{path}` cannot be {}", in_words(other)),
        };
        self.problems.push(self.document.place_of(path), message, format!("one of: {}", names.join(", ")));
    }
}

fn preset_name(entry: &Entry) -> Option<&str> {
    match &entry.value {
        Written::Text(text) => Some(text),
        Written::Bare(text) => Some(unquoted(text)),
        _ => None,
    }
}

fn one_of(name: &str, names: &[&str]) -> String {
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"? There are: {}", names.join(", ")),
        None => format!("there are: {}", names.join(", ")),
    }
}
