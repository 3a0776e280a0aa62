//! What a sweep shows of each setting: questions, and means of metrics.

use indexmap::IndexMap;

use super::super::bars::sane;
use super::super::naming;
use super::super::readings::Reading;
use super::super::ticks::Scale;
use crate::analysis::{Setting, Sweep};
use crate::chance::MetricKind;
use crate::expression::StatisticName;

/// A number of every setting that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The question's or the metric's name.
    pub name: String,
    /// What stands above its panel.
    pub title: String,
    /// What it tells.
    pub help: String,
    what: What,
    /// Whether it is a probability.
    pub is_chance: bool,
}

/// What a quantity is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Answer,
    Mean,
    /// The statistic at this place.
    Statistic(usize),
}

impl Quantity {
    /// The statistics that were asked for, or else all questions of a sweep and all integer
    /// metrics.
    pub fn all(sweep: &Sweep) -> Vec<Quantity> {
        if !sweep.statistics.is_empty() {
            let quantity = |(place, name): (usize, &StatisticName)| Quantity {
                name: name.written.clone(),
                title: name.words.clone(),
                help: String::new(),
                what: What::Statistic(place),
                is_chance: name.is_chance,
            };
            return sweep.statistics.iter().enumerate().map(quantity).collect();
        }
        let mut found: IndexMap<(bool, &str), Quantity> = IndexMap::new();
        let odds = || sweep.settings.iter().map(|setting| &setting.odds);
        for answer in odds().flat_map(|odds| &odds.answers) {
            found.entry((true, &answer.name)).or_insert_with(|| Quantity {
                name: answer.name.clone(),
                title: answer.name.clone(),
                help: String::new(),
                what: What::Answer,
                is_chance: true,
            });
        }
        for one in odds().flat_map(|odds| &odds.distributions).filter(|one| one.summary.is_some()) {
            let metric = &one.metric;
            let is_chance = metric.is_indicator();
            found.entry((false, &metric.name)).or_insert_with(|| Quantity {
                name: metric.name.clone(),
                title: if is_chance { metric.label.clone() } else { format!("{} on average", metric.label) },
                help: naming::help(metric).to_owned(),
                what: What::Mean,
                is_chance,
            });
        }
        found.into_values().collect()
    }

    /// The number at this setting, if it has it.
    pub fn read(&self, Setting { odds, estimates, .. }: &Setting) -> Option<Reading> {
        if let What::Statistic(place) = self.what {
            let estimate = estimates.values.get(place).filter(|one| one.value.is_finite())?;
            let bounded = |x: f64| if self.is_chance { sane(x) } else { x };
            let [value, low, high] = [estimate.value, estimate.low(), estimate.high()].map(bounded);
            return Some(Reading { value, low, high });
        }
        if self.what == What::Answer {
            let answer = odds.answer(&self.name)?;
            let value = sane(answer.probability);
            let around = match odds.engine.trials() {
                None => (value, value),
                Some(_) => (sane(answer.low).min(value), sane(answer.high).max(value)),
            };
            return Some(Reading { value, low: around.0, high: around.1 });
        }
        let one = odds.distributions.iter().find(|one| one.metric.name == self.name)?;
        let summary = one.summary.as_ref().filter(|summary| summary.mean.is_finite())?;
        // The mean of what is 0 or 1 is a probability, and tells all.
        if self.is_chance {
            let value = sane(summary.mean);
            let (low, high) = (sane(summary.mean_low).min(value), sane(summary.mean_high).max(value));
            return Some(Reading { value, low, high });
        }
        if matches!(one.metric.kind, MetricKind::Integer { min: 0, max: 1, .. }) {
            return Some(Reading::bare(summary.mean));
        }
        Some(Reading { value: summary.mean, low: summary.p05 as f64, high: summary.p95 as f64 })
    }

    /// An axis that reaches all of these, with about `wanted` steps.
    pub fn scale<'a>(&self, readings: impl Iterator<Item = &'a Reading>, wanted: usize) -> Scale {
        let ends = |(least, greatest): (f64, f64), one: &Reading| {
            (least.min(one.low).min(one.value), greatest.max(one.high).max(one.value))
        };
        let (least, greatest) = readings.fold((f64::INFINITY, f64::NEG_INFINITY), ends);
        match self.is_chance {
            true => Scale::of_probabilities(greatest, wanted),
            false => Scale::of_numbers(least, greatest, wanted),
        }
    }
}
