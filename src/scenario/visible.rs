//! Makes names safe to show in a terminal or a drawing.

use std::borrow::Cow;

/// Replaces characters that a terminal would obey by visible symbols. Line ends and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_pictured = |c: char| is_obeyed(c) && c != '\n' && c != '\t';
    if !text.contains(is_pictured) {
        return Cow::Borrowed(text);
    }
    let picture = |c: char| match c {
        _ if !is_pictured(c) => c,
        '\u{7f}' => '␡',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + c as u32).expect("there is a picture of each of them"),
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(picture).collect())
}

/// Whether a terminal would obey a character instead of showing it: control characters, separators of
/// lines and paragraphs, those that reorder other characters (Unicode Standard Annex 9, section 2), and
/// those that have no width, so that two different texts look alike.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown_as_a_picture() {
        assert_eq!(visible("\u{1b}[31mred\u{7f}\u{9b}2J\r\n\tä"), "␛[31mred␡\u{fffd}2J␍\n\tä");
        assert_eq!(visible("win: \u{202e}% 1 = 99"), "win: \u{fffd}% 1 = 99");
        let obeyed =
            "\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{2060}\u{2069}\u{feff}";
        for c in obeyed.chars() {
            assert_eq!(visible(&format!("a{c}b")), "a\u{fffd}b", "{c:?}");
        }
        assert_eq!(visible("Übung – 日本 “a” \u{a0}"), "Übung – 日本 “a” \u{a0}");
    }
}
