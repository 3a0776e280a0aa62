//! The errors of a directory or file that may not or cannot be written, as messages that name the path and say what
//! to do.

use std::fmt;
use std::io;
use std::path::Path;

use crate::cli::error::{Error, wrong};

impl Error {
    /// A path with a message that says what is wrong with it and what to do.
    pub fn in_the_way(path: &Path, why: impl fmt::Display) -> Error {
        wrong!("{} {why}", path.display())
    }

    /// A file that fizzle did not write, or that has changed since.
    pub fn not_ours(path: &Path, is_changed: bool) -> Error {
        let why = if is_changed { "has changed since fizzle wrote it" } else { "was not written by fizzle" };
        let advice = "move it away, write to another place, or overwrite it with --force";
        Error::in_the_way(path, format!("{why}; {advice}"))
    }

    /// A symbolic link in the place of a file or folder.
    pub(super) fn link(path: &Path) -> Error {
        let why = "is a symbolic link, and fizzle does not write through it";
        Error::in_the_way(path, format!("{why}; remove it, or choose another place with --out"))
    }

    /// Something of the user in the place of the staging folder or in it.
    pub(super) fn not_staging(path: &Path) -> Error {
        let why = "is in the way: fizzle keeps unfinished results under this name";
        Error::in_the_way(path, format!("{why}; move it away, or choose another place with --out"))
    }

    /// Converts a system error at a path.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> Error {
        move |error| Error::Machine(format!("cannot write {}: {error}", path.display()))
    }
}
