//! The odds over a grid of settings.

use serde::Serialize;

use super::exact_or_sampled::{Effort, Estimates};
use super::findings::{Findings, OverSettings, fingerprint};
use super::odds::Odds;
use super::part::Fingerprint;
use super::settings::{Skipped, at_each};
use super::units::count_alike;
use super::{Progress, RunError};
use crate::expression::StatisticName;
use crate::scenario::{Document, Grid, Query};

/// The odds of every setting of a grid.
#[derive(Debug, Serialize)]
pub struct Sweep {
    /// The keys that are varied.
    pub keys: Vec<String>,
    /// The names of the requested statistics, at the first setting.
    pub statistics: Vec<StatisticName>,
    /// The settings that the rules allow, in the grid's order.
    pub settings: Vec<Setting>,
    /// The settings that the rules do not allow, each with its problems.
    pub skipped: Vec<Skipped>,
}

/// A setting of a grid.
#[derive(Debug, Serialize)]
pub struct Setting {
    /// The value of each key.
    pub values: Vec<String>,
    /// Its odds.
    pub odds: Odds,
    /// The values of the requested statistics.
    pub estimates: Estimates,
}

impl Setting {
    /// Whether any of its numbers was sampled.
    pub fn is_sampled(&self) -> bool {
        self.odds.engine.trials().or(self.estimates.trials).is_some()
    }
}

/// Computes the odds and the statistics of `queries` at each setting of a grid, exact or sampled as
/// `effort` says.
///
/// # Errors
/// The errors of [`odds_of`](super::odds_of), at any setting.
pub fn sweep(
    document: &Document,
    grid: &Grid,
    queries: &[Query],
    effort: &Effort,
    progress: &Progress,
) -> Result<Sweep, RunError> {
    SweepJob { document, grid, queries, effort }.over(&Findings::default(), progress)
}

/// A [`sweep`] that can be computed in parts.
#[derive(Clone, Copy, Debug)]
pub struct SweepJob<'a> {
    /// The scenario.
    pub document: &'a Document,
    /// The keys that are varied, and their values.
    pub grid: &'a Grid,
    /// The requested statistics.
    pub queries: &'a [Query],
    /// How each setting is computed.
    pub effort: &'a Effort,
}

impl OverSettings for SweepJob<'_> {
    type Answer = Sweep;

    fn fingerprint(&self) -> Fingerprint {
        let queries: Vec<&str> = self.queries.iter().map(Query::text).collect();
        fingerprint("sweep", &[self.document], &[self.grid], &queries, self.effort)
    }

    fn over(&self, findings: &Findings, progress: &Progress) -> Result<Sweep, RunError> {
        let &SweepJob { document, grid, queries, effort } = self;
        let found = at_each(document, grid, findings, progress, |_, scenario, finder| {
            let statistics =
                queries.iter().map(|query| query.statistic(&scenario)).collect::<Result<Vec<_>, _>>()?;
            let found = finder.odds(&scenario, effort, progress)?;
            let estimates = match &statistics.iter().collect::<Vec<_>>()[..] {
                [] => Estimates { values: Vec::new(), trials: None },
                statistics => finder.estimates(&scenario, statistics, effort, progress)?,
            };
            Ok((found, estimates))
        })?;
        let statistics = found.names(document, grid, queries.iter(), Query::statistic);
        let setting = |(_, values, (odds, estimates))| Setting { values, odds, estimates };
        let mut settings: Vec<Setting> = found.settings.into_iter().map(setting).collect();
        count_alike(settings.iter_mut().map(|setting| &mut setting.odds));
        Ok(Sweep {
            keys: grid.keys().map(str::to_owned).collect(),
            statistics,
            settings,
            skipped: found.skipped,
        })
    }
}
