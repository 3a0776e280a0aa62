//! The odds over a grid of settings.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::exact_or_sampled::{Effort, Estimates};
use super::findings::{Findings, OverSettings, fingerprint};
use super::odds::Odds;
use super::part::Fingerprint;
use super::settings::{Skipped, at_each};
use super::{Progress, RunError};
use crate::expression::StatisticName;
use crate::scenario::{Document, Grid, Query};

/// The odds of every setting of a grid.
#[derive(Debug, Serialize)]
pub struct Sweep {
    /// The keys that are varied.
    pub keys: Vec<String>,
    /// The statistics that were asked for, by the names of the first setting.
    pub statistics: Vec<StatisticName>,
    /// The settings that are scenarios, in the grid's order.
    pub settings: Vec<Setting>,
    /// Those that are not, with what is wrong with each.
    pub skipped: Vec<Skipped>,
}

/// A setting of a grid.
#[derive(Debug, Serialize)]
pub struct Setting {
    /// The value of each key.
    pub values: Vec<String>,
    /// Its odds, which settings of equal laws share.
    #[serde(serialize_with = "as_odds")]
    pub odds: Arc<Odds>,
    /// The values of the statistics that were asked for.
    pub estimates: Estimates,
}

impl Setting {
    /// How its numbers were found: sampled, if any of them was.
    pub fn engine(&self) -> &'static str {
        if self.is_sampled() { "sampled" } else { "exact" }
    }

    /// Whether any of its numbers was sampled.
    pub fn is_sampled(&self) -> bool {
        self.odds.engine.trials().or(self.estimates.trials).is_some()
    }
}

fn as_odds<S: Serializer>(odds: &Arc<Odds>, serializer: S) -> Result<S::Ok, S::Error> {
    odds.as_ref().serialize(serializer)
}

/// The odds and the statistics of the `queries` over a grid: exact wherever the law can be had.
///
/// # Errors
/// As of [`odds_of`](super::odds_of), of any setting.
pub fn sweep(
    document: &Document,
    grid: &Grid,
    queries: &[Query],
    effort: &Effort,
    progress: &Progress,
) -> Result<Sweep, RunError> {
    SweepJob { document, grid, queries, effort }.over(&Findings::Computed, progress)
}

/// A sweep that can be done in parts: [`sweep`].
#[derive(Clone, Copy, Debug)]
pub struct SweepJob<'a> {
    /// The scenario.
    pub document: &'a Document,
    /// What is varied in it.
    pub grid: &'a Grid,
    /// The statistics that are asked for.
    pub queries: &'a [Query],
    /// How much work a setting is worth.
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
        Ok(Sweep {
            keys: grid.keys().map(str::to_owned).collect(),
            statistics,
            settings: found.settings.into_iter().map(setting).collect(),
            skipped: found.skipped,
        })
    }
}
