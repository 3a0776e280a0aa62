//! Everything that can be set in a scenario: the table of keys as a form.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Checked;
use super::problem::{Refusal, shown};
use super::purpose::{Purpose, purpose};
use crate::chance::MetricSpec;
use crate::description::words::capitalized;
use crate::description::{Key, Kind, Presence, Preset, ProcedureDescription, System, Value};
use crate::scenario::{Document, Outline};

/// A scenario as a form.
#[derive(Serialize)]
struct Form<'a> {
    title: &'a str,
    game: &'a str,
    procedure: &'a str,
    /// One line on what the procedure resolves.
    help: &'a str,
    sections: Vec<Section>,
    questions: Vec<QuestionView>,
    variants: Vec<String>,
    purpose: Purpose,
    /// What events may speak of, if that is known.
    metrics: Vec<MetricView>,
    /// Nothing where the scenario is in order.
    problems: Vec<Json>,
}

/// The keys of a table, or of an item of an array.
#[derive(Serialize)]
struct Section {
    title: String,
    /// The array, and the position of the item in it; `None` for an array without items.
    array: Option<String>,
    position: Option<usize>,
    fields: Vec<Field>,
}

/// A key with its value.
#[derive(Serialize)]
struct Field {
    key: String,
    label: String,
    help: String,
    /// What of it the source text does not say.
    not_in_text: String,
    kind: &'static str,
    min: Option<i64>,
    max: Option<i64>,
    options: Vec<OptionView>,
    /// As it is written; `None` if it is left out.
    value: Option<String>,
    /// What holds where it is left out.
    otherwise: String,
    /// Whether it cannot be left out.
    needed: bool,
    /// Whether few people want to change it: it is left out, and may be.
    folded: bool,
    /// Whether it makes no difference with the other keys as they are.
    idle: bool,
}

/// A value that a key may have.
#[derive(Serialize)]
struct OptionView {
    value: String,
    label: String,
    meaning: String,
}

#[derive(Serialize)]
struct QuestionView {
    name: Option<String>,
    event: Option<String>,
}

#[derive(Serialize)]
struct MetricView {
    name: String,
    label: String,
    labels: Option<Vec<String>>,
}

/// A scenario as a form; without a game and a procedure only what is wrong.
pub fn form(document: &Document, checked: Result<Arc<Checked>, Refusal>) -> Json {
    let (checked, problems) = match checked {
        Ok(checked) => (Some(checked), Vec::new()),
        Err(Refusal::Problems(problems)) => (None, shown(&problems, Some(document))),
        Err(Refusal::TooLarge(message) | Refusal::Error(message)) => {
            (None, vec![json!({ "message": message })])
        }
    };
    let Some(outline) = document.outline() else { return json!({ "problems": problems }) };
    let read = checked.as_ref().map(|checked| checked.scenario.read.iter().map(String::as_str).collect());
    let fields = Fields { document, outline: &outline, read };
    let Outline { title, system, procedure, .. } = &outline;
    let form = Form {
        title,
        game: &system.name,
        procedure: &procedure.name,
        help: &procedure.help,
        sections: procedure
            .keys
            .chunk_by(|a, b| a.table() == b.table())
            .flat_map(|keys| fields.sections(keys))
            .collect(),
        questions: fields.questions(),
        variants: document.variant_names(),
        purpose: purpose(document, &outline, checked.as_deref()),
        metrics: checked.as_deref().map_or_else(Vec::new, metrics),
        problems,
    };
    json!(form)
}

fn metrics(checked: &Checked) -> Vec<MetricView> {
    let labels =
        |metric: &MetricSpec| metric.labels().map(|labels| labels.iter().map(ToString::to_string).collect());
    let metric = |metric: &MetricSpec| MetricView {
        name: metric.name.clone(),
        label: metric.label.clone(),
        labels: labels(metric),
    };
    checked.scenario.ready.procedure.metrics().iter().map(metric).collect()
}

/// What the fields of a form are made of.
struct Fields<'a> {
    document: &'a Document,
    outline: &'a Outline,
    /// The keys that make a difference, if that is known.
    read: Option<BTreeSet<&'a str>>,
}

impl Fields<'_> {
    /// A table of keys: one section, or one for each item of its array and one to add more.
    fn sections(&self, keys: &[Key]) -> Vec<Section> {
        let fields = |position: usize| keys.iter().map(|key| self.field(key, key.at(position))).collect();
        let Some(array) = keys[0].array() else {
            let title = keys[0].table().replace(['_', '-', '.'], " ");
            return vec![Section {
                title: capitalized(&title),
                array: None,
                position: None,
                fields: fields(0),
            }];
        };
        let name = capitalized(&array.replace(['_', '-', '.'], " "));
        let item = |position: usize| Section {
            title: format!("{name} {}", position + 1),
            array: Some(array.to_owned()),
            position: Some(position),
            fields: fields(position),
        };
        let more = Section {
            title: name.clone(),
            array: Some(array.to_owned()),
            position: None,
            fields: Vec::new(),
        };
        self.document.positions(array).into_iter().map(item).chain([more]).collect()
    }

    fn field(&self, key: &Key, path: String) -> Field {
        let Outline { system, procedure, input, .. } = self.outline;
        let written = self.written(&path);
        let filled = input.get(&path).filter(|_| written.is_none());
        let (kind, min, max) = kind(&key.kind);
        let idle = self.read.as_ref().is_some_and(|read| {
            !read.contains(path.as_str()) && key.kind != Kind::Preset && key.presence != Presence::Required
        });
        Field {
            label: capitalized(&key.label_of_any()),
            help: key.help.to_string(),
            not_in_text: key.not_in_text.to_string(),
            kind,
            min,
            max,
            options: options(key, system, procedure),
            otherwise: match filled {
                Some(value) => system.value_in_words(&path, &value.to_string()),
                None => "none".to_owned(),
            },
            needed: key.presence == Presence::Required && filled.is_none(),
            folded: written.is_none()
                && key.presence != Presence::Required
                && !key.is_choice()
                && key.kind != Kind::Preset,
            value: written,
            idle,
            key: path,
        }
    }

    /// The value of a key as it is written, also as one that is not known.
    fn written(&self, path: &str) -> Option<String> {
        let entry = self.document.get(path).or_else(|| self.document.get(&format!("unknown.{path}")));
        match (entry, self.outline.input.get(path)) {
            (Some(entry), _) => Some(entry.value.bare().unwrap_or_default()),
            // Values with weights are a table.
            (None, Some(value @ Value::Unknown(_))) => Some(value.to_string()),
            (None, _) => None,
        }
    }

    fn questions(&self) -> Vec<QuestionView> {
        let text = |path: String| self.document.get(&path).and_then(|entry| entry.value.bare());
        let question = |position: usize| QuestionView {
            name: text(format!("question.{position}.name")),
            event: text(format!("question.{position}.event")),
        };
        self.document.positions("question").into_iter().map(question).collect()
    }
}

/// The kind of a field, and its range.
fn kind(kind: &Kind) -> (&'static str, Option<i64>, Option<i64>) {
    match *kind {
        Kind::Integer { min, max } => ("integer", Some(min), Some(max)),
        Kind::Flag | Kind::Words(_) | Kind::Preset => ("choice", None, None),
        _ => ("text", None, None),
    }
}

/// The values of which a key has one.
fn options(key: &Key, system: &System, procedure: &ProcedureDescription) -> Vec<OptionView> {
    let choice =
        |value: &str, label: String, meaning: String| OptionView { value: value.to_owned(), label, meaning };
    match &key.kind {
        Kind::Flag => [true, false]
            .map(|flag| {
                let text = flag.to_string();
                choice(&text, key.value_in_words(&text), key.meaning(&Value::Flag(flag)))
            })
            .into(),
        Kind::Words(words) => words
            .iter()
            .map(|(word, meaning)| choice(word, key.value_in_words(word), meaning.to_string()))
            .collect(),
        Kind::Preset => {
            let serves = |preset: &&Preset| {
                let filled =
                    preset.fills.iter().find(|(path, _)| path == "procedure").map(|(_, value)| value.bare());
                filled.is_none_or(|filled| filled == procedure.name)
                    || preset.others.contains(&procedure.name)
            };
            let presets = system.presets.iter().filter(|preset| preset.key == key.path).filter(serves);
            presets.map(|preset| choice(&preset.name, preset.label.to_string(), String::new())).collect()
        }
        _ => Vec::new(),
    }
}
