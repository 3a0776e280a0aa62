//! Scenarios whose every key is in order.

use std::sync::Arc;

use serde::Serialize;

use super::{Place, Query, ScenarioScope};
use crate::chance::MetricSpec;
use crate::description::{Fault, Figure, Input, Prepared, ProcedureDescription, Ready, System};
use crate::expression::{Event, Statistic};

/// A scenario, checked and ready to be resolved.
#[derive(Debug)]
pub struct Scenario {
    /// Its title; the file's name if it has none.
    pub title: String,
    /// What it is called beside its variants.
    pub base: String,
    /// What `--set` has changed in it, as players say it; empty where that is nothing.
    pub changes: String,
    /// The game.
    pub system: Arc<System>,
    /// What is resolved.
    pub procedure: Arc<ProcedureDescription>,
    /// The procedure with its laws.
    pub ready: Ready,
    /// The value of every key, written, filled by a preset or default.
    pub input: Input,
    /// The keys whose values its rules have read, sorted: no other makes a difference.
    pub read: Vec<Arc<str>>,
    /// What is asked.
    pub questions: Vec<Question>,
    /// What it is expected to be.
    pub expectations: Vec<Expectation>,
}

/// What a scenario is about, though something may be wrong with it.
#[derive(Debug)]
pub struct Outline {
    /// Its title; the file's name if it has none.
    pub title: String,
    /// The game.
    pub system: Arc<System>,
    /// What is resolved.
    pub procedure: Arc<ProcedureDescription>,
    /// The value of every key: written, filled by a preset, or its default. Where one is wrong or
    /// missing another stands in for it, if there is one.
    pub input: Input,
}

impl Scenario {
    /// What statistics of it may speak of.
    pub fn scope(&self) -> ScenarioScope<'_> {
        let Scenario { ready, procedure, input, questions, .. } = self;
        ScenarioScope { metrics: ready.procedure.metrics(), keys: &procedure.keys, input, questions }
    }

    /// The probability of each of its questions, as a statistic.
    pub fn probabilities(&self) -> Vec<Query> {
        let probability = |question: &Question| format!("p({})", question.event.text());
        self.questions.iter().map(|question| Query::new("question", &probability(question))).collect()
    }

    /// Its title, with the name of the variant that it is.
    pub fn title_of(&self, variant: Option<&str>) -> String {
        match variant.map(|variant| variant.split(':').next().unwrap_or(variant)) {
            None => self.title.clone(),
            Some(variant) => format!("{} ({variant})", self.title),
        }
    }

    /// A line that says what `--set` has changed; empty where that is nothing.
    pub fn changed(&self) -> String {
        if self.changes.is_empty() { String::new() } else { format!("changed: {}", self.changes) }
    }

    /// Its choices, and what `--set` has changed.
    pub fn choices(&self) -> String {
        let parts = [self.ready.choices.clone(), self.changed()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// The scenario with other values. It keeps its questions, except those about metrics
    /// that it no longer has, and loses its expectations.
    ///
    /// # Errors
    /// What is wrong with the values.
    pub fn with(&self, input: Input) -> Result<Scenario, Vec<Fault>> {
        let prepared = self.procedure.prepare_all(&input, &self.system.presets)?;
        self.prepared(input, prepared)
    }

    /// The scenario with other values, of which its procedure has been prepared: as [`with`](Self::with).
    pub(super) fn prepared(&self, input: Input, prepared: Prepared) -> Result<Scenario, Vec<Fault>> {
        let Prepared { ready, faults, read } = prepared;
        if !faults.is_empty() {
            return Err(faults);
        }
        let Scenario { title, base, changes, system, procedure, .. } = self;
        let (title, base, changes) = (title.clone(), base.clone(), changes.clone());
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
        let expectations = Vec::new();
        Ok(Scenario { title, base, changes, system, procedure, ready, input, read, questions, expectations })
    }

    /// Whether expressions mean the same in another scenario: its metrics differ in ranges and words
    /// at most.
    pub(super) fn has_metrics_like(&self, other: &Scenario) -> bool {
        are_alike(self.ready.procedure.metrics(), other.ready.procedure.metrics())
    }

    /// What its charts show beside its metrics.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.procedure.figures.iter().chain(&self.ready.figures)
    }

    /// Whether no dice are rolled: the procedure has no metrics, and all its results
    /// are in its tables.
    pub fn is_deterministic(&self) -> bool {
        self.ready.procedure.metrics().is_empty()
    }
}

fn are_alike(these: &[MetricSpec], those: &[MetricSpec]) -> bool {
    these.len() == those.len() && these.iter().zip(those).all(|(one, other)| one.is_like(other))
}

/// A question about a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// In a few words.
    pub name: String,
    /// The event whose probability answers it.
    pub event: Event,
}

/// A range in which a statistic of a scenario should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// The statistic.
    pub statistic: Statistic,
    /// The least that it may be.
    pub low: f64,
    /// The greatest.
    pub high: f64,
    /// Where it is written.
    pub place: Place,
}
