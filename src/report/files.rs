//! The files of a run.

use serde_json::Value;

use super::charts::{self, ChartError, Heading, Picture};
use super::{json, odds};
use crate::analysis::Odds;
use crate::description::SideTable;
use crate::scenario::Scenario;

/// The odds of one scenario, or of one of its variants, and how they came about.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// The variant's name, if it is one.
    pub variant: Option<&'a str>,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its odds.
    pub odds: &'a Odds,
    /// The wall time it took.
    pub seconds: f64,
}

/// The files of one folder of results.
#[derive(Clone, Debug, Default)]
pub struct FolderContents {
    /// The folder's name below the directory; empty for the directory itself.
    pub folder: String,
    /// What the manifest says besides whose the folder is and which files it has.
    pub notes: Value,
    /// The files by name.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Which charts to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charts {
    /// None.
    None,
    /// All metrics in one, and what the procedure shows besides.
    Overview,
    /// That, and one for each metric.
    All,
}

/// A table of a run that has odds: its bytes.
type Render = fn(&Odds) -> Vec<u8>;

/// The tables of every run that has odds. A new one is a function and a row.
const TABLES: &[(&str, Render)] = &[
    ("distributions.csv", odds::distributions),
    ("summary.csv", odds::summary),
    ("questions.csv", odds::questions),
    ("joint.csv", odds::joint),
];

/// All files of a run, and what its record says; a variant's go into a folder of its own.
pub fn folder_contents(record: &Record<'_>, which: Charts) -> Result<FolderContents, ChartError> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let which = if record.scenario.is_deterministic() { Charts::None } else { which };
    if !record.scenario.is_deterministic() {
        files.extend(TABLES.iter().map(|(name, render)| ((*name).to_owned(), render(record.odds))));
    }
    let sides = record.scenario.ready.tables.iter();
    let table = |side: &SideTable| odds::side(side, &side.rows(&record.odds.indicators)).csv();
    files.extend(sides.map(|side| (side.name.to_string(), table(side))));
    for (name, picture) in charts(record, which)? {
        files.extend(picture.files(&name)?);
    }
    let Record { variant, scenario, odds, seconds } = *record;
    let notes = json::run(variant, scenario, odds, seconds);
    Ok(FolderContents { folder: variant.unwrap_or_default().to_owned(), notes, files })
}

fn charts(record: &Record<'_>, which: Charts) -> Result<Vec<(String, Picture)>, ChartError> {
    let title = match record.variant {
        None => record.scenario.title.clone(),
        Some(variant) => format!("{} ({variant})", record.scenario.title),
    };
    let choices = record.scenario.choices();
    let heading = Heading { system: &record.scenario.system, title: &title, choices: &choices };
    let mut drawn = Vec::new();
    if which != Charts::None {
        drawn.push(("overview".to_owned(), charts::overview(&heading, record.odds)));
        for figure in &record.scenario.procedure.figures {
            let chart = charts::figure(&heading, record.odds, figure)?;
            drawn.extend(chart.map(|chart| (figure.name.to_string(), chart)));
        }
    }
    if which == Charts::All {
        for (index, distribution) in record.odds.distributions.iter().enumerate() {
            drawn.push((distribution.metric.name.clone(), charts::metric(&heading, record.odds, index)?));
        }
    }
    Ok(drawn)
}
