//! Compares scenarios, with their differences to the first one.

use serde::Serialize;

use super::exact_or_sampled::{Effort, odds};
use super::odds::{Answer, Engine, Given, Odds, Row};
use super::{Progress, RunError};
use crate::scenario::Scenario;
use crate::stats::{Estimate, Summary};

/// Scenarios side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The odds of each scenario, in order.
    pub odds: Vec<Odds>,
    /// What is compared: the means of metrics that the first scenario shares with another, then the
    /// questions.
    pub items: Vec<Item>,
}

/// A number that is compared between scenarios.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// `mean(METRIC)`, or a question's name.
    pub name: String,
    /// The title for players.
    pub title: String,
    /// Whether it is a probability: that of a question, or of a metric that is 0 or 1.
    pub is_chance: bool,
    /// The number in each scenario, in order; `None` where a scenario does not have it.
    pub values: Vec<Option<Compared>>,
}

/// A number of a scenario, and its difference to that of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The number, with its 95 % interval.
    pub value: Estimate,
    /// The difference to the first scenario, with its interval; 0 for the first.
    pub difference: Estimate,
}

impl Item {
    /// Whether it is the answer to a question, rather than the mean of a metric.
    pub fn is_question(&self) -> bool {
        self.is_chance && self.name == self.title
    }
}

impl Comparison {
    /// Compares odds, the first with each of the others. The intervals of differences are those of
    /// independent samples.
    pub fn new(all: Vec<Odds>) -> Comparison {
        let Some((first, others)) = all.split_first() else {
            return Comparison { odds: all, items: Vec::new() };
        };
        let metrics = first.distributions.iter().filter(|one| one.summary.is_some()).map(|one| &one.metric);
        let is_shared =
            |name: &str| others.is_empty() || others.iter().any(|odds| odds.summary(name).is_some());
        let mut items: Vec<Item> = metrics
            .filter(|metric| is_shared(&metric.name))
            .map(|metric| {
                let name = &metric.name;
                let value = |odds: &Odds| odds.summary(name).map(Estimate::from);
                let title = match metric.is_indicator() {
                    true => metric.label.clone(),
                    false => format!("{}, on average", metric.label),
                };
                let values = all.iter().map(value).collect();
                Item { title, is_chance: metric.is_indicator(), ..item(format!("mean({name})"), values) }
            })
            .collect();
        items.extend(Odds::questions(&all).into_iter().map(|name| {
            let value = |odds: &Odds| odds.answer(name).map(Estimate::from);
            item(name.to_owned(), all.iter().map(value).collect())
        }));
        Comparison { items, odds: all }
    }

    /// How the difference of a scenario to the first one was computed: it counts as sampled if either
    /// of them was.
    pub fn engine_of_difference(&self, place: usize) -> Engine {
        let [first, other] = [0, place].map(|place| self.odds[place].engine);
        if first.trials().is_some() { first } else { other }
    }
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

/// Compares scenarios. Samples use independent random streams, so that the intervals of the differences
/// are valid.
///
/// # Errors
/// The errors of [`odds`], for any scenario.
pub fn compare(
    scenarios: &[&Scenario],
    effort: &Effort,
    progress: &Progress,
) -> Result<Comparison, RunError> {
    let one = |(place, scenario): (usize, &&Scenario)| odds(scenario, &effort.apart(place as u64), progress);
    let all = scenarios.iter().enumerate().map(one).collect::<Result<Vec<Odds>, RunError>>()?;
    Ok(Comparison::new(all))
}

/// An item with this name and title, marked as a probability.
fn item(name: String, values: Vec<Option<Estimate>>) -> Item {
    let first = values.first().copied().flatten();
    let compared = |(place, value): (usize, Option<Estimate>)| {
        let value = value?;
        let difference = match first {
            _ if place == 0 => Estimate::exactly(0.0),
            Some(first) => value.less(first),
            None => Estimate::exactly(f64::NAN),
        };
        Some(Compared { value, difference })
    };
    let values = values.into_iter().enumerate().map(compared).collect();
    Item { title: name.clone(), name, is_chance: true, values }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{MAX_OUTCOMES, Method, Sampling, exact, sample};
    use crate::scenario::Document;

    fn manabolt(force: u32) -> Scenario {
        let text = include_str!("../../scenarios/manabolt.toml");
        let mut document = Document::parse("manabolt.toml", text).unwrap();
        document.set("--set", &format!("choice.force={force}")).unwrap();
        document.check().unwrap()
    }

    fn difference(comparison: &Comparison, name: &str) -> Estimate {
        let item = comparison.items.iter().find(|item| item.name == name).unwrap();
        item.values[1].unwrap().difference
    }

    #[test]
    fn exact_differences_are_those_of_the_laws() {
        let scenarios = [manabolt(4), manabolt(6)];
        let sampling = Sampling::default();
        let effort = Effort { method: Method::Exact, sampling };
        let comparison = compare(&[&scenarios[0], &scenarios[1]], &effort, &Progress::default()).unwrap();
        let law = |scenario| exact(scenario, None, MAX_OUTCOMES).unwrap();
        let laws = scenarios.each_ref().map(law);
        let mean = |odds: &Odds| odds.summary("damage").unwrap().mean;
        let found = difference(&comparison, "mean(damage)");
        assert_eq!(found.value, mean(&laws[1]) - mean(&laws[0]));
        assert!(found.low == found.value && found.high == found.value && found.value > 0.5);
        assert_eq!(comparison.items.iter().filter(|item| item.is_chance).count(), 3);
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
