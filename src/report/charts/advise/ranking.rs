//! The ranking: the best choices of a situation as bars.

use super::super::language::*;
use crate::analysis::{Candidate, Situation};
use crate::expression::StatisticName;
use crate::report::advise::which_count;
use crate::report::number::Measure;
use crate::scenario::Goal;
use crate::stats::Estimate;

/// The maximum number of choices.
const MOST_CHOICES: usize = 10;

/// The space below the name.
const BELOW_NAME: f64 = 6.0;

/// Draws the ten best choices of a situation: the `objective` or, if it has a worth, what is left of that when
/// the cost is paid, by which they are ranked; and the loss against the best choice. Returns `None` if no choice is feasible.
pub fn ranking(
    heading: &Heading<'_>,
    finding: &str,
    situation: &Situation,
    keys: &[String],
    objective: &StatisticName,
    goal: &Goal,
) -> Option<Picture> {
    let feasible = situation.choices.iter().filter(|choice| choice.feasible).count();
    let shown = &situation.choices[..feasible.min(MOST_CHOICES)];
    if shown.is_empty() {
        return None;
    }
    let has_worth = goal.worth.is_some();
    let value = Measure::of(objective);
    let measure = if has_worth { Measure::Number } else { value };
    let has_costs = shown.iter().any(|choice| choice.cost.is_some());
    let column = |measure: Measure, number: fn(&Candidate) -> Known| {
        measure.column(&shown.iter().map(number).collect::<Vec<_>>())
    };
    let best = goal.score_of(&shown[0]);
    let loss = |choice: &Candidate| {
        Known::from(Estimate { value: choice.loss.unwrap_or(f64::NAN), ..best.less(goal.score_of(choice)) })
    };
    let losses = measure.column_of_changes(&shown.iter().map(loss).collect::<Vec<_>>());
    let values = column(value, |choice| choice.objective.into());
    let costs = column(Measure::Number, |choice| choice.cost.unwrap_or(f64::NAN).into());
    let row = |(place, choice): (usize, &Candidate)| {
        let loss = losses[place].trim_start_matches('+').to_owned();
        let loss = if place == 0 { "–".to_owned() } else { loss };
        let ranked = if has_worth { goal.score_of(choice).into() } else { Known::from(choice.objective) };
        let own = has_worth.then(|| values[place].clone());
        let cost = has_costs.then(|| costs[place].clone());
        let bar = RowBar::new(ranked, [Some(loss), own, cost].into_iter().flatten().collect());
        let bar = RowBar { is_best: place == 0 && situation.has_best, ..bar };
        Row::new(format!("{}. {}", place + 1, heading.system.say_setting(keys, &choice.values)), bar)
    };
    let bars = with_numbers(shown.iter().enumerate().map(row).collect(), measure);
    let loss = format!("loss, {}", measure.unit_of_changes());
    let loss = loss.trim_end_matches([',', ' ']);
    let heads = match (has_worth, has_costs) {
        (true, _) => &["net", loss, "value", "cost"][..],
        (false, true) => &["value", loss, "cost"],
        (false, false) => &["value", loss],
    };
    let which = which_count(situation);
    let help = match feasible {
        1 => format!("the only choice{which}"),
        _ if feasible > shown.len() => format!("the best {} of {feasible} choices{which}", shown.len()),
        2 => format!("both choices{which}"),
        _ => format!("all {feasible} choices{which}"),
    };
    let mut page = Page::new(NARROW, heading, Some(finding));
    let name =
        if has_worth { format!("{}, net of its cost", objective.words) } else { objective.words.clone() };
    page.section(&name, &help, BELOW_NAME);
    page.describe(&bars);
    if shown.iter().any(|choice| choice.trials.is_some()) {
        page.key(vec![(Sample::Whisker, INTERVAL.to_owned())]);
    }
    page.add(numbers(&bars, measure, 5, heads, page.room()), 0.0);
    Some(page.finish(&how_many(shown.iter().map(|choice| choice.trials))))
}
