//! Finds the game and the procedure of a scenario, and what its presets fill.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Checker, Trust};
use crate::description::{Preset, ProcedureDescription, System, Value};
use crate::expression::nearest;
use crate::scenario::Problem;
use crate::scenario::values::in_words;
use crate::systems::SYSTEMS;

/// For each key that a preset fills: its value, and the preset.
pub(super) type Fills<'a> = BTreeMap<String, (&'a Value, &'a Preset)>;

impl<'a> Checker<'a> {
    /// The game that is named, or else the one that the scenario brings.
    pub(super) fn system(&mut self) -> Option<&'a Arc<System>> {
        let document = self.document;
        let own = document.own_system().map(|system| &*system.name);
        let names: Vec<&str> = own.into_iter().chain(SYSTEMS.iter().map(|system| system.name)).collect();
        let Some(name) = self.text("system") else {
            if let (Some(own), false) = (document.own_system(), self.has("system")) {
                return Some(own);
            }
            if let (Some((name, place)), false) = (document.rules_file(), self.has("system")) {
                let message = format!("the rules are in another file, {name}");
                self.problems.push(place.clone(), message, "open it together with the scenario");
                return None;
            }
            self.no_name("system", format!("one of: {}", names.join(", ")));
            return None;
        };
        let system = document.system_named(&name);
        if system.is_none() {
            let help = match (name.ends_with(".rules"), own) {
                (true, Some(own)) => format!("leave it out: the rules are those of {own}"),
                (true, None) => {
                    format!("a rule text is named as in `rules = \"{name}\"`, and a game without `.rules`")
                }
                (false, _) => one_of(&name, &names),
            };
            self.wrong("system", format!("there is no system \"{name}\""), help);
        }
        system
    }

    /// What the presets in the document fill.
    pub(super) fn fills<'s>(&mut self, system: &'s System) -> Fills<'s> {
        let mut fills = Fills::new();
        for (path, entry) in self.document.entries() {
            let Some(name) = entry.text() else { continue };
            let presets: Vec<&Preset> = system.presets_at(path).collect();
            if presets.is_empty() {
                continue;
            }
            for name in Preset::names(name) {
                let Some(preset) = presets.iter().find(|preset| preset.name == name) else {
                    let names: Vec<&str> = presets.iter().map(|preset| &*preset.name).collect();
                    let message = format!("there is no preset \"{name}\"");
                    self.problems.push(entry.place.clone(), message, one_of(name, &names));
                    self.doubt(Trust::Nothing);
                    continue;
                };
                fills.extend(preset.fills_at(path).map(|(key, value)| (key, (value, *preset))));
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
        if written.is_none()
            && let Some((Value::Word(implied), preset)) = fills.get("procedure")
            && let Some((meant, problem)) = self.meant_instead(system, implied, preset)
        {
            self.problems.0.push(problem);
            return meant;
        }
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
            let readers: Vec<&str> = self.readers(system).map(|row| &*row.name).collect();
            let help = format!("one of: {}", names.join(", "));
            let help = match readers.len() {
                some if (1..names.len()).contains(&some) => {
                    format!("{help}; the keys of this file are read by {}", readers.join(", "))
                }
                _ => help,
            };
            let help = match self.document.is_rules_alone() {
                true => format!("{help}; name it with --set procedure={}", names[0]),
                false => help,
            };
            self.no_name("procedure", help);
        }
        let named =
            written.as_deref().or(filled.map(|(name, _)| name)).and_then(|name| system.procedure(name));
        named.unwrap_or_else(|| {
            self.doubt(Trust::Nothing);
            self.guessed = true;
            &system.procedures[0]
        })
    }

    /// The procedure that reads all keys of a document, if the one that a preset implies does not read
    /// some of them, with the problem that it is not named.
    fn meant_instead<'s>(
        &self,
        system: &'s System,
        implied: &str,
        preset: &Preset,
    ) -> Option<(&'s Arc<ProcedureDescription>, Problem)> {
        let implied = system.procedure(implied)?;
        let foreign: Vec<&str> = self.keys_of(system).filter(|path| !reads(implied, path)).collect();
        let first = foreign.first()?;
        let may_be = |row: &&Arc<ProcedureDescription>| preset.others.iter().any(|other| *other == row.name);
        let mut readers = self.readers(system).filter(may_be);
        let (meant, None) = (readers.next()?, readers.next()) else { return None };
        let message = format!("`procedure = \"{}\"` is missing", meant.name);
        let help = format!(
            "without it, the preset \"{}\" means \"{}\", which does not read {}",
            preset.name,
            implied.name,
            match foreign.len() {
                1 => format!("`{first}`"),
                several => format!("`{first}` and {} more keys of this file", several - 1),
            }
        );
        Some((meant, Problem { place: self.document.place_of("procedure"), message, help }))
    }

    /// The procedures that read all keys of the document that belong to the game.
    fn readers<'s>(&self, system: &'s System) -> impl Iterator<Item = &'s Arc<ProcedureDescription>> {
        let paths: Vec<&str> = self.keys_of(system).collect();
        system.procedures.iter().filter(move |row| paths.iter().all(|path| reads(row, path)))
    }

    /// The keys of the game in the document.
    fn keys_of(&self, system: &System) -> impl Iterator<Item = &'a str> {
        self.document.entries().map(|(path, _)| path).filter(|path| system.key(path).is_some())
    }

    /// Reports that a name is missing, or is not a text.
    fn no_name(&mut self, path: &str, help: String) {
        let message = match self.document.get(path).map(|entry| &entry.value) {
            None => format!("`{path}` is missing"),
            Some(other) => format!("`{path}` cannot be {}", in_words(other)),
        };
        self.wrong(path, message, help);
    }
}

fn reads(row: &ProcedureDescription, path: &str) -> bool {
    row.keys.iter().any(|key| key.matches(path))
}

fn one_of(name: &str, names: &[&str]) -> String {
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"? There are: {}", names.join(", ")),
        None => format!("there are: {}", names.join(", ")),
    }
}
