//! The result of a run: plain numbers, ready to be shown.

use std::collections::BTreeMap;

use crate::chance::{Metric, MetricSpec, Packing};
use crate::scenario::Question;
use crate::stats::{Summary, Weighted, Z95, summarize, wilson};

/// What can happen in a scenario, and how likely.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// How the numbers came about, and how far to trust them.
    pub engine: Engine,
    /// The law of each metric, in the order of the procedure's table.
    pub distributions: Vec<Distribution>,
    /// The answers to the scenario's questions, in their order.
    pub answers: Vec<Answer>,
    /// The joint law of the metrics asked for.
    pub joint: Joint,
    /// The probability of each mark of the procedure.
    pub marks: Vec<f64>,
}

/// How numbers came about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Engine {
    /// Every outcome was visited.
    Exact {
        /// The mass that cuts of open-ended dice left out: each probability is
        /// low by at most so much.
        omitted: f64,
        /// How many outcomes were visited.
        visited: u64,
    },
    /// Resolutions were sampled.
    Sampled {
        /// How many.
        trials: u64,
        /// From this seed.
        seed: u64,
    },
}

/// The law of one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The metric.
    pub metric: MetricSpec,
    /// Every value that has probability or was seen: integers ascending, labels
    /// in their declared order.
    pub rows: Vec<Row>,
    /// In a few numbers, if it is an integer.
    pub summary: Option<Summary>,
}

/// One value of a metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The value, or the place of the label.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question's name.
    pub name: String,
    /// The event that it asks for.
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

/// The joint law of some metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The metrics, in the order of the procedure's table.
    pub metrics: Vec<MetricSpec>,
    /// Joint outcomes with their values in that order, ascending.
    pub rows: Vec<JointRow>,
}

/// One joint outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct JointRow {
    /// One value a metric.
    pub values: Vec<i64>,
    /// Its probability.
    pub probability: f64,
    /// How often it was seen, if it was sampled.
    pub count: Option<u64>,
}

/// The joint law of one set of metrics, as the readers give it.
pub(super) struct Group {
    pub packing: Packing,
    /// Ascending by key.
    pub cells: Vec<Cell>,
}

/// One joint outcome.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub key: u64,
    pub probability: f64,
    pub count: Option<u64>,
}

/// Of a metric whose values lie so close together there is a place for each.
const FEW_VALUES: u64 = 4_096;

impl Group {
    /// The law of a metric, from the first group that has it.
    pub fn distribution(
        groups: &[Group],
        metrics: &[MetricSpec],
        metric: Metric,
        engine: Engine,
    ) -> Distribution {
        let group =
            groups.iter().find(|group| group.packing.contains(metric)).expect("every metric is in a group");
        let masses = group.masses(metric);
        // Tails are summed from the far end, where the small numbers are.
        let at_most = running_sums(masses.iter().map(|(_, mass)| *mass), engine);
        let mut at_least = running_sums(masses.iter().rev().map(|(_, mass)| *mass), engine);
        at_least.reverse();
        let rows = masses.iter().zip(at_least).zip(at_most).map(|((&(value, mass), at_least), at_most)| {
            let (probability, low, high) = mass.estimate(engine);
            Row { value, probability, low, high, at_least, at_most, count: mass.count(engine) }
        });
        let rows: Vec<Row> = rows.collect();
        let spec = metrics[metric.0].clone();
        let summary = spec.labels().is_none().then(|| {
            let law: Vec<Weighted> = rows.iter().map(|row| (row.value, row.probability)).collect();
            summarize(&law, engine.trials())
        });
        Distribution { metric: spec, rows, summary: summary.flatten() }
    }

    /// The mass of every value of a metric that occurs, ascending.
    pub fn masses(&self, metric: Metric) -> Vec<(i64, Mass)> {
        let values: Vec<i64> = self.cells.iter().map(|cell| self.packing.value(cell.key, metric)).collect();
        let (Some(&min), Some(&max)) = (values.iter().min(), values.iter().max()) else {
            return Vec::new();
        };
        if max.abs_diff(min) >= FEW_VALUES {
            let mut masses: BTreeMap<i64, Mass> = BTreeMap::new();
            for (cell, value) in self.cells.iter().zip(values) {
                masses.entry(value).or_default().add(cell);
            }
            return masses.into_iter().collect();
        }
        let mut masses: Vec<Option<Mass>> = vec![None; max.abs_diff(min) as usize + 1];
        for (cell, value) in self.cells.iter().zip(values) {
            masses[value.abs_diff(min) as usize].get_or_insert_default().add(cell);
        }
        (min..).zip(masses).filter_map(|(value, mass)| Some((value, mass?))).collect()
    }

    /// The answer to a question, from the first group that has all it reads.
    pub fn answer(groups: &[Group], question: &Question, engine: Engine) -> Answer {
        let covers = |group: &&Group| {
            let reads = |metric: &Metric| question.event.reads(*metric);
            group.packing.all_metrics().filter(reads).all(|metric| group.packing.contains(metric))
        };
        let group = groups.iter().find(covers).expect("every question's metrics are in a group");
        let mut mass = Mass::default();
        let mut values = Vec::new();
        for cell in &group.cells {
            group.packing.unpack(cell.key, &mut values);
            if question.event.holds(&values) {
                mass.add(cell);
            }
        }
        let (probability, low, high) = mass.estimate(engine);
        let event = question.event.text().to_owned();
        Answer { name: question.name.clone(), event, probability, low, high, count: mass.count(engine) }
    }

    /// The joint law as rows of values.
    pub fn joint(&self, metrics: &[MetricSpec]) -> Joint {
        let packed: Vec<Metric> = self.packing.packed().collect();
        let row = |cell: &Cell| JointRow {
            values: packed.iter().map(|&metric| self.packing.value(cell.key, metric)).collect(),
            probability: cell.probability,
            count: cell.count,
        };
        let mut rows: Vec<JointRow> = self.cells.iter().map(row).collect();
        rows.sort_unstable_by(|a, b| a.values.cmp(&b.values));
        Joint { rows, metrics: packed.iter().map(|metric| metrics[metric.0].clone()).collect() }
    }
}

impl Odds {
    /// An integer metric in a few numbers, if there is one of this name.
    pub fn summary(&self, metric: &str) -> Option<&Summary> {
        self.distributions.iter().find(|one| one.metric.name == metric)?.summary.as_ref()
    }

    /// The answer to the question of this name, if there is one.
    pub fn answer(&self, question: &str) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.name == question)
    }
}

impl Engine {
    /// In a word, as files have it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Exact { .. } => "exact",
            Engine::Sampled { .. } => "sampled",
        }
    }

    /// How many resolutions were sampled, if they were.
    pub fn trials(self) -> Option<u64> {
        match self {
            Engine::Exact { .. } => None,
            Engine::Sampled { trials, .. } => Some(trials),
        }
    }
}

/// The mass of some outcomes: a probability where it is exact, a count where it
/// is sampled.
#[derive(Clone, Copy, Default)]
pub(super) struct Mass {
    pub probability: f64,
    pub count: u64,
}

impl Mass {
    fn add(&mut self, cell: &Cell) {
        self.probability += cell.probability;
        self.count += cell.count.unwrap_or(0);
    }

    /// The probability with its 95 % interval.
    fn estimate(self, engine: Engine) -> (f64, f64, f64) {
        match engine {
            Engine::Exact { omitted, .. } => {
                // A sum of many exceeds 1 by a rounding error.
                let probability = self.probability.min(1.0);
                (probability, probability, (probability + omitted).min(1.0))
            }
            Engine::Sampled { trials, .. } => {
                let (low, high) = wilson(self.count, trials, Z95);
                (self.count as f64 / trials as f64, low, high)
            }
        }
    }

    fn count(self, engine: Engine) -> Option<u64> {
        engine.trials().map(|_| self.count)
    }
}

/// The probabilities of the first mass, the first two, and so on.
fn running_sums(masses: impl Iterator<Item = Mass>, engine: Engine) -> Vec<f64> {
    let mut sum = Mass::default();
    masses
        .map(|mass| {
            sum = Mass { probability: sum.probability + mass.probability, count: sum.count + mass.count };
            sum.estimate(engine).0
        })
        .collect()
}
