//! Odds, ready to be shown.

use serde_json::{Value, json};

use crate::analysis::Odds;
use crate::description::SideTable;
use crate::report::number::Digits;
use crate::report::{files, odds as tables, page};
use crate::scenario::Scenario;

/// The maximum number of rows of a table.
const MOST_ROWS: usize = 200;

/// What a page shows of a scenario's odds. The tables of a run are included as files, and those of the
/// procedure also in a form for reading.
pub fn outcome(scenario: &Scenario, odds: &Odds) -> Value {
    let mut view = page::part(&scenario.base, scenario, odds);
    // There are too many joint outcomes for a page.
    let files = files::tables(scenario, odds).into_iter().filter(|(name, _)| name != "joint.csv");
    let files = files.map(|(name, bytes)| json!({ "name": name, "text": String::from_utf8_lossy(&bytes) }));
    view["files"] = files.collect();
    view["tables"] =
        scenario.ready.tables.iter().filter(|side| odds.knows(side)).map(|side| table(side, odds)).collect();
    view
}

fn table(side: &SideTable, odds: &Odds) -> Value {
    let rows = side.rows(&odds.indicators);
    let shown = tables::side_table(side, &rows).text_of(MOST_ROWS, Digits::Few);
    json!({
        "name": side.name.trim_end_matches(".csv").replace(['_', '-'], " "),
        "columns": side.columns,
        "rows": shown.cells(),
        "left_out": rows.len().saturating_sub(MOST_ROWS),
    })
}
