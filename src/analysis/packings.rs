//! Determines which metrics have to be counted jointly, so that every query has an answer.

use crate::chance::{Metric, MetricSpec, Packing, TooWide};
use crate::scenario::Scenario;

/// All metrics, packed together; if they have too many joint outcomes, in as few packings as hold them in
/// their order. `first` are metrics that the first packing has to hold.
pub fn wholes(metrics: &[MetricSpec], first: impl Fn(Metric) -> bool) -> Result<Vec<Packing>, TooWide> {
    if let Ok(whole) = Packing::all(metrics) {
        return Ok(vec![whole]);
    }
    let (mut left, others): (Vec<Metric>, Vec<Metric>) =
        (0..metrics.len()).map(Metric).partition(|&metric| first(metric));
    Packing::new(metrics, |metric| left.contains(&metric))?;
    left.extend(others);
    let mut packings = Vec::new();
    while !left.is_empty() {
        let mut kept = vec![left[0]];
        let mut packing = Packing::new(metrics, |metric| metric == left[0])?;
        for &metric in &left[1..] {
            kept.push(metric);
            match Packing::new(metrics, |metric| kept.contains(&metric)) {
                Ok(wider) => packing = wider,
                Err(_) => drop(kept.pop()),
            }
        }
        packings.push(packing);
        left.retain(|metric| !kept.contains(metric));
    }
    Ok(packings)
}

/// The sets of metrics that have to be counted jointly: those of the joint distribution first, then
/// those of every question, indicator (if `indicators` are requested) and metric that is not covered
/// yet. Each set contains the metrics of the conditions. If all metrics have too many joint outcomes, the
/// joint distribution is that of the first of them.
pub fn packings(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    indicators: bool,
) -> Result<Vec<Packing>, TooWide> {
    let metrics = scenario.ready.procedure.metrics();
    let beside = &scenario.ready.procedure.tables().beside_indicators;
    let mut packings = match joint {
        None => wholes(metrics, |metric| scenario.is_given_by(metric))?,
        Some(joint) => {
            vec![Packing::new(metrics, |metric| joint.contains(&metric) || scenario.is_given_by(metric))?]
        }
    };
    // The others lack the conditions.
    if !scenario.given.is_empty() {
        packings.truncate(1);
    }
    for question in &scenario.questions {
        cover(&mut packings, metrics, |metric| question.event.reads(metric) || scenario.is_given_by(metric))?;
    }
    if indicators {
        add_indicators(&mut packings, Packing::new(metrics, |metric| beside.contains(&metric))?);
    }
    for single in 0..metrics.len() {
        cover(&mut packings, metrics, |metric| metric.0 == single || scenario.is_given_by(metric))?;
    }
    Ok(packings)
}

/// Requests the indicators in the first packing that contains all metrics of `beside`, or in a new one.
fn add_indicators(packings: &mut Vec<Packing>, beside: Packing) {
    let has_them = |packing: &&mut Packing| beside.packed().all(|metric| packing.contains(metric));
    match packings.iter_mut().find(has_them) {
        Some(packing) => *packing = packing.clone().with_indicators(),
        None => packings.push(beside.with_indicators()),
    }
}

/// Adds a packing of these metrics, unless an existing one contains all of them.
fn cover(
    packings: &mut Vec<Packing>,
    metrics: &[MetricSpec],
    wanted: impl Fn(Metric) -> bool,
) -> Result<(), TooWide> {
    let covers =
        |packing: &Packing| packing.all_metrics().all(|metric| packing.contains(metric) || !wanted(metric));
    if !packings.iter().any(covers) {
        packings.push(Packing::new(metrics, wanted)?);
    }
    Ok(())
}
