//! What a system is given: the checked values of a scenario.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::key::position_in;
use super::{Key, MAX_DICE, Prepared, Presence, Preset, Ready};

/// A value of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// Whole numbers.
    Integers(Vec<i64>),
    /// True or false.
    Flag(bool),
    /// A word or text.
    Word(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// A number, whole or not.
    Number(f64),
    /// Two numbers, the lower first.
    Range([f64; 2]),
}

impl fmt::Display for Value {
    /// As TOML writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(n) => n.fmt(f),
            Value::Integers(list) => write!(f, "{list:?}"),
            Value::Flag(b) => b.fmt(f),
            Value::Word(w) => write!(f, "{w:?}"),
            Value::Texts(list) => write!(f, "{list:?}"),
            Value::Number(x) => write!(f, "{x:?}"),
            Value::Range(ends) => write!(f, "{ends:?}"),
        }
    }
}

/// The values of a scenario by their dotted paths: those written, those that
/// presets fill, and defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    values: BTreeMap<String, Value>,
}

impl Input {
    /// Sets a value.
    pub fn set(&mut self, path: impl Into<String>, value: Value) {
        self.values.insert(path.into(), value);
    }

    /// The value at `path`, if there is one.
    pub fn get(&self, path: &str) -> Option<&Value> {
        self.values.get(path)
    }

    /// Takes a value out.
    pub fn remove(&mut self, path: &str) {
        self.values.remove(path);
    }

    /// The positions that the items of an array have, ascending.
    pub fn positions(&self, array: &str) -> Vec<usize> {
        let mut positions: Vec<usize> =
            self.values.keys().filter_map(|path| position_in(array, path)).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// All values, by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(path, value)| (path.as_str(), value))
    }
}

/// The values of a scenario of which each is of its key's kind and within its range, and
/// none is missing. Procedures are prepared from nothing else, so that they can rely on it.
#[derive(Clone, Debug)]
pub struct CheckedInput(Input);

impl CheckedInput {
    /// Checks values against a table of keys.
    ///
    /// # Errors
    /// A fault for each value that is missing or that its key cannot hold.
    pub fn new(input: Input, keys: &[Key], presets: &[Preset]) -> Result<CheckedInput, Vec<Fault>> {
        let mut faults = Vec::new();
        for key in keys {
            for path in key.paths(&input) {
                let message = match input.get(&path) {
                    Some(value) if key.can_hold(value, presets) => continue,
                    Some(value) => format!("`{path}` cannot be {value}"),
                    None if key.presence == Presence::Optional => continue,
                    None => format!("`{path}` is missing"),
                };
                let help = format!("{} ({})", key.help, key.allowed());
                faults.push(Fault { key: path, message, help });
            }
        }
        if faults.is_empty() { Ok(CheckedInput(input)) } else { Err(faults) }
    }

    /// The values.
    pub fn into_input(self) -> Input {
        self.0
    }
}

/// Something wrong with a scenario that only its rules can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key to point at; if it is not written, its table is pointed at.
    pub key: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

/// Reads a [`CheckedInput`] and gathers what is wrong with it.
///
/// Where something is missing it goes on with 0, so that all faults are found
/// in one pass.
#[derive(Debug)]
pub struct InputReader<'a> {
    input: &'a Input,
    /// The paths of the values that it was asked for.
    read: RefCell<BTreeSet<&'a str>>,
    faults: Vec<Fault>,
}

impl<'a> InputReader<'a> {
    /// A sheet over `input`.
    pub fn new(CheckedInput(input): &'a CheckedInput) -> Self {
        InputReader { input, read: RefCell::default(), faults: Vec::new() }
    }

    /// Whatever there is.
    pub fn value(&self, path: &str) -> Option<&'a Value> {
        let (path, value) = self.input.values.get_key_value(path)?;
        self.read.borrow_mut().insert(path);
        Some(value)
    }

    /// A whole number, if there is one.
    pub fn find(&self, path: &str) -> Option<i32> {
        match self.value(path)? {
            // The widest range of a key is a million either way.
            Value::Integer(n) => Some(i32::try_from(*n).expect("ratings fit into 32 bits")),
            other => unreachable!("{path} is a number in the table of keys, not {other}"),
        }
    }

    /// A whole number that is required or has a default.
    pub fn integer(&self, path: &str) -> i32 {
        self.find(path).unwrap_or_else(|| unreachable!("{path} is required in the table of keys"))
    }

    /// Whole numbers, if there are any.
    pub fn integers(&self, path: &str) -> Option<&'a [i64]> {
        match self.value(path)? {
            Value::Integers(list) => Some(list),
            other => unreachable!("{path} is a list in the table of keys, not {other}"),
        }
    }

    /// The positions that the items of an array have, ascending.
    pub fn positions(&self, array: &str) -> Vec<usize> {
        self.input.positions(array)
    }

    /// A whole number that this reading of the rules needs; `why` ends the sentence.
    pub fn need(&mut self, path: &str, why: &str) -> i32 {
        self.find(path).unwrap_or_else(|| {
            self.fault(path, format!("`{path}` is missing"), why);
            0
        })
    }

    /// True or false.
    pub fn flag(&self, path: &str) -> bool {
        match self.value(path) {
            Some(Value::Flag(b)) => *b,
            other => unreachable!("{path} is a flag with a default in the table of keys, not {other:?}"),
        }
    }

    /// A word, if there is one.
    pub fn word(&self, path: &str) -> Option<&'a str> {
        match self.value(path)? {
            Value::Word(w) => Some(w),
            other => unreachable!("{path} is a word in the table of keys, not {other}"),
        }
    }

    /// Whether a word is this one.
    pub fn is(&self, path: &str, word: &str) -> bool {
        self.word(path) == Some(word)
    }

    /// Notes a fault.
    pub fn fault(&mut self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault { key: key.to_owned(), message: message.into(), help: help.into() });
    }

    /// The dice of a pool: a sum of terms, at least 0.
    pub fn dice(&mut self, name: &str, sum: &Sum) -> u32 {
        let total = sum.total();
        if total > MAX_DICE {
            let largest = sum.terms.iter().max_by_key(|term| term.value).expect("a sum above 0 has terms");
            self.fault(
                largest.key,
                format!("the {name} pool has {total} dice"),
                format!("at most {MAX_DICE} dice in a pool; it is {}", sum.words()),
            );
            return 0;
        }
        u32::try_from(total).unwrap_or(0)
    }

    /// Whether nothing was wrong so far.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The procedure with what was wrong, and with what was read of the scenario.
    pub fn finish(self, ready: Ready) -> Prepared {
        let read = self.read.into_inner().into_iter().map(str::to_owned).collect();
        Prepared { ready, faults: self.faults, read }
    }
}

/// A sum that knows what it is made of.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Term {
    name: &'static str,
    key: &'static str,
    value: i64,
}

impl Sum {
    /// No terms yet.
    pub fn new() -> Self {
        Sum::default()
    }

    /// Adds a term.
    pub fn plus(mut self, name: &'static str, key: &'static str, value: i32) -> Self {
        self.terms.push(Term { name, key, value: value.into() });
        self
    }

    /// Takes a term off.
    pub fn minus(self, name: &'static str, key: &'static str, value: i32) -> Self {
        self.plus(name, key, -value)
    }

    /// What it comes to.
    pub fn total(&self) -> i64 {
        self.terms.iter().map(|term| term.value).sum()
    }

    /// Its terms in words, without those that are 0 unless all are:
    /// `Spellcasting 6 + Magic 6 − wounds 1`.
    pub fn words(&self) -> String {
        let mut words = String::new();
        for term in self.terms.iter().filter(|term| term.value != 0) {
            words += match (words.is_empty(), term.value < 0) {
                (true, false) => "",
                (true, true) => "− ",
                (false, false) => " + ",
                (false, true) => " − ",
            };
            words += &format!("{} {}", term.name, term.value.abs());
        }
        if words.is_empty() { "0".to_owned() } else { words }
    }
}
