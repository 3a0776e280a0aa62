//! `fizzle report`: one self-contained page for players.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::advise::{GoalArguments, no_choices};
use super::directory::{Owner, Page};
use super::error::{Error, wrong};
use super::load::{check_odds, grid_if_any, grid_of, load_with_variants, named, warn_of_useless};
use super::options::WorkOptions;
use super::task::{Task, default_folder};
use super::terminal::say;
use crate::analysis::{Explored, compare};
use crate::report::advise::Words;
use crate::report::number::grouped;
use crate::report::page::{Contents, html};
use crate::scenario::{Document, Grid, Scenario};

/// Computations of fewer seconds are not announced.
const WORTH_SAYING: f64 = 2.0;

/// What `fizzle report` is told.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// File of the page [default: fizzle-out/STEM/report.html]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// Overwrite FILE even if it is something else, or was edited
    #[arg(long)]
    force: bool,
    /// Variant to show: of the files, or a new one, as in 'NAME: KEY=VALUE, …'; repeatable
    /// [default: all variants of the files]
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// A key that players may change, as in choice.force=1..12; repeatable [default: the grid of the
    /// first file]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// A situation that players may change, as in target.armor=0..20: the page shows what is best
    /// there; repeatable
    #[arg(long = "for", value_name = "KEY=VALUES")]
    situations: Vec<String>,
    #[command(flatten)]
    goal: GoalArguments,
    #[command(flatten)]
    work: WorkOptions,
}

/// Runs the command.
pub fn report(arguments: &ReportArguments, out: &mut dyn Write) -> Result<(), Error> {
    let ReportArguments { scenarios, force, variant, work, .. } = arguments;
    let stated = work.stated.varying([&arguments.vary, &arguments.situations]);
    let load = |path: &PathBuf| load_with_variants(path, &stated, variant);
    let loaded = scenarios.iter().map(load).collect::<Result<Vec<_>, Error>>()?;
    let all = named(&loaded)?;
    check_odds(all.iter().map(|(_, scenario)| *scenario), "report")?;
    let document = &loaded[0].document;
    let explored = arguments.explored(document, all[0].1)?;
    warn_of_useless(&loaded, &explored.grid);
    let owner = Owner::of_files(scenarios);
    let page = arguments.out.clone().unwrap_or_else(|| default_folder(scenarios).join("report.html"));
    let page = claim_page(page, scenarios, owner, *force)?;
    let task = Task::begin(work.threads, work.quiet);
    let compared: Vec<&Scenario> = all.iter().map(|(_, scenario)| *scenario).collect();
    let effort = work.effort()?;
    let start = Instant::now();
    let comparison = task.compute(|progress| compare(&compared, &effort, progress))?;
    if let Some(trials) = comparison.odds[0].engine.trials() {
        say_cost(&explored, trials, start.elapsed() / compared.len() as u32);
    }
    let found = task.compute(|progress| explored.find(document, &effort, progress))?;
    let words = explored.goal.as_ref().map(|goal| Words::new(goal, all[0].1)).transpose()?;
    // The folder of the author is nothing to the readers of the page.
    let name = |path: &str| {
        Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy()).into_owned()
    };
    let files: Vec<(String, String)> =
        loaded.iter().map(|file| (name(&file.path), file.document.source.text.clone())).collect();
    let contents = Contents {
        owner: &page.owner(),
        scenarios: &all,
        comparison: &comparison,
        sweep: found.as_ref().map(|(sweep, _)| (&explored.grid, sweep)),
        advice: found.as_ref().and_then(|(_, advice)| words.as_ref().zip(advice.as_ref())),
        files: &files,
    };
    let html = html(&contents).map_err(Error::Input)?;
    task.write_page(&page, &html, out)
}

/// Claims the file of a page about these scenarios.
///
/// # Errors
/// When its name does not end in `.html` or `.htm`, it is the file of a scenario, or it may not be written.
pub fn claim_page(page: PathBuf, scenarios: &[PathBuf], owner: Owner, force: bool) -> Result<Page, Error> {
    let is_html = page.extension().is_some_and(|extension| extension == "html" || extension == "htm");
    if !page.is_dir() && !is_html {
        return Err(wrong!(
            "{}: the page is HTML; write --out {}, and print it to PDF in a browser if you need that",
            page.display(),
            page.with_extension("html").display()
        ));
    }
    if let Some(input) = scenarios.iter().find(|path| is_same_file(path, &page)) {
        return Err(wrong!(
            "the page would overwrite its own scenario {}; choose another --out",
            input.display()
        ));
    }
    Page::claim(page, owner, force)
}

/// Estimates on standard error how long sampling all settings will take, if that is long. One scenario
/// took `of_one` with the same number of trials.
fn say_cost(explored: &Explored, trials: u64, of_one: Duration) {
    let samples = if explored.goal.is_some() { 2 } else { 1 };
    let seconds = of_one.as_secs_f64() * (samples * explored.grid.len()) as f64;
    if explored.grid.is_empty() || seconds < WORTH_SAYING {
        return;
    }
    let long = match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5_400.0 => format!("{:.0} minutes", seconds / 60.0),
        _ => format!("{:.0} hours", seconds / 3_600.0),
    };
    let [settings, trials] = [explored.grid.len(), trials].map(grouped);
    say(&format!("{settings} settings with {trials} trials each: about {long}; fewer --trials take less"));
}

impl ReportArguments {
    /// The settings that players may change on the page, and the goal for the best choice.
    fn explored(&self, document: &Document, scenario: &Scenario) -> Result<Explored, Error> {
        let goal = self.goal.goal(document, scenario)?;
        let is_asked = self.goal.has_objective();
        let varied = match is_asked {
            true => grid_of(document, &self.vary)?,
            false => grid_if_any(document, &self.vary)?,
        };
        let situations = Grid::parse("--for", &self.situations, document)?;
        let explored = Explored::new(document, scenario, &varied, situations, goal)?;
        if is_asked && explored.choices.is_empty() {
            return Err(no_choices(&varied, scenario));
        }
        explored.refusal().map_or(Ok(explored), |why| Err(Error::Input(why)))
    }
}

/// Whether two paths lead to the same existing file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    canonical(one).is_some_and(|one| canonical(other) == Some(one))
}
