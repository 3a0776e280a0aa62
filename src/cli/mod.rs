//! The command line: parses the arguments and runs one command.

use std::ffi::OsString;
use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

pub use self::error::Error;

pub use self::interrupt::until_interrupted;
pub use self::terminal::{say_panics, show};

use self::error::wrong;
use self::options::ColorChoice;
use self::output::Output;
use self::parts::PartOptions;
use self::terminal::color_messages;
use crate::description::words::listed;
use crate::expression::nearest;

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

mod until;

mod verify;

mod games;

mod deciding;

mod parts;

mod merge;

mod task;

mod directory;

mod options;

mod files;

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
    Run(run::RunArguments),
    /// One attempt, step by step, with every die
    Explain(explain::ExplainArguments),
    /// The distribution of rolls of dice, as in '4d6.highest(3)'
    Roll(roll::RollArguments),
    /// Scenarios or variants side by side
    Compare(compare::CompareArguments),
    /// Results over a grid of settings
    Sweep(sweep::SweepArguments),
    /// The best choice, and what better results cost
    Advise(advise::AdviseArguments),
    /// What each house rule does to the odds
    Attribute(attribute::AttributeArguments),
    /// The settings that come closest to your targets
    Balance(balance::BalanceArguments),
    /// Check the expectations of scenarios
    Test(test::TestArguments),
    /// Check that sampled and exact results agree
    Verify(verify::VerifyArguments),
    /// The results of one command from its parts (--part K/N)
    Merge(merge::MergeArguments),
    /// A web page for players, in one file
    Report(report::ReportArguments),
    /// All of fizzle as a web page, in one file
    Explore(explore::ExploreArguments),
    /// Printable tables for the game master's screen
    Sheet(sheet::SheetArguments),
    /// Print a scenario, or a text of rules, to start from
    New(games::NewArguments),
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
    Man(man::ManArguments),
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

    /// Runs the command, and writes its results to `out`.
    fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            Command::Run(arguments) => run::run(&arguments, out),
            Command::Roll(arguments) => roll::roll(&arguments, out),
            Command::Explain(arguments) => explain::explain(&arguments, out),
            Command::Compare(arguments) => compare::compare(&arguments, out),
            Command::Sweep(arguments) => sweep::sweep(&arguments, out),
            Command::Advise(arguments) => advise::advise(&arguments, out),
            Command::Attribute(arguments) => attribute::attribute(&arguments, out),
            Command::Balance(arguments) => balance::balance(&arguments, out),
            Command::Merge(arguments) => merge::merge(&arguments, out),
            Command::Report(arguments) => report::report(&arguments, out),
            Command::Explore(arguments) => explore::explore(&arguments, out),
            Command::Sheet(arguments) => sheet::sheet(&arguments, out),
            Command::Test(arguments) => test::test(&arguments, out),
            Command::Verify(arguments) => verify::verify(&arguments, out),
            Command::New(arguments) => games::new(&arguments, out),
            Command::List { system } => games::list(system.as_deref(), out),
            Command::Schema { system } => games::schema(system.as_deref(), out),
            Command::Completions { shell } => Ok(out.write_all(&complete::script(shell))?),
            Command::Man(arguments) => man::man(&arguments, command(), out),
            Command::Help { name } => {
                let page = help::page(&mut command(), name.as_deref())?;
                Ok(out.write_all(page.as_bytes())?)
            }
        }
    }
}

impl Default for Command {
    fn default() -> Self {
        Command::Help { name: None }
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
    let result = match obey(arguments, out) {
        // Help and version are results, not errors.
        Err(Error::Usage(error)) if !error.use_stderr() => Ok(write!(out, "{}", error.render())?),
        other => other,
    };
    out.flush()?;
    result
}

/// Parses the command line.
fn parsed<A: Into<OsString> + Clone>(line: impl IntoIterator<Item = A>) -> Result<Arguments, Error> {
    let matches = command().try_get_matches_from(line).map_err(usage)?;
    Arguments::from_arg_matches(&matches).map_err(Error::Usage)
}

fn obey(line: Vec<OsString>, out: &mut dyn Write) -> Result<(), Error> {
    let Arguments { command, color } = parsed(&line)?;
    let mut command = command.unwrap_or_default();
    if let Some(parts) = command.parts() {
        parts.line = line;
    }
    color_messages(color.for_errors());
    command.run(out)
}

/// Converts an error of clap. For an unknown command, `unknown` suggests a name for more typos than
/// clap does; for an option of other commands, these are named.
fn usage(error: clap::Error) -> Error {
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) {
        return Error::Input(unknown("command", name, &help::commands(&command()).collect::<Vec<_>>()));
    }
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => option,
        _ => return Error::Usage(error),
    };
    let all = command();
    let long = option.strip_prefix("--");
    let has = |one: &&clap::Command| {
        long.is_some() && one.get_arguments().any(|argument| argument.get_long() == long)
    };
    let having: Vec<String> =
        all.get_subcommands().filter(has).map(|one| one.get_name().to_owned()).collect();
    match &having[..] {
        [] => Error::Usage(error),
        _ => wrong!(
            "there is no {option} here; it is an option of {} (see `fizzle help {}`)",
            listed(&having),
            having[0]
        ),
    }
}

/// The message for an unknown name: what it may mean, or else all names.
fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    let help = meant(name, names).unwrap_or_else(|| format!("there are: {}", names.join(", ")));
    format!("there is no {what} \"{name}\"; {help}")
}

/// The names that begin with an unknown one, or else the nearest, as a question.
fn meant(name: &str, names: &[&str]) -> Option<String> {
    let begun: Vec<&str> = names.iter().copied().filter(|other| other.starts_with(name)).collect();
    if !begun.is_empty() && !name.is_empty() {
        return Some(format!("did you mean {}?", begun.join(" or ")));
    }
    nearest(name, names.iter().copied()).map(|near| format!("did you mean {near}?"))
}
