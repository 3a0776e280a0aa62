//! Finds the effect of each rule that differs between two scenarios.

mod rules;

mod shapley;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use super::exact_or_sampled::{Effort, Estimates, Method, estimates};
use super::{Progress, RunError, parallel};
use crate::description::Fault;
use crate::expression::{Statistic, StatisticName};
use crate::scenario::{Problems, Query, Scenario};
use crate::stats::{Estimate, same};

pub use self::rules::Rule;

use self::rules::{TEXT, differences};
use self::shapley::{exact_shares, orders, sampled_shares};

/// The maximum number of rules for exact shares, which need every subset of the rules: if these are computed
/// exactly, and if they are sampled, which takes thousands of times as long.
const MOST_EXACT: usize = 12;
const MOST_EXACT_OF_SAMPLES: usize = 8;

/// The number of trials of all sets of rules together, unless the user says how many each has, and the fewest
/// of each set. Sets share the error of a share among them, so that each needs fewer.
const TRIALS: u64 = 20_000_000;
const FEWEST_TRIALS: u64 = 20_000;

/// The number of pairs of random orders for the shares of more rules, likewise.
const PAIRS: usize = 200;
const PAIRS_OF_SAMPLES: usize = 25;

/// The maximum number of rules that can be separated.
const MOST_RULES: usize = 128;

/// The effects on statistics of all rules that differ and that the procedure reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attribution {
    /// The rules.
    pub rules: Vec<Rule>,
    /// The names of rules that differ but that the procedure does not read.
    pub unread: Vec<String>,
    /// The effects on each statistic.
    pub statistics: Vec<Attributed>,
    /// The number of random orders used for the shares; `None` if the shares are exact.
    pub orders: Option<usize>,
    /// The number of sampled resolutions for each set of rules; `None` if everything is exact.
    pub trials: Option<u64>,
}

impl Effect {
    /// Whether the rule changes nothing, alone or with others.
    pub fn is_none(&self) -> bool {
        let is_zero = |one: Estimate| !one.is_sampled() && same(one.value, 0.0);
        [self.added_alone, self.taken_alone, self.share].into_iter().all(is_zero)
    }
}

/// The effects of the rules on a statistic.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attributed {
    /// The name of the statistic in the base.
    pub name: StatisticName,
    /// The value in the base.
    pub base: Estimate,
    /// The value with all house rules.
    pub house: Estimate,
    /// The effect of each rule, in order.
    pub effects: Vec<Effect>,
}

/// The effect of one rule on a statistic.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The change when only this house rule is added to the base.
    pub added_alone: Estimate,
    /// The change when only this house rule is removed from the house.
    pub taken_alone: Estimate,
    /// Its Shapley share of the whole difference: the change that it makes, averaged over all orders in
    /// which the rules may be added. The shares of all rules sum to the whole difference.
    ///
    /// L. S. Shapley (1953), A value for n-person games.
    pub share: Estimate,
}

/// Why the effects of the rules cannot be separated.
#[derive(Clone, Debug, PartialEq)]
pub enum Unparted {
    /// The scenarios have different procedures.
    Procedures([String; 2]),
    /// More than 128 rules differ.
    TooMany(usize),
    /// With only these house rules, the scenario is invalid.
    NoScenario {
        /// What the base and the house are called.
        names: [String; 2],
        /// The rules of the house that it has.
        with: Vec<String>,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// A statistic cannot be evaluated.
    Problems(Problems),
    /// Odds cannot be computed.
    Run(RunError),
}

impl fmt::Display for Unparted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unparted::Procedures([base, house]) => {
                write!(f, "\"{base}\" and \"{house}\" are different procedures; take two scenarios of one")
            }
            Unparted::TooMany(rules) => {
                write!(f, "{rules} rules differ; at most {MOST_RULES} can be told apart")
            }
            Unparted::NoScenario { names: [base, house], with, fault } => {
                let with = if with.is_empty() { "none of the rules".to_owned() } else { with.join(", ") };
                write!(
                    f,
                    "the effects of the rules cannot be separated: with {with} as in \"{house}\" and all else as in \"{base}\", {} ({})",
                    fault.message, fault.help
                )
            }
            Unparted::Problems(problems) => problems.fmt(f),
            Unparted::Run(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unparted {}

impl From<RunError> for Unparted {
    fn from(error: RunError) -> Self {
        Unparted::Run(error)
    }
}

/// A set of rules: one bit for each.
type Set = u128;

/// The values of the statistics for each set of house rules.
type Values = BTreeMap<Set, Vec<Estimate>>;

/// Finds the effect of each rule of the `house` on `statistics` of the `base`. If `spares`, each of many sets of
/// rules that are sampled has fewer trials than the effort says.
///
/// # Errors
/// When the scenarios have different procedures, when some of the house rules without the others make
/// an invalid scenario, or the errors of [`estimates`].
pub fn attribute(
    base: &Scenario,
    house: &Scenario,
    statistics: &[Query],
    effort: &Effort,
    spares: bool,
    progress: &Progress,
) -> Result<Attribution, Unparted> {
    if base.procedure.name != house.procedure.name {
        return Err(Unparted::Procedures([base, house].map(|one| one.procedure.name.to_string())));
    }
    let mut parted = Parted {
        base,
        house,
        rules: differences(base, house),
        effort,
        spares,
        progress,
        statistics,
        trials: None,
    };
    if parted.rules.len() > MOST_RULES {
        return Err(Unparted::TooMany(parted.rules.len()));
    }
    let unread = parted.leave_what_is_read()?;
    let count = parted.rules.len();
    let all = full(count);
    let mut sets: BTreeSet<Set> = [0, all].into();
    sets.extend((0..count).flat_map(|rule| [lone(rule), all & !lone(rule)]));
    let ends = parted.found([0, all].into(), effort)?;
    let (most, pairs) = match are_sampled(&ends) {
        true => (MOST_EXACT_OF_SAMPLES, PAIRS_OF_SAMPLES),
        false => (MOST_EXACT, PAIRS),
    };
    let orders = (count > most).then(|| orders(count, pairs, effort.sampling.seed));
    match &orders {
        None => sets.extend(0..=all),
        Some(orders) => sets.extend(orders.iter().flat_map(|order| shapley::sets_of(order))),
    }
    let values = parted.ask(ends, sets)?;
    let names = statistics.iter().map(|query| Ok(query.statistic(base)?.name(&base.scope())));
    let names = names.collect::<Result<Vec<_>, Problems>>().map_err(Unparted::Problems)?;
    let statistics = names
        .into_iter()
        .enumerate()
        .map(|(place, name)| {
            let value = |set: Set| values[&set][place];
            let shares = match &orders {
                None => exact_shares(count, value),
                Some(orders) => sampled_shares(orders, value),
            };
            let effect = |(rule, share)| Effect {
                added_alone: value(lone(rule)).less(value(0)),
                taken_alone: value(all & !lone(rule)).less(value(all)),
                share,
            };
            let effects = (0..count).zip(shares).map(effect).collect();
            Attributed { name, base: value(0), house: value(all), effects }
        })
        .collect();
    let Parted { rules, trials, .. } = parted;
    Ok(Attribution { rules, unread, statistics, orders: orders.map(|orders| orders.len()), trials })
}

/// The base, and the rules that turn it into the house.
struct Parted<'a> {
    base: &'a Scenario,
    house: &'a Scenario,
    rules: Vec<Rule>,
    statistics: &'a [Query],
    effort: &'a Effort,
    spares: bool,
    progress: &'a Progress,
    trials: Option<u64>,
}

impl Parted<'_> {
    /// Drops the rules that are not read by the base, the house, the base with one house rule, or the
    /// house without one. Returns their names.
    fn leave_what_is_read(&mut self) -> Result<Vec<String>, Unparted> {
        let all = full(self.rules.len());
        let mut read: BTreeSet<Arc<str>> = [TEXT.into()].into();
        let alone = (0..self.rules.len()).flat_map(|rule| [lone(rule), all & !lone(rule)]);
        for set in [0, all].into_iter().chain(alone) {
            // Rules that depend on each other may be invalid alone. That is reported later, and only
            // for rules that are read.
            if let Ok(scenario) = self.scenario(set) {
                read.extend(scenario.read);
            }
        }
        let is_read = |rule: &Rule| rule.keys().any(|key| read.contains(key));
        let (rules, unread): (Vec<Rule>, Vec<Rule>) =
            std::mem::take(&mut self.rules).into_iter().partition(is_read);
        self.rules = rules;
        Ok(unread.into_iter().map(|rule| rule.name).collect())
    }

    /// The base with a set of house rules.
    fn scenario(&self, set: Set) -> Result<Scenario, Unparted> {
        let mut input = self.base.input.clone();
        let of_house = || self.rules.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        of_house().for_each(|(_, rule)| rule.apply(&mut input));
        let of_text = if of_house().any(|(_, rule)| rule.is_text()) { self.house } else { self.base };
        of_text.with(input).map_err(|mut faults| {
            let with = of_house().map(|(_, rule)| rule.name.clone()).collect();
            let [base, house] = [self.base, self.house].map(Scenario::own_name);
            let names = if base == house { ["the first", "the second"] } else { [base, house] };
            let names = names.map(str::to_owned);
            Unparted::NoScenario { names, with, fault: Box::new(faults.swap_remove(0)) }
        })
    }

    /// The error, which names the house rules with which what is given never happens.
    fn in_set(&self, error: RunError, set: Set) -> RunError {
        let of_set = self.rules.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        let names: Vec<&str> = of_set.map(|(_, rule)| rule.name.as_str()).collect();
        match error {
            RunError::NeverGiven { event, trials, .. } if !names.is_empty() => RunError::NeverGiven {
                event,
                place: format!("this scenario with {}", names.join(", ")),
                trials,
            },
            error => error,
        }
    }

    /// Evaluates all statistics with each of these sets of house rules; those of the base and of the house are
    /// known.
    fn ask(&mut self, mut found: Vec<(Set, Estimates)>, mut sets: BTreeSet<Set>) -> Result<Values, Unparted> {
        sets.retain(|set| found.iter().all(|(end, _)| end != set));
        // The sets in between may be thousands, and an exact attempt that fails costs about a second. So
        // the attempts at the two ends decide for all.
        let method = match self.effort.method {
            Method::Either if are_sampled(&found) => Method::Sampled,
            method => method,
        };
        let mut sampling = self.effort.sampling;
        if self.spares {
            let each = (TRIALS / (sets.len() as u64).max(1)).max(FEWEST_TRIALS);
            sampling.trials = sampling.trials.min(each);
        }
        found.extend(self.found(sets, &Effort { method, sampling })?);
        self.trials = found.iter().filter_map(|(_, found)| found.trials).min();
        Ok(found.into_iter().map(|(set, found)| (set, found.values)).collect())
    }

    /// The estimates of all statistics with each of these sets of house rules.
    fn found(&self, sets: BTreeSet<Set>, effort: &Effort) -> Result<Vec<(Set, Estimates)>, Unparted> {
        let sets: Vec<Set> = sets.into_iter().collect();
        let one = |place: usize| {
            let set = sets[place];
            let scenario = self.scenario(set)?;
            let compiled: Result<Vec<Statistic>, Problems> =
                self.statistics.iter().map(|query| query.statistic(&scenario)).collect();
            let compiled = compiled.map_err(Unparted::Problems)?;
            let place = (set ^ set >> 64) as u64;
            let all: Vec<&Statistic> = compiled.iter().collect();
            let found = estimates(&scenario, &all, &effort.apart(place), self.progress);
            let found = found.map_err(|error| self.in_set(error, set))?;
            if self.progress.is_stopped() {
                return Err(Unparted::Run(RunError::Stopped));
            }
            Ok((set, found))
        };
        parallel::each(sets.len(), one)
    }
}

fn are_sampled(found: &[(Set, Estimates)]) -> bool {
    found.iter().any(|(_, found)| found.trials.is_some())
}

/// The set of one rule.
fn lone(rule: usize) -> Set {
    1 << rule
}

/// The set of all `count` rules.
fn full(count: usize) -> Set {
    if count == MOST_RULES { Set::MAX } else { (1 << count) - 1 }
}
