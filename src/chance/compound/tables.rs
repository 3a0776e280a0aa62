//! Joins the tables of several procedures.

use std::sync::Arc;

use super::Unlike;
use crate::chance::{AnyProcedure, MetricSpec, StepText, Tables};

/// The tables of the first procedure, with the ranges that metrics have in the others, and the
/// steps that only others have. Also returns the procedures that are unlike the first.
pub fn joined(procedures: &[Arc<dyn AnyProcedure>]) -> (Tables, Vec<Unlike>) {
    let first = procedures[0].tables();
    // Each component keeps the objective of its players.
    let mut joined = Tables { objective: None, ..first.clone() };
    let mut unlike = Vec::new();
    for (component, procedure) in procedures.iter().enumerate().skip(1) {
        let other = procedure.tables();
        let metrics = differing(&joined.metrics, &other.metrics);
        if !metrics.is_empty() || other.indicators != first.indicators {
            unlike.push(Unlike { component, metrics });
            continue;
        }
        for (metric, other) in joined.metrics.iter_mut().zip(&other.metrics) {
            *metric = metric.with_values_of(other).expect("they do not differ");
        }
        let is_new = |row: &&StepText| joined.steps.iter().all(|known| known.step != row.step);
        let new: Vec<StepText> = other.steps.iter().filter(is_new).cloned().collect();
        joined.steps.extend(new);
    }
    (joined, unlike)
}

/// The names of the metrics that are not in both lists, at the same index and with the same meaning.
fn differing(mine: &[MetricSpec], theirs: &[MetricSpec]) -> Vec<String> {
    let pairs = (0..mine.len().max(theirs.len())).map(|place| (mine.get(place), theirs.get(place)));
    let differing = pairs
        .filter(|pair| !matches!(pair, (Some(mine), Some(theirs)) if mine.with_values_of(theirs).is_some()));
    let mut names: Vec<String> = differing
        .flat_map(|(mine, theirs)| mine.into_iter().chain(theirs))
        .map(|one| one.name.clone())
        .collect();
    names.dedup();
    names
}
