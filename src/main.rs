//! The command-line program: runs the command, prints errors and exits.

use std::io;
use std::process::ExitCode;

mod memory;

#[global_allocator]
static ALLOCATOR: memory::OrExit = memory::OrExit;

fn main() -> ExitCode {
    fizzle::cli::say_panics();
    let command = || fizzle::cli::run(std::env::args_os(), &mut io::stdout().lock());
    match fizzle::cli::until_interrupted(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            fizzle::cli::show(&error.to_string());
            ExitCode::from(error.status())
        }
    }
}
