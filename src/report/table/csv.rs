//! Tables as CSV.

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

/// Prefixes cells that a spreadsheet would take for a formula with an apostrophe, as OWASP
/// recommends against CSV injection. Names that users give may begin like a formula.
fn harmless(cell: String) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { format!("'{cell}") } else { cell }
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
    }
}
