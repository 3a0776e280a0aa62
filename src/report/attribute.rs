//! The effects of rules on statistics, as text, CSV and JSON.

use serde_json::{Value, json};

use super::number::{Measure, NO_VALUE};
use super::table::{Cell, Column, Layout, Table, TextColumn, in_lines};
use crate::analysis::{Attributed, Attribution, Effect, Rule};
use crate::description::System;
use crate::description::words::{count, quoted};
use crate::stats::{Estimate, same};

/// An attribution with its display names.
#[derive(Clone, Copy, Debug)]
pub struct NamedAttribution<'a> {
    /// The game, which has the names of the keys.
    pub system: &'a System,
    /// The names of the base rules and the house rules.
    pub names: [&'a str; 2],
    /// The results.
    pub attribution: &'a Attribution,
}

/// The effect of a rule on a statistic.
#[derive(Clone, Copy, Debug)]
pub struct RuleEffect<'a> {
    /// The statistic.
    pub of: &'a Attributed,
    /// The rule.
    pub rule: &'a Rule,
    /// Its effect.
    pub effect: &'a Effect,
}

impl<'a> NamedAttribution<'a> {
    /// A sentence on the strongest rule for each statistic.
    pub fn answer(&self) -> String {
        let sentences = self.attribution.statistics.iter().map(|one| self.sentence(one));
        sentences.collect::<Vec<_>>().join("\n")
    }

    /// For each statistic a table, the strongest rule first.
    pub fn text(&self, layout: Layout) -> String {
        let statistics = &self.attribution.statistics;
        let text: String = statistics.iter().map(|one| self.of_statistic(one, layout) + "\n").collect();
        text + &self.how(layout)
    }

    /// `attribute.csv`: a row for each statistic and rule.
    pub fn csv(&self) -> Vec<u8> {
        self.all(None).csv()
    }

    /// `attribute.csv` for an output that several attributions share: a column in front names the
    /// house. `header` says whether to write the header.
    pub fn labelled_csv(&self, header: bool) -> Vec<u8> {
        self.all(Some(self.names[1])).csv_of(header)
    }

    fn all(&self, label: Option<&'a str>) -> Table<'a, RuleEffect<'a>> {
        table(*self, label, self.attribution.statistics.iter().flat_map(|one| self.rows(one)))
    }

    fn of_statistic(&self, one: &'a Attributed, layout: Layout) -> String {
        let measure = Measure::of(&one.name);
        let change = of_units(measure, measure.change_and_error(one.house.less(one.base), layout.digits));
        let ends = self.ends(one, |measure, value| measure.write(value, layout.digits));
        let mut text = in_lines(&format!("{}: {ends} ({change})", one.name.words), layout.width);
        let (strong, idle) = self.by_share(one);
        if !strong.is_empty() {
            text += &table(*self, None, strong).shown(layout);
        }
        text + &idle.map_or_else(String::new, |idle| in_lines(&idle, layout.width))
    }

    /// The display name of a rule.
    pub fn label(&self, rule: &Rule) -> String {
        if rule.is_text() { "text of the rules".to_owned() } else { self.system.label(&rule.name) }
    }

    /// The values of a rule in the base and in the house, in words.
    pub fn values(&self, rule: &Rule) -> [String; 2] {
        match rule.is_text() {
            true => rule.values(),
            false => rule.values().map(|value| self.system.value_in_words(&rule.name, &value)),
        }
    }

    /// The values of a statistic in the base and in the house: "book never, house 4.9548 %".
    pub fn ends(&self, one: &Attributed, write: impl Fn(Measure, Estimate) -> String) -> String {
        let measure = Measure::of(&one.name);
        let end = |(name, value): (&str, Estimate)| format!("{name} {}", write(measure, value));
        [(self.names[0], one.base), (self.names[1], one.house)].map(end).join(", ")
    }

    /// A line on the differing keys that the procedure does not read, if there are any.
    pub fn unread(&self) -> Option<String> {
        let labels: Vec<String> = self.attribution.unread.iter().map(|key| self.system.label(key)).collect();
        (!labels.is_empty()).then(|| format!("not used here: {}", labels.join(", ")))
    }

    /// The effects on a statistic, in the order of the rules.
    fn rows(&self, one: &'a Attributed) -> impl Iterator<Item = RuleEffect<'a>> + use<'a> {
        let rules = self.attribution.rules.iter().zip(&one.effects);
        rules.map(move |(rule, effect)| RuleEffect { of: one, rule, effect })
    }

    /// The effects on a statistic, the largest share first, and a note on the rules without an
    /// effect.
    pub fn by_share(&self, one: &'a Attributed) -> (Vec<RuleEffect<'a>>, Option<String>) {
        let (idle, mut strong): (Vec<_>, Vec<_>) = self.rows(one).partition(|row| row.effect.is_none());
        strong.sort_by(|a, b| b.effect.share.value.abs().total_cmp(&a.effect.share.value.abs()));
        let idle: Vec<String> = idle.iter().map(|row| self.label(row.rule)).collect();
        (strong, (!idle.is_empty()).then(|| format!("no difference: {}", idle.join(", "))))
    }

    /// The finding on the first statistic that the rules are known to change, or else on the first.
    pub fn headline(&self) -> Option<String> {
        let statistics = &self.attribution.statistics;
        let changes = |one: &&Attributed| {
            let strongest = self.by_share(one).0.first().map(|row| row.effect.share);
            strongest.is_some_and(|share| share.value.is_finite() && !may_be_none(share))
        };
        let one = statistics.iter().find(changes).or(statistics.first())?;
        Some(self.sentence(one).trim_end_matches('.').to_owned())
    }

    /// A sentence on the strongest rule.
    pub fn sentence(&self, one: &Attributed) -> String {
        let Attributed { name, base, house, .. } = one;
        let (statistic, measure, whole) = (quoted(&name.words), Measure::of(name), house.less(*base));
        let (strong, idle) = self.by_share(one);
        let Some(&RuleEffect { rule, effect, .. }) = strong.first() else {
            return match idle {
                Some(_) => format!("No rule makes a difference to {statistic}."),
                None => "Nothing that differs is read.".to_owned(),
            };
        };
        if !effect.share.value.is_finite() {
            return format!("{statistic} has no value with some of the rules.");
        }
        if effect.share.is_sampled() && may_be_none(effect.share) {
            return format!("The sample does not tell which rule changes {statistic}.");
        }
        if same(effect.share.value, 0.0) {
            return format!("No rule makes a difference to {statistic}.");
        }
        let called = |rule: &Rule| {
            let [before, after] = self.values(rule);
            format!("{} ({before} to {after})", self.label(rule))
        };
        let share_of = |effect: &Effect| of_units(measure, measure.say_change(effect.share));
        let may_be_larger = |other: &&RuleEffect<'_>| size(other.effect.share)[1] >= size(effect.share)[0];
        let rivals: Vec<&RuleEffect<'_>> = strong[1..].iter().filter(may_be_larger).collect();
        if effect.share.is_sampled() && !rivals.is_empty() {
            let all = strong[..1].iter().chain(rivals);
            let all = all.map(|one| format!("{}: {}", called(one.rule), share_of(one.effect)));
            let all = all.collect::<Vec<_>>().join("; ");
            return format!("The sample does not tell which rule changes {statistic} most ({all}).");
        }
        let (rule, share) = (called(rule), share_of(effect));
        let others = match strong.len() - 1 {
            0 => return format!("Only {rule} changes {statistic}: {share}."),
            1 => "the share of the other is".to_owned(),
            several => format!("the shares of the other {several} sum to"),
        };
        let part = 100.0 * effect.share.value / whole.value;
        let against = match part.is_finite() && (0.0..=100.0).contains(&part) {
            true => format!(", {part:.0} % of the whole change"),
            // The other rules work in the opposite direction.
            false => format!("; {others} {}", measure.say_change(whole.less(effect.share))),
        };
        format!("What changes {statistic} most is {rule}: {share}{against}.")
    }

    /// How the shares were computed, and which keys are not used.
    fn how(&self, layout: Layout) -> String {
        let Attribution { rules, orders, trials, .. } = self.attribution;
        let rules = count(rules.len() as u32, "rule", "rules");
        let text = match orders {
            None => format!("shares over all subsets of {rules}"),
            Some(orders) => format!("shares over {orders} random orders of {rules}"),
        };
        let how = match trials {
            Some(_) => ", sampled; ± is half of the 95 % interval, and a number below its ± may be noise",
            None => ", each exact",
        };
        in_lines(&(text + how), layout.width)
            + &self.unread().map_or_else(String::new, |unread| in_lines(&unread, layout.width))
    }
}

/// Whether a change may be none at all, as far as it is known.
pub fn may_be_none(change: Estimate) -> bool {
    same(change.value, 0.0) || change.is_sampled() && change.may_be(0.0)
}

/// The least and the greatest size of a change.
fn size(Estimate { low, high, .. }: Estimate) -> [f64; 2] {
    let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
    [least, low.abs().max(high.abs())]
}

/// A difference with its unit.
fn of_units(measure: Measure, difference: String) -> String {
    let has_unit = measure == Measure::Chance && difference != "0" && difference != NO_VALUE;
    if has_unit { format!("{difference} percentage points") } else { difference }
}

/// A table of effects. Its columns are the rule, the change that adding it alone makes to the base,
/// the change that taking it back alone makes to the house, and its Shapley share. Text and JSON
/// also have the values of the rule, CSV those of the statistic, in the base and in the house. With a
/// `label`, CSV begins with it.
fn table<'a>(
    named: NamedAttribution<'a>,
    label: Option<&'a str>,
    rows: impl IntoIterator<Item = RuleEffect<'a>>,
) -> Table<'a, RuleEffect<'a>> {
    let change = |row: RuleEffect<'a>, change: Estimate| {
        Cell::Estimate(change.into(), Measure::of(&row.of.name), Measure::change_and_error)
    };
    let ends = ["base", "house"].into_iter().zip(named.names).enumerate();
    Table::new(rows)
        .columns(label, |_| Column::csv("variant"), |_, label| label)
        .column(Column::csv("statistic"), |row| &row.of.name.written)
        .column(Column::new("rule").shown(TextColumn::name("rule")), move |row| {
            Cell::from(&row.rule.name).said(named.label(row.rule))
        })
        .columns(
            ends,
            |(_, (end, name))| Column::json(end).shown(TextColumn::words(name)),
            move |row, (place, _)| {
                let [written, said] =
                    [row.rule.values(), named.values(row.rule)].map(|ends| ends[place].clone());
                Cell::from(written).said(said)
            },
        )
        .column(Column::csv("base_value"), |row| row.of.base.value)
        .column(Column::csv("house_value"), |row| row.of.house.value)
        .column(Column::new("added_alone").number("alone"), move |row| change(row, row.effect.added_alone))
        .column(Column::new("taken_alone"), move |row| change(row, row.effect.taken_alone))
        .column(TextColumn::number("as the last"), move |row| {
            change(row, Estimate::exactly(0.0).less(row.effect.taken_alone))
        })
        .column(Column::new("shapley").number("share"), move |row| change(row, row.effect.share))
}

/// An attribution as JSON.
pub fn json(named: &NamedAttribution<'_>) -> Value {
    let attribution = named.attribution;
    let statistics = attribution.statistics.iter().map(|one| {
        json!({
            "statistic": one.name.written,
            "base": one.base,
            "house": one.house,
            "rules": table(*named, None, named.rows(one)).json(),
            "sentence": named.sentence(one),
        })
    });
    json!({
        "base": named.names[0],
        "house": named.names[1],
        "statistics": statistics.collect::<Vec<_>>(),
        "orders": attribution.orders,
        "trials": attribution.trials,
        "unread": attribution.unread,
    })
}
