//! The command line: parses the arguments and runs one command.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

pub use self::error::Error;

pub use self::interrupt::until_interrupted;
pub use self::terminal::{say_panics, show};

use self::advise::AdviseArguments;
use self::attribute::AttributeArguments;
use self::balance::BalanceArguments;
use self::compare::CompareArguments;
use self::explain::ExplainArguments;
use self::explore::ExploreArguments;
use self::load::Files;
use self::man::ManArguments;
use self::merge::MergeArguments;
use self::options::ColorChoice;
use self::output::Output;
use self::parts::PartOptions;
use self::report::ReportArguments;
use self::roll::RollArguments;
use self::run::RunArguments;
use self::sheet::SheetArguments;
use self::sweep::SweepArguments;
use self::test::TestArguments;
use self::verify::VerifyArguments;
use crate::ask;
use crate::description::{ProcedureDescription, System};
use crate::expression::nearest;
use crate::report::{catalog, json};
use crate::scenario::is_rules;
use crate::systems::{self, SYSTEMS};

mod run;

mod roll;

mod explain;

mod compare;

mod sweep;

mod advise;

mod attribute;

mod balance;

mod test;

mod report;

mod explore;

mod sheet;

mod verify;

mod deciding;

mod parts;

mod merge;

mod task;

mod directory;

mod options;

mod load;

mod nearby;

mod output;

mod terminal;

mod progress;

mod interrupt;

mod error;

mod help;

mod complete;

mod man;

/// What are my odds, and what should I choose?
#[derive(Debug, Parser)]
#[command(name = "fizzle", version, max_term_width = 80, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Colors in messages: auto, always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// What can happen, and how likely
    Run(RunArguments),
    /// One attempt, step by step, with every die
    Explain(ExplainArguments),
    /// The distribution of rolls of dice, as in '4d6.highest(3)'
    Roll(RollArguments),
    /// Scenarios or variants side by side
    Compare(CompareArguments),
    /// Results over a grid of settings
    Sweep(SweepArguments),
    /// The best choice, and what better results cost
    Advise(AdviseArguments),
    /// What each house rule does to the odds
    Attribute(AttributeArguments),
    /// The settings that come closest to your targets
    Balance(BalanceArguments),
    /// Check the expectations of scenarios
    Test(TestArguments),
    /// Check that sampled and exact results agree
    Verify(VerifyArguments),
    /// The results of one command from its parts (--part K/N)
    Merge(MergeArguments),
    /// A web page for players, in one file
    Report(ReportArguments),
    /// All of fizzle as a web page, in one file
    Explore(ExploreArguments),
    /// Printable tables for the game master's screen
    Sheet(SheetArguments),
    /// Print a scenario, or a text of rules, to start from
    New {
        /// Game or rule text, as in `fizzle list`; a file (.rules); or `rules`, for a text of your own
        system: String,
        /// Procedure [default: the first of the game]
        procedure: Option<String>,
        /// Also the keys that have defaults, and the tables of other commands, as comments
        #[arg(long)]
        all: bool,
    },
    /// The games, with their procedures, keys, presets and metrics
    List {
        /// Game; a rule text (.rules); or a part of a title, as in `dnd` [default: an overview of all]
        system: Option<String>,
    },
    /// Print the JSON Schema of scenario files, for editors
    Schema {
        /// Game, or a rule text (.rules) [default: all]
        system: Option<String>,
    },
    /// Print a completion script for your shell
    Completions {
        /// Shell
        shell: Shell,
    },
    /// Write manual pages
    Man(ManArguments),
    /// Help on a command, on events, statistics or rules
    Help {
        /// Command, `events`, `statistics` or `rules`
        #[arg(value_name = "COMMAND|TOPIC")]
        name: Option<String>,
    },
}

impl Command {
    /// The options of a command whose work can be done in parts.
    fn parts(&mut self) -> Option<&mut PartOptions> {
        match self {
            Command::Run(arguments) => Some(&mut arguments.parts),
            Command::Sweep(arguments) => Some(&mut arguments.parts),
            Command::Balance(arguments) => Some(&mut arguments.parts),
            Command::Verify(arguments) => Some(&mut arguments.parts),
            _ => None,
        }
    }
}

/// The command line with all its help.
fn command() -> clap::Command {
    help::with_help(Arguments::command())
}

/// Runs the command in `arguments`, which begin with the name of the program, and writes its results to
/// `out`.
///
/// # Errors
/// Any failure of the command. A closed `out` is not an error.
pub fn run<A: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = A>,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    // Completions bypass `Output`, which filters control characters: shells use them as separators.
    if let Some(shell) = std::env::var_os(complete::VARIABLE) {
        return complete::answer(&shell, &arguments, command(), out);
    }
    let out = &mut Output::new(out);
    match obey(arguments, out) {
        // Help and version are results, not errors.
        Err(Error::Usage(error)) if !error.use_stderr() => Ok(write!(out, "{}", error.render())?),
        other => other,
    }
}

/// Parses the command line.
fn parsed<A: Into<OsString> + Clone>(line: impl IntoIterator<Item = A>) -> Result<Arguments, Error> {
    let matches = command().try_get_matches_from(line).map_err(usage)?;
    Arguments::from_arg_matches(&matches).map_err(Error::Usage)
}

fn obey(line: Vec<OsString>, out: &mut dyn Write) -> Result<(), Error> {
    let mut arguments = parsed(&line)?;
    if let Some(parts) = arguments.command.as_mut().and_then(Command::parts) {
        parts.line = line;
    }
    let color = arguments.color.for_errors();
    match arguments.command.unwrap_or(Command::Help { name: None }) {
        Command::Run(arguments) => run::run(&arguments, color, out),
        Command::Roll(arguments) => roll::roll(&arguments, color, out),
        Command::Explain(arguments) => explain::explain(&arguments, color, out),
        Command::Compare(arguments) => compare::compare(&arguments, color, out),
        Command::Sweep(arguments) => sweep::sweep(&arguments, color, out),
        Command::Advise(arguments) => advise::advise(&arguments, color, out),
        Command::Attribute(arguments) => attribute::attribute(&arguments, color, out),
        Command::Balance(arguments) => balance::balance(&arguments, color, out),
        Command::Merge(arguments) => merge::merge(&arguments, color, out),
        Command::Report(arguments) => report::report(&arguments, color, out),
        Command::Explore(arguments) => explore::explore(&arguments, color, out),
        Command::Sheet(arguments) => sheet::sheet(&arguments, color, out),
        Command::Test(arguments) => test::test(&arguments, color, out),
        Command::Verify(arguments) => verify::verify(&arguments, color, out),
        Command::New { system, procedure, all } => new(&system, procedure.as_deref(), all, out),
        Command::List { system } => list(system.as_deref(), out),
        Command::Schema { system } => schema(system.as_deref(), out),
        Command::Completions { shell } => Ok(out.write_all(&complete::script(shell))?),
        Command::Man(arguments) => man::man(&arguments, command(), out),
        Command::Help { name } => {
            let page = help::page(&mut command(), name.as_deref())?;
            Ok(out.write_all(page.as_bytes())?)
        }
    }
}

/// Converts an error of clap. For an unknown command, `unknown` suggests a name for more typos than
/// clap does.
fn usage(error: clap::Error) -> Error {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => {
            Error::Input(unknown("command", name, &help::commands(&command()).collect::<Vec<_>>()))
        }
        _ => Error::Usage(error),
    }
}

fn new(system: &str, procedure: Option<&str>, all: bool, out: &mut dyn Write) -> Result<(), Error> {
    if system == "rules" {
        return Ok(out.write_all(catalog::FIRST_RULES.as_bytes())?);
    }
    if let Some((_, text)) = ask::examples().find(|(name, _)| !name.is_empty() && *name == system) {
        return Ok(out.write_all(text.as_bytes())?);
    }
    let system = find_system(system)?;
    let row = match procedure {
        None => &system.procedures[0],
        Some(name) => find_procedure(&system, name)?,
    };
    let text = if all { catalog::template(&system, row) } else { catalog::short_template(&system, row) };
    Ok(out.write_all(text.as_bytes())?)
}

fn list(system: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let examples = ask::examples().filter(|(name, _)| !name.is_empty());
    let texts: Vec<(&str, &str)> = examples.map(|(name, text)| (name, ask::title(text))).collect();
    let text = match system {
        None => catalog::games(&texts, |_| true),
        Some(name) => match find_system(name) {
            Ok(system) => catalog::system(&system),
            Err(error) => {
                let sought = letters(name);
                let found =
                    catalog::games(&texts, |title| !sought.is_empty() && letters(title).contains(&sought));
                if found.is_empty() { return Err(error) } else { found }
            }
        },
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// A name without case, spaces and punctuation: D&D is "dnd".
fn letters(name: &str) -> String {
    let written = name.to_lowercase().replace('&', "n");
    written.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

fn schema(system: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let system = system.map(find_system).transpose()?;
    Ok(out.write_all(json::pretty(&catalog::schema(system.as_deref())).as_bytes())?)
}

/// Finds a built-in game by name, or reads the game of a rule text.
fn find_system(name: &str) -> Result<Arc<System>, Error> {
    let path = Path::new(name);
    if is_rules(path) {
        let text = load::read(&Files::OnDisk, path, false)?;
        return Ok(Arc::clone(text.own_system().expect("a rule text is a game")));
    }
    let names: Vec<&str> = SYSTEMS.iter().map(|system| &*system.name).collect();
    let others = "other games (D&D, Warhammer, …) are texts: see fizzle list and scenarios/rules, or write one (fizzle new rules)";
    let message = || match unknown("system", name, &names) {
        meant if meant.ends_with('?') => meant,
        known => format!("{known}; {others}"),
    };
    systems::named(name).cloned().ok_or_else(|| Error::Input(message()))
}

fn find_procedure<'a>(system: &'a System, name: &str) -> Result<&'a ProcedureDescription, Error> {
    let names: Vec<&str> = system.procedures.iter().map(|row| &*row.name).collect();
    let procedure = system.procedure(name).map(|procedure| &**procedure);
    procedure.ok_or_else(|| Error::Input(unknown("procedure", name, &names)))
}

/// The message for an unknown name: those that begin with it, or the nearest, or else all.
fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    let begun: Vec<&str> = names.iter().copied().filter(|other| other.starts_with(name)).collect();
    let meant = match nearest(name, names.iter().copied()) {
        _ if !begun.is_empty() && !name.is_empty() => format!("did you mean {}?", begun.join(" or ")),
        Some(near) => format!("did you mean {near}?"),
        None => format!("there are: {}", names.join(", ")),
    };
    format!("there is no {what} \"{name}\"; {meant}")
}
