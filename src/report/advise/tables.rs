//! The tables of advice.

use std::collections::BTreeSet;

use serde_json::json;

use super::Words;
use crate::analysis::{Candidate, Held, Recommendation, Rung, Situation, Step, Weighed};
use crate::expression::StatisticName;
use crate::report::decision::{engine_name, setting};
use crate::report::number::{Digits, Measure};
use crate::report::table::{Cell, Column, Table, TextColumn};
use crate::scenario::Query;
use crate::stats::Estimate;

/// A choice with its rank and its situation.
pub type Ranked<'a> = (usize, &'a Situation, &'a Candidate);

/// A choice with its situation and its values of the two weighed statistics.
pub type Placed<'a> = (&'a Situation, &'a Candidate, Weighed);

/// The choices of situations by rank: `advise.csv`, the choices in JSON, and the text table.
pub fn choices<'a>(
    words: &'a Words<'a>,
    advice: &'a Recommendation,
    situations: &'a [Situation],
) -> Table<'a, Ranked<'a>> {
    let goal = words.goal;
    let ranked = |one: &'a Situation| (1..).zip(&one.choices).map(move |(rank, choice)| (rank, one, choice));
    let loss = move |(_, situation, choice): Ranked<'a>| {
        let best = situation.feasible().first().map_or(Estimate::exactly(0.0), |best| goal.score_of(best));
        let loss = Estimate { value: choice.loss?, ..best.less(goal.score_of(choice)) };
        let (measure, write) = words.format_of_loss();
        Some(Cell::Number(loss.into(), measure, write))
    };
    let held = |(condition, held): (&Query, &Held)| json!({ "condition": condition.text(), "value": held.value, "met": held.missed_by == 0.0 });
    let mut table = Table::new(situations.iter().flat_map(ranked))
        .column(Column::new("rank").shown(TextColumn::setting("rank")), |(rank, _, choice)| {
            if choice.feasible { Cell::from(rank) } else { Cell::from(rank).said("–") }
        })
        .columns(
            advice.situation_keys.iter().enumerate(),
            |(_, key)| Column::csv(key),
            |(_, situation, _), (place, _)| situation.values[place].as_str(),
        )
        .settings(Some("setting"), words.system(), &advice.keys, |(.., choice)| &choice.values)
        .column(Column::new("objective").number(words.objective()), |(.., choice)| {
            Cell::estimate(words.measure(), choice.objective)
        })
        .column(Column::new("loss").number(words.loss_heading()), loss);
    for (place, (condition, said)) in goal.subject_to.iter().zip(words.conditions()).enumerate() {
        let column = Column::csv(condition.text()).number(said);
        table = table.column(column, move |(.., choice)| {
            let Held { value, missed_by, .. } = choice.conditions[place];
            let cell = Cell::number(words.measure_of_condition(place), value);
            if missed_by > 0.0 {
                cell.clone().said(format!("{} (not met)", cell.text(Digits::Few)))
            } else {
                cell
            }
        });
    }
    let column = |name: &str, is_shown: bool| match is_shown {
        true => Column::json(name).number(name),
        false => Column::json(name),
    };
    table
        .column(Column::json("conditions"), move |(.., choice)| {
            Cell::Nested(goal.subject_to.iter().zip(&choice.conditions).map(held).collect())
        })
        .column(Column::new("feasible"), |(.., choice)| choice.feasible)
        .column(column("cost", goal.cost.is_some()), |(.., choice)| choice.cost)
        .column(column("net", goal.worth.is_some()), move |(.., choice)| {
            goal.worth.map(|_| Cell::number(Measure::Number, goal.score_of(choice)))
        })
        .column(Column::new("frontier"), |(.., choice)| choice.weighed.map(|weighed| weighed.efficient))
        .column(Column::json("engine"), |(.., choice)| engine_name(choice.trials))
}

/// The two weighed statistics of choices: `frontier.csv`, and the text table of efficient choices.
/// Returns `None` if the goal does not weigh two statistics.
pub fn frontier<'a>(
    words: &'a Words<'a>,
    advice: &'a Recommendation,
    rows: impl IntoIterator<Item = Placed<'a>>,
) -> Option<Table<'a, Placed<'a>>> {
    let [gain, pain] = words.goal.weighs()?;
    let [of_gain, of_pain] = words.weighed()?;
    let column = |written: &str, name: &StatisticName| Column::csv(written).number(&name.words);
    let said = |name: &StatisticName| {
        let measure = Measure::of(name);
        move |value: f64| Cell::number(measure, value)
    };
    let (said_gain, said_pain) = (said(&of_gain), said(&of_pain));
    // What a choice costs may be a key that is varied: no two columns have one name.
    let is_key = |name: &str| advice.situation_keys.iter().chain(&advice.keys).any(|key| key == name);
    let pain = if is_key(pain) { "cost" } else { pain };
    let table = Table::new(rows)
        .settings(None, words.system(), &advice.situation_keys, |(situation, ..)| &situation.values)
        .settings(None, words.system(), &advice.keys, |(_, choice, _)| &choice.values)
        .column(column(gain, &of_gain), move |(.., weighed)| said_gain(weighed.gain))
        .column(column(pain, &of_pain), move |(.., weighed)| said_pain(weighed.pain))
        .column(Column::csv("efficient"), |(.., weighed)| weighed.efficient);
    Some(table)
}

/// The weighed choices of each situation, in ascending order of the second statistic.
pub fn by_pain(situations: &[Situation]) -> impl Iterator<Item = Placed<'_>> {
    situations.iter().flat_map(|situation| {
        let choices = situation.choices.iter();
        let mut placed: Vec<Placed<'_>> =
            choices.filter_map(|choice| Some((situation, choice, choice.weighed?))).collect();
        placed.sort_by(|(.., a), (.., b)| a.pain.total_cmp(&b.pain).then(a.gain.total_cmp(&b.gain)));
        placed
    })
}

/// The efficient choices from the cheapest to the best: `prices.csv`, and the ladder in text and
/// JSON. Each row has the gain and the extra cost of the step, the price of one unit gained, and the
/// worth of a unit from which the choice has the greatest net.
pub fn prices<'a>(
    words: &'a Words<'a>,
    advice: &'a Recommendation,
    situations: &'a [Situation],
) -> Table<'a, (&'a Situation, &'a Candidate, &'a Rung)> {
    let rungs = |situation: &'a Situation| {
        situation.ladder.iter().map(move |rung| (situation, &situation.choices[rung.choice], rung))
    };
    let price = |price: f64| Cell::from(price).said(Measure::Number.say(price));
    let gain = move |step: Step| Cell::Number(step.gain.into(), words.measure(), Measure::distance);
    Table::new(situations.iter().flat_map(rungs))
        .settings(None, words.system(), &advice.situation_keys, |(situation, ..)| &situation.values)
        .column(Column::csv("price"), |(.., rung)| rung.step.map(Step::price))
        .column(Column::json("rank"), |(.., rung)| rung.choice + 1)
        .settings(None, words.system(), &advice.keys, |(_, choice, _)| &choice.values)
        .column(Column::csv("objective").number(words.objective()), |(_, choice, _)| {
            Cell::estimate(words.measure(), choice.objective)
        })
        .column(Column::csv("cost").number("cost"), |(_, choice, _)| choice.cost)
        .column(Column::new("gain").number(words.direction()), move |(.., rung)| rung.step.map(gain))
        .column(Column::new("extra_cost").number("extra cost"), |(.., rung)| rung.step.map(|step| step.cost))
        .column(Column::json("price").number(format!("cost of {}", words.unit())), move |(.., rung)| {
            rung.step.map(|step| price(step.price()))
        })
        .column(
            Column::new("best_from").number(format!("choose it if {} is worth", words.unit())),
            move |(.., rung)| rung.best_from.map_or_else(|| Cell::Empty.said("never worth it"), price),
        )
}

/// The best choice in every situation: `map.csv`, and the text table. Also lists equally good
/// choices, and says whether the best choices differ from the previous situation.
pub fn map<'a>(words: &'a Words<'a>, advice: &'a Recommendation) -> Table<'a, (usize, &'a Situation)> {
    let flips: BTreeSet<usize> = advice.flips().into_iter().collect();
    let others = |situation: &'a Situation| match situation.best() {
        Some(_) => situation.equals().get(1..).unwrap_or_default(),
        None => &[],
    };
    let named = move |situation: &'a Situation| match situation.is_indifferent() {
        true => String::new(),
        false => words.named(advice, others(situation)),
    };
    let objective = |(_, situation): (usize, &'a Situation)| match situation.best() {
        Some(best) => Cell::estimate(words.measure(), best.objective),
        None => Cell::Empty.said("no choice meets the conditions"),
    };
    let mut table = Table::new(advice.situations.iter().enumerate()).settings(
        None,
        words.system(),
        &advice.situation_keys,
        |(_, situation)| &situation.values,
    );
    for (place, key) in advice.keys.iter().enumerate() {
        let column = Column::csv(key).shown(TextColumn::setting(words.system().label(key)));
        table = table.column(column, move |(_, situation)| match situation.best() {
            None => Cell::Empty.said("–"),
            Some(best) if situation.is_indifferent() => Cell::from(best.values[place].as_str()).said("any"),
            Some(best) => Cell::Setting { system: words.system(), key, value: &best.values[place] },
        });
    }
    if advice.situations.iter().any(|situation| !named(situation).is_empty()) {
        table = table.column(TextColumn::words("equally good"), move |(_, one)| named(one));
    }
    if advice.situations.iter().any(|situation| situation.untold().next().is_some()) {
        let untold = |(_, situation): (usize, &'a Situation)| words.named(advice, situation.untold());
        table = table.column(TextColumn::words("not told from"), untold);
    }
    table
        .column(Column::csv("objective").number(words.objective()), objective)
        .columns(
            words.goal.subject_to.iter().enumerate(),
            |(_, condition)| Column::csv(condition.text()),
            |(_, situation), (place, _)| situation.best().map(|best| best.conditions[place].value),
        )
        .column(Column::csv("feasible"), |(_, situation)| situation.best().is_some())
        .column(Column::csv("equally_good"), move |(_, situation)| {
            let others = others(situation).iter().map(|other| setting(&advice.keys, &other.values));
            others.collect::<Vec<_>>().join("; ")
        })
        .column(Column::csv("flips").shown(TextColumn::words("")), move |(place, _)| {
            let flips = flips.contains(&place);
            Cell::from(flips).said(if flips { "changes" } else { "" })
        })
}
