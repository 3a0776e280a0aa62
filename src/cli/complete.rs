//! Shell completions: words that fit what is typed so far, taken from the games and from the scenario
//! file that is named.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Command;
use clap_complete::Shell;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;

use super::error::{Error, wrong};
use crate::description::System;
use crate::scenario::{Document, Scenario, is_obeyed};
use crate::systems::{self, SYSTEMS};

/// The environment variable in which a completion script names its shell.
pub const VARIABLE: &str = "FIZZLE_COMPLETE";

/// A word that can be completed, and its help text.
type Word = (String, String);

/// Finds the possible words for an argument.
type Find = fn(&Typed) -> Vec<Word>;

/// The possible words for arguments of these names.
const VALUES: &[(&[&str], Find)] = &[
    (&["system"], |_| systems()),
    (&["procedure"], Typed::procedures),
    (&["name"], Typed::pages),
    (&["set", "vary", "knob", "situations"], Typed::keys),
    (&["variant"], Typed::variants),
    (&["joint", "event", "stat", "maximize", "minimize", "frontier", "subject_to", "target"], Typed::metrics),
];

/// Returns the script that lets a shell ask fizzle for completions.
pub fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let completer = shells.completer(&shell.to_string()).expect("the engine has all shells of clap");
    completer
        .write_registration(VARIABLE, "fizzle", "fizzle", "fizzle", &mut script)
        .expect("a vector takes any bytes");
    script
}

/// Answers a completion script: writes the words that fit at the cursor. The typed command line follows
/// a `--` in `arguments`. Writes nothing if nothing fits.
pub fn answer(
    shell: &OsStr,
    arguments: &[OsString],
    command: Command,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(&shell.to_string_lossy()) else {
        return Err(wrong!("{VARIABLE}: there is no shell {}", shell.display()));
    };
    let words: Vec<OsString> = arguments.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    let mut command = with_values(command, &words);
    let mut text = Vec::new();
    let folder = std::env::current_dir().ok();
    match completer.write_complete(&mut command, words, folder.as_deref(), &mut text) {
        Ok(()) => Ok(out.write_all(&text)?),
        Err(_) => Ok(()),
    }
}

fn with_values(command: Command, words: &[OsString]) -> Command {
    let typed = Arc::new(Typed(words.iter().map(|word| word.to_string_lossy().into_owned()).collect()));
    command.mut_subcommands(|command| {
        command.mut_args(|argument| {
            let name = argument.get_id().as_str();
            let Some((_, find)) = VALUES.iter().find(|(names, _)| names.contains(&name)) else {
                return argument;
            };
            // `fizzle sheet` takes a game or a scenario file.
            let (typed, may_be_file) = (Arc::clone(&typed), name == "system");
            let fitting = move |current: &OsStr| fitting(&find(&typed), may_be_file, current);
            argument.add(ArgValueCompleter::new(fitting))
        })
    })
}

/// Completes the last name in `current`, and keeps the text before it.
fn fitting(words: &[Word], may_be_file: bool, current: &OsStr) -> Vec<CompletionCandidate> {
    let Some(text) = current.to_str() else { return Vec::new() };
    let is_of_name = |c: char| c.is_alphanumeric() || "_.-=".contains(c);
    let start = text.char_indices().rev().find(|(_, c)| !is_of_name(*c));
    let (before, begun) = text.split_at(start.map_or(0, |(at, c)| at + c.len_utf8()));
    let fits = words.iter().filter(|(word, _)| word.starts_with(begun) && !word.contains(is_obeyed));
    let mut candidates: Vec<CompletionCandidate> = fits
        .map(|(word, help)| {
            CompletionCandidate::new(format!("{before}{word}"))
                .help(Some(help.replace(is_obeyed, " ").into()))
        })
        .collect();
    if may_be_file && candidates.is_empty() {
        candidates.extend(PathCompleter::file().complete(current));
    }
    candidates
}

fn systems() -> Vec<Word> {
    SYSTEMS.iter().map(|system| (system.name.to_owned(), system.title.to_string())).collect()
}

/// The words typed so far.
struct Typed(Vec<String>);

impl Typed {
    /// The game that is named on the command line.
    fn system(&self) -> Option<&'static Arc<System>> {
        self.0.iter().find_map(|word| systems::named(word))
    }

    /// The scenario file that is named on the command line.
    fn document(&self) -> Option<Document> {
        let is_file = |path: &&Path| path.extension() == Some(OsStr::new("toml")) && path.is_file();
        Document::read(self.0.iter().map(Path::new).find(is_file)?).ok()
    }

    fn scenario(&self) -> Option<Scenario> {
        self.document()?.check().ok()
    }

    fn procedures(&self) -> Vec<Word> {
        let rows = self.system().map_or(&[][..], |system| &system.procedures);
        rows.iter().map(|row| (row.name.to_string(), row.help.to_string())).collect()
    }

    fn pages(&self) -> Vec<Word> {
        let command = super::command();
        let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
        let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
        let topics = super::help::topics().map(|topic| (topic.to_owned(), "a language of fizzle".to_owned()));
        commands.map(|command| (command.get_name().to_owned(), about(command))).chain(topics).collect()
    }

    fn keys(&self) -> Vec<Word> {
        let Some(scenario) = self.scenario() else { return Vec::new() };
        let words = scenario.procedure.keys.iter().flat_map(|key| {
            let positions = key.array().map_or(vec![0], |array| scenario.input.positions(array));
            positions.into_iter().map(|position| (format!("{}=", key.at(position)), key.help.to_string()))
        });
        words.collect()
    }

    fn variants(&self) -> Vec<Word> {
        let names = self.document().map(|document| document.variant_names()).unwrap_or_default();
        names.into_iter().map(|name| (name, "a variant of the file".to_owned())).collect()
    }

    fn metrics(&self) -> Vec<Word> {
        let Some(scenario) = self.scenario() else { return Vec::new() };
        let metrics = scenario.ready.procedure.metrics().iter();
        metrics.map(|metric| (metric.name.clone(), metric.help.to_string())).collect()
    }
}
