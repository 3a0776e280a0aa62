//! Runs programs through all readers.

mod alike;

mod chances;

mod decisions;

mod decks;

mod errors;

mod faces;

mod groups;

mod language;

mod large;

mod leaving;

mod meant;

mod outline;

mod procedures;

mod random;

use std::sync::Arc;

use super::Program;
use super::procedure::Rules;
use super::sides::Sides;
use super::system::prepare::prepared;
use crate::chance::{
    AnyProcedure, Budget, ExactCells, Isa, MetricSpec, NoLaw, Packing, Reader, Tally, streams,
};
use crate::expression::ExpressionError;

/// A program with the defaults of its keys.
pub(super) fn rules(text: &str) -> Result<Arc<Rules>, Vec<ExpressionError>> {
    rules_with(text, &[])
}

/// A program with these key values, and defaults for the other keys.
fn rules_with(text: &str, set: &[(&str, i64)]) -> Result<Arc<Rules>, Vec<ExpressionError>> {
    let program = Arc::new(Program::parse(text)?.remove(0));
    let value = |name: &str| set.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    let keys = Arc::new(program.keys.iter().map(|key| value(&key.name).or(key.default)).collect());
    let (rules, errors) = prepared(&program, keys, &Sides::default());
    if errors.is_empty() { Ok(rules) } else { Err(errors) }
}

/// A distribution as a sorted list of values, one for each metric, with their probabilities.
fn law(cells: &ExactCells, packing: &Packing) -> Vec<(Vec<i64>, f64)> {
    let mut law: Vec<(Vec<i64>, f64)> = Vec::new();
    for &(key, weight) in &cells.cells {
        let mut values = Vec::new();
        packing.unpack(key, &mut values);
        law.push((values, weight));
    }
    law.sort_by(|a, b| a.0.cmp(&b.0));
    law
}

/// The exact distribution of all metrics of a program.
#[track_caller]
fn exact(text: &str) -> Vec<(Vec<i64>, f64)> {
    let rules = rules(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let packing = Packing::all(rules.metrics()).unwrap();
    law(&rules.enumerate(&packing, Budget::new(10_000_000)).unwrap(), &packing)
}

/// The mean of the only metric of a program.
#[track_caller]
fn mean(text: &str) -> f64 {
    exact(text).iter().map(|(values, weight)| values[0] as f64 * weight).sum()
}

/// Compares the exact reader with one that follows every path of the text, with lanes for every
/// instruction set, and with lanes that have an opening. Returns the number of outcomes; `None` if
/// there are too many paths.
#[track_caller]
fn readers_agree(text: &str, paths: u64, trials: u64) -> Option<usize> {
    readers_agree_with(text, &[], paths, trials)
}

/// Compares them with these key values, and defaults for the other keys.
#[track_caller]
fn readers_agree_with(text: &str, set: &[(&str, i64)], paths: u64, trials: u64) -> Option<usize> {
    let rules = rules_with(text, set).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let packing = Packing::all(rules.metrics()).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let all = law(&rules.enumerate(&packing, Budget::new(10_000_000)).unwrap(), &packing);
    in_range(text, &all, rules.metrics());
    let none = Packing::new(rules.metrics(), |_| false).unwrap().with_indicators();
    let indicators = rules.enumerate(&none, Budget::new(10_000_000)).unwrap().indicators;
    match rules.told().enumerate(&packing.clone().with_indicators(), Budget::new(paths)) {
        Ok(cells) => {
            same(text, &all, &law(&cells, &packing));
            for (place, (a, b)) in indicators.iter().zip(&cells.indicators).enumerate() {
                assert!((a - b).abs() < 1e-12, "{text}\nindicator {place}: {a} and {b}");
            }
            assert_eq!(indicators.len(), cells.indicators.len(), "{text}");
        }
        Err(NoLaw::TooLarge(_)) => return None,
        Err(other) => unreachable!("nobody stops it, and nothing is decided: {other}"),
    }
    // Each metric by itself: code that only other metrics need is removed.
    for metric in packing.all_metrics() {
        let alone = Packing::new(rules.metrics(), |other| other == metric).unwrap();
        let cells = rules.enumerate(&alone, Budget::new(10_000_000)).unwrap();
        let mut marginal: Vec<(Vec<i64>, f64)> = Vec::new();
        for (values, weight) in &all {
            let mut values_alone = vec![0; values.len()];
            values_alone[metric.0] = values[metric.0];
            match marginal.iter_mut().find(|(known, _)| *known == values_alone) {
                Some((_, sum)) => *sum += weight,
                None => marginal.push((values_alone, *weight)),
            }
        }
        marginal.sort_by(|a, b| a.0.cmp(&b.0));
        same(text, &marginal, &law(&cells, &alone));
    }
    let counted = |reader: Reader| {
        let mut tally = Tally::new(&packing);
        let stream = streams(7).next().unwrap();
        let indicated = rules.sample(reader, &packing, stream, trials, &mut tally);
        let counts = tally.into_sorted();
        fits(text, &all, &counts, &packing, trials);
        for (place, (&count, p)) in indicated.iter().zip(&indicators).enumerate() {
            let (expected, error) = (p * trials as f64, (p * (1.0 - p) * trials as f64).max(0.0).sqrt());
            let is_near = (count as f64 - expected).abs() <= 6.0 * error + 6.0;
            assert!(is_near, "{text}\nindicator {place} was counted {count} times, and not {expected}");
        }
        (counts, indicated)
    };
    let mut counts = Isa::all().into_iter().map(|isa| counted(Reader::Columns(isa)));
    let first = counts.next();
    assert!(counts.all(|other| Some(other) == first), "{text}");
    Some(all.len())
}

#[track_caller]
fn in_range(text: &str, law: &[(Vec<i64>, f64)], metrics: &[MetricSpec]) {
    let total: f64 = law.iter().map(|(_, weight)| weight).sum();
    assert!((total - 1.0).abs() < 1e-9, "{text}\nthe probabilities add up to {total}");
    for (values, _) in law {
        for (value, metric) in values.iter().zip(metrics) {
            let (min, max) = metric.range();
            assert!((min..=max).contains(value), "{text}\n{} is {value}", metric.name);
        }
    }
}

#[track_caller]
fn same(text: &str, a: &[(Vec<i64>, f64)], b: &[(Vec<i64>, f64)]) {
    assert_eq!(
        a.iter().map(|(values, _)| values).collect::<Vec<_>>(),
        b.iter().map(|(values, _)| values).collect::<Vec<_>>(),
        "{text}"
    );
    for ((values, a), (_, b)) in a.iter().zip(b) {
        assert!((a - b).abs() < 1e-12, "{text}\n{values:?}: {a} and {b}");
    }
}

/// Checks counts: no impossible outcome is sampled, and none is further from its expected count than
/// six standard errors.
#[track_caller]
fn fits(text: &str, law: &[(Vec<i64>, f64)], counts: &[(u64, u64)], packing: &Packing, trials: u64) {
    let mut left: Vec<(u64, f64)> =
        law.iter().map(|(values, weight)| (packing.pack(values), *weight)).collect();
    left.sort_by_key(|&(key, _)| key);
    for &(key, count) in counts {
        let place = left.binary_search_by_key(&key, |&(key, _)| key);
        let Ok(place) = place else {
            let mut values = Vec::new();
            packing.unpack(key, &mut values);
            panic!("{text}\n{values:?} was sampled and cannot be");
        };
        let p = left[place].1;
        let (expected, error) = (p * trials as f64, (p * (1.0 - p) * trials as f64).max(0.0).sqrt());
        assert!(
            (count as f64 - expected).abs() <= 6.0 * error + 6.0,
            "{text}\noutcome {key} was sampled {count} times, and not {expected}"
        );
        left[place].1 = 0.0;
    }
    for (key, p) in left {
        assert!(p * (trials as f64) < 40.0, "{text}\noutcome {key} of probability {p} was never sampled");
    }
}
