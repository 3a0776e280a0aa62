//! Which metrics have to be told apart together, so that all that is asked has an answer.

use crate::chance::{Metric, MetricSpec, Packing, TooWide};
use crate::scenario::Scenario;

/// The sets of metrics that have to be told apart together: those of the joint
/// law first, then whatever question, indicator (if they are asked for) or metric it does
/// not cover.
pub fn packings(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    indicators: bool,
) -> Result<Vec<Packing>, TooWide> {
    let metrics = scenario.ready.procedure.metrics();
    let beside = &scenario.ready.procedure.tables().beside_indicators;
    let first = match joint {
        None => Packing::all(metrics)?,
        Some(joint) => Packing::new(metrics, |metric| joint.contains(&metric))?,
    };
    let mut packings = vec![first];
    for question in &scenario.questions {
        cover(&mut packings, metrics, |metric| question.event.reads(metric))?;
    }
    if indicators {
        add_indicators(&mut packings, Packing::new(metrics, |metric| beside.contains(&metric))?);
    }
    for single in 0..metrics.len() {
        cover(&mut packings, metrics, |metric| metric.0 == single)?;
    }
    Ok(packings)
}

/// Asks for the indicators beside the metrics that remember as much, in a packing that
/// has them or one of their own.
fn add_indicators(packings: &mut Vec<Packing>, beside: Packing) {
    let has_them = |packing: &&mut Packing| beside.packed().all(|metric| packing.contains(metric));
    match packings.iter_mut().find(has_them) {
        Some(packing) => *packing = packing.clone().with_indicators(),
        None => packings.push(beside.with_indicators()),
    }
}

/// Adds a packing of these metrics, unless one of the others tells them apart as well.
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
