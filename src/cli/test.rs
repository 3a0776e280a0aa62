//! `fizzle test`: whether scenarios are what they are expected to be.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::error::Error;
use super::load::load;
use super::options::{StoryFormat, Work};
use super::watch::{stop_on_interrupt, watched};
use crate::analysis::{Progress, Verdict, check};
use crate::report::{expectations, json};

/// What `fizzle test` is told.
#[derive(Debug, Args)]
pub struct TestArguments {
    /// Scenario files, and folders of them
    #[arg(required = true, value_name = "FILE-OR-DIR")]
    scenarios: Vec<PathBuf>,
    #[command(flatten)]
    work: Work,
    /// What to print on standard output
    #[arg(long, default_value = "text")]
    format: StoryFormat,
}

/// Runs the command.
pub fn test(arguments: &TestArguments, color: bool, out: &mut dyn Write) -> Result<(), Error> {
    let TestArguments { scenarios, work, format } = arguments;
    let mut loaded = Vec::new();
    let mut wrong = Vec::new();
    for path in files(scenarios)? {
        match load(&path, &work.set, &[], color) {
            Ok(scenario) => loaded.push(scenario),
            Err(Error::Problems(problems)) => wrong.push(problems),
            Err(error) => return Err(error),
        }
    }
    if !wrong.is_empty() {
        return Err(Error::Problems(wrong.join("\n\n")));
    }
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let mut results = Vec::new();
    for file in &loaded {
        let scenario = &file.scenarios[0].scenario;
        progress.restart();
        let checked =
            watched(work.trials, work.quiet, &progress, || check(scenario, &work.effort(), &progress))?;
        results.push((file.path.as_str(), checked));
    }
    let all: Vec<Verdict> = results.iter().flat_map(|(_, checked)| checked).map(|one| one.verdict).collect();
    if all.is_empty() {
        let message =
            "no expectations; write [[expect]] with stat = \"p(hit == 1)\" and between = [0.6, 0.7]";
        return Err(Error::Input(message.to_owned()));
    }
    let text = match format {
        StoryFormat::Text => expectations::text(&results),
        StoryFormat::Json => json::pretty(&expectations::json(&results)),
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    let unmet = all.iter().filter(|verdict| **verdict != Verdict::Met).count();
    match unmet {
        0 => Ok(()),
        _ => Err(Error::Nothing(format!("{unmet} of {} expectations not met", all.len()))),
    }
}

/// The files named, and all scenario files below the folders named, each once, in
/// order.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            scenarios_below(path, &mut files)?;
            if files.len() == before {
                return Err(Error::Input(format!(
                    "there are no scenario files (.toml) in {}",
                    path.display()
                )));
            }
        } else {
            files.push(path.clone());
        }
    }
    let mut seen = std::collections::HashSet::new();
    files.retain(|path| seen.insert(path.clone()));
    Ok(files)
}

fn scenarios_below(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    let failed = |error| Error::Machine(format!("cannot read {}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failed)?;
    paths.sort();
    for path in paths {
        // A link to a folder above would lead in circles.
        if path.is_dir() && !path.is_symlink() {
            scenarios_below(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}
