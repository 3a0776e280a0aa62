//! The keys of scenario files: one table per procedure, read by everything that needs to know them.

use super::{Input, Kind, MAX_RATING, Presence, Preset, Str, Value};

mod in_words;

/// A key of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its dotted path; `*` stands for the position of an item of an array.
    pub path: Str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it may be left out, and what that means.
    pub presence: Presence,
    /// The number that it counts as when it is left out and has no default.
    pub absent: i64,
    /// A value for `fizzle new` to write if it has no default.
    pub example: Option<Value>,
    /// What players call it, short; `*` stands for the number of the item of an array,
    /// counted from 1.
    pub label: Str,
    /// One line of help.
    pub help: Str,
    /// What fizzle assumes about it because the source text does not say; empty if the text says
    /// everything.
    pub not_in_text: Str,
    /// How its values are said.
    saying: Saying,
    /// What is said if it is left out, if there are special words for that.
    absence: Str,
    /// Whether its words have an order of their own: from light to serious.
    pub has_order: bool,
    /// Whether its path has a `*`.
    in_array: bool,
    /// Whether a player decides it, if its table does not tell.
    decided: Option<bool>,
}

/// How players say a value of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Saying {
    /// After the label: `Force 6`.
    Named,
    /// Before the label, which is in the plural: `6 drams of reagents`.
    Counted {
        /// The label in the singular.
        one: Str,
    },
    /// Without the label: `Lightning Bolt`.
    Alone,
}

impl Key {
    /// A whole number from `min` to `max`; required unless said otherwise.
    pub fn integer(path: impl Into<Str>, min: i64, max: i64) -> Key {
        Key::new(path, Kind::Integer { min, max })
    }

    /// A rating: a whole number from 0.
    pub fn rating(path: impl Into<Str>) -> Key {
        Key::integer(path, 0, MAX_RATING)
    }

    /// True or false.
    pub fn flag(path: impl Into<Str>, default: bool) -> Key {
        Key::new(path, Kind::Flag).or(default)
    }

    /// One of some words; required unless said otherwise.
    pub fn words(
        path: impl Into<Str>,
        words: impl IntoIterator<Item = (impl Into<Str>, impl Into<Str>)>,
    ) -> Key {
        let words = words.into_iter().map(|(word, meaning)| (word.into(), meaning.into()));
        Key::new(path, Kind::Words(words.collect()))
    }

    /// One of some words that have an order of their own, in that order.
    pub fn levels(
        path: impl Into<Str>,
        words: impl IntoIterator<Item = (impl Into<Str>, impl Into<Str>)>,
    ) -> Key {
        Key { has_order: true, ..Key::words(path, words) }
    }

    /// The name of a preset.
    pub fn preset(path: impl Into<Str>) -> Key {
        Key::new(path, Kind::Preset).optional()
    }

    /// A key of any kind that may be left out.
    pub fn other(path: impl Into<Str>, kind: Kind) -> Key {
        Key::new(path, kind).optional()
    }

    /// Some text that cannot be left out.
    pub fn text(path: impl Into<Str>) -> Key {
        Key::new(path, Kind::Text)
    }

    /// Gives the key a default.
    pub fn or(mut self, default: impl Into<Value>) -> Key {
        self.presence = Presence::Default(default.into());
        self
    }

    /// Gives the key a value for examples.
    pub fn such_as(mut self, example: impl Into<Value>) -> Key {
        self.example = Some(example.into());
        self
    }

    /// Allows the key to be left out.
    pub fn optional(mut self) -> Key {
        self.presence = Presence::Optional;
        self
    }

    /// Gives the key the name that players know it by.
    pub fn label(mut self, label: impl Into<Str>) -> Key {
        self.label = label.into();
        self
    }

    /// Says that the key counts something: its label is the plural, and `one` the singular.
    pub fn counted(mut self, one: impl Into<Str>) -> Key {
        self.saying = Saying::Counted { one: one.into() };
        self
    }

    /// Says that the values of the key are understood without its label.
    pub fn alone(mut self) -> Key {
        self.saying = Saying::Alone;
        self
    }

    /// Sets the words that reports use if the key is left out.
    pub fn absent_as(mut self, words: impl Into<Str>) -> Key {
        self.absence = words.into();
        self
    }

    /// Sets whether a player decides the key, against what its table says: the spell that is cast
    /// is a choice, although it is in a table of facts.
    pub fn decided(mut self, decided: bool) -> Key {
        self.decided = Some(decided);
        self
    }

    /// Gives the key its line of help.
    pub fn help(mut self, help: impl Into<Str>) -> Key {
        self.help = help.into();
        self
    }

    /// Sets what fizzle assumes about the key because the source text does not say.
    pub fn not_in_text(mut self, reading: impl Into<Str>) -> Key {
        self.not_in_text = reading.into();
        self
    }

    /// A key of any kind; required unless said otherwise.
    pub fn new(path: impl Into<Str>, kind: Kind) -> Key {
        let path = path.into();
        Key {
            in_array: path.contains('*'),
            path,
            kind,
            presence: Presence::Required,
            absent: 0,
            example: None,
            label: Str::Borrowed(""),
            help: Str::Borrowed(""),
            not_in_text: Str::Borrowed(""),
            saying: Saying::Named,
            absence: Str::Borrowed(""),
            has_order: false,
            decided: None,
        }
    }

    /// The table that it is in: the path up to the last dot.
    pub fn table(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(table, _)| table)
    }

    /// Its name within its table.
    pub fn name(&self) -> &str {
        self.path.rsplit_once('.').map_or(&*self.path, |(_, name)| name)
    }

    /// The array whose items have the key, if it is in one.
    pub fn array(&self) -> Option<&str> {
        if !self.in_array {
            return None;
        }
        self.path.split_once(".*").map(|(array, _)| array)
    }

    /// Its path in the item of its array at `position`.
    pub fn at(&self, position: usize) -> String {
        self.path.replacen('*', &position.to_string(), 1)
    }

    /// Its paths among these values: one for each item of its array, if it is in one.
    pub fn paths(&self, input: &Input) -> Vec<String> {
        match self.array() {
            None => vec![self.path.to_string()],
            Some(array) => input.positions(array).into_iter().map(|position| self.at(position)).collect(),
        }
    }

    /// Whether it can hold a value: one of its kind and within its range. The name of a preset must
    /// be in `presets`.
    pub fn can_hold(&self, value: &Value, presets: &[Preset]) -> bool {
        match (&self.kind, value) {
            (Kind::Integer { min, max } | Kind::IntegerOrText { min, max, .. }, Value::Integer(n)) => {
                (min..=max).contains(&n)
            }
            (Kind::Integers { min, max, fewest, most }, Value::Integers(list)) => {
                (fewest..=most).contains(&&list.len()) && list.iter().all(|n| (min..=max).contains(&n))
            }
            (Kind::Words(words), Value::Word(word)) => words.iter().any(|(name, _)| name == word),
            (Kind::Preset, Value::Word(names)) => Preset::names(names)
                .all(|name| presets.iter().any(|preset| preset.key == self.path && preset.name == name)),
            (Kind::Flag, Value::Flag(_))
            | (Kind::Text | Kind::IntegerOrText { .. }, Value::Word(_))
            | (Kind::Texts, Value::Texts(_))
            | (Kind::Number, Value::Number(_))
            | (Kind::Range, Value::Range(_)) => true,
            _ => false,
        }
    }

    /// Whether `path` names this key. `*` matches any number.
    pub fn matches(&self, path: &str) -> bool {
        if self.in_array { fits(&self.path, path) } else { self.path == path }
    }

    /// Whether a player decides it. All other keys are situations or rules, which are
    /// compared but never recommended.
    pub fn is_choice(&self) -> bool {
        let table = || matches!(self.table(), "choice" | "policy" | "plan.*");
        self.decided.unwrap_or_else(table)
    }
}

/// Whether a path matches a pattern, in which `*` matches any number.
pub(crate) fn fits(pattern: &str, path: &str) -> bool {
    let mut theirs = path.split('.');
    let fits = pattern.split('.').all(|mine| {
        theirs.next().is_some_and(|their| match mine {
            "*" => is_position(their),
            _ => mine == their,
        })
    });
    fits && theirs.next().is_none()
}

/// The path of a key, where each `*` is replaced by the corresponding position in `path`.
pub(crate) fn with_positions(key: &str, path: &str) -> String {
    let mut positions = path.split('.').filter(|part| is_position(part));
    let parts: Vec<&str> =
        key.split('.').map(|part| if part == "*" { positions.next().unwrap_or("0") } else { part }).collect();
    parts.join(".")
}

/// The position of the array's item that a path leads into, if it does.
pub(crate) fn position_in(array: &str, path: &str) -> Option<usize> {
    let position = path.strip_prefix(array)?.strip_prefix('.')?.split('.').next()?;
    is_position(position).then(|| position.parse().ok())?
}

/// Whether this is the position of an item of an array: `0` or `12`, not `012`.
pub(crate) fn is_position(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|position| position.to_string() == text)
}
