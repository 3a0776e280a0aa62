//! Descriptions of the keys of a rule text, and their values in a scenario.

use super::super::program::{KeyOfRules, ListKey, Type};
use super::super::syntax::KeyWords;
use crate::description::words::count;
use crate::description::{InputReader, Key, Kind, Value};

impl ListKey {
    pub(in crate::rules) fn described(&self) -> Key {
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
    pub(super) fn begun(&self) -> Value {
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
pub(super) fn words_of(path: &str) -> String {
    path.strip_prefix("choice.").unwrap_or(path).replace(['.', '_'], " ")
}

impl KeyWords {
    /// A key in words: these, or else `called` and `help`, which is what it is called if there is none.
    pub(super) fn said(&self, mut key: Key, called: &str, help: Option<&str>) -> Key {
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
    pub(in crate::rules) fn described(&self, path: String, words: &str) -> Key {
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
    pub(super) fn is_required(&self) -> bool {
        self.default.is_none() && !self.is_optional
    }

    /// Converts a number of the program to the value that a scenario writes.
    pub(super) fn value(&self, number: i64) -> Value {
        match &self.ty {
            Type::Number if self.scale > 1 => Value::Number(number as f64 / self.scale as f64),
            Type::Number => Value::Integer(number),
            Type::Truth => Value::Flag(number == 1),
            Type::Label(labels) => Value::from(labels[number as usize].clone()),
        }
    }

    /// The value of a scenario as a number, which is not read yet; `None` if it is not set.
    pub(super) fn value_in(&self, input: &InputReader<'_>) -> Option<i64> {
        Some(match input.peek(&self.name)? {
            Value::Integer(number) => *number,
            Value::Flag(truth) => i64::from(*truth),
            Value::Word(word) => self.labels.iter().position(|label| label == word)? as i64,
            Value::Number(number) => (number * self.scale as f64).round() as i64,
            _ => return None,
        })
    }

    /// Notes a number with decimals that is out of range, or has too many of them.
    pub(super) fn check_decimals(&self, input: &mut InputReader<'_>) {
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
