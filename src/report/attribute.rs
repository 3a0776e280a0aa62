//! What rules do, as text, CSV and JSON.

use serde_json::{Value, json};

use super::csv::table;
use super::decision::{cell, estimate_json};
use super::number::Measure;
use super::table::{Column, Table, wrapped};
use crate::analysis::{Attributed, Attribution, Effect, Rule};
use crate::expression::Estimate;
use crate::stats::same;

/// `attribute.csv`: a row for each rule and each statistic, with the statistic in the
/// base and in the house, the change that the rule makes to the base, the change that
/// taking it back makes to the house, and its Shapley share.
pub fn csv(attribution: &Attribution) -> Vec<u8> {
    let header = ["statistic", "rule", "base_value", "house_value", "added_alone", "taken_alone", "shapley"];
    let rows = attribution.statistics.iter().flat_map(|one| {
        attribution.rules.iter().zip(&one.effects).map(|(rule, effect)| {
            let Effect { added_alone, taken_alone, share } = effect;
            let numbers = [one.base, one.house, *added_alone, *taken_alone, *share];
            let mut row = vec![one.name.written.clone(), rule.name.clone()];
            row.extend(numbers.map(|number| cell(number.value)));
            row
        })
    });
    table(&header, rows)
}

/// A table for each statistic, the strongest rule first, and a sentence for that.
pub fn text(attribution: &Attribution, width: usize) -> String {
    let mut text = String::new();
    for one in &attribution.statistics {
        let Attributed { name, base, house, .. } = one;
        let (statistic, measure) = (&name.words, Measure::of(name));
        let whole = change(measure, house.less(*base));
        let ends = [base, house].map(|end| measure.write(*end));
        text += &lines(&format!("{statistic}: {} becomes {} ({whole})", ends[0], ends[1]), width);
        let words = ["base", "house"].map(Column::words);
        let numbers = ["added alone", "taken back", "share"].map(Column::number);
        let mut table = Table::new([Column::name("rule")].into_iter().chain(words).chain(numbers));
        let (idle, strong): (Vec<_>, Vec<_>) =
            by_share(attribution, one).into_iter().partition(|(_, effect)| effect.is_none());
        for (rule, effect) in strong {
            let numbers = [effect.added_alone, effect.taken_alone, effect.share];
            let numbers = numbers.map(|number| measure.change(number));
            table.row([rule.name.clone()].into_iter().chain(rule.values()).chain(numbers));
        }
        if !table.is_empty() {
            text += &table.shown(width);
        }
        if !idle.is_empty() {
            let names: Vec<&str> = idle.iter().map(|(rule, _)| rule.name.as_str()).collect();
            text += &lines(&format!("no difference: {}", names.join(", ")), width);
        }
        text += &lines(&sentence(attribution, one), width);
        text.push('\n');
    }
    text += &how(attribution, width);
    text
}

/// A sentence in lines that fit.
fn lines(sentence: &str, width: usize) -> String {
    wrapped(sentence, width).join("\n") + "\n"
}

/// A difference with its unit.
fn change(measure: Measure, difference: Estimate) -> String {
    let text = measure.change(difference);
    let has_unit = measure == Measure::Chance && difference.value.is_finite() && text != "0";
    if has_unit { format!("{text} percentage points") } else { text }
}

/// The rules by the size of their share.
fn by_share<'a>(attribution: &'a Attribution, one: &'a Attributed) -> Vec<(&'a Rule, &'a Effect)> {
    let mut rules: Vec<(&Rule, &Effect)> = attribution.rules.iter().zip(&one.effects).collect();
    rules.sort_by(|(_, a), (_, b)| b.share.value.abs().total_cmp(&a.share.value.abs()));
    rules
}

/// What the strongest rule does.
fn sentence(attribution: &Attribution, one: &Attributed) -> String {
    let Attributed { name, base, house, .. } = one;
    let (statistic, measure, whole) = (&name.words, Measure::of(name), house.less(*base));
    let Some((rule, effect)) = by_share(attribution, one).first().copied() else {
        return "Nothing that differs is read.".to_owned();
    };
    if !effect.share.value.is_finite() {
        return format!("“{statistic}” has no value with some of the rules.");
    }
    if effect.share.error > 0.0 && effect.share.low() <= 0.0 && effect.share.high() >= 0.0 {
        return format!("The sample does not tell which rule changes “{statistic}”.");
    }
    if same(effect.share.value, 0.0) {
        return format!("No rule makes a difference to “{statistic}”.");
    }
    let [before, after] = rule.values();
    let part = 100.0 * effect.share.value / whole.value;
    let of_whole = match part.is_finite() && (0.0..=100.0).contains(&part) {
        true => format!("{part:.0} % of {}", change(measure, whole)),
        false => format!("{} together", change(measure, whole)),
    };
    let weaker = if effect.share.value < 0.0 { "lowers" } else { "raises" };
    format!(
        "{} ({before} to {after}) {weaker} “{statistic}” most: its share is {}, {of_whole}.",
        rule.name,
        change(measure, effect.share)
    )
}

/// How it was found, and what was left out.
fn how(attribution: &Attribution, width: usize) -> String {
    let rules = match attribution.rules.len() {
        1 => "1 rule".to_owned(),
        several => format!("{several} rules"),
    };
    let mut text = match attribution.orders {
        None => format!("shares over all subsets of {rules}"),
        Some(orders) => format!("shares over {orders} random orders of {rules}"),
    };
    text += match attribution.trials {
        None => ", each exact\n",
        Some(_) => ", sampled\n",
    };
    if !attribution.unread.is_empty() {
        text += &lines(&format!("not used here: {}", attribution.unread.join(", ")), width);
    }
    text
}

/// The attribution for programs.
pub fn json(attribution: &Attribution) -> Value {
    let statistics: Vec<Value> = attribution
        .statistics
        .iter()
        .map(|one| {
            let rules = attribution.rules.iter().zip(&one.effects).map(|(rule, effect)| {
                let [base, house] = rule.values();
                json!({
                    "rule": rule.name,
                    "base": base,
                    "house": house,
                    "added_alone": estimate_json(effect.added_alone),
                    "taken_alone": estimate_json(effect.taken_alone),
                    "shapley": estimate_json(effect.share),
                })
            });
            json!({
                "statistic": one.name.written,
                "base": estimate_json(one.base),
                "house": estimate_json(one.house),
                "rules": rules.collect::<Vec<_>>(),
                "sentence": sentence(attribution, one),
            })
        })
        .collect();
    json!({
        "statistics": statistics,
        "orders": attribution.orders,
        "trials": attribution.trials,
        "unread": attribution.unread,
    })
}
