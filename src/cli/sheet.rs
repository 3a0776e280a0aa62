//! `fizzle sheet`: the printable tables that players pin to their screen.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::error::Error;
use super::find_system;
use super::interrupt::stop_on_interrupt;
use super::report::write_page;
use super::task::say_removed;
use crate::analysis::{Effort, Progress, Sampling, sheet as fill};
use crate::report::directory::{Directory, Owner, Part, claim_page};
use crate::report::{charts, sheet as report};

/// What `fizzle sheet` is told.
#[derive(Debug, Args)]
pub struct SheetArguments {
    /// The game, as `fizzle list` names it
    system: String,
    /// The directory for sheet.html, sheet.svg and sheet.csv, or the page alone [default:
    /// fizzle-out/SYSTEM/sheet]
    #[arg(long, value_name = "DIR|FILE.html")]
    out: Option<PathBuf>,
    /// Write over what belongs to something else
    #[arg(long)]
    force: bool,
    /// No progress bar; a sheet is made at once, and has none
    #[arg(long)]
    quiet: bool,
}

const COMMAND: &str = "sheet";

/// Runs the command.
pub fn sheet(arguments: &SheetArguments, out: &mut dyn Write) -> Result<(), Error> {
    let SheetArguments { system, out: place, force, .. } = arguments;
    let system = find_system(system)?;
    let owner = Owner::named(&format!("sheet {}", system.name));
    let default = || Path::new("fizzle-out").join(system.name).join(COMMAND);
    let place = place.clone().unwrap_or_else(default);
    let is_page = place.extension().is_some_and(|extension| extension == "html");
    let directory = match is_page {
        true => claim_page(&place, &owner, *force).map(|()| None),
        false => Directory::claim(place.clone(), COMMAND, owner.clone(), &[], *force).map(Some),
    }?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let found = fill(system, &Effort { exact: true, sampling: Sampling::default() }, &progress)?;
    let page = report::html(&found, &owner.of_page());
    let Some(directory) = directory else { return write_page(&place, &page, &owner, *force, out) };
    let svg = charts::sheet(&found)?.into_bytes();
    let files = [("sheet.html", page.into_bytes()), ("sheet.svg", svg), ("sheet.csv", report::csv(&found))];
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes)).to_vec();
    say_removed(&directory.write(&[Part { files, ..Part::default() }])?);
    writeln!(out, "files: {}", place.display())?;
    Ok(out.flush()?)
}
