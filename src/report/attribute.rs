//! What rules do, as text, CSV and JSON.

use serde_json::{Value, json};

use super::csv::table;
use super::decision::{cell, change, estimate_json, number};
use super::text::{plain_table, shown};
use crate::analysis::{Attributed, Attribution, Effect, Rule};
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
            let mut row = vec![one.statistic.clone(), rule.name.clone()];
            row.extend(numbers.map(|number| cell(number.value)));
            row
        })
    });
    table(&header, rows)
}

/// A table for each statistic, the strongest rule first, and a sentence for that.
pub fn text(attribution: &Attribution) -> String {
    let mut text = String::new();
    for one in &attribution.statistics {
        let Attributed { statistic, base, house, .. } = one;
        let whole = change(house.less(*base));
        text += &format!("{statistic}: {} becomes {} ({whole})\n", number(*base), number(*house));
        let mut rows = plain_table();
        rows.set_header(["rule", "base", "house", "share", "added alone", "taken alone"]);
        for (rule, effect) in by_share(attribution, one) {
            let [before, after] = rule.values();
            let numbers = [effect.share, effect.added_alone, effect.taken_alone].map(change);
            rows.add_row([rule.name.clone(), before, after].into_iter().chain(numbers));
        }
        if !attribution.rules.is_empty() {
            text += &shown(rows);
        }
        text += &format!("{}\n\n", sentence(attribution, one));
    }
    text += &how(attribution);
    text
}

/// The rules by the size of their share.
fn by_share<'a>(attribution: &'a Attribution, one: &'a Attributed) -> Vec<(&'a Rule, &'a Effect)> {
    let mut rules: Vec<(&Rule, &Effect)> = attribution.rules.iter().zip(&one.effects).collect();
    rules.sort_by(|(_, a), (_, b)| b.share.value.abs().total_cmp(&a.share.value.abs()));
    rules
}

/// What the strongest rule does.
fn sentence(attribution: &Attribution, one: &Attributed) -> String {
    let Attributed { statistic, base, house, .. } = one;
    let whole = house.less(*base);
    let Some((rule, effect)) = by_share(attribution, one).first().copied() else {
        return "Nothing that differs is read.".to_owned();
    };
    if !effect.share.value.is_finite() {
        return format!("{statistic} has no value with some of the rules.");
    }
    if effect.share.error > 0.0 && effect.share.low() <= 0.0 && effect.share.high() >= 0.0 {
        return format!("The sample does not tell which rule changes {statistic}.");
    }
    if same(effect.share.value, 0.0) {
        return format!("No rule makes a difference to {statistic}.");
    }
    let [before, after] = rule.values();
    let part = 100.0 * effect.share.value / whole.value;
    let of_whole = match part.is_finite() && (0.0..=100.0).contains(&part) {
        true => format!("{part:.0} % of {}", change(whole)),
        false => format!("{} together", change(whole)),
    };
    let weaker = if effect.share.value < 0.0 { "lowers" } else { "raises" };
    format!(
        "{} ({before} to {after}) {weaker} {statistic} most: its share is {}, {of_whole}.",
        rule.name,
        change(effect.share)
    )
}

/// How it was found, and what was left out.
fn how(attribution: &Attribution) -> String {
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
        text += &format!("not read by the procedure: {}\n", attribution.unread.join(", "));
    }
    text
}

/// The same for programs.
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
                "statistic": one.statistic,
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
