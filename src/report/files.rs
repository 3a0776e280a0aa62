//! The files of a run.

#[cfg(feature = "charts")]
use super::charts::{self, ChartError, Heading, Picture};
use super::odds;
#[cfg(feature = "charts")]
use super::policy;
use crate::analysis::Odds;
use crate::description::SideTable;
use crate::scenario::Scenario;

/// The charts to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Charts {
    /// No charts
    None,
    /// All metrics in one chart
    Overview,
    /// That, and one for each metric
    All,
}

/// Renders a table of the odds as the bytes of a file.
type Render = fn(&Odds) -> Vec<u8>;

/// The tables of every run of a scenario with dice. To add one, write a function and add a row.
const TABLES: &[(&str, Render)] = &[
    ("distributions.csv", odds::distributions),
    ("summary.csv", odds::summary),
    ("questions.csv", odds::questions),
    (JOINT, odds::joint),
];

/// The table of the joint distribution. It may be too large, and then it is left out.
pub const JOINT: &str = "joint.csv";

/// The tables of a run: file names and contents.
pub fn tables(scenario: &Scenario, odds: &Odds) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    if !scenario.is_deterministic() {
        let is_known = |(name, _): &&(&str, Render)| *name != JOINT || !odds.joint.metrics.is_empty();
        let tables = TABLES.iter().filter(is_known);
        files.extend(tables.map(|(name, render)| ((*name).to_owned(), render(odds))));
    }
    let table = |side: &SideTable| odds::side_table(side, &side.rows(&odds.indicators)).csv();
    let known = scenario.ready.tables.iter().filter(|side| odds.knows(side));
    files.extend(known.map(|side| (side.name.to_string(), table(side))));
    files
}

/// The charts of a run with their names: an overview, the figures of the procedure, and perhaps each metric,
/// whose chart has its name, after `metric-` if another chart has that name. A deterministic scenario has none.
///
/// # Errors
///
/// If a figure cannot be drawn from the odds.
#[cfg(feature = "charts")]
pub fn charts(scenario: &Scenario, odds: &Odds, which: Charts) -> Result<Vec<(String, Picture)>, ChartError> {
    let mut drawn = Vec::new();
    if scenario.is_deterministic() || which == Charts::None {
        return Ok(drawn);
    }
    let (title, choices) = (scenario.full_title(), scenario.choices());
    let heading = Heading { system: &scenario.system, title: &title, choices: &choices };
    drawn.push(("overview".to_owned(), charts::overview(&heading, policy::first(scenario).as_deref(), odds)));
    for figure in scenario.figures() {
        let chart = charts::figure(&heading, odds, &scenario.ready.tables, figure)?;
        drawn.extend(chart.map(|chart| (figure.name.to_string(), chart)));
    }
    if which == Charts::All {
        for law in &odds.distributions {
            let mut name = law.metric.name.clone();
            // Some file systems do not tell capitals from small letters. `compare` is the chart of variants.
            let names = || drawn.iter().map(|(other, _)| other.as_str()).chain(["compare"]);
            while names().any(|other| other.eq_ignore_ascii_case(&name)) {
                name.insert_str(0, "metric-");
            }
            drawn.push((name, charts::metric(&heading, odds, law)));
        }
    }
    Ok(drawn)
}
