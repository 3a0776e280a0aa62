//! Compares scenarios, with their differences to the first one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::exact_or_sampled::{Effort, estimates, odds};
use super::odds::{Answer, Distribution, Engine, Given, Odds, Row};
use super::units::count_alike;
use super::{Progress, RunError, settings};
use crate::chance::{MetricSpec, NEVER};
use crate::description::words::in_one;
use crate::expression::{Statistic, StatisticName};
use crate::scenario::Scenario;
use crate::stats::{Estimate, Summary};

/// Scenarios side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The odds of each scenario, in order; empty if statistics are compared.
    pub odds: Vec<Odds>,
    /// How the numbers of each scenario were computed, in order.
    pub engines: Vec<Engine>,
    /// What is compared: the requested statistics, or else the questions and all metrics that the first
    /// scenario shares with another, in the order in which a player asks for them.
    pub items: Vec<Item>,
}

/// A number that is compared between scenarios.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// The statistic as users write it, such as `mean(damage)`, or a question's name.
    pub name: String,
    /// The title for players.
    pub title: String,
    /// What kind of number it is.
    pub kind: ItemKind,
    /// Whether it is a probability.
    pub is_chance: bool,
    /// The number in each scenario, in order; `None` where a scenario does not have it.
    pub values: Vec<Option<Compared>>,
}

/// What kind of number is compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ItemKind {
    /// The answer to a question.
    Question,
    /// A number of a metric: its mean, or the chance that it is 1.
    Metric,
    /// The chance of a value of the metric that players call so.
    Category(String),
    /// A statistic.
    Statistic,
}

/// A number of a scenario, and its difference to that of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The number, with its 95 % interval.
    pub value: Estimate,
    /// The difference to the first scenario, with its interval; 0 for the first.
    pub difference: Estimate,
}

/// The difference of two numbers.
type Less = fn(Estimate, Estimate) -> Estimate;

impl Comparison {
    /// Compares odds, the first with each of the others. The intervals of differences are those of
    /// independent samples.
    pub fn new(all: Vec<Odds>) -> Comparison {
        Comparison::by(all, Estimate::less)
    }

    /// Compares odds whose samples have the same dice.
    pub fn of_same_dice(all: Vec<Odds>) -> Comparison {
        Comparison::by(all, Estimate::less_at_worst)
    }

    fn by(mut all: Vec<Odds>, less: Less) -> Comparison {
        number_alike(&mut all);
        count_alike(&mut all);
        call_alike(&mut all);
        let engines = all.iter().map(|odds| odds.engine).collect();
        let Some((first, others)) = all.split_first() else {
            return Comparison { odds: all, engines, items: Vec::new() };
        };
        let is_shared =
            |name: &str| others.is_empty() || others.iter().any(|odds| odds.distribution(name).is_some());
        let metrics = first.distributions.iter().map(|one| &one.metric);
        let metrics: Vec<&MetricSpec> = metrics.filter(|metric| is_shared(&metric.name)).collect();
        let (leading, others): (Vec<&MetricSpec>, Vec<&MetricSpec>) =
            metrics.into_iter().partition(|metric| metric.leads());
        let questions = Odds::questions(&all).into_iter().map(|name| {
            let value = |odds: &Odds| odds.answer(name).map(Estimate::from);
            Item::new(ItemKind::Question, name, name, true, all.iter().map(value).collect(), less)
        });
        let metrics = leading.into_iter().chain(others);
        let items = questions.chain(metrics.flat_map(|metric| items_of(metric, &all, less))).collect();
        Comparison { odds: all, engines, items }
    }

    /// The comparison of these scenarios: what is resolved as the first one is does not differ from it.
    fn of<'a>(mut self, scenarios: impl IntoIterator<Item = &'a Scenario>) -> Comparison {
        let mut first = None;
        for (place, scenario) in scenarios.into_iter().enumerate() {
            if first.get_or_insert(scenario).resolves_as(scenario) {
                let compared = self.items.iter_mut().filter_map(|item| item.values[place].as_mut());
                compared
                    .filter(|one| !one.value.value.is_nan())
                    .for_each(|one| one.difference = Estimate::exactly(0.0));
            }
        }
        self
    }

    /// How the difference of a scenario to the first one was computed: it counts as sampled if either
    /// of them was.
    pub fn engine_of_difference(&self, place: usize) -> Engine {
        let [first, other] = [0, place].map(|place| self.engines[place]);
        if first.trials().is_some() { first } else { other }
    }
}

/// Gives the same label of a metric the same number in all odds. A metric that has labels in some odds and numbers in
/// others is only that of the first of them.
fn number_alike(all: &mut [Odds]) {
    let mut known: BTreeMap<String, Option<Vec<Cow<'static, str>>>> = BTreeMap::new();
    for Distribution { metric, .. } in all.iter().flat_map(|odds| &odds.distributions) {
        let labels = known.entry(metric.name.clone()).or_insert_with(|| metric.labels().map(<[_]>::to_vec));
        for label in metric.labels().into_iter().flatten() {
            if let Some(labels) = labels.as_mut().filter(|labels| !labels.contains(label)) {
                labels.push(label.clone());
            }
        }
    }
    for Odds { distributions, .. } in all {
        distributions.retain_mut(|law| match (&known[&law.metric.name], law.metric.labels()) {
            (Some(labels), Some(own)) => {
                if labels != own {
                    law.number_labels(labels);
                }
                true
            }
            (labels, own) => labels.is_none() && own.is_none(),
        });
    }
}

/// Gives each metric the same words in all odds: members that stand in the same place may have other names.
fn call_alike(all: &mut [Odds]) {
    let laws = all.iter().flat_map(|odds| &odds.distributions);
    let known: Vec<MetricSpec> = laws.map(|law| law.metric.clone()).collect();
    for law in all.iter_mut().flat_map(|odds| &mut odds.distributions) {
        let metric = &mut law.metric;
        let same: Vec<&MetricSpec> = known.iter().filter(|other| other.name == metric.name).collect();
        metric.label = in_one(same.iter().map(|other| &*other.label));
        // Other labels are other values, whatever they are called.
        if let Some(names) =
            metric.names().filter(|_| same.iter().all(|other| other.labels() == metric.labels()))
        {
            let name_of = |other: &&'_ MetricSpec, place: usize| Some(other.names()?.get(place)?.to_string());
            let all_names = (0..names.len()).map(|place| {
                let names: Vec<String> = same.iter().filter_map(|other| name_of(other, place)).collect();
                in_one(names.iter().map(String::as_str))
            });
            *metric = metric.clone().said(all_names.collect());
        }
    }
}

/// The numbers of a metric: the chances of its values if they are names, otherwise its mean; for an event in
/// time the chance that it never happens, and the mean of the other cases.
fn items_of(metric: &MetricSpec, all: &[Odds], less: Less) -> Vec<Item> {
    let MetricSpec { name, label, .. } = metric;
    let mut laws = all.iter().filter_map(|odds| odds.distribution(name));
    let is_indicator = laws.all(|law| law.metric.is_indicator());
    let mean = || {
        let written = match metric.is_occasion() {
            true => format!("mean({name} | {name} > 0)"),
            false => format!("mean({name})"),
        };
        let title = if is_indicator { label.clone() } else { format!("{}, on average", metric.averaged()) };
        let value = |odds: &Odds| odds.summary(name).map(Estimate::from);
        Item::new(ItemKind::Metric, written, title, is_indicator, all.iter().map(value).collect(), less)
    };
    let chance = |(value, said): (i64, &str)| {
        let has = |odds: &Odds| odds.distribution(name).is_some_and(|law| law.row(value).is_some());
        if !all.iter().any(has) {
            return None;
        }
        let written = match metric.labels() {
            Some(_) => format!("p({name} == '{}')", metric.show(value)),
            None => format!("p({name} == {value})"),
        };
        let chance = |odds: &Odds| {
            let row = odds.distribution(name)?.row(value);
            Some(row.map_or_else(|| unseen(odds.engine), Estimate::from))
        };
        let values = all.iter().map(chance).collect();
        Some(Item::new(
            ItemKind::Category(label.clone()),
            written,
            format!("{label}: {said}"),
            true,
            values,
            less,
        ))
    };
    let never = metric.is_occasion().then_some((0, NEVER));
    let mean = (!metric.is_nominal()).then(mean);
    metric.categories().chain(never).filter_map(chance).chain(mean).collect()
}

/// The probability of a value that has none, or that was not seen.
fn unseen(engine: Engine) -> Estimate {
    engine.trials().map_or(Estimate::exactly(0.0), |trials| Estimate::of_count(0, trials))
}

impl From<&Summary> for Estimate {
    fn from(summary: &Summary) -> Self {
        Estimate { value: summary.mean, low: summary.mean_low, high: summary.mean_high }
    }
}

impl From<&Answer> for Estimate {
    fn from(answer: &Answer) -> Self {
        Estimate { value: answer.probability, low: answer.low, high: answer.high }
    }
}

impl From<&Given> for Estimate {
    fn from(&Given { probability: value, low, high, .. }: &Given) -> Self {
        Estimate { value, low, high }
    }
}

impl From<&Row> for Estimate {
    fn from(row: &Row) -> Self {
        Estimate { value: row.probability, low: row.low, high: row.high }
    }
}

/// Compares the odds of scenarios. Samples use independent random streams, so that the intervals of the
/// differences are valid.
///
/// # Errors
/// The errors of [`odds`], for any scenario.
pub fn compare(
    scenarios: &[&Scenario],
    effort: &Effort,
    progress: &Progress,
) -> Result<Comparison, RunError> {
    let one = |scenario: &&Scenario| {
        let effort = apart(effort, scenario, scenarios.iter().copied());
        odds(scenario, &effort, progress).map_err(|error| error.of(scenario))
    };
    let all = scenarios.iter().map(one).collect::<Result<Vec<Odds>, RunError>>()?;
    Ok(Comparison::new(all).of(scenarios.iter().copied()))
}

/// The effort for one of several scenarios, with random numbers of its own. The same resolutions are the same
/// sample: what differs by nothing has no difference.
fn apart<'a>(effort: &Effort, one: &Scenario, all: impl IntoIterator<Item = &'a Scenario>) -> Effort {
    let place = all.into_iter().position(|other| other.resolves_as(one));
    effort.apart(place.expect("it is one of them") as u64)
}

/// Compares statistics of scenarios, which were compiled for each of them, as [`compare`] compares odds.
///
/// # Errors
/// The errors of [`estimates`], for any scenario.
pub fn compare_statistics(
    scenarios: &[(&Scenario, Vec<Statistic>)],
    effort: &Effort,
    progress: &Progress,
) -> Result<Comparison, RunError> {
    let one = |(scenario, statistics): &(&Scenario, Vec<Statistic>)| {
        let effort = apart(effort, scenario, scenarios.iter().map(|(scenario, _)| *scenario));
        let found = estimates(scenario, &statistics.iter().collect::<Vec<_>>(), &effort, progress)
            .map_err(|error| error.of(scenario))?;
        Ok((Engine::of(found.trials, effort.sampling.seed), found.values))
    };
    let found = scenarios.iter().map(one).collect::<Result<Vec<_>, RunError>>()?;
    let (engines, values): (Vec<Engine>, Vec<Vec<Estimate>>) = found.into_iter().unzip();
    let queries = 0..scenarios.first().map_or(0, |(_, statistics)| statistics.len());
    let named = queries.filter_map(|place| {
        let names = scenarios.iter().map(|(scenario, statistics)| statistics[place].name(&scenario.scope()));
        settings::in_one(names.collect())
    });
    let item = |(place, StatisticName { written, words, is_chance }): (usize, StatisticName)| {
        let values = values.iter().map(|values| Some(values[place])).collect();
        Item::new(ItemKind::Statistic, written, words, is_chance, values, Estimate::less)
    };
    let items = named.enumerate().map(item).collect();
    let comparison = Comparison { odds: Vec::new(), engines, items };
    Ok(comparison.of(scenarios.iter().map(|(scenario, _)| *scenario)))
}

impl Item {
    fn new(
        kind: ItemKind,
        name: impl Into<String>,
        title: impl Into<String>,
        is_chance: bool,
        values: Vec<Option<Estimate>>,
        less: Less,
    ) -> Self {
        let first = values.first().copied().flatten();
        let compared = |(place, value): (usize, Option<Estimate>)| {
            let value = value?;
            let difference = match first {
                _ if place == 0 => Estimate::exactly(0.0),
                Some(first) => less(value, first),
                None => Estimate::exactly(f64::NAN),
            };
            Some(Compared { value, difference })
        };
        let values = values.into_iter().enumerate().map(compared).collect();
        Item { name: name.into(), title: title.into(), kind, is_chance, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixtures::*;
    use crate::analysis::{MAX_OUTCOMES, Method, Sampling, exact, sample};
    use crate::chance::{NoLaw, Resource, TooLarge};

    fn manabolt(force: u32) -> Scenario {
        scenario(MANABOLT, &[&format!("choice.force={force}")])
    }

    #[test]
    fn what_is_too_large_is_named() {
        let error = || RunError::from(NoLaw::TooLarge(TooLarge::new(Resource::Outcomes, 500, 1, 100)));
        let said = |error: RunError| error.to_string();
        assert!(said(error()).starts_with("too large for an exact result ("));
        let of_scenario = "Manabolt at a guard: too large for an exact result (";
        assert!(said(error().of(&manabolt(6))).starts_with(of_scenario));
        assert!(said(error().at(|| "choice.force=6".to_owned())).starts_with("choice.force=6: too large"));
        assert_eq!(RunError::Stopped.of(&manabolt(6)), RunError::Stopped);
    }

    #[test]
    fn what_differs_in_words_stands_side_by_side() {
        let one = |texts: &[&'static str]| in_one(texts.iter().copied());
        assert_eq!(one(&["boxes of Ann", "boxes of Bob", "boxes of Ann"]), "boxes of Ann / Bob");
        assert_eq!(one(&["Ann is out", "Big Bob is out"]), "Ann / Big Bob is out");
        assert_eq!(one(&["Ann", "Ann"]), "Ann");
        assert_eq!(one(&["boxes", "boxes of Ann"]), "boxes / boxes of Ann");
    }

    fn difference(comparison: &Comparison, name: &str) -> Estimate {
        let item = comparison.items.iter().find(|item| item.name == name).unwrap();
        item.values[1].unwrap().difference
    }

    #[test]
    fn exact_differences_are_those_of_the_laws() {
        let scenarios = [manabolt(4), manabolt(6)];
        let comparison = compare(&[&scenarios[0], &scenarios[1]], &exactly(), &Progress::default()).unwrap();
        let law = |scenario| exact(scenario, None, MAX_OUTCOMES).unwrap();
        let laws = scenarios.each_ref().map(law);
        let mean = |odds: &Odds| odds.summary("damage").unwrap().mean;
        let found = difference(&comparison, "mean(damage)");
        assert_eq!(found.value, mean(&laws[1]) - mean(&laws[0]));
        assert!(found.low == found.value && found.high == found.value && found.value > 0.5);
        let questions = comparison.items.iter().filter(|item| item.kind == ItemKind::Question);
        assert_eq!(questions.count(), 2);
    }

    /// Checks the coverage of the 95 % intervals of sampled differences.
    #[test]
    fn intervals_of_differences_cover_the_true_one_in_95_of_100() {
        let scenarios = [manabolt(4), manabolt(6)];
        let exact = scenarios.each_ref().map(|scenario| exact(scenario, None, MAX_OUTCOMES).unwrap());
        let truth = Comparison::new(exact.into());
        let names = ["mean(damage)", "takes half a dozen boxes or more"];
        let (mut covered, repetitions) = ([0u32; 2], 2_000);
        for seed in 1..=repetitions {
            let sampled = [0, 1].map(|place| {
                let sampling = Sampling { trials: 2_000, seed, ..Sampling::default() };
                let Effort { sampling, .. } = Effort { method: Method::Either, sampling }.apart(place);
                sample(&scenarios[place as usize], Some(&[]), &sampling, &Progress::default()).unwrap()
            });
            let comparison = Comparison::new(sampled.into());
            for (name, covered) in names.iter().zip(&mut covered) {
                let (truth, found) = (difference(&truth, name).value, difference(&comparison, name));
                *covered += u32::from((found.low..=found.high).contains(&truth));
            }
        }
        for covered in covered {
            let share = f64::from(covered) / repetitions as f64;
            assert!((0.93..=0.97).contains(&share), "{share}");
        }
    }
}
