//! A metric with labels in all scenarios: bars of 100 %, divided among the labels.

use indexmap::IndexSet;

use super::*;
use crate::analysis::Odds;

/// The bars of a metric, the greatest share of the first label first. Returns `None` if no label makes a
/// difference. Labels that do not occur have no sample in the legend.
pub fn labels(
    names: &[String],
    comparison: &Comparison,
    metric: &Distribution,
    width: f64,
) -> Option<Picture> {
    metric.metric.names()?;
    let shares = |odds: &Odds| {
        let law = odds.distribution(&metric.metric.name)?;
        // The same labels have the same words, those of the first scenario.
        let is_same = law.metric.labels().is_some() && law.metric.labels() == metric.metric.labels();
        let of = if is_same { &metric.metric } else { &law.metric };
        Some(label_chances(of.names()?, &law.rows, odds.engine))
    };
    let all: Vec<(&String, Vec<(String, Known)>)> =
        names.iter().zip(&comparison.odds).filter_map(|(name, odds)| Some((name, shares(odds)?))).collect();
    let labels: IndexSet<&str> = all.iter().flat_map(|one| &one.1).map(|(label, _)| label.as_str()).collect();
    let share = |(_, shares): &(&String, Vec<(String, Known)>), label: &str| {
        shares.iter().find(|(name, _)| name == label).map_or(Known::from(0.0), |one| one.1)
    };
    if labels.iter().all(|label| are_alike(all.iter().map(|one| Some(share(one, label))))) {
        return None;
    }
    let labels: Vec<&str> = labels.into_iter().collect();
    let occurs = |label: &str| all.iter().any(|one| share(one, label).value > 0.0);
    let mut sorted: Vec<_> = all.iter().collect();
    if let Some(first) = labels.iter().find(|label| occurs(label)) {
        greatest_first(&mut sorted, |one| share(one, first).value);
    }
    let mut picture = name_and_help(&metric.metric.label, naming::help(&metric.metric), SMALL, width);
    let shares = |one| labels.iter().map(|label| share(one, label)).collect();
    let rows: Vec<(&str, Vec<Known>)> = sorted.into_iter().map(|one| (one.0.as_str(), shares(one))).collect();
    picture.below(divided_rows(&rows, &labels, metric.metric.won(), width, width / 2.0), 0.0);
    Some(picture)
}
