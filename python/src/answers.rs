//! What each question finds, as an answer: what the command of the same name prints and writes.

use std::path::Path;

use fizzle::analysis::{
    Agreement, Attribution, Balance, Certificate, Checked, Comparison, Explored, Recommendation, Skipped,
    Sweep, Verdict,
};
use fizzle::report::advise::Words;
use fizzle::report::attribute::{self, NamedAttribution};
use fizzle::report::certificate::{self, NamedScenario};
use fizzle::report::charts::{self, Heading};
use fizzle::report::page::{self, Contents};
use fizzle::report::text::answered;
use fizzle::report::{advise, balance, compare, expectations, sweep};
use fizzle::scenario::{Goal, Grid, stem};

use crate::answer::{Answer, LAYOUT};
use crate::error::Failure;
use crate::scenario::{self, Scenario};

/// What stands above a chart.
fn heading<'a>(first: &'a Scenario, title: &'a str, choices: &'a str) -> Heading<'a> {
    Heading { system: &first.0.scenario.system, title, choices }
}

pub fn of_sweep(first: &Scenario, grid: &Grid, found: &Sweep) -> Result<Answer, Failure> {
    if found.settings.is_empty() {
        return Err(Skipped::first_problems(&found.skipped).into());
    }
    let scenario = &first.0.scenario;
    let (title, choices) = (scenario.full_title(), scenario.circumstances());
    let settings: Vec<Vec<String>> =
        (0..grid.len()).map(|number| grid.setting(number).into_iter().map(str::to_owned).collect()).collect();
    let heading = heading(first, &title, &choices);
    let chart = |name: &str, all| (name.to_owned(), charts::sweep(&heading, found, &settings, all));
    Ok(Answer {
        text: answered(&sweep::answer(found, &scenario.system), &title, scenario, LAYOUT)
            + &sweep::text(found, &scenario.system, LAYOUT),
        data: sweep::json(found, &scenario.system),
        tables: vec![
            ("sweep".to_owned(), sweep::table(found, &scenario.system).csv()),
            ("distributions".to_owned(), sweep::distributions(found, &scenario.system)),
        ],
        charts: vec![chart("sweep", false), chart("all", true)],
        keys: found.keys.clone(),
        ..Answer::default()
    })
}

pub fn of_advice(first: &Scenario, goal: &Goal, found: &Recommendation) -> Result<Answer, Failure> {
    if found.situations.is_empty() {
        return Err(Skipped::first_problems(&found.skipped).into());
    }
    let scenario = &first.0.scenario;
    let words = Words::new(goal, scenario)?;
    let (title, choices) = (scenario.full_title(), scenario.circumstances());
    let drawn = charts::advice(&heading(first, &title, &choices), &words, found);
    let tables = advise::csv(&words, found).into_iter();
    Ok(Answer {
        text: answered(&words.sentence(found), &title, scenario, LAYOUT)
            + &advise::text(&words, found, LAYOUT),
        data: advise::json(&words, found),
        tables: tables.map(|(name, csv)| (name.trim_end_matches(".csv").to_owned(), csv)).collect(),
        charts: drawn.into_iter().map(|(name, chart)| (name.to_owned(), chart)).collect(),
        keys: found.situation_keys.iter().chain(&found.keys).cloned().collect(),
        ..Answer::default()
    })
}

/// The names by which scenarios are told apart: of one file those of its variants, or what was
/// replaced; of several files those of the files. They are numbered where they are the same.
pub fn names(scenarios: &[Scenario]) -> Vec<String> {
    let is_one_file = scenarios.iter().all(|one| one.text() == scenarios[0].text());
    let name = |one: &Scenario| {
        let scenario::Checked { document, scenario, .. } = &*one.0;
        let file = stem(Path::new(&document.source.name));
        match (&scenario.variant, is_one_file) {
            (Some(variant), true) => variant.clone(),
            (Some(variant), false) => format!("{file}:{variant}"),
            (None, true) if !scenario.changes.is_empty() => scenario.changes.clone(),
            (None, true) => scenario.base.clone(),
            (None, false) => file,
        }
    };
    let names: Vec<String> = scenarios.iter().map(name).collect();
    let numbered = |(place, name): (usize, &String)| {
        let before = names[..place].iter().filter(|other| *other == name).count();
        if before == 0 { name.clone() } else { format!("{name} {}", before + 1) }
    };
    names.iter().enumerate().map(numbered).collect()
}

pub fn of_balance(scenarios: &[Scenario], found: &Balance, within: f64) -> Result<Answer, Failure> {
    if found.settings.is_empty() {
        return Err(Skipped::first_problems(&found.skipped).into());
    }
    let (first, suite) = (&scenarios[0], names(scenarios));
    let scenario = &first.0.scenario;
    let (title, choices) = (scenario.full_title(), scenario.circumstances());
    let drawn = charts::balance(&heading(first, &title, &choices), found, &suite);
    Ok(Answer {
        text: answered(&balance::answer(&scenario.system, &suite, found, within), &title, scenario, LAYOUT)
            + &balance::text(&scenario.system, &suite, found, LAYOUT),
        data: balance::json(&scenario.system, &suite, found, within),
        tables: vec![("balance".to_owned(), balance::table(&scenario.system, &suite, found).csv())],
        charts: drawn.map(|chart| ("balance".to_owned(), chart)).into_iter().collect(),
        keys: found.keys.clone(),
        ..Answer::default()
    })
}

pub fn of_certificate(scenarios: &[Scenario], found: &Certificate) -> Answer {
    let named: Vec<NamedScenario<'_>> = scenarios
        .iter()
        .map(|one| NamedScenario { path: &one.0.document.source.name, scenario: &one.0.scenario })
        .collect();
    Answer {
        text: certificate::text(&named, found, LAYOUT),
        data: certificate::json(&named, found),
        fails: found.count(Agreement::Disagrees) > 0 || found.count(Agreement::Agrees) == 0,
        ..Answer::default()
    }
}

pub fn of_comparison(scenarios: &[Scenario], found: &Comparison) -> Answer {
    let (all, names) = (checked(scenarios), names(scenarios));
    let (title, choices) = (compare::title(&all), compare::choices(&all));
    let chart = charts::compare(&heading(&scenarios[0], &title, &choices), &names, found, false);
    Answer {
        text: compare::text(&names, &all, found, LAYOUT),
        data: compare::json(&names, found),
        tables: vec![("compare".to_owned(), compare::csv(&names, found))],
        charts: vec![("compare".to_owned(), chart)],
        ..Answer::default()
    }
}

/// The scenarios themselves.
pub fn checked(scenarios: &[Scenario]) -> Vec<&fizzle::scenario::Scenario> {
    scenarios.iter().map(|one| &one.0.scenario).collect()
}

pub fn of_attribution(scenarios: &[Scenario], found: &Attribution) -> Answer {
    let (base, names) = (&scenarios[0].0.scenario, names(scenarios));
    let named = NamedAttribution { system: &base.system, names: [&names[0], &names[1]], attribution: found };
    let title = format!("{}: {} → {}", base.title, names[0], names[1]);
    let chart = charts::tornado(&heading(&scenarios[0], &title, &base.circumstances()), &named);
    Answer {
        text: answered(&named.answer(), &title, base, LAYOUT) + &named.text(LAYOUT),
        data: attribute::json(&named),
        tables: vec![("attribute".to_owned(), named.csv())],
        charts: chart.map(|chart| ("attribute".to_owned(), chart)).into_iter().collect(),
        ..Answer::default()
    }
}

pub fn of_expectations(scenarios: &[Scenario], found: Vec<Vec<Checked>>) -> Answer {
    let all: Vec<(&str, Vec<Checked>)> =
        scenarios.iter().map(|one| one.0.document.source.name.as_str()).zip(found).collect();
    let is_met = |one: &Checked| one.verdict == Verdict::Met;
    Answer {
        text: expectations::text(&all),
        data: expectations::json(&all),
        fails: !all.iter().flat_map(|(_, checked)| checked).all(is_met),
        ..Answer::default()
    }
}

pub fn of_report(
    scenarios: &[Scenario],
    comparison: &Comparison,
    explored: &Explored,
    settings: Option<(Sweep, Option<Recommendation>)>,
) -> Result<Answer, Failure> {
    let all = checked(scenarios);
    let named: Vec<_> = names(scenarios).into_iter().zip(all.iter().copied()).collect();
    let words = explored.goal.as_ref().map(|goal| Words::new(goal, all[0])).transpose()?;
    let files = scenarios.iter().map(|one| (one.0.document.source.name.clone(), one.text().to_owned()));
    let mut files: Vec<(String, String)> = files.collect();
    files.dedup();
    let title = compare::title(&all);
    let contents = Contents {
        owner: &title,
        scenarios: &named,
        comparison,
        sweep: settings.as_ref().map(|(sweep, _)| (&explored.grid, sweep)),
        advice: settings.as_ref().and_then(|(_, advice)| words.as_ref().zip(advice.as_ref())),
        files: &files,
    };
    let page = page::html(&contents).map_err(Failure::Message)?;
    Ok(Answer { text: title + "\n", page: Some(page), ..Answer::default() })
}
