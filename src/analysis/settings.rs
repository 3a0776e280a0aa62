//! One thing after the other, for every setting of a grid.

use serde::Serialize;

use super::findings::{Finder, Findings};
use super::shared::Shared;
use super::{Progress, RunError, parallel};
use crate::chance::Unit;
use crate::expression::{Statistic, StatisticName};
use crate::scenario::{Document, Grid, Problems, Query, Scenario, Settings};

/// A setting that the rules do not allow.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    /// Its number in the grid.
    pub number: u64,
    /// The value of each key.
    pub values: Vec<String>,
    /// What is wrong with it.
    pub problems: Problems,
}

/// What was found at the settings of a grid, in its order: each with its number and
/// the value of each key.
pub struct Found<T> {
    pub settings: Vec<(u64, Vec<String>, T)>,
    /// Those that the rules do not allow.
    pub skipped: Vec<Skipped>,
}

impl<T> Found<T> {
    /// What statistics are called at the first setting that is a scenario; without one, nothing.
    pub fn names<'a>(
        &self,
        document: &Document,
        grid: &Grid,
        queries: impl Iterator<Item = &'a Query>,
        statistic: impl Fn(&Query, &Scenario) -> Result<Statistic, Problems>,
    ) -> Vec<StatisticName> {
        let first = self.settings.first().and_then(|(number, ..)| grid.apply(document, *number).check().ok());
        let name = |query| first.as_ref().map(|first| Ok(statistic(query, first)?.name(&first.scope())));
        let names = queries.filter_map(name).collect::<Result<_, Problems>>();
        names.expect("they were statistics of this setting before")
    }
}

/// Why there is nothing for a setting.
pub enum Unfit {
    /// It is no scenario, or not one of which this can be asked.
    Problems(Problems),
    /// It is one, but its odds cannot be had: then nothing is of use.
    Run(RunError),
}

impl From<Problems> for Unfit {
    fn from(problems: Problems) -> Self {
        Unfit::Problems(problems)
    }
}

impl From<RunError> for Unfit {
    fn from(error: RunError) -> Self {
        Unfit::Run(error)
    }
}

/// Does `one` for every setting that is a scenario, and of which there are `findings`, on all
/// threads.
///
/// # Errors
/// The first that is no fault of a setting, or when `progress` was told to stop.
pub fn at_each<T: Send>(
    document: &Document,
    grid: &Grid,
    findings: &Findings,
    progress: &Progress,
    one: impl Fn(u64, Scenario, &mut Finder<'_>) -> Result<T, Unfit> + Sync,
) -> Result<Found<T>, RunError> {
    let numbers = findings.of(grid.len());
    let settings = Settings::new(document, grid);
    let shared = Shared::default();
    let work = progress.begin(Unit::Settings, Some(numbers.end - numbers.start));
    let setting = |place: usize| {
        let number = numbers.start + place as u64;
        if work.is_stopped() {
            return Err(RunError::Stopped);
        }
        let mut finder = findings.finder(number, &shared);
        let checked = settings.scenario(number).map_err(Unfit::from);
        let found = checked.and_then(|scenario| one(number, scenario, &mut finder));
        findings.keep(number, finder);
        work.add(1);
        match found {
            Ok(found) => Ok(Ok(found)),
            Err(Unfit::Problems(problems)) => Ok(Err(problems)),
            Err(Unfit::Run(error)) => Err(error),
        }
    };
    let count = usize::try_from(numbers.end - numbers.start).expect("a grid has at most a million settings");
    let results = parallel::each(count, setting)?;
    let mut found = Found { settings: Vec::new(), skipped: Vec::new() };
    for (number, result) in numbers.zip(results) {
        let values = grid.setting(number).into_iter().map(str::to_owned).collect();
        match result {
            Ok(one) => found.settings.push((number, values, one)),
            Err(problems) => found.skipped.push(Skipped { number, values, problems }),
        }
    }
    Ok(found)
}
