//! What rules do, as text, CSV and JSON.

use serde_json::{Value, json};

use super::csv::table;
use super::decision::{cell, estimate_json};
use super::number::{Measure, NO_VALUE};
use super::table::{Column, Table, in_lines};
use crate::analysis::{Attributed, Attribution, Effect, Rule};
use crate::description::System;
use crate::description::words::quoted;
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

/// An attribution, and what players call its rules and its two ends.
#[derive(Clone, Copy, Debug)]
pub struct NamedAttribution<'a> {
    /// The game, which says what its keys are called.
    pub system: &'a System,
    /// What the base and the house are called.
    pub names: [&'a str; 2],
    /// What was found.
    pub attribution: &'a Attribution,
}

impl<'a> NamedAttribution<'a> {
    /// A table for each statistic, the strongest rule first, and a sentence for that.
    pub fn text(&self, width: usize) -> String {
        let statistics = &self.attribution.statistics;
        let text: String = statistics.iter().map(|one| self.of_statistic(one, width) + "\n").collect();
        text + &self.how(width)
    }

    fn of_statistic(&self, one: &Attributed, width: usize) -> String {
        let measure = Measure::of(&one.name);
        let change = of_units(measure, measure.change(one.house.less(one.base)));
        let mut text =
            in_lines(&format!("{}: {} ({change})", one.name.words, self.ends(one, Measure::write)), width);
        let words = self.names.map(Column::words);
        let numbers = ["added alone", "taken back", "share"].map(Column::number);
        let mut table = Table::new([Column::name("rule")].into_iter().chain(words).chain(numbers));
        let (idle, strong): (Vec<_>, Vec<_>) =
            self.by_share(one).into_iter().partition(|(_, effect)| effect.is_none());
        for (rule, effect) in strong {
            let numbers = [effect.added_alone, effect.taken_alone, effect.share];
            let numbers = numbers.map(|number| measure.change(number));
            table.row([self.label(rule)].into_iter().chain(self.values(rule)).chain(numbers));
        }
        if !table.is_empty() {
            text += &table.shown(width);
        }
        if !idle.is_empty() {
            let names: Vec<String> = idle.iter().map(|(rule, _)| self.label(rule)).collect();
            text += &in_lines(&format!("no difference: {}", names.join(", ")), width);
        }
        text + &in_lines(&self.sentence(one), width)
    }

    /// What players call a rule.
    pub fn label(&self, rule: &Rule) -> String {
        self.system.label(&rule.name)
    }

    /// What a rule is in the base and in the house.
    pub fn values(&self, rule: &Rule) -> [String; 2] {
        rule.values().map(|value| self.system.value_in_words(&rule.name, &value))
    }

    /// What a statistic is in the base and in the house: "book never, house 4.9548 %".
    pub fn ends(&self, one: &Attributed, write: impl Fn(Measure, Estimate) -> String) -> String {
        let measure = Measure::of(&one.name);
        let end = |(name, value): (&str, Estimate)| format!("{name} {}", write(measure, value));
        [(self.names[0], one.base), (self.names[1], one.house)].map(end).join(", ")
    }

    /// What is not used here, in a line; nothing if all is.
    pub fn unread(&self) -> Option<String> {
        let labels: Vec<String> = self.attribution.unread.iter().map(|key| self.system.label(key)).collect();
        (!labels.is_empty()).then(|| format!("not used here: {}", labels.join(", ")))
    }

    /// The rules by the size of their share.
    fn by_share(&self, one: &'a Attributed) -> Vec<(&'a Rule, &'a Effect)> {
        let mut rules: Vec<(&Rule, &Effect)> = self.attribution.rules.iter().zip(&one.effects).collect();
        rules.sort_by(|(_, a), (_, b)| b.share.value.abs().total_cmp(&a.share.value.abs()));
        rules
    }

    /// What the strongest rule does.
    fn sentence(&self, one: &Attributed) -> String {
        let Attributed { name, base, house, .. } = one;
        let (statistic, measure, whole) = (quoted(&name.words), Measure::of(name), house.less(*base));
        let rules = self.by_share(one);
        let Some(&(rule, effect)) = rules.first() else {
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
        let [before, after] = self.values(rule);
        let rule = format!("{} ({before} to {after})", self.label(rule));
        let others = rules.iter().skip(1).filter(|(_, effect)| !effect.is_none()).count();
        let others = match others {
            0 => return format!("Only {rule} changes {statistic}."),
            1 => "the share of the other rule is".to_owned(),
            several => format!("the shares of the other {several} rules sum to"),
        };
        let part = 100.0 * effect.share.value / whole.value;
        let against = match part.is_finite() && (0.0..=100.0).contains(&part) {
            true => format!(", {part:.0} % of the whole change"),
            // The others work against it.
            false => format!("; {others} {}", measure.change(whole.less(effect.share))),
        };
        let share = of_units(measure, measure.change(effect.share));
        format!("What changes {statistic} most is {rule}: its share is {share}{against}.")
    }

    /// How it was found, and what was left out.
    fn how(&self, width: usize) -> String {
        let Attribution { rules, orders, trials, .. } = self.attribution;
        let rules = match rules.len() {
            1 => "1 rule".to_owned(),
            several => format!("{several} rules"),
        };
        let mut text = match orders {
            None => format!("shares over all subsets of {rules}"),
            Some(orders) => format!("shares over {orders} random orders of {rules}"),
        };
        text += match trials {
            None => ", each exact\n",
            Some(_) => ", sampled\n",
        };
        text + &self.unread().map_or_else(String::new, |unread| in_lines(&unread, width))
    }
}

/// A difference with its unit.
fn of_units(measure: Measure, difference: String) -> String {
    let has_unit = measure == Measure::Chance && difference != "0" && difference != NO_VALUE;
    if has_unit { format!("{difference} percentage points") } else { difference }
}

/// An attribution for programs.
pub fn json(named: &NamedAttribution<'_>) -> Value {
    let attribution = named.attribution;
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
                "sentence": named.sentence(one),
            })
        })
        .collect();
    json!({
        "base": named.names[0],
        "house": named.names[1],
        "statistics": statistics,
        "orders": attribution.orders,
        "trials": attribution.trials,
        "unread": attribution.unread,
    })
}
