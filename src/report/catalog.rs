//! What fizzle knows: systems, procedures, keys, as text, templates and schema.

use serde_json::{Map, Value as Json, json};

use crate::chance::MetricSpec;
use crate::description::{
    Key, Kind, MAX_DICE, MAX_RATING, Presence, Preset, ProcedureDescription, System, Value,
};
use crate::scenario::COMMON;
use crate::systems::SYSTEMS;

/// The systems and their procedures.
pub fn systems() -> String {
    let mut text = String::new();
    for system in SYSTEMS.iter() {
        text += &format!("{}: {}\n", system.name, system.title);
        for row in &system.procedures {
            text += &entry(4, 16, &row.name, &row.help);
        }
    }
    text + "\n`fizzle list SYSTEM` shows its keys, switches and presets.\n"
}

/// All about one system: procedures, keys, switches with every reading, presets.
pub fn system(system: &System) -> String {
    let mut text = format!("{}: {}\n", system.name, system.title);
    for note in &system.notes {
        text += &entry(2, 0, "", note);
    }
    text += "\nprocedures\n";
    for row in &system.procedures {
        text += &entry(2, 16, &row.name, &row.help);
    }
    for (rows, keys) in groups(system) {
        let names: Vec<&str> = rows.iter().map(|row| &*row.name).collect();
        let whose = if rows.len() == system.procedures.len() {
            "all procedures".to_owned()
        } else {
            names.join(", ")
        };
        text += &format!("\nkeys of {whose}\n{}", key_lines(keys.into_iter(), system));
    }
    let ratings = format!(
        "Ratings are whole numbers from 0, or -{MAX_RATING} if they may be negative, to {MAX_RATING}; a pool has at most {MAX_DICE} dice."
    );
    text += &format!("\n{}", entry(0, 0, "", &ratings));
    if !system.presets.is_empty() {
        text += "\npresets\n";
    }
    for preset in &system.presets {
        text += &preset_line(preset);
    }
    text += "\nmetrics\n";
    for row in &system.procedures {
        text += &procedure_metrics(row, system);
    }
    text
}

/// The widest line of a list, but for words that are longer.
const LIST_WIDTH: usize = 80;

/// A name and what it means, side by side: lines of at most [`LIST_WIDTH`] characters.
fn entry(indent: usize, width: usize, name: &str, help: &str) -> String {
    let start = indent + width;
    let lines = wrapped(help, LIST_WIDTH - start);
    let mut text = format!("{:indent$}{name:<width$}", "");
    // A name that fills its column has a line of its own.
    if name.chars().count() >= width && !name.is_empty() {
        text += &format!("\n{:start$}", "");
    }
    text += &lines.join(&format!("\n{:start$}", ""));
    text + "\n"
}

/// The metrics of a procedure, and the files that it has besides those of every run.
fn procedure_metrics(row: &ProcedureDescription, system: &System) -> String {
    let ready = row.example(&system.presets).ready;
    let mut text = format!("  {}\n", row.name);
    let metrics = ready.procedure.metrics();
    for metric in metrics {
        let names = match (metric.labels(), metric.names()) {
            (Some(labels), _) => format!(" ({})", labels.join(", ")),
            (None, Some(names)) => {
                let codes = (0..).zip(names).map(|(code, name): (u32, _)| format!("{code} {name}"));
                format!(" ({})", codes.collect::<Vec<_>>().join(", "))
            }
            (None, None) => String::new(),
        };
        let example = named_by_example(row, &metric.name)
            .map_or_else(String::new, |name| format!(" (of the example; here {name})"));
        let meaning = meaning(&metric.name, &metric.label, &metric.help);
        text += &entry(4, 20, &metric.name, &format!("{meaning}{names}{example}"));
    }
    for key in row.keys.iter().filter(|key| key.presence == Presence::Optional && key.array().is_none()) {
        let Some(value) = &key.example else { continue };
        let Some(with) = row.example_with(&system.presets, &[(key.path.clone(), value.clone())]) else {
            continue;
        };
        let is_new = |metric: &&MetricSpec| metrics.iter().all(|other| other.name != metric.name);
        for metric in with.ready.procedure.metrics().iter().filter(is_new) {
            let meaning = meaning(&metric.name, &metric.label, &metric.help);
            text += &entry(4, 20, &metric.name, &format!("{meaning}, if {} is given", key.path));
        }
    }
    let tables = ready.tables.iter().map(|table| table.name.to_string());
    let figures = row.figures.iter().map(|figure| format!("{}.svg", figure.name));
    let files: Vec<String> = tables.chain(figures).collect();
    if !files.is_empty() {
        text += &entry(4, 0, "", &format!("also writes: {}", files.join(", ")));
    }
    text
}

/// What a name stands for: its label, unless it is the name itself or the help has all its words,
/// and its help, unless the label has all the words of that.
fn meaning(name: &str, label: &str, help: &str) -> String {
    let has_words = |text: &str, words: &str| {
        let known: Vec<&str> = roots(text).collect();
        roots(words).all(|root| known.contains(&root))
    };
    let (small, text) = (label.to_lowercase(), help.to_lowercase());
    if name.replace('_', " ") == small || has_words(&text, &small) {
        help.to_owned()
    } else if has_words(&small, &text) {
        label.to_owned()
    } else {
        format!("{label}: {help}")
    }
}

/// The beginnings of the words that mean something: "fails" and "failed" begin alike.
fn roots(text: &str) -> impl Iterator<Item = &str> {
    const FILLERS: [&str; 14] =
        ["a", "an", "and", "at", "by", "for", "if", "in", "is", "it", "its", "of", "that", "the"];
    let words = text.split(|c: char| !c.is_alphanumeric());
    let meant = words.filter(|word| !word.is_empty() && !FILLERS.contains(word));
    meant.map(|word| word.char_indices().nth(ROOT).map_or(word, |(end, _)| &word[..end]))
}

/// So many letters of a word are compared.
const ROOT: usize = 4;

/// The name in the example of `fizzle new` after which a metric is called.
fn named_by_example<'a>(row: &'a ProcedureDescription, metric: &str) -> Option<&'a str> {
    let is_text = |path: &str| row.keys.iter().any(|key| key.kind == Kind::Text && key.matches(path));
    row.start.iter().find_map(|(path, value)| match value {
        Value::Word(name) if is_text(path) && metric.ends_with(&format!("_{name}")) => Some(&**name),
        _ => None,
    })
}

/// A commented scenario to start from.
pub fn template(system: &System, row: &ProcedureDescription) -> String {
    let mut text = format!("# {}\n# {}: {}\n", system.title, row.name, row.help);
    text += "# A line that begins with # is a comment; take the # off to set the key.\n";
    let title = row.help.split(':').next().unwrap_or(&row.help);
    let title = format!("{}{}", title[..1].to_uppercase(), &title[1..]);
    text += &format!("system = \"{}\"\nprocedure = \"{}\"\ntitle = \"{title}\"\n", system.name, row.name);
    for keys in row.keys.chunk_by(|a, b| a.table() == b.table()) {
        text += &template_table(keys, row, system);
    }
    for (name, event) in &row.questions {
        text += &format!("\n[[question]]\nname = \"{name}\"\nevent = \"{event}\"\n");
    }
    text + &template_tables(row)
}

/// The tables that any scenario may have, as comments.
fn template_tables(row: &ProcedureDescription) -> String {
    let (key, first, start, last) = varied(row);
    let mut tables = vec![
        (
            "the settings that `fizzle sweep`, `fizzle advise` and `fizzle report` try",
            format!("[vary]\n\"{key}\" = \"{first}..{last}\""),
        ),
        (
            "a named change, for `fizzle compare`, `fizzle attribute` and `fizzle report`",
            format!("[[variant]]\nname = \"one-more\"\nset = {{ \"{key}\" = {} }}", start + 1),
        ),
    ];
    if let Some((name, _)) = row.questions.first() {
        let advise = format!("[advise]\nmaximize = 'p(\"{name}\")'");
        tables.push(("what is good, for `fizzle advise` and `fizzle report`", advise));
        let expect = format!("[[expect]]\nstat = 'p(\"{name}\")'\nbetween = [0.01, 0.99]");
        tables.push(("what `fizzle test` checks", expect));
    }
    let comment = |(help, table): (&str, String)| {
        let lines: String = table.lines().map(|line| format!("# {line}\n")).collect();
        format!("\n#   {help}\n{lines}")
    };
    tables.into_iter().map(comment).collect()
}

/// The key that a template varies, with the first, its own and the last of the values: a choice,
/// where there is one.
fn varied(row: &ProcedureDescription) -> (String, i64, i64, i64) {
    let number = |value: &Value| match value {
        Value::Integer(number) => Some(*number),
        _ => None,
    };
    let started = row.start.iter().filter_map(|(path, value)| Some((path.to_string(), number(value)?)));
    let defaults = row.keys.iter().filter_map(|key| match &key.presence {
        Presence::Default(default) => Some((key.at(0), number(default)?)),
        _ => None,
    });
    let is_choice = |(path, _): &(String, i64)| path.starts_with("choice.");
    let found = started.clone().find(is_choice).or(started.chain(defaults).next());
    let (path, start) = found.expect("every procedure has a number");
    let key = row.keys.iter().find(|key| key.matches(&path)).expect("a template begins keys alone");
    let (least, most) = match key.kind {
        Kind::Integer { min, max } => (min, max),
        _ => (start, start + 1),
    };
    (path, (start - 2).max(least), start, (start + 2).min(most))
}

/// A table with its keys, or the items of an array as `fizzle new` begins them; an
/// array that it does not begin is a comment.
fn template_table(keys: &[Key], row: &ProcedureDescription, system: &System) -> String {
    let header = header(&keys[0]);
    let Some(array) = keys[0].array() else {
        let lines = keys.iter().map(|key| template_line(key, started(row, &key.path), system));
        return format!("\n{header}\n{}", lines.collect::<String>());
    };
    let begun = |position: &usize| {
        row.start.iter().any(|(path, _)| path.starts_with(&format!("{array}.{position}.")))
    };
    let mut text = String::new();
    for position in (0..).take_while(begun) {
        text += &format!("\n{header}\n");
        for key in keys {
            let value = started(row, &key.at(position));
            // What the first item explains the others only set.
            text += &match (position, value) {
                (0, _) => template_line(key, value, system),
                (_, Some(value)) => format!("{} = {value}\n", key.name()),
                (_, None) => String::new(),
            };
        }
    }
    if text.is_empty() {
        let lines = keys.iter().map(|key| template_line(key, None, system));
        text = format!("\n# {header}\n{}", lines.collect::<String>());
    }
    text
}

/// The value with which `fizzle new` begins a key.
fn started<'a>(row: &'a ProcedureDescription, path: &str) -> Option<&'a Value> {
    row.start.iter().find(|(other, _)| *other == path).map(|(_, value)| value)
}

/// The line above the keys of a table: `[caster]`, or `[[spell]]` for an array.
fn header(key: &Key) -> String {
    match key.array() {
        Some(array) => format!("[[{array}]]"),
        None => format!("[{}]", key.table()),
    }
}

/// A JSON Schema of scenario files, of one system or of all.
pub fn schema(only: Option<&System>) -> Json {
    let systems: Vec<&System> = SYSTEMS
        .iter()
        .map(|system| &**system)
        .filter(|one| only.is_none_or(|only| only.name == one.name))
        .collect();
    let names: Vec<&str> = systems.iter().map(|system| &*system.name).collect();
    let rules: Vec<Json> = systems.iter().flat_map(|system| procedure_schemas(system)).collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fizzle scenario",
        "type": "object",
        "required": ["system"],
        "properties": { "system": { "enum": names } },
    });
    schema["anyOf"] = Json::from(rules);
    schema
}

/// The keys, each once, with the procedures that have it: first those of few.
fn groups(system: &System) -> Vec<(Vec<&ProcedureDescription>, Vec<&Key>)> {
    let mut groups: Vec<(Vec<&ProcedureDescription>, Vec<&Key>)> = Vec::new();
    for key in system.procedures.iter().flat_map(|row| &row.keys) {
        let rows: Vec<&ProcedureDescription> =
            system.procedures.iter().map(|row| &**row).filter(|row| row.keys.contains(key)).collect();
        let same = |(others, _): &&mut (Vec<&ProcedureDescription>, Vec<&Key>)| {
            others.iter().map(|row| &row.name).eq(rows.iter().map(|row| &row.name))
        };
        match groups.iter_mut().find(same) {
            Some((_, keys)) if keys.contains(&key) => {}
            Some((_, keys)) => keys.push(key),
            None => groups.push((rows, vec![key])),
        }
    }
    groups.sort_by_key(|(rows, _)| rows.len());
    groups
}

fn key_lines<'a>(keys: impl Iterator<Item = &'a Key>, system: &System) -> String {
    let mut text = String::new();
    let mut table = "";
    for key in keys {
        if key.table() != table {
            table = key.table();
            text += &format!("\n{}\n", header(key));
        }
        let meaning = meaning(key.name(), &key.label_of_any(), &key.help);
        let help = format!("{meaning} ({})", presence(key, system));
        text += &entry(2, 22, key.name(), &help);
        if let Kind::Words(words) = &key.kind {
            for (word, meaning) in words {
                text += &entry(26, 0, "", &format!("\"{word}\": {meaning}"));
            }
        }
        if !key.not_in_text.is_empty() {
            text += &entry(26, 0, "", &beyond_text(key));
        }
    }
    text
}

/// What of a key the source text does not say.
fn beyond_text(key: &Key) -> String {
    format!("not in the source text: {}", key.not_in_text)
}

/// Whether a key can be left out, what presets make of it then, and its range
/// unless it is that of any rating.
fn presence(key: &Key, system: &System) -> String {
    let range = match key.kind {
        Kind::Integer { min: 0, max: MAX_RATING } => String::new(),
        Kind::Integer { min, max: MAX_RATING } if min == -MAX_RATING => "; may be negative".to_owned(),
        Kind::Integer { min, max } => format!("; {min} to {max}"),
        Kind::Integers { .. } | Kind::IntegerOrText { .. } => format!("; {}", key.allowed()),
        _ => String::new(),
    };
    match &key.presence {
        Presence::Required => format!("required{range}"),
        Presence::Optional => format!("optional{range}"),
        Presence::Default(default) => {
            format!("default {default}{}{range}", other_values(key, default, system))
        }
    }
}

/// The most presets that the line of a key tells of: of more, such as a list of
/// spells, each has a line of its own.
const FEW_PRESETS: usize = 2;

/// What presets set a key to, where that is not its default.
fn other_values(key: &Key, default: &Value, system: &System) -> String {
    let mut fills: Vec<(&str, &Value)> = Vec::new();
    for preset in &system.presets {
        let fill = preset.fills.iter().find(|(path, _)| *path == key.path);
        fills.extend(fill.map(|(_, value)| (&*preset.name, value)));
    }
    if fills.len() > FEW_PRESETS {
        return String::new();
    }
    let others = fills.iter().filter(|(_, value)| *value != default);
    others.map(|(name, value)| format!("; {name}: {value}")).collect()
}

fn preset_line(preset: &Preset) -> String {
    let fills: Vec<String> = preset.fills.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    entry(2, 20, &preset.name, &fills.join(", "))
}

/// A key with its value, its help behind it or, where that is long, above it.
fn template_line(key: &Key, start: Option<&Value>, system: &System) -> String {
    let (mark, value) = match (start, &key.presence) {
        (Some(value), _) => ("", value.to_string()),
        (None, Presence::Default(default)) => ("# ", default.to_string()),
        (None, _) => ("# ", example(key, system)),
    };
    let names: Vec<&str> = match &key.kind {
        Kind::Words(words) => words.iter().map(|(word, _)| &**word).collect(),
        Kind::Preset => preset_names(key, system),
        _ => Vec::new(),
    };
    let help = match names.is_empty() {
        true => key.help.to_string(),
        false => format!("{}: {}", key.help, names.join(" | ")),
    };
    let help = match &*key.not_in_text {
        "" => help,
        _ => format!("{help}; {}", beyond_text(key)),
    };
    let line = format!("{mark}{} = {value}", key.name());
    let beside = format!("{line:<32} # {help}\n");
    if beside.chars().count() <= TEMPLATE_WIDTH {
        return beside;
    }
    let above: String =
        wrapped(&help, TEMPLATE_WIDTH - 4).iter().map(|line| format!("#   {line}\n")).collect();
    format!("{above}{line}\n")
}

/// The longest line of a template, but for words that are longer.
const TEMPLATE_WIDTH: usize = 100;

/// Lines of at most `width` characters, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A value for a key that has none: its example, or what a preset would fill.
fn example(key: &Key, system: &System) -> String {
    if let Some(example) = &key.example {
        return example.to_string();
    }
    let mut fills = system.presets.iter().flat_map(|preset| &preset.fills);
    if let Some((_, value)) = fills.find(|(path, _)| *path == key.path) {
        return value.to_string();
    }
    match &key.kind {
        Kind::Integer { min, .. } | Kind::IntegerOrText { min, .. } => min.max(&1).to_string(),
        Kind::Integers { fewest, .. } => format!("{:?}", (1..=*fewest).collect::<Vec<_>>()),
        Kind::Text => "\"NAME\"".to_owned(),
        Kind::Words(words) => format!("\"{}\"", words[0].0),
        _ => "\"\"".to_owned(),
    }
}

fn preset_names<'a>(key: &Key, system: &'a System) -> Vec<&'a str> {
    system.presets.iter().filter(|preset| preset.key == key.path).map(|preset| &*preset.name).collect()
}

/// One alternative for each procedure named, and one for files where a preset
/// implies it.
fn procedure_schemas(system: &System) -> Vec<Json> {
    system
        .procedures
        .iter()
        .map(|row| {
            let mut properties = properties(row.keys.iter().chain(COMMON.iter()), system);
            properties.insert("system".to_owned(), json!({ "const": system.name }));
            properties.insert("procedure".to_owned(), json!({ "const": row.name }));
            json!({ "properties": properties, "additionalProperties": false, "description": row.help })
        })
        .collect()
}

/// The keys as nested objects; items of arrays behind `items`.
fn properties<'a>(keys: impl Iterator<Item = &'a Key>, system: &System) -> Map<String, Json> {
    let mut root = Map::new();
    for key in keys {
        let parts: Vec<&str> = key.path.split('.').collect();
        insert(&mut root, &parts, key, system);
    }
    root
}

fn insert(properties: &mut Map<String, Json>, path: &[&str], key: &Key, system: &System) {
    match path {
        [] => {}
        [name] => {
            properties.insert((*name).to_owned(), value_schema(key, system));
        }
        [array, "*", rest @ ..] => {
            let schema = properties.entry(*array).or_insert_with(|| {
                json!({ "type": "array", "items": { "type": "object", "additionalProperties": false, "properties": {} } })
            });
            insert(object_at(&mut schema["items"]["properties"]), rest, key, system);
        }
        [table, rest @ ..] => {
            let schema = properties.entry(*table).or_insert_with(
                || json!({ "type": "object", "additionalProperties": false, "properties": {} }),
            );
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
        Kind::Preset => json!({ "enum": preset_names(key, system) }),
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
