//! Scenarios with valid keys.

use std::sync::Arc;

use serde::Serialize;

use super::{Place, Query, ScenarioScope};
use crate::chance::{Metric, MetricSpec};
use crate::description::{
    Fault, Figure, Input, Prepared, Presence, ProcedureDescription, Ready, System, Value,
};
use crate::expression::{Event, Statistic};

/// A scenario, checked and ready to be resolved.
#[derive(Debug)]
pub struct Scenario {
    /// Its title; the file's name if it has none.
    pub title: String,
    /// The name of the scenario itself, among the names of its variants.
    pub base: String,
    /// The name of the variant that it is, or `None` for the scenario itself.
    pub variant: Option<String>,
    /// What `--set` has changed, in the words of players; may be empty.
    pub changes: String,
    /// The game.
    pub system: Arc<System>,
    /// The procedure.
    pub procedure: Arc<ProcedureDescription>,
    /// The prepared procedure.
    pub ready: Ready,
    /// The value of every key: written, filled by a preset, or its default.
    pub input: Input,
    /// The keys that its rules have read, sorted. No other key makes a difference.
    pub read: Vec<Arc<str>>,
    /// Its questions.
    pub questions: Vec<Question>,
    /// The events that are given: all its odds are about the resolutions in which they happen.
    pub given: Vec<Event>,
    /// Its expectations.
    pub expectations: Vec<Expectation>,
}

/// What a scenario is about, even if it has problems.
#[derive(Debug)]
pub struct Outline {
    /// Its title; the file's name if it has none.
    pub title: String,
    /// The game.
    pub system: Arc<System>,
    /// The procedure.
    pub procedure: Arc<ProcedureDescription>,
    /// The value of every key: written, filled by a preset, or its default. Placeholders replace wrong
    /// and missing values, where there is one.
    pub input: Input,
}

impl Scenario {
    /// Whether it is resolved as another scenario is: by the same rules, with the same values.
    pub fn resolves_as(&self, other: &Scenario) -> bool {
        Arc::ptr_eq(&self.procedure, &other.procedure)
            && self.input == other.input
            && self.given == other.given
    }

    /// The names that its statistics may use.
    pub fn scope(&self) -> ScenarioScope<'_> {
        let Scenario { ready, procedure, input, questions, .. } = self;
        ScenarioScope { metrics: ready.procedure.metrics(), keys: &procedure.keys, input, questions }
    }

    /// The probability of each of its questions, as a statistic.
    pub fn probabilities(&self) -> Vec<Query> {
        let probability = |question: &Question| format!("p({})", question.event.text());
        self.questions.iter().map(|question| Query::new("question", &probability(question))).collect()
    }

    /// A statistic that messages suggest, in quotes: the chance of the first question, or else what the
    /// procedure is for. If nothing varies, the word for any.
    pub fn suggested(&self) -> String {
        let name = self.questions.iter().map(|question| &question.name).find(|name| !name.contains('"'));
        let metrics = self.ready.procedure.metrics();
        let first = || metrics.iter().find(|metric| metric.leads()).or(metrics.first());
        let of_metric = |metric: &MetricSpec| match metric.labels() {
            Some(labels) => {
                let label = metric.won().and_then(|won| labels.get(won)).or(labels.last());
                format!("p({} == '{}')", metric.name, label.map_or("", |label| label))
            }
            None if metric.is_indicator() => format!("p({} == 1)", metric.name),
            None => format!("mean({})", metric.name),
        };
        let statistic = name.map(|name| format!("p(\"{name}\")")).or_else(|| first().map(of_metric));
        statistic.map_or("STAT".to_owned(), |statistic| {
            let quote = if statistic.contains('\'') { '"' } else { '\'' };
            format!("{quote}{statistic}{quote}")
        })
    }

    /// Its name among its variants.
    pub fn own_name(&self) -> &str {
        self.variant.as_deref().unwrap_or(&self.base)
    }

    /// Its title, with the name of the variant if it is one.
    pub fn full_title(&self) -> String {
        match &self.variant {
            None => self.title.clone(),
            Some(variant) => format!("{} ({variant})", self.title),
        }
    }

    /// A line that says what `--set` has changed; empty if nothing was changed.
    pub fn changed(&self) -> String {
        if self.changes.is_empty() { String::new() } else { format!("changed: {}", self.changes) }
    }

    /// What its rules are called, if they are a text that the first of several scenarios does not play by.
    pub fn other_rules(&self, first: &Scenario) -> Option<String> {
        let is_other = self.system.rules.is_some() && self.system.rules != first.system.rules;
        is_other.then(|| format!("the rules of {}", self.system.name))
    }

    /// A line that says what is given; empty if nothing is.
    pub fn supposed(&self) -> String {
        if self.given.is_empty() { String::new() } else { format!("given: {}", self.condition()) }
    }

    /// What `--set` has changed, and what is given.
    pub fn circumstances(&self) -> String {
        joined([self.changed(), self.supposed()])
    }

    /// Its choices, what `--set` has changed, and what is given.
    pub fn choices(&self) -> String {
        joined([self.ready.choices.clone(), self.circumstances()])
    }

    /// Whether a value is that of a key that is left out.
    pub(crate) fn is_default(&self, path: &str, value: &Value) -> bool {
        let presence = self.procedure.key(path).map(|key| &key.presence);
        matches!(presence, Some(Presence::Default(default)) if default == value)
    }

    /// What the presets fill that the key at a path names: keys with their values.
    pub(crate) fn filled_by(&self, path: &str) -> Vec<(String, &Value)> {
        match self.input.get(path) {
            Some(Value::Word(names)) => self.system.filled_by(path, names),
            _ => Vec::new(),
        }
    }

    /// The scenario with other values. It keeps its questions, except those about metrics that it no
    /// longer has, and loses its expectations.
    ///
    /// # Errors
    /// The faults of the values.
    pub fn with(&self, input: Input) -> Result<Scenario, Vec<Fault>> {
        let prepared = self.procedure.prepare_all(&input, &self.system)?;
        self.prepared(input, prepared)
    }

    /// The scenario with other values, for which its procedure was prepared, as in [`with`](Self::with).
    pub(super) fn prepared(&self, input: Input, prepared: Prepared) -> Result<Scenario, Vec<Fault>> {
        let Prepared { ready, faults, read } = prepared;
        if !faults.is_empty() {
            return Err(faults);
        }
        let Scenario { title, base, variant, changes, system, procedure, .. } = self;
        let (title, base, variant) = (title.clone(), base.clone(), variant.clone());
        let changes = changes.clone();
        let (system, procedure) = (Arc::clone(system), Arc::clone(procedure));
        let metrics = ready.procedure.metrics();
        let questions = match are_alike(self.ready.procedure.metrics(), metrics) {
            true => self.questions.clone(),
            false => {
                let questions = self.questions.iter().filter_map(|Question { name, event }| {
                    let event = Event::parse(event.text(), metrics).ok()?;
                    Some(Question { name: name.clone(), event })
                });
                questions.collect()
            }
        };
        let mut given = Vec::new();
        for event in &self.given {
            given.push(Event::parse(event.text(), metrics).map_err(|error| {
                let message =
                    format!("the condition `{}` has no meaning here: {}", event.text(), error.message);
                vec![Fault { message, help: error.help, ..Fault::default() }]
            })?);
        }
        let expectations = Vec::new();
        Ok(Scenario {
            title,
            base,
            variant,
            changes,
            system,
            procedure,
            ready,
            input,
            read,
            questions,
            given,
            expectations,
        })
    }

    /// Whether expressions mean the same in another scenario: its metrics differ only in ranges and words.
    pub(super) fn has_metrics_like(&self, other: &Scenario) -> bool {
        are_alike(self.ready.procedure.metrics(), other.ready.procedure.metrics())
    }

    /// Whether an event that is given reads this metric.
    pub fn is_given_by(&self, metric: Metric) -> bool {
        self.given.iter().any(|event| event.reads(metric))
    }

    /// The events that are given, as one event; empty if there are none.
    pub fn condition(&self) -> String {
        match &self.given[..] {
            [one] => one.text().to_owned(),
            several => {
                several.iter().map(|event| format!("({})", event.text())).collect::<Vec<_>>().join(" && ")
            }
        }
    }

    /// The event that all happens which is given, and this event, if there is one.
    pub fn given_and(&self, event: Option<&Event>) -> Option<Event> {
        let mut all = self.given.iter().chain(event);
        let first = all.next()?.clone();
        Some(all.fold(first, |known, event| known.and(event)))
    }

    /// Whether a metric is one of its unknown keys.
    pub fn is_unknown(&self, metric: &MetricSpec) -> bool {
        matches!(self.input.get(&metric.name), Some(Value::Unknown(_)))
    }

    /// Its charts besides those of metrics.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.procedure.figures.iter().chain(&self.ready.figures)
    }

    /// Whether no dice are rolled: the procedure has no metrics, and all its results
    /// are in its tables.
    pub fn is_deterministic(&self) -> bool {
        self.ready.procedure.metrics().is_empty()
    }
}

/// What is not empty of these, in one line.
fn joined<const N: usize>(parts: [String; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

fn are_alike(these: &[MetricSpec], those: &[MetricSpec]) -> bool {
    these.len() == those.len() && these.iter().zip(those).all(|(one, other)| one.is_like(other))
}

/// A question about a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question in a few words.
    pub name: String,
    /// The event whose probability answers it.
    pub event: Event,
}

/// A range in which a statistic of a scenario should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// The statistic.
    pub statistic: Statistic,
    /// The least value that it may have.
    pub low: f64,
    /// The greatest value that it may have.
    pub high: f64,
    /// Where it is written.
    pub place: Place,
}
