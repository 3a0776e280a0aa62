//! Checks the keys of a grid, and the types of their values.

use super::Varied;
use super::parse::meant_range;
use crate::description::{Key, Kind, Preset, ProcedureDescription, System, with_positions};
use crate::expression::nearest;
use crate::scenario::Problems;
use crate::scenario::document::Document;
use crate::scenario::document::rules::RULES;
use crate::scenario::values::unquoted;

/// Checks that the key exists, and that no varied preset would fill a key that is written.
pub fn check_key(
    varied: &Varied,
    system: &System,
    procedure: Option<&ProcedureDescription>,
    document: &Document,
    problems: &mut Problems,
) {
    let rows = procedures(system, procedure);
    let known = || rows.iter().flat_map(|row| &row.keys);
    let is_known = |path: &str| known().any(|key| key.matches(path));
    if !is_known(&varied.path) {
        let written: Vec<String> = known().map(|key| with_positions(&key.path, &varied.path)).collect();
        let help = match varied.path.strip_prefix("unknown.").filter(|path| is_known(path)) {
            Some(path) => format!("vary `{path}`, and take it out of [unknown]"),
            None if varied.path == RULES => {
                "compare texts of rules as variants, as in --variant 'ours: rules=ours.rules'".to_owned()
            }
            None => match nearest(&varied.path, written.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => system.keys_are(),
            },
        };
        problems.push(varied.place.clone(), format!("unknown key `{}`", varied.path), help);
    }
    check_values(varied, system, &rows, problems);
    let is_named = |preset: &&Preset| varied.values.iter().any(|value| *value == preset.name);
    for preset in system.presets_at(&varied.path).filter(is_named) {
        for (path, _) in preset.fills_at(&varied.path) {
            if path != "procedure" && document.get(&path).is_some() {
                let message =
                    format!("`{path}` is written, and the preset \"{}\" would fill it", preset.name);
                let help = "what is written wins: take it out to vary the preset, as with --set KEY=unset";
                problems.push(varied.place.clone(), message, help);
            }
        }
    }
}

/// The procedure that is named, or all that may be meant.
pub fn procedures<'a>(
    system: &'a System,
    procedure: Option<&'a ProcedureDescription>,
) -> Vec<&'a ProcedureDescription> {
    procedure.map_or_else(|| system.procedures.iter().map(|row| &**row).collect(), |row| vec![row])
}

/// Checks that each value has the type of its key. Values out of range are not reported here: settings
/// that the rules do not allow are skipped.
fn check_values(varied: &Varied, system: &System, rows: &[&ProcedureDescription], problems: &mut Problems) {
    let keys: Vec<&Key> =
        rows.iter().flat_map(|row| &row.keys).filter(|key| key.matches(&varied.path)).collect();
    let presets: Vec<&str> = system.presets_at(&varied.path).map(|preset| &*preset.name).collect();
    let is_of_type = |key: &&Key, value: &str| match &key.kind {
        Kind::Integer { .. } => value.parse::<i64>().is_ok(),
        Kind::Flag => matches!(value, "true" | "false"),
        Kind::Words(words) => words.iter().any(|(word, _)| *word == value),
        Kind::Preset => Preset::names(value).all(|name| presets.contains(&name)),
        _ => true,
    };
    for value in varied.values.iter().filter(|value| *value != "unset") {
        let value = unquoted(value);
        if let Some(key) = keys.first().filter(|_| !keys.iter().any(|key| is_of_type(key, value))) {
            let help = match (&key.kind, meant_range(value)) {
                (Kind::Preset, _) => format!("there are: {}", presets.join(", ")),
                (Kind::Integer { .. }, Some(range)) => format!("did you mean `{range}`?"),
                _ => format!("write {}", key.settable()),
            };
            problems.push(varied.place.clone(), format!("`{}` cannot be {value}", varied.path), help);
        }
    }
}
