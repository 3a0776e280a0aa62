//! Advice as text, CSV and JSON.

use std::slice::from_ref;

use serde_json::{Map, Value, json};

use self::tables::{by_pain, choices, frontier, map, prices};
use super::decision::{self, found, more};
use super::table::{Layout, in_lines};
use crate::analysis::{Recommendation, Situation};
use crate::description::words::count;
use crate::stats::same;

pub use self::words::{Words, best_in_words, which_count};

mod tables;

mod words;

/// How many of the best choices are printed.
const SHOWN: usize = 15;

/// How many of the efficient choices are printed.
const MOST_EFFICIENT: usize = 40;

/// The files of advice: `advise.csv`; `frontier.csv` if the goal weighs two statistics; `prices.csv`
/// if it has a cost; and `map.csv` if there are several situations.
pub fn csv(words: &Words<'_>, advice: &Recommendation) -> Vec<(&'static str, Vec<u8>)> {
    let situations = &advice.situations;
    let weighed = frontier(words, advice, by_pain(situations));
    let prices = words.goal.cost.as_ref().map(|_| prices(words, advice, situations));
    let map = (!advice.situation_keys.is_empty()).then(|| map(words, advice));
    let tables = [
        ("advise.csv", Some(choices(words, advice, situations).csv())),
        ("frontier.csv", weighed.map(|table| table.csv())),
        ("prices.csv", prices.map(|table| table.csv())),
        ("map.csv", map.map(|table| table.csv())),
    ];
    tables.into_iter().filter_map(|(name, bytes)| Some((name, bytes?))).collect()
}

/// A table of the best choices, or of the best choice in every situation.
pub fn text(words: &Words<'_>, advice: &Recommendation, layout: Layout) -> String {
    let body = match &advice.situations[..] {
        [situation] if advice.situation_keys.is_empty() => {
            // Where a choice has a price, what each step buys is the answer.
            let parts = [ladder, best_choices, efficient];
            parts.map(|part| part(words, advice, situation, layout)).concat()
        }
        _ => map(words, advice).shown(layout),
    };
    let choices = || advice.situations.iter().flat_map(|situation| &situation.choices);
    let sampled = choices().filter(|choice| choice.trials.is_some()).count();
    let all = choices().count();
    let said = |number: usize| count(number as u32, "choice", "choices");
    let counts = match &advice.situations[..] {
        [situation] if !which_count(situation).is_empty() => {
            format!("{}, {}{}", said(all), situation.feasible().len(), which_count(situation))
        }
        [_] => said(all),
        [first, others @ ..] if others.iter().all(|one| one.choices.len() == first.choices.len()) => {
            format!("{} in each of {} situations", said(first.choices.len()), advice.situations.len())
        }
        situations => format!("{all} choices in {} situations", situations.len()),
    };
    let counts = format!("{counts}, {}\n", found(all, sampled));
    // Where there is one situation, its answer says so.
    let net = words.worth_in_words().filter(|_| !advice.situation_keys.is_empty());
    let net = net.map_or_else(String::new, |worth| {
        format!("the best choice is that with the most net of its cost, at {worth}\n")
    });
    let left_out = left_out(words, advice);
    format!("{body}\n{}", in_lines(&format!("{counts}{net}{left_out}"), layout.width))
}

/// The settings that the rules do not allow, in a line; empty if there are none.
pub fn left_out(words: &Words<'_>, advice: &Recommendation) -> String {
    let keys: Vec<String> = advice.situation_keys.iter().chain(&advice.keys).cloned().collect();
    decision::left_out(words.system(), &keys, &advice.skipped)
}

fn best_choices(words: &Words<'_>, advice: &Recommendation, situation: &Situation, layout: Layout) -> String {
    choices(words, advice, from_ref(situation)).text_of(SHOWN, layout.digits).shown(layout.width)
        + &more(situation.choices.len(), SHOWN, "")
}

/// The efficient choices from the cheapest to the best, with the price of each step.
fn ladder(words: &Words<'_>, advice: &Recommendation, situation: &Situation, layout: Layout) -> String {
    if situation.ladder.len() < 2 {
        return String::new();
    }
    let table = prices(words, advice, from_ref(situation));
    format!("from the cheapest to the best\n{}\n", table.shown(layout))
}

/// The efficient choices, if the goal asks for the frontier of two statistics.
fn efficient(words: &Words<'_>, advice: &Recommendation, situation: &Situation, layout: Layout) -> String {
    let mut all = situation.efficient();
    all.dedup_by(|(_, next), (_, kept)| same(next.gain, kept.gain) && same(next.pain, kept.pain));
    let rows = all.iter().map(|&(choice, weighed)| (situation, choice, weighed));
    let (Some(_), Some(table)) = (&words.goal.frontier, frontier(words, advice, rows)) else {
        return String::new();
    };
    let more = more(all.len(), MOST_EFFICIENT, " in frontier.csv");
    let sampled = match situation.choices.iter().any(|choice| choice.trials.is_some()) {
        true => "; as sampled, so that some may be so by chance",
        false => "",
    };
    let title = format!(
        "\nefficient choices: no other is better in one of the two and as good in the other; of equals, one{sampled}\n"
    );
    in_lines(&title, layout.width) + &table.text_of(MOST_EFFICIENT, layout.digits).shown(layout.width) + &more
}

/// The advice as JSON.
pub fn json(words: &Words<'_>, advice: &Recommendation) -> Value {
    let goal = words.goal;
    let situations: Vec<Value> =
        advice.situations.iter().map(|one| of_situation(words, advice, one)).collect();
    json!({
        goal.sense.name(): goal.objective.text(),
        "subject_to": goal.subject_to.iter().map(|condition| condition.text()).collect::<Vec<_>>(),
        "cost": goal.cost.as_ref().map(|cost| cost.text()),
        "worth": goal.worth,
        "frontier": goal.weighs(),
        "situation_keys": advice.situation_keys,
        "keys": advice.keys,
        "situations": situations,
        "flips": advice.flips(),
        "skipped": advice.skipped.len(),
        "sentence": words.sentence(advice),
    })
}

fn of_situation(words: &Words<'_>, advice: &Recommendation, situation: &Situation) -> Value {
    let values = situation.values.iter().map(|value| json!(value));
    json!({
        "situation": advice.situation_keys.iter().cloned().zip(values).collect::<Map<_, _>>(),
        "choices": choices(words, advice, from_ref(situation)).json(),
        "ladder": prices(words, advice, from_ref(situation)).json(),
        "recommended": situation.best().filter(|_| !situation.feasible_are_equal()).map(|_| 1),
    })
}
