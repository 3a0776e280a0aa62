//! The data of a page on one scenario, and on several side by side.

use serde_json::{Value, json};

use super::sequence::{course, decisions, policy};
use super::words::about;
use crate::analysis::{Answer, Comparison, Distribution, Engine, Item, Odds, Row};
use crate::description::words::capitalized;
use crate::description::{self, BestPlay};
use crate::report::bins::Bins;
use crate::report::entry::indicator_entries;
use crate::report::number::{Digits, Known, Measure, Scale, grouped, one_in, results};
use crate::report::policy;
use crate::report::text::given;
use crate::scenario::Scenario;
use crate::stats::{Estimate, ROUNDING};

/// The most bars of a chart.
const MOST_BARS: usize = 120;

/// All data of one scenario.
pub fn part(name: &str, scenario: &Scenario, odds: &Odds) -> Value {
    let headline = headline(scenario, odds);
    let metrics: Vec<Value> = charted(odds).map(|one| metric(one, odds.engine)).collect();
    let shown = headline["metric"].as_u64().unwrap_or(0) as usize;
    let choices = [Some(scenario.ready.choices.clone()), Some(scenario.changed()), given(odds, Digits::Few)];
    let choices: Vec<String> = choices.into_iter().flatten().filter(|one| !one.is_empty()).collect();
    let derived = scenario.ready.derived.iter();
    let derived = derived.map(|value| json!({ "title": value.title, "text": value.text }));
    json!({
        "name": name,
        "sampled": odds.engine.trials().is_some(),
        "engine": engine_in_words(odds.engine),
        "choices": choices.join("; "),
        "headline": headline,
        "answers": answers(scenario, odds),
        "indicators": indicators(odds),
        "metrics": metrics,
        "rows": charted(odds).nth(shown).map(|one| rows(one, odds.engine)),
        "course": course(scenario, odds),
        "decisions": decisions(scenario),
        "policy": policy(scenario),
        "facts": derived.collect::<Vec<_>>(),
        "readings": readings(scenario),
        "how": how(odds.engine),
    })
}

/// The distributions that are drawn. Indicators are left out: they are a single number each.
pub fn charted(odds: &Odds) -> impl Iterator<Item = &Distribution> {
    odds.distributions.iter().filter(|one| !one.metric.is_indicator())
}

/// What to do first, with the value of best play, if somebody decides; or else the first question with its
/// answer. Without questions: the mean of the metric that the procedure is for, or of the first one.
pub fn headline(scenario: &Scenario, odds: &Odds) -> Value {
    let read = |distribution: &Distribution| {
        let metrics = scenario.ready.procedure.metrics();
        let place = metrics.iter().position(|metric| metric.name == distribution.metric.name);
        let event = scenario.questions.first().map(|question| &question.event);
        event.zip(place).is_some_and(|(event, place)| event.reads(crate::chance::Metric(place)))
    };
    let leads = |distribution: &Distribution| distribution.metric.leads();
    let shown = charted(odds).position(read).or_else(|| charted(odds).position(leads)).unwrap_or(0);
    let headline = |question: &str, value: f64, number: &str, about: &str, sentence: &str| {
        json!({
            "question": question,
            "value": value,
            "number": number,
            "about": about,
            "sentence": sentence,
            "metric": shown,
        })
    };
    if let Some((play, plan)) = best_play(scenario, odds).zip(policy::first(scenario)) {
        let (measure, about) = match play.goal.is_chance {
            true => (Measure::Chance, about(play.value)),
            false => (Measure::Number, "on average".to_owned()),
        };
        let sentence = format!("{}, by the best choices.", capitalized(&play.goal.name));
        return headline(&plan, play.value, &measure.say(play.value), &about, &sentence);
    }
    if let Some(first) = odds.answers.first() {
        let known = Known::new(first, odds.engine);
        let sentence = sentence(scenario, first, odds.engine);
        return headline(
            &first.name,
            known.value,
            &Measure::Chance.say(known),
            &about_known(known),
            &sentence,
        );
    }
    let indicators = indicator_entries(odds);
    let happens = indicators.iter().find(|entry| odds.leads().next().is_some_and(|lead| entry.is_of(lead)));
    if let Some((entry, known)) = happens.and_then(|entry| Some((entry, entry.known(odds)?))) {
        let (label, number) = (capitalized(&entry.name), Measure::Chance.say(known));
        return headline(&label, known.value, &number, &about_known(known), "");
    }
    let Some(law) = charted(odds).nth(shown) else { return headline("", f64::NAN, "", "", "") };
    let label = capitalized(&law.metric.label);
    let Some(summary) = law.summary.as_ref().filter(|_| !law.metric.is_nominal()) else {
        return headline(&label, f64::NAN, "", "", "How likely each is stands below.");
    };
    let number = Measure::Number.say(Known::new(summary, odds.engine));
    let number = format!("{number} on average{}", law.metric.cases());
    let (low, high) = (summary.p25, summary.p75);
    let [from, to] = [low, high].map(|value| law.metric.say(value));
    let half = format!("It is {from} to {to} in {}.", results(law.share_within(low, high)));
    headline(&label, summary.mean, &number, "", &half)
}

/// Best play, which tells what to do; `None` if nobody decides, or if the odds are those after an observation.
pub fn best_play<'a>(scenario: &'a Scenario, odds: &Odds) -> Option<&'a BestPlay> {
    scenario.ready.best_play.as_ref().filter(|_| odds.given.is_none())
}

/// The event of a question, in words.
fn asked(scenario: &Scenario, answer: &Answer) -> String {
    let question = scenario.questions.iter().find(|question| question.name == answer.name);
    question.map_or_else(|| answer.event.clone(), |question| question.event.words(&scenario.scope()))
}

fn sentence(scenario: &Scenario, answer: &Answer, engine: Engine) -> String {
    let within = match engine {
        Engine::Exact { .. } => String::new(),
        Engine::Sampled { .. } => format!(
            "; sampled: {} with a confidence of 95\u{a0}%",
            Measure::Chance.interval(Known::new(answer, engine), Digits::Few)
        ),
    };
    format!("{}{within}.", capitalized(&asked(scenario, answer)))
}

/// The questions with their answers.
pub fn answers(scenario: &Scenario, odds: &Odds) -> Vec<Value> {
    let answer =
        |answer: &Answer| chance(&answer.name, &asked(scenario, answer), Known::new(answer, odds.engine));
    odds.answers.iter().map(answer).collect()
}

/// The indicators with their chances.
pub fn indicators(odds: &Odds) -> Vec<Value> {
    indicator_entries(odds)
        .iter()
        .filter_map(|item| Some(chance(&item.name, "", item.known(odds)?)))
        .collect()
}

/// A chance as a natural frequency; empty if it is hardly known.
fn about_known(known: Known) -> String {
    if known.is_rough() { String::new() } else { about(known.value) }
}

/// A chance with its texts.
fn chance(name: &str, event: &str, known: Known) -> Value {
    json!({
        "name": name,
        "event": event,
        "value": known.value,
        "number": Measure::Chance.say(known),
        "about": about_known(known),
        "one_in": one_in(known),
    })
}

fn metric(distribution: &Distribution, engine: Engine) -> Value {
    let metric = &distribution.metric;
    json!({
        "name": metric.label,
        "help": if metric.help == metric.label { "" } else { &*metric.help },
        "labels": metric.names(),
        "first": metric.range().0,
        "law": law(distribution, engine),
    })
}

/// The values of a metric with their probabilities: as numbers of five digits for the chart, and as
/// text. Sampled ones also have their intervals.
pub fn law(distribution: &Distribution, engine: Engine) -> Value {
    let rows = &distribution.rows;
    let or_more = |row: &Row| Measure::Chance.say(at_least(row, distribution, engine));
    let mut law = json!({
        "v": rows.iter().map(|row| row.value).collect::<Vec<_>>(),
        "p": rows.iter().map(|row| short(row.probability)).collect::<Vec<_>>(),
        "text": rows.iter().map(|row| Measure::Chance.say(Known::new(row, engine))).collect::<Vec<_>>(),
    });
    // The scale must reach 100 % if the curve of "this value or more" is drawn.
    let is_curve = !distribution.metric.is_nominal() && rows.len() > 2;
    let greatest = rows.iter().map(|row| row.probability).fold(0.01, f64::max);
    law["ticks"] = ticks(&Scale::of_chances(if is_curve { 1.0 } else { greatest }, 5));
    if !distribution.metric.is_nominal() {
        law["or_more"] = rows.iter().map(or_more).collect();
        if let Some(bins) = bins(rows, engine) {
            law["bins"] = bins;
        }
    }
    if engine.trials().is_some() {
        let within = |row: &Row| Measure::Chance.interval(Known::new(row, engine), Digits::Few);
        law["ends"] = rows.iter().map(|row| json!([short(row.low), short(row.high)])).collect();
        law["within"] = rows.iter().map(within).collect();
    }
    law
}

/// The bars of a chart of integers; `None` if every integer from the least value to the greatest has one.
/// Bars of several values have probabilities and texts of their own.
fn bins(rows: &[Row], engine: Engine) -> Option<Value> {
    let bins = Bins::new(rows, engine, MOST_BARS)?;
    if bins.step == 1 && bins.outside.is_none() {
        return None;
    }
    let mut told = json!({
        "first": bins.first,
        "spacing": bins.spacing,
        "step": bins.step,
        "greatest": bins.greatest,
        "count": bins.bins.len(),
        "note": bins.brief_note(),
    });
    if bins.step > bins.spacing {
        let all = || bins.bins.iter().map(|bin| bin.chance);
        told["p"] = all().map(|chance| short(chance.value)).collect();
        told["text"] = all().map(|chance| Measure::Chance.say(chance)).collect();
        if engine.trials().is_some() {
            told["ends"] = all().map(|chance| json!([short(chance.low), short(chance.high)])).collect();
            told["within"] = all().map(|chance| Measure::Chance.interval(chance, Digits::Few)).collect();
        }
    }
    Some(told)
}

/// A probability of five digits.
fn short(p: f64) -> f64 {
    format!("{p:.4e}").parse().unwrap_or(p)
}

/// The ticks of an axis: numbers with their labels.
pub fn ticks(scale: &Scale) -> Value {
    scale.ticks.iter().map(|(tick, label)| json!([tick, label])).collect()
}

/// The probability of a value or a greater one. It is exactly 1 for the least possible value.
fn at_least(row: &Row, distribution: &Distribution, engine: Engine) -> Known {
    let value = row.at_least;
    match engine.trials() {
        _ if row.value == distribution.metric.range().0 => Known::from(1.0),
        None => Known::new(Estimate::exactly(value), engine),
        Some(_) => Known::of_event(value, engine),
    }
}

/// The table behind the first chart, for readers without scripts.
fn rows(distribution: &Distribution, engine: Engine) -> Vec<Value> {
    let is_nominal = distribution.metric.is_nominal();
    let or_more = |row: &Row| at_least(row, distribution, engine);
    let row = |row: &Row| {
        json!({
            "value": distribution.metric.say(row.value),
            "probability": Measure::Chance.say(Known::new(row, engine)),
            "at_least": if is_nominal { String::new() } else { Measure::Chance.say(or_more(row)) },
        })
    };
    distribution.rows.iter().map(row).collect()
}

/// The keys that the rules have read, with the meaning of their values. Choices and rules come last,
/// since they are discussed most.
fn readings(scenario: &Scenario) -> Vec<Value> {
    let table = |path: &str| match path.split('.').next() {
        Some("choice") => 1,
        Some("rules") => 2,
        _ => 0,
    };
    let mut read: Vec<&str> = scenario.read.iter().map(|path| &**path).collect();
    read.sort_by_key(|path| (table(path), *path));
    let reading = |path: &&str| {
        let value = scenario.input.get(path)?;
        let key = scenario.procedure.key(path)?;
        let said = value_in_words(scenario, path, value);
        let meaning = key.meaning(value);
        Some(
            json!({ "path": path, "key": capitalized(&key.label_at(path)), "value": said, "meaning": meaning }),
        )
    };
    read.iter().filter_map(reading).collect()
}

/// A value of a key. Unknown values are a range, or a list with their chances.
fn value_in_words(scenario: &Scenario, path: &str, value: &description::Value) -> String {
    let description::Value::Unknown(values) = value else {
        return scenario.system.value_in_words(path, &value.to_string());
    };
    let said = |value: &description::Value| scenario.system.value_in_words(path, &value.to_string());
    let total: f64 = values.iter().map(|(_, weight)| weight).sum();
    let is_even = values.iter().all(|(_, weight)| *weight == values[0].1);
    let range = |pair: &[(description::Value, f64)]| match pair {
        [(description::Value::Integer(one), _), (description::Value::Integer(next), _)] => *next == one + 1,
        _ => false,
    };
    match &values[..] {
        [(first, _), _, .., (last, _)] if is_even && values.windows(2).all(range) => {
            format!("{} to {}, evenly", said(first), said(last))
        }
        _ if is_even => {
            let values: Vec<String> = values.iter().map(|(value, _)| said(value)).collect();
            format!("{}, evenly", values.join(" or "))
        }
        _ => {
            let chance = |(value, weight): &(description::Value, f64)| {
                format!("{} ({})", said(value), Measure::Chance.say(weight / total))
            };
            values.iter().map(chance).collect::<Vec<_>>().join(", ")
        }
    }
}

/// How a scenario is read differently from the first one, `base`: its rules, values of keys, and derived values.
/// `first` and `other` are their parts of the page.
pub fn differences(base: &Scenario, first: &Value, other: &Value, scenario: &Scenario) -> Vec<String> {
    let list = |of: &Value, part: &str| of[part].as_array().cloned().unwrap_or_default();
    let differing = |part: &'static str, name: &'static str, value: &'static str| {
        let known = list(first, part);
        let others = list(other, part).into_iter().filter(move |one| !known.contains(one));
        others.map(move |one| {
            let text = |part: &str| one[part].as_str().unwrap_or_default().to_owned();
            format!("{}: {}", text(name), text(value))
        })
    };
    let is_set = |one: &Value| one["path"].as_str().is_some_and(|path| scenario.input.get(path).is_some());
    let left_out = list(first, "readings").into_iter().filter(|one| !is_set(one));
    let left_out = left_out.map(|one| format!("{}: left out", one["key"].as_str().unwrap_or_default()));
    let readings = differing("readings", "key", "value").chain(left_out);
    let rules = scenario.other_rules(base).into_iter();
    rules.chain(readings).chain(differing("facts", "title", "text")).collect()
}

/// Whether the odds are exact, or how many trials they come from.
pub fn engine_in_words(engine: Engine) -> String {
    engine.trials().map_or_else(|| "exact".to_owned(), |trials| format!("{} trials", grouped(trials)))
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

/// The items of a comparison with their values in every scenario, and the intervals of those that
/// were sampled.
pub fn compared(comparison: &Comparison) -> Vec<Value> {
    let item = |item: &Item| {
        let measure = if item.is_chance { Measure::Chance } else { Measure::Number };
        let values = item.values.iter().zip(&comparison.odds).enumerate().map(|(place, (value, odds))| {
            let Some(compared) = value else { return json!({ "text": "", "within": "", "change": "" }) };
            let known = Known::new(compared.value, odds.engine);
            let change = Known::new(compared.difference, comparison.engine_of_difference(place));
            let shown = place > 0 && change.value.is_finite() && change.value.abs() > ROUNDING;
            json!({
                "text": measure.say(known),
                "within": if known.sampled && known.value.is_finite() { measure.interval(known, Digits::Few) } else { String::new() },
                "change": if shown { measure.say_change(change) } else { String::new() },
            })
        });
        let name = if item.name == item.title { item.name.clone() } else { capitalized(&item.title) };
        json!({ "name": name, "values": values.collect::<Vec<_>>() })
    };
    comparison.items.iter().map(item).collect()
}
