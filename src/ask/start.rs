//! What there is to start from.

use std::sync::Arc;

use serde_json::{Value, json};

use super::problem::Refusal;
use crate::description::words::capitalized;
use crate::description::{ProcedureDescription, System};
use crate::scenario::{Change, edit};
use crate::systems::{self, SYSTEMS};

/// The games with their procedures.
pub fn catalog() -> Value {
    let procedure = |row: &Arc<ProcedureDescription>| json!({ "name": row.name, "help": row.help });
    let game = |system: &Arc<System>| {
        let procedures: Vec<Value> = system.procedures.iter().map(procedure).collect();
        json!({ "name": system.name, "title": system.title, "notes": system.notes, "procedures": procedures })
    };
    let games: Vec<Value> = SYSTEMS.iter().map(game).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "games": games })
}

/// The scenario that `fizzle new` writes, without its comments.
pub fn start(game: &str, procedure: &str) -> Result<Value, Refusal> {
    let none = |what: &str, name: &str| Refusal::Error(format!("there is no {what} \"{name}\""));
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
