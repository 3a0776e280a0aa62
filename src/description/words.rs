//! Numbers in sentences.

use std::fmt::Display;

/// One of whom there is one: "Ripper", "the guard".
pub fn definite(name: &str) -> String {
    let is_whole = name.starts_with(char::is_uppercase) || name.starts_with("the ");
    if is_whole { name.to_owned() } else { format!("the {name}") }
}

/// A number with a minus sign rather than a hyphen.
pub fn signed(number: impl Display) -> String {
    number.to_string().replace('-', "−")
}

/// What is added to a number or taken from it: ` + 2`, ` − 1`, and nothing for 0.
pub fn added(number: i32) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" − {}", number.unsigned_abs()),
    }
}

/// The text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text in quotes; quotes within it become single ones.
pub fn quoted(text: &str) -> String {
    let inner = text.replace('“', "‘").replace('”', "’");
    format!("“{inner}”")
}

/// Names in a sentence: "base, book and house".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// A number of things: `1 hit`, `3 hits`.
pub fn count(number: u32, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}
