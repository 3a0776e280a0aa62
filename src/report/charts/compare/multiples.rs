//! The distribution of a number in all scenarios, as histograms on shared axes.

use std::collections::BTreeMap;

use super::*;
use crate::analysis::{Engine, Row as LawRow};
use crate::report::number::sane;

const PLOT_HEIGHT: f64 = 90.0;
const MOST_BINS: usize = 60;
const EXACT: Engine = Engine::Exact { omitted: 0.0, visited: 0 };

/// The histograms of a metric. Returns `None` if it has labels, or a single value in all scenarios.
pub fn multiples(names: &[String], comparison: &Comparison, metric: &str, room: f64) -> Option<Picture> {
    let found = names.iter().zip(&comparison.odds);
    let laws: Vec<(&String, &Distribution, Engine)> =
        found.filter_map(|(name, odds)| Some((name, odds.distribution(metric)?, odds.engine))).collect();
    let first = &laws.first()?.1.metric;
    let mixture = together(laws.iter().map(|one| one.1));
    if naming::names(first).is_some() || mixture.len() < 2 {
        return None;
    }
    let shared = Bins::new(&mixture, EXACT, MOST_BINS)?;
    let bins: Vec<Bins> = laws.iter().map(|(_, law, engine)| shared.filled(&law.rows, *engine)).collect();
    let scale = Tells::Each.scale(&bins, 3);
    let (columns, width) = columns(laws.len(), room, |_| true);
    let panel = |((name, law, engine), bins): (&(&String, &Distribution, Engine), &Bins)| {
        let average = law.summary.as_ref().map(|summary| {
            format!("{} on average{}", mean(Known::new(summary, *engine)), law.metric.cases())
        });
        let head = name_and_help(name, &average.unwrap_or_default(), SMALL, width);
        (head, histogram(bins, Tells::Each, &scale, (width, PLOT_HEIGHT), SMALL))
    };
    let mut picture = name_and_help(&first.label, "the chance of each value", NORMAL, room);
    picture.below(panels(laws.iter().zip(&bins).map(panel).collect(), columns, BELOW), 0.0);
    picture.height += 6.0;
    picture.below(small_print(&[shared.brief_note()], room, 1), 0.0);
    Some(picture)
}

/// The mixture of all distributions with equal weights.
fn together<'a>(laws: impl Iterator<Item = &'a Distribution> + Clone) -> Vec<LawRow> {
    let mut masses: BTreeMap<i64, f64> = BTreeMap::new();
    for row in laws.clone().flat_map(|law| &law.rows) {
        *masses.entry(row.value).or_default() += sane(row.probability);
    }
    let count = laws.count() as f64;
    let row = |(value, mass): (i64, f64)| {
        let p = mass / count;
        LawRow { value, probability: p, low: p, high: p, at_least: 0.0, at_most: 0.0, count: None }
    };
    masses.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::MetricSpec;
    use crate::report::charts::tests::{distribution, law};

    #[test]
    fn laws_of_different_ranges_share_their_bins() {
        let spec = || MetricSpec::integer("x", "help", 0, 9);
        let low = distribution(spec(), law(&[(0, 0.5), (2, 0.5)]));
        let high = distribution(spec(), law(&[(2, 0.25), (4, 0.75)]));
        let bins = Bins::new(&together([&low, &high].into_iter()), EXACT, MOST_BINS).unwrap();
        assert_eq!((bins.first, bins.last(), bins.step), (0, 4, 2));
        let chances =
            bins.filled(&low.rows, EXACT).bins.iter().map(|bin| bin.chance.value).collect::<Vec<_>>();
        assert_eq!(chances, [0.5, 0.5, 0.0]);
    }
}
