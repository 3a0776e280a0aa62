//! Prepares a procedure of a rule text for a scenario.

use std::collections::HashMap;
use std::slice;
use std::sync::{Arc, Mutex, PoisonError};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::super::compile::{Besides, Compiled, Compiler};
use super::super::decide::{check, table};
use super::super::follow;
use super::super::game::Game;
use super::super::members;
use super::super::procedure::Rules;
use super::super::program::{
    COUNT, Cast, GroupOfRules, KeyValues, MetricOfRules, NAME, NoValue, Part, Program, Type, Words,
};
use super::super::range::Range;
use super::super::resolve::{of_symbols, symbols_in_words};
use super::super::run::exact::{CHECKED_OUTCOMES, CHECKED_WAYS, Exact, Stop};
use super::super::run::sampled::{Plan, Sampled};
use super::super::sides::Sides;
use super::super::walk::in_words;
use crate::chance::{Budget, Isa, Metric, MetricSpec, NoLaw, Packing, Unsolved};
use crate::description::{CheckedInput, InputReader, Prepared, Ready};
use crate::expression::ExpressionError;

/// A text for the casts for which it was resolved.
pub(super) type Casts = Mutex<HashMap<Cast, Arc<Program>>>;

impl Program {
    /// The tables that a scenario has for each group; faults of their numbers are noted.
    fn cast(&self, input: &mut InputReader<'_>) -> Cast {
        let part = |input: &InputReader<'_>, group: &str, table: usize| Part {
            name: input.word(&format!("{group}.{table}.{NAME}")).map(str::to_owned),
            count: input.find(&format!("{group}.{table}.{COUNT}")).map_or(1, |count| count.max(0) as usize),
        };
        let mut cast = Cast::default();
        for GroupOfRules { name, range: (low, high), help, .. } in &self.groups {
            let positions = input.positions(name);
            for path in positions.iter().map(|table| format!("{name}.{table}.{NAME}")) {
                if input.word(&path).is_some_and(|name| name.trim().is_empty()) {
                    input.fault(&path, format!("this {name} has no name"), "write one, or leave it out");
                }
            }
            let parts: Vec<Part> = positions.iter().map(|&table| part(input, name, table)).collect();
            let members: usize = parts.iter().map(|part| part.count).sum();
            if !(*low..=*high).contains(&(members as i64)) {
                let found = match members {
                    0 => format!("there is no {name}"),
                    1 => format!("there is 1 {name}"),
                    _ => format!("there are {members} {name}s"),
                };
                let of = if help.is_empty() { String::new() } else { format!(" ({help})") };
                let help = format!(
                    "write [[{name}]]{of} in the scenario, {low} to {high} in all, each `count` counted"
                );
                // The first table that is too much.
                let sums = parts.iter().scan(0, |sum, part| {
                    *sum += part.count as i64;
                    Some(*sum)
                });
                let place = sums.zip(&positions).find(|(sum, _)| sum > high);
                let at = place.map_or(name.clone(), |(_, table)| format!("{name}.{table}.{COUNT}"));
                input.fault(&at, found, help);
            }
            cast.groups.push(parts);
        }
        for key in &self.list_keys {
            let tables = key.name.split_once(".*").map(|(group, _)| input.positions(group));
            for table in tables.unwrap_or_else(|| vec![0]) {
                let path = key.name.replacen('*', &table.to_string(), 1);
                let list = match &key.symbols {
                    None => input.integers(&path).map(<[i64]>::to_vec),
                    Some(symbols) => input.word(&path).and_then(|text| {
                        let numbers = of_symbols(text, symbols);
                        if numbers.is_none() {
                            let message = format!("\"{text}\" is not {}", symbols_in_words(symbols));
                            input.fault(&path, message, "write as many, and no others");
                        }
                        numbers
                    }),
                };
                cast.lists.extend(list.map(|list| (path, list)));
            }
        }
        cast
    }

    /// This text, resolved for the members that a scenario has in its groups. Each cast is resolved once;
    /// `None` if it has faults, which are noted.
    fn cast_for(self: &Arc<Self>, casts: &Casts, input: &mut InputReader<'_>) -> Option<Arc<Program>> {
        if self.groups.is_empty() && self.list_keys.is_empty() {
            return Some(Arc::clone(self));
        }
        let cast = self.cast(input);
        if !input.is_sound() {
            return None;
        }
        let mut casts = casts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = casts.get(&cast) {
            return Some(Arc::clone(known));
        }
        match self.with_members(cast.clone()) {
            Ok(program) => Some(Arc::clone(casts.entry(cast).or_insert(Arc::new(program)))),
            Err(errors) => {
                for ExpressionError { span, message, help } in errors {
                    input.fault_in_rules(span, message, help);
                }
                None
            }
        }
    }
}

/// Prepares a program for a scenario.
pub(super) fn prepare(program: &Arc<Program>, casts: &Casts, input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let faulty = |input: InputReader<'_>, game: Game, metrics: Vec<MetricSpec>| {
        let rules = Rules::new(game, Compiled::default(), metrics, Vec::new());
        input.finish(Ready::of(Arc::new(rules), String::new()))
    };
    let Some(program) = &program.cast_for(casts, &mut input) else {
        let keys = program.keys.iter().map(|_| None).collect();
        return faulty(input, Game::new(Arc::clone(program), Arc::new(keys)), Vec::new());
    };
    program.keys.iter().for_each(|key| key.check_decimals(&mut input));
    program.alternatives.iter().for_each(|alternatives| program.choose_among(alternatives, &mut input));
    let keys: Arc<KeyValues> = Arc::new(program.keys.iter().map(|key| key.value_in(&input)).collect());
    for requirement in &program.requirements {
        match requirement.condition.value(&[], &keys, &program.lists) {
            Ok(1) => {}
            Ok(_) => {
                let words = |words: &[Words]| in_words(words, &[], &keys, &program.lists);
                let (message, help) = (words(&requirement.message), words(&requirement.help));
                let help = if help.is_empty() { "the rules require it".to_owned() } else { help };
                input.fault_among(program.to_blame(requirement, &keys), message, help);
            }
            Err(NoValue { span, message, help }) => input.fault_in_rules(span, message, help),
        }
    }
    let sides = Sides::of(program, &input);
    // What follows on a broken requirement is the same mistake.
    if !input.is_sound() {
        let game = Game::new(Arc::clone(program), keys);
        let metrics = metrics(&game, &[], &sides);
        return faulty(input, game, metrics);
    }
    let (rules, errors) = prepared(program, Arc::clone(&keys), &sides);
    let read = program.keys.iter().enumerate().filter(|(place, _)| keys.is_read(*place));
    for (_, key) in read {
        input.value(&key.name);
    }
    for error in errors {
        input.fault_in_rules(error.span, error.message, error.help);
    }
    let words = |words: &[Words]| in_words(words, &[], &keys, &program.lists);
    let mut ready = Ready::of(rules.clone(), words(&program.summary));
    ready.pools = words(&program.pools);
    let readings = program.readings.iter();
    let readings = readings.filter(|(condition, _)| condition.of_keys(&keys, &program.lists) == Some(1));
    ready.reading = readings.map(|(_, reading)| words(reading)).collect::<Vec<_>>().join("; ");
    if !rules.places().is_empty() {
        ready.derived = table::value(&rules);
        ready.best_play = table::best_play(&rules);
        ready.tables.push(table::policy(&rules));
        ready.figures.extend(table::maps(&rules));
    }
    let values = &rules.game().followed;
    ready.tables.extend(follow::tables(&program.followed, values));
    let followed = program.followed.iter().zip(&**values);
    ready.figures.extend(followed.filter_map(|(followed, &value)| follow::figure(followed, value, &sides)));
    for chart in &program.charts {
        if chart.condition.value(&[], &keys, &program.lists) == Ok(1) {
            ready.tables.push(follow::table_of_marks(chart, &program.followed, values));
            ready.figures.push(follow::figure_of_marks(chart, &program.followed, values));
        }
    }
    ready.figures.extend(members::figures(program, |metric| words(&metric.words)));
    input.finish(ready)
}

/// Compiles a program for these key values. Also returns the errors that these values cause. A loop over
/// members in which something may go wrong is tried for each of them apart: more is known of each.
pub fn prepared(
    program: &Arc<Program>,
    keys: Arc<KeyValues>,
    sides: &Sides,
) -> (Arc<Rules>, Vec<ExpressionError>) {
    let game = Game::new(Arc::clone(program), Arc::clone(&keys));
    let (compiled, errors) = match Compiler::compile(&game) {
        Ok(compiled) => {
            let check = compiled.first_check();
            if let Some(apart) = check.and_then(|(_, place)| program.with_members_apart(place)) {
                let (rules, errors) = prepared(&Arc::new(apart), Arc::clone(&keys), sides);
                if errors.is_empty() {
                    return (rules, errors);
                }
            }
            let error = goes_wrong(&game, &compiled);
            (compiled, error.into_iter().collect())
        }
        Err(errors) => (Compiled::default(), errors),
    };
    let metrics = metrics(&game, &compiled.metrics, sides);
    (Arc::new(Rules::new(game, compiled, metrics, program.step_texts(&keys))), errors)
}

/// Returns an error that can occur in play, if there is one, or an error that says that checking takes
/// too long.
fn goes_wrong(game: &Game, compiled: &Compiled) -> Option<ExpressionError> {
    if !compiled.has_checks() {
        return None;
    }
    let checking = compiled.for_metrics(|_| false, Besides::Checks).outlined();
    let packing = Packing::new(&[], |_: Metric| false).ok()?;
    // Without checks, only loops may go on forever. Whether they do by chance says little about players.
    let first_check = compiled.first_check();
    let is_guess = first_check.is_none() && !compiled.places.is_empty();
    let most = if is_guess { CHECKED_OUTCOMES / 16 } else { CHECKED_OUTCOMES };
    let mut found = Exact::new(game, &checking, &packing, Budget::new(most)).by_all_options().law().map(drop);
    if let (Err(Stop::NoLaw(_)), Some(_)) = (&found, first_check) {
        // Situations that come up in many rounds are checked once here.
        found = check(game, &checking, Budget::new(CHECKED_WAYS));
    }
    match found {
        Ok(()) => None,
        Err(Stop::Fault(error) | Stop::Endless(error)) => Some(error),
        Err(Stop::NoLaw(reason)) => match first_check {
            Some((fault, span)) => {
                let with = match &reason {
                    NoLaw::TooLarge(error) | NoLaw::Unsolved(Unsolved::TooLarge(error))
                        if !error.sizes.is_empty() =>
                    {
                        format!(", with {}", error.sizes)
                    }
                    _ => String::new(),
                };
                let message =
                    format!("too much can happen to find out whether this may {}{with}", fault.may());
                let help = format!(
                    "let there be fewer values, and keep within bounds what changes from round to round, as in \
                     x = max(x - 1, 0); or {}",
                    fault.remedy()
                );
                Some(ExpressionError::new(span.clone(), message, help))
            }
            // Nobody knows yet what players choose.
            None if !compiled.places.is_empty() => None,
            None => {
                let stream = Xoshiro256PlusPlus::seed_from_u64(0);
                Sampled::new(
                    game,
                    &checking,
                    &Plan::new(&checking),
                    slice::from_ref(&packing),
                    Isa::SCALAR,
                    stream,
                )
                .endless()
            }
        },
    }
}

/// The metrics with their ranges. Without code, every range is 0 to 0. A metric is open if only the cut
/// of open-ended dice limits its range.
fn metrics(game: &Game, ranges: &[Range], sides: &Sides) -> Vec<MetricSpec> {
    let without_cuts = match game.without_cuts().map(|game| Compiler::compile(&game)) {
        None => ranges.to_vec(),
        Some(Ok(compiled)) => compiled.metrics,
        // The range without cuts is unknown, so every metric counts as open.
        Some(Err(_)) => vec![Range::ALL; ranges.len()],
    };
    let names: Vec<String> = game.reported().iter().map(|metric| metric.name.clone()).collect();
    let spec = |(place, metric): (usize, &MetricOfRules)| {
        let words = sides
            .say(&metric.name, &names)
            .unwrap_or_else(|| in_words(&metric.words, &[], &game.keys, &game.program.lists));
        let help = if metric.help.is_empty() { words.clone() } else { metric.help.clone() };
        let range = |ranges: &[Range]| ranges.get(place).copied().unwrap_or(Range::only(0));
        let spec = match &metric.ty {
            Type::Number if metric.is_occasion => {
                MetricSpec::occasion(&metric.name, help, range(ranges).high)
            }
            Type::Number => {
                let Range { low, high } = range(ranges);
                match range(&without_cuts).high > high {
                    true => MetricSpec::open(&metric.name, help, low, high),
                    false => MetricSpec::integer(&metric.name, help, low, high),
                }
            }
            Type::Truth => MetricSpec::flag(&metric.name, help),
            Type::Label(labels) => {
                let spec = MetricSpec::label(&metric.name, help, labels.clone());
                let declared = Some(metric.label_words.clone()).filter(|words| !words.is_empty());
                sides.say_labels(labels).or(declared).into_iter().fold(spec, MetricSpec::said)
            }
        };
        let is_goal = game.program.goal.is_some_and(|(goal, _)| goal == place);
        let unit = if is_goal { game.unit() as i64 } else { 1 };
        let spec = spec.called(words).counted_in(unit).leading(Some(place) == game.program.lead());
        metric.won.into_iter().fold(spec, MetricSpec::played_for)
    };
    game.reported().iter().enumerate().map(spec).collect()
}
