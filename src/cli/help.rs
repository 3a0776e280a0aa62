//! Help: an overview, examples of every command, and pages on the languages of fizzle.

use clap::Command;

use super::error::Error;
use super::unknown;

/// What `fizzle` and `fizzle help` print.
pub const OVERVIEW: &str = include_str!("help/overview.txt");

/// Help pages on topics that are not commands.
const TOPICS: [(&str, &str); 3] = [
    ("events", include_str!("help/events.txt")),
    ("statistics", include_str!("help/statistics.txt")),
    ("rules", include_str!("help/rules.txt")),
];

/// The names of the topics.
pub fn topics<'a>() -> impl Iterator<Item = &'a str> {
    TOPICS.iter().map(|(topic, _)| *topic)
}

/// Two examples of each command, below its name. They work in the folder that contains `scenarios`.
const EXAMPLES: &str = include_str!("help/examples.txt");

/// The examples of a command, as lines.
fn examples(name: &str) -> Option<&'static str> {
    EXAMPLES.split("# ").find_map(|one| one.strip_prefix(name)?.strip_prefix('\n'))
}

/// The commands by what they are for, in the order of `fizzle --help`.
const GROUPS: &[(&str, &[&str])] = &[
    ("The odds", &["run", "roll", "explain", "compare", "sweep"]),
    ("What to choose, and what to change", &["advise", "attribute", "balance"]),
    ("Pages and tables for players", &["explore", "report", "sheet"]),
    ("Scenarios and rules", &["new", "list", "schema", "test", "verify"]),
    ("Machines and shells", &["merge", "completions", "man", "help"]),
];

/// The headings of options that many commands share, for commands with many options.
const HEADINGS: &[(&str, &[&str])] = &[
    ("How to compute", &["exact", "sampled", "trials", "until", "seed", "threads", "part", "resume"]),
    (
        "What to print and write",
        &["format", "digits", "charts", "joint", "distributions", "out", "force", "quiet"],
    ),
];

/// A command with more options has them under headings.
const FEW_OPTIONS: usize = 9;

/// The command line with all help: commands in groups, options under headings, and examples of each command.
pub fn with_help(command: Command) -> Command {
    let overview = overview(&command);
    let command = command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{overview}\nOptions:\n{{options}}"
    ));
    with_examples(command).mut_subcommands(|command| {
        if command.get_opts().count() <= FEW_OPTIONS {
            return command;
        }
        command.mut_args(|argument| {
            let id = argument.get_id().as_str();
            match HEADINGS.iter().find(|(_, ids)| ids.contains(&id)) {
                Some((heading, _)) => argument.help_heading(*heading),
                None => argument,
            }
        })
    })
}

/// The commands in their groups, each with what it is for.
fn overview(command: &Command) -> String {
    let about = |name: &str| command.find_subcommand(name).and_then(Command::get_about);
    let line = |name: &&str| Some(format!("  {name:<11}  {}\n", about(name)?));
    let group = |(title, names): &(&str, &[&str])| {
        format!("{title}:\n{}", names.iter().filter_map(line).collect::<String>())
    };
    GROUPS.iter().map(group).collect::<Vec<_>>().join("\n")
}

/// Adds its examples to the help of each subcommand.
fn with_examples(command: Command) -> Command {
    let charts = |name: &str| CHARTS.iter().find(|(other, _)| *other == name);
    let with_charts = |command: Command| match charts(command.get_name()) {
        Some((_, help)) if help.contains("overview") => {
            command.mut_arg("charts", |argument| argument.help(help))
        }
        Some((_, help)) => command.mut_arg("charts", |argument| argument.help(help).default_value("all")),
        None => command,
    };
    command.mut_subcommands(|command| match examples(command.get_name()) {
        Some(examples) => with_charts(command).after_help(format!("Examples:\n{}", examples.trim_end())),
        None => with_charts(command),
    })
}

/// The help of `--charts` for commands that do not draw one chart for each metric.
const CHARTS: [(&str, &str); 5] = [
    ("compare", "Charts to draw: none, overview or all (also the distributions)"),
    ("sweep", "Charts to draw: none, overview or all (with three or more keys, of each number)"),
    ("advise", "Charts to draw: none or all"),
    ("attribute", "Charts to draw: none or all"),
    ("balance", "Charts to draw: none or all"),
];

/// Returns the help page on a topic or on a command of `all`; without a name, the overview.
///
/// # Errors
/// When there is no such command or topic.
pub fn page(all: &mut Command, name: Option<&str>) -> Result<String, Error> {
    let Some(name) = name else { return Ok(OVERVIEW.to_owned()) };
    if let Some((_, text)) = TOPICS.iter().find(|(topic, _)| *topic == name) {
        return Ok((*text).to_owned());
    }
    all.build();
    if let Some(command) = all.find_subcommand_mut(name) {
        return Ok(command.render_help().to_string());
    }
    let names: Vec<&str> = commands(all).chain(topics()).collect();
    Err(Error::Input(unknown("command or topic", name, &names)))
}

/// The names of the commands of `all`.
pub fn commands(all: &Command) -> impl Iterator<Item = &str> {
    all.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name)
}
