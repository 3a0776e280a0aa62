//! `fizzle test`: checks the expectations of scenarios.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::{Error, wrong};
use super::files::Files;
use super::load::{Loaded, load_all, warn_of_useless};
use super::options::{StoryFormat, WorkOptions};
use super::task::Task;
use super::terminal::say;
use crate::analysis::{Verdict, check};
use crate::report::{expectations, json};
use crate::scenario::{Document, Grid, Problems, Scenario};

/// What `fizzle test` is told.
#[derive(Debug, Args)]
pub struct TestArguments {
    /// Scenario files and rule texts, or folders of them
    #[arg(required = true, value_name = "FILE-OR-DIR")]
    scenarios: Vec<PathBuf>,
    #[command(flatten)]
    work: WorkOptions,
    /// What to print: text or json
    #[arg(long, default_value = "text", hide_possible_values = true)]
    format: StoryFormat,
}

/// Runs the command.
pub fn test(arguments: &TestArguments, out: &mut dyn Write) -> Result<(), Error> {
    let TestArguments { scenarios, work, format } = arguments;
    let loaded = load_all(&Files::OnDisk, scenarios, &work.stated, &[])?;
    warn_of_useless(&loaded, &Grid::default());
    let rules = tests_of_rules(&loaded)?;
    let task = Task::begin(work.threads, work.quiet);
    let effort = work.effort()?;
    let mut results = Vec::new();
    for (file, rules) in loaded.iter().zip(&rules) {
        let mut checked = Vec::new();
        for scenario in std::iter::once(&file.scenarios[0].scenario).chain(rules) {
            checked.extend(task.compute(|progress| check(scenario, &effort, progress))?);
        }
        results.push((file.path.as_str(), checked));
    }
    let is_named = |path: &str| scenarios.iter().any(|named| named == Path::new(path));
    let all: Vec<Verdict> = results.iter().flat_map(|(_, checked)| checked).map(|one| one.verdict).collect();
    if all.is_empty() {
        return Err(wrong!(
            "no expectations; write [[expect]] with stat = \"p(hit == 1)\" and between = [0.6, 0.7], \
             or in a rule text `expect p(hit) in 0.6..0.7`"
        ));
    }
    for (path, _) in results.iter().filter(|(path, checked)| is_named(path) && checked.is_empty()) {
        say(&format!("warning: {path} has no expectations"));
    }
    let text = match format {
        StoryFormat::Text => expectations::text(&results),
        StoryFormat::Json => json::pretty(&expectations::json(&results)),
    };
    out.write_all(text.as_bytes())?;
    let count = |is: fn(&Verdict) -> bool| all.iter().filter(|verdict| is(verdict)).count();
    let failed = count(|verdict| *verdict == Verdict::Failed);
    let undecided = count(|verdict| matches!(verdict, Verdict::Undecided { .. }));
    match (failed, undecided) {
        (0, 0) => Ok(()),
        (0, _) => Err(Error::Nothing(format!("{undecided} of {} expectations undecided", all.len()))),
        _ => Err(Error::Nothing(format!("{failed} of {} expectations not met", all.len()))),
    }
}

/// The rules that stand in scenarios, by themselves: what they expect is tested, too.
fn tests_of_rules(loaded: &[Loaded]) -> Result<Vec<Vec<Scenario>>, Problems> {
    let mut problems = Problems::default();
    let mut checked = |document: Document| document.check().map_err(|wrong| problems.0.extend(wrong.0)).ok();
    let of_file =
        |file: &Loaded| file.document.tests_of_rules().into_iter().filter_map(&mut checked).collect();
    let all = loaded.iter().map(of_file).collect();
    if problems.0.is_empty() { Ok(all) } else { Err(problems) }
}
