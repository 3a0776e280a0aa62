//! Names as a terminal and a drawing can show them.

use std::borrow::Cow;

/// A text with pictures in place of control characters, which names may have and terminals
/// obey. Line ends and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let picture = |c: char| match c {
        _ if !is_obeyed(c) => c,
        '\u{7f}' => '␡',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).expect("there is a picture of each of them"),
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(picture).collect())
}

/// Whether a terminal would obey a character instead of showing it.
fn is_obeyed(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_as_pictures() {
        assert_eq!(visible("\u{1b}[31mred\u{7f}\u{9b}2J\r\n\tä"), "␛[31mred␡\u{fffd}2J␍\n\tä");
    }
}
