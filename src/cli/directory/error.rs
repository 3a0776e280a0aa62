//! The error of a directory that may not or cannot be written.

use std::fmt;
use std::io;
use std::path::Path;

/// The reason why a directory or page may not or cannot be written, as a message that names the path
/// and says what to do.
#[derive(Debug)]
pub enum DirectoryError {
    /// There are files that fizzle cannot prove to be results of the owner.
    InTheWay(String),
    /// The system refuses to write, or another process is writing.
    Machine(String),
}

impl DirectoryError {
    /// A path with a message that says what is wrong with it and what to do.
    pub fn in_the_way(path: &Path, why: impl fmt::Display) -> DirectoryError {
        DirectoryError::InTheWay(format!("{} {why}", path.display()))
    }

    /// A file that fizzle did not write, or that has changed since.
    pub fn not_ours(path: &Path, is_changed: bool) -> DirectoryError {
        let why = if is_changed { "has changed since fizzle wrote it" } else { "was not written by fizzle" };
        let advice = "move it away, write to another place, or overwrite it with --force";
        DirectoryError::in_the_way(path, format!("{why}; {advice}"))
    }

    /// A symbolic link in the place of a file or folder.
    pub(super) fn link(path: &Path) -> DirectoryError {
        let why = "is a symbolic link, and fizzle does not write through it";
        DirectoryError::in_the_way(path, format!("{why}; remove it, or choose another place with --out"))
    }

    /// Something of the user in the place of the staging folder or in it.
    pub(super) fn not_staging(path: &Path) -> DirectoryError {
        let why = "is in the way: fizzle keeps unfinished results under this name";
        DirectoryError::in_the_way(path, format!("{why}; move it away, or choose another place with --out"))
    }

    /// Converts a system error at a path.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> DirectoryError {
        move |error| DirectoryError::Machine(format!("cannot write {}: {error}", path.display()))
    }
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (DirectoryError::InTheWay(words) | DirectoryError::Machine(words)) = self;
        f.write_str(words)
    }
}

impl std::error::Error for DirectoryError {}
