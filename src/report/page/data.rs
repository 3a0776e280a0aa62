//! What a page tells of one scenario, and of several side by side.

use serde_json::{Value, json};

use super::words::{about, one_in, spoken};
use crate::analysis::{Answer, Comparison, Distribution, Engine, Interval, Item, Odds};
use crate::report::number::{Known, Measure, grouped};
use crate::scenario::Scenario;
use crate::stats::ROUNDING;

/// Everything of one scenario.
pub fn part(name: &str, scenario: &Scenario, odds: &Odds) -> Value {
    let headline = headline(scenario, odds);
    let metrics: Vec<Value> = odds.distributions.iter().map(|one| metric(one, odds.engine)).collect();
    let shown = headline["metric"].as_u64().unwrap_or(0) as usize;
    let facts = scenario.ready.facts.iter().map(|fact| json!({ "title": fact.title, "text": fact.text }));
    json!({
        "name": name,
        "choices": scenario.ready.choices,
        "headline": headline,
        "answers": odds.answers.iter().map(answer).collect::<Vec<_>>(),
        "metrics": metrics,
        "rows": odds.distributions.get(shown).map(|one| rows(one, odds.engine)),
        "facts": facts.collect::<Vec<_>>(),
        "readings": readings(scenario),
        "how": how(odds.engine),
        "trials": odds.engine.trials(),
    })
}

/// The first question and its answer, or else the first metric and its mean.
pub fn headline(scenario: &Scenario, odds: &Odds) -> Value {
    let read = |distribution: &Distribution| {
        let metrics = scenario.ready.procedure.metrics();
        let place = metrics.iter().position(|metric| metric.name == distribution.metric.name);
        let event = scenario.questions.first().map(|question| &question.event);
        event.zip(place).is_some_and(|(event, place)| event.reads(crate::chance::Metric(place)))
    };
    let shown = odds.distributions.iter().position(read).unwrap_or(0);
    if let Some(first) = odds.answers.first() {
        let Answer { name, probability, .. } = first;
        return json!({
            "question": name,
            "value": probability,
            "number": spoken(*probability),
            "about": about(*probability),
            "sentence": sentence(first, odds.engine),
            "metric": shown,
        });
    }
    let distribution = &odds.distributions[shown];
    let name = &distribution.metric.name;
    let (value, sentence) = match &distribution.summary {
        Some(summary) => {
            (summary.mean, format!("On average; half of the time it is {} to {}.", summary.p25, summary.p75))
        }
        None => (f64::NAN, "What is likely stands below.".to_owned()),
    };
    let number = if value.is_finite() { format!("{value:.2}") } else { String::new() };
    json!({
        "question": format!("{name}: {}", distribution.metric.help),
        "value": value,
        "number": number,
        "about": "",
        "sentence": sentence,
        "metric": shown,
    })
}

fn sentence(answer: &Answer, engine: Engine) -> String {
    let known = Known::new(answer, engine);
    let value = Measure::Chance.write(known);
    let within = match engine {
        Engine::Exact { .. } => String::new(),
        Engine::Sampled { .. } => {
            format!(", with an error of sampling from {}", Measure::Chance.interval(known))
        }
    };
    format!("The chance of {} is {value}{within}.", answer.event)
}

/// A question and its answer.
pub fn answer(answer: &Answer) -> Value {
    let Answer { name, event, probability, low, high, .. } = answer;
    json!({
        "name": name,
        "event": event,
        "value": probability,
        "low": low,
        "high": high,
        "number": spoken(*probability),
        "about": about(*probability),
        "one_in": one_in(*probability),
    })
}

fn metric(distribution: &Distribution, _engine: Engine) -> Value {
    let metric = &distribution.metric;
    json!({
        "name": metric.name,
        "help": metric.help,
        "labels": metric.names(),
        "law": law(distribution),
    })
}

/// The values of a metric and their probabilities, with seven digits that count.
pub fn law(distribution: &Distribution) -> Value {
    let values: Vec<i64> = distribution.rows.iter().map(|row| row.value).collect();
    let short = |p: f64| format!("{p:.6e}").parse::<f64>().unwrap_or(p);
    let probabilities: Vec<f64> = distribution.rows.iter().map(|row| short(row.probability)).collect();
    json!({ "v": values, "p": probabilities })
}

/// The table behind the first chart, for readers without scripts.
fn rows(distribution: &Distribution, engine: Engine) -> Vec<Value> {
    let is_label = distribution.metric.is_nominal();
    let row = |row: &crate::analysis::Row| {
        let written = |interval| Measure::Chance.write(Known::new(interval, engine));
        let at_least = Interval { value: row.at_least, ..Interval::from(row) };
        json!({
            "value": distribution.metric.say(row.value),
            "probability": written(Interval::from(row)),
            "at_least": if is_label { String::new() } else { written(at_least) },
        })
    };
    distribution.rows.iter().map(row).collect()
}

/// The keys that the rules have read, with what their values mean: choices and rules last,
/// since they are what is argued about.
fn readings(scenario: &Scenario) -> Vec<Value> {
    let table = |path: &str| match path.split('.').next() {
        Some("choice") => 1,
        Some("rules") => 2,
        _ => 0,
    };
    let mut read: Vec<&String> = scenario.read.iter().collect();
    read.sort_by_key(|path| (table(path), *path));
    let reading = |path: &&String| {
        let value = scenario.input.get(path)?;
        let key = scenario.procedure.keys.iter().find(|key| key.matches(path))?;
        Some(json!({ "key": path, "value": value.to_string(), "meaning": key.meaning(value) }))
    };
    read.iter().filter_map(reading).collect()
}

/// How the odds were computed.
pub fn how(engine: Engine) -> String {
    match engine {
        Engine::Exact { omitted, visited } => {
            let omitted =
                if omitted > 0.0 { format!(", all but {omitted:.0e} of it") } else { String::new() };
            format!(
                "Exact: the law of everything that can come of it{omitted}, {} outcomes.",
                grouped(visited)
            )
        }
        Engine::Sampled { trials, seed } => {
            format!("Sampled: {} resolutions with seed {seed}; intervals are of 95 %.", grouped(trials))
        }
    }
}

/// The items of a comparison, each in every scenario.
pub fn compared(comparison: &Comparison) -> Vec<Value> {
    comparison.items.iter().map(|item| compared_item(item, comparison)).collect()
}

fn compared_item(item: &Item, comparison: &Comparison) -> Value {
    let values = item.values.iter().zip(&comparison.odds).enumerate().map(|(place, (value, odds))| {
        let Some(compared) = value else { return json!({ "text": "", "change": "" }) };
        let measure = if item.is_question { Measure::Chance } else { Measure::Number };
        let change = Known::new(compared.difference, comparison.engine_of_difference(place));
        let shown = place > 0 && change.value.is_finite() && change.value.abs() > ROUNDING;
        json!({
            "text": measure.write(Known::new(compared.value, odds.engine)),
            "change": if shown { measure.change(change).replace('-', "−") } else { String::new() },
        })
    });
    json!({ "name": item.name, "values": values.collect::<Vec<_>>() })
}
