//! A metric with labels in all scenarios: bars of 100 %, divided among the labels.

use indexmap::IndexSet;

use super::*;
use crate::analysis::Odds;
use crate::report::number::sane;

const BAR: f64 = 16.0;
const GAP: f64 = 6.0;

/// The maximum share of the width for names, and the gap between a name and its bar.
const NAMES: f64 = 0.3;
const ASIDE: f64 = 10.0;

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
        Some(label_chances(law.metric.names()?, &law.rows, odds.engine))
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
    let pattern = |place: usize| match metric.metric.won() {
        Some(won) => Pattern::of_label(place, won),
        // No label of these is won or lost, as far as the metric tells.
        None => Pattern::at(place + 1),
    };
    let shown: Vec<(Pattern, &str)> = labels
        .iter()
        .enumerate()
        .map(|(place, label)| (pattern(place), *label))
        .filter(|(_, label)| all.iter().any(|one| share(one, label).value > 0.0))
        .collect();
    let mut sorted: Vec<_> = all.iter().collect();
    if let Some((_, first)) = shown.first() {
        sorted.sort_by(|one, other| share(other, first).value.total_cmp(&share(one, first).value));
    }
    let mut picture = name_and_help(&metric.metric.label, naming::help(&metric.metric), SMALL, width);
    let samples = shown.iter().map(|(pattern, label)| (Sample::Pattern(*pattern), (*label).to_owned()));
    picture.below(key(samples.collect(), width, width / 2.0), 0.0);
    let words = |name: &str| shorten(name, SMALL, width * NAMES);
    let left = sorted.iter().map(|one| SMALL.room(&words(one.0))).fold(0.0, f64::max) + ASIDE;
    for one in sorted {
        let (top, bottom) = (picture.height, picture.height + BAR);
        let baseline = (top + bottom) / 2.0 + 0.36 * SMALL.size;
        picture.write(&words(one.0), (left - ASIDE, baseline), Anchor::End, SMALL, ink::TEXT);
        let mut from = 0.0;
        for (pattern, label) in &shown {
            let known = share(one, label);
            let to = sane(from + known.value);
            let x = |share: f64| left + (width - left) * share;
            let part = Area { left: x(from) - 0.5, right: (x(to) + 0.5).min(width), top, bottom };
            if known.value > 0.0 {
                pattern.fill(&mut picture, part);
                let text = chance(known);
                if SMALL.room(&text) + 8.0 <= part.width() {
                    pattern.write(&mut picture, part.center(), &[(text, SMALL)], 13.0, (2.0, 0.0));
                }
            }
            from = to;
        }
        picture.height = bottom + GAP;
    }
    Some(picture)
}
