//! The odds over a grid of settings.

use rayon::prelude::*;

use super::blocks::threads;
use super::odds::Odds;
use super::run::{Progress, RunError};
use super::settle::{Effort, odds};
use crate::scenario::{Document, Grid, Problems};

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

/// A setting that the rules do not allow.
#[derive(Debug)]
pub struct Skipped {
    /// The value of each key.
    pub values: Vec<String>,
    /// What is wrong with it.
    pub problems: Problems,
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
    let one = |number| {
        if progress.is_stopped() {
            return Err(RunError::Stopped);
        }
        let values: Vec<String> = grid.setting(number).into_iter().map(str::to_owned).collect();
        match grid.apply(document, number).check() {
            Ok(scenario) => Ok(Ok(Setting { values, odds: odds(&scenario, effort, progress)? })),
            Err(problems) => Ok(Err(Skipped { values, problems })),
        }
    };
    let all = || (0..grid.len()).into_par_iter().map(one).collect::<Result<Vec<_>, RunError>>();
    let results = threads(effort.sampling.threads)?.install(all)?;
    let keys = grid.keys().map(str::to_owned).collect();
    let mut sweep = Sweep { keys, settings: Vec::new(), skipped: Vec::new() };
    for result in results {
        match result {
            Ok(setting) => sweep.settings.push(setting),
            Err(skipped) => sweep.skipped.push(skipped),
        }
    }
    Ok(sweep)
}
