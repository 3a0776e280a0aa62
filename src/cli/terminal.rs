//! The terminal that results are written to.

use std::io::IsTerminal;

use terminal_size::{Width, terminal_size_of};

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
