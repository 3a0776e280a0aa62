//! `fizzle report`: one self-contained page for players.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::advise::WishArguments;
use super::error::Error;
use super::interrupt::stop_on_interrupt;
use super::load::{Loaded, grid_if_any, load_with_variants, named};
use super::options::Work;
use super::task::default_place;
use super::watch::watched;
use crate::analysis::{Advice, Effort, Progress, RunError, Sweep, Wish, advise, compare, sweep};
use crate::report::diagnostics;
use crate::report::directory::{self, Owner, claim_page};
use crate::report::page::{self, Contents};
use crate::scenario::{Document, Grid, Problems, Scenario};

/// The most settings that a page lets players try.
const MOST_SETTINGS: u64 = 5_000;

/// What `fizzle report` is told.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// The page [default: fizzle-out/STEM/report.html]
    #[arg(long, value_name = "FILE.html")]
    out: Option<PathBuf>,
    /// Overwrite a file that is not an unchanged page of these scenarios
    #[arg(long)]
    force: bool,
    /// A variant of the files by name, or one written out, as in 'NAME: KEY=VALUE, …' [default: all
    /// variants of the files]
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// A key that players may change and its values, as in choice.force=1..12 [default: the grid of
    /// the first file]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// The statistic that should be great [default: the chance of the first question]
    #[arg(long, value_name = "STAT", allow_hyphen_values = true)]
    maximize: Option<String>,
    #[command(flatten)]
    wish: WishArguments,
    #[command(flatten)]
    work: Work,
}

/// Runs the command.
pub fn report(arguments: &ReportArguments, color: bool, out: &mut dyn Write) -> Result<(), Error> {
    let ReportArguments { scenarios, force, variant, work, .. } = arguments;
    let shown = |problems: Problems| Error::Problems(diagnostics::render(&problems, color));
    let mut loaded: Vec<Loaded> = Vec::new();
    for path in scenarios {
        loaded.push(load_with_variants(path, &work.set, variant, color)?);
    }
    let all = named(&loaded)?;
    if let Some((_, settled)) = all.iter().find(|(_, scenario)| scenario.is_settled()) {
        return Err(Error::Input(format!("{}: there are no dice, and no odds to report", settled.title)));
    }
    let document = &loaded[0].document;
    let grid = grid_if_any(document, &arguments.vary, color)?;
    if grid.len() > MOST_SETTINGS {
        let message = format!(
            "{} settings are too many for a page; vary fewer keys, or by a step as in 1..24:3 (at most {MOST_SETTINGS})",
            grid.len()
        );
        return Err(Error::Input(message));
    }
    let wish = arguments.wish(all[0].1).map_err(shown)?;
    let owner = Owner::of_files(scenarios);
    let page = arguments.out.clone().unwrap_or_else(|| default_place(scenarios).join("report.html"));
    check_name(&page)?;
    claim_page(&page, &owner, *force)?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let scenarios_: Vec<&Scenario> = all.iter().map(|(_, scenario)| *scenario).collect();
    let effort = work.effort();
    let (comparison, explored) = watched(work.quiet, &progress, || {
        let comparison = compare(&scenarios_, &effort, &progress)?;
        Ok::<_, RunError>((comparison, explored(document, &grid, wish.as_ref(), &effort, &progress)?))
    })?;
    let files: Vec<(String, String)> =
        loaded.iter().map(|file| (file.path.clone(), file.document.source.text.clone())).collect();
    let contents = Contents {
        owner: &owner.of_page(),
        scenarios: &all,
        comparison: &comparison,
        sweep: explored.as_ref().map(|(sweep, _)| (&grid, sweep)),
        advice: explored.as_ref().and_then(|(_, advice)| wish.as_ref().zip(advice.as_ref())),
        files: &files,
    };
    let html = page::html(&contents).map_err(|error| Error::Input(error.to_string()))?;
    write_page(&page, &html, &owner, *force, out)
}

/// Writes a page whole, and says where it is.
pub fn write_page(
    page: &Path,
    html: &str,
    owner: &Owner,
    force: bool,
    out: &mut dyn Write,
) -> Result<(), Error> {
    directory::write_page(page, html, owner, force)?;
    writeln!(out, "page: {}", page.display())?;
    Ok(out.flush()?)
}

/// A page is HTML, and its name says so.
fn check_name(page: &Path) -> Result<(), Error> {
    if page.is_dir() || page.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
        return Ok(());
    }
    Err(Error::Input(format!(
        "{}: the page is HTML; write --out {}, and print it to PDF in a browser if you need that",
        page.display(),
        page.with_extension("html").display()
    )))
}

/// The odds of every setting, and what to choose; nothing where nothing varies.
fn explored(
    document: &Document,
    grid: &Grid,
    wish: Option<&Wish>,
    effort: &Effort,
    progress: &Progress,
) -> Result<Option<(Sweep, Option<Advice>)>, RunError> {
    if grid.is_empty() {
        return Ok(None);
    }
    let sweep = sweep(document, grid, effort, progress)?;
    let advice =
        wish.map(|wish| advise(document, grid, &Grid::default(), wish, effort, progress)).transpose()?;
    Ok(Some((sweep, advice)))
}

impl ReportArguments {
    /// What is wanted of a choice: what is asked for, or else the first question for the
    /// least of the last. Nothing where the scenario asks nothing.
    fn wish(&self, scenario: &Scenario) -> Result<Option<Wish>, Problems> {
        let mut questions = scenario.questions.iter().map(|question| format!("p({})", question.event.text()));
        let Some(maximize) = self.maximize.clone().or_else(|| questions.next()) else {
            return Ok(None);
        };
        let mut wish = self.wish.wish(&maximize)?;
        if wish.weighs().is_none()
            && let Some(pain) = questions.next_back()
        {
            wish = WishArguments { frontier: Some(format!("{maximize}, {pain}")), ..self.wish.clone() }
                .wish(&maximize)?;
        }
        wish.check(scenario)?;
        Ok(Some(wish))
    }
}
