//! Answers of the commands that compare and decide.

use fizzle::analysis::{Balance, Certificate, Effort, Recommendation, Sampling, Sweep};
use fizzle::report::advise::Words;
use fizzle::report::certificate::{self, NamedScenario};
use fizzle::report::charts::{self, Heading, Picture};
use fizzle::report::text::titled;
use fizzle::report::{advise, balance, compare as comparison, sweep};
use fizzle::scenario::{Goal, Grid};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;

use crate::chart::{Chart, html};
use crate::error::Failure;
use crate::job::method;
use crate::scenario::Scenario;
use crate::table::Table;
use crate::work::{How, work};

/// An answer: its text, its data, its tables and its chart.
#[pyclass(frozen, module = "fizzle")]
#[derive(Default)]
pub struct Answer {
    pub kind: &'static str,
    pub text: String,
    pub data: Value,
    /// As CSV, by name; the first is the one that is meant.
    pub tables: Vec<(String, Vec<u8>)>,
    pub pictures: Vec<Picture>,
    /// The keys that are varied.
    pub keys: Vec<String>,
}

/// How wide text is, in characters.
const WIDTH: usize = 100;

#[pymethods]
impl Answer {
    /// What the command line prints.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// What the command line prints as JSON, as dicts and lists.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.data.to_string(),))
    }

    /// The keys that are varied.
    #[getter]
    fn keys(&self) -> Vec<String> {
        self.keys.clone()
    }

    /// The names of the tables.
    #[getter]
    fn tables(&self) -> Vec<&str> {
        self.tables.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// A table of the files of the command; without a name the first.
    #[pyo3(signature = (name=None))]
    fn table(&self, name: Option<&str>) -> PyResult<Table> {
        let found = self.tables.iter().find(|(known, _)| name.is_none_or(|name| name == known));
        let (_, csv) = found.ok_or_else(|| {
            PyValueError::new_err(match &self.tables()[..] {
                [] => "this has no tables".to_owned(),
                known => format!("there is no such table; there are: {}", known.join(", ")),
            })
        })?;
        Table::new(csv)
    }

    /// Its chart.
    fn plot(&self) -> Result<Chart, Failure> {
        let first = self.pictures.first().cloned();
        first.map(Chart).ok_or_else(|| Failure::Message("there is nothing to draw".to_owned()))
    }

    /// The table with the keys that are varied as dimensions, as an xarray.Dataset.
    fn to_xarray<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let answer = slf.get();
        if answer.keys.is_empty() {
            return Err(PyValueError::new_err("nothing is varied here"));
        }
        let columns = answer.table(None)?.to_dict(py)?;
        py.import("fizzle._xarray")?.call_method1("dataset", (&answer.keys, columns))
    }

    fn __repr__(&self) -> &str {
        self.text.trim_end()
    }

    fn _repr_html_(&self) -> Result<String, Failure> {
        html(self.pictures.first(), Some(&self.text))
    }
}

fn heading<'a>(first: &'a Scenario, title: &'a str, choices: &'a str) -> Heading<'a> {
    Heading { system: &first.0.scenario.system, title, choices }
}

fn title(scenario: &Scenario) -> String {
    scenario.0.scenario.title_of(scenario.0.variant.as_deref())
}

fn none_is_allowed(skipped: &[fizzle::analysis::Skipped]) -> Failure {
    skipped.first().map(|skipped| skipped.problems.clone()).unwrap_or_default().into()
}

pub fn of_sweep(first: &Scenario, grid: &Grid, found: &Sweep) -> Result<Answer, Failure> {
    if found.settings.is_empty() {
        return Err(none_is_allowed(&found.skipped));
    }
    let scenario = &first.0.scenario;
    let (title, choices) = (title(first), scenario.changed());
    let settings: Vec<Vec<String>> =
        (0..grid.len()).map(|number| grid.setting(number).into_iter().map(str::to_owned).collect()).collect();
    Ok(Answer {
        kind: "Sweep",
        text: titled(&title, scenario, WIDTH) + &sweep::text(found, &scenario.system, WIDTH),
        data: sweep::json(found, &scenario.system),
        tables: vec![
            ("sweep".to_owned(), sweep::table(found, &scenario.system).csv()),
            ("distributions".to_owned(), sweep::distributions(found, &scenario.system)),
        ],
        pictures: vec![charts::sweep(&heading(first, &title, &choices), found, &settings, false)],
        keys: found.keys.clone(),
    })
}

pub fn of_advice(first: &Scenario, goal: &Goal, found: &Recommendation) -> Result<Answer, Failure> {
    if found.situations.is_empty() {
        return Err(none_is_allowed(&found.skipped));
    }
    let scenario = &first.0.scenario;
    let words = Words::new(goal, scenario)?;
    let (title, choices) = (title(first), scenario.changed());
    let heading = heading(first, &title, &choices);
    let objective = &words.objective_name();
    let mut pictures: Vec<Picture> = Vec::new();
    if found.situation_keys.is_empty() {
        for situation in &found.situations {
            pictures.extend(charts::ranking(&heading, situation, &found.keys, objective));
        }
    } else {
        pictures.extend(charts::decision_map(&heading, found, objective));
    }
    let tables = advise::csv(&words, found).into_iter();
    Ok(Answer {
        kind: "Advice",
        text: titled(&title, scenario, WIDTH) + &advise::text(&words, found, WIDTH),
        data: advise::json(&words, found),
        tables: tables.map(|(name, csv)| (name.trim_end_matches(".csv").to_owned(), csv)).collect(),
        pictures,
        keys: found.situation_keys.iter().chain(&found.keys).cloned().collect(),
    })
}

/// The names by which scenarios are told apart: their titles, numbered where they are the same.
fn names(scenarios: &[Scenario]) -> Vec<String> {
    let titles: Vec<String> = scenarios.iter().map(title).collect();
    let name = |(place, title): (usize, &String)| {
        let before = titles[..place].iter().filter(|other| *other == title).count();
        if before == 0 { title.clone() } else { format!("{title} {}", before + 1) }
    };
    titles.iter().enumerate().map(name).collect()
}

pub fn of_balance(scenarios: &[Scenario], found: &Balance, within: f64) -> Result<Answer, Failure> {
    if found.settings.is_empty() {
        return Err(none_is_allowed(&found.skipped));
    }
    let (first, suite) = (&scenarios[0], names(scenarios));
    let scenario = &first.0.scenario;
    let (title, choices) = (title(first), scenario.changed());
    Ok(Answer {
        kind: "Balance",
        text: titled(&title, scenario, WIDTH)
            + &balance::text(&scenario.system, &suite, found, within, WIDTH),
        data: balance::json(&scenario.system, &suite, found, within),
        tables: vec![("balance".to_owned(), balance::table(&scenario.system, &suite, found).csv())],
        pictures: charts::balance(&heading(first, &title, &choices), found, &suite).into_iter().collect(),
        keys: found.keys.clone(),
    })
}

pub fn of_certificate(scenarios: &[Scenario], found: &Certificate) -> Answer {
    let named: Vec<NamedScenario<'_>> = scenarios
        .iter()
        .map(|one| NamedScenario {
            path: &one.0.document.source.name,
            variant: one.0.variant.as_deref(),
            scenario: &one.0.scenario,
        })
        .collect();
    Answer {
        kind: "Certificate",
        text: certificate::text(&named, found, WIDTH),
        data: certificate::json(&named, found),
        ..Answer::default()
    }
}

/// Scenarios side by side, with the differences to the first.
#[pyfunction]
#[pyo3(signature = (*scenarios, exact=false, sampled=false, trials=1_000_000, seed=1, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub fn compare(
    py: Python<'_>,
    scenarios: &Bound<'_, PyTuple>,
    exact: bool,
    sampled: bool,
    trials: u64,
    seed: u64,
    threads: Option<usize>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let method = method(exact, sampled)?;
    let own = scenarios.iter().map(|one| Ok(one.cast::<Scenario>()?.get().clone()));
    let own = own.collect::<PyResult<Vec<Scenario>>>()?;
    if own.len() < 2 {
        return Err(PyValueError::new_err("name two scenarios, or more"));
    }
    work(py, &How { threads, progress }, move |progress| {
        let effort = Effort { method, sampling: Sampling { trials, seed, ..Sampling::default() } };
        let all: Vec<_> = own.iter().map(|one| &one.0.scenario).collect();
        let (found, names) = (fizzle::analysis::compare(&all, &effort, progress)?, names(&own));
        let mut titles: Vec<String> = own.iter().map(title).collect();
        titles.dedup();
        let title = titles.join(" – ");
        Ok(Answer {
            kind: "Comparison",
            text: titled(&title, all[0], WIDTH) + &comparison::text(&names, &found, WIDTH),
            data: comparison::json(&names, &found),
            tables: vec![("compare".to_owned(), comparison::csv(&names, &found))],
            pictures: vec![charts::compare(&heading(&own[0], &title, ""), &names, &found)],
            ..Answer::default()
        })
    })
}
