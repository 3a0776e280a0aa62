//! Events as rows: each probability as a bar and in words.

use super::{Known, Row, RowBar};
use crate::analysis::Engine;
use crate::analysis::Row as LawRow;
use crate::report::number::{interval, often, percent};

/// A bar with the probability of an event in percent, its 95 % interval if it was sampled, and
/// how often the event happens ("1 in 6").
pub fn told(known: Known) -> RowBar {
    let interval = known.sampled.then(|| interval(known.low, known.high));
    let often = if is_certain(known) { String::new() } else { often(known.value, known.sampled) };
    let texts = [Some(chance(known)), interval, Some(often)].into_iter().flatten().collect();
    RowBar::new(known, texts)
}

/// The probability of an event in percent, or a word if it happens never or always.
pub fn chance(known: Known) -> String {
    if is_certain(known) { often(known.value, known.sampled) } else { percent(known.value) }
}

/// The probability of an event in percent and how often it happens, or one word for both.
pub fn chance_and_often(known: Known) -> String {
    match chance(known) {
        word if is_certain(known) => word,
        percent => format!("{percent}, {}", often(known.value, known.sampled)),
    }
}

/// The probability of each label of a metric, in the order of the labels.
pub fn label_chances(labels: &[impl AsRef<str>], law: &[LawRow], engine: Engine) -> Vec<(String, Known)> {
    let known = |place: usize| {
        let row = law.iter().find(|row| usize::try_from(row.value) == Ok(place));
        row.map_or(Known::nothing(engine), |row| Known::new(row, engine).as_chance())
    };
    let label = |(place, label): (usize, &_)| (AsRef::<str>::as_ref(label).to_owned(), known(place));
    labels.iter().enumerate().map(label).collect()
}

/// The labels of a metric as at most `most` rows. If there are more labels, the last row has the
/// total of the others.
pub fn label_rows(labels: &[impl AsRef<str>], law: &[LawRow], engine: Engine, most: usize) -> Vec<Row> {
    let mut chances = label_chances(labels, law, engine);
    if chances.len() > most {
        let others = chances.split_off(most - 1);
        let together = others.iter().map(|(_, known)| known.value).sum();
        chances.push((format!("{} others", others.len()), Known::of_event(together, engine)));
    }
    let row = |(name, known): (String, Known)| Row::new(name, RowBar::new(known, vec![chance(known)]));
    chances.into_iter().map(row).collect()
}

/// Whether an event happens never or always, as far as is known.
fn is_certain(known: Known) -> bool {
    known.value <= 0.0 || known.value >= 1.0
}
