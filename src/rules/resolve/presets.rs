//! Named sets of key values.

use super::super::program::{KeyOfRules, PresetOfRules, Type};
use super::super::syntax::{Block, Name, Statement, StatementKind};
use super::scope::Scope;
use super::{Resolved, Resolver, broken};
use crate::expression::{ExpressionError, wrong};

impl Resolver {
    /// Resolves all presets of a text, once its keys are known.
    pub fn presets(&mut self, block: &Block) -> Vec<PresetOfRules> {
        let mut presets: Vec<PresetOfRules> = Vec::new();
        for statement in block {
            let StatementKind::Preset { name, called, procedures, values, .. } = &statement.kind else {
                continue;
            };
            let (key, own) = self.key_of_preset(&name.text);
            let is_twice = presets.iter().any(|other| other.key == key && other.name == own);
            let is_key = self.program.keys.iter().any(|known| known.name == key && !known.is_of_presets);
            let problem = if is_twice {
                Some((format!("the preset `{}` is declared twice", name.text), "give it another name"))
            } else if is_key {
                Some((format!("`{key}` is a key, and cannot name presets"), "give it another name"))
            } else if !called.is_empty() && !key.contains('*') {
                let message = "this is no preset of a group, whose members have names".to_owned();
                Some((message, "take `called` out"))
            } else {
                None
            };
            if let Some((message, help)) = problem {
                self.errors.push(ExpressionError::new(name.span.clone(), message, help));
                continue;
            }
            let label = self.known_presets.iter().find(|known| known.0 == key && known.1 == own);
            let label = label.map_or_else(String::new, |(.., label)| label.clone());
            let procedures = procedures.iter().map(|name| name.text.clone()).collect();
            let called = called.clone();
            presets.push(PresetOfRules { key, name: own, label, called, procedures, fills: Vec::new() });
            for value in values {
                let fill = self.fill(value, &presets);
                let fill = self.noted(fill);
                presets.last_mut().expect("it was added").fills.extend(fill);
            }
        }
        presets
    }

    /// Notes a preset: its key, its name, and what players call it.
    pub fn know_preset(&mut self, name: &Name, label: &str) {
        let (key, own) = self.key_of_preset(&name.text);
        let label = if label.is_empty() { own.replace(['_', '-'], " ") } else { label.to_owned() };
        self.known_presets.push((key, own, label));
    }

    /// The key that names a preset, and its name in it.
    fn key_of_preset(&self, name: &str) -> (String, String) {
        match name.rsplit_once('.') {
            Some((group, own)) if self.is_group(group) => (format!("{group}.*.preset"), own.to_owned()),
            Some((table, own)) => (format!("{table}.preset"), own.to_owned()),
            None => ("preset".to_owned(), name.to_owned()),
        }
    }

    /// The key that names presets, if this is its path. Its labels are what players call them.
    pub fn preset_key(&mut self, path: &str) -> Option<usize> {
        let of_key = self.known_presets.iter().filter(|(key, ..)| key == path);
        let (labels, words): (Vec<String>, Vec<String>) =
            of_key.map(|(_, name, label)| (name.clone(), label.clone())).unzip();
        let last = labels.len().checked_sub(1)?;
        self.program.keys.push(KeyOfRules {
            name: path.to_owned(),
            ty: Type::Label(words),
            range: (0, last as i64),
            labels,
            scale: 1,
            is_of_presets: true,
            is_optional: true,
            ..KeyOfRules::default()
        });
        Some(self.program.keys.len() - 1)
    }

    /// Resolves a key and its value for the last of `presets`.
    fn fill(&mut self, statement: &Statement, presets: &[PresetOfRules]) -> Resolved<(usize, i64)> {
        let StatementKind::Assign { targets, value, range: None } = &statement.kind else {
            if matches!(statement.kind, StatementKind::Wrong(_)) {
                return Err(broken(&statement.span));
            }
            return wrong(&statement.span, "a preset has values of keys alone", "write `key = value`");
        };
        let [Name { text: path, span }] = &targets[..] else {
            return wrong(&statement.span, "several keys have one value here", "set them one by one");
        };
        // The keys of a group are filled for all of its tables, as those of the first one.
        let in_group = path.split_once('.').filter(|(group, _)| self.is_group(group));
        let first = in_group.map(|(group, key)| format!("{group}.0.{key}"));
        let found = self.key_at(first.as_ref().unwrap_or(path));
        let place = found.ok_or_else(|| self.unknown_key(path, span))?;
        let (preset, others) = presets.split_last().expect("it is in one");
        if preset.fills.iter().any(|(known, _)| *known == place) {
            return wrong(span, format!("`{path}` is set twice"), "take one of them out");
        }
        let sets = |other: &&PresetOfRules| {
            other.key != preset.key && other.fills.iter().any(|fill| fill.0 == place)
        };
        if let Some(other) = others.iter().find(sets) {
            let message = format!("`{path}` is set by `{}` and by `{}`", other.key, preset.key);
            return wrong(span, message, "leave it to one of them: a scenario may name both");
        }
        let mut scope = Scope::begun();
        let expected = self.program.keys[place].ty.clone();
        let found = self.expression(&mut scope, value, Some(&expected))?;
        let KeyOfRules { ty, range: (low, high), scale, .. } = &self.program.keys[place];
        let written = self.value_of_key("value", value, found, ty, (low / scale, high / scale))?;
        Ok((place, written * scale))
    }
}
