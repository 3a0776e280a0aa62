//! Events as rows: their probabilities as bars, and in words.

use super::numbers::{interval, one_in, percent};
use super::reading::Reading;
use super::rows::{Row, RowBar};
use crate::analysis::{Engine, Row as LawRow};

/// An event with all that can be told about its probability: that in percent, the 95 %
/// interval where it was sampled, and how often it is.
pub fn told(reading: Reading, engine: Engine) -> RowBar {
    let interval = engine.trials().map(|_| interval(reading.low, reading.high));
    let often = if is_certain(reading) { String::new() } else { often(reading, engine) };
    let texts = [Some(chance(reading, engine)), interval, Some(often)].into_iter().flatten().collect();
    RowBar { reading, texts, ..RowBar::default() }
}

/// The probability of an event in percent, or in a word where it happens never or always.
pub fn chance(reading: Reading, engine: Engine) -> String {
    if is_certain(reading) { often(reading, engine) } else { percent(reading.value) }
}

/// The probability of an event in percent with how often it happens, or one word for both.
pub fn chance_and_often(reading: Reading, engine: Engine) -> String {
    match chance(reading, engine) {
        word if is_certain(reading) => word,
        percent => format!("{percent}, {}", often(reading, engine)),
    }
}

/// The labels of a metric in their order, at most `most` of them: the others share the last
/// row.
pub fn label_rows(labels: &[impl AsRef<str>], law: &[LawRow], engine: Engine, most: usize) -> Vec<Row> {
    let row = |name: String, reading: Reading| {
        Row::new(name, RowBar { reading, texts: vec![chance(reading, engine)], ..RowBar::default() })
    };
    let reading = |place: usize| {
        law.iter()
            .find(|row| usize::try_from(row.value) == Ok(place))
            .map(Reading::of_row)
            .unwrap_or_default()
    };
    let shown = if labels.len() > most { most - 1 } else { labels.len() };
    let named = |(place, label): (usize, &_)| row(AsRef::<str>::as_ref(label).to_owned(), reading(place));
    let mut rows: Vec<Row> = labels[..shown].iter().enumerate().map(named).collect();
    if shown < labels.len() {
        let together = (shown..labels.len()).map(|place| reading(place).value).sum();
        rows.push(row(format!("{} others", labels.len() - shown), Reading::bare(together)));
    }
    rows
}

/// Whether an event happens never or always, as far as is known.
fn is_certain(reading: Reading) -> bool {
    reading.value <= 0.0 || reading.value >= 1.0
}

fn often(reading: Reading, engine: Engine) -> String {
    one_in(reading.value, engine.trials().is_some())
}
