//! What a sweep shows of each setting: questions, and means of metrics.

use super::super::language::*;
use crate::analysis::{Setting, Sweep};
use crate::chance::{MetricKind, MetricSpec};
use crate::expression::StatisticName;
use crate::report::number::Measure;
use indexmap::IndexMap;

/// A number of every setting that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity<'a> {
    /// What stands above its panel.
    pub title: String,
    /// What it tells.
    pub help: String,
    /// What its numbers are.
    pub measure: Measure,
    what: What<'a>,
}

/// What a quantity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What<'a> {
    /// The answer to the question of this name.
    Answer(&'a str),
    /// The mean of the metric of this name.
    Mean(&'a str),
    /// The statistic at this place.
    Statistic(usize),
}

impl<'a> Quantity<'a> {
    /// The statistics that were asked for, or else all questions of a sweep and all integer
    /// metrics.
    pub fn all(sweep: &'a Sweep) -> Vec<Self> {
        if !sweep.statistics.is_empty() {
            let quantity = |(place, name): (usize, &StatisticName)| {
                Quantity::new(What::Statistic(place), &name.words, Measure::of(name))
            };
            return sweep.statistics.iter().enumerate().map(quantity).collect();
        }
        let odds = || sweep.settings.iter().map(|setting| &setting.odds);
        let answers = odds().flat_map(|odds| &odds.answers);
        let answers = answers.map(|one| Quantity::new(What::Answer(&one.name), &one.name, Measure::Chance));
        let laws = odds().flat_map(|odds| &odds.distributions).filter(|one| one.summary.is_some());
        let means = laws.map(|one| Quantity::of_mean(&one.metric));
        let mut found: IndexMap<What<'a>, Self> = IndexMap::new();
        for quantity in answers.chain(means) {
            found.entry(quantity.what).or_insert(quantity);
        }
        found.into_values().collect()
    }

    fn new(what: What<'a>, title: &str, measure: Measure) -> Self {
        Quantity { title: title.to_owned(), help: String::new(), measure, what }
    }

    fn of_mean(metric: &'a MetricSpec) -> Self {
        let (title, measure) = match metric.is_indicator() {
            true => (metric.label.clone(), Measure::Chance),
            false => (format!("{} on average", metric.label), Measure::Number),
        };
        let help = naming::help(metric).to_owned();
        Quantity { help, ..Quantity::new(What::Mean(&metric.name), &title, measure) }
    }

    /// The number at this setting, if it has it.
    pub fn read(&self, Setting { odds, estimates, .. }: &Setting) -> Option<Reading> {
        match self.what {
            What::Statistic(place) => {
                let estimate = estimates.values.get(place).filter(|one| one.value.is_finite())?;
                let one = Reading::of_estimate(*estimate);
                let is_chance = self.measure == Measure::Chance;
                Some(if is_chance { Reading::of_chance(one.value, one.low, one.high) } else { one })
            }
            What::Answer(name) => {
                let answer = odds.answer(name)?;
                let value = answer.probability;
                let (low, high) = odds.engine.trials().map_or((value, value), |_| (answer.low, answer.high));
                Some(Reading::of_chance(value, low, high))
            }
            What::Mean(name) => {
                let one = odds.distributions.iter().find(|one| one.metric.name == name)?;
                let summary = one.summary.as_ref().filter(|summary| summary.mean.is_finite())?;
                Some(match (self.measure, &one.metric.kind) {
                    // The mean of what is 0 or 1 is a probability, and tells all.
                    (Measure::Chance, _) => {
                        Reading::of_chance(summary.mean, summary.mean_low, summary.mean_high)
                    }
                    (_, MetricKind::Integer { min: 0, max: 1, .. }) => Reading::bare(summary.mean),
                    _ => Reading { value: summary.mean, low: summary.p05 as f64, high: summary.p95 as f64 },
                })
            }
        }
    }
}
