//! Whether samples agree with exact laws.

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

/// A corrected p-value below this is disagreement: if all is right, one certificate in
/// a thousand says otherwise.
pub const SIGNIFICANCE: f64 = 1e-3;

/// What samples of some scenarios say to their exact laws.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Certificate {
    /// Resolutions of each scenario.
    pub trials: u64,
    /// Where the random streams of each scenario start: what is compared is what
    /// [`sample`](super::sample) counts.
    pub seed: u64,
    /// One for each scenario, in order.
    pub scenarios: Vec<Verified>,
}

/// What a sample of a scenario says to its exact law.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verified {
    /// In a word.
    pub agreement: Agreement,
    /// Who drew the resolutions; `None`: nobody.
    pub reader: Option<Reader>,
    /// How many outcomes of the exact law were visited.
    pub visited: u64,
    /// The mass that the exact law leaves out.
    pub omitted: f64,
    /// All metrics together, if their joint law can be had, then each alone.
    pub tests: Vec<Test>,
    /// The metrics whose exact laws are too large.
    pub unverified: Vec<String>,
}

/// Whether a sample agrees with an exact law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    /// It does.
    Agrees,
    /// It does not.
    Disagrees,
    /// There are no dice, and nothing to compare.
    Settled,
    /// There is no exact law, not even of one metric.
    NoLaw,
}

/// A sample of some metrics beside their exact law.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// The metric; `None`: all together.
    pub metric: Option<String>,
    /// Outcomes that have probability or were seen.
    pub cells: u64,
    /// Resolutions that came to an outcome without probability.
    pub impossible: u64,
    /// The test of all cells.
    pub fit: Fit,
    /// The test of the distribution functions, of an integer metric.
    pub gap: Option<Gap>,
    /// The lesser p-value of the two, corrected for the number of all p-values of the
    /// certificate.
    pub corrected: f64,
}

impl Certificate {
    /// All p-values, uncorrected.
    pub fn p_values(&self) -> impl Iterator<Item = f64> + '_ {
        self.tests().flat_map(Test::p_values)
    }

    /// The least corrected p-value.
    pub fn least_corrected(&self) -> f64 {
        self.tests().map(|test| test.corrected).fold(1.0, f64::min)
    }

    /// How many scenarios there are of which this is said.
    pub fn count(&self, agreement: Agreement) -> usize {
        self.scenarios.iter().filter(|one| one.agreement == agreement).count()
    }

    fn tests(&self) -> impl Iterator<Item = &Test> {
        self.scenarios.iter().flat_map(|one| &one.tests)
    }
}

impl Test {
    /// Whether so small a p-value means that something is wrong.
    pub fn disagrees(&self) -> bool {
        self.corrected < SIGNIFICANCE
    }

    fn p_values(&self) -> impl Iterator<Item = f64> + use<> {
        [Some(self.fit.p_value), self.gap.map(|gap| gap.p_value)].into_iter().flatten()
    }
}

/// Compares samples of scenarios with their exact laws, all metrics together and each
/// alone. Where the joint law takes more than a budget of
/// [`DECIDING_OUTCOMES`], those metrics are compared whose own laws do not.
///
/// Cells are compared by chi-square, distribution functions by their largest gap. All
/// p-values are corrected by the method of Holm, which holds however they depend on each
/// other; so every scenario may have the same `seed`. All `trials` are sampled, whatever
/// `until` says.
///
/// # Errors
/// When `sampling` asks for the impossible, metrics have too many joint outcomes, or `progress`
/// was told to stop.
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

/// The certificate of what `count` counts for the plan of each scenario that has exact laws.
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

/// A certificate that can be made in parts: [`verify`]. A unit is a block of every scenario.
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

/// The p-values of a scenario, not yet corrected.
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
    let reader = scenario.ready.procedure.independent_reader(&Packing::all(metrics)?, sampling.isa);
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

/// An exact law of some metrics.
struct ExactLaw {
    packing: Packing,
    cells: Vec<(u64, f64)>,
    omitted: f64,
    visited: u64,
}

/// The joint law of all metrics; where it is too large those of each, and the names of
/// those metrics that have none.
fn laws(scenario: &Scenario, progress: &Progress) -> Result<(Vec<ExactLaw>, Vec<String>), RunError> {
    let procedure = &scenario.ready.procedure;
    let metrics = procedure.metrics();
    let budget = Budget::new(DECIDING_OUTCOMES).with(progress);
    let law = |packing: Packing| match procedure.enumerate(&packing, budget) {
        Err(NoLaw::TooLarge(_)) => Ok(None),
        Err(error) => Err(RunError::from(error)),
        Ok(ExactCells { cells, omitted, visited, .. }) => {
            Ok(Some(ExactLaw { packing, cells, omitted, visited }))
        }
    };
    if let Some(joint) = law(Packing::all(metrics)?)? {
        return Ok((vec![joint], Vec::new()));
    }
    let names = metrics.iter().map(|metric| metric.name.clone());
    // What is too large without any metric is too large with each.
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

/// The plan that counts how often each outcome of each law is seen.
/// The plan by which a scenario is sampled.
fn planned<'a>(scenario: &'a Scenario, laws: &[ExactLaw], sampling: &Sampling) -> Result<Plan<'a>, RunError> {
    let whole = Packing::all(scenario.ready.procedure.metrics())?;
    let groups = laws.iter().map(|law| law.packing.clone()).collect();
    let &Sampling { trials, seed, .. } = sampling;
    let reader = scenario.ready.procedure.independent_reader(&whole, sampling.isa);
    Ok(Plan::of_groups(scenario, whole, groups, trials, seed).read_by(reader))
}

/// The metrics of a law together, if they are several, and each alone.
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

/// Exact and sampled cells side by side, ascending by key.
fn beside(law: Vec<(u64, f64)>, counts: Vec<(u64, u64)>) -> Vec<Cell> {
    let exact = law.into_iter().map(|(key, probability)| Cell { key, probability, count: None });
    let seen = counts.into_iter().map(|(key, count)| Cell { key, probability: 0.0, count: Some(count) });
    let mut cells: Vec<Cell> = exact.chain(seen).collect();
    // Stable: of two equal keys that of the law comes first.
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

/// Corrects the p-values of all scenarios for their number, and says what they mean.
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
