//! Values as written in a file or on the command line, before they are read by the types of their keys.

use toml::de::DeValue;

/// A value as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// A whole number.
    Integer(i64),
    /// A whole number beyond 64 bits.
    TooBig,
    /// A number with a fraction.
    Float(f64),
    /// True or false.
    Flag(bool),
    /// Text.
    Text(String),
    /// An array.
    List(Vec<Written>),
    /// A date, or a table where a value should be.
    Other(&'static str),
    /// A value on the command line, to be read by its key's type.
    Bare(String),
    /// `unset` on the command line: removes the key.
    Unset,
}

impl Written {
    /// A value of the command line, to be read by its key's type.
    pub(super) fn on_command_line(text: &str) -> Written {
        if text == "unset" { Written::Unset } else { Written::Bare(text.to_owned()) }
    }

    /// Parses a single value, as a file would contain it after an `=`.
    pub(super) fn parse(text: &str) -> Option<Written> {
        DeValue::parse(text).ok().map(|value| Written::of(value.get_ref()))
    }

    /// A value of a file.
    pub(super) fn of(value: &DeValue<'_>) -> Written {
        match value {
            DeValue::String(text) => Written::Text(text.to_string()),
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(integer) => Written::Integer(integer),
                Err(_) => Written::TooBig,
            },
            DeValue::Float(digits) => match digits.as_str().parse() {
                Ok(float) => Written::Float(float),
                Err(_) => Written::Other("a number"),
            },
            DeValue::Boolean(flag) => Written::Flag(*flag),
            DeValue::Datetime(_) => Written::Other("a date"),
            DeValue::Array(items) => {
                Written::List(items.iter().map(|item| Written::of(item.get_ref())).collect())
            }
            DeValue::Table(_) => Written::Other("a table"),
        }
    }

    /// The value as written on the command line: texts without quotes, lists without brackets.
    pub fn bare(&self) -> Option<String> {
        match self {
            Written::Integer(integer) => Some(integer.to_string()),
            Written::Flag(flag) => Some(flag.to_string()),
            Written::Text(text) | Written::Bare(text) => Some(text.clone()),
            Written::List(items) => {
                items.iter().map(Written::bare).collect::<Option<Vec<_>>>().map(|items| items.join(","))
            }
            _ => None,
        }
    }
}
