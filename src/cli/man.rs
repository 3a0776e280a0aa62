//! `fizzle man`: a manual page for each command.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use super::directory::{MANUAL, claim_file, write_files};
use super::error::Error;
use crate::digest::digest;

/// What `fizzle man` is told.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Folder for the pages, as in ~/.local/share/man/man1
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Overwrite files that fizzle did not create, or that were edited
    #[arg(long)]
    force: bool,
}

/// Writes the pages of `command` and its commands.
pub fn man(arguments: &ManArguments, command: Command, out: &mut dyn Write) -> Result<(), Error> {
    let ManArguments { folder, force } = arguments;
    let marked =
        |(name, page): (String, Vec<u8>)| (folder.join(name), [mark(&page).as_bytes(), &page].concat());
    let pages: Vec<(PathBuf, Vec<u8>)> = pages(command)?.into_iter().map(marked).collect();
    write_files(folder, &pages, |path| claim_file(path, *force, |bytes| check(path, bytes)))?;
    Ok(writeln!(out, "files: {} pages in {}", pages.len(), folder.display())?)
}

/// The first line of a page.
fn mark(page: &[u8]) -> String {
    format!("{MANUAL}{}\n", digest(page))
}

/// Checks that a file is a page that fizzle wrote and nobody changed.
fn check(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let end = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| end + 1);
    match bytes.starts_with(MANUAL.as_bytes()) {
        true if mark(&bytes[end..]).as_bytes() == &bytes[..end] => Ok(()),
        is_ours => Err(Error::not_ours(path, is_ours)),
    }
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
