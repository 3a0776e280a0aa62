//! Lists of the systems, procedures, keys and presets, as text.

use indexmap::IndexMap;

use super::{beyond_text, header};
use crate::chance::MetricSpec;
use crate::description::{Key, Kind, MAX_DICE, MAX_RATING, Presence, ProcedureDescription, System, Value};
use crate::report::table::wrapped;
use crate::systems::SYSTEMS;

/// The games whose names or titles are `wanted`: built-in systems with their procedures, and rule texts as
/// pairs of a name and a title. Empty if there is none.
pub fn games(texts: &[(&str, &str)], wanted: impl Fn(&str) -> bool) -> String {
    let is_wanted = |name: &str, title: &str| wanted(name) || wanted(title);
    let mut text = String::new();
    for system in SYSTEMS.iter().filter(|system| is_wanted(system.name, &system.title)) {
        text += &format!("{}: {}\n", system.name, system.title);
        for row in &system.procedures {
            text += &entry(4, 16, &row.name, &row.help);
        }
    }
    if !text.is_empty() {
        text += "\n`fizzle list SYSTEM` shows its keys, switches and presets.\n";
    }
    let mut of_texts = String::new();
    for (name, title) in texts.iter().filter(|(name, title)| is_wanted(name, title)) {
        of_texts += &entry(4, 16, name, title);
    }
    if !of_texts.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!(
            "{gap}rule texts: `fizzle new NAME > NAME.rules` writes one to run and change\n{of_texts}"
        );
    }
    text
}

/// All about one system: procedures, metrics, keys and switches with their values, presets.
pub fn system(system: &System) -> String {
    let mut text = format!("{}: {}\n", system.name, system.title);
    for note in &system.notes {
        text += &entry(2, 0, "", note);
    }
    text += "\nprocedures\n";
    for row in &system.procedures {
        text += &entry(2, 16, &row.name, &row.help);
    }
    text += "\nmetrics, which questions ask about\n";
    for row in &system.procedures {
        text += &procedure_metrics(row, system);
    }
    for (names, keys) in groups(system) {
        let is_of_all = names.len() == system.procedures.len();
        let whose = if is_of_all { "all procedures".to_owned() } else { names.join(", ") };
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
        let fills = preset.fills.iter().map(|(key, value)| format!("{key} = {value}"));
        let fills = fills.collect::<Vec<_>>().join(", ");
        // A label in parentheses says where the numbers come from.
        let told = if preset.label.ends_with(')') { format!("{}: {fills}", preset.label) } else { fills };
        text += &entry(2, 20, &preset.name, &told);
    }
    text
}

/// The maximum width of a line, unless a single word is longer.
const LIST_WIDTH: usize = 80;

/// A name and its meaning side by side, in lines of at most [`LIST_WIDTH`] characters.
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

/// The metrics of a procedure, and the files that it writes in addition to those of every run.
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
    // By name and meaning, the optional keys that bring a metric.
    let mut others: IndexMap<(String, String), Vec<&str>> = IndexMap::new();
    for key in row.keys.iter().filter(|key| key.presence == Presence::Optional && key.array().is_none()) {
        let Some(value) = &key.example else { continue };
        let Some(with) = row.example_with(&system.presets, &[(key.path.clone(), value.clone())]) else {
            continue;
        };
        let is_new = |metric: &&MetricSpec| metrics.iter().all(|other| other.name != metric.name);
        for metric in with.ready.procedure.metrics().iter().filter(is_new) {
            let meaning = meaning(&metric.name, &metric.label, &metric.help);
            others.entry((metric.name.to_string(), meaning)).or_default().push(&key.path);
        }
    }
    for ((name, meaning), keys) in others {
        text += &entry(4, 20, &name, &format!("{meaning}, if {} is given", keys.join(" or ")));
    }
    let tables = ready.tables.iter().map(|table| table.name.to_string());
    let figures = row.figures.iter().chain(&ready.figures).map(|figure| format!("{}.svg", figure.name));
    let files: Vec<String> = tables.chain(figures).collect();
    if !files.is_empty() {
        text += &entry(4, 0, "", &format!("also writes: {}", files.join(", ")));
    }
    text
}

/// The meaning of a name: label and help, without the one that adds nothing. The label is left out
/// if it equals the name or its words are all in the help, the help if its words are all in the
/// label.
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

/// The first letters of each word except fillers. Forms such as "fails" and "failed" become equal.
fn roots(text: &str) -> impl Iterator<Item = &str> {
    const FILLERS: [&str; 14] =
        ["a", "an", "and", "at", "by", "for", "if", "in", "is", "it", "its", "of", "that", "the"];
    let words = text.split(|c: char| !c.is_alphanumeric());
    let meant = words.filter(|word| !word.is_empty() && !FILLERS.contains(word));
    meant.map(|word| word.char_indices().nth(ROOT).map_or(word, |(end, _)| &word[..end]))
}

/// The number of letters of a word that are compared.
const ROOT: usize = 4;

/// The text value in the example of `fizzle new` that the metric's name ends with, if any.
fn named_by_example<'a>(row: &'a ProcedureDescription, metric: &str) -> Option<&'a str> {
    let is_text = |path: &str| row.keys.iter().any(|key| key.kind == Kind::Text && key.matches(path));
    row.start.iter().find_map(|(path, value)| match value {
        Value::Word(name) if is_text(path) && metric.ends_with(&format!("_{name}")) => Some(&**name),
        _ => None,
    })
}

/// The keys without duplicates, grouped by the procedures that have them, smallest groups first.
fn groups(system: &System) -> IndexMap<Vec<&str>, Vec<&Key>> {
    let mut groups: IndexMap<Vec<&str>, Vec<&Key>> = IndexMap::new();
    for key in system.procedures.iter().flat_map(|row| &row.keys) {
        let rows = system.procedures.iter().filter(|row| row.keys.contains(key));
        let keys = groups.entry(rows.map(|row| &*row.name).collect()).or_default();
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    groups.sort_by(|few, _, many, _| few.len().cmp(&many.len()));
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

/// Whether a key is required, its default and the values of presets, and its range unless it is that
/// of ratings.
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

/// The maximum number of presets in the line of a key. Longer lists, such as spells, are only listed
/// separately.
const FEW_PRESETS: usize = 2;

/// The values other than the default to which presets set a key.
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
