//! Tables as CSV.

use crate::scenario::is_obeyed;

/// Writes rows, after a header if there is one.
pub fn table(header: Option<Vec<&str>>, rows: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "a table in memory takes any record";
    let header = header.map(|names| names.into_iter().map(str::to_owned).collect());
    for row in header.into_iter().chain(rows) {
        writer.write_record(row.into_iter().map(harmless)).expect(in_memory);
    }
    writer.into_inner().expect(in_memory)
}

/// Puts an apostrophe before what a spreadsheet would take for a formula, as OWASP recommends against
/// CSV injection. Names that users give may begin like a formula. Some spreadsheets ignore spaces in
/// front of it, take full-width signs for signs, or begin a new cell after a semicolon or a tab.
fn harmless(cell: String) -> String {
    // Nearly all cells are numbers or names.
    if cell.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_')) {
        return cell;
    }
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let is_space = |c: char| c.is_whitespace() || is_obeyed(c);
    let is_formula = |part: &str| {
        let is_sign = part.starts_with(['\t', '\r']) || part.trim_start_matches(is_space).starts_with(SIGNS);
        is_sign && part.trim_end_matches([';', '\t']).parse::<f64>().is_err()
    };
    let mark = |part| if is_formula(part) { "'" } else { "" };
    cell.split_inclusive([';', '\t']).flat_map(|part| [mark(part), part]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_formulas_and_numbers_stay_numbers() {
        let cells = ["=1+1", "+x", "-2-3", "@sum", "\ttab", "-3", "+2", "-1e-7", "damage", ""];
        assert_eq!(table(Some(vec!["=name"]), std::iter::empty()), b"'=name\n");
        let shown = cells.map(|cell| harmless(cell.to_owned()));
        assert_eq!(shown, ["'=1+1", "'+x", "'-2-3", "'@sum", "'\ttab", "-3", "+2", "-1e-7", "damage", ""]);
        for formula in [" =1+1", "\u{a0}\u{200b}=1+1", "＝1+1", "＋1", "－1", "＠sum", " ＝1", "\n=1"] {
            assert_eq!(harmless(formula.to_owned()), format!("'{formula}"));
        }
        assert_eq!(harmless("a;=1; @b;-2;c".to_owned()), "a;'=1;' @b;-2;c");
        for text in ["a = 1", "p(hit == 1)", "one-more", "a; b", " x", "10 %"] {
            assert_eq!(harmless(text.to_owned()), text);
        }
    }
}
