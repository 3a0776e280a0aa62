//! Why a directory may not or cannot be written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A directory or page that may not be written, or cannot be.
#[derive(Debug)]
pub enum DirectoryError {
    /// It belongs to another scenario, or is none of ours.
    Foreign {
        /// The directory.
        path: PathBuf,
        /// The scenario it belongs to, if it is one of ours.
        owner: Option<String>,
    },
    /// A page of other scenarios.
    ForeignPage {
        /// The page.
        path: PathBuf,
        /// The scenarios it belongs to.
        owner: String,
    },
    /// There is a file in the way that fizzle did not write, or that has changed since.
    NotOurs {
        /// The file.
        path: PathBuf,
        /// Whether fizzle wrote it, and it has changed since.
        is_changed: bool,
    },
    /// There is a symbolic link in the way.
    Link(PathBuf),
    /// There is a symbolic link on the way that leads to nothing.
    BrokenLink(PathBuf),
    /// There is a file in the place of a directory.
    NotADirectory(PathBuf),
    /// There is a directory in the place of a page.
    NotAPage(PathBuf),
    /// Another process writes into it.
    Busy(PathBuf),
    /// Something of the user's is where files should wait.
    NotStaging(PathBuf),
    /// The system does not let us write.
    Io {
        /// What was to be written.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
}

impl DirectoryError {
    /// The error of the system at a path.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> DirectoryError {
        move |error| DirectoryError::Io { path: path.to_owned(), error }
    }
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DirectoryError::Foreign { path, owner: Some(owner) } => write!(
                f,
                "{} holds the results of {owner}; choose another directory with --out, or overwrite them with --force",
                path.display()
            ),
            DirectoryError::Foreign { path, owner: None } => write!(
                f,
                "{} is not empty, and fizzle did not create it; choose another directory with --out, or write into it with --force",
                path.display()
            ),
            DirectoryError::ForeignPage { path, owner } => write!(
                f,
                "{} is a page of {owner}; choose another file with --out, or overwrite it with --force",
                path.display()
            ),
            DirectoryError::NotOurs { path, is_changed } => {
                let why = if *is_changed {
                    "has changed since fizzle wrote it"
                } else {
                    "was not written by fizzle"
                };
                write!(
                    f,
                    "{} {why}; move it away, write to another place, or overwrite it with --force",
                    path.display()
                )
            }
            DirectoryError::Link(path) => write!(
                f,
                "{} is a symbolic link, and fizzle does not write through it; remove it, or choose another place with --out",
                path.display()
            ),
            DirectoryError::BrokenLink(path) => write!(
                f,
                "{} is a symbolic link to something that does not exist; remove it, or choose another place with --out",
                path.display()
            ),
            DirectoryError::NotADirectory(path) => {
                write!(f, "{} is a file; choose a directory with --out", path.display())
            }
            DirectoryError::NotAPage(path) => {
                write!(f, "{} is a directory; write --out FILE.html", path.display())
            }
            DirectoryError::Busy(path) => write!(
                f,
                "another fizzle is writing into {}; try again when it is done, or choose another place with --out",
                path.display()
            ),
            DirectoryError::NotStaging(path) => write!(
                f,
                "{} is in the way: fizzle keeps unfinished results under this name; move it away, or choose another place with --out",
                path.display()
            ),
            DirectoryError::Io { path, error } => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for DirectoryError {}
