//! Tables as CSV.

/// Rows behind a header; without names there is none.
pub fn table<'a>(
    header: impl IntoIterator<Item = &'a str>,
    rows: impl Iterator<Item = Vec<String>>,
) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let in_memory = "a table in memory takes any record";
    let header: Vec<String> = header.into_iter().map(|name| harmless(name.to_owned())).collect();
    if !header.is_empty() {
        writer.write_record(header).expect(in_memory);
    }
    for row in rows {
        writer.write_record(row.into_iter().map(harmless)).expect(in_memory);
    }
    writer.into_inner().expect(in_memory)
}

/// A cell that no spreadsheet takes for a formula: names that users give may begin like one.
/// The apostrophe is what OWASP recommends against CSV injection.
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
        assert_eq!(table(["=name"], std::iter::empty()), b"'=name\n");
        let shown = cells.map(|cell| harmless(cell.to_owned()));
        assert_eq!(shown, ["'=1+1", "'+x", "'-2-3", "'@sum", "'\ttab", "-3", "+2", "-1e-7", "damage", ""]);
    }
}
