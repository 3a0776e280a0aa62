//! Overlaid distributions of an integer: the probability of each value, and of each value or more.

use super::super::language::*;
use crate::analysis::{Distribution, Engine, Row};
use crate::report::number::{Scale, mean, percent, sane};

/// The heights of a plot, of its title, and of the line of means above both plots.
const PLOT_HEIGHT: f64 = 130.0;
const TITLE: f64 = 20.0;
const MEANS: f64 = 22.0;

/// The gap between the two plots.
const GUTTER: f64 = 26.0;

const MOST_BINS: usize = 60;

const EXACT: Engine = Engine::Exact { omitted: 0.0, visited: 0 };

/// The width that a mark needs next to another.
const MARK_ROOM: f64 = 9.0;

/// Draws the distributions of a metric in all scenarios. Returns `None` if all are empty.
pub fn overlay(laws: &[Option<&Distribution>], width: f64) -> Option<Picture> {
    let first = laws.iter().flatten().next()?;
    let bins = Bins::new(&together(laws), EXACT, MOST_BINS)?;
    let mut picture = name_and_help(&first.metric.label, naming::help(&first.metric), SMALL, width);
    picture.below(means(laws), 0.0);
    let half = (width - GUTTER) / 2.0;
    let plots = [Tells::Each, Tells::AtLeast].map(|tells| plot(&bins, laws, tells, half));
    picture.below(beside(plots, GUTTER), 0.0);
    let note = Some(note(&bins, laws)).filter(|note| !note.is_empty());
    picture.below(lines(note.as_slice(), SMALL, ink::FAINT_TEXT, 14.0, 12.0), 0.0);
    Some(picture)
}

/// The mean of each distribution next to its mark.
fn means(laws: &[Option<&Distribution>]) -> Picture {
    let (words, baseline) = ("on average", 10.0);
    let mut picture = Picture::new(0.0, MEANS);
    picture.write(words, (0.0, baseline), Anchor::Start, SMALL, ink::FAINT_TEXT);
    let mut x = SMALL.room(words) + 14.0;
    for (place, law) in laws.iter().enumerate() {
        let Some(summary) = law.and_then(|law| law.summary.as_ref()) else { continue };
        let words = mean(summary.mean);
        Series::at(place).mark(&mut picture, (x, baseline - 0.36 * SMALL.size));
        picture.write(&words, (x + 8.0, baseline), Anchor::Start, SMALL, ink::TEXT);
        x += 8.0 + SMALL.room(&words) + 18.0;
    }
    picture
}

fn plot(bins: &Bins, laws: &[Option<&Distribution>], tells: Tells, width: f64) -> Picture {
    let title = match tells {
        Tells::Each => "chance of each value",
        Tells::AtLeast => "chance of this value or more",
    };
    let plot = Area { left: SIDE_ROOM, right: width, top: TITLE, bottom: TITLE + PLOT_HEIGHT };
    let mut picture = Picture::new(width, plot.bottom + BELOW_BINS);
    picture.write(title, (plot.left, 8.0), Anchor::Start, SMALL, ink::FAINT_TEXT);
    // The heights at each bin, for the scenarios with a distribution.
    let drawn = |(place, law): (usize, &Option<&Distribution>)| {
        let heights = heights(bins, &(*law)?.rows, tells);
        heights.iter().any(|&height| height > 0.0).then(|| (Series::at(place), heights))
    };
    let all: Vec<(Series, Vec<f64>)> = laws.iter().enumerate().filter_map(drawn).collect();
    let greatest = all.iter().flat_map(|(_, heights)| heights).copied().fold(0.0, f64::max);
    let scale = Scale::of_chances(if tells == Tells::Each { greatest } else { 1.0 }, 3);
    scale.draw_beside(&mut picture, plot, SMALL, SIDE_ROOM);
    let axis = BinAxis { bins, plot, lettering: SMALL };
    axis.draw(&mut picture);
    for (series, heights) in &all {
        series.line(&mut picture, &steps(&axis, &scale, heights, tells));
    }
    // Marks are placed side by side on their steps, so that none hides another. If the steps are
    // too narrow, distributions take turns: each has marks on only every n-th step.
    let every = (all.len() as f64 * MARK_ROOM / axis.slot()).ceil().max(1.0) as usize;
    for (order, (series, heights)) in all.iter().enumerate() {
        let turn = order % every;
        let abreast = (all.len() - turn).div_ceil(every).max(1) as f64;
        let apart = (axis.slot() / abreast).min(MARK_ROOM);
        let aside = apart * ((order / every) as f64 - (abreast - 1.0) / 2.0);
        let marked =
            heights.iter().enumerate().filter(|(index, height)| index % every == turn && **height > 0.0);
        for (index, &height) in marked {
            series.mark(&mut picture, (axis.middle(index) + aside, scale.y(plot, height)));
        }
    }
    picture
}

/// The height of a distribution at each bin.
fn heights(bins: &Bins, rows: &[Row], tells: Tells) -> Vec<f64> {
    bins.filled(rows, EXACT).bins.iter().map(|bin| tells.of(bin)).collect()
}

/// The step line of a distribution from its first to its last bin with a probability. Each step
/// is as wide as its bin.
fn steps(axis: &BinAxis<'_>, scale: &Scale, heights: &[f64], tells: Tells) -> Vec<Point> {
    let (half, bottom) = (axis.slot() / 2.0, axis.plot.bottom);
    let real = |height: &f64| *height > 0.0;
    let ends = heights.iter().position(real).zip(heights.iter().rposition(real));
    let Some((first, last)) = ends else { return Vec::new() };
    let levels = (first..=last).map(|index| (axis.middle(index), scale.y(axis.plot, heights[index])));
    let levels = levels.flat_map(|(x, y)| [(x - half, y), (x + half, y)]);
    let start = (tells == Tells::Each).then(|| (axis.middle(first) - half, bottom));
    start.into_iter().chain(levels).chain([(axis.middle(last) + half, bottom)]).collect()
}

/// The note below the plots: how many values share a step, and the greatest probability that a
/// distribution has outside of the plots.
fn note(bins: &Bins, laws: &[Option<&Distribution>]) -> String {
    bins.note_of("step", |Outside { first, last, .. }| {
        let outside = laws.iter().flatten().map(|law| Outside::new(&law.rows, first, last).probability);
        format!("at most {}", percent(outside.fold(0.0, f64::max)))
    })
}

/// The mixture of all distributions with equal weights.
fn together(laws: &[Option<&Distribution>]) -> Vec<Row> {
    let mut masses: std::collections::BTreeMap<i64, f64> = std::collections::BTreeMap::new();
    for row in laws.iter().flatten().flat_map(|law| &law.rows) {
        *masses.entry(row.value).or_default() += sane(row.probability);
    }
    let count = laws.iter().flatten().count() as f64;
    let row = |(value, mass): (i64, f64)| {
        let p = mass / count;
        Row { value, probability: p, low: p, high: p, at_least: 0.0, at_most: 0.0, count: None }
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
        let bins = Bins::new(&together(&[Some(&low), None, Some(&high)]), EXACT, MOST_BINS).unwrap();
        assert_eq!((bins.first, bins.last(), bins.step), (0, 4, 2));
        assert_eq!(heights(&bins, &low.rows, Tells::Each), [0.5, 0.5, 0.0]);
        assert_eq!(heights(&bins, &low.rows, Tells::AtLeast), [1.0, 0.5, 0.0]);
        assert_eq!(heights(&bins, &high.rows, Tells::AtLeast), [1.0, 1.0, 0.75]);
        assert!(overlay(&[None, None], 900.0).is_none());
    }
}
