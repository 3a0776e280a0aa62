//! Advice as text, CSV and JSON.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::csv::table;
use super::decision::{cell, estimate_json, found, left_out, number, plain, setting, setting_json};
use super::table::{Column, Table, in_lines};
use crate::analysis::{Candidate, Recommendation, Rung, Situation, Step};
use crate::expression::Estimate;
use crate::scenario::Goal;

pub use self::words::{Words, best_in_words, which_count};

mod words;

/// How many of the best choices are printed.
const SHOWN: usize = 10;

/// How many of the efficient choices are printed.
const MOST_EFFICIENT: usize = 40;

/// `advise.csv`: every choice of every situation by rank.
pub fn csv(goal: &Goal, advice: &Recommendation) -> Vec<u8> {
    let conditions = goal.subject_to.iter().map(|condition| condition.text());
    let header: Vec<&str> = ["rank"]
        .into_iter()
        .chain(keys(advice))
        .chain(["objective", "loss"])
        .chain(conditions)
        .chain(["feasible", "frontier"])
        .collect();
    let rows = advice.situations.iter().flat_map(|situation| {
        (1..).zip(&situation.choices).map(|(rank, choice)| {
            let mut row = vec![format!("{rank}")];
            row.extend(situation.values.iter().chain(&choice.values).cloned());
            row.push(cell(choice.objective.value));
            row.push(choice.loss.map_or_else(String::new, cell));
            row.extend(choice.conditions.iter().map(|held| cell(held.value.value)));
            row.push(choice.feasible.to_string());
            row.push(choice.weighed.map_or_else(String::new, |weighed| weighed.efficient.to_string()));
            row
        })
    });
    table(&header, rows)
}

/// `frontier.csv`: what is gained and what it is gained for, by rising pain; nothing
/// where nothing is weighed.
pub fn frontier_csv(goal: &Goal, advice: &Recommendation) -> Option<Vec<u8>> {
    let [gain, pain] = goal.weighs()?;
    let header: Vec<&str> = keys(advice).chain([gain, pain, "efficient"]).collect();
    let rows = advice.situations.iter().flat_map(|situation| {
        let mut weighed: Vec<_> =
            situation.choices.iter().filter_map(|choice| Some((choice, choice.weighed?))).collect();
        weighed.sort_by(|(_, a), (_, b)| a.pain.total_cmp(&b.pain).then(a.gain.total_cmp(&b.gain)));
        weighed.into_iter().map(|(choice, weighed)| {
            let mut row: Vec<String> = situation.values.iter().chain(&choice.values).cloned().collect();
            row.extend([cell(weighed.gain), cell(weighed.pain), weighed.efficient.to_string()]);
            row
        })
    });
    Some(table(&header, rows))
}

/// `prices.csv`: the efficient choices from the cheapest to the best, with what each step
/// gains and costs, the price of one unit on it, and from which worth of a unit on the
/// choice has the greatest net; nothing without a cost.
pub fn prices_csv(goal: &Goal, advice: &Recommendation) -> Option<Vec<u8>> {
    goal.cost.as_ref()?;
    let situation_keys = advice.situation_keys.iter().map(String::as_str);
    let own_keys = advice.keys.iter().map(String::as_str);
    let header: Vec<&str> = situation_keys
        .chain(["price"])
        .chain(own_keys)
        .chain(["objective", "cost", "gain", "extra_cost", "best_from"])
        .collect();
    let or_empty = |number: Option<f64>| number.map_or_else(String::new, cell);
    let rows = advice.situations.iter().flat_map(|situation| {
        situation.ladder.iter().map(move |Rung { choice, step, best_from }| {
            let choice = &situation.choices[*choice];
            let mut row = situation.values.clone();
            row.push(or_empty(step.map(Step::price)));
            row.extend(choice.values.iter().cloned());
            row.extend([cell(choice.objective.value), or_empty(choice.cost)]);
            row.extend([step.map(|step| step.gain), step.map(|step| step.cost), *best_from].map(or_empty));
            row
        })
    });
    Some(table(&header, rows))
}

/// `map.csv`: the best choice in every situation, the choices that are as good, and whether
/// these are others than in the situation before; nothing where there is one situation alone.
pub fn map_csv(goal: &Goal, advice: &Recommendation) -> Option<Vec<u8>> {
    if advice.situation_keys.is_empty() {
        return None;
    }
    let conditions = goal.subject_to.iter().map(|condition| condition.text());
    let header: Vec<&str> = keys(advice)
        .chain(["objective"])
        .chain(conditions)
        .chain(["feasible", "equally_good", "flips"])
        .collect();
    let flips: BTreeSet<usize> = advice.flips().into_iter().collect();
    let rows = (0..).zip(&advice.situations).map(|(place, situation)| {
        let mut row = situation.values.clone();
        match situation.best() {
            Some(best) => {
                row.extend(best.values.iter().cloned());
                row.push(cell(best.objective.value));
                row.extend(best.conditions.iter().map(|held| cell(held.value.value)));
                row.push("true".to_owned());
                let others = situation.equals().iter().skip(1);
                let others: Vec<String> = others.map(|other| setting(&advice.keys, &other.values)).collect();
                row.push(others.join("; "));
            }
            None => {
                let empty = advice.keys.len() + 1 + goal.subject_to.len();
                row.extend(std::iter::repeat_n(String::new(), empty));
                row.extend(["false".to_owned(), String::new()]);
            }
        }
        row.push(flips.contains(&place).to_string());
        row
    });
    Some(table(&header, rows))
}

/// The best choices, or the best in every situation; then what to choose, in a sentence.
/// Tables are at most so wide.
pub fn text(words: &Words<'_>, advice: &Recommendation, width: usize) -> String {
    let body = match &advice.situations[..] {
        [situation] if advice.situation_keys.is_empty() => {
            let tables = [best_choices, ladder, efficient];
            tables.map(|table| table(words, advice, situation, width)).concat()
        }
        _ => map(words, advice, width),
    };
    let choices = || advice.situations.iter().flat_map(|situation| &situation.choices);
    let sampled = choices().filter(|choice| choice.trials.is_some()).count();
    let all: Vec<String> = advice.situation_keys.iter().chain(&advice.keys).cloned().collect();
    let count = choices().count();
    let which = match &advice.situations[..] {
        [situation] if !which_count(situation).is_empty() => {
            format!(", {}{}", situation.feasible().len(), which_count(situation))
        }
        [_] => String::new(),
        situations => format!(" in {} situations", situations.len()),
    };
    let several = if count == 1 { "choice" } else { "choices" };
    let counts = format!("{count} {several}{which}, {}\n", found(count, sampled));
    let left_out = left_out(words.system(), &all, &advice.skipped);
    let told = format!("{counts}{left_out}\n{}\n", words.sentence(advice));
    format!("{body}\n{}", in_lines(&told, width))
}

fn best_choices(words: &Words<'_>, advice: &Recommendation, situation: &Situation, width: usize) -> String {
    let goal = words.goal;
    let settings = ["rank".to_owned()].into_iter().chain(advice.keys.iter().map(|key| words.key(key)));
    let mut numbers = vec![words.objective(), words.loss_heading().to_owned()];
    numbers.extend(words.conditions());
    numbers.extend(goal.cost.as_ref().map(|_| "cost".to_owned()));
    numbers.extend(goal.worth.map(|_| "net".to_owned()));
    let mut rows = Table::new(settings.map(Column::setting).chain(numbers.into_iter().map(Column::number)));
    let error = |choice: &Candidate| choice.objective.error * goal.worth.unwrap_or(1.0);
    let best_error = situation.feasible().first().map_or(0.0, error);
    for (rank, choice) in (1..).zip(&situation.choices).take(SHOWN) {
        let mut row = vec![if choice.feasible { format!("{rank}") } else { "–".to_owned() }];
        row.extend(words.values(&advice.keys, &choice.values));
        row.push(words.objective_value(choice));
        let loss = |loss| words.loss(Estimate { value: loss, error: best_error.hypot(error(choice)) });
        row.push(choice.loss.map_or_else(String::new, loss));
        row.extend(choice.conditions.iter().enumerate().map(|(place, held)| {
            let miss = if held.missed_by > 0.0 { " (not met)" } else { "" };
            format!("{}{miss}", words.condition_value(place, choice))
        }));
        row.extend(choice.cost.map(plain));
        row.extend(goal.worth.map(|_| number(Estimate { value: choice.score, error: error(choice) })));
        rows.row(row);
    }
    let left = situation.choices.len().saturating_sub(SHOWN);
    let more = if left > 0 { format!("… and {left} more\n") } else { String::new() };
    rows.shown(width) + &more
}

/// The efficient choices with the prices of the steps between them.
fn ladder(words: &Words<'_>, advice: &Recommendation, situation: &Situation, width: usize) -> String {
    if situation.ladder.len() < 2 {
        return String::new();
    }
    let settings = advice.keys.iter().map(|key| words.key(key));
    let price = format!("price of {}", words.unit());
    let best_from = format!("best if {} is worth at least", words.unit());
    let numbers = [&words.objective(), "cost", "gain", "for", &price, &best_from];
    let mut rows = Table::new(settings.map(Column::setting).chain(numbers.map(Column::number)));
    for Rung { choice, step, best_from } in &situation.ladder {
        let choice = &situation.choices[*choice];
        let mut row = words.values(&advice.keys, &choice.values);
        row.extend([words.objective_value(choice), choice.cost.map_or_else(String::new, plain)]);
        row.push(step.map_or_else(String::new, |step| words.gain(step.gain)));
        row.push(step.map_or_else(String::new, |step| plain(step.cost)));
        row.push(step.map_or_else(String::new, |step| words.price(step.price())));
        row.push(best_from.map_or_else(|| "never the best".to_owned(), |worth| words.price(worth)));
        rows.row(row);
    }
    format!("\nfrom the cheapest to the best\n{}", rows.shown(width))
}

/// The efficient choices of two statistics that somebody wants to see against each other.
fn efficient(words: &Words<'_>, advice: &Recommendation, situation: &Situation, width: usize) -> String {
    let (Some(_), Some(names)) = (&words.goal.frontier, words.weighed()) else { return String::new() };
    let all = situation.efficient();
    let settings = advice.keys.iter().map(|key| Column::setting(words.key(key)));
    let mut rows = Table::new(settings.chain(names.map(|name| Column::number(name.words))));
    for (choice, weighed) in all.iter().take(MOST_EFFICIENT) {
        let mut row = words.values(&advice.keys, &choice.values);
        row.extend(words.weighed_values([weighed.gain, weighed.pain]).into_iter().flatten());
        rows.row(row);
    }
    let more = match all.len().saturating_sub(MOST_EFFICIENT) {
        0 => String::new(),
        more => format!("… and {more} more in frontier.csv\n"),
    };
    let title = "\nefficient choices: no other is better in one of the two and as good in the other\n";
    in_lines(title, width) + &rows.shown(width) + &more
}

fn map(words: &Words<'_>, advice: &Recommendation, width: usize) -> String {
    let others = |situation: &Situation| match situation.is_indifferent() {
        true => String::new(),
        false => words.named(advice, situation.equals().get(1..).unwrap_or_default()),
    };
    let has_ties = advice.situations.iter().any(|situation| !others(situation).is_empty());
    let mut columns: Vec<Column> = keys(advice).map(|key| Column::setting(words.key(key))).collect();
    columns.extend(has_ties.then(|| Column::words("equally good")));
    columns.extend([Column::number(words.objective()), Column::words("")]);
    let mut rows = Table::new(columns);
    let flips: BTreeSet<usize> = advice.flips().into_iter().collect();
    for (place, situation) in (0..).zip(&advice.situations) {
        let mut row = words.values(&advice.situation_keys, &situation.values);
        match situation.best() {
            Some(_) if situation.is_indifferent() => {
                row.extend(std::iter::repeat_n("any".to_owned(), advice.keys.len()));
            }
            Some(best) => row.extend(words.values(&advice.keys, &best.values)),
            None => row.extend(std::iter::repeat_n("–".to_owned(), advice.keys.len())),
        }
        row.extend(has_ties.then(|| others(situation)));
        row.push(match situation.best() {
            Some(best) => words.objective_value(best),
            None => "no choice meets the conditions".to_owned(),
        });
        row.push(if flips.contains(&place) { "changes" } else { "" }.to_owned());
        rows.row(row);
    }
    rows.shown(width)
}

/// The advice for programs.
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
    let choice = |(rank, choice): (usize, &Candidate)| {
        let conditions: Vec<Value> = words
            .goal
            .subject_to
            .iter()
            .zip(&choice.conditions)
            .map(|(condition, held)| {
                json!({
                    "condition": condition.text(),
                    "value": estimate_json(held.value),
                    "met": held.missed_by == 0.0,
                })
            })
            .collect();
        json!({
            "rank": rank,
            "setting": setting_json(&advice.keys, &choice.values),
            "objective": estimate_json(choice.objective),
            "loss": choice.loss,
            "conditions": conditions,
            "feasible": choice.feasible,
            "cost": choice.cost,
            "net": words.goal.worth.map(|_| choice.score),
            "frontier": choice.weighed.map(|weighed| weighed.efficient),
            "engine": if choice.trials.is_none() { "exact" } else { "sampled" },
        })
    };
    let rung = |Rung { choice, step, best_from }: &Rung| {
        json!({
            "rank": choice + 1,
            "gain": step.map(|step| step.gain),
            "extra_cost": step.map(|step| step.cost),
            "price": step.map(Step::price),
            "best_from": best_from,
        })
    };
    json!({
        "situation": setting_json(&advice.situation_keys, &situation.values),
        "choices": (1..).zip(&situation.choices).map(choice).collect::<Vec<_>>(),
        "ladder": situation.ladder.iter().map(rung).collect::<Vec<_>>(),
        "recommended": situation.best().filter(|_| !situation.is_indifferent()).map(|_| 1),
    })
}

/// The keys of the situation, then those that are chosen.
fn keys(advice: &Recommendation) -> impl Iterator<Item = &str> {
    advice.situation_keys.iter().chain(&advice.keys).map(String::as_str)
}
