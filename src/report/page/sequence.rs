//! The data of a page on sequences: the state after each round, and the best choice in each
//! situation.

use serde_json::{Map, Value, json};

use crate::analysis::Odds;
use crate::description::words::capitalized;
use crate::description::{BestPlay, Course, FigureKind, PolicyFigure};
use crate::report::axes::Axis;
use crate::report::course::Rounds;
use crate::report::number::{Known, Measure};
use crate::report::policy::{MapCell, PolicyMap, PolicyMaps, Steps, UNFOLDED, situations};
use crate::scenario::Scenario;

/// The state of a sequence after each round; null if the scenario is not a sequence.
pub fn course(scenario: &Scenario, odds: &Odds) -> Value {
    rounds(scenario, odds).map_or(Value::Null, |(course, rounds)| {
        json!({
            "title": capitalized(&course.title),
            "help": capitalized(&course.help),
            "round": course.round,
            "parts": rounds.names,
            "rounds": in_sight(&rounds, odds),
        })
    })
}

/// The rounds of [`course`] without titles.
pub fn rounds_of(scenario: &Scenario, odds: &Odds) -> Value {
    rounds(scenario, odds).map_or(Value::Null, |(_, rounds)| in_sight(&rounds, odds))
}

fn rounds<'a>(scenario: &'a Scenario, odds: &Odds) -> Option<(&'a Course, Rounds<'a>)> {
    let course = scenario.figures().find_map(|figure| match &figure.kind {
        FigureKind::Stacks(course) => Some(course),
        _ => None,
    })?;
    Some((course, Rounds::new(&odds.indicators, course)?))
}

fn in_sight(rounds: &Rounds<'_>, odds: &Odds) -> Value {
    let part = |&share: &f64| {
        json!({
            "width": (share * 1e4).round() / 1e2,
            "text": Measure::Chance.say(Known::of_event(share, odds.engine)),
        })
    };
    let round = |round: usize| json!({ "round": round.to_string(), "parts": rounds.shares[round - 1].iter().map(part).collect::<Vec<_>>() });
    rounds.in_sight().into_iter().map(round).collect()
}

/// The decisions of best play as steps, and a table of its likeliest situations. Null if nobody decides.
pub fn decisions(scenario: &Scenario) -> Value {
    let steps = |play: &BestPlay| {
        let Steps { answer, steps, .. } = Steps::new(play, UNFOLDED)?;
        Some(json!({ "answer": answer, "steps": steps, "table": situations(play) }))
    };
    scenario.ready.best_play.as_ref().and_then(steps).unwrap_or_default()
}

/// The best choice in each situation: sliders, and a table for each of their settings that occurs.
/// Null if the scenario has no policy.
pub fn policy(scenario: &Scenario) -> Value {
    let figure = scenario.figures().find_map(|figure| match &figure.kind {
        FigureKind::Policy(figure) => Some(figure),
        _ => None,
    });
    let maps = |figure| PolicyMaps::new(&scenario.system, figure, &scenario.ready.tables);
    figure.and_then(|figure| Some(of_maps(figure, &maps(figure)?))).unwrap_or_default()
}

fn of_maps(figure: &PolicyFigure, policy: &PolicyMaps) -> Value {
    let sides: Vec<_> = policy.cases.iter().chain([&policy.rows]).collect();
    let likelier = |one: &&PolicyMap, other: &&PolicyMap| one.probability.total_cmp(&other.probability);
    // The reversed order makes `max_by` return the first of equally likely maps.
    let first = policy.maps.iter().rev().max_by(likelier).expect("there is a map");
    let width = policy.columns.values.len();
    let chance = |cells: &[MapCell]| cells.iter().map(|cell| cell.probability).sum::<f64>();
    let chances = first.cells.chunks(width).map(chance);
    let row = chances.enumerate().rev().max_by(|one, other| one.1.total_cmp(&other.1));
    let start: Vec<usize> = first.case.iter().copied().chain(row.map(|(place, _)| place)).collect();
    let situation = |places: &[usize]| {
        places.iter().zip(&sides).fold(0, |number, (place, side)| number * side.values.len() + place)
    };
    let mut rows = Map::new();
    for map in &policy.maps {
        for (place, cells) in map.cells.chunks(width).enumerate() {
            let known: Vec<Value> = table(policy, cells);
            if !known.is_empty() {
                let places: Vec<usize> = map.case.iter().copied().chain([place]).collect();
                rows.insert(situation(&places).to_string(), known.into());
            }
        }
    }
    let slider = |(side, start): (&&Axis, &usize)| json!({ "name": capitalized(&side.name), "steps": side.values, "start": start });
    json!({
        "title": capitalized(&figure.title),
        "help": capitalized(&figure.help),
        "columns": policy.columns.name,
        "sliders": sides.iter().zip(&start).map(slider).collect::<Vec<_>>(),
        "start": rows.get(&situation(&start).to_string()),
        "rows": rows,
    })
}

/// The known cells of a row: the value of the column, the best choices, and how often they occur.
fn table(policy: &PolicyMaps, cells: &[MapCell]) -> Vec<Value> {
    let known = policy.columns.values.iter().zip(cells).filter(|(_, cell)| !cell.choices.is_empty());
    known
        .map(|(seen, cell)| {
            let often = policy.say(cell.probability, |chance| Measure::Chance.say(chance));
            json!([seen, choices_in_words(policy, cell), often])
        })
        .collect()
}

fn choices_in_words(policy: &PolicyMaps, cell: &MapCell) -> String {
    let words = |&(place, _): &(usize, f64)| &*policy.choices[place].words;
    match &cell.choices[..] {
        [only] => words(only).to_owned(),
        several => {
            let share = |one: &(usize, f64)| {
                format!("{} ({})", words(one), Measure::Chance.say(one.1 / cell.probability))
            };
            several.iter().map(share).collect::<Vec<_>>().join(", ")
        }
    }
}
