//! Cleans, wraps and shortens text so that it fits.

use super::Lettering;

/// Wraps text to at most `most` lines no wider than `room`. The last line ends in "…" if text is
/// left over.
pub fn wrap(text: &str, lettering: Lettering, room: f64, most: usize) -> Vec<String> {
    // A number and its sign stay together.
    let text = clean(text).replace(" %", "\u{a0}%");
    let (mut rest, mut lines) = (text.as_str(), Vec::new());
    while !rest.is_empty() && lines.len() + 1 < most {
        let (line, after) = rest.split_at(break_at(rest, lettering, room));
        lines.push(line.trim_end().to_owned());
        rest = after.trim_start();
    }
    if !rest.is_empty() && most > 0 {
        lines.push(cut(rest, lettering, room));
    }
    lines
}

/// The text in one line no wider than `room`. It ends in "…" if it had to be shortened, or in the number at its end,
/// which tells several of a kind apart: "Renraku Red Sam… 2".
pub fn shorten(text: &str, lettering: Lettering, room: f64) -> String {
    cut(&clean(text), lettering, room)
}

/// The text in one line, without characters that XML forbids, that are invisible, or that change
/// the writing direction. Non-breaking spaces stay. Only the first thousand characters are kept.
pub fn clean(text: &str) -> String {
    let is_space = |c: char| c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{202f}');
    let visible = text.chars().map(|c| if is_space(c) { ' ' } else { c });
    let visible: String = visible.filter(|&c| is_drawable(c)).take(LONGEST).collect();
    visible.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

const LONGEST: usize = 1000;

fn is_drawable(c: char) -> bool {
    let hidden = matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}');
    // The last two code points of each plane are noncharacters.
    !c.is_control() && !hidden && (c as u32) & 0xfffe != 0xfffe
}

fn cut(text: &str, lettering: Lettering, room: f64) -> String {
    if lettering.room(text) <= room {
        return text.to_owned();
    }
    let number = text.rfind(' ').filter(|&space| text[space + 1..].bytes().all(|byte| byte.is_ascii_digit()));
    let (text, number) = text.split_at(number.unwrap_or(text.len()));
    let whole = |prefix: &str| ellipsis(prefix) + number;
    let kept = longest_prefix(text, |prefix| lettering.room(&whole(prefix)) <= room);
    whole(&text[..kept])
}

fn ellipsis(text: &str) -> String {
    format!("{}…", text.trim_end())
}

/// The byte index where a line ends: before the first word that does not fit, or within a word that is wider than
/// the line, if possible behind a hyphen.
fn break_at(text: &str, lettering: Lettering, room: f64) -> usize {
    let fits = longest_prefix(text, |prefix| lettering.room(prefix.trim_end()) <= room);
    if fits == text.len() {
        return fits;
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    let spaces = text[..fits].rfind(' ');
    let place = spaces.or_else(|| text[..fits].rfind(['-', '_', '/']).filter(|place| *place > 0));
    place.map_or(fits.max(first), |place| place + 1)
}

/// The length in bytes of the longest prefix that fits. All shorter prefixes must fit, too.
fn longest_prefix(text: &str, fits: impl Fn(&str) -> bool) -> usize {
    let ends: Vec<usize> = text.char_indices().map(|(start, c)| start + c.len_utf8()).collect();
    match ends.partition_point(|&end| fits(&text[..end])) {
        0 => 0,
        fitting => ends[fitting - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Lettering = Lettering::regular(10.0);

    #[test]
    fn signs_that_xml_forbids_are_left_out() {
        assert_eq!(clean("a\u{0}b\u{7}\u{fffe}\u{ffff}\u{1b}c"), "abc");
        assert_eq!(clean(" two\r\n\tlines  here "), "two lines here");
        assert_eq!(clean("\u{202e}right to left\u{feff}"), "right to left");
        assert_eq!(clean("<b> & \"é\" 🎲"), "<b> & \"é\" 🎲");
    }

    #[test]
    fn short_text_stays() {
        assert_eq!(shorten("Fireball", TEN, 200.0), "Fireball");
        assert_eq!(wrap("Fireball", TEN, 200.0, 3), ["Fireball"]);
        assert!(wrap(" \n ", TEN, 200.0, 3).is_empty());
    }

    #[test]
    fn long_text_is_shortened_to_fit() {
        let short = shorten(&"Lightning ".repeat(30), TEN, 120.0);
        assert!(short.starts_with("Lightning Light") && short.ends_with('…'), "{short}");
        assert!(TEN.room(&short) <= 120.0);
        assert_eq!(shorten("Lightning", TEN, 1.0), "…");
    }

    #[test]
    fn lines_break_between_words_and_within_those_that_are_too_long() {
        let lines = wrap("one two three four five six seven", TEN, 80.0, 9);
        assert_eq!(lines, ["one two three", "four five six", "seven"]);
        let lines = wrap(&"🎲é".repeat(100), TEN, 90.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| TEN.room(line) <= 90.0) && lines[2].ends_with('…'));
        assert_eq!(wrap("ab", TEN, 0.5, 5), ["a", "b"]);
        assert_eq!(wrap("with-a-long-name", TEN, 60.0, 3), ["with-a-", "long-name"]);
    }
}
