//! `fizzle explore`: all of fizzle as one web page, or as the files of one.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use flate2::read::GzDecoder;

use super::directory::{Directory, FolderContents, Owner};
use super::error::{Error, wrong};
use super::files::Files;
use super::load::load;
use super::options::Stated;
use super::report::claim_page;
use super::task::{Task, default_folder};
use crate::ask::{MAX_SCENARIO, opening};
use crate::report::explorer::{self, Opening};
use crate::scenario::{Change, edit};

/// What `fizzle explore` is told.
#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// Scenario file that the page opens with [default: all games to choose from]
    scenario: Option<PathBuf>,
    /// File of the page [default: fizzle-out/explore.html or fizzle-out/STEM/explore.html], or DIR/ for
    /// several files without inline scripts
    #[arg(long, value_name = "FILE.html|DIR/")]
    out: Option<PathBuf>,
    /// Count only what goes with this event, as in 'damage == 3'; repeatable
    #[arg(long, value_name = "EVENT", allow_hyphen_values = true, requires = "scenario")]
    given: Vec<String>,
    /// Overwrite FILE even if it is something else, or was edited
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn explore(arguments: &ExploreArguments, out: &mut dyn Write) -> Result<(), Error> {
    let ExploreArguments { scenario, out: page, given, force } = arguments;
    let stated = Stated { given: given.clone(), ..Stated::default() };
    let loaded = scenario.as_ref().map(|path| load(&Files::OnDisk, path, &stated, &[])).transpose()?;
    let text = loaded.as_ref().map(|loaded| loaded.document.whole_text()).transpose();
    let mut text = text?;
    if let (Some(text), Some(loaded), false) = (&mut text, &loaded, given.is_empty()) {
        let condition = loaded.scenarios[0].scenario.condition();
        *text = edit(text, &[Change::Set("given".to_owned(), condition)])?;
    }
    if text.as_ref().is_some_and(|text| text.len() > MAX_SCENARIO) {
        return Err(wrong!("a page takes a scenario of at most {MAX_SCENARIO} bytes"));
    }
    let odds = text.as_deref().and_then(opening);
    let opening = Opening { scenario: text.as_deref(), odds: odds.as_ref() };
    let files: Vec<PathBuf> = scenario.iter().cloned().collect();
    let (owner, folder) = match &files[..] {
        [] => (Owner::named("explore"), PathBuf::from("fizzle-out")),
        files => (Owner::of_files(files), default_folder(files)),
    };
    if let Some(folder) = page.as_ref().filter(|path| is_folder(path)) {
        let directory = Directory::claim(folder.clone(), "explore", owner.clone(), &[""], *force)?;
        let html = explorer::split_html(opening, &owner.of_page());
        let contents = FolderContents { files: split(html)?, ..FolderContents::default() };
        Task::begin(None, true).write(&directory, &[contents])?;
        return Ok(writeln!(out, "page: {}", folder.join("index.html").display())?);
    }
    let page = page.clone().unwrap_or_else(|| folder.join("explore.html"));
    let page = claim_page(page, &files, owner, *force)?;
    let html = explorer::html(opening, &page.owner());
    Task::begin(None, true).write_page(&page, &html, out)
}

/// Whether a path is that of a folder, which need not exist if it ends in a slash.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// The files of a page without inline scripts.
fn split(html: String) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut module = Vec::new();
    GzDecoder::new(explorer::MODULE).read_to_end(&mut module)?;
    let texts = [("index.html", html)].into_iter().chain(explorer::files());
    let texts = texts.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    Ok(texts.chain([("fizzle.wasm".to_owned(), module)]).collect())
}
