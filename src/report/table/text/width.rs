//! Fits text into a width: the widths of columns, and lines that are wrapped between words.

use unicode_width::UnicodeWidthStr;

/// The least width to which names are wrapped.
const NARROW: usize = 16;

/// The widths of a column.
pub struct Bounds {
    /// The minimum width.
    pub least: usize,
    /// The width at which no cell is wrapped.
    pub cells: usize,
    /// The width at which the heading is not wrapped, either.
    whole: usize,
}

impl Bounds {
    /// The widths of a column with this heading, whose widest cell has the width `cells`. The cells
    /// of a `rigid` column are never wrapped.
    pub fn new(heading: &str, cells: usize, rigid: bool) -> Self {
        let whole = cells.max(heading.width());
        let longest_word = heading.split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0);
        let least = if rigid { cells.max(longest_word.min(NARROW)) } else { whole.min(NARROW) };
        Bounds { least, cells, whole }
    }
}

/// Shares `room` among columns, or returns `None` if there is too little. Spare room goes to the
/// column that lacks most, first for cells, then for headings.
pub fn shared_out(room: usize, bounds: &[Bounds]) -> Option<Vec<usize>> {
    let mut widths: Vec<usize> = bounds.iter().map(|bounds| bounds.least).collect();
    let mut spare = room.checked_sub(widths.iter().sum())?;
    for wanted in [|bounds: &Bounds| bounds.cells, |bounds: &Bounds| bounds.whole] {
        let lack = |widths: &[usize], column: usize| wanted(&bounds[column]).saturating_sub(widths[column]);
        while spare > 0
            && let Some(column) = (0..widths.len()).rev().max_by_key(|&column| lack(&widths, column))
            && lack(&widths, column) > 0
        {
            widths[column] += 1;
            spare -= 1;
        }
    }
    Some(widths)
}

/// Wraps text between words to lines of at most this width. Words that are wider end in an ellipsis.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut(word, width)),
        }
    }
    lines
}

/// Wraps each line of a text with [`wrapped`].
pub fn in_lines(text: &str, width: usize) -> String {
    text.lines().map(|line| wrapped(line, width).join("\n") + "\n").collect()
}

/// Cuts text to this width, with an ellipsis at the end if it was too wide.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for sign in text.chars() {
        kept.push(sign);
        if kept.width() + 1 > width {
            kept.pop();
            break;
        }
    }
    kept + "…"
}
