//! `fizzle man`: a manual page of each command.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use tempfile::NamedTempFile;

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

/// The first line of a page: it tells fizzle that the file is its own.
const MARK: &str = ".\\\" Written by `fizzle man`, which replaces it.\n";

/// Writes the pages of `command` and its commands.
pub fn man(arguments: &ManArguments, command: Command, out: &mut dyn Write) -> Result<(), Error> {
    let ManArguments { folder, force } = arguments;
    let pages = pages(command)?;
    for (name, _) in &pages {
        let path = folder.join(name);
        if !force && !may_write(&path) {
            let message = format!(
                "{} was not written by fizzle; choose another folder, or overwrite it with --force",
                path.display()
            );
            return Err(Error::Input(message));
        }
    }
    let failed = |error: io::Error| Error::Machine(format!("cannot write {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for (name, page) in &pages {
        let mut file = NamedTempFile::new_in(folder).map_err(failed)?;
        file.write_all(page).map_err(failed)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Pages are for everybody to read; a temporary file is for its owner alone.
            file.as_file().set_permissions(fs::Permissions::from_mode(0o644)).map_err(failed)?;
        }
        file.persist(folder.join(name)).map_err(|error| failed(error.error))?;
    }
    writeln!(out, "files: {} pages in {}", pages.len(), folder.display())?;
    Ok(out.flush()?)
}

/// Whether a page may be written there: nothing is there, or a page of fizzle.
fn may_write(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Err(error) => error.kind() == io::ErrorKind::NotFound,
        Ok(metadata) => {
            metadata.is_file() && fs::read(path).is_ok_and(|page| page.starts_with(MARK.as_bytes()))
        }
    }
}

/// The names of the pages, and their text.
fn pages(mut command: Command) -> Result<Vec<(String, Vec<u8>)>, Error> {
    command.build();
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    let all: Vec<Command> = std::iter::once(command.clone()).chain(commands).collect();
    let page = |command: Command| {
        let man = Man::new(command).source(concat!("fizzle ", env!("CARGO_PKG_VERSION")));
        let mut page = MARK.as_bytes().to_vec();
        man.render(&mut page)?;
        Ok((man.get_filename(), page))
    };
    all.into_iter().map(page).collect()
}
