//! Odds, ready to be shown.

use serde_json::{Value, json};

use crate::analysis::Odds;
use crate::description::{BEST_PLAY, Datum, SideTable};
use crate::report::number::{Digits, Known, Measure};
use crate::report::{files, page, text};
use crate::scenario::Scenario;
use crate::stats::ROUNDING;

/// The maximum number of rows of a table.
const MOST_ROWS: usize = 200;

/// What a page shows of a scenario's odds. The tables of a run are included as files, and those of the
/// procedure also in a form for reading. `before` is the headline that was shown before.
pub fn outcome(scenario: &Scenario, odds: &Odds, before: Option<f64>) -> Value {
    let mut view = page::part(&scenario.base, scenario, odds);
    let shown = view["headline"]["metric"].as_u64().unwrap_or(0) as usize;
    view["headline"]["change"] = json!(before.and_then(|before| change(scenario, odds, shown, before)));
    view["trials"] = json!(odds.engine.trials());
    view["given"] = json!(text::given(odds, Digits::Few));
    // There are too many joint outcomes for a page.
    let files = files::tables(scenario, odds).into_iter().filter(|(name, _)| name != files::JOINT);
    let files = files.map(|(name, bytes)| json!({ "name": name, "text": String::from_utf8_lossy(&bytes) }));
    view["files"] = files.collect();
    let tables = scenario.ready.tables.iter().filter(|side| odds.knows(side));
    // Best play is in sentences and in a table of its own, for players.
    let play = view["decisions"].get("table").cloned();
    let tables = tables.filter(|side| play.is_none() || side.name != BEST_PLAY).map(|side| table(side, odds));
    view["tables"] = tables.chain(play.clone()).collect();
    view
}

/// How the headline has changed, in words: the value of best play, or else the chance of the first question, or
/// the mean of the metric that is shown. `None` if it has not.
fn change(scenario: &Scenario, odds: &Odds, shown: usize, before: f64) -> Option<String> {
    let (measure, now) = match (page::best_play(scenario, odds), odds.answers.first()) {
        (Some(play), _) if play.goal.is_chance => (Measure::Chance, play.value.into()),
        (Some(play), _) => (Measure::Number, play.value.into()),
        (None, Some(first)) => (Measure::Chance, Known::new(first, odds.engine)),
        (None, None) => {
            (Measure::Number, Known::new(page::charted(odds).nth(shown)?.summary.as_ref()?, odds.engine))
        }
    };
    let [value, low, high] = [now.value, now.low, now.high].map(|now| now - before);
    if !value.is_finite() || value.abs() <= ROUNDING {
        return None;
    }
    if now.sampled && low <= 0.0 && high >= 0.0 {
        return Some("hardly changed".to_owned());
    }
    let said = measure.say_change(Known { value, low, high, sampled: now.sampled });
    let amount = said.trim_start_matches(['+', '−']);
    let unit = match measure {
        Measure::Chance if amount == "1" => " point",
        Measure::Chance => " points",
        Measure::Number => "",
    };
    Some(format!("{amount}{unit} {}", if value > 0.0 { "more" } else { "less" }))
}

/// A table of the procedure as players read it. The numbers of a table of indicators are chances.
fn table(side: &SideTable, odds: &Odds) -> Value {
    let said = |datum: &Datum| match datum {
        Datum::Empty => String::new(),
        Datum::Text(text) => text.clone(),
        Datum::Integer(number) => number.to_string(),
        Datum::Number(chance) if side.needs_indicators => {
            Measure::Chance.say(Known::of_event(*chance, odds.engine))
        }
        Datum::Number(number) => Measure::Number.say(*number),
        Datum::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
    };
    let (columns, mut rows) = match side.words() {
        Some((columns, rows)) => (columns.to_vec(), rows),
        None => {
            let columns = side.columns.iter().map(|name| name.replace('_', " ").into());
            let rows = side.rows(&odds.indicators);
            (columns.collect(), rows.iter().map(|row| row.iter().map(said).collect()).collect())
        }
    };
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    json!({
        "name": side.name.trim_end_matches(".csv").replace(['_', '-'], " "),
        "columns": columns,
        "rows": rows,
        "left_out": left_out,
    })
}
