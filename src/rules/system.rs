//! A procedure of a rule text: describes its keys, presets and sheets, and prepares it for a scenario.

mod keys;

pub(super) mod prepare;

use std::cmp::Reverse;
use std::sync::{Arc, Mutex};

use self::keys::words_of;
use self::prepare::prepare;
use super::program::{
    COUNT, KeyOfRules, KeyValues, ListKey, NAME, PresetOfRules, Program, Requirement, Type,
};
use super::syntax::{KeyWords, Name, Sheet, Span, StepOfRules};
use crate::chance::{Step, StepText};
use crate::description::{
    CheckedInput, Key, Kind, Preset, ProcedureDescription, SheetAxis, SheetCells, SheetTable, Steps, Str,
    Value,
};

/// The name of the procedure of a rule text that has only one.
const PROCEDURE: &str = "play";

impl Program {
    /// The name of the procedure, if the text has several.
    pub fn name(&self) -> Option<&str> {
        self.parsed.procedure.as_ref().map(|(name, _)| name.text.as_str())
    }

    /// Describes the procedure. If it is the whole text, `title` says what it is. The keys of presets stand
    /// before the keys that they fill.
    pub(super) fn described_procedure(
        self: Arc<Self>,
        title: &str,
        presets: &[Preset],
    ) -> ProcedureDescription {
        let of_lists = self.list_keys.iter().map(|key| (key.span.start, key.described()));
        let others = self.keys.iter().filter_map(|key| Some((key.span.start, self.described(key)?)));
        let mut in_text: Vec<(usize, Key)> = others.chain(of_lists).collect();
        // What a procedure itself asks its player comes before what all ask.
        let begun = self.parsed.procedure.as_ref().map_or(0, |(name, _)| name.span.start);
        in_text.sort_by_key(|(place, key)| (key.table() == "choice" && *place < begun, *place));
        let mut keys: Vec<Key> = in_text.into_iter().map(|(_, key)| key).collect();
        for group in &self.groups {
            let first = keys.iter().position(|key| key.array() == Some(group.name.as_str()));
            let name = Key::other(format!("{}.*.{NAME}", group.name), Kind::Text);
            let name = self.words_of_name(&name.path).said(name, "name", Some("what it is called"));
            keys.insert(first.unwrap_or(keys.len()), name);
        }
        for preset in presets {
            let fills = |key: &Key| preset.fills.iter().any(|(path, _)| *path == key.path);
            if !keys.iter().any(|key| key.path == preset.key)
                && (preset.fills.is_empty() || keys.iter().any(fills))
            {
                let called = match preset.key.contains('*') {
                    true => "preset".to_owned(),
                    false => preset.key.replace('.', " "),
                };
                let key = Key::preset(preset.key.clone());
                let key = self.words_of_name(&preset.key).said(key, &called, Some("fills what is left out"));
                // A preset key stands before the other keys of its table.
                let place = keys.iter().position(|other| other.table() == key.table()).unwrap_or(0);
                keys.insert(place, key);
            }
        }
        in_order_of_tables(&mut keys);
        let program = Arc::clone(&self);
        let casts = Mutex::default();
        let prepare = move |input: &CheckedInput| prepare(&program, &casts, input);
        let (name, help) = match &self.parsed.procedure {
            None => (PROCEDURE.to_owned(), title.to_owned()),
            Some((name, help)) => (name.text.clone(), help.clone()),
        };
        let limited = self.limited().into_iter().map(str::to_owned).collect::<Vec<_>>();
        self.started(ProcedureDescription::new(name, help, keys, prepare).limited(limited))
    }

    /// The paths of the keys that may not meet a requirement: of those that it reads, one that is asked for and
    /// not set, or else one that is asked for, or else all: lists, and then those with the greatest numbers first.
    fn to_blame(&self, requirement: &Requirement, keys: &KeyValues) -> Vec<String> {
        let (asked, read) = requirement.condition.keys_read();
        let size = |key: usize| match self.keys[key].ty {
            Type::Number => keys.peek(key).map_or(0, i64::abs),
            _ => 0,
        };
        let missing = asked.iter().find(|&&key| keys.peek(key).is_none());
        let blamed = match missing.or(asked.first()) {
            Some(&key) => vec![key],
            None => {
                let mut read = read;
                read.sort_by_key(|&key| Reverse(size(key)));
                read
            }
        };
        let is_key = |list: &&String| self.list_keys.iter().any(|key| key.described().matches(list));
        let lists = requirement.lists.iter().filter(is_key).filter(|_| asked.is_empty()).cloned();
        lists.chain(blamed.into_iter().map(|key| self.keys[key].name.clone())).collect()
    }

    /// The steps of stories, for these keys. Those that have no number are counted. What is told before the first
    /// one belongs to the text itself, unless it follows a rulebook.
    fn step_texts(&self, keys: &KeyValues) -> Vec<StepText> {
        let title = (!self.follows_rulebook()).then(|| StepText {
            step: Step(0),
            number: String::new(),
            who: "".into(),
            title: self.title.clone().into(),
        });
        let mut counted = 0;
        let step = |place: usize| {
            let StepOfRules { number, who, title } = &self.steps[place - 1];
            counted += usize::from(number.is_empty());
            StepText {
                step: Step(place as u8),
                number: if number.is_empty() { counted.to_string() } else { number.clone() },
                who: who.clone().into(),
                title: title.clone().into(),
            }
        };
        title.into_iter().chain(self.steps_reached(keys).into_iter().map(step)).collect()
    }

    /// Describes a table of the sheet. A character may have its own values for all keys except the axes.
    pub(super) fn sheet_table(&self, sheet: &Sheet, text: &str) -> SheetTable {
        let Sheet { title, statistic, rows, columns } = sheet;
        let axis = |(key, values): &(Name, Span)| {
            let vary = format!("{}={}", key.text, &text[values.clone()]);
            SheetAxis {
                name: words_of(&key.text).into(),
                steps: Steps::Vary(vary.into()),
                labels: Vec::new(),
            }
        };
        let others = || self.keys.iter().filter(|key| sheet.axes().all(|(axis, _)| axis.text != key.name));
        let told = others().filter(|key| key.default.is_some()).map(|key| format!("{{{}}}", key.name));
        let told = told.collect::<Vec<_>>().join(", ");
        let statistic = Str::from(text[statistic.clone()].to_owned());
        let presets = self.presets.iter().map(|preset| preset.key.clone());
        let (cells, what): (fn(Str) -> SheetCells, _) = match is_chance(&statistic) {
            true => (SheetCells::Chance, "chance"),
            false => (SheetCells::Number, "number"),
        };
        // Without a key of its own, the only column has the statistic.
        let alone = || SheetAxis {
            name: Str::default(),
            steps: Steps::Statistics(vec![(what.into(), statistic.clone())]),
            labels: Vec::new(),
        };
        let of_each = columns.is_some();
        SheetTable {
            title: title.clone().into(),
            caption: if told.is_empty() { told } else { format!("{told}.") }.into(),
            scenario: self.scenario_of_sheet(text).into(),
            rows: axis(rows),
            blocks: None,
            columns: columns.as_ref().map_or_else(alone, axis),
            cells: cells(if of_each { statistic } else { Str::default() }),
            own: others().map(|key| key.name.clone()).chain(presets).map(Str::from).collect(),
            needs: Str::default(),
        }
    }

    /// The scenario of its tables: the procedure, and the questions that a statistic may name.
    fn scenario_of_sheet(&self, text: &str) -> String {
        let mut scenario = self.name().map_or_else(String::new, |name| format!("procedure = \"{name}\"\n"));
        for (name, event) in self.questions() {
            // A text in JSON is one in TOML.
            let [name, event] = [name, &text[event.clone()]].map(serde_json::Value::from);
            scenario += &format!("[[question]]\nname = {name}\nevent = {event}\n");
        }
        scenario
    }

    /// Fills the scenario that `fizzle new` writes: every required key is set by a preset, or else to a
    /// number; of keys that do not go together, those that the first set needs.
    fn started(&self, mut procedure: ProcedureDescription) -> ProcedureDescription {
        let mut begun: Vec<(String, &PresetOfRules)> = Vec::new();
        for key in self.keys.iter().filter(|key| key.is_required() || self.is_of_first_set(&key.name)) {
            let (path, table) =
                (self.described_path(&key.name), self.in_group(&key.name).map(|found| found.1));
            let fills = |preset: &PresetOfRules| {
                preset.fills.iter().any(|fill| self.described_path(&self.keys[fill.0].name) == path)
            };
            // A preset of a group is that of one of its tables.
            let at = |preset: &PresetOfRules| match table {
                Some(table) => preset.key.replace('*', &table.to_string()),
                None => preset.key.clone(),
            };
            if begun.iter().any(|(begun, preset)| fills(preset) && *begun == at(preset)) {
                continue;
            }
            let is_free = |preset: &&PresetOfRules| begun.iter().all(|(begun, _)| *begun != at(preset));
            if let Some(preset) = self.presets.iter().filter(is_free).find(|preset| fills(preset)) {
                procedure = procedure.start(at(preset), Value::from(preset.name.clone()));
                begun.push((at(preset), preset));
            } else {
                let (low, high) = key.range;
                procedure = procedure.start(key.name.clone(), key.value(low.max(0).min(high)));
            }
        }
        let is_lacking =
            |key: &&ListKey| key.default.is_none() && !key.is_optional && !key.name.contains('*');
        for key in self.list_keys.iter().filter(is_lacking) {
            procedure = procedure.start(key.name.clone(), key.begun());
        }
        // A group has members, and if nothing else tells them apart, then their names.
        for group in &self.groups {
            for table in 0..group.range.0.max(1) {
                let start = format!("{}.{table}.", group.name);
                if procedure.start.iter().all(|(path, _)| !path.starts_with(&start)) {
                    let name = format!("{} {}", group.name, table + 1);
                    procedure = procedure.start(start + NAME, name);
                }
            }
        }
        procedure
    }

    /// The path of a key in descriptions: for the tables of a group, one with a `*`.
    pub(super) fn described_path(&self, path: &str) -> String {
        match self.in_group(path) {
            Some((group, _, key)) => format!("{}.*.{key}", group.name),
            None => path.to_owned(),
        }
    }

    /// What the text says about a key that holds names.
    fn words_of_name(&self, path: &str) -> KeyWords {
        self.names.iter().find(|(name, _)| name == path).map(|(_, words)| words.clone()).unwrap_or_default()
    }

    /// Describes a key; the keys of a group are described once, for its first table.
    fn described(&self, key: &KeyOfRules) -> Option<Key> {
        match self.in_group(&key.name) {
            // The keys of presets are described with their presets.
            _ if key.is_of_presets => None,
            None => Some(key.described(key.name.clone(), &words_of(&key.name))),
            Some((group, 0, name)) => {
                let words = if name == COUNT { "number".to_owned() } else { words_of(name) };
                Some(key.described(format!("{}.*.{name}", group.name), &words))
            }
            Some(_) => None,
        }
    }

    pub(super) fn described_presets(&self) -> Vec<Preset> {
        let described = |preset: &PresetOfRules| {
            let mut named = Preset::new(preset.key.clone(), preset.name.clone(), preset.label.clone());
            if let Some((first, others)) = preset.procedures.split_first() {
                named = named.fill("procedure", Value::from(first.clone()));
                named = others.iter().cloned().fold(named, Preset::or_for);
            }
            if !preset.called.is_empty() {
                let name = preset.key.replace(".*.preset", &format!(".*.{NAME}"));
                named = named.fill(name, Value::from(preset.called.clone()));
            }
            preset.fills.iter().fold(named, |named, &(key, value)| {
                let key = &self.keys[key];
                named.fill(self.described_path(&key.name), key.value(value))
            })
        };
        self.presets.iter().map(described).collect()
    }
}

/// Brings keys into the order in which a scenario has them: situations, then what players decide, then rules;
/// tables as they come, and the keys of each as they come.
fn in_order_of_tables(keys: &mut [Key]) {
    let outer = |table: &str| table.split('.').next().unwrap_or_default().to_owned();
    let tables: Vec<String> = keys.iter().map(|key| key.table().to_owned()).collect();
    let place = |table: &str| tables.iter().position(|known| known == table);
    let place_of_outer = |table: &str| tables.iter().position(|known| outer(known) == outer(table));
    let class = |table: &str| match outer(table).as_str() {
        "choice" => 1,
        "policy" | "worth" => 2,
        "rules" => 3,
        _ => 0,
    };
    keys.sort_by_cached_key(|key| {
        let table = key.table();
        (class(table), place_of_outer(table), place(table))
    });
}

/// Whether a statistic is a single probability.
fn is_chance(statistic: &str) -> bool {
    let mut depth = 0;
    let closes = |(place, letter): (usize, char)| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        (depth == 0 && letter == ')').then_some(place + 1)
    };
    statistic.starts_with("p(") && statistic.char_indices().find_map(closes) == Some(statistic.len())
}
