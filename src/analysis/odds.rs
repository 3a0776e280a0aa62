//! The result of a run: plain numbers, ready to be shown.

use std::borrow::Cow;

use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

use super::witness::Witness;
use crate::chance::MetricSpec;
use crate::description::SideTable;
use crate::stats::Summary;

/// What can happen in a scenario, and how likely.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// How the numbers were computed, and how far to trust them.
    pub engine: Engine,
    /// The distribution of each metric, in the order of the procedure's table.
    #[serde(rename = "metrics")]
    pub distributions: Vec<Distribution>,
    /// The answers to the scenario's questions, in their order.
    #[serde(rename = "questions")]
    pub answers: Vec<Answer>,
    /// The joint distribution of the requested metrics.
    pub joint: Joint,
    /// The probability of each indicator of the procedure; empty under a condition, where it is not known.
    pub indicators: Vec<f64>,
    /// The condition of all these numbers, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// What a simulation says about these odds, if they are exact and there was one.
    #[serde(rename = "simulation", skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// A condition: odds are only about the resolutions in which an event happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The event, as it was written.
    pub event: String,
    /// Its own probability.
    pub probability: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of trials, if they were sampled; the engine has the number of those that met it.
    pub trials: Option<u64>,
}

/// How numbers were computed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Engine {
    /// Every outcome was visited.
    Exact {
        /// The probability omitted where open-ended dice are cut: every probability may be too low by
        /// at most this.
        omitted: f64,
        /// The number of outcomes that were visited.
        #[serde(rename = "outcomes")]
        visited: u64,
    },
    /// Resolutions were sampled.
    Sampled {
        /// The number of resolutions.
        trials: u64,
        /// The seed.
        seed: u64,
    },
}

/// The distribution of one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The metric.
    pub metric: MetricSpec,
    /// Every value that is possible or was seen: integers ascending, labels in their declared order.
    pub rows: Vec<Row>,
    /// The mean and other summary numbers; `None` for labels, which have no mean. If the value 0 stands for
    /// never, they are those of the cases in which it happens; `None` if there are none.
    pub summary: Option<Summary>,
}

/// One value of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The value, or the index of the label.
    pub value: i64,
    /// Its probability.
    pub probability: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability of this value or a greater one.
    pub at_least: f64,
    /// The probability of this value or a smaller one.
    pub at_most: f64,
    /// How often it was seen, if it was sampled.
    pub count: Option<u64>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The question's name.
    pub name: String,
    /// The event whose probability is asked for.
    pub event: String,
    /// The event's probability.
    pub probability: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How often it was seen, if it was sampled.
    pub count: Option<u64>,
}

/// The joint distribution of some metrics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joint {
    /// The metrics, in the order of the procedure's table.
    pub metrics: Vec<MetricSpec>,
    /// The joint outcomes, with values in the order of `metrics`, ascending.
    pub rows: Vec<JointRow>,
}

/// One joint outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointRow {
    /// One value for each metric.
    pub values: Vec<i64>,
    /// Its probability.
    pub probability: f64,
    /// How often it was seen, if it was sampled.
    pub count: Option<u64>,
}

impl Odds {
    /// The distribution of a metric, if there is one of this name.
    pub fn distribution(&self, metric: &str) -> Option<&Distribution> {
        self.distributions.iter().find(|one| one.metric.name == metric)
    }

    /// The metrics that say what the procedure is for.
    pub fn leads(&self) -> impl Iterator<Item = &MetricSpec> {
        self.distributions.iter().map(|one| &one.metric).filter(|metric| metric.leads())
    }

    /// The summary of a metric, if there is a numeric one of this name.
    pub fn summary(&self, metric: &str) -> Option<&Summary> {
        self.distribution(metric)?.summary.as_ref()
    }

    /// The names of the questions of several odds, each once.
    pub fn questions<'a>(all: impl IntoIterator<Item = &'a Odds>) -> IndexSet<&'a str> {
        all.into_iter().flat_map(|odds| &odds.answers).map(|answer| answer.name.as_str()).collect()
    }

    /// The number of trials that were made, also those that did not meet the condition; `None` if exact.
    pub fn trials_made(&self) -> Option<u64> {
        self.given.as_ref().and_then(|given| given.trials).or(self.engine.trials())
    }

    /// Whether the rows of a table are known: under a condition, indicators are not.
    pub fn knows(&self, table: &SideTable) -> bool {
        self.given.is_none() || !table.needs_indicators
    }

    /// The answer to the question of this name, if there is one.
    pub fn answer(&self, question: &str) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.name == question)
    }
}

impl Distribution {
    /// The row of a value, if it was seen or has probability.
    pub fn row(&self, value: i64) -> Option<&Row> {
        self.rows.iter().find(|row| row.value == value)
    }

    /// Numbers its labels by their places among these, which contain them.
    pub(super) fn number_labels(&mut self, labels: &[Cow<'static, str>]) {
        let places = self.metric.number_labels(labels);
        for row in &mut self.rows {
            row.value = places[row.value as usize] as i64;
        }
        self.rows.sort_by_key(|row| row.value);
    }

    /// The probability of the values from `low` to `high`. A range between two quartiles of whole numbers
    /// usually has more than half.
    pub fn share_within(&self, low: i64, high: i64) -> f64 {
        let inside = self.rows.iter().filter(|row| (low..=high).contains(&row.value));
        inside.map(|row| row.probability).sum()
    }
}

impl Engine {
    /// The engine of numbers from so many trials of this seed; of exact ones, from which nothing is omitted, if there
    /// are none.
    pub fn of(trials: Option<u64>, seed: u64) -> Engine {
        match trials {
            Some(trials) => Engine::Sampled { trials, seed },
            None => Engine::Exact { omitted: 0.0, visited: 0 },
        }
    }

    /// The name of the engine, as it is written in files.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Exact { .. } => "exact",
            Engine::Sampled { .. } => "sampled",
        }
    }

    /// The largest probability that exact numbers leave out; 0 if sampled.
    pub fn omitted(self) -> f64 {
        match self {
            Engine::Exact { omitted, .. } => omitted,
            Engine::Sampled { .. } => 0.0,
        }
    }

    /// The number of sampled resolutions; `None` if exact.
    pub fn trials(self) -> Option<u64> {
        match self {
            Engine::Exact { .. } => None,
            Engine::Sampled { trials, .. } => Some(trials),
        }
    }
}
