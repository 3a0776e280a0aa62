//! What several tests need.
#![allow(dead_code)]

#[cfg(feature = "cli")]
pub mod folder;
pub mod rules;
pub mod unknown;

use std::path::{Path, PathBuf};

use fizzle::analysis::{MAX_OUTCOMES, Odds, Progress, Sampling, exact, sample};
use fizzle::chance::Packing;
use fizzle::description::{ProcedureDescription, System};
use fizzle::scenario::{Document, Scenario};
use fizzle::systems::SYSTEMS;

/// The scenario files of a folder.
pub fn scenarios_in(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    paths.sort();
    paths
}

/// A scenario file, checked.
#[track_caller]
pub fn scenario(path: &Path) -> Scenario {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let document = Document::parse(&name, &text).unwrap_or_else(|problems| panic!("{problems}"));
    document.check().unwrap_or_else(|problems| panic!("{problems}"))
}

/// A scenario from text, with changes as `--set` makes them.
#[track_caller]
pub fn parse(text: &str, set: &[&str]) -> Scenario {
    try_parse(text, set).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A scenario from text, with changes as `--set` makes them, or what is wrong with it: a line each.
pub fn try_parse(text: &str, set: &[&str]) -> Result<Scenario, String> {
    let mut document = Document::parse("test.toml", text).map_err(|problems| problems.to_string())?;
    for assignment in set {
        document.set("--set", assignment).map_err(|problems| problems.to_string())?;
    }
    document.check().map_err(|problems| problems.to_string())
}

/// Every procedure with the scenario that `fizzle new` writes for it.
pub fn templates() -> Vec<(&'static System, &'static ProcedureDescription, String)> {
    SYSTEMS
        .iter()
        .flat_map(|system| system.procedures.iter().map(move |row| (&***system, &**row)))
        .map(|(system, row)| (system, row, fizzle::report::catalog::template(system, row)))
        .collect()
}

/// Whether the template of a procedure and what it varies have exact laws within reach. Of
/// firefights and battles, and of many casts, there are too many states.
pub fn has_exact_law(procedure: &str) -> bool {
    !matches!(procedure, "firefight" | "battle" | "casts")
}

/// Options with which a template is read quickly: exactly, if it can be.
pub fn quickly(procedure: &str) -> &'static str {
    if has_exact_law(procedure) { "--exact" } else { "--trials 20k" }
}

/// The odds of a template, exact if they can be.
#[track_caller]
pub fn odds_of_template(procedure: &str, scenario: &Scenario) -> Odds {
    let sampling = Sampling { trials: 20_000, ..Sampling::default() };
    match has_exact_law(procedure) {
        true => exact(scenario, None, MAX_OUTCOMES).unwrap(),
        false => sample(scenario, None, &sampling, &Progress::default()).unwrap(),
    }
}

/// What comes of a resolution with given dice: the metrics by name.
#[track_caller]
pub fn play(scenario: &Scenario, faces: &[u32]) -> Vec<(String, String)> {
    let procedure = &scenario.ready.procedure;
    let packing = Packing::all(procedure.metrics()).unwrap();
    let mut values = Vec::new();
    packing.unpack(procedure.play(&packing, faces), &mut values);
    let metrics = procedure.metrics().iter().zip(values);
    metrics.map(|(metric, value)| (metric.name.clone(), metric.show(value))).collect()
}
