//! The errors of commands, and their exit statuses.

use std::fmt;
use std::io;

use super::terminal::is_colored;
use crate::analysis::{RunError, Unparted};
use crate::report::charts::ChartError;
use crate::report::diagnostics;
use crate::scenario::{Problems, visible};

/// An error of a command.
#[derive(Debug)]
pub enum Error {
    /// The arguments are not a valid command line.
    Usage(clap::Error),
    /// The input is wrong: a message.
    Input(String),
    /// The input is wrong, at these places.
    Problems(Problems),
    /// The command worked, but its answer is negative, as when an event was not found or an expectation
    /// is not met: a message.
    Nothing(String),
    /// The system failed: a message.
    Machine(String),
    /// Standard output cannot be written.
    Output(io::Error),
    /// Ctrl-C stopped the command.
    Interrupted,
    /// Ctrl-C stopped the command, and running it again continues from there.
    Resumable,
}

/// The error of a wrong input, whose message is written as for [`format!`].
macro_rules! wrong {
    ($($message:tt)*) => {
        $crate::cli::error::Error::Input(format!($($message)*))
    };
}

pub(super) use wrong;

impl Error {
    /// The exit status: 1 for a negative answer, 2 for wrong input, 3 for a failure of the system, 130
    /// for Ctrl-C.
    pub fn status(&self) -> u8 {
        match self {
            Error::Nothing(_) => 1,
            Error::Usage(_) | Error::Input(_) | Error::Problems(_) => 2,
            Error::Machine(_) | Error::Output(_) => 3,
            Error::Interrupted | Error::Resumable => 130,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(error) => write!(f, "{}", visible(&error.render().to_string())),
            Error::Problems(problems) => writeln!(f, "{}", diagnostics::render(problems, is_colored())),
            Error::Input(message) | Error::Machine(message) => writeln!(f, "error: {}", visible(message)),
            Error::Nothing(message) => writeln!(f, "{}", visible(message)),
            Error::Output(error) => writeln!(f, "error: cannot write to standard output: {error}"),
            Error::Interrupted => writeln!(f, "interrupted; unfinished work left no files"),
            Error::Resumable => writeln!(f, "interrupted; the same command goes on from there"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Problems> for Error {
    fn from(problems: Problems) -> Self {
        Error::Problems(problems)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Output(error)
    }
}

impl From<ChartError> for Error {
    fn from(error: ChartError) -> Self {
        Error::Machine(error.to_string())
    }
}

impl From<Unparted> for Error {
    fn from(error: Unparted) -> Self {
        match error {
            Unparted::Problems(problems) => problems.into(),
            Unparted::Run(error) => error.into(),
            other => Error::Input(other.to_string()),
        }
    }
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Stopped => Error::Interrupted,
            _ => Error::Input(error.to_string()),
        }
    }
}
