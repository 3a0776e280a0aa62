//! Events as rows: each probability as a bar and in words.

use super::{Known, Look, Pattern, Row, RowBar, with_numbers};
use crate::analysis::Row as LawRow;
use crate::analysis::{Distribution, Engine};
use crate::report::number::{Measure, interval, rarity};

/// A bar with the 95 % interval of an event if it was sampled, and its rarity ("1 in 101"). The probability
/// itself is written [with those of other rows](with_numbers).
pub fn told(known: Known) -> RowBar {
    // A chance that was not seen is written by the end of its interval.
    let interval = known.sampled.then(|| if known.value > 0.0 { interval(known) } else { String::new() });
    let texts = interval.into_iter().chain([rarity(known)]).collect();
    RowBar::new(known, texts)
}

/// The probability of an event in percent, or a word if it happens never or always.
pub fn chance(known: Known) -> String {
    Measure::Chance.brief(known)
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

/// The labels of a metric as at most `most` rows. If there are more labels, the likeliest have rows, in
/// their order, and the last row has the total of the others in grey. What the player plays for looks the
/// same on all charts.
pub fn label_rows(labels: &[impl AsRef<str>], law: &Distribution, engine: Engine, most: usize) -> Vec<Row> {
    let chances = label_chances(labels, &law.rows, engine);
    let row = |place: usize| {
        let (name, known) = &chances[place];
        let look = law.metric.won().map(|won| Look::Pattern(Pattern::of_label(place, won)));
        Row::new(name.clone(), RowBar { look: look.unwrap_or_default(), ..RowBar::new(*known, Vec::new()) })
    };
    if chances.len() <= most {
        return with_numbers((0..chances.len()).map(row).collect(), Measure::Chance);
    }
    let mut by_chance: Vec<usize> = (0..chances.len()).collect();
    by_chance.sort_by(|&a, &b| chances[b].1.value.total_cmp(&chances[a].1.value));
    let (likely, others) = by_chance.split_at_mut(most - 1);
    likely.sort_unstable();
    let together = others.iter().map(|&place| chances[place].1.value).sum();
    let together = Known::of_event(together, engine);
    let together = RowBar { look: Look::Grey, ..RowBar::new(together, Vec::new()) };
    let rest = Row::new(format!("{} others", others.len()), together);
    with_numbers(likely.iter().map(|&place| row(place)).chain([rest]).collect(), Measure::Chance)
}
