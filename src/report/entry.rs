//! Entries of tables: means of metrics, chances of their values, answers, and statistics.

use indexmap::IndexMap;

use super::number::{Known, Measure};
use super::table::{Cell, in_lines};
use crate::analysis::{Answer, Distribution, Odds};
use crate::chance::{MetricSpec, NEVER};
use crate::description::words::different;
use crate::stats::same;

/// A quantity that tables show for each scenario.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its display name.
    pub name: String,
    /// The kind of quantity.
    pub what: What,
}

/// The kind of an entry.
#[derive(Clone, Debug)]
pub enum What {
    /// The mean of a metric; if its value 0 stands for never, of the cases in which it happens.
    Mean(String),
    /// The probability of a value of a metric, as files write it: a label may have other numbers in other odds.
    Value { metric: String, value: String },
    /// The answer to the question with the name of the entry, which is most likely at this index.
    Answer(usize),
    /// The statistic at this index, and its format.
    Statistic { place: usize, measure: Measure },
}

impl Entry {
    /// The mean of a metric.
    pub fn mean(metric: &MetricSpec) -> Self {
        Entry { name: metric.averaged(), what: What::Mean(metric.name.clone()) }
    }

    /// The chance of a value of a metric.
    fn chance(metric: &MetricSpec, value: i64, name: String) -> Self {
        Entry { name, what: What::Value { metric: metric.name.clone(), value: metric.show(value) } }
    }

    /// Whether it is about this metric.
    pub fn is_of(&self, of: &MetricSpec) -> bool {
        self.metric() == of.name
    }

    /// Whether it is the mean of a metric.
    pub fn is_mean(&self) -> bool {
        matches!(self.what, What::Mean(_))
    }

    /// The name of its metric; empty for questions and statistics.
    pub fn metric(&self) -> &str {
        match &self.what {
            What::Mean(metric) | What::Value { metric, .. } => metric,
            What::Statistic { .. } | What::Answer(_) => "",
        }
    }

    /// The format of its values.
    pub fn measure(&self) -> Measure {
        match self.what {
            What::Mean(_) => Measure::Number,
            What::Statistic { measure, .. } => measure,
            What::Value { .. } | What::Answer(_) => Measure::Chance,
        }
    }

    /// The answer to the question, if the entry is one and these odds have it.
    pub fn answer<'a>(&self, odds: &'a Odds) -> Option<&'a Answer> {
        let What::Answer(place) = self.what else { return None };
        let here = odds.answers.get(place).filter(|answer| answer.name == self.name);
        here.or_else(|| odds.answer(&self.name))
    }

    /// Its value in these odds. `None` if they lack it, and for statistics, which are not part of odds.
    pub fn known(&self, odds: &Odds) -> Option<Known> {
        match &self.what {
            What::Mean(metric) => odds.summary(metric).map(|summary| Known::new(summary, odds.engine)),
            What::Value { metric, value } => {
                let law = odds.distribution(metric)?;
                let value = match law.metric.labels() {
                    Some(labels) => labels.iter().position(|label| label == value).map(|place| place as i64),
                    None => Some(value.parse().ok()?),
                };
                let row = value.and_then(|value| law.row(value));
                Some(row.map_or(Known::nothing(odds.engine), |row| Known::new(row, odds.engine)))
            }
            What::Statistic { .. } => None,
            What::Answer(_) => self.answer(odds).map(|answer| Known::new(answer, odds.engine)),
        }
    }

    /// Its value in these odds as a cell.
    pub fn cell(&self, odds: &Odds) -> Option<Cell<'static>> {
        self.known(odds).map(|known| Cell::number(self.measure(), known))
    }
}

/// The metrics of all odds that `is_wanted` accepts, without duplicates, in order of first
/// appearance. If they are called differently, they have the commonest label.
pub fn metrics<'a>(all: &[&'a Odds], is_wanted: impl Fn(&MetricSpec) -> bool) -> Vec<&'a MetricSpec> {
    let all = all.iter().flat_map(|odds| &odds.distributions).map(|law| &law.metric);
    let mut by_name: IndexMap<&str, Vec<&MetricSpec>> = IndexMap::new();
    for metric in all.filter(|metric| is_wanted(metric)) {
        by_name.entry(metric.name.as_str()).or_default().push(metric);
    }
    let words = |metric: &'a MetricSpec| (&metric.label, metric.names());
    let commonest = |all: Vec<&'a MetricSpec>| {
        let mut kinds: IndexMap<_, (usize, &MetricSpec)> = IndexMap::new();
        for metric in all {
            kinds.entry(words(metric)).or_insert((0, metric)).0 += 1;
        }
        kinds.into_values().rev().max_by_key(|kind| kind.0).map(|kind| kind.1)
    };
    by_name.into_values().filter_map(commonest).collect()
}

/// The entries of the metrics of all odds, without duplicates: the chance of an indicator; the chance of never, if a
/// metric says when something happens, and its mean; of other metrics the mean, or the chances of the categories that
/// occur.
pub fn metric_entries(all: &[&Odds]) -> Vec<Entry> {
    let entries = |metric: &MetricSpec| {
        let here: Vec<&Distribution> =
            all.iter().filter_map(|odds| odds.distribution(&metric.name)).collect();
        if here.iter().all(|law| is_one_chance(&law.metric)) {
            return vec![Entry::chance(metric, 1, metric.label.clone())];
        }
        let mut categories: IndexMap<String, Entry> = IndexMap::new();
        for spec in std::iter::once(metric).chain(here.iter().map(|law| &law.metric)) {
            let never = spec.is_occasion().then_some((0, NEVER));
            for (value, name) in spec.categories().chain(never) {
                let entry = || Entry::chance(spec, value, format!("{}: {name}", metric.label));
                categories.entry(spec.show(value)).or_insert_with(entry);
            }
        }
        let occurs =
            |entry: &Entry| all.iter().any(|odds| entry.known(odds).is_some_and(|known| known.value > 0.0));
        let is_number = here.iter().any(|law| !law.metric.is_nominal());
        let chances = categories.into_values().filter(occurs);
        chances.chain(is_number.then(|| Entry::mean(metric))).collect()
    };
    metrics(all, |_| true).into_iter().flat_map(entries).collect()
}

/// The chances of the indicators of these odds.
pub fn indicator_entries(odds: &Odds) -> Vec<Entry> {
    let indicators = metrics(&[odds], is_one_chance).into_iter();
    indicators.map(|metric| Entry::chance(metric, 1, metric.label.clone())).collect()
}

/// Whether a metric is told by the chance that something happens.
fn is_one_chance(metric: &MetricSpec) -> bool {
    metric.is_indicator() && !metric.is_nominal()
}

/// The entries of all questions and metrics, in the order in which a player asks for them: the questions; the
/// metrics, first those that the procedure is for.
pub fn entries(all: &[&Odds]) -> Vec<Entry> {
    let leads = |entry: &Entry| all.iter().flat_map(|odds| odds.leads()).any(|metric| entry.is_of(metric));
    // Questions say it in words of their own.
    let events = different(all.iter().flat_map(|odds| &odds.answers).map(|answer| answer.event.as_str()));
    let events: Vec<String> = events.into_iter().map(|event| event.split_whitespace().collect()).collect();
    let is_asked = |entry: &Entry| match &entry.what {
        What::Value { metric, value } => {
            events.contains(&format!("{metric}=='{value}'")) || events.contains(&format!("{metric}=={value}"))
        }
        _ => false,
    };
    let (leading, others): (Vec<Entry>, Vec<Entry>) =
        metric_entries(all).into_iter().filter(|entry| !is_asked(entry)).partition(leads);
    question_entries(all).into_iter().chain(leading).chain(others).collect()
}

/// The maximum number of numbers side by side. If there are more, those of single members of a group, such as
/// `mean(fighter.0.boxes)`, are only in files.
const CROWD: usize = 12;

/// Removes the numbers of single members if there are too many numbers. `name` tells how a number is written.
pub fn without_members<T>(all: Vec<T>, name: impl Fn(&T) -> &str) -> Vec<T> {
    let is_crowded = all.len() > CROWD;
    all.into_iter().filter(|one| !is_crowded || !is_of_member(name(one))).collect()
}

/// Whether a number is that of a single member.
pub fn is_of_member(name: &str) -> bool {
    name.split('.').any(|part| part.parse::<usize>().is_ok())
}

/// What numbers of single members are left out of a table, with the file that has them.
pub fn of_members_in(left: usize, file: &str) -> String {
    match left {
        0 => String::new(),
        _ => format!("in {file}, or with --stat: {left} numbers of single members"),
    }
}

/// An entry for each question of any of these odds, without duplicates.
pub fn question_entries(all: &[&Odds]) -> Vec<Entry> {
    let names = Odds::questions(all.iter().copied());
    let entry = |(place, name): (usize, &str)| Entry { name: name.to_owned(), what: What::Answer(place) };
    names.into_iter().enumerate().map(entry).collect()
}

/// Numbers that are exact and this close, for their size, are the same to a reader: what was cut from
/// open-ended dice may make them differ by so much.
const ALIKE: f64 = 1e-9;

/// Whether numbers are the same to a reader.
fn close(a: f64, b: f64) -> bool {
    same(a, b) || (a - b).abs() <= ALIKE * a.abs().max(b.abs()).max(1.0)
}

/// Whether numbers are exact and all the same.
pub fn are_alike(numbers: impl IntoIterator<Item = Option<Known>>) -> bool {
    let mut numbers = numbers.into_iter();
    let Some(Some(first)) = numbers.next() else { return false };
    let is_first =
        |other: Option<Known>| other.is_some_and(|other| !other.sampled && close(other.value, first.value));
    !first.sampled && numbers.all(is_first)
}

/// Whether numbers differ by more than their errors: their intervals have no number in common.
pub fn differ(numbers: impl IntoIterator<Item = Known>) -> bool {
    let ends = numbers.into_iter().map(|known| (known.low, known.high));
    let (low, high) =
        ends.fold((f64::NEG_INFINITY, f64::INFINITY), |all, one| (all.0.max(one.0), all.1.min(one.1)));
    low > high && !close(low, high)
}

/// The least or the greatest of several numbers.
#[derive(Clone, Debug)]
pub struct Extreme<T> {
    /// The number.
    pub known: Known,
    /// What it belongs to: at first the one that has it, then those with numbers that read the same, or that
    /// a sample does not tell from it.
    pub of: Vec<T>,
}

/// The least and the greatest of numbers; those that are not finite do not count.
pub fn extremes<T: Copy>(
    measure: Measure,
    numbers: impl IntoIterator<Item = (T, Known)>,
) -> Option<[Extreme<T>; 2]> {
    let numbers: Vec<(T, Known)> = numbers.into_iter().filter(|one| one.1.value.is_finite()).collect();
    let first = numbers.first()?.1;
    let [least, greatest] = numbers.iter().fold([first; 2], |[least, greatest], (_, one)| {
        let is_less = one.value < least.value && !close(one.value, least.value);
        let is_greater = one.value > greatest.value && !close(one.value, greatest.value);
        [if is_less { *one } else { least }, if is_greater { *one } else { greatest }]
    });
    let all = |end: Known| {
        let is_end = |known: Known| same(known.value, end.value);
        // A sample may not tell them apart.
        let may_be = |known: Known| known.sampled && (known.low..=known.high).contains(&end.value);
        let reads_alike = |known: Known| {
            close(known.value, end.value) || may_be(known) || measure.say(known) == measure.say(end)
        };
        let first = numbers.iter().find(|one| is_end(one.1)).into_iter();
        let others = numbers.iter().filter(|one| !is_end(one.1) && reads_alike(one.1));
        let equals = numbers.iter().filter(|one| is_end(one.1)).skip(1);
        Extreme { known: end, of: first.chain(equals).chain(others).map(|one| one.0).collect() }
    };
    Some([all(least), all(greatest)])
}

impl<T> Extreme<T> {
    /// The most that charts mark: if more have the number, a mark says little.
    const MOST_MARKED: usize = 3;

    /// What charts mark.
    pub fn marked(&self) -> &[T] {
        if self.of.len() > Self::MOST_MARKED { &[] } else { &self.of }
    }
}

/// The least and the greatest of numbers that differ: by more than their errors, and as they are written.
pub fn differing<T: Copy>(
    measure: Measure,
    numbers: impl IntoIterator<Item = (T, Known)>,
) -> Option<[Extreme<T>; 2]> {
    let numbers: Vec<(T, Known)> = numbers.into_iter().collect();
    let ends = extremes(measure, numbers.iter().copied())?;
    let [least, greatest] = ends.each_ref().map(|end| measure.say(end.known));
    (least != greatest && differ(numbers.into_iter().map(|one| one.1))).then_some(ends)
}

/// What a sentence says of several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentence {
    /// Each, if they are read at a glance.
    Answer,
    /// Of more than two the least and the greatest: a chart shows the others.
    Title,
}

/// The length of a list that is read at a glance: two lines of a terminal.
const GLANCE: usize = 160;

/// Numbers with what they belong to: "28 % (armor 4), 35 % (5)", or the least and the greatest: "from 28 %
/// (armor 4) to 71 % (armor 12 and 3 others)". `name` is told what it names, and whether it follows others in a
/// list.
pub fn told<T: Copy>(
    sentence: Sentence,
    measure: Measure,
    all: impl IntoIterator<Item = (T, Known)>,
    ends: [Extreme<T>; 2],
    name: impl Fn(T, bool) -> String,
) -> String {
    let one = |known: Known, name: String| format!("{} ({name})", measure.brief(known));
    let all = all.into_iter().enumerate();
    let each: Vec<String> = all.map(|(place, (of, known))| one(known, name(of, place > 0))).collect();
    let text = each.join(", ");
    if each.len() <= 2 || sentence == Sentence::Answer && text.chars().count() <= GLANCE {
        return text;
    }
    let [least, greatest] =
        ends.map(|end| one(end.known, and_more(name(end.of[0], false), end.of.len() - 1)));
    format!("from {least} to {greatest}")
}

/// A line on the numbers that are the same everywhere, with their names: "no difference: dodge successes on average
/// 1.67". Empty if there are none.
pub fn same_everywhere(all: impl Iterator<Item = (String, Measure, Option<Known>)>, width: usize) -> String {
    let said = |(title, measure, known): (String, Measure, Option<Known>)| match known {
        Some(known) => format!("{title} {}", measure.say(known)),
        None => title,
    };
    match all.map(said).collect::<Vec<_>>().join("; ") {
        told if told.is_empty() => told,
        told => in_lines(&format!("no difference: {told}"), width),
    }
}

/// A name, and how many others there are: "Force 6 and 3 others".
pub fn and_more(name: String, others: usize) -> String {
    match others {
        0 => name,
        1 => format!("{name} and 1 other"),
        _ => format!("{name} and {others} others"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ_if_their_intervals_have_nothing_in_common() {
        let known = |low, high| Known { value: (low + high) / 2.0, low, high, sampled: true };
        assert!(differ([known(0.1, 0.2), known(0.3, 0.4)]));
        assert!(!differ([known(0.1, 0.3), known(0.2, 0.4), known(0.25, 0.5)]));
        assert!(differ([known(0.1, 0.3), known(0.2, 0.4), known(0.35, 0.5)]));
        assert!(differ([0.1.into(), 0.2.into()]) && !differ([(0.1 + 0.2).into(), 0.3.into()]) && !differ([]));
    }

    #[test]
    fn extremes_are_of_all_that_read_the_same() {
        let ends = |numbers: &[(&'static str, f64)]| {
            let found = extremes(Measure::Number, numbers.iter().map(|&(name, n)| (name, n.into())));
            found.map(|ends| ends.map(|end: Extreme<&str>| end.of))
        };
        let found = ends(&[("a", f64::NAN), ("b", 2.5), ("c", 1.0), ("d", 2.5), ("e", 2.4999)]);
        assert_eq!(found, Some([vec!["c"], vec!["b", "d", "e"]]));
        assert!(ends(&[("a", f64::NAN)]).is_none());
        let numbers = |a: f64, b: f64| differing(Measure::Number, [((), a.into()), ((), b.into())]);
        assert!(numbers(1.001, 1.002).is_none() && numbers(1.0, 1.1).is_some());
    }

    #[test]
    fn of_many_numbers_those_of_single_members_are_left_out() {
        let all = |others: usize| {
            let members = (0..10).map(|place| format!("mean(fighter.{place}.boxes)"));
            members.chain((0..others).map(|place| format!("p(x{place}.y == 1)"))).collect::<Vec<_>>()
        };
        let left = |others| without_members(all(others), String::as_str).len();
        assert_eq!((left(2), left(3)), (12, 3));
    }
}
