//! Templates: commented scenarios to start from.

use serde_json::json;

use super::{beyond_text, header, preset_names, stands_alone};
use crate::description::words::capitalized;
use crate::description::{Key, Kind, Presence, ProcedureDescription, System, Value};
use crate::report::table::wrapped;
use crate::scenario::is_obeyed;

/// A commented scenario with every key.
pub fn template(system: &System, row: &ProcedureDescription) -> String {
    let mut text = head(system, row);
    text += TAKE_OFF;
    text += &body(system, row, &row.keys);
    text + &template_tables(row)
}

/// A commented scenario with the keys that have no default. A rule text has few keys, so all of them are there.
pub fn short_template(system: &System, row: &ProcedureDescription) -> String {
    let is_begun = |key: &&Key| row.start.iter().any(|(path, _)| key.matches(path));
    let keys: Vec<Key> = match system.rules {
        Some(_) => row.keys.clone(),
        None => row.keys.iter().filter(is_begun).cloned().collect(),
    };
    let mut text = head(system, row);
    text += &match system.rules {
        Some(_) => TAKE_OFF.to_owned(),
        None => format!(
            "# Fill in the numbers. `fizzle new {} {} --all` has all other keys.\n",
            system.name, row.name
        ),
    };
    text + &body(system, row, &keys)
}

/// How to set a key that is a comment.
const TAKE_OFF: &str = "# A line that begins with # is a comment; take the # off to set the key.\n";

/// The first comments of a scenario: its game and its procedure.
fn head(system: &System, row: &ProcedureDescription) -> String {
    let mut text = format!("# {}\n", on_one_line(&system.title));
    if !is_only(system) {
        text += &format!("# {}: {}\n", row.name, row.help);
    }
    text
}

/// Whether the game is a rule text with one procedure, which nobody has to name.
fn is_only(system: &System) -> bool {
    system.rules.is_some() && system.procedures.len() == 1
}

/// A text for one line: a comment ends with it, and TOML allows no control characters in a text.
fn on_one_line(text: &str) -> String {
    text.replace(is_obeyed, " ")
}

/// The game, the title, the tables of these keys, and the questions.
fn body(system: &System, row: &ProcedureDescription, keys: &[Key]) -> String {
    let title = on_one_line(&capitalized(row.help.split(':').next().unwrap_or(&row.help)));
    let mut text = match &system.rules {
        None => format!("system = \"{}\"\n", system.name),
        Some(_) => format!("rules = \"{}.rules\"\n", system.name),
    };
    if !is_only(system) {
        text += &format!("procedure = \"{}\"\n", row.name);
    }
    text += &format!("title = {}\n", json!(title));
    // TOML requires that top-level keys come first, and that no table is repeated.
    let all = keys;
    let mut keys = all.to_vec();
    let first = |key: &Key| all.iter().position(|other| table_of(other) == table_of(key));
    keys.sort_by_key(|key| (!key.table().is_empty() && !stands_alone(key, system), first(key)));
    for keys in keys.chunk_by(|a, b| table_of(a) == table_of(b)) {
        text += &template_table(keys, row, system);
    }
    for (name, event) in &row.questions {
        text += &format!("\n[[question]]\nname = \"{name}\"\nevent = \"{event}\"\n");
    }
    text
}

/// The table under whose heading a key is written: the item of an array, or the table itself.
fn table_of(key: &Key) -> &str {
    key.array().unwrap_or(key.table())
}

/// The name of a key under that heading, which may have dots: `spell.force` of a fighter.
fn name_in_table(key: &Key) -> &str {
    let inner = key.array().and_then(|array| key.path.strip_prefix(array)?.strip_prefix(".*."));
    inner.unwrap_or(key.name())
}

/// Optional tables of any scenario, as comments.
fn template_tables(row: &ProcedureDescription) -> String {
    let is_decided = |path: &str| row.keys.iter().any(|key| key.matches(path) && key.is_choice());
    let is_choice = |(path, _): &&(String, i64)| is_decided(path);
    let choice = range(row, |numbers| numbers.iter().find(is_choice));
    let Some((key, first, start, last)) = choice else { return String::new() };
    let is_decided = is_decided(&key);
    // Whoever does not know how many there are has other results for each number.
    let may_be_unknown = |one: &&(String, i64)| !is_choice(one) && !one.0.ends_with(".count");
    let other = range(row, |numbers| numbers.iter().rfind(may_be_unknown));
    let (unknown, least, _, most) = other.unwrap_or_else(|| (key.clone(), first, start, last));
    let unknown = format!(
        "what nobody knows, in place of its line: [unknown] with \"{unknown}\" = \"{least}..{most}\""
    );
    let mut tables = vec![
        (
            if is_decided {
                "the settings that `fizzle sweep`, `fizzle advise` and `fizzle report` try"
            } else {
                "the settings that `fizzle sweep` and `fizzle report` try"
            },
            format!("[vary]\n\"{key}\" = \"{first}..{last}\""),
        ),
        (
            "a named change, for `fizzle compare`, `fizzle attribute` and `fizzle report`",
            format!("[[variant]]\nname = \"one-more\"\nset = {{ \"{key}\" = {} }}", start + 1),
        ),
        (&unknown, String::new()),
    ];
    if let Some((name, _)) = row.questions.first() {
        // Nobody is advised to change what nobody decides.
        if is_decided {
            let advise = format!("[advise]\nmaximize = 'p(\"{name}\")'");
            tables.push(("what is good, for `fizzle advise` and `fizzle report`", advise));
        }
        let expect = format!("[[expect]]\nstat = 'p(\"{name}\")'\nbetween = [0.01, 0.99]");
        tables.push(("what `fizzle test` checks", expect));
    }
    let comment = |(help, table): (&str, String)| {
        let lines: String = table.lines().map(|line| format!("# {line}\n")).collect();
        format!("\n#   {help}\n{lines}")
    };
    tables.into_iter().map(comment).collect()
}

/// An integer key of a template, with the first, the initial and the last of a few values to vary.
/// `choose` picks one of the numbers that the template sets; otherwise the first number is taken.
/// Returns `None` if there are no numbers, as in some rule texts.
fn range(
    row: &ProcedureDescription,
    choose: impl FnOnce(&[(String, i64)]) -> Option<&(String, i64)>,
) -> Option<(String, i64, i64, i64)> {
    let [started, defaults] = row.numbers();
    let found = choose(&started).cloned().or_else(|| started.first().or(defaults.first()).cloned());
    let (path, start) = found?;
    let key = row.keys.iter().find(|key| key.matches(&path)).expect("a template begins keys alone");
    let (least, most) = match key.kind {
        Kind::Integer { min, max } => (min, max),
        _ => (start, start + 1),
    };
    Some((path, (start - 2).max(least), start, (start + 2).min(most)))
}

/// A table with its keys, or the items of an array with which `fizzle new` starts. An array without
/// such items is a comment.
fn template_table(keys: &[Key], row: &ProcedureDescription, system: &System) -> String {
    let header = match keys[0].table() {
        "" => String::new(),
        _ if stands_alone(&keys[0], system) => String::new(),
        _ => format!("{}\n", header(&keys[0])),
    };
    let Some(array) = keys[0].array() else {
        let lines = keys.iter().map(|key| template_line(key, started(row, &key.path), system));
        return format!("\n{header}{}", lines.collect::<String>());
    };
    let begun = |position: &usize| {
        row.start.iter().any(|(path, _)| path.starts_with(&format!("{array}.{position}.")))
    };
    let mut text = String::new();
    for position in (0..).take_while(begun) {
        text += &format!("\n{header}");
        for key in keys {
            let value = started(row, &key.at(position));
            // Only the first item has explanations; the others just set values.
            text += &match (position, value) {
                (0, _) => template_line(key, value, system),
                (_, Some(value)) => format!("{} = {value}\n", name_in_table(key)),
                (_, None) => String::new(),
            };
        }
    }
    if text.is_empty() {
        let lines = keys.iter().map(|key| template_line(key, None, system));
        text = format!("\n# {header}{}", lines.collect::<String>());
    }
    text
}

/// The initial value of a key in `fizzle new`.
fn started<'a>(row: &'a ProcedureDescription, path: &str) -> Option<&'a Value> {
    row.start.iter().find(|(other, _)| *other == path).map(|(_, value)| value)
}

/// A key with its value. The help follows on the line, or is above it if it is long.
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
    let name = match stands_alone(key, system) {
        true => format!("\"{}\"", key.path),
        false => name_in_table(key).to_owned(),
    };
    let line = format!("{mark}{name} = {value}");
    let beside = format!("{line:<32} # {help}\n");
    if beside.chars().count() <= TEMPLATE_WIDTH {
        return beside;
    }
    let above: String =
        wrapped(&help, TEMPLATE_WIDTH - 4).iter().map(|line| format!("#   {line}\n")).collect();
    format!("{above}{line}\n")
}

/// The maximum length of a line, unless a single word is longer.
const TEMPLATE_WIDTH: usize = 100;

/// An example value for a key without a value: its example, the value of a preset, or a placeholder.
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
        Kind::Preset => {
            preset_names(key, system).first().map_or_else(String::new, |name| format!("{name:?}"))
        }
        Kind::Words(words) => format!("\"{}\"", words[0].0),
        Kind::Flag => "true".to_owned(),
        _ => "\"\"".to_owned(),
    }
}
