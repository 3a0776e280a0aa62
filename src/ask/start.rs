//! The games, the rule texts and the scenarios that a user may start from.

use std::sync::Arc;

use serde_json::{Value, json};

use super::library::{self, RULES, Text, about};
use super::problem::Refusal;
use crate::description::ProcedureDescription;
use crate::description::words::capitalized;
use crate::report;
use crate::scenario::{Change, edit};
use crate::systems::{self, BuiltIn, SYSTEMS};

/// The name of the game if the user writes the rules.
pub const OWN_RULES: &str = "rules";

/// The shortest rule text to start from.
const SHORTEST: &str =
    "# A line is a statement. Change anything!\ntitle \"A roll of dice\"\nreport total = 4d6.highest(3)\n";

/// Rule texts to start from, with their names. The first one is the shortest, without a name.
pub fn examples() -> impl Iterator<Item = Text> {
    let of_repository = RULES.iter().map(|(name, text)| (name.trim_end_matches(".rules"), *text));
    std::iter::once(("", SHORTEST)).chain(of_repository)
}

/// The title of a rule text to start from.
pub fn title(text: &str) -> &str {
    let title = text.split_once("title \"").and_then(|(_, rest)| rest.split_once('"'));
    title.map_or("", |(title, _)| title)
}

/// What `fizzle list` says of the games and rule texts with `sought` in a name or title; empty if there are
/// none. Case, spaces and punctuation make no difference: D&D is "dnd".
pub fn games(sought: &str) -> String {
    let sought = letters(sought);
    let texts = examples().filter(|(name, _)| !name.is_empty());
    let texts: Vec<(&str, &str)> = texts.map(|(name, text)| (name, title(text))).collect();
    report::catalog::games(&texts, |name| letters(name).contains(&sought))
}

fn letters(name: &str) -> String {
    let written = name.to_lowercase().replace('&', "n");
    written.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The games with their procedures, the scenarios, and rule texts to start from.
pub fn catalog() -> Value {
    let procedure = |row: &Arc<ProcedureDescription>| json!({ "name": row.name, "help": row.help });
    let game = |system: &BuiltIn| {
        let procedures: Vec<Value> = system.procedures.iter().map(procedure).collect();
        json!({ "name": system.name, "title": system.title, "notes": system.notes, "procedures": procedures })
    };
    let games: Vec<Value> = SYSTEMS.iter().map(game).collect();
    let example = |(name, text): Text| json!({ "name": name, "title": title(text), "about": about(text) });
    let examples: Vec<Value> = examples().map(example).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "games": games,
        "scenarios": library::catalog(),
        "examples": examples,
    })
}

/// The name of a rule text among those to start from; empty if it is none of them.
pub fn example(text: &str) -> &'static str {
    examples().find(|(_, example)| *example == text).map_or("", |(name, _)| name)
}

/// The scenario that `fizzle new` writes, without its comments, or one with a rule text in it.
pub fn start(game: &str, procedure: &str) -> Result<Value, Refusal> {
    let none = |what: &str, name: &str| Refusal::Error(format!("there is no {what} \"{name}\""));
    if game == OWN_RULES {
        let example = examples().find(|(name, _)| *name == procedure);
        let (_, text) = example.ok_or_else(|| none("rule text", procedure))?;
        return Ok(json!(edit("", &[Change::Set("rules".to_owned(), text.to_owned())])?));
    }
    let system = systems::named(game).ok_or_else(|| none("game", game))?;
    let row = system.procedure(procedure).ok_or_else(|| none("procedure", procedure))?;
    let title = capitalized(row.help.split(':').next().unwrap_or(&row.help));
    let text = format!("system = \"{}\"\nprocedure = \"{}\"\ntitle = {:?}\n", system.name, row.name, title);
    let set = |path: String, value: String| Change::Set(path, value);
    let values = row.start.iter().map(|(path, value)| set(path.to_string(), value.bare()));
    let questions = row.questions.iter().enumerate().flat_map(|(position, (name, event))| {
        [("name", name), ("event", event)]
            .map(|(key, text)| set(format!("question.{position}.{key}"), text.to_string()))
    });
    let changes: Vec<Change> = values.chain(questions).collect();
    Ok(json!(edit(&text, &changes)?))
}
