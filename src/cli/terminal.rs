//! The terminal that results are written to.

use std::io::IsTerminal;

use terminal_size::{Width, terminal_size_of};

/// The width of what is no terminal.
const PIPE: usize = 80;

/// The least width that a table is laid out for.
const LEAST: usize = 40;

/// How many columns there are for results: as `COLUMNS` says, or the terminal, or else 80.
pub fn width() -> usize {
    let stdout = std::io::stdout();
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.trim().parse::<usize>().ok());
    let terminal = || {
        let (Width(width), _) = terminal_size_of(&stdout).filter(|_| stdout.is_terminal())?;
        Some(usize::from(width))
    };
    told.filter(|&columns| columns > 0).or_else(terminal).unwrap_or(PIPE).max(LEAST)
}
