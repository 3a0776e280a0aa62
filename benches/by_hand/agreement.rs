//! Whether a program and fizzle have the same results.

use std::collections::BTreeMap;

use fizzle::chance::{Isa, NoLaw, Packing, Progress, Tally, streams};
use fizzle::stats::chi_square_within;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::Program;

/// Resolutions of a program, and of fizzle where there is no exact law.
const TRIALS: u64 = 200_000;

/// Less likely results disagree. Seeds are fixed, and there are some two hundred tests.
const SIGNIFICANCE: f64 = 1e-6;

/// The most outcomes of an exact law, all metrics together: it takes less than a second.
const OUTCOMES: u64 = 2_000_000;

impl Program {
    /// Compares all metrics together, and each alone, with the exact law of the scenario, or with a
    /// sample of fizzle's where that is too large.
    ///
    /// # Panics
    /// When they disagree.
    pub fn check(&self) {
        let procedure = self.scenario.ready.procedure.as_ref();
        procedure.solve(&Progress::default()).expect("the game is small");
        let metrics = procedure.metrics();
        let whole = Packing::all(metrics).expect("few outcomes");
        let mut random = streams(1);
        let mut count = |sample: &dyn Fn(_, &mut Tally)| {
            let mut tally = Tally::new(&whole);
            sample(random.next().expect("streams never end"), &mut tally);
            tally.into_sorted()
        };
        let seen = count(&|rng, tally| self.sample(&whole, rng, TRIALS, tally));
        let (law, omitted) = match procedure.enumerate(&whole, OUTCOMES.into()) {
            Ok(law) => (Some(law.cells), law.omitted),
            Err(NoLaw::TooLarge(_)) => (None, 0.0),
            Err(error) => panic!("{}: {error}", self.name),
        };
        let sampled = law.is_none().then(|| {
            let reader = procedure.fastest_reader(&whole, Isa::SCALAR);
            count(&|rng, tally| drop(procedure.sample(reader, &whole, rng, TRIALS, tally)))
        });
        let mut wrong = Vec::new();
        for metric in [None].into_iter().chain((0..metrics.len()).map(Some)) {
            let packing = Packing::new(metrics, |one| metric.is_none_or(|metric| one.0 == metric));
            let packing = packing.expect("not more outcomes than of all metrics");
            let seen = projected(&seen, &whole, &packing);
            let p_value = match (&law, &sampled) {
                (Some(law), _) => {
                    let cells = beside(seen, projected(law, &whole, &packing));
                    chi_square_within(omitted, cells, TRIALS).p_value
                }
                (None, Some(sampled)) => homogeneity(beside(seen, projected(sampled, &whole, &packing))),
                (None, None) => unreachable!("what has no law is sampled"),
            };
            if p_value < SIGNIFICANCE {
                let what = metric.map_or("all metrics together", |metric| &metrics[metric].name);
                wrong.push(format!("{what} (p-value {p_value:e})"));
            }
        }
        assert!(wrong.is_empty(), "{} by hand disagrees with fizzle: {}", self.name, wrong.join(", "));
    }
}

/// Cells of all metrics as cells of fewer.
fn projected<T: Copy + Default + std::ops::AddAssign>(
    cells: &[(u64, T)],
    whole: &Packing,
    packing: &Packing,
) -> BTreeMap<u64, T> {
    let mut sums = BTreeMap::new();
    let mut values = Vec::new();
    for &(key, amount) in cells {
        whole.unpack(key, &mut values);
        *sums.entry(packing.pack(&values)).or_default() += amount;
    }
    sums
}

/// What was seen of each key beside what it is compared with, by ascending keys.
fn beside<T: Copy + Default>(seen: BTreeMap<u64, u64>, other: BTreeMap<u64, T>) -> Vec<(u64, T)> {
    let mut pairs: BTreeMap<u64, (u64, T)> = BTreeMap::new();
    for (key, amount) in other {
        pairs.entry(key).or_default().1 = amount;
    }
    for (key, count) in seen {
        pairs.entry(key).or_default().0 = count;
    }
    pairs.into_values().collect()
}

/// The p-value of two samples of equal size, by the counts of each outcome: `Σ (a − b)² / (a + b)`
/// follows a chi-square distribution if both have the same law. Rare outcomes are pooled in the
/// order given.
fn homogeneity(pairs: Vec<(u64, u64)>) -> f64 {
    let (mut statistic, mut pools, mut pool) = (0.0, 0u32, (0, 0));
    for (one, other) in pairs {
        pool = (pool.0 + one, pool.1 + other);
        let (a, b) = (pool.0 as f64, pool.1 as f64);
        if a + b >= 10.0 {
            statistic += (a - b).powi(2) / (a + b);
            pools += 1;
            pool = (0, 0);
        }
    }
    match pools {
        0 | 1 => 1.0,
        _ => ChiSquared::new((pools - 1).into()).expect("freedom is above 0").sf(statistic),
    }
}
