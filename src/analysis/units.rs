//! Metrics that are counted in whole points in some odds and in thousandths in others.

use std::collections::BTreeMap;

use super::{Distribution, Odds};
use crate::chance::MetricSpec;
use crate::stats::Summary;

/// Counts each metric in one unit in all odds, in the finest that any of them has, where what the metric is called
/// tells its units apart.
pub fn count_alike<'a>(all: impl IntoIterator<Item = &'a mut Odds>) {
    let all: Vec<&mut Odds> = all.into_iter().collect();
    let mut finest: BTreeMap<String, MetricSpec> = BTreeMap::new();
    for law in all.iter().flat_map(|odds| &odds.distributions) {
        let known = finest.entry(law.metric.name.clone()).or_insert_with(|| law.metric.clone());
        if law.metric.unit() > known.unit() {
            *known = law.metric.clone();
        }
    }
    finest.retain(|_, metric| metric.unit() > 1);
    for Odds { distributions, joint, .. } in all {
        for Distribution { metric, rows, summary } in distributions {
            let Some(times) = count_as(metric, &finest) else { continue };
            rows.iter_mut().for_each(|row| row.value *= times);
            if let Some(summary) = summary {
                *summary = summary.times(times);
            }
        }
        for (place, metric) in joint.metrics.iter_mut().enumerate() {
            let Some(times) = count_as(metric, &finest) else { continue };
            joint.rows.iter_mut().for_each(|row| row.values[place] *= times);
        }
    }
}

/// Counts a metric as this one of its name is. Returns how many times as great its numbers are then, if they change.
fn count_as(metric: &mut MetricSpec, finest: &BTreeMap<String, MetricSpec>) -> Option<i64> {
    let finest = finest.get(&metric.name)?;
    let times = finest.unit() / metric.unit();
    // Of what is called the same a goal may want the share of each round, say: its numbers are the same, too.
    let is_told_apart = metric.label != finest.label;
    if !is_told_apart || times == 1 || times * metric.unit() != finest.unit() {
        return None;
    }
    *metric = metric.times(times).called(finest.label.clone());
    Some(times)
}

impl Summary {
    /// The summary of numbers that are so many times as great.
    fn times(self, times: i64) -> Summary {
        let Summary { mean, mean_low, mean_high, sd, min, p05, p25, median, p75, p95, max } = self;
        let [mean, mean_low, mean_high, sd] =
            [mean, mean_low, mean_high, sd].map(|number| number * times as f64);
        let [min, p05, p25, median, p75, p95, max] =
            [min, p05, p25, median, p75, p95, max].map(|number| number * times);
        Summary { mean, mean_low, mean_high, sd, min, p05, p25, median, p75, p95, max }
    }
}
