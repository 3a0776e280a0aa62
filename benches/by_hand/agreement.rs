//! Whether a program and fizzle have the same results.

use std::collections::{BTreeMap, HashMap};
use std::{slice, thread};

use fizzle::chance::{Isa, Metric, MetricSpec, NoLaw, Packing, Progress, Tally, streams};
use fizzle::stats::chi_square_within;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Program, packing};

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
        let whole = packing(metrics);
        let mut random = streams(1);
        let mut count = |sample: &dyn Fn(_, &mut Tally)| {
            let mut tally = Tally::new(&whole);
            sample(random.next().expect("streams never end"), &mut tally);
            tally.into_sorted()
        };
        let seen = count(&|rng, tally| self.sample(&whole, rng, self.trials, tally));
        let (law, omitted) = match procedure.enumerate(&whole, OUTCOMES.into()) {
            Ok(law) => (Some(law.cells), law.omitted),
            Err(NoLaw::TooLarge(_)) => (None, 0.0),
            Err(error) => panic!("{}: {error}", self.name),
        };
        let sampled = law.is_none().then(|| {
            let reader = procedure.fastest_reader(&whole, Isa::SCALAR);
            count(&|rng, tally| drop(procedure.sample(reader, &whole, rng, self.trials, tally)))
        });
        let mut wrong = Vec::new();
        for metric in [None].into_iter().chain(whole.packed().map(Some)) {
            let is_compared = |one| whole.contains(one) && metric.is_none_or(|metric| one == metric);
            let packing = Packing::new(metrics, is_compared);
            let packing = packing.expect("not more outcomes than of all metrics");
            let seen = projected(&seen, &whole, &packing);
            let p_value = match (&law, &sampled) {
                (Some(law), _) => {
                    let cells = beside(seen, projected(law, &whole, &packing));
                    chi_square_within(omitted, cells.into_values(), self.trials).p_value
                }
                (None, Some(sampled)) => {
                    homogeneity(beside(seen, projected(sampled, &whole, &packing)).into_values())
                }
                (None, None) => unreachable!("what has no law is sampled"),
            };
            if p_value < SIGNIFICANCE {
                let what = metric.map_or("all metrics together", |metric| &metrics[metric.0].name);
                wrong.push(format!("{what} (p-value {p_value:e})"));
            }
        }
        assert!(wrong.is_empty(), "{} by hand disagrees with fizzle: {}", self.name, wrong.join(", "));
    }
}

/// A comparison of two samples.
pub struct Comparison {
    /// The metrics that are compared.
    pub what: String,
    /// The probability of samples at least as different, if both have the same law.
    pub p_value: f64,
    /// The outcome that differs most.
    pub gap: String,
}

/// Resolutions of which all joint outcomes are in memory.
const CHUNK: u64 = 1 << 18;

/// Metrics that are compared jointly, and the counts of both samples.
struct Group {
    what: String,
    packing: Packing,
    counts: [HashMap<u64, u64>; 2],
}

impl Program {
    /// Compares a sample of the program with one of fizzle's fastest reader, where several fight: each
    /// metric alone, and jointly those of each fighter, those of the whole, and who is out.
    pub fn compare_samples(&self, trials: u64) -> Vec<Comparison> {
        let procedure = self.scenario.ready.procedure.as_ref();
        let metrics = procedure.metrics();
        let mut comparisons = Vec::new();
        for (whole, groups) in &mut passes(metrics) {
            let reader = procedure.fastest_reader(whole, Isa::widest());
            let resolutions = procedure.resolutions(reader, slice::from_ref(whole), trials);
            for (first, (mine, other)) in (0..trials).step_by(CHUNK as usize).zip(streams(1).zip(streams(2)))
            {
                let chunk = CHUNK.min(trials - first);
                let [mut seen, mut sampled] = [Tally::new(whole), Tally::new(whole)];
                thread::scope(|scope| {
                    scope.spawn(|| self.sample(whole, mine, chunk, &mut seen));
                    resolutions.sample(other, chunk, &mut sampled);
                });
                let mut values = Vec::new();
                for (sample, tally) in [seen, sampled].into_iter().enumerate() {
                    for (key, count) in tally.into_sorted() {
                        whole.unpack(key, &mut values);
                        for group in &mut *groups {
                            *group.counts[sample].entry(group.packing.pack(&values)).or_default() += count;
                        }
                    }
                }
            }
            for group in &*groups {
                let counts =
                    group.counts.each_ref().map(|counts| counts.iter().map(|(&key, &count)| (key, count)));
                let [seen, sampled] = counts.map(BTreeMap::from_iter);
                comparisons.extend(group.compare(metrics, seen, sampled));
            }
        }
        comparisons
    }
}

impl Group {
    /// All of its metrics jointly, and, but for the group of who is out, each alone.
    fn compare(
        &self,
        metrics: &[MetricSpec],
        seen: BTreeMap<u64, u64>,
        sampled: BTreeMap<u64, u64>,
    ) -> Vec<Comparison> {
        let cells = [seen, sampled].map(|counts| counts.into_iter().collect::<Vec<_>>());
        let one = |what: &str, packing: &Packing| {
            let [seen, sampled] = cells.each_ref().map(|cells| projected(cells, &self.packing, packing));
            let pairs = beside(seen, sampled);
            let off = |(a, b): (u64, u64)| a.abs_diff(b) as f64 / ((a + b) as f64).sqrt();
            let most = pairs.iter().max_by(|a, b| off(*a.1).total_cmp(&off(*b.1)));
            let (&key, &(a, b)) = most.expect("something happened");
            let mut values = Vec::new();
            packing.unpack(key, &mut values);
            let named =
                packing.packed().map(|Metric(place)| format!("{} = {}", metrics[place].name, values[place]));
            let gap = format!("{}: {a} against {b}", named.collect::<Vec<_>>().join(", "));
            Comparison { what: what.to_owned(), p_value: homogeneity(pairs.into_values()), gap }
        };
        let mut comparisons = vec![one(&self.what, &self.packing)];
        if self.what != WHO_IS_OUT {
            comparisons.extend(self.packing.packed().map(|metric| {
                let packing = Packing::new(metrics, |other| other == metric).expect("it is one of several");
                one(&metrics[metric.0].name, &packing)
            }));
        }
        comparisons
    }
}

const WHO_IS_OUT: &str = "who is out";

/// Groups of metrics that are compared, with the packings in which they are sampled: as few as hold them.
fn passes(metrics: &[MetricSpec]) -> Vec<(Packing, Vec<Group>)> {
    let mut groups: Vec<(String, Vec<usize>)> = vec![(WHO_IS_OUT.to_owned(), Vec::new())];
    for (place, metric) in metrics.iter().enumerate() {
        let (whose, what) = metric.name.rsplit_once('.').unwrap_or(("the whole", ""));
        if ["out", "state"].contains(&what) {
            groups[0].1.push(place);
        }
        match groups.last_mut() {
            Some((last, places)) if last == whose => places.push(place),
            _ => groups.push((whose.to_owned(), vec![place])),
        }
    }
    let packing = |places: &[usize]| Packing::new(metrics, |Metric(place)| places.contains(&place));
    let mut passes: Vec<(Vec<usize>, Packing, Vec<Group>)> = Vec::new();
    for (what, places) in groups {
        let own = packing(&places).expect("a fighter has few metrics");
        let group = Group { what, packing: own.clone(), counts: Default::default() };
        if let Some((all, whole, groups)) = passes.last_mut() {
            let more = [&all[..], &places].concat();
            if let Ok(wider) = packing(&more) {
                (*all, *whole) = (more, wider);
                groups.push(group);
                continue;
            }
        }
        passes.push((places, own, vec![group]));
    }
    passes.into_iter().map(|(_, whole, groups)| (whole, groups)).collect()
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
fn beside<T: Copy + Default>(seen: BTreeMap<u64, u64>, other: BTreeMap<u64, T>) -> BTreeMap<u64, (u64, T)> {
    let mut pairs: BTreeMap<u64, (u64, T)> = BTreeMap::new();
    for (key, amount) in other {
        pairs.entry(key).or_default().1 = amount;
    }
    for (key, count) in seen {
        pairs.entry(key).or_default().0 = count;
    }
    pairs
}

/// The p-value of two samples of equal size, by the counts of each outcome: `Σ (a − b)² / (a + b)`
/// follows a chi-square distribution if both have the same law. Rare outcomes are pooled in the
/// order given.
fn homogeneity(pairs: impl IntoIterator<Item = (u64, u64)>) -> f64 {
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
