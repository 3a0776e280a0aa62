//! The terminal that results and messages are written to.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use terminal_size::{Width, terminal_size_of};

use crate::scenario::visible;

/// The width of output that is not a terminal.
const PIPE: usize = 80;

/// The minimum width for which tables are laid out.
const LEAST: usize = 40;

/// The number of columns for results: from the variable `COLUMNS`, or the terminal, or else 80.
pub fn width() -> usize {
    let stdout = std::io::stdout();
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse::<usize>().ok());
    let terminal = || {
        let (Width(width), _) = terminal_size_of(&stdout).filter(|_| stdout.is_terminal())?;
        Some(usize::from(width))
    };
    told.filter(|&columns| columns > 0).or_else(terminal).unwrap_or(PIPE).max(LEAST)
}

/// Whether messages on standard error have colors.
static COLORED: AtomicBool = AtomicBool::new(false);

/// Decides whether messages on standard error have colors.
pub fn color_messages(are_colored: bool) {
    COLORED.store(are_colored, Ordering::Relaxed);
}

/// Whether messages on standard error have colors.
pub fn is_colored() -> bool {
    COLORED.load(Ordering::Relaxed)
}

/// Writes a message to standard error, as text that no terminal obeys: it may quote what users write.
pub fn say(message: &str) {
    show(&format!("{}\n", visible(message)));
}

/// Writes text to standard error in which a terminal obeys nothing but fizzle's own colors.
pub fn show(text: &str) {
    // If standard error is closed, nobody can read it.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Lets panics speak through `say`, since they may quote what users write, too.
pub fn say_panics() {
    panic::set_hook(Box::new(|panic| {
        let trace = Backtrace::capture();
        let trace = match trace.status() {
            BacktraceStatus::Captured => format!("\n{trace}"),
            _ => String::new(),
        };
        say(&format!("error: this is a bug in fizzle, please report it: {panic}{trace}"));
    }));
}
