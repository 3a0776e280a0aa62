use std::slice;

use super::*;
use crate::analysis::blocks::{self, Blocks, Whole};
use crate::analysis::fixtures::*;
use crate::chance::{Isa, Unit};

fn joint_law(scenario: &Scenario) -> ExactLaw {
    laws(scenario, &Progress::default()).unwrap().0.remove(0)
}

/// How often a reader draws each outcome of each distribution.
fn counts(
    scenario: &Scenario,
    reader: Reader,
    laws: &[ExactLaw],
    sampling: &Sampling,
    progress: &Progress,
) -> Result<Vec<Vec<(u64, u64)>>, RunError> {
    let procedure = scenario.ready.procedure.as_ref();
    let whole = &Packing::all(procedure.metrics())?;
    let groups: &[Packing] = &laws.iter().map(|law| law.packing.clone()).collect::<Vec<_>>();
    let &Sampling { trials, seed, .. } = sampling;
    let work = &progress.begin(Unit::Trials, Some(trials));
    let resolutions = procedure.resolutions(reader, slice::from_ref(whole), trials);
    let wholes = &[Whole { packing: whole.clone(), groups: (0..groups.len()).collect() }];
    let blocks = Blocks { procedure, resolutions, wholes, groups, trials, seed, work };
    Ok(blocks.range(0..blocks::count(trials))?.groups)
}

/// The verdict on given counts for a distribution.
fn judged(scenario: &Scenario, law: ExactLaw, counts: Vec<(u64, u64)>) -> Verified {
    let trials = counts.iter().map(|(_, count)| count).sum();
    let tests = tests_of(scenario.ready.procedure.metrics(), law, counts, trials);
    let agreement = Agreement::Agrees;
    let mut judged =
        Verified { agreement, reader: None, visited: 0, omitted: 0.0, tests, unverified: Vec::new() };
    correct(std::slice::from_mut(&mut judged));
    judged
}

/// A distribution in which the probability of one cell is higher by `off`, and the others are scaled
/// down.
fn with_one_cell_off(mut law: ExactLaw, place: usize, off: f64) -> ExactLaw {
    let p = law.cells[place].1;
    for (index, (_, probability)) in law.cells.iter_mut().enumerate() {
        *probability *= if index == place { (p + off) / p } else { (1.0 - p - off) / (1.0 - p) };
    }
    law
}

/// With 10^10 resolutions, an error of 10^-4 in any cell of the joint distribution is detected, even
/// without sampling noise, which would add about one to the statistic for each degree of freedom.
#[test]
fn one_weight_off_by_a_ten_thousandth_is_caught_at_ten_billion() {
    let scenario = scenario(BOLT, &[]);
    let counts = || -> Vec<(u64, u64)> {
        joint_law(&scenario).cells.iter().map(|&(key, p)| (key, (p * 1e10).round() as u64)).collect()
    };
    assert_eq!(judged(&scenario, joint_law(&scenario), counts()).agreement, Agreement::Agrees);
    for place in 0..joint_law(&scenario).cells.len() {
        let wrong = with_one_cell_off(joint_law(&scenario), place, 1e-4);
        let found = judged(&scenario, wrong, counts());
        assert_eq!(found.agreement, Agreement::Disagrees, "cell {place}");
    }
}

/// With sampling noise, an error in the rarer cells is detected at as few trials as they need.
#[test]
fn one_weight_off_by_a_ten_thousandth_is_caught_in_a_sample() {
    let scenario = scenario(BOLT, &[]);
    let sampling = Sampling { trials: 5_000_000, ..Sampling::default() };
    let law = joint_law(&scenario);
    let reader = scenario.ready.procedure.fastest_reader(&law.packing, Isa::widest());
    let seen = counts(&scenario, reader, std::slice::from_ref(&law), &sampling, &Progress::default());
    let seen = seen.unwrap().remove(0);
    assert_eq!(judged(&scenario, joint_law(&scenario), seen.clone()).agreement, Agreement::Agrees);
    // A cell of probability 10^-5 adds n·(10^-4)²/(10^-5 + 10^-4) = 450 to a statistic whose standard
    // deviation is √(2·917) = 43.
    let rare = |cell: &(u64, f64)| (0.5e-5..2e-5).contains(&cell.1);
    let places: Vec<usize> = (0..law.cells.len()).filter(|&place| rare(&law.cells[place])).collect();
    assert!(places.len() > 20, "{}", places.len());
    for place in places {
        let wrong = with_one_cell_off(joint_law(&scenario), place, 1e-4);
        let found = judged(&scenario, wrong, seen.clone());
        assert_eq!(found.agreement, Agreement::Disagrees, "cell {place}");
    }
}

#[test]
fn what_cannot_be_is_disagreement_once_it_is_seen() {
    let scenario = scenario(MANABOLT, &[]);
    let law = joint_law(&scenario);
    let mut counts: Vec<(u64, u64)> =
        law.cells.iter().map(|&(key, p)| (key, (p * 1e6).round() as u64)).collect();
    let missing = (0..law.packing.room()).find(|key| law.cells.iter().all(|cell| cell.0 != *key)).unwrap();
    counts.push((missing, 1));
    let found = judged(&scenario, law, counts);
    assert_eq!(found.agreement, Agreement::Disagrees);
    assert_eq!((found.tests[0].impossible, found.tests[0].corrected), (1, 0.0));
}

/// In 200 correct samples, each test has a p-value below 0.05 about five times in a hundred, and there
/// are no false alarms. 999 in 1,000 binomial counts lie between 2 and 21 of 200.
#[test]
fn p_values_of_honest_samples_are_uniform() {
    let scenario = scenario(MANABOLT, &[]);
    let seeds = 200;
    let mut small = Vec::new();
    let mut disagree = 0;
    for seed in 1..=seeds {
        let sampling = Sampling { trials: 50_000, seed, ..Sampling::default() };
        let found = verify(&[&scenario], &sampling, &Progress::default()).unwrap();
        disagree += found.count(Agreement::Disagrees);
        let tests = &found.scenarios[0].tests;
        small.resize(tests.len(), 0);
        for (test, small) in tests.iter().zip(&mut small) {
            *small += u32::from(test.fit.p_value < 0.05);
            assert!(test.corrected >= test.p_values().fold(1.0, f64::min));
        }
    }
    let names: Vec<_> = scenario.ready.procedure.metrics().iter().map(|metric| &metric.name).collect();
    // With two cells of which one is never seen, there is nothing to test.
    let tested = small.iter().filter(|&&count| count > 0).count();
    assert!(tested >= 6, "{small:?} of all together, {names:?}");
    assert!(
        small.iter().all(|count| (2..=21).contains(count) || *count == 0),
        "{small:?} of all together, {names:?}"
    );
    assert!(disagree <= 1, "{disagree} of {seeds} disagree");
}

#[test]
fn what_leaves_nothing_to_luck_is_deterministic() {
    let text = r#"
        system = "ars-magica"
        procedure = "cast-order"
        caster = [{ name = "Marcus", kind = "formulaic", quickness = 2, finesse = 3 }]
    "#;
    let scenario = scenario(text, &[]);
    let found = verify(&[&scenario], &Sampling::default(), &Progress::default()).unwrap();
    assert_eq!(found.scenarios[0].agreement, Agreement::Settled);
    assert_eq!((found.p_values().count(), found.least_corrected()), (0, 1.0));
}
