//! The policy as a table: the best options in the situations that best play reaches.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use indexmap::IndexSet;

use super::super::code::Place;
use super::super::procedure::Rules;
use super::super::program::{self, MetricOfRules, Program, Type, Variable};
use super::super::walk::said;
use super::{Decisions, Situation, SituationIndex, Solution};
use crate::chance::Player;
use crate::description::{
    BestPlay, BestPlays, Choice, Coming, Datum, Decided, DerivedValue, DerivedValues, Figure, FigureKind,
    Goal, PolicyFigure, Seen, SeenByPlayer, SideTable, Str,
};

/// The column that names the decision.
const DECISION: &str = "decision";

/// The file of the policy.
const POLICY: &str = "policy.csv";

/// What a player sees: rounds of loops, and named variables.
struct Columns {
    /// The column names of the rounds, the outermost loop first.
    rounds: Vec<String>,
    /// First those that the text says players go by.
    variables: Vec<usize>,
    /// How many of them the maps show.
    shown: usize,
}

/// What tells each place from others where a player decides something of the same name: whose turn it is, the numbers
/// of loops around it, or its line. Empty where there are no others.
fn apart(rules: &Rules) -> Vec<String> {
    let program = &rules.game().program;
    let name = |variable: usize| program.main.variables[variable].name.replace('_', " ");
    let choice = |place: &Place| &program.choices[place.choice];
    let turn = |place: &Place| {
        let elements = place.elements.iter().map(|&(variable, value)| format!("{} {value}", name(variable)));
        choice(place).members.iter().cloned().chain(elements).collect::<Vec<_>>().join(", ")
    };
    let decision = |place: &Place| {
        let program::Choice { variable, player, .. } = choice(place);
        (name(*variable), *player == Player::Maximizes)
    };
    let turns: Vec<_> = rules.places().iter().map(|place| (decision(place), turn(place))).collect();
    let (mut alike, mut of_turn) = (HashMap::new(), HashMap::new());
    for both @ (decision, _) in &turns {
        *alike.entry(decision).or_insert(0) += 1;
        *of_turn.entry(both).or_insert(0) += 1;
    }
    let apart = turns.iter().zip(rules.places()).map(|(both @ (decision, turn), place)| {
        let line = || format!("line {}", program.line(choice(place).span.start));
        match (alike[decision], of_turn[both]) {
            (1, _) => String::new(),
            (_, 1) => turn.clone(),
            _ if turn.is_empty() => line(),
            _ => format!("{turn}, {}", line()),
        }
    });
    apart.collect()
}

/// The probability, or mean number of visits, above which a situation comes up often.
const OFTEN: f64 = 1e-3;

/// The share of visits that may be a rounding error.
const ROUNDING: f64 = 1e-9;

/// `policy.csv`: the decision, what the player sees, the probability of this situation, the best
/// option, and the loss of the next best option. If a loop without a number can lead back to a
/// situation, the mean number of visits replaces the probability.
pub fn policy(rules: &Arc<Rules>) -> SideTable {
    let program = &rules.game().program;
    let columns = Columns::new(rules);
    let is_loop = rules.places().iter().any(|place| place.is_in_chain);
    let mut names: Vec<Str> = vec![DECISION.into()];
    names.extend(columns.rounds.iter().cloned().map(Str::from));
    names.extend(columns.variables.iter().map(|&seen| program.main.variables[seen].name.clone().into()));
    let often = if is_loop { "visits" } else { "probability" };
    names.extend([often, "choice", "value", "runner_up", "loss"].map(Str::from));
    let rules = Arc::clone(rules);
    SideTable::new(POLICY, names, move || {
        // The game is solved before anybody reads the table.
        rules.game().decisions.get().map_or_else(Vec::new, |known| rows(&rules, known, &columns))
    })
}

/// Maps of that table. Their axes are the first two numbers that the player goes by, or sees, in the order of
/// the text; then rounds, labels and the decision take their place. `None` if the player sees nothing.
pub fn maps(rules: &Rules) -> Option<Figure> {
    let program = &rules.game().program;
    let Columns { rounds, mut variables, shown } = Columns::new(rules);
    variables.truncate(shown);
    let name = |variable: &usize| program.main.variables[*variable].name.clone();
    let is_number = |variable: &usize| program.main.variables[*variable].ty == Type::Number;
    let numbers = variables.iter().filter(|variable| is_number(variable)).map(name);
    let words = variables.iter().filter(|variable| !is_number(variable)).map(name);
    let decision = || std::iter::once(DECISION.to_owned());
    let mut sides = numbers.chain(rounds.iter().cloned()).chain(words).chain(decision());
    let (first, second) = (sides.next()?, sides.next()?);
    let cases = decision().chain(rounds.iter().cloned()).chain(variables.iter().map(name));
    let cases = cases.filter(|column| ![&first, &second].contains(&column)).map(seen).collect();
    let (first, second) = (seen(first), seen(second));
    let goal = rules.game().goal_in_words()?;
    let help = match *second.name == *DECISION {
        true => format!("what is best for {goal}, by {}", first.name),
        false => format!("what is best for {goal}, by {} and {}", first.name, second.name),
    };
    // A single row is easier to read than a single column.
    let [rows, columns] = if *second.name == *DECISION { [second, first] } else { [first, second] };
    let maps = PolicyFigure {
        title: "what to choose".into(),
        help: help.into(),
        table: POLICY.into(),
        cases,
        rows,
        columns,
        choices: labels_of_choices(program),
    };
    Some(Figure::new("policy", FigureKind::Policy(maps)))
}

/// The labels that players choose from, in the order of the text.
fn labels_of_choices(program: &Program) -> Vec<Str> {
    let labels =
        program.choices.iter().flat_map(|choice| match &program.main.variables[choice.variable].ty {
            Type::Label(labels) if choice.words.is_empty() => &labels[..],
            _ => &[],
        });
    labels.collect::<IndexSet<_>>().into_iter().cloned().map(Str::from).collect()
}

/// A column of what the player sees.
fn seen(column: String) -> SeenByPlayer {
    SeenByPlayer::new(column.replace('_', " "), [column])
}

/// The mean of the goal under best play.
pub fn value(rules: &Arc<Rules>) -> DerivedValues {
    let rules = Arc::clone(rules);
    DerivedValues::new(Box::new(move || {
        let program = &rules.game().program;
        let known = program.goal.zip(rules.game().decisions.get());
        let value = known.map(|((goal, _), decisions)| {
            let (metric, value) = (&program.metrics[goal], decisions.solution.value);
            let words = rules.game().goal_in_words().unwrap_or_default();
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

/// What players see and do in each situation.
pub fn best_play(rules: &Arc<Rules>) -> BestPlays {
    let rules = Arc::clone(rules);
    BestPlays::new(Box::new(move || {
        let program = &rules.game().program;
        let (goal, decisions) = program.goal.zip(rules.game().decisions.get())?;
        let metric = &program.metrics[goal.0];
        let name = rules.game().goal_in_words()?.into();
        let goal = Goal { name, is_chance: metric.ty == Type::Truth };
        let (columns, apart) = (Columns::new(&rules), apart(&rules));
        let Solution { value, situations, play, .. } = &decisions.solution;
        let decided = |&index: &SituationIndex| {
            let (situation, known) = situations[index[0]].get(index[1]);
            let place = &rules.places()[index[0]];
            let solution = &decisions.solution;
            Decided {
                seen: seen_in(&rules, place, situation, &columns),
                visits: known.visits,
                choice: named(&rules, &apart, &solution.best(index)),
                value: known.advice.value,
                runner_up: solution
                    .next_best(index)
                    .map(|(other, loss)| (named(&rules, &apart, &other), loss)),
            }
        };
        let next = |after: usize| -> Vec<Coming<(SituationIndex, Option<usize>)>> {
            let next = play[after].next.iter();
            next.map(|&(index, chance, after)| ("".into(), (index, after), chance)).collect()
        };
        let all = situations.iter().enumerate().flat_map(|(place, situations)| {
            situations.iter().enumerate().map(move |(number, (_, known))| ([place, number], known))
        });
        let reached = all.filter(|(_, known)| is_told(known)).map(|(index, known)| (index, known.visits));
        let reached = reached.collect();
        let play = BestPlay::new(
            goal,
            *value,
            next(0),
            |(index, _)| decided(index),
            |chosen| chosen[0].0.1.map(next),
        );
        Some(play.listing(reached, decided))
    }))
}

/// What a player sees at a place, or goes by if the text says it: rounds, and named variables.
fn seen_in(rules: &Rules, place: &Place, situation: &[i32], columns: &Columns) -> Vec<Seen> {
    let program = &rules.game().program;
    let seeing = &program.choices[place.choice].seeing;
    let (rounds, values) = situation.split_at(place.rounds);
    let seen = |name: String, statement: &str, value| {
        let name = name.replace('_', " ");
        let statement = match statement {
            "" => format!("{name} is {{}}"),
            statement => statement.to_owned(),
        };
        Seen::new(name, statement, value)
    };
    let round =
        |(name, &round): (&String, &i32)| seen(name.clone(), "", Datum::Integer(i64::from(round) + 1));
    let places = place.seen.as_deref().unwrap_or_default();
    let variable = |&variable: &usize| {
        let statement = seeing.iter().find(|(seen, _)| *seen == variable);
        if statement.is_none() && !seeing.is_empty() {
            return None;
        }
        let value = values[places.binary_search(&variable).ok()?];
        let name = program.main.variables[variable].told.clone();
        Some(seen(name, statement.map_or("", |(_, words)| words), datum(program, variable, value)))
    };
    columns
        .rounds
        .iter()
        .zip(rounds)
        .map(round)
        .chain(columns.variables.iter().filter_map(variable))
        .collect()
}

/// The choice at a place.
fn choice_at(rules: &Rules, place: usize) -> &program::Choice {
    &rules.game().program.choices[rules.places()[place].choice]
}

/// Whether a situation comes up by itself: in others the choice is told with the one before, with nothing rolled
/// between.
fn is_told(known: &Situation) -> bool {
    known.visits > (1.0 + ROUNDING) * known.visits_at_once
}

/// Options that are chosen at once. One is called by its name alone if it is a label and there is one name of
/// choices, or if the text has words for it. Those of the player whom the goal is not for are said to be his. Behind
/// each stands what tells its place `apart`.
fn named(rules: &Rules, apart: &[String], chosen: &[(usize, i32)]) -> Choice {
    let program = &rules.game().program;
    let name_of = |choice: &program::Choice| &program.main.variables[choice.variable].name;
    let (mut verb, mut names) = ("", Vec::new());
    for &(place, option) in chosen {
        let choice = choice_at(rules, place);
        let is_clear = !choice.words.is_empty()
            || program.main.variables[choice.variable].ty != Type::Number
                && program.choices.iter().all(|other| name_of(other) == name_of(choice));
        let option = program.option_in_words(choice, option.into(), &rules.game().keys);
        let called = match is_clear {
            true => option,
            false => {
                verb = "choose";
                format!("{option} as {}", name_of(choice).replace('_', " "))
            }
        };
        // Words of the text say what matters.
        names.push(match &*apart[place] {
            apart if !apart.is_empty() && choice.words.is_empty() => format!("{called} for {apart}"),
            _ => called,
        });
    }
    let player = chosen.first().map(|&(place, _)| choice_at(rules, place).player);
    let is_other = program.goal.zip(player).is_some_and(|((_, goal), player)| goal != player);
    let name = format!("{}{}", names.join(", "), if is_other { ", as the other player" } else { "" });
    Choice { verb: verb.into(), name }
}

/// A mean of the goal in words.
pub fn in_words(goal: &MetricOfRules, mean: f64) -> String {
    if goal.ty == Type::Truth { format!("{:.2} %", 100.0 * mean) } else { format!("{mean:.4}") }
}

/// A difference between two means of the goal in words.
pub fn difference(goal: &MetricOfRules, less: f64) -> String {
    if goal.ty == Type::Truth {
        format!("{:.2} percentage points", 100.0 * less)
    } else {
        format!("{less:.4}")
    }
}

impl Columns {
    fn new(rules: &Rules) -> Columns {
        let known = &rules.game().program.main.variables;
        let has_name = |variable: &usize| known.get(*variable).is_some_and(Variable::is_named);
        let choices = &rules.game().program.choices;
        let seeing = rules.places().iter().flat_map(|place| &choices[place.choice].seeing);
        let first: IndexSet<usize> = seeing.map(|(seen, _)| *seen).collect();
        let seen = rules.places().iter().flat_map(|place| place.seen.iter().flatten());
        let others: BTreeSet<usize> = seen.copied().filter(has_name).collect();
        let shown = if first.is_empty() { others.len() } else { first.len() };
        let variables: Vec<usize> =
            first.into_iter().chain(others).collect::<IndexSet<_>>().into_iter().collect();
        let most = rules.places().iter().map(|place| place.rounds).max().unwrap_or(0);
        let is_taken = |name: &String| variables.iter().any(|&seen| known[seen].name == *name);
        let round = |round: usize| {
            let name = if round == 1 { "round".to_owned() } else { format!("round_{round}") };
            if is_taken(&name) { format!("{name}_of_loop") } else { name }
        };
        Columns { rounds: (1..=most).map(round).collect(), variables, shown }
    }
}

fn rows(rules: &Rules, decisions: &Decisions, columns: &Columns) -> Vec<Vec<Datum>> {
    let program = &rules.game().program;
    let (mut rows, apart) = (Vec::new(), apart(rules));
    let in_words = |&(place, option): &(usize, i32)| {
        program.option_in_words(choice_at(rules, place), option.into(), &rules.game().keys)
    };
    let options = |chosen: &[(usize, i32)]| match *chosen {
        [(place, option)] if choice_at(rules, place).words.is_empty() => {
            datum(program, choice_at(rules, place).variable, option)
        }
        _ => Datum::Text(chosen.iter().map(in_words).collect::<Vec<_>>().join(", ")),
    };
    let solution = &decisions.solution;
    for (number, (place, situations)) in rules.places().iter().zip(&solution.situations).enumerate() {
        let choice = &program.choices[place.choice];
        let seen = place.seen.as_deref().unwrap_or_default();
        let least = if choice.is_often { OFTEN } else { 0.0 };
        let told =
            situations.iter().enumerate().filter(|(_, (_, known))| known.visits > least && is_told(known));
        for (index, (situation, Situation { advice, visits, .. })) in told {
            let (rounds, values) = situation.split_at(place.rounds);
            let name = &program.main.variables[choice.variable].name;
            let mut row = vec![Datum::Text(match &*apart[number] {
                "" => name.clone(),
                apart => format!("{name} ({apart})"),
            })];
            let round =
                |round| rounds.get(round).map_or(Datum::Empty, |&round| Datum::Integer(i64::from(round) + 1));
            row.extend((0..columns.rounds.len()).map(round));
            row.extend(columns.variables.iter().map(|variable| {
                let place = seen.binary_search(variable);
                place.map_or(Datum::Empty, |place| datum(program, *variable, values[place]))
            }));
            let best = options(&solution.best([number, index]));
            row.extend([Datum::Number(*visits), best, Datum::Number(advice.value)]);
            let (other, loss) = solution.next_best([number, index]).unzip();
            row.push(other.map_or(Datum::Empty, |other| options(&other)));
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
