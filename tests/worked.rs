//! Exact laws against those of an independent program.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fizzle::analysis::{MAX_OUTCOMES, Odds, Progress, Sampling, exact, sample};

/// The scenarios of `tests/worked`, each with the law of every metric beside it.
#[test]
fn exact_laws_agree_with_worked_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worked");
    let scenarios = common::scenarios_in(&folder);
    assert!(scenarios.len() >= 6, "the worked cases are gone");
    for path in scenarios {
        check(&path);
    }
}

/// Resolutions of the independent program for each case of `tests/worked/sampled`, and ours.
const THEIRS: f64 = 5e6;
const OURS: u64 = 200_000;

/// The scenarios of `tests/worked/sampled`, which have no exact law within reach.
#[test]
fn sampled_laws_agree_with_worked_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worked/sampled");
    let scenarios = common::scenarios_in(&folder);
    assert!(!scenarios.is_empty(), "the worked cases are gone");
    let sampling = Sampling { trials: OURS, ..Sampling::default() };
    for path in scenarios {
        let odds = sample(&common::scenario(&path), Some(&[]), &sampling, &Progress::default()).unwrap();
        for ((metric, value), (ours, theirs)) in side_by_side(&path, &odds) {
            let p = (ours * OURS as f64 + theirs * THEIRS) / (OURS as f64 + THEIRS);
            let error = (p * (1.0 - p) * (1.0 / OURS as f64 + 1.0 / THEIRS)).sqrt();
            // Of some hundred values none should be five standard errors off; the rarest were
            // seen once, if at all.
            assert!(
                (ours - theirs).abs() <= 5.0 * error + 2.0 / OURS as f64,
                "{}: {metric} = {value}: {ours} is not {theirs}",
                path.display()
            );
        }
    }
}

#[track_caller]
fn check(path: &Path) {
    let scenario = common::scenario(path);
    // There the stress die is open-ended, and each program cuts it elsewhere.
    let tolerance = if scenario.system.name == "ars-magica" { 1e-6 } else { 1e-9 };
    let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    for ((metric, value), (ours, theirs)) in side_by_side(path, &odds) {
        assert!(
            (ours - theirs).abs() <= tolerance,
            "{}: {metric} = {value}: {ours} is not {theirs}",
            path.display()
        );
    }
}

/// The probability of every value of every metric, ours and theirs.
fn side_by_side(path: &Path, odds: &Odds) -> BTreeMap<(String, String), (f64, f64)> {
    let mut laws: BTreeMap<(String, String), (f64, f64)> = BTreeMap::new();
    for distribution in &odds.distributions {
        for row in &distribution.rows {
            let key = (distribution.metric.name.clone(), distribution.metric.show(row.value));
            laws.entry(key).or_default().0 = row.probability;
        }
    }
    let mut expected = csv::Reader::from_path(path.with_extension("expected.csv")).unwrap();
    let mut known = BTreeSet::new();
    for record in expected.deserialize() {
        let (metric, value, probability): (String, String, f64) = record.unwrap();
        laws.entry((metric.clone(), value)).or_default().1 = probability;
        known.insert(metric);
    }
    // What that program does not count is not compared.
    laws.retain(|(metric, _), _| known.contains(metric));
    laws
}
