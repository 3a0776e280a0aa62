//! Results at the settings of a grid: computed on the spot, computed and kept for a part, or read from
//! merged parts.

use std::collections::BTreeMap;
use std::mem::take;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::blocks::Counts;
use super::exact_or_sampled::{Effort, Estimates, estimates_among, odds_among};
use super::group::{kept_odds, odds_again};
use super::job::Job;
use super::odds::Odds;
use super::part::{Fingerprint, Part, PartError, Reader, write};
use super::{Progress, RunError};
use crate::digest::hash;
use crate::expression::Statistic;
use crate::scenario::{Document, Grid, Scenario};
use crate::stats::Estimate;

/// Where the results at the settings of a grid come from.
pub enum Findings {
    /// All settings are computed.
    Computed,
    /// Only these settings are computed, and their results are kept as bytes.
    Kept(Range<u64>, Mutex<BTreeMap<u64, Vec<u8>>>),
    /// The results of all settings are known, as bytes.
    Known(Mutex<BTreeMap<u64, Vec<u8>>>),
}

/// Computes or reads the results at one setting.
pub struct Finder {
    bytes: Finding,
    /// Whether an attempt has shown that the exact distributions are far too large.
    is_hopeless: bool,
}

/// Where the results of a setting come from, and whether they are kept.
enum Finding {
    /// They are computed.
    Computes,
    /// They are computed, and appended to these bytes.
    Keeps(Vec<u8>),
    /// They are read from these bytes; the number says how many bytes have been read.
    Knows(Vec<u8>, usize),
}

impl Findings {
    /// The range of settings to visit, out of this many.
    pub fn of(&self, settings: u64) -> Range<u64> {
        match self {
            Findings::Kept(range, _) => range.clone(),
            _ => 0..settings,
        }
    }

    /// Returns the finder of a setting. With a suite of scenarios, each setting is visited once per
    /// scenario.
    pub fn finder(&self, number: u64) -> Finder {
        let at = |all: &Mutex<BTreeMap<u64, Vec<u8>>>| {
            take(all.lock().unwrap_or_else(PoisonError::into_inner).entry(number).or_default())
        };
        let bytes = match self {
            Findings::Computed => Finding::Computes,
            Findings::Kept(_, all) => Finding::Keeps(at(all)),
            Findings::Known(all) => Finding::Knows(at(all), 0),
        };
        Finder { bytes, is_hopeless: false }
    }

    /// Stores the bytes of a finder: the results found so far, or those that have not been read yet.
    pub fn keep(&self, number: u64, finder: Finder) {
        let (Findings::Kept(_, all) | Findings::Known(all)) = self else { return };
        let bytes = match finder.bytes {
            Finding::Computes => return,
            Finding::Keeps(bytes) => bytes,
            Finding::Knows(mut bytes, read) => bytes.split_off(read),
        };
        all.lock().unwrap_or_else(PoisonError::into_inner).insert(number, bytes);
    }
}

impl Finder {
    /// The odds of a scenario, without the rows of a joint distribution, as [`sample`](super::sample)
    /// and [`exact`](super::exact) compute them.
    pub fn odds(
        &mut self,
        scenario: &Scenario,
        effort: &Effort,
        progress: &Progress,
    ) -> Result<Odds, RunError> {
        let mut is_hopeless = self.is_hopeless;
        let found = self.find(
            || odds_among(scenario, effort, &mut is_hopeless, progress),
            kept_odds,
            |reader| odds_again(scenario, effort.sampling.seed, reader),
        );
        self.is_hopeless = is_hopeless;
        found
    }

    /// Statistics of a scenario, exact or sampled as `effort` says.
    pub fn estimates(
        &mut self,
        scenario: &Scenario,
        statistics: &[&Statistic],
        effort: &Effort,
        progress: &Progress,
    ) -> Result<Estimates, RunError> {
        let again = |reader: &mut Reader<'_>| {
            let trials = Some(reader.number()?).filter(|&trials| trials > 0);
            let value = |_: &&Statistic| {
                Ok(Estimate { value: reader.float()?, low: reader.float()?, high: reader.float()? })
            };
            let values = statistics.iter().map(value).collect::<Result<_, PartError>>()?;
            Ok(Estimates { values, trials })
        };
        let mut is_hopeless = self.is_hopeless;
        let compute = || estimates_among(scenario, statistics, effort, &mut is_hopeless, progress);
        self.find(compute, kept_estimates, again)
    }

    fn find<T>(
        &mut self,
        compute: impl FnOnce() -> Result<T, RunError>,
        keep: impl FnOnce(&T, &mut Vec<u8>),
        again: impl FnOnce(&mut Reader<'_>) -> Result<T, PartError>,
    ) -> Result<T, RunError> {
        match &mut self.bytes {
            Finding::Computes => compute(),
            Finding::Keeps(bytes) => {
                let found = compute()?;
                keep(&found, bytes);
                Ok(found)
            }
            Finding::Knows(bytes, read) => {
                let mut reader = Reader(&bytes[*read..]);
                let found = again(&mut reader)?;
                *read = bytes.len() - reader.0.len();
                Ok(found)
            }
        }
    }
}

fn kept_estimates(found: &Estimates, bytes: &mut Vec<u8>) {
    write(bytes, found.trials.unwrap_or(0));
    for estimate in &found.values {
        bytes.extend([estimate.value, estimate.low, estimate.high].map(f64::to_le_bytes).concat());
    }
}

/// A job whose units are the settings of a grid.
pub trait OverSettings: Sync {
    /// The result of all settings together.
    type Answer: Send;

    /// What identifies the job.
    fn fingerprint(&self) -> Fingerprint;

    /// Computes the answer from the settings that `findings` covers.
    ///
    /// # Errors
    /// The errors of the function that computes the whole job.
    fn over(&self, findings: &Findings, progress: &Progress) -> Result<Self::Answer, RunError>;
}

impl<T: OverSettings> Job for T {
    type Answer = <T as OverSettings>::Answer;

    fn fingerprint(&self) -> Fingerprint {
        OverSettings::fingerprint(self)
    }

    fn part(&self, units: Range<u64>, progress: &Progress) -> Result<Part, RunError> {
        let plan = Job::fingerprint(self);
        plan.has(&units)?;
        let findings = Findings::Kept(units.clone(), Mutex::default());
        self.over(&findings, progress)?;
        let Findings::Kept(_, all) = findings else { unreachable!("it stays what it is") };
        let settings = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Part { settings, ..Part::new(plan, units, Counts::default()) })
    }

    fn whole(&self, progress: &Progress) -> Result<Self::Answer, RunError> {
        self.over(&Findings::Computed, progress)
    }

    fn answer(&self, parts: Vec<Part>, progress: &Progress) -> Result<Self::Answer, RunError> {
        let nothing = Part::new(Job::fingerprint(self), 0..0, Counts::default());
        let known = nothing.with_all(parts)?.settings;
        self.over(&Findings::Known(Mutex::new(known)), progress)
    }
}

/// The fingerprint of a job over grids of settings. `asked` holds its queries.
pub fn fingerprint(
    kind: &str,
    documents: &[&Document],
    grids: &[&Grid],
    asked: &[&str],
    effort: &Effort,
) -> Fingerprint {
    let Effort { method, sampling } = effort;
    let written = |document: &&Document| {
        let rules = document.own_system().map(|system| (system.name.clone(), system.rules.clone()));
        let entries: Vec<_> = document.entries().map(|(path, entry)| (path, &entry.value)).collect();
        format!("{:?}", (rules, entries))
    };
    let documents: Vec<String> = documents.iter().map(written).collect();
    let axes: Vec<Vec<_>> = grids.iter().map(|grid| grid.axes().collect()).collect();
    let scenario = hash(format!("{:?}", (kind, documents, axes, asked, method)).as_bytes());
    // A grid without keys has one setting: the scenario as it is.
    let settings = grids.iter().map(|grid| grid.len()).product();
    Fingerprint { settings, ..Fingerprint::new(scenario, sampling.seed, sampling.trials) }
}
