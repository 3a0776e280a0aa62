//! The games, the rule texts and the scenarios that a user may start from.

use std::sync::Arc;

use serde_json::{Value, json};

use super::problem::Refusal;
use crate::description::words::capitalized;
use crate::description::{ProcedureDescription, System};
use crate::scenario::{Change, edit};
use crate::systems::{self, SYSTEMS};

/// The name of the game if the user writes the rules.
pub const OWN_RULES: &str = "rules";

/// Rule texts to start from, with their names. The first one is minimal.
const EXAMPLES: [(&str, &str); 14] = [
    (
        "",
        "# A line is a statement. Change anything!\ntitle \"A roll of dice\"\nreport total = 4d6.highest(3)\n",
    ),
    ("ability-scores", include_str!("../../scenarios/rules/ability-scores.rules")),
    ("blades", include_str!("../../scenarios/rules/blades.rules")),
    ("casting", include_str!("../../scenarios/rules/casting.rules")),
    ("duel", include_str!("../../scenarios/rules/duel.rules")),
    ("genesys", include_str!("../../scenarios/rules/genesys.rules")),
    ("indirect-spell", include_str!("../../scenarios/rules/indirect-spell.rules")),
    ("knights", include_str!("../../scenarios/rules/knights.rules")),
    ("last-stand", include_str!("../../scenarios/rules/last-stand.rules")),
    ("pig", include_str!("../../scenarios/rules/pig.rules")),
    ("risk", include_str!("../../scenarios/rules/risk.rules")),
    ("storyteller", include_str!("../../scenarios/rules/storyteller.rules")),
    ("two-shots", include_str!("../../scenarios/rules/two-shots.rules")),
    ("warhammer", include_str!("../../scenarios/rules/warhammer.rules")),
];

/// The games with their procedures, and rule texts to start from.
pub fn catalog() -> Value {
    let procedure = |row: &Arc<ProcedureDescription>| json!({ "name": row.name, "help": row.help });
    let game = |system: &Arc<System>| {
        let procedures: Vec<Value> = system.procedures.iter().map(procedure).collect();
        json!({ "name": system.name, "title": system.title, "notes": system.notes, "procedures": procedures })
    };
    let games: Vec<Value> = SYSTEMS.iter().map(game).collect();
    let example = |(name, text): (&str, &str)| {
        let title = text.split_once("title \"").and_then(|(_, rest)| rest.split_once('"'));
        json!({ "name": name, "title": title.map_or(name, |(title, _)| title) })
    };
    let examples: Vec<Value> = EXAMPLES.into_iter().map(example).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "games": games, "examples": examples })
}

/// The name of a rule text among those to start from; empty if it is none of them.
pub fn example(text: &str) -> &'static str {
    EXAMPLES.into_iter().find(|(_, example)| *example == text).map_or("", |(name, _)| name)
}

/// The scenario that `fizzle new` writes, without its comments, or one with a rule text in it.
pub fn start(game: &str, procedure: &str) -> Result<Value, Refusal> {
    let none = |what: &str, name: &str| Refusal::Error(format!("there is no {what} \"{name}\""));
    if game == OWN_RULES {
        let example = EXAMPLES.into_iter().find(|(name, _)| *name == procedure);
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
