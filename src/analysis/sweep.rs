//! The odds over a grid of settings.

use super::odds::Odds;
use super::settings::{Skipped, at_each};
use super::settle::{Effort, odds};
use super::{Progress, RunError};
use crate::scenario::{Document, Grid};

/// The odds of every setting of a grid.
#[derive(Debug)]
pub struct Sweep {
    /// The keys that are varied.
    pub keys: Vec<String>,
    /// The settings that are scenarios, in the grid's order.
    pub settings: Vec<Setting>,
    /// Those that are not, with what is wrong with each.
    pub skipped: Vec<Skipped>,
}

/// A setting of a grid.
#[derive(Debug)]
pub struct Setting {
    /// The value of each key.
    pub values: Vec<String>,
    /// Its odds.
    pub odds: Odds,
}

/// The odds over a grid: exact wherever the law can be had.
///
/// # Errors
/// As of [`odds`], of any setting.
pub fn sweep(
    document: &Document,
    grid: &Grid,
    effort: &Effort,
    progress: &Progress,
) -> Result<Sweep, RunError> {
    let found =
        at_each(document, grid, effort, progress, |_, scenario| Ok(odds(&scenario, effort, progress)?))?;
    let settings = found.settings.into_iter().map(|(_, values, odds)| Setting { values, odds }).collect();
    Ok(Sweep { keys: grid.keys().map(str::to_owned).collect(), settings, skipped: found.skipped })
}
