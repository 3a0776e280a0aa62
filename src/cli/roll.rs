//! `fizzle roll`: the distribution of a dice expression.

use std::io::Write;
use std::time::Instant;

use clap::Args;

use super::error::Error;
use super::load::{checked, warn};
use super::options::Format;
use super::task::Task;
use super::terminal::width;
use crate::analysis::{MAX_OUTCOMES, exact};
use crate::chance::Budget;
use crate::report::table::Layout;
use crate::report::{diagnostics, json, odds, text};
use crate::scenario::Document;

/// What `fizzle roll` is told.
#[derive(Debug, Args)]
pub struct RollArguments {
    /// Dice expression of the rules language, as in '4d6.highest(3)' or '2d10 >= 15'
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// The words of an expression that was written without quotes
    #[arg(hide = true, allow_negative_numbers = true)]
    words: Vec<String>,
    /// What to print on standard output
    #[arg(long, value_enum, default_value = "text", hide_possible_values = true)]
    format: Format,
}

/// Runs the command.
pub fn roll(arguments: &RollArguments, color: bool, out: &mut dyn Write) -> Result<(), Error> {
    let RollArguments { expression, words, format } = arguments;
    let expression = [std::slice::from_ref(expression), words].concat().join(" ");
    // The check rolls the dice already, to find faults.
    let start = Instant::now();
    let document = Document::of_roll(&expression)
        .map_err(|problems| Error::Problems(diagnostics::render(&problems, color)))?;
    if !words.is_empty() {
        let message =
            format!("the expression is one argument; write it in quotes: fizzle roll '{expression}'");
        return Err(Error::Input(message));
    }
    warn(&document.warnings(), color);
    let scenario = checked(&document, color)?;
    let task = Task::begin(None, false);
    let odds = task.compute(|progress| exact(&scenario, None, Budget::new(MAX_OUTCOMES).with(progress)))?;
    match format {
        Format::Text => {
            let seconds = Some(start.elapsed().as_secs_f64());
            out.write_all(
                text::distribution(&scenario, &odds, seconds, Layout::of_width(width())).as_bytes(),
            )?;
        }
        Format::Json => out.write_all(json::pretty(&json::odds(None, &scenario, &odds)).as_bytes())?,
        Format::Csv => out.write_all(&odds::distributions(&odds))?,
    }
    Ok(out.flush()?)
}
