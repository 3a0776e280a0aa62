//! A comparison as text, CSV and JSON.

use std::slice::from_ref;

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::changes::changes;
use super::decision::engines_in_words;
use super::entry::{
    Extreme, Sentence, are_alike, differ, extremes, of_members_in, same_everywhere, told, without_members,
};
use super::number::{Known, Measure, grouped};
use super::table::{Cell, Column, Layout, Table, TextColumn, in_lines};
use super::text::{answered_with, chances_of_condition};
use crate::analysis::{Compared, Comparison, Engine, Item, ItemKind};
use crate::description::words::{capitalized, listed};
use crate::scenario::Scenario;
use crate::stats::{Estimate, together};

/// The titles of the compared scenarios, without adjacent duplicates.
pub fn title(compared: &[&Scenario]) -> String {
    let mut titles: Vec<&str> = compared.iter().map(|scenario| scenario.title.as_str()).collect();
    titles.dedup();
    titles.join(" – ")
}

/// The common choices of all scenarios, if there are any, the changes by `--set`, and what is given in all.
pub fn choices(compared: &[&Scenario]) -> String {
    let first = compared[0];
    let is_common = compared.iter().all(|other| other.ready.choices == first.ready.choices);
    let choices = is_common.then(|| first.ready.choices.clone());
    let given = has_one_condition(compared).then(|| first.supposed());
    let parts = choices.into_iter().chain([first.changed()]).chain(given);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Whether the same is given in all scenarios.
fn has_one_condition(compared: &[&Scenario]) -> bool {
    compared.iter().all(|other| other.condition() == compared[0].condition())
}

/// What is given in all scenarios, or in each of them.
fn supposed(names: &[String], compared: &[&Scenario]) -> String {
    if has_one_condition(compared) {
        return compared[0].supposed();
    }
    let given = names.iter().zip(compared).map(|(name, scenario)| match scenario.condition() {
        none if none.is_empty() => format!("nothing in {name}"),
        condition => format!("{condition} in {name}"),
    });
    format!("given: {}", given.collect::<Vec<_>>().join(", "))
}

/// The first answer that differs between the scenarios, in a sentence, or the first number if there are no
/// questions.
pub fn headline(names: &[String], comparison: &Comparison, sentence: Sentence) -> String {
    let Some((item, ends)) = varied(comparison) else {
        return undecided(names, comparison);
    };
    let name = |place: usize, _| names[place].clone();
    let said = told(sentence, measure(item), values(item, comparison), ends, name);
    format!("{}: {said}", capitalized(&item.title))
}

/// What a difference is not, if so many trials were sampled: " that 20,000 trials can tell".
pub fn that_can_be_told(trials: Option<u64>) -> String {
    trials.map_or_else(String::new, |trials| format!(" that {} trials can tell", grouped(trials)))
}

/// The sentence if no answer differs by more than its error.
fn undecided(names: &[String], comparison: &Comparison) -> String {
    let trials = comparison.engines.iter().filter_map(|engine| engine.trials()).min();
    let can_tell = that_can_be_told(trials);
    if !comparison.items.iter().any(is_shared) {
        return format!("Nothing that {} have in common can be compared", listed(names));
    }
    let varies = |item: &Item| ends(item, comparison).is_some();
    let question = comparison.items.iter().find(|item| item.kind == ItemKind::Question && is_shared(item));
    let Some(item) = question.filter(|_| comparison.items.iter().any(varies)) else {
        return format!("No difference{can_tell} between {}", listed(names));
    };
    let ends = extremes(measure(item), values(item, comparison)).into_iter().flatten();
    let mut ends: Vec<String> = ends.map(|end| measure(item).brief(end.known)).collect();
    ends.dedup();
    format!("{}: no difference{can_tell} ({})", capitalized(&item.title), ends.join(" to "))
}

/// Whether several scenarios have a number.
fn is_shared(item: &Item) -> bool {
    item.values.iter().flatten().count() > 1
}

/// The first number that differs between the scenarios, with its least and its greatest value; each belongs
/// to scenarios at these indices. It is an answer, if they share a question.
pub fn varied(comparison: &Comparison) -> Option<(&Item, [Extreme<usize>; 2])> {
    candidates(comparison).find_map(|item| Some((item, ends(item, comparison)?)))
}

/// The numbers of which one may be in the sentence: the answers, if scenarios share a question.
fn candidates(comparison: &Comparison) -> impl Iterator<Item = &Item> {
    let is_question = |item: &&Item| item.kind == ItemKind::Question;
    let shared = || comparison.items.iter().filter(|item| is_shared(item));
    let is_asked = shared().any(|item| is_question(&item));
    shared().filter(move |item| !is_asked || is_question(item))
}

/// The least and the greatest value of an item, if they differ by more than their errors, or if an interval of a
/// difference says so. Of many numbers that a sample has, some are apart by chance: each has to differ by more, so
/// that 95 of 100 comparisons of what is alike find no difference at all.
pub fn ends(item: &Item, comparison: &Comparison) -> Option<[Extreme<usize>; 2]> {
    let measure = measure(item);
    let ends = extremes(measure, values(item, comparison))?;
    let factor = together(candidates(comparison).count() * (comparison.engines.len() - 1));
    let differs = |one: &Compared| !one.difference.widened(factor).may_be(0.0);
    let [least, greatest] = ends.each_ref().map(|end| measure.say(end.known));
    let is_difference = match comparison.engines.iter().any(|engine| engine.trials().is_some()) {
        true => item.values.iter().flatten().any(differs),
        false => differ(values(item, comparison).map(|one| one.1)),
    };
    (least != greatest && is_difference).then_some(ends)
}

/// A number of an item, with its error. A statistic whose interval has no width is a quantile, which a sample knows
/// as well as it can be known.
fn known(item: &Item, estimate: Estimate, engine: Engine) -> Known {
    let is_certain = item.kind == ItemKind::Statistic && !item.is_chance && !estimate.is_sampled();
    if is_certain { estimate.into() } else { Known::new(estimate, engine) }
}

/// The values of an item, each with the index of its scenario.
pub fn values<'a>(item: &'a Item, comparison: &'a Comparison) -> impl Iterator<Item = (usize, Known)> + 'a {
    let known =
        |(place, engine): (usize, &Engine)| Some((place, known(item, item.values[place]?.value, *engine)));
    comparison.engines.iter().enumerate().filter_map(known)
}

/// The format of an item.
pub fn measure(item: &Item) -> Measure {
    if item.is_chance { Measure::Chance } else { Measure::Number }
}

/// `compare.csv`: a row for each item and scenario that has the item.
pub fn csv(names: &[String], comparison: &Comparison) -> Vec<u8> {
    long(names, &comparison.items).csv()
}

/// A row for each item and scenario that has the item.
fn long<'a>(names: &'a [String], items: &'a [Item]) -> Table<'a, (&'a Item, &'a str, Compared)> {
    let of_item = |item: &'a Item| {
        let values = names.iter().zip(&item.values);
        values.filter_map(move |(name, value)| Some((item, name.as_str(), (*value)?)))
    };
    let difference = [("", "value"), ("_low", "low"), ("_high", "high")];
    let difference =
        difference.map(|(end, name)| Column::csv(format!("difference{end}")).at(["difference", name]));
    Table::new(items.iter().flat_map(of_item))
        .column(Column::csv("item"), |(item, ..)| item.name.as_str())
        .column(Column::new("scenario"), |(_, name, _)| name)
        .interval(
            ["value", "low", "high"].map(|end| Column::csv(end).at(["value", end])),
            |(.., compared)| Some(compared.value),
        )
        .interval(difference, |(.., compared)| Some(compared.difference))
}

/// A row for each item: its value in every scenario, and the difference to the first scenario.
fn wide<'a>(names: &'a [String], comparison: &'a Comparison, items: &[&'a Item]) -> Table<'a, &'a Item> {
    let mut table =
        Table::new(items.iter().copied()).column(TextColumn::name(""), |item| item.title.as_str());
    for (place, (name, engine)) in names.iter().zip(&comparison.engines).enumerate() {
        // A heading breaks where there is a space.
        table = table.column(TextColumn::number(name.replace(':', ": ")), move |item| {
            item.values[place].map(|one| Cell::number(measure(item), known(item, one.value, *engine)))
        });
        if place == 0 {
            continue;
        }
        let engine = comparison.engine_of_difference(place);
        table = table.column(TextColumn::number("difference").beside(), move |item| {
            let difference = item.values[place]?.difference;
            let known = difference.value.is_finite().then(|| known(item, difference, engine))?;
            Some(Cell::Number(known, measure(item), Measure::change_within))
        });
    }
    table
}

/// Whether an item has the same value in all scenarios.
pub fn is_alike(item: &Item, comparison: &Comparison) -> bool {
    let known = |(value, engine): (&Option<Compared>, &Engine)| Some(known(item, (*value)?.value, *engine));
    are_alike(item.values.iter().zip(&comparison.engines).map(known))
}

/// The comparison as text: its headline, what variants of the first scenario change, and the numbers; what does not
/// differ is a line.
pub fn text(names: &[String], compared: &[&Scenario], comparison: &Comparison, layout: Layout) -> String {
    let first = compared[0];
    // Scenarios of other titles differ in more than a line can say.
    let named = names.iter().map(String::as_str).zip(compared.iter().copied());
    let changes = changes(named.filter(|(_, variant)| variant.title == first.title), layout);
    let changes = if changes.is_empty() { changes } else { changes + "\n" };
    let answer = headline(names, comparison, Sentence::Answer) + ".";
    let given = chances_of_condition(names.iter().map(String::as_str).zip(&comparison.odds), layout);
    let title = title(compared);
    answered_with(&answer, [&title, &first.changed(), &supposed(names, compared)], layout)
        + &changes
        + &numbers(names, comparison, layout)
        + &in_lines(&in_words_and_numbers(names, compared).join("\n"), layout.width)
        + &in_lines(&asked_otherwise(names, compared).join("\n"), layout.width)
        + &given
}

/// Which metrics have labels in some scenarios and numbers in others, and so are not compared.
fn in_words_and_numbers(names: &[String], compared: &[&Scenario]) -> Vec<String> {
    let mut known: IndexMap<&str, [Vec<String>; 2]> = IndexMap::new();
    for (name, scenario) in names.iter().zip(compared) {
        for metric in scenario.ready.procedure.metrics() {
            let has_labels = metric.labels().is_some();
            known.entry(&metric.name).or_default()[usize::from(!has_labels)].push(name.clone());
        }
    }
    let both = known.iter().filter(|(_, having)| having.iter().all(|names| !names.is_empty()));
    let told = both.map(|(metric, having)| {
        let [labels, numbers] = having.each_ref().map(|names| listed(names));
        format!("{metric} is not compared: it has labels in {labels} and numbers in {numbers}")
    });
    told.collect()
}

/// What questions of one name ask, where they ask for something else in another scenario.
fn asked_otherwise(names: &[String], compared: &[&Scenario]) -> Vec<String> {
    let mut asked: IndexMap<&str, Vec<(&str, &str)>> = IndexMap::new();
    for (name, scenario) in names.iter().zip(compared) {
        for question in &scenario.questions {
            asked.entry(&question.name).or_default().push((name, question.event.text()));
        }
    }
    asked.retain(|_, events| events.iter().any(|(_, event)| *event != events[0].1));
    let told = asked.into_iter().map(|(question, events)| {
        let events: Vec<String> =
            events.into_iter().map(|(name, event)| format!("for {event} in {name}")).collect();
        format!("\"{question}\" asks {}", listed(&events))
    });
    told.collect()
}

/// The table of a comparison, and what does not differ.
fn numbers(names: &[String], comparison: &Comparison, layout: Layout) -> String {
    let first = names.first().map_or("", String::as_str);
    let (alike, differing): (Vec<&Item>, Vec<&Item>) =
        comparison.items.iter().partition(|item| is_alike(item, comparison));
    let mut text = String::new();
    let shown = without_members(differing.clone(), |item| item.name.as_str());
    if !differing.is_empty() {
        let table = wide(names, comparison, &shown).text_of(usize::MAX, layout.digits);
        text += &(table.in_strips(layout.width) + "\n");
    }
    text += &in_lines(&of_members_in(differing.len() - shown.len(), "compare.csv"), layout.width);
    let known = |item: &Item| values(item, comparison).next().map(|(_, known)| known);
    let alike = alike.into_iter().map(|item| (item.title.clone(), measure(item), known(item)));
    text += &same_everywhere(alike, layout.width);
    let engines = engines_in_words(names.iter().map(String::as_str).zip(comparison.engines.iter().copied()));
    let how = format!("{engines}; differences are to {first}, those of chances in percentage points");
    text + &in_lines(&how, layout.width)
}

/// The comparison as JSON.
pub fn json(names: &[String], comparison: &Comparison) -> Value {
    let items = comparison.items.iter();
    let items =
        items.map(|item| json!({ "item": item.name, "scenarios": long(names, from_ref(item)).json() }));
    let engines = comparison.engines.iter().map(|engine| engine.name());
    json!({
        "scenarios": names,
        "engines": engines.collect::<Vec<_>>(),
        "items": items.collect::<Vec<_>>(),
    })
}
