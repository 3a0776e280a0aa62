//! Results at the settings of a grid: computed on the spot, computed and kept for a part, or read from
//! merged parts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// The results at the settings of a grid: by default they are all computed.
#[derive(Default)]
pub struct Findings {
    source: Source,
    /// The settings to visit, unless all are.
    only: Option<Range<u64>>,
    /// The results of settings that are kept or known, as bytes.
    bytes: Mutex<BTreeMap<u64, Vec<u8>>>,
}

/// Where results come from.
#[derive(Clone, Copy, Default, PartialEq)]
enum Source {
    /// They are computed.
    #[default]
    Computed,
    /// They are computed, and kept as bytes.
    Kept,
    /// They are read from bytes.
    Known,
}

/// Computes or reads the results at one setting.
pub struct Finder {
    source: Source,
    /// The bytes that are kept so far, or those that have not been read yet.
    bytes: Vec<u8>,
    /// Whether an attempt has shown that the exact distributions are far too large.
    is_hopeless: bool,
}

impl Findings {
    /// The range of settings to visit, out of this many.
    pub fn of(&self, settings: u64) -> Range<u64> {
        self.only.clone().unwrap_or(0..settings)
    }

    /// Returns the finder of a setting. With a suite of scenarios, each setting is visited once per
    /// scenario.
    pub fn finder(&self, number: u64) -> Finder {
        let bytes = self.all().remove(&number).unwrap_or_default();
        Finder { source: self.source, bytes, is_hopeless: false }
    }

    /// Stores the bytes of a finder: the results found so far, or those that have not been read yet.
    pub fn keep(&self, number: u64, finder: Finder) {
        if self.source != Source::Computed {
            self.all().insert(number, finder.bytes);
        }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Vec<u8>>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
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
        if self.source == Source::Known {
            let mut reader = Reader(&self.bytes);
            let found = match reader.number()? {
                FOUND => Ok(again(&mut reader)?),
                _ => Err(never_given_again(&mut reader)?),
            };
            let read = self.bytes.len() - reader.0.len();
            self.bytes.drain(..read);
            return found;
        }
        let found = compute();
        if self.source == Source::Kept {
            match &found {
                Ok(found) => {
                    write(&mut self.bytes, FOUND);
                    keep(found, &mut self.bytes);
                }
                // Other settings may have a result all the same.
                Err(RunError::NeverGiven { event, place, trials }) => {
                    write(&mut self.bytes, NEVER_GIVEN);
                    for text in [event, place] {
                        write(&mut self.bytes, text.len() as u64);
                        self.bytes.extend(text.as_bytes());
                    }
                    write(&mut self.bytes, trials.unwrap_or(0));
                }
                Err(_) => {}
            }
        }
        found
    }
}

/// What the bytes of a result begin with: whether there is one, or the condition is never met.
const FOUND: u64 = 0;
const NEVER_GIVEN: u64 = 1;

fn never_given_again(reader: &mut Reader<'_>) -> Result<RunError, PartError> {
    let mut text = || {
        let length = usize::try_from(reader.number()?).or(Err(PartError::Damaged))?;
        String::from_utf8(reader.take(length)?.to_vec()).or(Err(PartError::Damaged))
    };
    let (event, place) = (text()?, text()?);
    let trials = Some(reader.number()?).filter(|&trials| trials > 0);
    Ok(RunError::NeverGiven { event, place, trials })
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
        let findings = Findings { source: Source::Kept, only: Some(units.clone()), ..Findings::default() };
        self.over(&findings, progress)?;
        let settings = std::mem::take(&mut *findings.all());
        Ok(Part { settings, ..Part::new(plan, units, Counts::default()) })
    }

    fn whole(&self, progress: &Progress) -> Result<Self::Answer, RunError> {
        self.over(&Findings::default(), progress)
    }

    fn answer(&self, parts: Vec<Part>, progress: &Progress) -> Result<Self::Answer, RunError> {
        let nothing = Part::new(Job::fingerprint(self), 0..0, Counts::default());
        let known = nothing.with_all(parts)?.settings;
        self.over(&Findings { source: Source::Known, bytes: Mutex::new(known), only: None }, progress)
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
