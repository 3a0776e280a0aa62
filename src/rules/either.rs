//! Sets of keys that do not go together, as `either … | …` declares them.

use super::program::{Alternatives, PresetOfRules, Program};
use super::syntax::KeySet;
use crate::description::{InputReader, Preset, Value};

impl Program {
    /// Notes a fault if a scenario has keys of several sets, or of none, or lacks some that a set needs.
    pub(super) fn choose_among(
        &self,
        Alternatives { sets, words }: &Alternatives,
        input: &mut InputReader<'_>,
    ) {
        let is_set = |path: &&String| input.peek(path).is_some();
        let used: Vec<&KeySet<String>> =
            sets.iter().filter(|set| set.all().any(|path| is_set(&path))).collect();
        let first = |set: &KeySet<String>| set.all().find(is_set).cloned().unwrap_or_default();
        let beside = |at: String, path: &str, name: &str| {
            let message = format!("`{at}` beside the preset \"{name}\", which sets `{path}`");
            (at, message, format!("{words}, and not both"))
        };
        let faults: Vec<(String, String, String)> = match used[..] {
            [] => {
                let path = &sets[0].needed[0];
                let who =
                    path.rsplit_once('.').map_or("the scenario".to_owned(), |(who, _)| format!("`{who}`"));
                let help = "write them, or a preset that fills them".to_owned();
                vec![(path.clone(), format!("{who} needs {words}"), help)]
            }
            [set] => {
                let help = format!("it belongs to `{}`: {words}", first(set));
                let missing = set.needed.iter().filter(|path| !is_set(path));
                missing.map(|path| (path.clone(), format!("`{path}` is missing"), help.clone())).collect()
            }
            [one, other, ..] => vec![match (self.filled(one, input), self.filled(other, input)) {
                (Some((path, preset)), None) => beside(first(other), path, &preset.name),
                (None, Some((path, preset))) => beside(first(one), path, &preset.name),
                (Some((path, preset)), Some((more, second))) => {
                    let (name, second) = (&preset.name, &second.name);
                    let message =
                        format!("the preset \"{name}\" sets `{path}`, and \"{second}\" sets `{more}`");
                    (self.at_table_of(&preset.key, path), message, format!("{words}, and not both"))
                }
                (None, None) => {
                    let (one, other) = (first(one), first(other));
                    let message = format!("`{other}` beside `{one}`");
                    (other, message, format!("{words}, and not both"))
                }
            }],
        };
        faults.into_iter().for_each(|(path, message, help)| input.fault(&path, message, help));
    }

    /// Whether the first of several sets needs a key.
    pub(super) fn is_of_first_set(&self, path: &str) -> bool {
        self.alternatives.iter().any(|one| one.sets[0].needed.iter().any(|needed| needed == path))
    }

    /// The first key of a set that a preset of the scenario fills, and that preset.
    fn filled<'k>(
        &self,
        set: &'k KeySet<String>,
        input: &InputReader<'_>,
    ) -> Option<(&'k str, &PresetOfRules)> {
        set.all().find_map(|path| Some((path.as_str(), self.preset_of(path, input)?)))
    }

    /// The preset of a scenario that fills a key, if there is one.
    fn preset_of(&self, path: &str, input: &InputReader<'_>) -> Option<&PresetOfRules> {
        let described = self.described_path(path);
        let fills = |preset: &&PresetOfRules| {
            preset.fills.iter().any(|fill| self.described_path(&self.keys[fill.0].name) == described)
        };
        self.presets.iter().filter(fills).find(|preset| {
            match input.peek(&self.at_table_of(&preset.key, path)) {
                Some(Value::Word(named)) => Preset::names(named).any(|name| name == preset.name),
                _ => false,
            }
        })
    }

    /// The path of a key of presets in the table of a path.
    fn at_table_of(&self, key: &str, path: &str) -> String {
        let table = self.in_group(path).map_or(String::new(), |(_, table, _)| table.to_string());
        key.replace('*', &table)
    }
}
