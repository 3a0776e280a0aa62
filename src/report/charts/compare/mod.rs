//! Comparisons of scenarios: a dot plot for each number, and bars divided among the labels of a metric.

mod labels;
mod multiples;

use self::labels::labels;
use self::multiples::multiples;
use super::language::*;
use crate::analysis::{Comparison, Distribution, Item, ItemKind};
use crate::report::compare::{headline, is_alike, measure, values, varied};
use crate::report::entry::{Extreme, Sentence, are_alike, is_of_member, without_members};
use crate::report::number::{Scale, mean};

/// The space below the legend, and below each line of panels.
const BELOW_KEY: f64 = 10.0;
const BELOW: f64 = 22.0;

/// The least width of a panel.
const PANEL: f64 = 440.0;

/// The maximum number of panels.
const MOST_PANELS: usize = 12;

/// Draws a comparison. `names` are the names of the scenarios. `every` also draws all distributions.
pub fn compare(heading: &Heading<'_>, names: &[String], comparison: &Comparison, every: bool) -> Picture {
    let mut page = Page::new(WIDE, heading, Some(&headline(names, comparison, Sentence::Title)));
    let room = page.room();
    let base = names.first().map_or("", String::as_str);
    // The title names all values of two scenarios, and the chances of labels have bars of their own.
    let varied = varied(comparison).filter(|one| names.len() > 2 && !is_of_labels(comparison, one.0));
    let named = varied.as_ref().map(|one| one.0);
    let marked: Vec<usize> =
        varied.iter().flat_map(|one| &one.1).flat_map(Extreme::marked).copied().collect();
    if let Some(words) = varied.as_ref().and_then(|one| marks_of_ends(&one.1)) {
        page.key(vec![(Sample::Best, words.to_owned())]);
    }
    let sampled = comparison.engines.iter().any(|engine| engine.trials().is_some());
    let interval = if sampled { "; band: its 95\u{a0}% interval" } else { "" };
    page.notes(
        &[format!("disc: the chance, or the average{interval}; ring and dashed line: {base}, to which differences refer, those of chances in percentage points")],
        2,
        BELOW_KEY,
    );
    let (varying, constant): (Vec<&Item>, Vec<&Item>) = comparison
        .items
        .iter()
        .filter(|item| !is_of_labels(comparison, item))
        .partition(|item| !is_alike(item, comparison));
    let mut drawn = without_members(varying.clone(), |item| item.name.as_str());
    drawn.truncate(MOST_PANELS);
    let mut notes: Vec<String> = not_drawn(drawn.len(), varying.len(), "numbers").into_iter().collect();
    let (columns, width) = columns(drawn.len().min(2), room, |width| width >= PANEL);
    let panel = |item: &&Item| {
        let marked = if named.is_some_and(|one| std::ptr::eq(one, *item)) { &*marked } else { &[] };
        dots(names, item, marked, comparison, width)
    };
    page.add(panels(drawn.iter().map(panel).collect(), columns, BELOW), BELOW);

    let mut alike: Vec<String> = constant.into_iter().map(|item| alike(item, comparison)).collect();
    let mut bars = Vec::new();
    for metric in metrics(comparison).into_iter().filter(|law| law.metric.is_nominal()) {
        match labels(names, comparison, metric, room) {
            Some(picture) => bars.push((&metric.metric.name, picture)),
            None => alike.push(metric.metric.label.clone()),
        }
    }
    // With few numbers there are few members.
    if varying.len() > MOST_PANELS {
        bars.retain(|bar| !is_of_member(bar.0));
    }
    bars.into_iter().for_each(|bar| page.add(bar.1, BELOW));
    if every {
        for metric in metrics(comparison) {
            if let Some(picture) = multiples(names, comparison, &metric.metric.name, room) {
                page.add(picture, BELOW);
            }
        }
    }
    notes.extend((!alike.is_empty()).then(|| format!("No difference: {}", alike.join("; "))));
    page.notes(&notes, 4, 0.0);
    page.finish(&how_all(comparison.engines.iter().copied()))
}

/// A number that all scenarios share, with its value.
fn alike(item: &Item, comparison: &Comparison) -> String {
    let value = values(item, comparison).next().map(|(_, known)| measure(item).brief(known));
    format!("{}: {}", item.title, value.unwrap_or_default())
}

/// Whether an item is the chance of a label.
fn is_of_labels(comparison: &Comparison, item: &Item) -> bool {
    match &item.kind {
        ItemKind::Category(label) => {
            metrics(comparison).iter().any(|law| law.metric.is_nominal() && law.metric.label == *label)
        }
        _ => false,
    }
}

/// The metrics of all scenarios, each as it is in the first that has it.
fn metrics(comparison: &Comparison) -> Vec<&Distribution> {
    let mut found: Vec<&Distribution> = Vec::new();
    for law in comparison.odds.iter().flat_map(|odds| &odds.distributions) {
        let is_new = found.iter().all(|other| other.metric.name != law.metric.name);
        if is_new {
            found.push(law);
        }
    }
    found
}

/// The dot plot of a number: a row for each scenario that has it, the greatest first, with a star at those
/// that are `marked`.
fn dots(
    names: &[String],
    item: &Item,
    marked: &[usize],
    comparison: &Comparison,
    width: f64,
) -> (Picture, Picture) {
    let measure = measure(item);
    let mut all: Vec<(usize, Known)> = values(item, comparison).collect();
    greatest_first(&mut all, |one| one.1.value);
    let change = |&(place, _): &(usize, Known)| {
        let difference = item.values[place].map(|compared| compared.difference);
        let engine = comparison.engine_of_difference(place);
        difference.map_or(f64::NAN.into(), |difference| Known::new(difference, engine))
    };
    let changes = measure.column_of_changes(&all.iter().map(change).collect::<Vec<_>>());
    let row = |(&(place, known), change): (&(usize, Known), String)| {
        let (look, change) = if place == 0 { (Look::Ring, "–".to_owned()) } else { (Look::Disc, change) };
        let is_best = marked.contains(&place);
        Row::new(names[place].clone(), RowBar { look, is_best, ..RowBar::new(known, vec![change]) })
    };
    let bars = with_numbers(all.iter().zip(changes).map(row).collect(), measure);
    let (scale, zoomed) = Scale::among_others(measure, all.iter().flat_map(|one| one.1.ends()), 4);
    let style = RowStyle {
        names: SMALL,
        texts: SMALL,
        name_share: 0.36,
        heads: &["", "difference"],
        reference: all.iter().find(|one| one.0 == 0).map(|one| one.1.value),
        ..RowStyle::NORMAL
    };
    (head(&item.title, zoomed, width), rows(&bars, Some(&scale), &style, width))
}
