//! A single metric, and a metric with the chances of others.

use super::language::*;
use crate::analysis::{Distribution, Engine, Odds};
use crate::chance::MetricKind;
use crate::description::words::capitalized;
use crate::report::number::{Digits, Measure, Scale, chance_and_rarity, mean};
use crate::stats::same;

const MOST_LABELS: usize = 40;

/// The maximum number of labels that a title names.
const MOST_NAMED: usize = 4;

/// Draws one metric: the probability of each value and, for integers, of each value or more.
pub fn metric(heading: &Heading<'_>, odds: &Odds, distribution: &Distribution) -> Picture {
    let metric = &distribution.metric;
    let mut page = Page::new(NARROW, heading, Some(&finding(distribution, odds.engine)));
    let room = page.room();
    match naming::names(metric) {
        Some(labels) => {
            let labels = label_rows(labels, distribution, odds.engine, MOST_LABELS);
            let (scale, zoomed) = Scale::among_others(Measure::Chance, reach(&labels), 5);
            page.section("chance of each value", zoomed, 0.0);
            let help = wrap(naming::help(metric), NORMAL, room, 3);
            page.add(lines(&help, NORMAL, ink::FAINT_TEXT, 16.0, 13.0), 10.0);
            let style = RowStyle { least_height: 34.0, ..RowStyle::NORMAL };
            page.add(rows(&labels, Some(&scale), &style, room), 0.0);
        }
        // The name of the value axis includes the help.
        None => {
            page.section("chance of each value", "", 0.0);
            page.add(law(distribution, odds.engine, room), 0.0);
        }
    }
    page.finish(&how(odds.engine, BARS))
}

/// A metric in a sentence: its mean, or its likeliest label.
pub fn finding(distribution: &Distribution, engine: Engine) -> String {
    let metric = &distribution.metric;
    let label = capitalized(&metric.label);
    if let (Some(summary), false) = (&distribution.summary, metric.is_indicator()) {
        let mean = mean(Known::new(summary, engine));
        return format!("{label}: {mean} on average{}", metric.cases());
    }
    let chances = label_chances(naming::names(metric).unwrap_or_default(), &distribution.rows, engine);
    if metric.is_indicator() {
        return format!("{label}: {}", chance_and_rarity(chances[1].1, Digits::Few));
    }
    let Some(most) = chances.iter().map(|one| one.1.value).max_by(f64::total_cmp) else { return label };
    let likely: Vec<_> = chances.iter().filter(|one| same(one.1.value, most)).collect();
    let names: Vec<&str> = likely.iter().map(|one| &*one.0).collect();
    let share = chance(likely[0].1);
    match names[..] {
        [only] => format!("{label}: most likely {only}, {share}"),
        _ if names.len() == chances.len() => {
            format!("{label}: all {} are equally likely, {share} each", names.len())
        }
        [.., _] if names.len() <= MOST_NAMED => {
            format!("{label}: most likely {}, {share} each", names.join(" or "))
        }
        _ => format!("{label}: most likely one of {}, {share} each", names.len()),
    }
}

/// Draws the distribution of a metric and, below `title`, the chances that the metrics whose names
/// begin with `prefix` are above 0.
pub fn law_and_chances(
    heading: &Heading<'_>,
    odds: &Odds,
    distribution: &Distribution,
    prefix: &str,
    title: &str,
) -> Picture {
    let mut page = Page::new(NARROW, heading, Some(&finding(distribution, odds.engine)));
    let room = page.room();
    page.section("chance of each value", "", 0.0);
    page.add(law(distribution, odds.engine, room), 12.0);
    let others: Vec<&Distribution> =
        odds.distributions.iter().filter(|other| other.metric.name.starts_with(prefix)).collect();
    if !others.is_empty() {
        let often = if others.iter().any(|other| is_count(other)) { " at least once" } else { "" };
        page.section(&format!("{title}{often}"), "", 6.0);
        let chances: Vec<Row> = others.iter().map(|other| above_0(other, prefix, odds.engine)).collect();
        let chances = with_numbers(chances, Measure::Chance);
        page.add(rows(&chances, None, &RowStyle::NORMAL, room), 0.0);
    }
    page.finish(&how(odds.engine, BARS))
}

/// The chance that a metric is above 0 and, if it is a count, its mean.
fn above_0(distribution: &Distribution, prefix: &str, engine: Engine) -> Row {
    let name = distribution.metric.name[prefix.len()..].replace('_', " ");
    let above = distribution.rows.iter().find(|row| row.value > 0);
    let mut bar = told(Known::of_event(above.map_or(0.0, |row| row.at_least), engine));
    let summary = distribution.summary.as_ref().filter(|_| is_count(distribution));
    bar.texts
        .extend(summary.map(|summary| format!("{} times on average", mean(Known::new(summary, engine)))));
    Row::new(name, bar)
}

/// Whether a metric can be more than 1.
fn is_count(distribution: &Distribution) -> bool {
    matches!(distribution.metric.kind, MetricKind::Integer { max, .. } if max > 1)
}
