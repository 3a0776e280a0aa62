//! `fizzle explain`: one attempt, step by step.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::error::{Error, wrong};
use super::files::Files;
use super::interrupt::stop_on_interrupt;
use super::load::{load, warn_of_useless};
use super::options::{Stated, StoryFormat, parse_seed};
use super::progress::with_progress_bar;
use super::terminal::width;
use crate::analysis::{NotFound, Progress, explain as tell, explain_dice};
use crate::chance::NoLaw;
use crate::report::table::Layout;
use crate::report::{json, story, text};
use crate::scenario::{Grid, Query};

/// What `fizzle explain` is told.
#[derive(Debug, Args)]
pub struct ExplainArguments {
    /// Scenario file
    scenario: PathBuf,
    /// Seed of the dice
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: u64,
    /// Show the first attempt in which this happens, as in 'damage >= 10'
    #[arg(long = "where", value_name = "EVENT")]
    event: Option<String>,
    /// Use your own dice, as in '5 1 1 3', in the order in which explain shows them; the re-rolls
    /// of an open-ended die follow it
    #[arg(long, value_name = "FACES", value_parser = parse_faces, conflicts_with_all = ["seed", "event"], allow_hyphen_values = true)]
    dice: Option<Faces>,
    /// Set a key, as in choice.force=5; KEY=unset removes it
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Use a variant of the file, or a new one, as in 'NAME: KEY=VALUE, …'
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// What to print: text or json
    #[arg(long, default_value = "text", hide_possible_values = true)]
    format: StoryFormat,
}

/// The faces of dice.
#[derive(Clone, Debug)]
struct Faces(Vec<i64>);

/// Reads faces: numbers with blanks, commas or brackets between them, as `explain` writes them.
fn parse_faces(text: &str) -> Result<Faces, String> {
    let parts = text.split(|c: char| c.is_whitespace() || ",;+[]".contains(c));
    let faces = parts.filter(|part| !part.is_empty()).map(|part| {
        part.replace('−', "-")
            .parse()
            .map_err(|_| format!("\"{part}\" is not a face of a die; write faces as in \"5 1 1 3\""))
    });
    faces.collect::<Result<_, _>>().map(Faces)
}

/// Runs the command.
pub fn explain(arguments: &ExplainArguments, out: &mut dyn Write) -> Result<(), Error> {
    let ExplainArguments { scenario, seed, event, dice, set, variant, format } = arguments;
    let loaded = load(&Files::OnDisk, scenario, &Stated::set(set), variant.as_slice())?;
    warn_of_useless(std::slice::from_ref(&loaded), &Grid::default());
    let scenario = &loaded.last().scenario;
    if scenario.is_deterministic() && event.is_some() {
        return Err(wrong!("--where: this scenario rolls no dice, so it has no events"));
    }
    if scenario.is_deterministic() && dice.is_some() {
        return Err(wrong!("--dice: this scenario rolls no dice"));
    }
    if scenario.is_deterministic() && *format == StoryFormat::Text {
        return Ok(out.write_all(text::deterministic(scenario, Layout::of_width(width())).as_bytes())?);
    }
    let asked = |text: &str| Query::new("--where", text).event(scenario);
    let event = event.as_deref().map(asked).transpose()?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let find = || tell(scenario, *seed, event.as_ref(), &progress);
    let telling = match dice {
        Some(Faces(faces)) => {
            let telling = explain_dice(scenario, faces, &progress);
            telling.map_err(|message| wrong!("--dice: {message}"))?
        }
        None => with_progress_bar(false, &progress, find).map_err(|error| match error {
            NotFound::NoLaw(NoLaw::Stopped) => Error::Interrupted,
            NotFound::TooWide(_) | NotFound::NoLaw(_) => Error::Input(error.to_string()),
            _ => Error::Nothing(error.to_string()),
        })?,
    };
    let text = match format {
        StoryFormat::Json => json::pretty(&json::telling(scenario, &telling, *seed)),
        StoryFormat::Text => story::text(scenario, &telling, *seed, width()),
    };
    Ok(out.write_all(text.as_bytes())?)
}
