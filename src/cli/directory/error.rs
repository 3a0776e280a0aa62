//! Why a directory may not or cannot be written.

use std::fmt;
use std::io;
use std::path::Path;

/// A directory or page that may not be written, or cannot be: in words that name it, and say what
/// to do.
#[derive(Debug)]
pub enum DirectoryError {
    /// Something is in the way that fizzle cannot prove to be the owner's.
    InTheWay(String),
    /// The system does not let us write, or another process does.
    Machine(String),
}

impl DirectoryError {
    /// Something in the way, and what to do about it.
    pub(super) fn in_the_way(path: &Path, why: impl fmt::Display) -> DirectoryError {
        DirectoryError::InTheWay(format!("{} {why}", path.display()))
    }

    /// A file that fizzle did not write, or that has changed since.
    pub(super) fn not_ours(path: &Path, is_changed: bool) -> DirectoryError {
        let why = if is_changed { "has changed since fizzle wrote it" } else { "was not written by fizzle" };
        let advice = "move it away, write to another place, or overwrite it with --force";
        DirectoryError::in_the_way(path, format!("{why}; {advice}"))
    }

    /// A symbolic link in the place of a file or folder.
    pub(super) fn link(path: &Path) -> DirectoryError {
        let why = "is a symbolic link, and fizzle does not write through it";
        DirectoryError::in_the_way(path, format!("{why}; remove it, or choose another place with --out"))
    }

    /// Something of the user's where files should wait.
    pub(super) fn not_staging(path: &Path) -> DirectoryError {
        let why = "is in the way: fizzle keeps unfinished results under this name";
        DirectoryError::in_the_way(path, format!("{why}; move it away, or choose another place with --out"))
    }

    /// The error of the system at a path.
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
