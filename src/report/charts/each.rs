//! A metric that each member of a group has: a row for each of them.

use super::language::*;
use crate::analysis::{Distribution, Engine};
use crate::report::number::{Measure, Scale};

/// A metric of several members: "boxes" of Ripper and of a ganger.
pub struct OfMembers<'a> {
    /// The name of the group, and that of the metric within it.
    stem: (&'a str, &'a str),
    /// What players call the metric.
    label: &'a str,
    /// The members with their distributions.
    pub members: Vec<(&'a str, &'a Distribution)>,
}

/// Divides metrics into those that at least two members of a group have, and all others.
pub fn of_members(all: &[Distribution]) -> (Vec<OfMembers<'_>>, Vec<&Distribution>) {
    let mut shared: Vec<OfMembers<'_>> = Vec::new();
    for law in all {
        let Some((stem, name, label)) = of_member(law) else { continue };
        match shared.iter_mut().find(|one| one.stem == stem && one.label == label) {
            Some(one) => one.members.push((name, law)),
            None => shared.push(OfMembers { stem, label, members: vec![(name, law)] }),
        }
    }
    shared.retain(|one| one.members.len() > 1);
    let is_shared = |law: &Distribution| {
        of_member(law)
            .is_some_and(|(stem, _, label)| shared.iter().any(|one| (one.stem, one.label) == (stem, label)))
    };
    let others = all.iter().filter(|law| !is_shared(law)).collect();
    (shared, others)
}

/// The stem of the metric of a member, the name of the member, and the label of the metric without it: the
/// metric is called `fighter.0.boxes` and labelled "Ripper: boxes".
fn of_member(law: &Distribution) -> Option<((&str, &str), &str, &str)> {
    let mut parts = law.metric.name.splitn(3, '.');
    let (group, place, what) = (parts.next()?, parts.next()?, parts.next()?);
    place.parse::<usize>().ok()?;
    let (name, label) = law.metric.label.rsplit_once(": ")?;
    Some(((group, what), name, label))
}

/// The panel of a metric: for each member the strip of a number, its chance, or a bar divided among labels.
pub fn panel(one: &OfMembers<'_>, engine: Engine, width: f64) -> (Picture, Picture) {
    let head = name(one.label, width);
    let metric = &one.members[0].1.metric;
    let style = RowStyle { name_share: 0.3, ..RowStyle::SMALL };
    if metric.is_indicator() {
        let chance = |(name, law): &(&str, &Distribution)| {
            let row = law.row(1).map_or(Known::nothing(engine), |row| Known::new(row, engine).as_chance());
            Row::new((*name).to_owned(), RowBar::new(row, Vec::new()))
        };
        let chances = with_numbers(one.members.iter().map(chance).collect(), Measure::Chance);
        return (head, rows(&chances, None, &style, width));
    }
    if metric.names().is_some() {
        return (head, divided(one, engine, width));
    }
    let summaries = one.members.iter().map(|(_, law)| law.summary.as_ref());
    let means = summaries.map(|summary| summary.map_or(f64::NAN.into(), |one| Known::new(one, engine)));
    let texts = Measure::Number.column(&means.collect::<Vec<_>>());
    let strip = |((name, law), text): (&(&str, &Distribution), String)| {
        let bar = match &law.summary {
            Some(one) => {
                let band = Known { low: one.p05 as f64, high: one.p95 as f64, ..one.mean.into() };
                RowBar { look: Look::Strip(one.p25 as f64, one.p75 as f64), ..RowBar::new(band, vec![text]) }
            }
            None => RowBar::new(f64::NAN, vec![text]),
        };
        Row::new((*name).to_owned(), bar)
    };
    let strips: Vec<Row> = one.members.iter().zip(texts).map(strip).collect();
    let scale = Scale::of(Measure::Number, reach(&strips), 5);
    (head, rows(&strips, Some(&scale), &style, width))
}

/// The bars of labels, below a legend of those that occur.
fn divided(one: &OfMembers<'_>, engine: Engine, width: f64) -> Picture {
    let names = one.members[0].1.metric.names().unwrap_or_default();
    let labels: Vec<&str> = names.iter().map(|name| &**name).collect();
    let shares = |law: &Distribution| label_chances(names, &law.rows, engine).into_iter().map(|one| one.1);
    let rows: Vec<(&str, Vec<Known>)> =
        one.members.iter().map(|(name, law)| (*name, shares(law).collect())).collect();
    divided_rows(&rows, &labels, None, width, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::MetricSpec;
    use crate::report::charts::tests::{distribution, law};

    #[test]
    fn a_metric_of_several_members_is_one_panel() {
        let boxes = |name: &str, label: &str| {
            let metric = MetricSpec::integer(name, "boxes", 0, 9).called(label);
            distribution(metric, law(&[(0, 0.5), (4, 0.5)]))
        };
        let all = [
            boxes("turns", "turns"),
            boxes("fighter.0.boxes", "Ripper: boxes"),
            boxes("fighter.1.boxes", "ganger 1: boxes"),
            boxes("fighter.1.actions", "ganger 1: actions"),
        ];
        let (shared, others) = of_members(&all);
        let names: Vec<&str> = shared[0].members.iter().map(|one| one.0).collect();
        assert_eq!((shared.len(), shared[0].label, names), (1, "boxes", vec!["Ripper", "ganger 1"]));
        let others: Vec<&str> = others.iter().map(|law| law.metric.name.as_str()).collect();
        assert_eq!(others, ["turns", "fighter.1.actions"]);
        let (_, body) = panel(&shared[0], Engine::Exact { omitted: 0.0, visited: 0 }, 400.0);
        let texts: Vec<&str> = body
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text(text) => Some(text.words.as_str()),
                _ => None,
            })
            .collect();
        assert!(texts.contains(&"Ripper") && texts.contains(&"4"), "{texts:?}");
    }
}
