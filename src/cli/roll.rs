//! `fizzle roll`: the distributions of dice expressions.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use serde_json::Value;

use super::error::Error;
use super::load::warn;
use super::options::Format;
use super::progress::checking;
use super::task::Task;
use super::terminal::width;
use crate::analysis::{MAX_OUTCOMES, Odds, RunError, exact};
use crate::chance::Budget;
use crate::expression::grammar::outputs;
use crate::report::table::Layout;
use crate::report::{json, odds, text};
use crate::scenario::{Document, Problems, Scenario};

/// Arguments of `fizzle roll`.
#[derive(Debug, Args)]
pub struct RollArguments {
    /// Dice expression, as in '4d6.highest(3)' or '2d10 >= 15'; 4d6kh3, d% and '3d6!' are understood, too
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// More of them, for the distributions side by side
    #[arg(value_name = "EXPR", allow_negative_numbers = true)]
    more: Vec<String>,
    /// What to print on standard output
    #[arg(long, value_enum, default_value = "text", hide_possible_values = true)]
    format: Format,
}

/// Runs the command.
pub fn roll(arguments: &RollArguments, out: &mut dyn Write) -> Result<(), Error> {
    let RollArguments { expression, more, format } = arguments;
    // The check rolls the dice already, to find faults.
    let start = Instant::now();
    let documents = documents(&[std::slice::from_ref(expression), more].concat())?;
    let task = Task::begin(None, false);
    let odds_of = |document: &Document| -> Result<(Scenario, Odds), Error> {
        warn(&document.warnings());
        let scenario = checking(|| document.check())?;
        let found = task.compute(|progress| {
            match exact(&scenario, None, Budget::new(MAX_OUTCOMES).with(progress)) {
                Err(RunError::TooLarge { error, .. }) => Ok(Err(error)),
                found => found.map(Ok),
            }
        })?;
        match found {
            Ok(odds) => Ok((scenario, odds)),
            Err(error) => Err(Error::Input(format!(
                "{error}; roll fewer dice, or write it as a text of rules, which can be sampled (`fizzle help rules`)"
            ))),
        }
    };
    let rolls = documents.iter().map(odds_of).collect::<Result<Vec<_>, _>>()?;
    let seconds = Some(start.elapsed().as_secs_f64());
    let layout = Layout::of_width(width());
    let json = |(scenario, odds): &(Scenario, Odds)| json::odds(scenario, odds);
    match (format, rolls.as_slice()) {
        (Format::Text, [(scenario, odds)]) => {
            out.write_all(text::distribution(scenario, odds, seconds, layout).as_bytes())?;
        }
        (Format::Text, rolls) => out.write_all(text::rolls(rolls, seconds, layout).as_bytes())?,
        (Format::Json, [roll]) => out.write_all(json::pretty(&json(roll)).as_bytes())?,
        (Format::Json, rolls) => {
            out.write_all(json::pretty(&rolls.iter().map(json).collect::<Value>()).as_bytes())?;
        }
        (Format::Csv, [(_, odds)]) => out.write_all(&odds::distributions(odds))?,
        (Format::Csv, rolls) => {
            for (place, (scenario, odds)) in rolls.iter().enumerate() {
                out.write_all(&odds::labelled_distributions(&[("roll", &scenario.title)], odds, place == 0))?;
            }
        }
    }
    Ok(())
}

/// The rolls that are written on the command line, in the notation of rules. Each argument is a roll, or several
/// as in `d6, d8`, or all of them are the words of one that was written without quotes: `4d6 drop lowest`.
fn documents(written: &[String]) -> Result<Vec<Document>, Problems> {
    let written: Vec<String> = written.iter().flat_map(|written| pieces(written)).collect();
    let continues = |word: &String| word.starts_with(|c: char| c.is_ascii_punctuation() && c != '(');
    if written.len() > 1 && !written[1..].iter().any(continues) {
        let each: Result<Vec<Document>, Problems> =
            written.iter().map(|one| Document::of_roll(one)).collect();
        let has_dice = |one: &String| one.contains(['d', 'D']) && one.contains(|c: char| c.is_ascii_digit());
        if each.is_ok() || written.iter().all(has_dice) {
            return each;
        }
    }
    Ok(vec![Document::of_roll(&written.join(" "))?])
}

/// The outputs of a program of AnyDice, or the pieces of a text between commas that stand in no brackets.
fn pieces(text: &str) -> Vec<String> {
    if let Some(outputs) = outputs(text) {
        return outputs.into_iter().map(str::to_owned).collect();
    }
    let mut depth = 0;
    let is_between = move |sign: char| {
        depth += i32::from("([{".contains(sign)) - i32::from(")]}".contains(sign));
        sign == ',' && depth == 0
    };
    text.split(is_between).map(|piece| piece.trim().to_owned()).collect()
}
