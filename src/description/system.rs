use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexSet;

use super::words::{definite, several};
use super::{Input, Key, Kind, Preset, ProcedureDescription, SheetTable, Str, Value, fits, is_position};

/// A game.
#[derive(Clone, Debug)]
pub struct System {
    /// Its name in scenario files.
    pub name: Str,
    /// Its name for people.
    pub title: Str,
    /// Its procedures.
    pub procedures: Vec<Arc<ProcedureDescription>>,
    /// Its presets.
    pub presets: Vec<Preset>,
    /// The tables that players pin to their screen.
    pub sheet: Vec<SheetTable>,
    /// The tables of a single character, if they are not those of [`sheet`](Self::sheet) with his values.
    pub character_sheet: Vec<SheetTable>,
    /// What fizzle assumes about the game as a whole, because the source text does not say. What it
    /// assumes about a single key is in [`Key::not_in_text`].
    pub notes: Vec<Str>,
    /// The text of its rules, if users wrote it.
    pub rules: Option<Str>,
    /// What a scenario calls the items of its arrays, by their paths: `fighter.0` is Ripper.
    names: Vec<Called>,
}

/// The keys of an item of an array that name it, and its presets.
const NAME: &str = "name";
const PRESET: &str = "preset";

/// What a scenario calls an item of an array.
#[derive(Clone, Debug)]
struct Called {
    /// The path of the item.
    item: String,
    /// The item, which may be several alike: "the guards".
    name: String,
    /// Several of them, for the key of how many there are: "the guards in table 3", where there are others.
    several: String,
    /// Whether it has a name of its own, or by its preset.
    is_named: bool,
    is_by_preset: bool,
}

impl System {
    /// A game without procedures yet.
    pub fn new(name: impl Into<Str>, title: impl Into<Str>) -> Self {
        System {
            name: name.into(),
            title: title.into(),
            procedures: Vec::new(),
            presets: Vec::new(),
            sheet: Vec::new(),
            character_sheet: Vec::new(),
            notes: Vec::new(),
            rules: None,
            names: Vec::new(),
        }
    }

    /// This game with one more procedure.
    pub fn with(mut self, procedure: ProcedureDescription) -> Self {
        self.procedures.push(Arc::new(procedure));
        self
    }

    /// This game with these presets.
    pub fn presets(self, presets: Vec<Preset>) -> Self {
        System { presets, ..self }
    }

    /// This game with these tables for players.
    pub fn sheet(self, sheet: Vec<SheetTable>) -> Self {
        System { sheet, ..self }
    }

    /// All tables for players.
    pub fn sheet_tables(&self) -> impl Iterator<Item = &SheetTable> {
        self.sheet.iter().chain(&self.character_sheet)
    }

    /// This game with rules that users wrote in this text.
    pub fn written_as(self, rules: impl Into<Str>) -> Self {
        System { rules: Some(rules.into()), ..self }
    }

    /// Its procedure with this name.
    pub fn procedure(&self, name: &str) -> Option<&Arc<ProcedureDescription>> {
        self.procedures.iter().find(|row| row.name == name)
    }

    /// The presets of a key that serve a procedure: those for it, and those for all.
    pub fn presets_for(&self, key: &Key, procedure: &str) -> impl Iterator<Item = &Preset> {
        let serves = move |preset: &&Preset| {
            let filled = preset.fills.iter().find(|(path, _)| path == "procedure");
            filled.is_none_or(|(_, value)| matches!(value, Value::Word(name) if name == procedure))
                || preset.others.iter().any(|other| other == procedure)
        };
        self.presets.iter().filter(|preset| preset.key == key.path).filter(serves)
    }

    /// The presets that a key may name, by its path in a scenario.
    pub fn presets_at(&self, path: &str) -> impl Iterator<Item = &Preset> {
        self.presets.iter().filter(move |preset| fits(&preset.key, path))
    }

    /// What presets fill that the key at a path names: keys with their values.
    pub(crate) fn filled_by(&self, path: &str, names: &str) -> Vec<(String, &Value)> {
        let is_named = |preset: &&Preset| Preset::names(names).any(|name| name == preset.name);
        self.presets_at(path).filter(is_named).flat_map(|preset| preset.fills_at(path)).collect()
    }

    /// The key for a path. It does not find keys that every scenario may have.
    pub fn key(&self, path: &str) -> Option<&Key> {
        self.procedures.iter().flat_map(|row| &row.keys).find(|key| key.matches(path))
    }

    /// Where to find the names of its keys, as the help of an error: the names themselves if users wrote
    /// the rules.
    pub fn keys_are(&self) -> String {
        // Procedures share keys.
        let names: IndexSet<&str> =
            self.procedures.iter().flat_map(|row| &row.keys).map(|key| &*key.path).collect();
        let names: Vec<&str> = names.into_iter().collect();
        match (&self.rules, names.as_slice()) {
            (None, _) => format!("`fizzle list {}` shows the keys", self.name),
            (Some(_), []) => "the rules have no keys".to_owned(),
            (Some(_), [some @ .., last]) if some.len() < 12 => match some {
                [] => format!("the only key is {last}"),
                _ => format!("the keys are {} and {last}", some.join(", ")),
            },
            _ => "the keys are those that the rules declare with `key`".to_owned(),
        }
    }

    /// This game with the names that a scenario has for the items of its arrays. Results count people of one name
    /// one by one: items whose name others share, or that have none, have those numbers.
    pub fn calling(self: &Arc<Self>, input: &Input) -> Arc<System> {
        let mut names = called(input);
        for called in &mut names {
            let [name, preset] = [NAME, PRESET].map(|key| format!("{}.{key}", called.item));
            let Some(Value::Word(presets)) = input.get(&preset) else { continue };
            let mut filled = self.filled_by(&preset, presets).into_iter();
            called.is_by_preset = filled.any(|(path, value)| path == name && Some(value) == input.get(&name));
        }
        match names.is_empty() {
            true => Arc::clone(self),
            false => Arc::new(System { names, ..System::clone(self) }),
        }
    }

    /// Words on the key of a path, with the name of its item in place of the number: `Attack of the troll`.
    fn named(&self, key: &Key, path: &str, words: String) -> String {
        let is_in = |item: &str| path.strip_prefix(item).is_some_and(|rest| rest.starts_with('.'));
        let Some(called) = self.names.iter().find(|called| is_in(&called.item)) else { return words };
        let Called { item, name, several, is_named, is_by_preset } = called;
        let (array, position) = item.rsplit_once('.').unwrap_or_default();
        let noun = key.label.split(" *").next().and_then(|before| before.rsplit(' ').next());
        let (Ok(position), Some(noun)) = (position.parse::<u64>(), noun) else { return words };
        let name = if key.path.ends_with(".count") { several } else { name };
        // With another preset, somebody is called otherwise.
        if !is_named && noun != array || *is_by_preset && key.kind == Kind::Preset {
            return words;
        }
        let number = format!("{noun} {}", position + 1);
        let whose = if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") };
        words.replace(&format!("{number}'s"), &whose).replace(&number, name)
    }

    /// What players call the key of a path, or the item of an array: `Attack of group 2`, `foe 2`.
    /// The path itself, if the game has no such key.
    pub fn label(&self, path: &str) -> String {
        let item = || match path.rsplit_once('.') {
            Some((array, position)) if is_position(position) => {
                position.parse::<u64>().map_or_else(|_| path.to_owned(), |n| format!("{array} {}", n + 1))
            }
            _ => path.to_owned(),
        };
        self.key(path).map_or_else(item, |key| self.named(key, path, key.label_at(path)))
    }

    /// A value of a key as players say it: `Force 6`, `no reagents`, `Lightning Bolt`. The value
    /// must be written as in files or on the command line, or be `unset`.
    pub fn say(&self, path: &str, value: &str) -> String {
        match self.key(path) {
            Some(key) => {
                let said = key.say(path, self.preset_label(key, value).as_deref().unwrap_or(value));
                self.named(key, path, said)
            }
            None => format!("{path}: {value}"),
        }
    }

    /// A value of a key as players read it beside the key's label: `Lightning Bolt`, `−3`, or what is said if
    /// the key is left out, `none` if there is nothing.
    pub fn value_in_words(&self, path: &str, value: &str) -> String {
        match self.key(path) {
            Some(key) => key.value_in_words(self.preset_label(key, value).as_deref().unwrap_or(value)),
            None if value == "unset" => "none".to_owned(),
            None => value.to_owned(),
        }
    }

    /// The values of several keys, as [`System::value_in_words`] has them.
    pub fn values_in_words(&self, paths: &[impl AsRef<str>], values: &[impl AsRef<str>]) -> Vec<String> {
        let all = paths.iter().zip(values);
        all.map(|(path, value)| self.value_in_words(path.as_ref(), value.as_ref())).collect()
    }

    /// A setting as players say it: `Force 6, no reagents`.
    pub fn say_setting(&self, paths: &[impl AsRef<str>], values: &[impl AsRef<str>]) -> String {
        let said = paths.iter().zip(values).map(|(path, value)| self.say(path.as_ref(), value.as_ref()));
        said.collect::<Vec<_>>().join(", ")
    }

    /// The labels of the presets that a key's value names.
    fn preset_label(&self, key: &Key, value: &str) -> Option<String> {
        let label = |name: &str| {
            let preset = self.presets.iter().find(|preset| preset.key == key.path && preset.name == name)?;
            Some(preset.label.trim_end_matches(" (our example)"))
        };
        let labels: Option<Vec<&str>> = Preset::names(value.trim_matches('"')).map(label).collect();
        Some(labels?.join(" + "))
    }
}

/// What the items of arrays are called: by their own name, or where others share it or they have none, by the numbers
/// of their people, if these are not those of the items: "fighters 3 to 5".
fn called(input: &Input) -> Vec<Called> {
    struct Item<'a> {
        name: Option<&'a str>,
        /// How many people it is, if that is known.
        count: Option<u64>,
    }
    let mut items: BTreeMap<(&str, usize), Item<'_>> = BTreeMap::new();
    for (path, value) in input.iter() {
        let Some((array, position, key)) = in_array(path) else { continue };
        let item = items.entry((array, position)).or_insert(Item { name: None, count: Some(1) });
        match (key, value) {
            ("count", Value::Integer(several)) => item.count = u64::try_from(*several).ok(),
            ("count", _) => item.count = None,
            (NAME, Value::Word(name)) => item.name = Some(name),
            _ => {}
        }
    }
    // How many people come before the next item of an array and a name.
    let mut people: Vec<(&str, Option<&str>, Option<u64>)> = Vec::new();
    let mut all = Vec::new();
    for (&(array, position), Item { name, count }) in &items {
        let path = format!("{array}.{position}");
        let is_alike =
            |((other, _), item): (&(&str, usize), &Item<'_>)| *other == array && item.name == *name;
        if let Some(name) = name
            && items.iter().filter(|&(place, item)| is_alike((place, item))).count() == 1
        {
            let are_several = count.is_some_and(|count| count > 1);
            let [name, several] = [are_several, true].map(|several| definite(name, several));
            all.push(Called { item: path, name, several, is_named: true, is_by_preset: false });
            continue;
        }
        let place = people.iter().position(|known| (known.0, known.1) == (array, *name));
        let place = place.unwrap_or_else(|| {
            people.push((array, *name, Some(0)));
            people.len() - 1
        });
        let first = people[place].2;
        let last = first.zip(*count).map(|(first, count)| first + count);
        people[place].2 = last;
        let (Some(first), Some(last)) = (first, last) else { continue };
        let noun = name.unwrap_or(array);
        let numbers = match last - first {
            1 => format!("{noun} {last}"),
            _ => format!("{} {} to {last}", several(noun), first + 1),
        };
        if numbers != path.replace('.', " ") {
            let several = format!("{} in table {}", definite(noun, true), position + 1);
            let is_named = name.is_some();
            all.push(Called { item: path, name: numbers, several, is_named, is_by_preset: false });
        }
    }
    all
}

/// The array, the position and the key of a path in an item of an array.
fn in_array(path: &str) -> Option<(&str, usize, &str)> {
    let (array, rest) = path.split_once('.')?;
    let (position, key) = rest.split_once('.')?;
    Some((array, position.parse().ok()?, key))
}
