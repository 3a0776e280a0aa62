//! Joins what the procedures of all combinations know before any resolution.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::chance::{AnyProcedure, Compound, MetricKind, Parameter, Unlike};
use crate::description::words::different;
use crate::description::{BestPlay, BestPlays, Datum, DerivedValue, DerivedValues, Ready, SideTable, Str};

/// The procedure of all combinations. `settings` are the indices of the parameters' values. Also
/// returns the combinations that are unlike the first.
pub fn ready(parameters: Vec<Parameter>, settings: &[Vec<usize>], all: Vec<Ready>) -> (Ready, Vec<Unlike>) {
    let mut procedures: Vec<Arc<dyn AnyProcedure>> = Vec::new();
    let (mut choices, mut pools): (Vec<String>, Vec<String>) = Default::default();
    let mut readings: BTreeSet<String> = BTreeSet::new();
    let mut derived: Vec<(f64, DerivedValues)> = Vec::new();
    let mut plays: Vec<(Str, f64, BestPlays)> = Vec::new();
    let mut tables: IndexMap<Str, Vec<(Vec<Datum>, SideTable)>, FxBuildHasher> = IndexMap::default();
    let mut figures = Vec::new();
    // How the first combination lays its tables out, and the first one that does it otherwise.
    let (mut layout, mut other): (Option<Vec<Layout>>, Option<usize>) = Default::default();
    for (component, (places, one)) in settings.iter().zip(all).enumerate() {
        let here: Vec<Layout> =
            one.tables.iter().filter_map(|table| layout_of(table, &one.procedure)).collect();
        if *layout.get_or_insert_with(|| here.clone()) != here {
            other.get_or_insert(component);
        }
        figures = if figures.is_empty() { one.figures } else { figures };
        let drawn = || parameters.iter().zip(places);
        procedures.push(one.procedure);
        choices.push(one.choices);
        pools.push(one.pools);
        readings.insert(one.reading);
        let probability: f64 = drawn().map(|(of, &place)| of.probability(place)).product();
        derived.push((probability, one.derived));
        let event: Vec<String> = drawn().map(|(of, &place)| in_words(of, place)).collect();
        plays.push((event.join(" and ").into(), probability, one.best_play));
        let values: Vec<Datum> = drawn().map(|(of, &place)| datum(of, place)).collect();
        for table in one.tables {
            tables.entry(table.name.clone()).or_default().push((values.clone(), table));
        }
    }
    let names: Vec<Str> = parameters.iter().map(|of| of.metric.name.clone().into()).collect();
    let tables = tables.into_values().filter_map(|tables| SideTable::joined(&names, tables)).collect();
    let (compound, mut unlike) = Compound::new(parameters, procedures);
    unlike.extend(other.map(|component| Unlike { component, metrics: Vec::new() }));
    let derived = DerivedValues::new(Box::new(move || means(&derived)));
    let best_play = BestPlays::new(Box::new(move || {
        let play =
            |(event, probability, play): (Str, f64, BestPlays)| Some((event, probability, play.clone()?));
        BestPlay::joined(plays.into_iter().filter_map(play).collect())
    }));
    readings.remove("");
    let reading = readings.into_iter().collect::<Vec<_>>().join("; ");
    let choices = shared(&choices);
    let procedure = Arc::new(compound);
    let pools = shared(&pools);
    let ready = Ready { procedure, choices, pools, reading, derived, best_play, tables, figures };
    (ready, unlike)
}

/// A table of indicators but for their probabilities: its name, its columns and its rows.
type Layout = (Str, Vec<Str>, Vec<Vec<Datum>>);

/// What tables of indicators must have in common for one of them to serve all combinations.
fn layout_of(table: &SideTable, of: &Arc<dyn AnyProcedure>) -> Option<Layout> {
    let rows = || table.rows(&vec![0.0; of.tables().indicators]);
    table.needs_indicators.then(|| (table.name.clone(), table.columns.clone(), rows()))
}

/// The value of a parameter in a table.
fn datum(parameter: &Parameter, place: usize) -> Datum {
    let value = parameter.values[place].value;
    match &parameter.metric.kind {
        MetricKind::Integer { .. } => Datum::Integer(value),
        MetricKind::Label(_) => Datum::Text(parameter.metric.show(value)),
    }
}

/// A value of a parameter as an event, as in "Willpower is 3".
fn in_words(parameter: &Parameter, place: usize) -> String {
    let (metric, value) = (&parameter.metric, parameter.values[place].value);
    format!("{} is {}", metric.label, metric.show(value))
}

/// The choices of all combinations: "6 magic dice against 4 or 5 dispel dice". If they have unequal numbers of words,
/// the parts between commas that all of them have.
fn shared(choices: &[String]) -> String {
    let (first, others) = choices.split_first().expect("there is a combination");
    let all: Vec<Vec<&str>> = choices.iter().map(|text| text.split(' ').collect()).collect();
    if all.iter().all(|words| words.len() == all[0].len()) {
        let words = (0..all[0].len()).map(|place| in_one(all.iter().map(|words| words[place])));
        return words.collect::<Vec<_>>().join(" ");
    }
    let is_shared = |part: &&str| others.iter().all(|other| other.split(", ").any(|one| one == *part));
    first.split(", ").filter(is_shared).collect::<Vec<_>>().join(", ")
}

/// If words that stand in one place are more than this, and no numbers that follow each other, they are not told.
const MOST_WORDS: usize = 3;

/// The words that stand in one place: "shot or burst", "3 to 5,", or `?` where they are too many.
fn in_one<'a>(words: impl Iterator<Item = &'a str>) -> String {
    const PUNCTUATION: [char; 3] = [',', ';', ':'];
    let words = different(words);
    let bare: Vec<&str> = words.iter().map(|word| word.trim_end_matches(PUNCTUATION)).collect();
    let mut numbers = bare.iter().map(|word| word.parse().ok()).collect::<Option<Vec<i64>>>();
    numbers.iter_mut().for_each(|numbers| numbers.sort_unstable());
    let said = match numbers.as_deref() {
        Some([least, _, .., most]) if *most == least + bare.len() as i64 - 1 => format!("{least} to {most}"),
        Some(numbers) => alternatives(numbers),
        None if matches!(bare[..], ["die", "dice"] | ["dice", "die"]) => "dice".to_owned(),
        None => alternatives(&bare),
    };
    said + &words[0][bare[0].len()..]
}

/// A few things of which one is so: "3, 6 or 10"; `?` for more.
fn alternatives(all: &[impl ToString]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    match &all[..] {
        [others @ .., last] if !others.is_empty() && all.len() <= MOST_WORDS => {
            format!("{} or {last}", others.join(", "))
        }
        [only] => only.clone(),
        _ => "?".to_owned(),
    }
}

/// The derived values of all combinations, each of which has a probability: the mean of numbers,
/// and values that are equal in all combinations. All others are dropped.
fn means(all: &[(f64, DerivedValues)]) -> Vec<DerivedValue> {
    let (_, first) = &all[0];
    first.iter().filter_map(|value| mean(value, all)).collect()
}

fn mean(value: &DerivedValue, all: &[(f64, DerivedValues)]) -> Option<DerivedValue> {
    let of = |(p, values): &'_ (f64, DerivedValues)| {
        values.iter().find(|one| one.name == value.name).map(|one| (*p, one.clone()))
    };
    let found = all.iter().map(of).collect::<Option<Vec<(f64, DerivedValue)>>>()?;
    if found.iter().all(|(_, one)| one == value) {
        return Some(value.clone());
    }
    let number = |one: &DerivedValue| match one.value {
        Datum::Number(number) => Some(number),
        Datum::Integer(number) => Some(number as f64),
        _ => None,
    };
    let numbers = found.iter().map(|(_, one)| number(one)).collect::<Option<Vec<f64>>>()?;
    let mean: f64 = found.iter().zip(&numbers).map(|((p, _), number)| p * number).sum();
    let by_number = |a: &usize, b: &usize| numbers[*a].total_cmp(&numbers[*b]);
    let text = |place: Option<usize>| place.map_or("", |place| found[place].1.text.as_str());
    let [least, most] = [(0..found.len()).min_by(by_number), (0..found.len()).max_by(by_number)].map(text);
    let text = format!("{mean:.4} on average, from {least} to {most}");
    Some(DerivedValue { text, value: Datum::Number(mean), ..value.clone() })
}
