//! Runs a function at every setting of a grid.

use serde::Serialize;

use super::findings::{Finder, Findings};
use super::{Progress, RunError, parallel};
use crate::chance::Unit;
use crate::description::words;
use crate::expression::{Statistic, StatisticName};
use crate::scenario::{Document, Grid, Problems, Query, Scenario, Settings};

/// A setting that the rules do not allow, or at which what is given does not happen.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    /// Its number in the grid.
    pub number: u64,
    /// The value of each key.
    pub values: Vec<String>,
    /// The problems.
    pub problems: Problems,
}

impl Skipped {
    /// The problems of the first, as those of a grid of which the rules allow no setting.
    pub fn first_problems(all: &[Skipped]) -> Problems {
        all.first().map(|skipped| skipped.problems.clone()).unwrap_or_default()
    }

    /// The message of its first problem.
    pub fn why(&self) -> &str {
        self.problems.0.first().map_or("", |problem| &problem.message)
    }
}

/// The results at the settings of a grid, in the grid's order: each with its number and the value of
/// each key.
pub struct Found<T> {
    pub settings: Vec<(u64, Vec<String>, T)>,
    /// The settings that the rules do not allow.
    pub skipped: Vec<Skipped>,
}

impl<T> Found<T> {
    /// The names of statistics at the settings that the rules allow; empty if there is none. If the number of
    /// members is varied, others may have their places at the last setting.
    pub fn names<'a>(
        &self,
        document: &Document,
        grid: &Grid,
        queries: impl Iterator<Item = &'a Query>,
        statistic: impl Fn(&Query, &Scenario) -> Result<Statistic, Problems>,
    ) -> Vec<StatisticName> {
        let is_count = |key: &str| key.ends_with(".count") || key.ends_with(".name");
        let last = self.settings.last().filter(|_| self.settings.len() > 1 && grid.keys().any(is_count));
        let ends = self.settings.first().into_iter().chain(last);
        let ends: Vec<Scenario> =
            ends.filter_map(|(number, ..)| grid.apply(document, *number).check().ok()).collect();
        let name = |query: &Query| {
            let names = ends.iter().map(|end| Ok(statistic(query, end)?.name(&end.scope())));
            names.collect::<Result<Vec<_>, Problems>>().map(in_one).transpose()
        };
        let names = queries.filter_map(name).collect::<Result<_, Problems>>();
        names.expect("they were statistics of this setting before")
    }
}

/// The names of one statistic in several scenarios as one: members that stand in the same place may have other
/// names. `None` if there are no scenarios.
pub fn in_one(names: Vec<StatisticName>) -> Option<StatisticName> {
    let words = words::in_one(names.iter().map(|name| name.words.as_str()));
    names.into_iter().next().map(|first| StatisticName { words, ..first })
}

/// Why a setting has no result.
pub enum Unfit {
    /// The rules do not allow it, or a query is not possible for it. It is skipped.
    Problems(Problems),
    /// Its odds cannot be computed. The whole command fails.
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

/// Calls `one`, in parallel, at every setting that `findings` covers and the rules allow.
///
/// # Errors
/// The first error that is not just a problem of a setting, or when `progress` was told to stop.
pub fn at_each<T: Send>(
    document: &Document,
    grid: &Grid,
    findings: &Findings,
    progress: &Progress,
    one: impl Fn(u64, Scenario, &mut Finder) -> Result<T, Unfit> + Sync,
) -> Result<Found<T>, RunError> {
    let numbers = findings.of(grid.len());
    let settings = Settings::new(document, grid);
    let work = progress.begin(Unit::Settings, Some(numbers.end - numbers.start));
    let setting = |place: usize| {
        let number = numbers.start + place as u64;
        if work.is_stopped() {
            return Err(RunError::Stopped);
        }
        let mut finder = findings.finder(number);
        let checked = settings.scenario(number).map_err(Unfit::from);
        let found = checked.and_then(|scenario| one(number, scenario, &mut finder));
        findings.keep(number, finder);
        work.add(1);
        match found {
            Ok(found) => Ok(Ok(found)),
            Err(Unfit::Problems(problems)) => Ok(Err(problems)),
            // It may well happen at other settings.
            Err(Unfit::Run(error @ RunError::NeverGiven { .. })) => {
                Ok(Err(document.problem_of_given(error.to_string())))
            }
            Err(Unfit::Run(error)) => Err(error.at(|| {
                let written = |(key, value)| format!("{key}={value}");
                let setting = grid.keys().zip(grid.setting(number)).map(written);
                setting.collect::<Vec<_>>().join(", ")
            })),
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
