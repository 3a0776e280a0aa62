//! What a page tells of one scenario, and of several side by side.

use serde_json::{Value, json};

use super::words::{about, one_in, spoken};
use crate::analysis::{Answer, Comparison, Distribution, Engine, Interval, Item, Odds};
use crate::description::words::capitalized;
use crate::report::number::{Known, Measure, grouped};
use crate::scenario::Scenario;
use crate::stats::ROUNDING;

/// Everything of one scenario.
pub fn part(name: &str, scenario: &Scenario, odds: &Odds) -> Value {
    let headline = headline(scenario, odds);
    let metrics: Vec<Value> = odds.distributions.iter().map(metric).collect();
    let shown = headline["metric"].as_u64().unwrap_or(0) as usize;
    let derived = scenario.ready.derived.iter();
    let derived = derived.map(|value| json!({ "title": value.title, "text": value.text }));
    json!({
        "name": name,
        "choices": scenario.ready.choices,
        "headline": headline,
        "answers": answers(scenario, odds),
        "metrics": metrics,
        "rows": odds.distributions.get(shown).map(|one| rows(one, odds.engine)),
        "facts": derived.collect::<Vec<_>>(),
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
            "sentence": sentence(scenario, first, odds.engine),
            "metric": shown,
        });
    }
    let distribution = &odds.distributions[shown];
    let summary = distribution.summary.as_ref().filter(|_| !distribution.metric.is_nominal());
    let (value, number, sentence) = match summary {
        Some(summary) => (
            summary.mean,
            format!("{:.2} on average", summary.mean),
            format!("Half of the time it is {} to {}.", summary.p25, summary.p75),
        ),
        None => (f64::NAN, String::new(), "How likely each is stands below.".to_owned()),
    };
    json!({
        "question": capitalized(&distribution.metric.label),
        "value": value,
        "number": number,
        "about": "",
        "sentence": sentence,
        "metric": shown,
    })
}

/// What a question asks for, in words.
fn asked(scenario: &Scenario, answer: &Answer) -> String {
    let question = scenario.questions.iter().find(|question| question.name == answer.name);
    question.map_or_else(|| answer.event.clone(), |question| question.event.words(&scenario.scope()))
}

fn sentence(scenario: &Scenario, answer: &Answer, engine: Engine) -> String {
    let known = Known::new(answer, engine);
    let value = Measure::Chance.write(known);
    let within = match engine {
        Engine::Exact { .. } => String::new(),
        Engine::Sampled { .. } => {
            format!("; sampled, so the true value may be anything from {}", Measure::Chance.interval(known))
        }
    };
    format!("{}: {value}{within}.", capitalized(&asked(scenario, answer)))
}

/// The questions with their answers.
pub fn answers(scenario: &Scenario, odds: &Odds) -> Vec<Value> {
    let answer = |answer: &Answer| {
        let Answer { name, probability, low, high, .. } = answer;
        json!({
            "name": name,
            "event": asked(scenario, answer),
            "value": probability,
            "low": low,
            "high": high,
            "number": spoken(*probability),
            "about": about(*probability),
            "one_in": one_in(*probability),
        })
    };
    odds.answers.iter().map(answer).collect()
}

fn metric(distribution: &Distribution) -> Value {
    let metric = &distribution.metric;
    json!({
        "name": metric.label,
        "help": metric.help,
        "labels": metric.names(),
        "first": metric.range().0,
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
    let is_nominal = distribution.metric.is_nominal();
    let row = |row: &crate::analysis::Row| {
        let written = |interval| Measure::Chance.write(Known::new(interval, engine));
        let at_least = Interval { value: row.at_least, ..Interval::from(row) };
        json!({
            "value": distribution.metric.say(row.value),
            "probability": written(Interval::from(row)),
            "at_least": if is_nominal { String::new() } else { written(at_least) },
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
        let said = scenario.system.value_in_words(path, &value.to_string());
        Some(json!({ "key": capitalized(&key.label_at(path)), "value": said, "meaning": key.meaning(value) }))
    };
    read.iter().filter_map(reading).collect()
}

/// How the odds were computed.
pub fn how(engine: Engine) -> String {
    match engine {
        Engine::Exact { omitted, visited } => {
            let omitted =
                if omitted > 0.0 { format!(", all but a chance of {omitted:.0e}") } else { String::new() };
            format!("Exact: counts everything that can happen{omitted}; {} cases.", grouped(visited))
        }
        Engine::Sampled { trials, seed } => format!(
            "Sampled: played out {} times with seed {seed}; the thin lines on the bars show how far the true \
             chances may be off (95 % intervals).",
            grouped(trials)
        ),
    }
}

/// The items of a comparison, each in every scenario.
pub fn compared(comparison: &Comparison) -> Vec<Value> {
    comparison.items.iter().map(|item| compared_item(item, comparison)).collect()
}

fn compared_item(item: &Item, comparison: &Comparison) -> Value {
    let values = item.values.iter().zip(&comparison.odds).enumerate().map(|(place, (value, odds))| {
        let Some(compared) = value else { return json!({ "text": "", "change": "" }) };
        let measure = if item.is_chance { Measure::Chance } else { Measure::Number };
        let change = Known::new(compared.difference, comparison.engine_of_difference(place));
        let shown = place > 0 && change.value.is_finite() && change.value.abs() > ROUNDING;
        json!({
            "text": measure.write(Known::new(compared.value, odds.engine)),
            "change": if shown { measure.change(change).replace('-', "−") } else { String::new() },
        })
    });
    let name = if item.name == item.title { item.name.clone() } else { capitalized(&item.title) };
    json!({ "name": name, "values": values.collect::<Vec<_>>() })
}
