//! `fizzle sheet`: the printable tables that players pin to their screen.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::directory::{Directory, FolderContents, Owner, Page};
use super::error::{Error, wrong};
use super::files::Files;
use super::games::find_system;
use super::load::{check_document, read, warn};
use super::options::Stated;
use super::task::Task;
use crate::analysis::{Effort, Method, Own, Sampling, sheet_of};
use crate::description::System;
use crate::description::words::count;
use crate::report::{charts, sheet as report};
use crate::scenario::{is_rules, stem};
use crate::systems;

/// What `fizzle sheet` is told.
#[derive(Debug, Args)]
pub struct SheetArguments {
    /// Game, as in `fizzle list`; a rule text; or a scenario file, for a sheet with its values
    #[arg(value_name = "SYSTEM|SCENARIO")]
    system: String,
    /// Set a key, as in caster.magic=5; repeatable
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Folder for sheet.html, sheet.svg and sheet.csv, or file of the page alone [default:
    /// fizzle-out/SYSTEM/sheet or fizzle-out/STEM/sheet]
    #[arg(long, value_name = "DIR|FILE.html")]
    out: Option<PathBuf>,
    /// Overwrite files that fizzle did not create
    #[arg(long)]
    force: bool,
    /// Hide the progress bar
    #[arg(long)]
    quiet: bool,
}

const COMMAND: &str = "sheet";

/// Where a sheet goes.
enum Destination {
    /// A folder for all its files.
    Folder(Directory),
    /// The page alone.
    Page(Page),
}

/// Runs the command.
pub fn sheet(arguments: &SheetArguments, out: &mut dyn Write) -> Result<(), Error> {
    let SheetArguments { system: name, set, out: place, force, quiet } = arguments;
    let path = Path::new(name);
    let is_file = systems::named(name).is_none() && (path.is_file() || name.ends_with(".toml"));
    let (system, own) = if is_file { of_file(path, set)? } else { of_game(name, set)? };
    check_tables(&system)?;
    let takes = |path: &str| system.sheet_tables().any(|table| table.takes(path));
    let has_values = is_file && !is_rules(path) || !set.is_empty();
    if has_values && !own.values.iter().any(|(path, _)| takes(path)) {
        let tables: BTreeSet<&str> =
            system.sheet.iter().flat_map(|table| &table.own).map(|own| &**own).collect();
        let tables: Vec<&str> = tables.into_iter().collect();
        return Err(Error::Input(match &tables[..] {
            [] => format!(
                "no table of {0} is about a character; `fizzle sheet {0}` makes its sheet",
                system.name
            ),
            _ => format!("this sheet uses none of these values; keys it uses: {}", tables.join(", ")),
        }));
    }
    let (owner, folder) = match is_file {
        true => (Owner::of_files(&[path.to_owned()]), stem(path)),
        false => (Owner::named(&format!("sheet {}", system.name)), system.name.to_string()),
    };
    let place = place.clone().unwrap_or_else(|| Path::new("fizzle-out").join(folder).join(COMMAND));
    let effort = Effort { method: Method::Exact, sampling: Sampling::default() };
    let destination = match is_page(&place)? {
        true => Destination::Page(Page::claim(place, owner.clone(), *force)?),
        false => Destination::Folder(Directory::claim(place, COMMAND, owner.clone(), &[], *force)?),
    };
    let task = Task::begin(None, *quiet);
    let found = task.compute(|progress| sheet_of(&system, &own, &effort, progress))?;
    if let Some(why) = found.refusal() {
        return Err(Error::Input(why));
    }
    if let [path, ..] = &found.unread[..] {
        return Err(wrong!(
            "`{path}` makes no difference to this sheet: its tables never read it, or not without other keys"
        ));
    }
    // The folder of a file is nobody else's business.
    let name = path.file_name().map_or_else(|| name.into(), |name| name.to_string_lossy());
    let made_with = set.iter().fold(format!("fizzle sheet {name}"), |all, one| format!("{all} --set {one}"));
    let page = report::html(&found, &owner.of_page(), &made_with);
    let directory = match destination {
        Destination::Page(destination) => return task.write_page(&destination, &page, out),
        Destination::Folder(directory) => directory,
    };
    let svg = charts::sheet(&found).svg()?.into_bytes();
    let files = [("sheet.html", page.into_bytes()), ("sheet.svg", svg), ("sheet.csv", report::csv(&found))];
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes)).to_vec();
    task.write(&directory, &[FolderContents { files, ..FolderContents::default() }])?;
    Ok(writeln!(
        out,
        "{}: {} as a page (sheet.html), drawn on A4 (sheet.svg) and with all digits (sheet.csv)\nfiles: {}",
        found.title,
        count(found.tables.len() as u32, "table", "tables"),
        directory.path().display()
    )?)
}

/// Refuses rules without tables.
fn check_tables(system: &System) -> Result<(), Error> {
    match system.sheet.is_empty() {
        true => Err(wrong!(
            "these rules have no sheet; write `sheet \"Hits\" = mean(hits) for dice in 1..20 by face in 2..6`"
        )),
        false => Ok(()),
    }
}

/// Whether `place` is the file of a page rather than a folder.
fn is_page(place: &Path) -> Result<bool, Error> {
    let extension = place.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        _ if place.is_dir() => Ok(false),
        "html" | "htm" => Ok(true),
        "csv" | "jpeg" | "jpg" | "json" | "pdf" | "png" | "svg" | "txt" => Err(wrong!(
            "{}: a sheet is an HTML page or a folder; write --out {}, and print it to PDF in a browser if \
             you need that, or --out {} for sheet.html, sheet.svg and sheet.csv",
            place.display(),
            place.with_extension("html").display(),
            place.with_extension("").display()
        )),
        _ => Ok(false),
    }
}

/// The game of a scenario file, and its values.
fn of_file(path: &Path, set: &[String]) -> Result<(Arc<System>, Own), Error> {
    let written = read(&Files::OnDisk, path)?;
    // What is missing for one is not worth a word then.
    written.own_system().map_or(Ok(()), |system| check_tables(system))?;
    let written = written.of_character();
    let loaded = check_document(written, &Stated::set(set), &[])?;
    // Keys that have no effect on the scenario may have one on the sheet.
    warn(&loaded.document.warnings());
    let scenario = &loaded.last().scenario;
    if !scenario.given.is_empty() {
        return Err(wrong!(
            "{}: the tables of a sheet are about all that can happen, and `{}` is given: take it out",
            path.display(),
            scenario.condition()
        ));
    }
    let own = Own::of(scenario).map_err(|key| {
        wrong!(
            "{}: the sheet needs to know `{key}`; say what it is with --set unknown.{key}=unset --set {key}=…",
            path.display()
        )
    })?;
    Ok((Arc::clone(&scenario.system), own))
}

/// A game, and the values that `--set` gives to its tables.
fn of_game(name: &str, set: &[String]) -> Result<(Arc<System>, Own), Error> {
    let system = find_system(name)?;
    let mut values = Vec::new();
    for assignment in set {
        let Some((path, value)) = assignment.split_once('=') else {
            return Err(wrong!("--set {assignment}: write KEY=VALUE, as in caster.magic=5"));
        };
        let (path, value) = (path.trim().to_owned(), value.trim().to_owned());
        let is_known = system.procedures.iter().flat_map(|row| &row.keys).any(|key| key.matches(&path));
        if !is_known || !system.sheet.iter().any(|table| table.takes(&path)) {
            return Err(wrong!("--set {assignment}: this sheet does not use `{path}`"));
        }
        values.push((path, value));
    }
    Ok((system, Own { whose: "--set".to_owned(), values, ..Own::default() }))
}
