//! Grids of settings: keys, and the values that each of them takes.

use std::ops::Range;
use std::sync::Arc;

use super::document::Document;
use super::values::{between_commas, unquoted};
use super::{Place, Problems, Source};
use crate::description::{Key, Kind, Preset, ProcedureDescription, System, fits};
use crate::expression::nearest;

/// The most settings of a grid.
pub const MAX_SETTINGS: u64 = 1_000_000;

/// Keys that take several values each, alone or together with others.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    axes: Vec<Axis>,
}

/// Keys that move together, and their values at each step.
#[derive(Clone, Debug)]
struct Axis {
    keys: Vec<Varied>,
    steps: usize,
}

/// A key with its values.
#[derive(Clone, Debug)]
struct Varied {
    path: String,
    /// As many as its axis has steps.
    values: Vec<String>,
    /// Where the key is written.
    place: Place,
}

/// The most values of one key.
const MAX_VALUES: u64 = MAX_SETTINGS;

impl Grid {
    /// Reads grids from `KEY=VALUES` or `zip(KEY=VALUES, KEY=VALUES)`, one an argument
    /// of `option`.
    ///
    /// Values are separated by commas; `1..12` stands for whole numbers with both ends,
    /// `1..24:3` for every third of them, `unset` takes the key out. Commas inside
    /// brackets and quotes belong to a value.
    ///
    /// # Errors
    /// What is wrong with the arguments: a range without values, an unknown key, keys of
    /// a `zip` with different numbers of values, more than [`MAX_SETTINGS`].
    pub fn parse(option: &str, arguments: &[String], document: &Document) -> Result<Grid, Problems> {
        let mut problems = Problems::default();
        let mut grid = Grid::default();
        for argument in arguments {
            let source = Arc::new(Source { name: option.to_owned(), text: argument.clone() });
            match axis(&source) {
                Ok(axis) => grid.axes.push(axis),
                Err(more) => problems.0.extend(more.0),
            }
        }
        grid.checked(problems, document)
    }

    /// The grid of the file's table `[vary]`.
    ///
    /// # Errors
    /// What is wrong with the table, as of [`Grid::parse`].
    pub fn of_file(document: &Document) -> Result<Grid, Problems> {
        let mut problems = Problems::default();
        let mut grid = Grid::default();
        for (path, entry) in document.entries().filter(|(path, _)| path.starts_with("vary.")) {
            let Some(text) = entry.value.bare() else { continue };
            match values(&text) {
                Ok(values) => {
                    let path = path["vary.".len()..].to_owned();
                    let steps = values.len();
                    grid.axes
                        .push(Axis { keys: vec![Varied { path, values, place: entry.key.clone() }], steps });
                }
                Err((message, help)) => problems.push(entry.place.clone(), message, help),
            }
        }
        grid.checked(problems, document)
    }

    /// Whether nothing is varied.
    pub fn is_empty(&self) -> bool {
        self.axes.is_empty()
    }

    /// The keys that are varied, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.varied().map(|varied| varied.path.as_str())
    }

    /// What is turned alone: its keys, and at each step their values.
    pub fn axes(&self) -> impl Iterator<Item = (Vec<&str>, Vec<Vec<&str>>)> {
        self.axes.iter().map(|axis| {
            let keys = axis.keys.iter().map(|key| key.path.as_str()).collect();
            let values = |step: usize| axis.keys.iter().map(|key| key.values[step].as_str()).collect();
            (keys, (0..axis.steps).map(values).collect())
        })
    }

    /// How many settings there are.
    pub fn len(&self) -> u64 {
        self.axes.iter().fold(1, |product, axis| product.saturating_mul(axis.steps as u64))
    }

    /// The settings of this grid with every setting of another, whose keys turn faster.
    ///
    /// # Errors
    /// A key of both, or more than [`MAX_SETTINGS`].
    pub fn with(&self, other: &Grid, document: &Document) -> Result<Grid, Problems> {
        self.and(other).checked(Problems::default(), document)
    }

    /// The settings of this grid with every setting of another, unchecked: of keys in both the
    /// other's value is taken.
    pub(crate) fn and(&self, other: &Grid) -> Grid {
        Grid { axes: self.axes.iter().chain(&other.axes).cloned().collect() }
    }

    /// Its axes of which a player decides every key, and the others: situations and rules.
    /// `keys` are those of the procedure.
    pub fn choices_and_situations(&self, keys: &[Key]) -> [Grid; 2] {
        let is_choice = |varied: &Varied| keys.iter().any(|key| key.matches(&varied.path) && key.is_choice());
        let (choices, situations) =
            self.axes.iter().cloned().partition(|axis| axis.keys.iter().all(is_choice));
        [Grid { axes: choices }, Grid { axes: situations }]
    }

    /// The numbers of at most `most` settings, spread so that the values of every key take turns.
    pub fn spread(&self, most: u64) -> impl Iterator<Item = u64> {
        let len = if self.is_empty() { 0 } else { self.len() };
        let has_divisor = |stride: u64| self.axes.iter().any(|axis| gcd(stride, axis.steps as u64) > 1);
        // Near the golden section of all, and coprime with them: each is met once.
        let first = (len as f64 * 0.618) as u64 + 1;
        let stride = (first..).find(|&stride| !has_divisor(stride)).unwrap_or(1);
        (0..len.min(most)).map(move |count| (u128::from(count) * u128::from(stride) % u128::from(len)) as u64)
    }

    /// The values of each key at a setting: the last axis turns fastest.
    pub fn setting(&self, number: u64) -> Vec<&str> {
        let mut left = number;
        let mut steps = Vec::new();
        for axis in self.axes.iter().rev() {
            steps.push((left % axis.steps as u64) as usize);
            left /= axis.steps as u64;
        }
        let axes = self.axes.iter().zip(steps.into_iter().rev());
        axes.flat_map(|(axis, step)| axis.keys.iter().map(move |key| key.values[step].as_str())).collect()
    }

    /// The scenario at a setting.
    pub fn apply(&self, document: &Document, number: u64) -> Document {
        let mut changed = document.clone();
        for (varied, value) in self.varied().zip(self.setting(number)) {
            changed.assign_value(&varied.path, value, varied.place.clone());
        }
        changed
    }

    fn varied(&self) -> impl Iterator<Item = &Varied> {
        self.axes.iter().flat_map(|axis| &axis.keys)
    }

    /// The grid, if nothing is wrong with it as a whole.
    fn checked(self, mut problems: Problems, document: &Document) -> Result<Grid, Problems> {
        let (system, procedure) = document.names();
        let mut seen: Vec<&str> = Vec::new();
        for varied in self.varied() {
            if let Some(system) = system {
                check_key(varied, system, procedure, document, &mut problems);
            }
            if seen.contains(&varied.path.as_str()) {
                let message = format!("`{}` is varied twice", varied.path);
                problems.push(varied.place.clone(), message, "give all its values at once");
            }
            seen.push(&varied.path);
        }
        if self.len() > MAX_SETTINGS
            && let Some(first) = self.varied().next()
        {
            let message = format!("the grid has {} settings", self.len());
            let help = format!("at most {MAX_SETTINGS}; vary fewer keys, or by a step as in 1..100:5");
            problems.push(first.place.clone(), message, help);
        }
        if problems.0.is_empty() { Ok(self) } else { Err(problems) }
    }
}

/// The greatest number that divides both.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether there is such a key, and whether a preset that is varied would change
/// anything.
fn check_key(
    varied: &Varied,
    system: &System,
    procedure: Option<&ProcedureDescription>,
    document: &Document,
    problems: &mut Problems,
) {
    let rows: Vec<&ProcedureDescription> =
        procedure.map_or_else(|| system.procedures.iter().map(|row| &**row).collect(), |row| vec![row]);
    let mut known = rows.iter().flat_map(|row| &row.keys);
    if !known.clone().any(|key| key.matches(&varied.path)) {
        let help = match nearest(&varied.path, known.by_ref().map(|key| &*key.path)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`fizzle list {}` shows the keys", system.name),
        };
        problems.push(varied.place.clone(), format!("unknown key `{}`", varied.path), help);
    }
    check_values(varied, system, &rows, problems);
    let is_of_key = |preset: &&Preset| fits(&preset.key, &varied.path);
    for preset in system
        .presets
        .iter()
        .filter(is_of_key)
        .filter(|preset| varied.values.iter().any(|value| *value == preset.name))
    {
        for (path, _) in &preset.fills {
            let path = super::check::with_positions(path, &varied.path);
            if path != "procedure" && document.get(&path).is_some() {
                let message =
                    format!("`{path}` is written, and the preset \"{}\" would fill it", preset.name);
                let help = "what is written wins: take it out to vary the preset, as with --set KEY=unset";
                problems.push(varied.place.clone(), message, help);
            }
        }
    }
}

/// Whether each value is of its key's type. What is out of a range is left to the settings:
/// those that the rules do not allow are skipped.
fn check_values(varied: &Varied, system: &System, rows: &[&ProcedureDescription], problems: &mut Problems) {
    let keys: Vec<&Key> =
        rows.iter().flat_map(|row| &row.keys).filter(|key| key.matches(&varied.path)).collect();
    let presets: Vec<&str> = system
        .presets
        .iter()
        .filter(|preset| fits(&preset.key, &varied.path))
        .map(|preset| &*preset.name)
        .collect();
    let is_of_type = |key: &&Key, value: &str| match &key.kind {
        Kind::Integer { .. } => value.parse::<i64>().is_ok(),
        Kind::Flag => matches!(value, "true" | "false"),
        Kind::Words(words) => words.iter().any(|(word, _)| *word == value),
        Kind::Preset => presets.contains(&value),
        _ => true,
    };
    for value in varied.values.iter().filter(|value| *value != "unset") {
        let value = unquoted(value);
        if let Some(key) = keys.first().filter(|_| !keys.iter().any(|key| is_of_type(key, value))) {
            let help = match (&key.kind, meant_range(value)) {
                (Kind::Preset, _) => format!("there are: {}", presets.join(", ")),
                (Kind::Integer { .. }, Some(range)) => format!("did you mean `{range}`?"),
                _ => format!("write {}", key.allowed()),
            };
            problems.push(varied.place.clone(), format!("`{}` cannot be {value}", varied.path), help);
        }
    }
}

/// The range that somebody means who writes `1-12`, `1:12` or `1 to 12`.
fn meant_range(text: &str) -> Option<String> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    ["..=", "...", "–", "—", "−", ":", " to ", "-"].iter().find_map(|separator| {
        // A minus sign before the first number parts nothing.
        let at = text.get(1..)?.find(separator)? + 1;
        let (first, last) = (number(&text[..at])?, number(&text[at + separator.len()..])?);
        Some(format!("{first}..{last}"))
    })
}

/// One axis, from `KEY=VALUES` or `zip(…)`.
fn axis(source: &Arc<Source>) -> Result<Axis, Problems> {
    let text = source.text.as_str();
    let whole = text.trim();
    let mut problems = Problems::default();
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let lead = part.len() - part.trim_start().len();
        Place { source: source.clone(), span: start + lead..start + lead + part.trim().len() }
    };
    let zipped = whole.strip_prefix("zip(").and_then(|rest| rest.strip_suffix(')'));
    let mut keys: Vec<Varied> = Vec::new();
    for part in zipped.map_or_else(|| vec![whole], assignments) {
        let Some((key, list)) = part.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
            let help = "write KEY=VALUES, as in choice.force=1..12 or rules.armor=dice,automatic";
            problems.push(place(part), "this does not vary a key", help);
            continue;
        };
        match values(list) {
            Ok(values) => keys.push(Varied { path: key.trim().to_owned(), values, place: place(key) }),
            Err((message, help)) => problems.push(place(list), message, help),
        }
    }
    let steps = keys.first().map_or(0, |key| key.values.len());
    if let Some(other) = keys.iter().find(|key| key.values.len() != steps) {
        let message =
            format!("`{}` has {} values, `{}` {steps}", other.path, other.values.len(), keys[0].path);
        problems.push(other.place.clone(), message, "keys of a zip( ) need the same number of values");
    }
    if problems.0.is_empty() { Ok(Axis { keys, steps }) } else { Err(problems) }
}

/// The parts of a `zip(…)`: a comma before `KEY=` parts them.
fn assignments(text: &str) -> Vec<&str> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for part in between_commas(text) {
        match parts.last_mut() {
            // Values of the key before.
            Some(last) if !text[part.clone()].contains('=') => last.end = part.end,
            _ => parts.push(part),
        }
    }
    parts.into_iter().map(|part| &text[part]).collect()
}

/// The values of a list; on failure what is wrong, and what would be right.
fn values(text: &str) -> Result<Vec<String>, (String, String)> {
    const HELP: &str = "write values as in 1..12, 1..24:3, unset,1..6 or dice,automatic";
    let meant = |part| meant_range(part).map_or(HELP.to_owned(), |range| format!("did you mean `{range}`?"));
    let mut values = Vec::new();
    for part in between_commas(text) {
        let part = text[part].trim();
        if part.is_empty() {
            return Err(("a value is missing".to_owned(), HELP.to_owned()));
        }
        match part.split_once("..").filter(|_| !part.starts_with(['"', '\'', '['])) {
            None => values.push(part.to_owned()),
            Some((first, rest)) => {
                let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
                let number = |text: &str| text.trim().parse::<i64>().ok();
                let (Some(first), Some(last), Some(step)) = (number(first), number(last), number(step))
                else {
                    return Err((format!("`{part}` is not a range of whole numbers"), meant(part)));
                };
                if first > last || step < 1 {
                    return Err((
                        format!("the range `{part}` is empty"),
                        "write the lower end first, and a step of 1 or more".to_owned(),
                    ));
                }
                if (first.abs_diff(last) / step.unsigned_abs()) >= MAX_VALUES {
                    return Err((
                        format!("the range `{part}` has more than {MAX_VALUES} values"),
                        HELP.to_owned(),
                    ));
                }
                let mut value = first;
                while value <= last {
                    values.push(value.to_string());
                    value = match value.checked_add(step) {
                        Some(next) => next,
                        None => break,
                    };
                }
            }
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        Document::parse("bolt.toml", include_str!("../../scenarios/lightning-bolt.toml")).unwrap()
    }

    fn grid(arguments: &[&str]) -> Result<Grid, Problems> {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        Grid::parse("--vary", &arguments, &document())
    }

    #[track_caller]
    fn check_fault(arguments: &[&str], place: &str, message: &str) {
        let problems = grid(arguments).unwrap_err();
        let shown: Vec<(&str, &str)> = problems
            .0
            .iter()
            .map(|problem| (&problem.place.source.text[problem.place.span.clone()], problem.message.as_str()))
            .collect();
        assert_eq!(shown, [(place, message)]);
    }

    #[test]
    fn the_last_key_turns_fastest() {
        let grid = grid(&["choice.force=1..2", "choice.reagents=unset,1..5:2"]).unwrap();
        let settings: Vec<String> = (0..grid.len()).map(|number| grid.setting(number).join(" ")).collect();
        assert_eq!(settings, ["1 unset", "1 1", "1 3", "1 5", "2 unset", "2 1", "2 3", "2 5"]);
        assert_eq!(grid.keys().collect::<Vec<_>>(), ["choice.force", "choice.reagents"]);
    }

    #[test]
    fn keys_of_a_zip_move_together() {
        let grid = grid(&["zip(choice.force=1..3, target.body=4,6,8)", "target.armor=0,9"]).unwrap();
        assert_eq!((grid.len(), grid.setting(3).join(" ")), (6, "2 6 9".to_owned()));
    }

    #[test]
    fn a_setting_is_the_scenario_with_it() {
        let grid = grid(&["choice.force=4,6", "choice.reagents=unset,8"]).unwrap();
        let changed = grid.apply(&document(), 1).check().unwrap();
        let mut by_hand = document();
        by_hand.set("--set", "choice.force=4").unwrap();
        by_hand.set("--set", "choice.reagents=8").unwrap();
        assert_eq!(changed.input, by_hand.check().unwrap().input);
        assert!(grid.apply(&document(), 2).check().unwrap().input.get("choice.reagents").is_none());
    }

    #[test]
    fn the_file_has_a_grid() {
        let text = "[vary]\n\"choice.force\" = \"1..12\"\n\"target.armor\" = [0, 9]\n\"rules.mental_limit\" = true\n";
        let without = document().source.text.split("[vary]").next().unwrap_or_default().to_owned();
        let text = format!("{without}\n{text}");
        let grid = Grid::of_file(&Document::parse("bolt.toml", &text).unwrap()).unwrap();
        assert_eq!(grid.keys().collect::<Vec<_>>(), ["choice.force", "rules.mental_limit", "target.armor"]);
        assert_eq!(grid.len(), 24);
    }

    #[test]
    fn what_is_wrong_is_shown() {
        check_fault(&["choice.force"], "choice.force", "this does not vary a key");
        check_fault(&["choice.force=3..1"], "3..1", "the range `3..1` is empty");
        check_fault(&["choice.force=1..9:0"], "1..9:0", "the range `1..9:0` is empty");
        check_fault(&["choice.force=1..x"], "1..x", "`1..x` is not a range of whole numbers");
        check_fault(&["choice.force=1,,2"], "1,,2", "a value is missing");
        check_fault(&["choice.fource=1..2"], "choice.fource", "unknown key `choice.fource`");
        check_fault(&["choice.force=1", "choice.force=2"], "choice.force", "`choice.force` is varied twice");
        check_fault(
            &["zip(choice.force=1..3, target.body=4,6)"],
            "target.body",
            "`target.body` has 2 values, `choice.force` 3",
        );
        check_fault(
            &["target.armor=0..2000", "target.body=0..2000"],
            "target.armor",
            "the grid has 4004001 settings",
        );
        check_fault(
            &["target.armor=0..10000000"],
            "0..10000000",
            "the range `0..10000000` has more than 1000000 values",
        );
    }

    #[test]
    fn values_are_of_their_keys_types() {
        check_fault(&["choice.force=x,2"], "choice.force", "`choice.force` cannot be x");
        check_fault(&["rules.mental_limit=yes"], "rules.mental_limit", "`rules.mental_limit` cannot be yes");
        check_fault(&["rules.scatter=final,far"], "rules.scatter", "`rules.scatter` cannot be far");
        check_fault(&["spell.preset=manabolt,firebal"], "spell.preset", "`spell.preset` cannot be firebal");
        assert!(grid(&["choice.force=0..30"]).is_ok(), "ranges are left to the settings");
    }

    #[test]
    fn ranges_of_other_languages_are_told_as_they_are_written_here() {
        for values in ["1-12", "1:12", "1..=12", "1...12", "1–12", "1 to 12"] {
            let problems = grid(&[&format!("choice.force={values}")]).unwrap_err();
            assert_eq!(problems.0[0].help, "did you mean `1..12`?", "{values}");
        }
        assert_eq!(meant_range("-3--1"), Some("-3..-1".to_owned()));
        for other in ["", "-", "-3", "ä", "a-b", "3-", "lightning-bolt"] {
            assert_eq!(meant_range(other), None, "{other}");
        }
    }

    #[test]
    fn a_preset_is_not_varied_beside_what_it_would_fill() {
        let vary = ["spell.preset=lightning-bolt,manabolt".to_owned()];
        assert!(Grid::parse("--vary", &vary, &document()).is_ok());
        let text = document().source.text.replace("[spell]\n", "[spell]\ndrain = -1\n");
        let written = Document::parse("bolt.toml", &text).unwrap();
        let problems = Grid::parse("--vary", &vary, &written).unwrap_err();
        assert!(problems.0[0].message.starts_with("`spell.drain` is written"), "{problems}");
    }
}
