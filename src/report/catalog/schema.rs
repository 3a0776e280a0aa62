//! The JSON Schema of scenario files.

use serde_json::{Map, Value as Json, json};

use super::{preset_names, stands_alone};
use crate::description::{Key, Kind, Presence, ProcedureDescription, System};
use crate::scenario::COMMON;
use crate::systems::SYSTEMS;

/// A JSON Schema of scenario files: for one system, which may be a rule text, or for all systems and
/// any rule text.
pub fn schema(only: Option<&System>) -> Json {
    let systems: Vec<&System> = match only {
        Some(only) => vec![only],
        None => SYSTEMS.iter().map(|system| &***system).collect(),
    };
    let rows = systems.iter().flat_map(|system| system.procedures.iter().map(move |row| (row, system)));
    let mut alternatives: Vec<Json> = rows.map(|(row, system)| procedure_schema(row, system)).collect();
    // The keys of an arbitrary rule text are unknown here.
    let any_rules = || json!({ "properties": { "rules": rules_schema() }, "required": ["rules"] });
    alternatives.extend(only.is_none().then(any_rules));
    let names: Vec<&str> =
        systems.iter().filter(|system| system.rules.is_none()).map(|system| &*system.name).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fizzle scenario",
        "type": "object",
        "properties": { "system": { "enum": names } },
        "anyOf": alternatives,
    })
}

fn rules_schema() -> Json {
    json!({ "type": "string", "description": "a rule text: its file beside the scenario, or the text itself" })
}

/// The alternative of a procedure. The key `procedure` is not required, since a preset may imply it.
fn procedure_schema(row: &ProcedureDescription, system: &System) -> Json {
    let mut properties = properties(row.keys.iter().chain(COMMON.iter()), system);
    let (game, schema) = match system.rules {
        None => ("system", json!({ "const": system.name })),
        Some(_) => ("rules", rules_schema()),
    };
    properties.insert(game.to_owned(), schema);
    properties.insert("procedure".to_owned(), json!({ "const": row.name }));
    json!({
        "properties": properties,
        "required": [game],
        "additionalProperties": false,
        "description": row.help,
    })
}

/// The schemas of keys as nested objects. Keys of array items are below `items`.
fn properties<'a>(keys: impl Iterator<Item = &'a Key>, system: &System) -> Map<String, Json> {
    let mut root = Map::new();
    for key in keys {
        let parts: Vec<&str> = match stands_alone(key, system) {
            true => vec![&*key.path],
            false => key.path.split('.').collect(),
        };
        insert(&mut root, &parts, key, system);
    }
    root
}

fn insert(properties: &mut Map<String, Json>, path: &[&str], key: &Key, system: &System) {
    let table = || json!({ "type": "object", "additionalProperties": false, "properties": {} });
    match path {
        [] => {}
        [name] => {
            properties.insert((*name).to_owned(), value_schema(key, system));
        }
        [array, "*", rest @ ..] => {
            let items = || json!({ "type": "array", "items": table() });
            let schema = properties.entry(*array).or_insert_with(items);
            insert(object_at(&mut schema["items"]["properties"]), rest, key, system);
        }
        [name, rest @ ..] => {
            let schema = properties.entry(*name).or_insert_with(table);
            insert(object_at(&mut schema["properties"]), rest, key, system);
        }
    }
}

fn object_at(value: &mut Json) -> &mut Map<String, Json> {
    value.as_object_mut().expect("properties are an object from the start")
}

fn value_schema(key: &Key, system: &System) -> Json {
    let mut schema = match &key.kind {
        Kind::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Integers { min, max, fewest, most } => json!({
            "type": "array",
            "items": { "type": "integer", "minimum": min, "maximum": max },
            "minItems": fewest,
            "maxItems": most,
        }),
        Kind::IntegerOrText { min, max, .. } => json!({
            "anyOf": [{ "type": "integer", "minimum": min, "maximum": max }, { "type": "string" }],
        }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Words(words) => json!({ "enum": words.iter().map(|(word, _)| word).collect::<Vec<_>>() }),
        Kind::Preset => json!({
            "anyOf": [{ "enum": preset_names(key, system) }, { "type": "string", "pattern": "\\+" }],
        }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Range => {
            json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
        }
        Kind::Settings => json!({ "type": "object" }),
    };
    schema["title"] = Json::from(key.label_of_any());
    schema["description"] = Json::from(&*key.help);
    if let Presence::Default(default) = &key.presence {
        schema["default"] = json!(default);
    }
    schema
}
