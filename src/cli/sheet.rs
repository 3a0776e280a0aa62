//! `fizzle sheet`: the printable tables that players pin to their screen.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::find_system;
use super::interrupt::stop_on_interrupt;
use super::report::{claim as claim_page, write_page};
use crate::analysis::{Effort, Progress, Sampling, sheet as fill};
use crate::report::directory::{claim, write};
use crate::report::{charts, json, sheet as report};

/// What `fizzle sheet` is told.
#[derive(Debug, Args)]
pub struct SheetArguments {
    /// The game, as `fizzle list` names it
    system: String,
    /// The directory for sheet.html, sheet.svg and sheet.csv, or the page alone [default:
    /// fizzle-out/sheet-SYSTEM]
    #[arg(long, value_name = "DIR|FILE.html")]
    out: Option<PathBuf>,
    /// Write over what belongs to something else
    #[arg(long)]
    force: bool,
    /// No progress bar; a sheet is made at once, and has none
    #[arg(long)]
    quiet: bool,
}

/// What marks a directory as that of a sheet.
const MARK: &str = "sheet.json";

/// Runs the command.
pub fn sheet(arguments: &SheetArguments, out: &mut dyn Write) -> Result<(), Error> {
    let SheetArguments { system, out: place, force, .. } = arguments;
    let system = find_system(system)?;
    let owner = format!("sheet {}", system.name);
    let default = || Path::new("fizzle-out").join(format!("sheet-{}", system.name));
    let place = place.clone().unwrap_or_else(default);
    let is_page = place.extension().is_some_and(|extension| extension == "html");
    if is_page {
        claim_page(&place, &owner, *force)?;
    } else {
        claim(&place, &owner, *force)?;
    }
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let found = fill(system, &Effort { exact: true, sampling: Sampling::default() }, &progress)?;
    let page = report::html(&found, &owner);
    if is_page {
        return write_page(&place, page, out);
    }
    let svg = charts::sheet(&found)?.into_bytes();
    let files = [("sheet.html", page.into_bytes()), ("sheet.svg", svg), ("sheet.csv", report::csv(&found))];
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).chain([MARK]).collect();
    let mark = json!({ "fizzle": env!("CARGO_PKG_VERSION"), "scenario": owner, "files": names });
    let mark = (MARK, json::pretty(&mark).into_bytes());
    let files: Vec<(PathBuf, Vec<u8>)> =
        files.into_iter().chain([mark]).map(|(name, bytes)| (PathBuf::from(name), bytes)).collect();
    write(&place, &files)?;
    writeln!(out, "files: {}", place.display())?;
    Ok(out.flush()?)
}
