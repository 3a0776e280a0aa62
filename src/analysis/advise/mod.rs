//! What to choose.

mod frontier;

mod prices;

#[cfg(test)]
mod tests;

use super::settings::{Skipped, Unfit, at_each};
use super::settle::{Effort, Estimates, estimates};
use super::ties::sort_with_ties;
use super::{Progress, RunError};
use crate::scenario::expression::{Condition, Estimate, Relation, Statistic};
use crate::scenario::{Asked, Document, Grid, Problems, Scenario};

pub use self::prices::Price;

/// What somebody wants of a choice.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The statistic that should be great.
    pub maximize: Asked,
    /// What has to hold.
    pub subject_to: Vec<Asked>,
    /// What a choice costs.
    pub cost: Option<Asked>,
    /// What is weighed against what: the first should be great, the second small. If
    /// left out, the objective against the cost, or else against the first condition.
    pub frontier: Option<[Asked; 2]>,
}

/// The choices of every situation, the best first.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The keys that make up a situation.
    pub situation_keys: Vec<String>,
    /// The keys that are chosen.
    pub keys: Vec<String>,
    /// The situations in which there is a choice, in their grid's order.
    pub situations: Vec<Situation>,
    /// Settings that the rules do not allow: the values of the situation's keys, then
    /// those of the choice's.
    pub skipped: Vec<Skipped>,
}

/// A situation and its choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// The value of each of its keys.
    pub values: Vec<String>,
    /// All choices by rank: those that are feasible by the objective, of equals the one
    /// that costs less, or else comes first in the grid; then the others, by how much their
    /// conditions are missed.
    pub choices: Vec<Choice>,
    /// The feasible choices that are best at some price; empty without a cost.
    pub prices: Vec<Price>,
}

/// A choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its number in the grid of choices.
    pub number: u64,
    /// The value of each key.
    pub values: Vec<String>,
    /// The objective; not finite where it has no value.
    pub objective: Estimate,
    /// How much less that is than with the best choice; `None` if it is not feasible.
    pub loss: Option<f64>,
    /// The conditions.
    pub conditions: Vec<Held>,
    /// Whether all hold, and the objective has a value.
    pub feasible: bool,
    /// What it costs.
    pub cost: Option<f64>,
    /// Where it stands among the others.
    pub weighed: Option<Weighed>,
    /// How many resolutions were sampled; `None`: it is exact.
    pub trials: Option<u64>,
}

/// A condition, and what a choice makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Its statistic.
    pub value: Estimate,
    /// What that is compared with.
    pub bound: f64,
    /// By how much it is missed: 0 where it holds.
    pub missed_by: f64,
}

/// Two statistics that are weighed against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// What is gained.
    pub gain: f64,
    /// What it is gained for.
    pub pain: f64,
    /// Whether it is feasible, and no other feasible choice gives more for as much, or as
    /// much for less.
    pub efficient: bool,
}

/// What is asked of one scenario.
struct Query {
    objective: Statistic,
    conditions: Vec<Condition>,
    cost: Option<Statistic>,
    frontier: Option<[Statistic; 2]>,
}

impl Wish {
    /// Whether everything can be asked of a scenario.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn check(&self, scenario: &Scenario) -> Result<(), Problems> {
        self.of(scenario).map(|_| ())
    }

    fn of(&self, scenario: &Scenario) -> Result<Query, Problems> {
        let mut problems = Problems::default();
        let mut read =
            |asked: &Asked| asked.statistic(scenario).map_err(|more| problems.0.extend(more.0)).ok();
        let objective = read(&self.maximize);
        let cost = self.cost.as_ref().map(&mut read);
        let frontier = self.frontier.as_ref().map(|pair| pair.each_ref().map(&mut read));
        let conditions: Vec<Option<Condition>> = self
            .subject_to
            .iter()
            .map(|asked| asked.condition(scenario).map_err(|more| problems.0.extend(more.0)).ok())
            .collect();
        match (objective, conditions.into_iter().collect()) {
            (Some(objective), Some(conditions)) if problems.0.is_empty() => Ok(Query {
                objective,
                conditions,
                cost: cost.flatten(),
                frontier: frontier.and_then(|[gain, pain]| Some([gain?, pain?])),
            }),
            _ => Err(problems),
        }
    }

    /// What is weighed against what, in words; `None`: nothing.
    pub fn weighs(&self) -> Option<[&str; 2]> {
        let objective = self.maximize.text();
        match (&self.frontier, &self.cost, self.subject_to.first()) {
            (Some([gain, pain]), ..) => Some([gain.text(), pain.text()]),
            (None, Some(cost), _) => Some([objective, cost.text()]),
            (None, None, Some(condition)) => Some([objective, statistic_of(condition.text())]),
            (None, None, None) => None,
        }
    }
}

/// The left side of a condition, as it is written.
fn statistic_of(condition: &str) -> &str {
    let mut depth = 0u32;
    let end = condition.char_indices().find(|&(_, sign)| {
        depth = match sign {
            '(' | '[' => depth + 1,
            ')' | ']' => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0 && matches!(sign, '<' | '>' | '=')
    });
    end.map_or(condition, |(end, _)| condition[..end].trim())
}

impl Query {
    /// Everything at once, so that it is all exact or all of one sample.
    fn ask(
        &self,
        number: u64,
        values: Vec<String>,
        scenario: &Scenario,
        effort: &Effort,
        progress: &Progress,
    ) -> Result<Choice, RunError> {
        let mut all = vec![&self.objective];
        all.extend(self.conditions.iter().flat_map(|condition| [&condition.statistic, &condition.bound]));
        all.extend(&self.cost);
        all.extend(self.frontier.iter().flatten());
        let Estimates { values: found, trials } = estimates(scenario, &all, effort, progress)?;
        let mut found = found.into_iter();
        let mut next = || found.next().expect("there is an estimate for every statistic");
        let objective = next();
        let conditions: Vec<Held> = self
            .conditions
            .iter()
            .map(|condition| {
                let (value, bound) = (next(), next().value);
                Held { value, bound, missed_by: condition.relation.missed_by(value.value, bound) }
            })
            .collect();
        let cost = self.cost.as_ref().map(|_| next().value);
        let pair = self.frontier.as_ref().map(|_| [next().value, next().value]);
        let feasible = objective.value.is_finite() && conditions.iter().all(|held| held.missed_by == 0.0);
        let weighed = pair.or_else(|| self.weigh(objective.value, cost, &conditions));
        let weighed = weighed.map(|[gain, pain]| Weighed { gain, pain, efficient: false });
        Ok(Choice { number, values, objective, loss: None, conditions, feasible, cost, weighed, trials })
    }

    /// The objective, and what it is gained for if nobody says what.
    fn weigh(&self, objective: f64, cost: Option<f64>, conditions: &[Held]) -> Option<[f64; 2]> {
        cost.or_else(|| conditions.first().map(|held| held.value.value)).map(|pain| [objective, pain])
    }

    /// Whether what is gained for the objective should be great rather than small: so
    /// it is where a condition asks for more of it.
    fn pain_is_good(&self) -> bool {
        let asks_for_more =
            |condition: &Condition| matches!(condition.relation, Relation::Greater | Relation::AtLeast);
        self.frontier.is_none() && self.cost.is_none() && self.conditions.first().is_some_and(asks_for_more)
    }
}

/// The best of `choices` in every one of the `situations`. Without any keys
/// `situations` is the scenario as it is.
///
/// What is sampled is independent from choice to choice, and the same in every
/// situation as if there were no other.
///
/// # Errors
/// When only an exact law will do and there is none, or `progress` was told to stop.
pub fn advise(
    document: &Document,
    choices: &Grid,
    situations: &Grid,
    wish: &Wish,
    effort: &Effort,
    progress: &Progress,
) -> Result<Advice, RunError> {
    let whole = situations.and(choices);
    let found = at_each(document, &whole, effort, progress, |number, scenario| {
        let query = wish.of(&scenario)?;
        let choice = number % choices.len();
        let values = choices.setting(choice).into_iter().map(str::to_owned).collect();
        let choice = query.ask(choice, values, &scenario, &effort.apart(choice), progress)?;
        Ok::<_, Unfit>((choice, query.pain_is_good()))
    })?;
    let mut of_situation: Vec<Vec<Choice>> = (0..situations.len()).map(|_| Vec::new()).collect();
    let mut pain_is_good = false;
    for (number, _, (choice, is_good)) in found.settings {
        of_situation[(number / choices.len()) as usize].push(choice);
        pain_is_good = is_good;
    }
    let [situation_keys, keys] = [situations, choices].map(|grid| grid.keys().map(str::to_owned).collect());
    let situations = (0..)
        .zip(of_situation)
        .filter(|(_, choices)| !choices.is_empty())
        .map(|(number, choices)| {
            let values = situations.setting(number).into_iter().map(str::to_owned).collect();
            Situation::new(values, choices, pain_is_good)
        })
        .collect();
    Ok(Advice { situation_keys, keys, situations, skipped: found.skipped })
}

impl Advice {
    /// The places of the situations whose best choice is another than in the one before.
    pub fn flips(&self) -> Vec<usize> {
        let best = |situation: &Situation| situation.best().map(|best| best.values.clone());
        let pairs = self.situations.windows(2).enumerate();
        pairs.filter(|(_, pair)| best(&pair[0]) != best(&pair[1])).map(|(place, _)| place + 1).collect()
    }
}

impl Situation {
    fn new(values: Vec<String>, mut choices: Vec<Choice>, pain_is_good: bool) -> Self {
        frontier::mark(&mut choices, pain_is_good);
        rank(&mut choices);
        let best = choices.first().filter(|best| best.feasible).map(|best| best.objective.value);
        for choice in &mut choices {
            choice.loss = best.filter(|_| choice.feasible).map(|best| best - choice.objective.value);
        }
        let prices = prices::of(&choices);
        Situation { values, choices, prices }
    }

    /// The best choice, if any is feasible.
    pub fn best(&self) -> Option<&Choice> {
        self.choices.first().filter(|choice| choice.feasible)
    }
}

impl Choice {
    /// By how much its conditions are missed, all together.
    fn missed_by(&self) -> f64 {
        let missed: f64 = self.conditions.iter().map(|held| held.missed_by).sum();
        if self.objective.value.is_finite() { missed } else { f64::INFINITY }
    }
}

/// Sorts choices by rank.
fn rank(choices: &mut [Choice]) {
    let by_number = |equal: &mut [Choice]| equal.sort_by_key(|choice| choice.number);
    let by_cost =
        |equal: &mut [Choice]| sort_with_ties(equal, |choice| choice.cost.unwrap_or(0.0), by_number);
    let by_objective =
        |equal: &mut [Choice]| sort_with_ties(equal, |choice| -choice.objective.value, by_cost);
    sort_with_ties(choices, Choice::missed_by, by_objective);
}
