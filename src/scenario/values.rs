//! Reads values by the types of their keys.

use std::ops::Range;

use super::written::Written;
use crate::description::{Key, Kind, Presence, Value};

/// Reads a value by the type of its key. The error message continues the name of the key.
pub fn read(key: &Key, written: &Written) -> Result<Value, String> {
    let bare = match written {
        Written::Bare(text) => read_bare(&key.kind, text),
        other => other.clone(),
    };
    match (&key.kind, bare) {
        (&(Kind::Integer { min, max } | Kind::IntegerOrText { min, max, .. }), Written::Integer(n)) => {
            in_range(n, min, max).map(Value::Integer)
        }
        (Kind::Integer { .. } | Kind::IntegerOrText { .. }, Written::TooBig) => {
            Err(BEYOND_64_BITS.to_owned())
        }
        (Kind::IntegerOrText { .. }, Written::Text(text)) => Ok(text.into()),
        (&Kind::Integers { min, max, fewest, most }, Written::List(items)) => {
            match (fewest..=most).contains(&items.len()) {
                true => items.iter().map(|item| whole(item, min, max)).collect::<Result<_, _>>(),
                false if items.len() == 1 => Err("has 1 number".to_owned()),
                false => Err(format!("has {} numbers", items.len())),
            }
            .map(Value::Integers)
        }
        (Kind::Flag, Written::Flag(flag)) => Ok(Value::Flag(flag)),
        (Kind::Words(words), Written::Text(text)) => match words.iter().any(|(word, _)| *word == text) {
            true => Ok(text.into()),
            false => Err(format!("cannot be \"{text}\"")),
        },
        (Kind::Preset | Kind::Text, Written::Text(text)) => Ok(text.into()),
        (Kind::Texts, Written::List(items)) => {
            let texts = items.iter().map(|item| match item {
                Written::Text(text) => Ok(text.clone()),
                other => Err(format!("cannot have {} in it", in_words(other))),
            });
            texts.collect::<Result<_, _>>().map(Value::Texts)
        }
        (Kind::Number, Written::Float(x)) if x.is_finite() => Ok(Value::Number(x)),
        (Kind::Number, Written::Integer(n)) => Ok(Value::Number(n as f64)),
        (Kind::Range, Written::List(items)) => range(&items),
        (_, other) => Err(format!("cannot be {}", in_words(&other))),
    }
}

const BEYOND_64_BITS: &str = "is out of range: it is beyond 64 bits";

fn in_range(n: i64, min: i64, max: i64) -> Result<i64, String> {
    if (min..=max).contains(&n) { Ok(n) } else { Err(format!("is out of range: {n}")) }
}

/// An item of a list of whole numbers.
fn whole(item: &Written, min: i64, max: i64) -> Result<i64, String> {
    match item {
        Written::Integer(n) => in_range(*n, min, max),
        Written::TooBig => Err(BEYOND_64_BITS.to_owned()),
        other => Err(format!("cannot have {} in it", in_words(other))),
    }
}

/// A value of the command line as a file would contain it: words and texts need no quotes.
fn read_bare(kind: &Kind, text: &str) -> Written {
    match kind {
        Kind::Words(_) | Kind::Preset | Kind::Text => Written::Text(unquoted(text).to_owned()),
        _ => Written::parse(text).unwrap_or_else(|| Written::Text(text.to_owned())),
    }
}

/// Two numbers, the lower first.
fn range(items: &[Written]) -> Result<Value, String> {
    let number = |item: &Written| match item {
        Written::Integer(n) => Some(*n as f64),
        Written::Float(x) => Some(*x),
        _ => None,
    };
    if let Some(Written::Float(x)) =
        items.iter().find(|item| matches!(item, Written::Float(x) if !x.is_finite()))
    {
        return Err(format!("cannot have {x:?} in it"));
    }
    match items.iter().map(number).collect::<Option<Vec<f64>>>().as_deref() {
        Some(&[low, high]) if low <= high => Ok(Value::Range([low, high])),
        Some([_, _]) => Err("has its ends the wrong way round".to_owned()),
        _ => Err("cannot be such a list".to_owned()),
    }
}

/// A written value in words.
pub fn in_words(written: &Written) -> String {
    match written {
        Written::Integer(n) => format!("the number {n}"),
        Written::TooBig => "a number beyond 64 bits".to_owned(),
        Written::Float(x) => format!("the number {x:?}"),
        Written::Flag(flag) => flag.to_string(),
        Written::Text(text) | Written::Bare(text) => format!("the text \"{text}\""),
        Written::List(_) => "a list".to_owned(),
        Written::Other(what) => (*what).to_owned(),
        Written::Unset => "unset".to_owned(),
    }
}

/// A placeholder for a wrong value, so that checking can go on.
pub fn stand_in(key: &Key) -> Option<Value> {
    match (&key.presence, &key.kind) {
        (Presence::Default(default), _) => Some(default.clone()),
        (_, Kind::Integer { min, .. } | Kind::IntegerOrText { min, .. }) => {
            Some(Value::Integer(*min.max(&0)))
        }
        (_, Kind::Integers { min, fewest, .. }) => Some(Value::Integers(vec![*min.max(&0); *fewest])),
        (_, Kind::Words(words)) => Some(Value::Word(words[0].0.clone())),
        (Presence::Required, Kind::Text) => Some("".into()),
        _ => None,
    }
}

/// Text of the command line without the quotes that a file would have.
pub fn unquoted(text: &str) -> &str {
    let inner = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

/// The parts of a text between commas outside of brackets and quotes.
pub fn between_commas(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut quote, mut start) = (0u32, None, 0);
    let mut parts = Vec::new();
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'"' | b'\'' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_some() => {}
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(start..index);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    parts
}
