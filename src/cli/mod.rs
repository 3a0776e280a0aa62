//! The command line: from arguments to one command each.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

pub use self::error::Error;

pub use self::interrupt::until_interrupted;

use self::advise::AdviseArguments;
use self::attribute::AttributeArguments;
use self::balance::BalanceArguments;
use self::compare::CompareArguments;
use self::explain::ExplainArguments;
use self::options::ColorChoice;
use self::report::ReportArguments;
use self::run::RunArguments;
use self::sheet::SheetArguments;
use self::sweep::SweepArguments;
use self::test::TestArguments;
use self::verify::VerifyArguments;
use crate::report::{catalog, json};
use crate::scenario::nearest;
use crate::systems::{ProcedureRow, SYSTEMS, System};

mod run;

mod explain;

mod compare;

mod sweep;

mod advise;

mod attribute;

mod balance;

mod test;

mod report;

mod sheet;

mod verify;

mod task;

mod options;

mod load;

mod nearby;

mod watch;

mod interrupt;

mod error;

/// What are my odds, and what should I choose?
#[derive(Debug, Parser)]
#[command(name = "fizzle", version, max_term_width = 100, infer_subcommands = false)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Colours in messages
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// What can happen, and how likely
    Run(RunArguments),
    /// One resolution, told step by step with the dice
    Explain(ExplainArguments),
    /// Scenarios and variants side by side, with the differences to the first
    Compare(CompareArguments),
    /// A table over a grid of settings
    Sweep(SweepArguments),
    /// The best choice, the efficient frontier, and prices; with --for a map over situations
    Advise(AdviseArguments),
    /// What each rule that differs does, alone, undone, and as its share of the whole
    Attribute(AttributeArguments),
    /// The settings that come nearest to what should come out
    Balance(BalanceArguments),
    /// One self-contained page for players, with the odds and what to choose
    Report(ReportArguments),
    /// The printable tables that players pin to their screen
    Sheet(SheetArguments),
    /// Check what scenarios are expected to be: house rules under continuous integration
    Test(TestArguments),
    /// A certificate that sampled and exact results agree
    Verify(VerifyArguments),
    /// A commented scenario to start from, on standard output
    New {
        /// The game, as `fizzle list` names it
        system: String,
        /// What to resolve; the game's first procedure, if left out
        procedure: Option<String>,
    },
    /// Systems; of one system its procedures, keys, switches, presets and metrics
    List {
        /// The game
        system: Option<String>,
    },
    /// JSON Schema of scenario files, for editors
    Schema {
        /// The game; all, if left out
        system: Option<String>,
    },
    /// Completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Runs the command that `arguments` name, the program's own name first, and
/// writes its results to `out`.
///
/// # Errors
/// Whatever keeps it from its result; a closed `out` does not count.
pub fn run<A: Into<OsString> + Clone>(
    arguments: impl IntoIterator<Item = A>,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let result = Arguments::try_parse_from(arguments).map_err(Error::Usage).and_then(|arguments| {
        let color = arguments.color.for_errors();
        match arguments.command {
            Command::Run(arguments) => run::run(&arguments, color, out),
            Command::Explain(arguments) => explain::explain(&arguments, color, out),
            Command::Compare(arguments) => compare::compare(&arguments, color, out),
            Command::Sweep(arguments) => sweep::sweep(&arguments, color, out),
            Command::Advise(arguments) => advise::advise(&arguments, color, out),
            Command::Attribute(arguments) => attribute::attribute(&arguments, color, out),
            Command::Balance(arguments) => balance::balance(&arguments, color, out),
            Command::Report(arguments) => report::report(&arguments, color, out),
            Command::Sheet(arguments) => sheet::sheet(&arguments, out),
            Command::Test(arguments) => test::test(&arguments, color, out),
            Command::Verify(arguments) => verify::verify(&arguments, color, out),
            Command::New { system, procedure } => new(&system, procedure.as_deref(), out),
            Command::List { system } => list(system.as_deref(), out),
            Command::Schema { system } => schema(system.as_deref(), out),
            Command::Completions { shell } => completions(shell, out),
        }
    });
    match result {
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(Error::Usage(error)) if !error.use_stderr() => shown(&error, out),
        other => other,
    }
}

/// Help and version are results, not errors.
fn shown(help: &clap::Error, out: &mut dyn Write) -> Result<(), Error> {
    match write!(out, "{}", help.render()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error)),
        _ => Ok(()),
    }
}

fn new(system: &str, procedure: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let system = find_system(system)?;
    let row = match procedure {
        None => &system.procedures[0],
        Some(name) => find_procedure(system, name)?,
    };
    Ok(out.write_all(catalog::template(system, row).as_bytes())?)
}

fn list(system: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let text = match system {
        None => catalog::systems(),
        Some(name) => catalog::system(find_system(name)?),
    };
    Ok(out.write_all(text.as_bytes())?)
}

fn schema(system: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let system = system.map(find_system).transpose()?;
    Ok(out.write_all(json::pretty(&catalog::schema(system)).as_bytes())?)
}

fn completions(shell: Shell, out: &mut dyn Write) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "fizzle", &mut script);
    Ok(out.write_all(&script)?)
}

fn find_system(name: &str) -> Result<&'static System, Error> {
    let names: Vec<&str> = SYSTEMS.iter().map(|system| system.name).collect();
    System::named(name).ok_or_else(|| Error::Input(unknown("system", name, &names)))
}

fn find_procedure(system: &'static System, name: &str) -> Result<&'static ProcedureRow, Error> {
    let names: Vec<&str> = system.procedures.iter().map(|row| row.name).collect();
    system.procedure(name).ok_or_else(|| Error::Input(unknown("procedure", name, &names)))
}

/// Something named that there is not; what there is, and what may be meant.
fn unknown(what: &str, name: &str, names: &[&str]) -> String {
    let near = nearest(name, names.iter().copied())
        .map_or_else(String::new, |near| format!("did you mean {near}? "));
    format!("there is no {what} \"{name}\"; {near}there are: {}", names.join(", "))
}
