//! The command-line program: runs the command, prints errors and exits.

use std::io::{self, Write};
use std::process::ExitCode;

mod memory;

#[global_allocator]
static ALLOCATOR: memory::OrExit = memory::OrExit;

fn main() -> ExitCode {
    let command = || fizzle::cli::run(std::env::args_os(), &mut io::stdout().lock());
    match fizzle::cli::until_interrupted(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit status alone reports the error.
            let _ = write!(io::stderr().lock(), "{error}");
            ExitCode::from(error.status())
        }
    }
}
