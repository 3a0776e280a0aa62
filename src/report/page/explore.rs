//! The interactive data of a page: the settings of a grid, and recommendations.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use serde_json::{Value, json};

use super::data::{answers, charted, engine_in_words, headline, how, indicators, law, ticks};
use super::sequence::rounds_of;
use crate::analysis::{Candidate, Odds, Recommendation, Setting, Situation, Sweep, Weighed};
use crate::description::words::capitalized;
use crate::expression::StatisticName;
use crate::report::advise::Words;
use crate::report::number::{Measure, Scale};
use crate::scenario::{Grid, Scenario, Sense};

/// The maximum number of settings for which a page has a table of all of them.
const MOST_ROWS: u64 = 30;

/// A slider for each axis of the grid, and all settings in the order of the grid. With `laws`, their
/// results include the distribution of each metric. `odds` are those of the scenario as written.
///
/// Settings with equal odds share a result: each setting is the index of its result in `found`, or
/// the reason why there is none. Results leave out texts that are the same for all settings.
pub fn swept(grid: &Grid, sweep: &Sweep, scenario: &Scenario, odds: &Odds, laws: bool) -> Value {
    let axes: Vec<Value> = grid.axes().map(|(keys, steps)| axis(&keys, &steps, scenario)).collect();
    let (distinct, places) = distinct(sweep);
    let mut places = places.into_iter();
    let settings: Vec<Value> = (0..grid.len())
        .map(|number| match sweep.skipped.iter().find(|skipped| skipped.number == number) {
            Some(skipped) => skipped.why().into(),
            None => places.next().expect("what is not skipped is there").into(),
        })
        .collect();
    let found: Vec<Value> = distinct.into_iter().map(|one| found(one, scenario, odds, laws)).collect();
    let names = |chances: Vec<Value>| -> Vec<Value> {
        chances.iter().map(|one| json!({ "name": one["name"], "event": one["event"] })).collect()
    };
    json!({
        "axes": axes,
        "settings": settings,
        "found": found,
        "answers": names(answers(scenario, odds)),
        "indicators": names(indicators(odds)),
    })
}

/// The distinct odds, and for each setting the index of its odds.
fn distinct(sweep: &Sweep) -> (Vec<&Odds>, Vec<usize>) {
    // Which equal odds share an allocation depends on thread timing, so values are compared, too.
    let mut shared: FxHashMap<*const Odds, usize> = FxHashMap::default();
    let mut alike: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    let mut distinct: Vec<&Odds> = Vec::new();
    let places = sweep.settings.iter().map(|setting| {
        let odds = &setting.odds;
        *shared.entry(odds).or_insert_with(|| {
            let alike = alike.entry(hash(odds)).or_default();
            alike.iter().copied().find(|&place| distinct[place] == odds).unwrap_or_else(|| {
                distinct.push(odds);
                alike.push(distinct.len() - 1);
                distinct.len() - 1
            })
        })
    });
    let places = places.collect();
    (distinct, places)
}

/// A hash of all values and probabilities.
fn hash(odds: &Odds) -> u64 {
    let mut hasher = FxHasher::default();
    for row in odds.distributions.iter().flat_map(|one| &one.rows) {
        (row.value, row.probability.to_bits()).hash(&mut hasher);
    }
    hasher.finish()
}

/// The result of a setting, without the parts that the page can take from the scenario.
fn found(odds: &Odds, scenario: &Scenario, base: &Odds, laws: bool) -> Value {
    const CHANCE: [&str; 4] = ["value", "number", "about", "one_in"];
    let chances = |chances: &[Value]| -> Vec<Value> {
        chances.iter().map(|one| CHANCE.iter().map(|part| one[part].clone()).collect()).collect()
    };
    let answers = answers(scenario, odds);
    let mut usual = headline(scenario, base);
    for part in &CHANCE[..3] {
        usual[*part] = answers.first().map_or(Value::Null, |first| first[*part].clone());
    }
    let mut headline = headline(scenario, odds);
    if let Some(parts) = headline.as_object_mut() {
        parts.retain(|part, value| *value != usual[part]);
    }
    let mut found = json!({
        "answers": chances(&answers),
        "indicators": chances(&indicators(odds)),
        "how": how(odds.engine),
        "engine": engine_in_words(odds.engine),
    });
    if headline != json!({}) {
        found["headline"] = headline;
    }
    if laws {
        let metrics = scenario.ready.procedure.metrics().iter().filter(|metric| !metric.is_indicator());
        let law_of =
            |name: &str| charted(odds).find(|one| one.metric.name == name).map(|one| law(one, odds.engine));
        found["laws"] = metrics.map(|metric| law_of(&metric.name)).collect();
    }
    let rounds = rounds_of(scenario, odds);
    if !rounds.is_null() {
        found["rounds"] = rounds;
    }
    found
}

/// A lower bound on the bytes that the distributions of all settings need.
pub fn least_bytes_of_laws(sweep: &Sweep) -> usize {
    // The bytes of a value, its probability and its text.
    const ROW: usize = 10;
    let (distinct, _) = distinct(sweep);
    distinct.into_iter().flat_map(charted).map(|one| ROW * one.rows.len()).sum()
}

/// The settings as the page shows them without a script: the sliders and, if there are few settings,
/// a table of all of them with their answers.
pub fn sliders(grid: &Grid, sweep: &Sweep, scenario: &Scenario) -> Value {
    let axes: Vec<Value> = grid.axes().map(|(keys, steps)| axis(&keys, &steps, scenario)).collect();
    let row = |setting: &Setting| {
        json!({
            "choices": scenario.system.say_setting(&sweep.keys, &setting.values),
            "answers": answers(scenario, &setting.odds),
        })
    };
    let has_table = grid.len() <= MOST_ROWS;
    let rows: Vec<Value> = if has_table { sweep.settings.iter().map(row).collect() } else { Vec::new() };
    json!({ "axes": axes, "has_table": has_table, "rows": rows })
}

/// An axis: its name, its steps and their settings in words, the value of the scenario as written, and
/// the step that has it, or else the first.
fn axis(keys: &[&str], steps: &[Vec<&str>], scenario: &Scenario) -> Value {
    let system = &scenario.system;
    let name: Vec<String> = keys.iter().map(|key| system.label(key)).collect();
    let values: Vec<Vec<String>> = steps.iter().map(|step| system.values_in_words(keys, step)).collect();
    json!({
        "name": name.join(", "),
        "steps": values.iter().map(|step| step.join(", ")).collect::<Vec<_>>(),
        "choices": steps.iter().map(|step| system.say_setting(keys, step)).collect::<Vec<_>>(),
        "keys": keys,
        "values": values,
        "start": start(keys, steps, scenario).unwrap_or(0),
        "own": system.values_in_words(keys, &written(keys, scenario)).join(", "),
    })
}

/// The values of the scenario as written.
fn written(keys: &[&str], scenario: &Scenario) -> Vec<String> {
    let written = |key: &&str| {
        scenario.input.get(key).map_or("unset".to_owned(), |value| value.to_string().replace('"', ""))
    };
    keys.iter().map(written).collect()
}

/// The index of the step that equals the scenario as written, if there is one.
fn start(keys: &[&str], steps: &[Vec<&str>], scenario: &Scenario) -> Option<usize> {
    let own = written(keys, scenario);
    steps.iter().position(|step| *step == own)
}

/// The recommendations for every situation of the grid. `points` includes all choices.
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
    let limit = |name: &StatisticName| {
        words.limit_of(name).map(|limit| json!([limit, Measure::of(name).goal(limit)]))
    };
    json!({
        "limits": weighed.as_ref().map(|[gain, pain]| json!({ "gain": limit(gain), "pain": limit(pain) })),
        "gain": weighed.as_ref().map(|[gain, _]| capitalized(&gain.words)),
        "pain": weighed.as_ref().map(|[_, pain]| capitalized(&pain.words)),
        // If more of the second statistic is better, efficient choices dominate points to their left.
        "wants_more": advice.situations.first().is_some_and(|one| one.senses[1] == Sense::Maximize),
        "here": here,
        "choices": choices,
        "situations": all,
    })
}

/// The recommendation in one situation, whose settings begin at number `first` of the grid.
fn of_situation(
    words: &Words<'_>,
    advice: &Recommendation,
    situation: &Situation,
    first: u64,
    points: bool,
) -> Value {
    let best = situation.best().filter(|_| !situation.feasible_are_equal()).map(|best| best.number);
    let names = words.weighed();
    let point = |choice: &Candidate| {
        let one = choice.weighed.filter(|one| one.gain.is_finite() && one.pain.is_finite())?;
        let [of_gain, of_pain] = names.as_ref()?.each_ref().map(Measure::of);
        Some(json!({
            "setting": first + choice.number,
            "name": words.choice(advice, choice),
            "gain": one.gain,
            "pain": one.pain,
            "gain_in_words": of_gain.say(one.gain),
            "pain_in_words": of_pain.say(one.pain),
            "efficient": one.efficient,
            "feasible": choice.feasible,
            "best": best == Some(choice.number),
        }))
    };
    let mut all: Vec<Value> = situation.choices.iter().filter(|_| points).filter_map(point).collect();
    all.sort_by(|a, b| a["pain"].as_f64().unwrap_or(0.0).total_cmp(&b["pain"].as_f64().unwrap_or(0.0)));
    let steps = situation.ladder.windows(2).filter_map(|pair| words.step(advice, situation, pair));
    let at = match &situation.values[..] {
        [] => String::new(),
        values => format!("{}. ", capitalized(&words.setting(&advice.situation_keys, values))),
    };
    let values =
        |of: fn(Weighed) -> f64| situation.choices.iter().filter_map(|choice| choice.weighed).map(of);
    let scale = |name: &StatisticName, of: fn(Weighed) -> f64| {
        ticks(&Scale::with_limit(Measure::of(name), values(of), words.limit_of(name), 5))
    };
    let axes = names.as_ref().map(
        |[gain, pain]| json!({ "gain": scale(gain, |one| one.gain), "pain": scale(pain, |one| one.pain) }),
    );
    json!({
        "sentence": at + &words.of_situation(advice, situation),
        "steps": steps.collect::<Vec<_>>(),
        "points": all,
        "ticks": axes.filter(|_| points),
    })
}
