//! `fizzle man`: a manual page for each command.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use super::directory::write_marked;
use super::error::Error;

/// What `fizzle man` is told.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Folder for the pages, as in ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Overwrite files that fizzle did not create
    #[arg(long)]
    force: bool,
}

/// The first line of a page, by which fizzle recognizes its own files.
const MARK: &str = ".\\\" Written by `fizzle man`, which replaces it.\n";

/// Writes the pages of `command` and its commands.
pub fn man(arguments: &ManArguments, command: Command, out: &mut dyn Write) -> Result<(), Error> {
    let ManArguments { folder, force } = arguments;
    let pages = pages(command)?;
    write_marked(folder, MARK, &pages, *force)?;
    writeln!(out, "files: {} pages in {}", pages.len(), folder.display())?;
    Ok(out.flush()?)
}

/// The names of the pages, and their text.
fn pages(mut command: Command) -> Result<Vec<(String, Vec<u8>)>, Error> {
    command.build();
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let all: Vec<Command> = std::iter::once(command.clone()).chain(commands).collect();
    let page = |command: Command| {
        let man = Man::new(command).source(concat!("fizzle ", env!("CARGO_PKG_VERSION")));
        let mut page = Vec::new();
        man.render(&mut page)?;
        Ok((man.get_filename(), page))
    };
    all.into_iter().map(page).collect()
}
