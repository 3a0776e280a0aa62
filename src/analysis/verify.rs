//! Checks that samples agree with exact distributions.

use std::ops::Range;

use serde::Serialize;

use super::blocks::Counts;
use super::group::{Cell, Group};
use super::job::Job;
use super::part::{Fingerprint, Part};
use super::plan::{Plan, hash_of};
use super::{DECIDING_OUTCOMES, MAX_TRIALS, RunError, Sampling};
use crate::chance::{Budget, ExactCells, MetricSpec, NoLaw, Packing, Progress, Reader};
use crate::digest::hash;
use crate::scenario::Scenario;
use crate::stats::{Fit, Gap, chi_square_within, holm, kolmogorov_within};

/// A corrected p-value below this counts as disagreement. If everything is right, one certificate in a
/// thousand shows a disagreement by chance.
pub const SIGNIFICANCE: f64 = 1e-3;

/// How samples of some scenarios compare with their exact distributions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certificate {
    /// The number of resolutions of each scenario.
    pub trials: u64,
    /// The seed of the random streams of every scenario.
    pub seed: u64,
    /// One for each scenario, in order.
    pub scenarios: Vec<Verified>,
}

/// How a sample of a scenario compares with its exact distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verified {
    /// The verdict.
    pub agreement: Agreement,
    /// The reader that drew the sample; `None` if nothing was sampled.
    pub reader: Option<Reader>,
    /// The number of outcomes visited for the exact distributions.
    pub visited: u64,
    /// The probability that the exact distributions omit.
    pub omitted: f64,
    /// The tests: of all metrics jointly, if their joint distribution could be computed, then of each
    /// metric alone.
    pub tests: Vec<Test>,
    /// The metrics whose exact distributions are too large.
    pub unverified: Vec<String>,
}

/// Whether a sample agrees with an exact distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// The sample agrees.
    Agrees,
    /// The sample disagrees.
    Disagrees,
    /// There are no dice, so there is nothing to compare.
    Settled,
    /// There is no exact distribution, not even of one metric.
    NoLaw,
}

/// A test of a sample of some metrics against their exact distribution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The metric; `None`: all of them jointly.
    pub metric: Option<String>,
    /// The number of outcomes that are possible or were seen.
    pub cells: u64,
    /// The number of resolutions whose outcome has probability 0.
    pub impossible: u64,
    /// The chi-square test of all cells.
    pub fit: Fit,
    /// The Kolmogorov test of the distribution functions, for an integer metric.
    pub gap: Option<Gap>,
    /// The smaller p-value of the two, corrected for the number of all p-values in the certificate.
    pub corrected: f64,
}

impl Certificate {
    /// All p-values, uncorrected.
    pub fn p_values(&self) -> impl Iterator<Item = f64> + '_ {
        self.tests().flat_map(Test::p_values)
    }

    /// The smallest corrected p-value.
    pub fn least_corrected(&self) -> f64 {
        self.tests().map(|test| test.corrected).fold(1.0, f64::min)
    }

    /// The number of scenarios with this verdict.
    pub fn count(&self, agreement: Agreement) -> usize {
        self.scenarios.iter().filter(|one| one.agreement == agreement).count()
    }

    fn tests(&self) -> impl Iterator<Item = &Test> {
        self.scenarios.iter().flat_map(|one| &one.tests)
    }
}

impl Test {
    /// Whether the p-value is so small that something must be wrong.
    pub fn disagrees(&self) -> bool {
        self.corrected < SIGNIFICANCE
    }

    fn p_values(&self) -> impl Iterator<Item = f64> + use<> {
        [Some(self.fit.p_value), self.gap.map(|gap| gap.p_value)].into_iter().flatten()
    }
}

/// Compares samples of scenarios with their exact distributions, all metrics jointly and each alone. If
/// the joint distribution takes more than [`DECIDING_OUTCOMES`] outcomes, only the metrics whose own
/// distributions take fewer are compared.
///
/// Cells are compared by a chi-square test, distribution functions by their largest gap. All p-values
/// are corrected by Holm's method, which is valid under any dependence; so every scenario may use the
/// same seed. All `trials` are sampled, whatever `until` says.
///
/// # Errors
/// When `sampling` is not possible, metrics have too many joint outcomes, or `progress` was told to
/// stop.
pub fn verify(
    scenarios: &[&Scenario],
    sampling: &Sampling,
    progress: &Progress,
) -> Result<Certificate, RunError> {
    if sampling.trials == 0 || sampling.trials > MAX_TRIALS {
        return Err(RunError::Trials(sampling.trials));
    }
    certificate(scenarios, sampling, progress, |plan| {
        let whole = plan.part(0..plan.blocks(), progress)?;
        Ok(plan.sum([whole])?)
    })
}

/// Builds the certificate. `count` is called with the sampling plan of each scenario that has exact
/// distributions, and returns its counts.
fn certificate(
    scenarios: &[&Scenario],
    sampling: &Sampling,
    progress: &Progress,
    mut count: impl FnMut(&Plan<'_>) -> Result<Counts, RunError>,
) -> Result<Certificate, RunError> {
    let compared = scenarios.iter().map(|scenario| compare(scenario, sampling, progress, &mut count));
    let mut scenarios = compared.collect::<Result<Vec<Verified>, _>>()?;
    correct(&mut scenarios);
    Ok(Certificate { trials: sampling.trials, seed: sampling.seed, scenarios })
}

/// A certificate of [`verify`] that can be computed in parts. A unit is a block of every scenario.
#[derive(Clone, Copy, Debug)]
pub struct VerifyJob<'a> {
    /// The scenarios.
    pub scenarios: &'a [&'a Scenario],
    /// How they are sampled.
    pub sampling: &'a Sampling,
}

impl Job for VerifyJob<'_> {
    type Answer = Certificate;

    fn fingerprint(&self) -> Fingerprint {
        let &Sampling { trials, seed, .. } = self.sampling;
        let hashes: Vec<u128> = self.scenarios.iter().map(|scenario| hash_of(scenario, &[])).collect();
        Fingerprint::new(hash(format!("verify {hashes:?}").as_bytes()), seed, trials)
    }

    fn part(&self, units: Range<u64>, progress: &Progress) -> Result<Part, RunError> {
        let VerifyJob { scenarios, sampling } = self;
        let mut part = Part::new(self.fingerprint(), units.clone(), Counts::default());
        for scenario in *scenarios {
            if scenario.is_deterministic() {
                continue;
            }
            let (laws, _) = laws(scenario, progress)?;
            if !laws.is_empty() {
                let counted = planned(scenario, &laws, sampling)?.part(units.clone(), progress)?;
                part.counts.groups.extend(counted.counts.groups);
            }
        }
        Ok(part)
    }

    fn whole(&self, progress: &Progress) -> Result<Certificate, RunError> {
        verify(self.scenarios, self.sampling, progress)
    }

    fn answer(&self, parts: Vec<Part>, progress: &Progress) -> Result<Certificate, RunError> {
        let VerifyJob { scenarios, sampling } = self;
        let mut sum = Part::new(self.fingerprint(), 0..0, Counts::default());
        sum.counts.groups = vec![Vec::new(); parts.first().map_or(0, |part| part.shape().0)];
        let mut groups = sum.with_all(parts)?.counts.groups.into_iter();
        certificate(scenarios, sampling, progress, |plan| {
            let own = groups.by_ref().take(plan.groups()).collect();
            Ok(plan.checked(Counts { groups: own, ..Counts::default() })?)
        })
    }
}

/// The tests of a scenario, with p-values that are not yet corrected.
fn compare(
    scenario: &Scenario,
    sampling: &Sampling,
    progress: &Progress,
    count: impl FnOnce(&Plan<'_>) -> Result<Counts, RunError>,
) -> Result<Verified, RunError> {
    let nothing = |agreement| Verified {
        agreement,
        reader: None,
        visited: 0,
        omitted: 0.0,
        tests: Vec::new(),
        unverified: Vec::new(),
    };
    if scenario.is_deterministic() {
        return Ok(nothing(Agreement::Settled));
    }
    let metrics = scenario.ready.procedure.metrics();
    let (laws, unverified) = laws(scenario, progress)?;
    if laws.is_empty() {
        return Ok(Verified { unverified, ..nothing(Agreement::NoLaw) });
    }
    let reader = scenario.ready.procedure.fastest_reader(&laws[0].packing, sampling.isa);
    let counts = count(&planned(scenario, &laws, sampling)?)?.groups;
    Ok(Verified {
        agreement: Agreement::Agrees,
        reader: Some(reader),
        visited: laws.iter().map(|law| law.visited).sum(),
        omitted: laws.iter().map(|law| law.omitted).fold(0.0, f64::max),
        tests: laws
            .into_iter()
            .zip(counts)
            .flat_map(|(law, counts)| tests_of(metrics, law, counts, sampling.trials))
            .collect(),
        unverified,
    })
}

/// An exact distribution of some metrics.
struct ExactLaw {
    packing: Packing,
    cells: Vec<(u64, f64)>,
    omitted: f64,
    visited: u64,
}

/// The joint distribution of all metrics or, if it is too large, that of each metric; and the names of
/// the metrics that have none.
fn laws(scenario: &Scenario, progress: &Progress) -> Result<(Vec<ExactLaw>, Vec<String>), RunError> {
    let procedure = &scenario.ready.procedure;
    let metrics = procedure.metrics();
    let budget = Budget::new(DECIDING_OUTCOMES).or_another_way().with(progress);
    let law = |packing: Packing| match procedure.enumerate(&packing, budget) {
        Err(NoLaw::TooLarge(_)) => Ok(None),
        Err(error) => Err(RunError::from(error)),
        Ok(ExactCells { cells, omitted, visited, .. }) => {
            Ok(Some(ExactLaw { packing, cells, omitted, visited }))
        }
    };
    if let Ok(whole) = Packing::all(metrics)
        && let Some(joint) = law(whole)?
    {
        return Ok((vec![joint], Vec::new()));
    }
    let names = metrics.iter().map(|metric| metric.name.clone());
    // If even the distribution of no metric is too large, every other is, too.
    if law(Packing::new(metrics, |_| false)?)?.is_none() {
        return Ok((Vec::new(), names.collect()));
    }
    let (mut laws, mut without) = (Vec::new(), Vec::new());
    for (place, name) in names.enumerate() {
        match law(Packing::new(metrics, |metric| metric.0 == place)?)? {
            Some(law) => laws.push(law),
            None => without.push(name),
        }
    }
    Ok((laws, without))
}

/// The sampling plan that counts the outcomes of each distribution.
fn planned<'a>(scenario: &'a Scenario, laws: &[ExactLaw], sampling: &Sampling) -> Result<Plan<'a>, RunError> {
    let groups = laws.iter().map(|law| law.packing.clone()).collect();
    let &Sampling { trials, seed, .. } = sampling;
    Ok(Plan::of_groups(scenario, groups, trials, seed)?.with_instructions(sampling.isa))
}

/// The tests of a distribution: all metrics jointly, if there are several, then each alone.
fn tests_of(metrics: &[MetricSpec], law: ExactLaw, counts: Vec<(u64, u64)>, trials: u64) -> Vec<Test> {
    let omitted = law.omitted;
    let group = Group { packing: law.packing, cells: beside(law.cells, counts) };
    let mut masses = group.masses();
    masses.sort_by_key(|(metric, _)| metric.0);
    let together = (masses.len() > 1).then(|| {
        let cells = group.cells.iter().map(|cell| (cell.count.unwrap_or(0), cell.probability));
        test(None, omitted, cells, trials)
    });
    let alone = masses.into_iter().map(|(metric, masses)| {
        let cells = masses.into_iter().map(|(_, mass)| (mass.count, mass.probability));
        test(Some(&metrics[metric.0]), omitted, cells, trials)
    });
    together.into_iter().chain(alone).collect()
}

/// Joins exact and sampled cells by key, ascending.
fn beside(law: Vec<(u64, f64)>, counts: Vec<(u64, u64)>) -> Vec<Cell> {
    let exact = law.into_iter().map(|(key, probability)| Cell { key, probability, count: None });
    let seen = counts.into_iter().map(|(key, count)| Cell { key, probability: 0.0, count: Some(count) });
    let mut cells: Vec<Cell> = exact.chain(seen).collect();
    // The sort is stable: of two equal keys, the exact cell comes first.
    cells.sort_by_key(|cell| cell.key);
    cells.dedup_by(|seen, exact| {
        let same = seen.key == exact.key;
        if same {
            exact.count = seen.count;
        }
        same
    });
    cells
}

fn test(
    metric: Option<&MetricSpec>,
    omitted: f64,
    cells: impl Iterator<Item = (u64, f64)>,
    trials: u64,
) -> Test {
    let cells: Vec<(u64, f64)> = cells.collect();
    let is_integer = metric.is_some_and(|metric| metric.labels().is_none());
    Test {
        metric: metric.map(|metric| metric.name.clone()),
        cells: cells.len() as u64,
        impossible: cells.iter().filter(|cell| cell.1 <= 0.0).map(|cell| cell.0).sum(),
        fit: chi_square_within(omitted, cells.iter().copied(), trials),
        gap: is_integer.then(|| kolmogorov_within(omitted, cells.iter().copied(), trials)),
        corrected: 1.0,
    }
}

/// Corrects the p-values of all scenarios for their number, and sets the verdicts.
fn correct(scenarios: &mut [Verified]) {
    let tests = scenarios.iter().flat_map(|one| &one.tests);
    let p_values: Vec<f64> = tests.flat_map(Test::p_values).collect();
    let mut corrected = holm(&p_values).into_iter();
    for one in scenarios {
        for test in &mut one.tests {
            let own = test.p_values().count();
            test.corrected = corrected.by_ref().take(own).fold(1.0, f64::min);
        }
        if one.tests.iter().any(Test::disagrees) {
            one.agreement = Agreement::Disagrees;
        }
    }
}

#[cfg(test)]
mod tests;
