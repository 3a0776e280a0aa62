//! Advice as text, CSV and JSON.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::csv::table;
use super::decision::{cell, counts, estimate_json, number, plain, setting, setting_json};
use super::table::{Column, Table};
use crate::analysis::{Advice, Choice, Held, Price, Situation, Wish};
use crate::scenario::expression::Estimate;
use crate::stats::same;

/// How many of the best choices are printed.
const SHOWN: usize = 10;

/// `advise.csv`: every choice of every situation by rank.
pub fn csv(wish: &Wish, advice: &Advice) -> Vec<u8> {
    let conditions = wish.subject_to.iter().map(|condition| condition.text());
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
pub fn frontier_csv(wish: &Wish, advice: &Advice) -> Option<Vec<u8>> {
    let [gain, pain] = wish.weighs()?;
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

/// `prices.csv`: from which worth of one unit of the objective on a choice is the best;
/// nothing without a cost.
pub fn prices_csv(wish: &Wish, advice: &Advice) -> Option<Vec<u8>> {
    wish.cost.as_ref()?;
    let situation_keys = advice.situation_keys.iter().map(String::as_str);
    let own_keys = advice.keys.iter().map(String::as_str);
    let header: Vec<&str> =
        situation_keys.chain(["price"]).chain(own_keys).chain(["objective", "cost"]).collect();
    let rows = advice.situations.iter().flat_map(|situation| {
        situation.prices.iter().map(|Price { price, choice }| {
            let choice = &situation.choices[*choice];
            let mut row = situation.values.clone();
            row.push(cell(*price));
            row.extend(choice.values.iter().cloned());
            row.extend([cell(choice.objective.value), choice.cost.map_or_else(String::new, cell)]);
            row
        })
    });
    Some(table(&header, rows))
}

/// `map.csv`: the best choice in every situation, and whether it is another than in the
/// situation before; nothing where there is one situation alone.
pub fn map_csv(wish: &Wish, advice: &Advice) -> Option<Vec<u8>> {
    if advice.situation_keys.is_empty() {
        return None;
    }
    let conditions = wish.subject_to.iter().map(|condition| condition.text());
    let header: Vec<&str> =
        keys(advice).chain(["objective"]).chain(conditions).chain(["feasible", "flips"]).collect();
    let flips: BTreeSet<usize> = advice.flips().into_iter().collect();
    let rows = (0..).zip(&advice.situations).map(|(place, situation)| {
        let mut row = situation.values.clone();
        match situation.best() {
            Some(best) => {
                row.extend(best.values.iter().cloned());
                row.push(cell(best.objective.value));
                row.extend(best.conditions.iter().map(|held| cell(held.value.value)));
                row.push("true".to_owned());
            }
            None => {
                let empty = advice.keys.len() + 1 + wish.subject_to.len();
                row.extend(std::iter::repeat_n(String::new(), empty));
                row.push("false".to_owned());
            }
        }
        row.push(flips.contains(&place).to_string());
        row
    });
    Some(table(&header, rows))
}

/// The best choices, or the best in every situation; then what to choose, in a sentence.
pub fn text(wish: &Wish, advice: &Advice, width: usize) -> String {
    let body = match &advice.situations[..] {
        [situation] if advice.situation_keys.is_empty() => {
            let tables =
                [best_choices(wish, advice, situation, width), prices(wish, advice, situation, width)];
            tables.concat()
        }
        _ => map(wish, advice, width),
    };
    let choices = || advice.situations.iter().flat_map(|situation| &situation.choices);
    let sampled = choices().filter(|choice| choice.trials.is_some()).count();
    let all: Vec<String> = advice.situation_keys.iter().chain(&advice.keys).cloned().collect();
    let counts = counts(choices().count(), sampled, &all, &advice.skipped);
    format!("{body}\n{counts}\n{}\n", sentence(wish, advice))
}

fn best_choices(wish: &Wish, advice: &Advice, situation: &Situation, width: usize) -> String {
    let conditions = wish.subject_to.iter().map(|condition| condition.text());
    let cost = wish.cost.as_ref().map(|_| "cost");
    let choices = ["rank"].into_iter().chain(advice.keys.iter().map(String::as_str)).map(Column::setting);
    let numbers = [wish.maximize.text(), "loss"].into_iter().chain(conditions).chain(cost);
    let mut rows = Table::new(choices.chain(numbers.map(Column::number)));
    let best_error = situation.best().map_or(0.0, |best| best.objective.error);
    for (rank, choice) in (1..).zip(&situation.choices).take(SHOWN) {
        let mut row = vec![if choice.feasible { format!("{rank}") } else { "–".to_owned() }];
        row.extend(choice.values.iter().cloned());
        row.push(number(choice.objective));
        let loss = |loss| number(Estimate { value: loss, error: best_error.hypot(choice.objective.error) });
        row.push(choice.loss.map_or_else(String::new, loss));
        row.extend(choice.conditions.iter().map(held));
        row.extend(choice.cost.map(plain));
        rows.row(row);
    }
    let left = situation.choices.len().saturating_sub(SHOWN);
    let more = if left > 0 { format!("… and {left} more\n") } else { String::new() };
    rows.shown(width) + &more
}

fn negative(Estimate { value, error }: Estimate) -> Estimate {
    Estimate { value: -value, error }
}

/// The value of a condition, with a word where it does not hold.
fn held(held: &Held) -> String {
    let miss = if held.missed_by > 0.0 { " (not met)" } else { "" };
    format!("{}{miss}", number(held.value))
}

fn prices(wish: &Wish, advice: &Advice, situation: &Situation, width: usize) -> String {
    if situation.prices.is_empty() {
        return String::new();
    }
    let worth = format!("worth of 1 {}", wish.maximize.text());
    let choices = [worth.as_str()].into_iter().chain(advice.keys.iter().map(String::as_str));
    let numbers = [wish.maximize.text(), "cost"].map(Column::number);
    let mut rows = Table::new(choices.map(Column::setting).chain(numbers));
    for Price { price, choice } in &situation.prices {
        let choice = &situation.choices[*choice];
        let mut row = vec![format!("from {}", plain(*price))];
        row.extend(choice.values.iter().cloned());
        row.extend([number(choice.objective), choice.cost.map_or_else(String::new, plain)]);
        rows.row(row);
    }
    format!("\n{}", rows.shown(width))
}

fn map(wish: &Wish, advice: &Advice, width: usize) -> String {
    let others = [Column::number(wish.maximize.text()), Column::words("")];
    let mut rows = Table::new(keys(advice).map(Column::setting).chain(others));
    let flips: BTreeSet<usize> = advice.flips().into_iter().collect();
    for (place, situation) in (0..).zip(&advice.situations) {
        let mut row = situation.values.clone();
        match situation.best() {
            Some(best) => {
                row.extend(best.values.iter().cloned());
                row.push(number(best.objective));
            }
            None => {
                row.extend(std::iter::repeat_n("–".to_owned(), advice.keys.len()));
                row.push("no choice meets the conditions".to_owned());
            }
        }
        row.push(if flips.contains(&place) { "flips" } else { "" }.to_owned());
        rows.row(row);
    }
    rows.shown(width)
}

/// What to choose, what it gives, and what it costs.
pub(super) fn sentence(wish: &Wish, advice: &Advice) -> String {
    match &advice.situations[..] {
        [situation] if advice.situation_keys.is_empty() => of_one(wish, advice, situation),
        situations => of_map(advice, situations),
    }
}

fn of_one(wish: &Wish, advice: &Advice, situation: &Situation) -> String {
    let objective = wish.maximize.text();
    let Some(best) = situation.best() else {
        return no_choice(wish, advice, situation);
    };
    let mut text =
        format!("Choose {}: {objective} is {}", setting(&advice.keys, &best.values), number(best.objective));
    for (condition, held) in wish.subject_to.iter().zip(&best.conditions) {
        text += &format!(", and {} holds with {}", condition.text(), number(held.value));
        if (held.value.low()..=held.value.high()).contains(&held.bound) && held.value.error > 0.0 {
            text += " (which the sample does not tell for sure)";
        }
    }
    if let Some(cost) = best.cost {
        text += &format!(", at a cost of {}", plain(cost));
    }
    text += ".";
    if let Some(next) = situation.choices.get(1).filter(|next| next.feasible) {
        let less = next.objective.less(best.objective);
        let next_best = setting(&advice.keys, &next.values);
        text += &match less.error > 0.0 && less.high() >= 0.0 {
            true => format!(" The sample does not tell it from {next_best}."),
            false if same(less.value, 0.0) => format!(" {next_best} is as good."),
            false => format!(" The next best, {next_best}, gives {} less.", number(negative(less))),
        };
    }
    if let [.., before, last] = &situation.prices[..] {
        text += &format!(
            " The last step, from {} to {}, pays from a worth of {} for 1 {objective}.",
            setting(&advice.keys, &situation.choices[before.choice].values),
            setting(&advice.keys, &situation.choices[last.choice].values),
            plain(last.price)
        );
    }
    text
}

fn no_choice(wish: &Wish, advice: &Advice, situation: &Situation) -> String {
    let Some(nearest) = situation.choices.first().filter(|first| first.objective.value.is_finite()) else {
        return format!("{} has no value at any setting.", wish.maximize.text());
    };
    let missed = wish.subject_to.iter().zip(&nearest.conditions).filter(|(_, held)| held.missed_by > 0.0);
    let missed: Vec<String> = missed
        .map(|(condition, held)| format!("{} is missed with {}", condition.text(), number(held.value)))
        .collect();
    format!(
        "No setting meets the conditions. The nearest is {}: {}.",
        setting(&advice.keys, &nearest.values),
        missed.join(", and ")
    )
}

fn of_map(advice: &Advice, situations: &[Situation]) -> String {
    let choices: Vec<String> = situations
        .iter()
        .map(|situation| match situation.best() {
            Some(best) => setting(&advice.keys, &best.values),
            None => "none (no setting meets the conditions)".to_owned(),
        })
        .collect();
    let flips = advice.flips();
    let at = |place: usize| setting(&advice.situation_keys, &situations[place].values);
    if flips.is_empty() {
        return format!("Everywhere the best choice is {}.", choices.first().map_or("", |first| first));
    }
    let told: Vec<String> =
        flips.iter().take(SHOWN).map(|&place| format!("at {} {}", at(place), choices[place])).collect();
    let left = flips.len().saturating_sub(SHOWN);
    let more = if left > 0 { format!("; and {left} changes more") } else { String::new() };
    let sampled = situations.iter().filter_map(Situation::best).any(|best| best.trials.is_some());
    let noise =
        if sampled { " Changes between choices that a sample does not tell apart may be noise." } else { "" };
    format!("The best choice is {} at {}; it changes: {}{more}.{noise}", choices[0], at(0), told.join("; "))
}

/// The same for programs.
pub fn json(wish: &Wish, advice: &Advice) -> Value {
    let situations: Vec<Value> =
        advice.situations.iter().map(|one| of_situation(wish, advice, one)).collect();
    json!({
        "maximize": wish.maximize.text(),
        "subject_to": wish.subject_to.iter().map(|condition| condition.text()).collect::<Vec<_>>(),
        "cost": wish.cost.as_ref().map(|cost| cost.text()),
        "frontier": wish.weighs(),
        "situation_keys": advice.situation_keys,
        "keys": advice.keys,
        "situations": situations,
        "flips": advice.flips(),
        "skipped": advice.skipped.len(),
        "sentence": sentence(wish, advice),
    })
}

fn of_situation(wish: &Wish, advice: &Advice, situation: &Situation) -> Value {
    let choice = |(rank, choice): (usize, &Choice)| {
        let conditions: Vec<Value> = wish
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
            "frontier": choice.weighed.map(|weighed| weighed.efficient),
            "engine": if choice.trials.is_none() { "exact" } else { "sampled" },
        })
    };
    let prices: Vec<Value> =
        situation.prices.iter().map(|one| json!({ "price": one.price, "rank": one.choice + 1 })).collect();
    json!({
        "situation": setting_json(&advice.situation_keys, &situation.values),
        "choices": (1..).zip(&situation.choices).map(choice).collect::<Vec<_>>(),
        "prices": prices,
    })
}

/// The keys of the situation, then those that are chosen.
fn keys(advice: &Advice) -> impl Iterator<Item = &str> {
    advice.situation_keys.iter().chain(&advice.keys).map(String::as_str)
}
