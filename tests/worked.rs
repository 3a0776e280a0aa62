//! Exact laws against those of an independent program.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

use fizzle::analysis::{MAX_OUTCOMES, exact};

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

#[track_caller]
fn check(path: &Path) {
    let scenario = common::scenario(path);
    // There the stress die is open-ended, and each program cuts it elsewhere.
    let tolerance = if scenario.system.name == "ars-magica" { 1e-6 } else { 1e-9 };
    let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    let mut laws: BTreeMap<(String, String), (f64, f64)> = BTreeMap::new();
    for distribution in &odds.distributions {
        for row in &distribution.rows {
            let key = (distribution.metric.name.clone(), distribution.metric.show(row.value));
            laws.entry(key).or_default().0 = row.probability;
        }
    }
    let mut expected = csv::Reader::from_path(path.with_extension("expected.csv")).unwrap();
    for record in expected.deserialize() {
        let (metric, value, probability): (String, String, f64) = record.unwrap();
        laws.entry((metric, value)).or_default().1 = probability;
    }
    for ((metric, value), (ours, theirs)) in laws {
        assert!(
            (ours - theirs).abs() <= tolerance,
            "{}: {metric} = {value}: {ours} is not {theirs}",
            path.display()
        );
    }
}
