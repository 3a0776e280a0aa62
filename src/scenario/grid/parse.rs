//! Parses `KEY=VALUES` into keys and their values.

use std::ops::Range;
use std::sync::Arc;

use super::{Axis, MAX_SETTINGS, Varied};
use crate::scenario::values::between_commas;
use crate::scenario::{Place, Problems, SourceText};

/// The maximum number of values of one key.
const MAX_VALUES: u64 = MAX_SETTINGS;

/// One axis, from `KEY=VALUES` or `zip(…)`.
pub fn axis(source: &Arc<SourceText>) -> Result<Axis, Problems> {
    let text = source.text.as_str();
    let whole = text.trim();
    let mut problems = Problems::default();
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let lead = part.len() - part.trim_start().len();
        Place { source: source.clone(), span: start + lead..start + lead + part.trim().len() }
    };
    let zipped = whole.strip_prefix("zip(").and_then(|rest| rest.strip_suffix(')'));
    let mut keys: Vec<Varied> = Vec::new();
    for part in zipped.map_or_else(|| vec![whole], assignments) {
        let Some((key, list)) = part.split_once('=').filter(|(key, _)| !key.trim().is_empty()) else {
            let help = "write KEY=VALUES, as in choice.force=1..12 or rules.armor=dice,automatic";
            problems.push(place(part), "this does not vary a key", help);
            continue;
        };
        match values(list) {
            Ok(values) => keys.push(Varied { path: key.trim().to_owned(), values, place: place(key) }),
            Err((message, help)) => problems.push(place(list), message, help),
        }
    }
    let steps = keys.first().map_or(0, |key| key.values.len());
    if let Some(other) = keys.iter().find(|key| key.values.len() != steps) {
        let message =
            format!("`{}` has {} values, `{}` {steps}", other.path, other.values.len(), keys[0].path);
        problems.push(other.place.clone(), message, "keys of a zip( ) need the same number of values");
    }
    problems.or(Axis { keys, steps })
}

/// The parts of a `zip(…)`, separated by commas before `KEY=`.
fn assignments(text: &str) -> Vec<&str> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for part in between_commas(text) {
        match parts.last_mut() {
            // Values of the previous key.
            Some(last) if !text[part.clone()].contains('=') => last.end = part.end,
            _ => parts.push(part),
        }
    }
    parts.into_iter().map(|part| &text[part]).collect()
}

/// The values of a list; on failure, a message and a suggestion.
pub fn values(text: &str) -> Result<Vec<String>, (String, String)> {
    const HELP: &str = "write values as in 1..12, 1..24:3, unset,1..6 or dice,automatic";
    let meant = |part| meant_range(part).map_or(HELP.to_owned(), |range| format!("did you mean `{range}`?"));
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let mut values = Vec::new();
    for part in between_commas(text) {
        let part = text[part].trim();
        if part.is_empty() {
            return Err(("a value is missing".to_owned(), HELP.to_owned()));
        }
        // The marks on a track, as X............, are a value with dots.
        let is_range = |_: &(&str, &str)| {
            !part.starts_with(['"', '\'', '[']) && part.contains(|c: char| c.is_ascii_digit())
        };
        match part.split_once("..").filter(is_range) {
            None => values.push(part.to_owned()),
            Some((first, rest)) => {
                let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
                let (Some(first), Some(last), Some(step)) = (number(first), number(last), number(step))
                else {
                    return Err((format!("`{part}` is not a range of whole numbers"), meant(part)));
                };
                if first > last || step < 1 {
                    return Err((
                        format!("the range `{part}` is empty"),
                        "write the lower end first, and a step of 1 or more".to_owned(),
                    ));
                }
                if (first.abs_diff(last) / step.unsigned_abs()) >= MAX_VALUES {
                    return Err((
                        format!("the range `{part}` has more than {MAX_VALUES} values"),
                        HELP.to_owned(),
                    ));
                }
                let mut value = first;
                while value <= last {
                    values.push(value.to_string());
                    value = match value.checked_add(step) {
                        Some(next) => next,
                        None => break,
                    };
                }
            }
        }
    }
    Ok(values)
}

/// The range that is meant by `1-12`, `1:12` or `1 to 12`.
pub fn meant_range(text: &str) -> Option<String> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    ["..=", "...", "–", "—", "−", ":", " to ", "-"].iter().find_map(|separator| {
        // A minus sign before the first number is no separator.
        let at = text.get(1..)?.find(separator)? + 1;
        let (first, last) = (number(&text[..at])?, number(&text[at + separator.len()..])?);
        Some(format!("{first}..{last}"))
    })
}
