//! What a page lets players try: the settings of a grid, and which of them are worth it.

use serde_json::{Value, json};

use super::data::{answers, charted, headline, how, indicators, law, ticks};
use super::sequence::rounds_of;
use crate::analysis::{Candidate, Recommendation, Situation, Sweep, Weighed};
use crate::description::words::capitalized;
use crate::report::advise::Words;
use crate::report::number::{Measure, Scale};
use crate::scenario::{Grid, Scenario, Sense};

/// The most settings of which a page has a table of all.
const MOST_ROWS: u64 = 30;

/// A slider for each axis of the grid, and every setting in its order; with `laws` the
/// distribution of each metric as well.
pub fn swept(grid: &Grid, sweep: &Sweep, scenario: &Scenario, laws: bool) -> Value {
    let axes: Vec<Value> = grid.axes().map(|(keys, steps)| axis(&keys, &steps, scenario)).collect();
    let mut found = sweep.settings.iter();
    let settings: Vec<Value> = (0..grid.len())
        .map(|number| match sweep.skipped.iter().find(|skipped| skipped.number == number) {
            Some(skipped) => {
                let why = skipped.problems.0.first().map_or("", |problem| problem.message.as_str());
                json!({ "why": why })
            }
            None => {
                let one = found.next().expect("what is not skipped is there");
                let metrics = scenario.ready.procedure.metrics().iter();
                let drawn = metrics.filter(|metric| !metric.is_indicator());
                let engine = one.odds.engine;
                let law_of = |name: &str| {
                    charted(&one.odds).find(|one| one.metric.name == name).map(|one| law(one, engine))
                };
                json!({
                    "choices": scenario.system.say_setting(&sweep.keys, &one.values),
                    "headline": headline(scenario, &one.odds),
                    "answers": answers(scenario, &one.odds),
                    "indicators": indicators(&one.odds),
                    "laws": laws.then(|| drawn.map(|metric| law_of(&metric.name)).collect::<Vec<_>>()),
                    "rounds": rounds_of(scenario, &one.odds),
                    "how": how(engine),
                })
            }
        })
        .collect();
    json!({ "axes": axes, "settings": settings, "has_table": grid.len() <= MOST_ROWS })
}

/// An axis: its name, what its steps are called, the step that the scenario has, and
/// whether a player decides it.
fn axis(keys: &[&str], steps: &[Vec<&str>], scenario: &Scenario) -> Value {
    let start = start(keys, steps, scenario).unwrap_or(0);
    let said = |step: &Vec<&str>| {
        let values = keys.iter().zip(step).map(|(key, value)| scenario.system.value_in_words(key, value));
        values.collect::<Vec<_>>().join(", ")
    };
    let name: Vec<String> = keys.iter().map(|key| scenario.system.label(key)).collect();
    json!({
        "name": name.join(", "),
        "steps": steps.iter().map(said).collect::<Vec<_>>(),
        "start": start,
    })
}

/// The step of an axis that the scenario has as it is written, if it is one of them.
fn start(keys: &[&str], steps: &[Vec<&str>], scenario: &Scenario) -> Option<usize> {
    let written = |key: &&str| {
        scenario.input.get(key).map_or("unset".to_owned(), |value| value.to_string().replace('"', ""))
    };
    let current: Vec<String> = keys.iter().map(written).collect();
    steps.iter().position(|step| *step == current)
}

/// What to choose in every situation of the grid.
pub fn advised(
    words: &Words<'_>,
    advice: &Recommendation,
    grid: &Grid,
    scenario: &Scenario,
    points: bool,
) -> Value {
    let weighed = words.weighed();
    let situations = grid.axes().take_while(|(keys, _)| {
        keys.iter().all(|key| advice.situation_keys.iter().any(|situation| situation == key))
    });
    let situations: Vec<(Vec<&str>, Vec<Vec<&str>>)> = situations.collect();
    let count: usize = situations.iter().map(|(_, steps)| steps.len()).product();
    let here = situations
        .iter()
        .fold(0, |number, (keys, steps)| number * steps.len() + start(keys, steps, scenario).unwrap_or(0));
    let choices = grid.len() / count as u64;
    let all: Vec<Value> = (0..count as u64)
        .map(|number| {
            let setting = grid.setting(number * choices);
            let values = &setting[..advice.situation_keys.len()];
            match advice.situations.iter().find(|situation| situation.values == values) {
                Some(situation) => of_situation(words, advice, situation, number * choices, points),
                None => json!({ "sentence": "The rules do not allow this.", "steps": [], "points": [] }),
            }
        })
        .collect();
    json!({
        "gain": weighed.as_ref().map(|[gain, _]| capitalized(&gain.words)),
        "pain": weighed.as_ref().map(|[_, pain]| capitalized(&pain.words)),
        // Where a condition asks for more, an efficient choice stands for all to its left.
        "wants_more": advice.situations.first().is_some_and(|one| one.senses[1] == Sense::Maximize),
        "here": here,
        "choices": choices,
        "situations": all,
    })
}

/// What to choose in one situation, whose settings begin at `first`.
fn of_situation(
    words: &Words<'_>,
    advice: &Recommendation,
    situation: &Situation,
    first: u64,
    points: bool,
) -> Value {
    let best = situation.best().filter(|_| !situation.is_indifferent()).map(|best| best.number);
    let point = |choice: &Candidate| {
        let weighed =
            choice.weighed.filter(|weighed| weighed.gain.is_finite() && weighed.pain.is_finite())?;
        let [gain, pain] = words.weighed_values([weighed.gain, weighed.pain])?;
        Some(json!({
            "setting": first + choice.number,
            "name": words.setting(&advice.keys, &choice.values),
            "gain": weighed.gain,
            "pain": weighed.pain,
            "gain_in_words": gain,
            "pain_in_words": pain,
            "efficient": weighed.efficient,
            "best": best == Some(choice.number),
        }))
    };
    let mut all: Vec<Value> = match points {
        true => situation.choices.iter().filter_map(point).collect(),
        false => Vec::new(),
    };
    all.sort_by(|a, b| a["pain"].as_f64().unwrap_or(0.0).total_cmp(&b["pain"].as_f64().unwrap_or(0.0)));
    let steps = situation.ladder.windows(2);
    let steps = steps.filter_map(|pair| words.step(advice, situation, &pair[0], &pair[1]));
    let at = match &situation.values[..] {
        [] => String::new(),
        values => format!("{}. ", capitalized(&words.setting(&advice.situation_keys, values))),
    };
    let values =
        |of: fn(Weighed) -> f64| situation.choices.iter().filter_map(|choice| choice.weighed).map(of);
    let axes = words.weighed().map(|[gain, pain]| {
        let [gain, pain] = [(gain, values(|one| one.gain)), (pain, values(|one| one.pain))]
            .map(|(name, values)| ticks(&Scale::of(Measure::of(&name), values, 5)));
        json!({ "gain": gain, "pain": pain })
    });
    json!({
        "sentence": at + &words.of_situation(advice, situation),
        "steps": steps.collect::<Vec<_>>(),
        "points": all,
        "ticks": axes.filter(|_| points),
    })
}
