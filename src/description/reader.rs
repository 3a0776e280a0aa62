use std::cell::Cell;
use std::ops::Range;

use super::{CheckedInput, Fault, Input, Prepared, Ready, Value};

/// Reads a [`CheckedInput`] and collects its faults.
///
/// If something is missing, it goes on with 0, so that all faults are found in one pass.
#[derive(Debug)]
pub struct InputReader<'a> {
    input: &'a Input,
    /// For each value, whether it was read.
    read: Vec<Cell<bool>>,
    faults: Vec<Fault>,
}

impl<'a> InputReader<'a> {
    /// A reader of `input`.
    pub fn new(CheckedInput(input): &'a CheckedInput) -> Self {
        InputReader { input, read: vec![Cell::new(false); input.len()], faults: Vec::new() }
    }

    /// The value at a path, if there is one, which does not count as read.
    pub fn peek(&self, path: &str) -> Option<&'a Value> {
        Some(self.input.at(self.input.place(path).ok()?))
    }

    /// The value at a path, if there is one.
    pub fn value(&self, path: &str) -> Option<&'a Value> {
        let place = self.input.place(path).ok()?;
        self.read[place].set(true);
        Some(self.input.at(place))
    }

    /// A whole number, if there is one.
    pub fn find(&self, path: &str) -> Option<i32> {
        match self.value(path)? {
            // No key has a wider range than a million either way.
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

    /// A list of texts, if it is there.
    pub fn texts(&self, path: &str) -> Option<&'a [String]> {
        match self.value(path)? {
            Value::Texts(list) => Some(list),
            other => unreachable!("{path} is a list in the table of keys, not {other}"),
        }
    }

    /// The positions that the items of an array have, ascending.
    pub fn positions(&self, array: &str) -> Vec<usize> {
        self.input.positions(array)
    }

    /// A whole number that this reading of the rules needs. If it is missing, that is a fault, and
    /// `why` is its help.
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

    /// Adds a fault, but only once if it is found several times.
    pub fn fault(&mut self, key: &str, message: impl Into<String>, help: impl Into<String>) {
        self.fault_among(vec![key.to_owned()], message, help);
    }

    /// Adds a fault of one of several keys, those that are likelier at fault first.
    pub fn fault_among(&mut self, keys: Vec<String>, message: impl Into<String>, help: impl Into<String>) {
        self.found(Fault { keys, in_rules: None, message: message.into(), help: help.into() });
    }

    /// Adds a fault of the rule text itself, at these bytes of the text.
    pub fn fault_in_rules(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let (message, help) = (message.into(), help.into());
        self.found(Fault { in_rules: Some(span), message, help, ..Fault::default() });
    }

    fn found(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Whether no faults were found so far.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// The procedure, with the faults that were found and the keys that were read.
    pub fn finish(self, ready: Ready) -> Prepared {
        let places = (0..self.read.len()).filter(|&place| self.read[place].get());
        Prepared { ready, faults: self.faults, read: self.input.paths(places) }
    }
}
