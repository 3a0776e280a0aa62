//! The games: `fizzle list`, and `fizzle new` and `schema` for scenarios of one.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::error::{Error, wrong};
use super::files::Files;
use super::load;
use super::{meant, unknown};
use crate::ask;
use crate::description::{ProcedureDescription, System};
use crate::report::{catalog, json};
use crate::scenario::is_rules;
use crate::systems::{self, SYSTEMS};

/// What `fizzle new` is told.
#[derive(Debug, Args)]
pub struct NewArguments {
    /// Game or rule text, as in `fizzle list`; a file (.rules); or `rules`, for a text of your own
    system: String,
    /// Procedure [default: the first of the game]
    procedure: Option<String>,
    /// Also the keys that have defaults, and the tables of other commands, as comments
    #[arg(long)]
    all: bool,
    /// The rules of the procedure, to change and run
    #[arg(long, conflicts_with = "all")]
    rules: bool,
}

/// Prints a scenario, or a text of rules, to start from.
pub fn new(arguments: &NewArguments, out: &mut dyn Write) -> Result<(), Error> {
    let NewArguments { system, procedure, all, rules } = arguments;
    let known = match system.as_str() {
        "rules" => Some(catalog::FIRST_RULES),
        _ => texts().find(|(name, _)| name == system).map(|(_, text)| text),
    };
    let text = match (known, procedure) {
        (Some(_), Some(name)) => {
            return Err(wrong!(
                "{system} is a text, which has no procedure \"{name}\" to choose: leave it out"
            ));
        }
        (Some(text), None) => text.to_owned(),
        (None, _) => {
            let system = find_system(system)?;
            let row = match procedure {
                None => &system.procedures[0],
                Some(name) => find_procedure(&system, name)?,
            };
            match () {
                () if *rules => rules_of(&system, row)?.to_owned(),
                () if *all => catalog::template(&system, row),
                () => catalog::short_template(&system, row),
            }
        }
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// The rule text of a procedure.
fn rules_of<'a>(system: &System, row: &'a ProcedureDescription) -> Result<&'a str, Error> {
    if row.rules.is_empty() {
        let texts = SYSTEMS.iter().flat_map(|system| {
            let rows = system.procedures.iter().filter(|row| !row.rules.is_empty());
            rows.map(|row| format!("{} {}", system.name, row.name))
        });
        let texts: Vec<String> = texts.collect();
        return Err(wrong!(
            "the rules of {} {} are not a text; those of {} are",
            system.name,
            row.name,
            texts.join(", ")
        ));
    }
    Ok(&row.rules)
}

/// Prints the games, or all about one.
pub fn list(sought: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let text = match sought.map(|name| (name, find_system(name))) {
        None => ask::games(""),
        Some((_, Ok(system))) => catalog::system(&system),
        Some((name, Err(error))) => found(name).ok_or(error)?,
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// The games with these words in their names or titles, if there are any. An edition makes no difference, as in
/// `dnd5e`, unless it is a slip of a name.
fn found(words: &str) -> Option<String> {
    let (before, edition) = words.split_at(words.find(|c: char| c.is_ascii_digit()).unwrap_or(words.len()));
    let is_edition = before.len() > 2 && edition.len() <= 2 && meant(words, &names()).is_none();
    let all = [words, if is_edition { before } else { "" }];
    all.into_iter().filter(|words| !words.is_empty()).map(ask::games).find(|games| !games.is_empty())
}

/// Prints the JSON Schema of scenario files.
pub fn schema(system: Option<&str>, out: &mut dyn Write) -> Result<(), Error> {
    let system = system.map(find_system).transpose()?;
    Ok(out.write_all(json::pretty(&catalog::schema(system.as_deref())).as_bytes())?)
}

/// The rule texts that one may start from.
fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    ask::examples().filter(|(name, _)| !name.is_empty())
}

/// Finds a built-in game by name, or reads the game of a rule text.
pub fn find_system(name: &str) -> Result<Arc<System>, Error> {
    let path = Path::new(name);
    if is_rules(path) {
        let text = load::read(&Files::OnDisk, path)?;
        return Ok(Arc::clone(text.own_system().expect("a rule text is a game")));
    }
    if let Some(system) = systems::named(name) {
        return Ok(Arc::clone(system));
    }
    if meant(name, &names()).is_some() {
        return Err(Error::Input(unknown("system", name, &names())));
    }
    Err(Error::Input(match found(name) {
        Some(_) => {
            format!("there is no system \"{name}\"; `fizzle list {name}` names those with it in their titles")
        }
        None => {
            let games: Vec<&str> = SYSTEMS.iter().map(|system| system.name).collect();
            let others = "other games (D&D, Warhammer, …) are texts: see fizzle list and scenarios/rules, or write one (fizzle new rules)";
            format!("{}; {others}", unknown("system", name, &games))
        }
    }))
}

/// The names of games and rule texts.
fn names() -> Vec<&'static str> {
    let of_texts = texts().map(|(name, _)| name);
    SYSTEMS.iter().map(|system| system.name).chain(of_texts).collect()
}

fn find_procedure<'a>(system: &'a System, name: &str) -> Result<&'a ProcedureDescription, Error> {
    let names: Vec<&str> = system.procedures.iter().map(|row| &*row.name).collect();
    let procedure = system.procedure(name).map(|procedure| &**procedure);
    procedure.ok_or_else(|| {
        let preset = system.presets.iter().find(|preset| preset.name == name);
        Error::Input(match preset {
            Some(preset) => {
                let of = system
                    .procedures
                    .iter()
                    .find(|row| row.start.iter().any(|(_, value)| value.bare() == name));
                let of = of.map_or_else(String::new, |row| format!(" of {}", row.name));
                format!("\"{name}\" is no procedure but a preset{of}: {} = \"{name}\"", preset.key)
            }
            None => unknown("procedure", name, &names),
        })
    })
}
