//! What is best in the situations that best play comes to, as a table.

use std::sync::Arc;

use super::super::procedure::Rules;
use super::super::program::{MetricOfRules, Program, Type};
use super::super::walk::said;
use super::{Decisions, Situation};
use crate::chance::Advice;
use crate::description::{Datum, DerivedValue, DerivedValues, SideTable, Str};

/// What a player sees: rounds of loops, and variables that have names.
struct Columns {
    rounds: usize,
    variables: Vec<usize>,
}

/// `policy.csv`: the decision, what the player sees, how likely that is, what is best, and what
/// the next best option would lose. Where a loop without a number may lead back to a situation,
/// there is how often it comes up on average.
pub fn policy(rules: &Arc<Rules>) -> SideTable {
    let program = &rules.game().program;
    let columns = Columns::new(rules);
    let is_loop = rules.places().iter().any(|place| place.is_in_chain);
    let name = |variable: &usize| program.main.variables[*variable].name.clone();
    let variables: Vec<String> = columns.variables.iter().map(name).collect();
    let mut names: Vec<Str> = vec!["decision".into()];
    for round in 1..=columns.rounds {
        let name = if round == 1 { "round".to_owned() } else { format!("round_{round}") };
        let is_taken = variables.contains(&name);
        names.push(if is_taken { format!("{name}_of_loop") } else { name }.into());
    }
    names.extend(variables.into_iter().map(Str::from));
    let often = if is_loop { "visits" } else { "probability" };
    names.extend([often, "choice", "value", "runner_up", "loss"].map(Str::from));
    let rules = Arc::clone(rules);
    SideTable::new("policy.csv", names, move || {
        // Who asks for it has solved it.
        rules.game().decisions.get().map_or_else(Vec::new, |known| rows(&rules, known, &columns))
    })
}

/// The mean of the goal by best play.
pub fn value(rules: &Arc<Rules>) -> DerivedValues {
    let rules = Arc::clone(rules);
    DerivedValues::new(Box::new(move || {
        let program = &rules.game().program;
        let known = program.goal.zip(rules.game().decisions.get());
        let value = known.map(|((goal, _), decisions)| {
            let (metric, value) = (&program.metrics[goal], decisions.solution.value);
            let words = metric.name.replace('_', " ");
            let is_chance = metric.ty == Type::Truth;
            DerivedValue {
                name: "value".into(),
                title: match is_chance {
                    true => format!("chance of {words} by the best choices").into(),
                    false => format!("mean {words} by the best choices").into(),
                },
                text: in_words(metric, value),
                value: Datum::Number(value),
            }
        });
        value.into_iter().collect()
    }))
}

/// A mean of the goal, or a difference of two, in words.
pub fn in_words(goal: &MetricOfRules, mean: f64) -> String {
    if goal.ty == Type::Truth { format!("{:.2} %", 100.0 * mean) } else { format!("{mean:.4}") }
}

impl Columns {
    fn new(rules: &Rules) -> Columns {
        let variables = &rules.game().program.main.variables;
        let has_name =
            |variable: &usize| variables.get(*variable).is_some_and(|known| !known.name.is_empty());
        let seen = rules.places().iter().flat_map(|place| place.seen.iter().flatten());
        let mut variables: Vec<usize> = seen.copied().filter(has_name).collect();
        variables.sort_unstable();
        variables.dedup();
        Columns { rounds: rules.places().iter().map(|place| place.rounds).max().unwrap_or(0), variables }
    }
}

fn rows(rules: &Rules, decisions: &Decisions, columns: &Columns) -> Vec<Vec<Datum>> {
    let program = &rules.game().program;
    let mut rows = Vec::new();
    for (place, situations) in rules.places().iter().zip(&decisions.solution.situations) {
        let choice = program.choices[place.choice].variable;
        let seen = place.seen.as_deref().unwrap_or_default();
        for (situation, Situation { advice, visits }) in
            situations.iter().filter(|known| known.1.visits > 0.0)
        {
            let (rounds, values) = situation.split_at(place.rounds);
            let mut row = vec![Datum::Text(program.main.variables[choice].name.clone())];
            let round =
                |round| rounds.get(round).map_or(Datum::Empty, |&round| Datum::Integer(i64::from(round) + 1));
            row.extend((0..columns.rounds).map(round));
            row.extend(columns.variables.iter().map(|variable| {
                let place = seen.binary_search(variable);
                place.map_or(Datum::Empty, |place| datum(program, *variable, values[place]))
            }));
            let Advice { choice: best, value, runner_up } = *advice;
            row.extend([Datum::Number(*visits), datum(program, choice, best), Datum::Number(value)]);
            let (other, loss) = runner_up.unzip();
            row.push(other.map_or(Datum::Empty, |other| datum(program, choice, other)));
            row.push(loss.map_or(Datum::Empty, Datum::Number));
            rows.push(row);
        }
    }
    rows
}

fn datum(program: &Program, variable: usize, value: i32) -> Datum {
    match &program.main.variables[variable].ty {
        Type::Number => Datum::Integer(value.into()),
        ty => Datum::Text(said(ty, value.into())),
    }
}
