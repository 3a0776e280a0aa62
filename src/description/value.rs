use std::fmt;

use serde::{Serialize, Serializer};

use super::Str;

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
    Word(Str),
    /// A list of texts.
    Texts(Vec<String>),
    /// A number, whole or not.
    Number(f64),
    /// Two numbers, the lower first.
    Range([f64; 2]),
    /// One of these values, but it is not known which. The probability of a value is its weight
    /// divided by the sum of all weights.
    Unknown(#[serde(serialize_with = "as_table")] Vec<(Value, f64)>),
}

impl Value {
    /// As on the command line: words without quotes.
    pub fn bare(&self) -> String {
        match self {
            Value::Word(word) => word.to_string(),
            other => other.to_string(),
        }
    }
}

/// Values with their weights, as a table.
fn as_table<S: Serializer>(values: &[(Value, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(value, weight)| (value.bare(), weight)))
}

impl fmt::Display for Value {
    /// As in TOML.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(n) => n.fmt(f),
            Value::Integers(list) => write!(f, "{list:?}"),
            Value::Flag(b) => b.fmt(f),
            Value::Word(w) => write!(f, "{w:?}"),
            Value::Texts(list) => write!(f, "{list:?}"),
            Value::Number(x) => write!(f, "{x:?}"),
            Value::Range(ends) => write!(f, "{ends:?}"),
            Value::Unknown(values) => {
                let is_even = values.iter().all(|(_, weight)| *weight == values[0].1);
                let value = |(value, weight): &(Value, f64)| match is_even {
                    true => value.bare(),
                    false => format!("{:?} = {weight}", value.bare()),
                };
                let values = values.iter().map(value).collect::<Vec<_>>().join(", ");
                if is_even { write!(f, "{values:?}") } else { write!(f, "{{ {values} }}") }
            }
        }
    }
}

impl From<i64> for Value {
    fn from(integer: i64) -> Self {
        Value::Integer(integer)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Value::Flag(flag)
    }
}

impl From<&'static str> for Value {
    fn from(word: &'static str) -> Self {
        Value::Word(Str::Borrowed(word))
    }
}

impl From<String> for Value {
    fn from(word: String) -> Self {
        Value::Word(Str::Owned(word))
    }
}

impl<const N: usize> From<[i64; N]> for Value {
    fn from(integers: [i64; N]) -> Self {
        Value::Integers(integers.into())
    }
}
