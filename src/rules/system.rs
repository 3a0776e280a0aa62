//! A procedure of a rule text: describes its keys, presets and sheets, and prepares it for a scenario.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::slice;
use std::sync::{Arc, Mutex, PoisonError};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::compile::{Besides, Compiled, Compiler};
use super::decide::{check, table};
use super::follow;
use super::game::Game;
use super::members;
use super::procedure::Rules;
use super::program::{
    COUNT, Cast, GroupOfRules, KeyOfRules, KeyValues, ListKey, NAME, NoValue, Part, PresetOfRules, Program,
    Requirement, Type, Words,
};
use super::range::Range;
use super::resolve::{of_symbols, symbols_in_words};
use super::run::exact::{CHECKED_OUTCOMES, CHECKED_WAYS, Exact, Stop};
use super::run::sampled::{Plan, Sampled};
use super::sides::Sides;
use super::syntax::{KeyWords, Name, Sheet, Span, StepOfRules};
use super::walk::in_words;
use crate::chance::{Budget, Isa, Metric, MetricSpec, NoLaw, Packing, Step, StepText, Unsolved};
use crate::description::words::count;
use crate::description::{
    CheckedInput, InputReader, Key, Kind, Prepared, Preset, ProcedureDescription, Ready, SheetAxis,
    SheetCells, SheetTable, Steps, Str, Value,
};
use crate::expression::ExpressionError;

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
                let called = preset.key.replace('.', " ");
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

impl ListKey {
    pub(super) fn described(&self) -> Key {
        let (min, max) = self.range;
        let kind = match &self.symbols {
            Some(_) => Kind::Text,
            None => Kind::Integers { min, max, fewest: self.lengths.0, most: self.lengths.1 },
        };
        let key = Key::new(self.name.clone(), kind);
        let key = match &self.default {
            // What a text of symbols is by default, rules know.
            Some(default) if self.symbols.is_none() => key.or(Value::Integers(default.clone())),
            Some(_) => key.optional(),
            None if self.is_optional => key.optional(),
            None => key,
        };
        let name = self.name.split_once(".*.").map_or(&*self.name, |(_, name)| name);
        self.words.said(key.such_as(self.begun()), &words_of(name), None)
    }

    /// What a scenario may begin with: the default, or the shortest list of the least numbers.
    fn begun(&self) -> Value {
        let (low, high) = self.range;
        let fewest = self.symbols.as_ref().map_or(self.lengths.0, |(length, _)| *length);
        let least = || vec![low.max(0).min(high); fewest];
        let numbers = self.default.clone().unwrap_or_else(least);
        match &self.symbols {
            None => Value::Integers(numbers),
            Some((_, symbols)) => {
                Value::from(numbers.iter().map(|&number| &*symbols[number as usize]).collect::<String>())
            }
        }
    }
}

/// The path of a key in words: `choice.magic_dice` is "magic dice".
fn words_of(path: &str) -> String {
    path.strip_prefix("choice.").unwrap_or(path).replace(['.', '_'], " ")
}

impl KeyWords {
    /// A key in words: these, or else `called` and `help`, which is what it is called if there is none.
    fn said(&self, mut key: Key, called: &str, help: Option<&str>) -> Key {
        fn or<'w>(said: &'w str, other: &'w str) -> &'w str {
            if said.is_empty() { other } else { said }
        }
        let group = key.array().map(str::to_owned);
        let whose = |words: &str| match &group {
            Some(group) if !words.contains('*') => format!("{words} of {group} *"),
            _ => words.to_owned(),
        };
        key = key.help(or(&self.help, help.unwrap_or(called)).to_owned());
        key = key.label(whose(or(&self.label, called)));
        key = key.not_in_text(self.unsaid.clone()).absent_as(self.absent.clone());
        if let Some(is_chosen) = self.is_chosen {
            key = key.decided(is_chosen);
        }
        if !self.one.is_empty() {
            key = key.counted(whose(&self.one));
        }
        if self.is_alone {
            key = key.alone();
        }
        match example_of(&key.kind, &self.example) {
            Some(example) => key.such_as(example),
            None => key,
        }
    }
}

/// What a text says as a value of a kind, if it says one.
fn example_of(kind: &Kind, text: &str) -> Option<Value> {
    match kind {
        _ if text.is_empty() => None,
        Kind::Integer { .. } => text.parse().ok().map(Value::Integer),
        Kind::Number => text.parse().ok().map(Value::Number),
        Kind::Flag => text.parse().ok().map(Value::Flag),
        Kind::Integers { .. } => {
            let items = text.strip_prefix('[')?.strip_suffix(']')?.split(',');
            items.map(|item| item.trim().parse().ok()).collect::<Option<_>>().map(Value::Integers)
        }
        _ => Some(Value::from(text.to_owned())),
    }
}

impl KeyOfRules {
    pub(super) fn described(&self, path: String, words: &str) -> Key {
        let (low, high) = self.range;
        let key = match &self.ty {
            Type::Number if self.scale > 1 => Key::new(path, Kind::Number),
            Type::Number => Key::integer(path, low, high),
            Type::Truth => Key::new(path, Kind::Flag),
            Type::Label(labels) => {
                let meaning = |place: usize| self.words.meanings.get(place).unwrap_or(&labels[place]).clone();
                let words = labels.iter().enumerate().map(|(place, label)| (label.clone(), meaning(place)));
                if self.words.has_order { Key::levels(path, words) } else { Key::words(path, words) }
            }
        };
        let key = match self.default {
            Some(default) => key.or(self.value(default)),
            None if self.is_optional => key.optional(),
            None => key,
        };
        self.words.said(key, words, None)
    }

    /// Whether a scenario has to set it.
    fn is_required(&self) -> bool {
        self.default.is_none() && !self.is_optional
    }

    /// Converts a number of the program to the value that a scenario writes.
    fn value(&self, number: i64) -> Value {
        match &self.ty {
            Type::Number if self.scale > 1 => Value::Number(number as f64 / self.scale as f64),
            Type::Number => Value::Integer(number),
            Type::Truth => Value::Flag(number == 1),
            Type::Label(labels) => Value::from(labels[number as usize].clone()),
        }
    }

    /// The value of a scenario as a number, which is not read yet; `None` if it is not set.
    fn value_in(&self, input: &InputReader<'_>) -> Option<i64> {
        Some(match input.peek(&self.name)? {
            Value::Integer(number) => *number,
            Value::Flag(truth) => i64::from(*truth),
            Value::Word(word) => self.labels.iter().position(|label| label == word)? as i64,
            Value::Number(number) => (number * self.scale as f64).round() as i64,
            _ => return None,
        })
    }

    /// Notes a number with decimals that is out of range, or has too many of them.
    fn check_decimals(&self, input: &mut InputReader<'_>) {
        let Some(&Value::Number(number)) = input.peek(&self.name) else { return };
        let (scale, message) = (self.scale as f64, format!("`{}` is {number}", self.name));
        let (low, high) = (self.range.0 as f64 / scale, self.range.1 as f64 / scale);
        if !(low..=high).contains(&number) {
            input.fault(&self.name, message, format!("a number from {low} to {high}"));
        } else if (number * scale - (number * scale).round()).abs() > 1e-6 {
            let places = self.scale.ilog10() as usize;
            let most = count(places as u32, "decimal", "decimals");
            input.fault(&self.name, message, format!("at most {most}"));
        }
    }
}

/// A text for the casts for which it was resolved.
type Casts = Mutex<HashMap<Cast, Arc<Program>>>;

impl Program {
    /// The tables that a scenario has for each group; faults of their numbers are noted.
    fn cast(&self, input: &mut InputReader<'_>) -> Cast {
        let part = |input: &InputReader<'_>, group: &str, table: usize| Part {
            name: input.word(&format!("{group}.{table}.{NAME}")).map(str::to_owned),
            count: input.find(&format!("{group}.{table}.{COUNT}")).map_or(1, |count| count.max(0) as usize),
        };
        let mut cast = Cast::default();
        for GroupOfRules { name, range: (low, high), help, .. } in &self.groups {
            let positions = input.positions(name);
            for path in positions.iter().map(|table| format!("{name}.{table}.{NAME}")) {
                if input.word(&path).is_some_and(|name| name.trim().is_empty()) {
                    input.fault(&path, format!("this {name} has no name"), "write one, or leave it out");
                }
            }
            let parts: Vec<Part> = positions.iter().map(|&table| part(input, name, table)).collect();
            let members: usize = parts.iter().map(|part| part.count).sum();
            if !(*low..=*high).contains(&(members as i64)) {
                let found = match members {
                    0 => format!("there is no {name}"),
                    1 => format!("there is 1 {name}"),
                    _ => format!("there are {members} {name}s"),
                };
                let of = if help.is_empty() { String::new() } else { format!(" ({help})") };
                let help = format!(
                    "write [[{name}]]{of} in the scenario, {low} to {high} in all, each `count` counted"
                );
                // The first table that is too much.
                let sums = parts.iter().scan(0, |sum, part| {
                    *sum += part.count as i64;
                    Some(*sum)
                });
                let place = sums.zip(&positions).find(|(sum, _)| sum > high);
                let at = place.map_or(name.clone(), |(_, table)| format!("{name}.{table}.{COUNT}"));
                input.fault(&at, found, help);
            }
            cast.groups.push(parts);
        }
        for key in &self.list_keys {
            let tables = key.name.split_once(".*").map(|(group, _)| input.positions(group));
            for table in tables.unwrap_or_else(|| vec![0]) {
                let path = key.name.replacen('*', &table.to_string(), 1);
                let list = match &key.symbols {
                    None => input.integers(&path).map(<[i64]>::to_vec),
                    Some(symbols) => input.word(&path).and_then(|text| {
                        let numbers = of_symbols(text, symbols);
                        if numbers.is_none() {
                            let message = format!("\"{text}\" is not {}", symbols_in_words(symbols));
                            input.fault(&path, message, "write as many, and no others");
                        }
                        numbers
                    }),
                };
                cast.lists.extend(list.map(|list| (path, list)));
            }
        }
        cast
    }

    /// This text, resolved for the members that a scenario has in its groups. Each cast is resolved once;
    /// `None` if it has faults, which are noted.
    fn cast_for(self: &Arc<Self>, casts: &Casts, input: &mut InputReader<'_>) -> Option<Arc<Program>> {
        if self.groups.is_empty() && self.list_keys.is_empty() {
            return Some(Arc::clone(self));
        }
        let cast = self.cast(input);
        if !input.is_sound() {
            return None;
        }
        let mut casts = casts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = casts.get(&cast) {
            return Some(Arc::clone(known));
        }
        match self.with_members(cast.clone()) {
            Ok(program) => Some(Arc::clone(casts.entry(cast).or_insert(Arc::new(program)))),
            Err(errors) => {
                for ExpressionError { span, message, help } in errors {
                    input.fault_in_rules(span, message, help);
                }
                None
            }
        }
    }
}

/// Prepares a program for a scenario.
fn prepare(program: &Arc<Program>, casts: &Casts, input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let faulty = |input: InputReader<'_>, game: Game, metrics: Vec<MetricSpec>| {
        let rules = Rules::new(game, Compiled::default(), metrics, Vec::new());
        input.finish(Ready::of(Arc::new(rules), String::new()))
    };
    let Some(program) = &program.cast_for(casts, &mut input) else {
        let keys = program.keys.iter().map(|_| None).collect();
        return faulty(input, Game::new(Arc::clone(program), Arc::new(keys)), Vec::new());
    };
    program.keys.iter().for_each(|key| key.check_decimals(&mut input));
    program.alternatives.iter().for_each(|alternatives| program.choose_among(alternatives, &mut input));
    let keys: Arc<KeyValues> = Arc::new(program.keys.iter().map(|key| key.value_in(&input)).collect());
    for requirement in &program.requirements {
        match requirement.condition.value(&[], &keys, &program.lists) {
            Ok(1) => {}
            Ok(_) => {
                let words = |words: &[Words]| in_words(words, &[], &keys, &program.lists);
                let (message, help) = (words(&requirement.message), words(&requirement.help));
                let help = if help.is_empty() { "the rules require it".to_owned() } else { help };
                input.fault_among(program.to_blame(requirement, &keys), message, help);
            }
            Err(NoValue { span, message, help }) => input.fault_in_rules(span, message, help),
        }
    }
    let sides = Sides::of(program, &input);
    // What follows on a broken requirement is the same mistake.
    if !input.is_sound() {
        let game = Game::new(Arc::clone(program), keys);
        let metrics = metrics(&game, &[], &sides);
        return faulty(input, game, metrics);
    }
    let (rules, errors) = prepared(program, Arc::clone(&keys), &sides);
    let read = program.keys.iter().enumerate().filter(|(place, _)| keys.is_read(*place));
    for (_, key) in read {
        input.value(&key.name);
    }
    for error in errors {
        input.fault_in_rules(error.span, error.message, error.help);
    }
    let words = |words: &[Words]| in_words(words, &[], &keys, &program.lists);
    let mut ready = Ready::of(rules.clone(), words(&program.summary));
    ready.pools = words(&program.pools);
    let readings = program.readings.iter();
    let readings = readings.filter(|(condition, _)| condition.of_keys(&keys, &program.lists) == Some(1));
    ready.reading = readings.map(|(_, reading)| words(reading)).collect::<Vec<_>>().join("; ");
    if !rules.places().is_empty() {
        ready.derived = table::value(&rules);
        ready.best_play = table::best_play(&rules);
        ready.tables.push(table::policy(&rules));
        ready.figures.extend(table::maps(&rules));
    }
    let values = &rules.game().followed;
    ready.tables.extend(follow::tables(&program.followed, values));
    let followed = program.followed.iter().zip(&**values);
    ready.figures.extend(followed.filter_map(|(followed, &value)| follow::figure(followed, value, &sides)));
    for chart in &program.charts {
        if chart.condition.value(&[], &keys, &program.lists) == Ok(1) {
            ready.tables.push(follow::table_of_marks(chart, &program.followed, values));
            ready.figures.push(follow::figure_of_marks(chart, &program.followed, values));
        }
    }
    ready.figures.extend(members::figures(program, |metric| words(&metric.words)));
    input.finish(ready)
}

/// Compiles a program for these key values. Also returns the errors that these values cause. A loop over
/// members in which something may go wrong is tried for each of them apart: more is known of each.
pub fn prepared(
    program: &Arc<Program>,
    keys: Arc<KeyValues>,
    sides: &Sides,
) -> (Arc<Rules>, Vec<ExpressionError>) {
    let game = Game::new(Arc::clone(program), Arc::clone(&keys));
    let (compiled, errors) = match Compiler::compile(&game) {
        Ok(compiled) => {
            let check = compiled.first_check();
            if let Some(apart) = check.and_then(|(_, place)| program.with_members_apart(place)) {
                let (rules, errors) = prepared(&Arc::new(apart), Arc::clone(&keys), sides);
                if errors.is_empty() {
                    return (rules, errors);
                }
            }
            let error = goes_wrong(&game, &compiled);
            (compiled, error.into_iter().collect())
        }
        Err(errors) => (Compiled::default(), errors),
    };
    let metrics = metrics(&game, &compiled.metrics, sides);
    (Arc::new(Rules::new(game, compiled, metrics, program.step_texts(&keys))), errors)
}

/// Returns an error that can occur in play, if there is one, or an error that says that checking takes
/// too long.
fn goes_wrong(game: &Game, compiled: &Compiled) -> Option<ExpressionError> {
    if !compiled.has_checks() {
        return None;
    }
    let checking = compiled.for_metrics(|_| false, Besides::Checks);
    let packing = Packing::new(&[], |_: Metric| false).ok()?;
    // Without checks, only loops may go on forever. Whether they do by chance says little about players.
    let first_check = compiled.first_check();
    let is_guess = first_check.is_none() && !compiled.places.is_empty();
    let most = if is_guess { CHECKED_OUTCOMES / 16 } else { CHECKED_OUTCOMES };
    let mut found = Exact::new(game, &checking, &packing, Budget::new(most)).by_all_options().law().map(drop);
    if let (Err(Stop::NoLaw(_)), Some(_)) = (&found, first_check) {
        // Situations that come up in many rounds are checked once here.
        found = check(game, &checking, Budget::new(CHECKED_WAYS));
    }
    match found {
        Ok(()) => None,
        Err(Stop::Fault(error) | Stop::Endless(error)) => Some(error),
        Err(Stop::NoLaw(reason)) => match first_check {
            Some((fault, span)) => {
                let with = match &reason {
                    NoLaw::TooLarge(error) | NoLaw::Unsolved(Unsolved::TooLarge(error))
                        if !error.sizes.is_empty() =>
                    {
                        format!(", with {}", error.sizes)
                    }
                    _ => String::new(),
                };
                let message =
                    format!("too much can happen to find out whether this may {}{with}", fault.may());
                let help = format!(
                    "let there be fewer values, and keep within bounds what changes from round to round, as in \
                     x = max(x - 1, 0); or {}",
                    fault.remedy()
                );
                Some(ExpressionError::new(span.clone(), message, help))
            }
            // Nobody knows yet what players choose.
            None if !compiled.places.is_empty() => None,
            None => {
                let stream = Xoshiro256PlusPlus::seed_from_u64(0);
                Sampled::new(
                    game,
                    &checking,
                    &Plan::new(&checking),
                    slice::from_ref(&packing),
                    Isa::SCALAR,
                    stream,
                )
                .endless()
            }
        },
    }
}

/// The metrics with their ranges. Without code, every range is 0 to 0. A metric is open if only the cut
/// of open-ended dice limits its range.
fn metrics(game: &Game, ranges: &[Range], sides: &Sides) -> Vec<MetricSpec> {
    let without_cuts = match game.without_cuts().map(|game| Compiler::compile(&game)) {
        None => ranges.to_vec(),
        Some(Ok(compiled)) => compiled.metrics,
        // The range without cuts is unknown, so every metric counts as open.
        Some(Err(_)) => vec![Range::ALL; ranges.len()],
    };
    let names: Vec<String> = game.reported().iter().map(|metric| metric.name.clone()).collect();
    let spec = |(place, metric): (usize, &super::program::MetricOfRules)| {
        let words = sides
            .say(&metric.name, &names)
            .unwrap_or_else(|| in_words(&metric.words, &[], &game.keys, &game.program.lists));
        let help = if metric.help.is_empty() { words.clone() } else { metric.help.clone() };
        let range = |ranges: &[Range]| ranges.get(place).copied().unwrap_or(Range::only(0));
        let spec = match &metric.ty {
            Type::Number if metric.is_occasion => {
                MetricSpec::occasion(&metric.name, help, range(ranges).high)
            }
            Type::Number => {
                let Range { low, high } = range(ranges);
                match range(&without_cuts).high > high {
                    true => MetricSpec::open(&metric.name, help, low, high),
                    false => MetricSpec::integer(&metric.name, help, low, high),
                }
            }
            Type::Truth => MetricSpec::flag(&metric.name, help),
            Type::Label(labels) => {
                let spec = MetricSpec::label(&metric.name, help, labels.clone());
                let declared = Some(metric.label_words.clone()).filter(|words| !words.is_empty());
                sides.say_labels(labels).or(declared).into_iter().fold(spec, MetricSpec::said)
            }
        };
        let spec = spec.called(words).leading(Some(place) == game.program.lead());
        metric.won.into_iter().fold(spec, MetricSpec::played_for)
    };
    game.reported().iter().enumerate().map(spec).collect()
}
