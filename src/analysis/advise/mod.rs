//! Recommends what to choose.

mod frontier;

mod ladder;

mod runs;

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::exact_or_sampled::{Effort, Estimates};
use super::findings::{Findings, OverSettings, fingerprint};
use super::near_equal::sort_near_equal;
use super::part::Fingerprint;
use super::settings::{Skipped, Unfit, at_each};
use super::{Progress, RunError};
use crate::chance::Metric;
use crate::expression::{Constraint, Relation, Statistic};
use crate::scenario::{Document, Goal, Grid, Problems, Query, Scenario, Sense};
use crate::stats::{Estimate, same};

pub use self::ladder::{Rung, Step};
pub use self::runs::{RunOfBest, runs_of_best};

/// The best choices of every situation, and how all others compare.
#[derive(Clone, Debug, Serialize)]
pub struct Recommendation {
    /// The keys that make up a situation.
    pub situation_keys: Vec<String>,
    /// How many of them vary fastest: the last one, or those that vary together with it.
    #[serde(skip)]
    pub fastest: usize,
    /// The keys that a player chooses.
    pub keys: Vec<String>,
    /// The situations in which at least one choice is allowed, in the order of their grid.
    pub situations: Vec<Situation>,
    /// The settings that the rules do not allow, with the values of the situation's keys followed by
    /// those of the choice's keys.
    pub skipped: Vec<Skipped>,
}

/// A situation and its choices.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Situation {
    /// The value of each key of the situation.
    pub values: Vec<String>,
    /// All choices by rank. Feasible choices come first, sorted by score; equal scores by cost, then by
    /// the order of the grid. The others follow, sorted by how much they violate the constraints.
    pub choices: Vec<Candidate>,
    /// The efficient choices, from the cheapest to the one that gives most; empty without a cost.
    pub ladder: Vec<Rung>,
    /// Whether each of the two statistics of the trade-off should be maximized or minimized.
    pub senses: [Sense; 2],
    /// Whether the first choice is the best. It is not if there are costs but no worth of the
    /// objective; then the ladder shows what to decide.
    pub has_best: bool,
}

/// A choice: values of the varied keys, and their results.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Candidate {
    /// Its number in the grid of choices.
    pub number: u64,
    /// The value of each key.
    pub values: Vec<String>,
    /// The objective; not finite if it has no value.
    pub objective: Estimate,
    /// The value that it is ranked by, higher is better: the objective (negated if it is minimized) or,
    /// with a worth, the net value in units of the cost.
    pub score: f64,
    /// The difference of its score to that of the best choice; `None` if it is not feasible.
    pub loss: Option<f64>,
    /// Whether a sample leaves open that it is as good as the best choice, or better: the 95 % interval of
    /// `loss` contains 0.
    #[serde(skip)]
    pub may_be_best: bool,
    /// The constraints.
    pub conditions: Vec<Held>,
    /// Whether all constraints hold and the score is finite.
    pub feasible: bool,
    /// The cost.
    pub cost: Option<f64>,
    /// The side effect of the procedure, unless the goal asks for it anyway.
    pub side_effect: Option<Estimate>,
    /// The number of keys whose value is not that of the scenario itself.
    pub changes: usize,
    /// The reading of the rules that the values rest on; empty if there is no special one.
    pub reading: String,
    /// Its place in the trade-off of two statistics.
    pub weighed: Option<Weighed>,
    /// The number of sampled resolutions; `None` if it is exact.
    pub trials: Option<u64>,
}

/// A constraint, and how well a choice meets it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Held {
    /// The value of the constrained statistic.
    pub value: Estimate,
    /// The value that it is compared with.
    pub bound: f64,
    /// The amount by which the constraint is violated; 0 if it holds.
    pub missed_by: f64,
}

/// The two statistics of a trade-off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Weighed {
    /// The first statistic, by default the objective.
    pub gain: f64,
    /// The second statistic, by default the cost or the first constrained statistic.
    pub pain: f64,
    /// Whether the choice is feasible, and no other feasible one is better in one statistic and at
    /// least as good in the other.
    pub efficient: bool,
    /// Both statistics with their intervals.
    #[serde(skip)]
    pub estimates: [Estimate; 2],
}

/// A goal, parsed into statistics of one scenario.
struct ParsedGoal<'a> {
    goal: &'a Goal,
    objective: Statistic,
    conditions: Vec<Constraint>,
    cost: Option<Statistic>,
    frontier: Option<[Statistic; 2]>,
    side_effect: Option<Statistic>,
}

/// The side effect of a scenario's procedure as a statistic.
fn side_effect(scenario: &Scenario) -> Option<Statistic> {
    Statistic::parse(&scenario.procedure.side_effect, &scenario.scope()).ok()
}

/// The side effect, unless the objective or a condition of the goal reads the same metrics.
pub fn further_side_effect(goal: &Goal, scenario: &Scenario) -> Option<Statistic> {
    let statistic = side_effect(scenario)?;
    let metrics = 0..scenario.ready.procedure.metrics().len();
    let read: Vec<Metric> = metrics.map(Metric).filter(|&metric| statistic.reads(metric)).collect();
    let mut asked = [&goal.objective].into_iter().chain(&goal.subject_to);
    let is_asked = |query: &Query| match query.constraint(scenario) {
        Ok(condition) => read.iter().any(|&metric| condition.statistic.reads(metric)),
        Err(_) => query.statistic(scenario).is_ok_and(|asked| read.iter().any(|&metric| asked.reads(metric))),
    };
    (!asked.any(is_asked)).then_some(statistic)
}

impl Goal {
    /// Checks that all statistics of the goal can be evaluated in a scenario.
    ///
    /// # Errors
    /// The problems, with their places.
    pub fn check(&self, scenario: &Scenario) -> Result<(), Problems> {
        ParsedGoal::new(self, scenario).map(|_| ())
    }
}

impl<'a> ParsedGoal<'a> {
    fn new(goal: &'a Goal, scenario: &Scenario) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut read =
            |query: &Query| query.statistic(scenario).map_err(|more| problems.0.extend(more.0)).ok();
        let objective = read(&goal.objective);
        let cost = goal.cost.as_ref().map(&mut read);
        let frontier = goal.frontier.as_ref().map(|pair| pair.each_ref().map(&mut read));
        let conditions: Vec<Option<Constraint>> = goal
            .subject_to
            .iter()
            .map(|query| query.constraint(scenario).map_err(|more| problems.0.extend(more.0)).ok())
            .collect();
        match (objective, conditions.into_iter().collect()) {
            (Some(objective), Some(conditions)) if problems.0.is_empty() => Ok(ParsedGoal {
                goal,
                objective,
                conditions,
                cost: cost.flatten(),
                frontier: frontier.and_then(|[gain, pain]| Some([gain?, pain?])),
                side_effect: side_effect(scenario),
            }),
            _ => Err(problems),
        }
    }

    /// Evaluates all statistics at once, so that they are all exact or all from one sample.
    fn ask(
        &self,
        number: u64,
        values: Vec<String>,
        find: impl FnOnce(&[&Statistic]) -> Result<Estimates, RunError>,
    ) -> Result<Candidate, RunError> {
        let mut all = vec![&self.objective];
        all.extend(self.conditions.iter().flat_map(|condition| [&condition.statistic, &condition.bound]));
        all.extend(&self.cost);
        all.extend(self.frontier.iter().flatten());
        all.extend(&self.side_effect);
        let Estimates { values: found, trials } = find(&all)?;
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
        let pair = self.frontier.as_ref().map(|_| [next(), next()]);
        let side_effect = self.side_effect.as_ref().map(|_| next());
        let score = self.goal.score(objective.value, cost);
        let feasible = score.is_finite() && conditions.iter().all(|held| held.missed_by == 0.0);
        let weighed = pair.or_else(|| self.weigh(objective, cost, &conditions));
        let weighed = weighed.map(|estimates| {
            let [gain, pain] = estimates.map(|one| one.value);
            Weighed { gain, pain, efficient: false, estimates }
        });
        Ok(Candidate {
            number,
            values,
            objective,
            score,
            conditions,
            feasible,
            cost,
            side_effect,
            weighed,
            trials,
            ..Candidate::default()
        })
    }

    /// The default trade-off: the objective against the cost, or else against the first constrained
    /// statistic.
    fn weigh(&self, objective: Estimate, cost: Option<f64>, conditions: &[Held]) -> Option<[Estimate; 2]> {
        let cost = cost.map(Estimate::exactly);
        cost.or_else(|| conditions.first().map(|held| held.value)).map(|pain| [objective, pain])
    }

    /// Whether each of the two statistics of the trade-off should be maximized or minimized. The second
    /// one should be small, unless it belongs to a constraint that asks for a large value.
    fn senses(&self) -> [Sense; 2] {
        let asks_for_more =
            |condition: &Constraint| matches!(condition.relation, Relation::Greater | Relation::AtLeast);
        let for_more = self.cost.is_none() && self.conditions.first().is_some_and(asks_for_more);
        match self.frontier {
            Some(_) => [Sense::Maximize, Sense::Minimize],
            None => [self.goal.sense, if for_more { Sense::Maximize } else { Sense::Minimize }],
        }
    }
}

impl Goal {
    /// The score by which a choice is ranked.
    fn score(&self, objective: f64, cost: Option<f64>) -> f64 {
        let gain = self.sense.sign() * objective;
        match (self.worth, cost) {
            (Some(worth), Some(cost)) => worth * gain - cost,
            _ => gain,
        }
    }

    /// The score of a choice, with its interval.
    pub fn score_of(&self, choice: &Candidate) -> Estimate {
        let weight = self.sense.sign() * self.worth.unwrap_or(1.0);
        let cost = Estimate::exactly(self.worth.and(choice.cost).unwrap_or(0.0));
        Estimate { value: choice.score, ..Estimate::sum([(weight, choice.objective), (-1.0, cost)]) }
    }
}

/// Finds the best of `choices` in each of the `situations`. A situation grid without keys means the
/// scenario as it is.
///
/// Samples are independent between choices. In each situation they are the same as if there were no
/// other situation.
///
/// # Errors
/// When an exact distribution is required but too large, or `progress` was told to stop.
pub fn advise(
    document: &Document,
    choices: &Grid,
    situations: &Grid,
    goal: &Goal,
    effort: &Effort,
    progress: &Progress,
) -> Result<Recommendation, RunError> {
    AdviseJob { document, choices, situations, goal, effort }.over(&Findings::default(), progress)
}

/// Advice, as of [`advise`], that can be computed in parts.
#[derive(Clone, Copy, Debug)]
pub struct AdviseJob<'a> {
    /// The scenario.
    pub document: &'a Document,
    /// The choices.
    pub choices: &'a Grid,
    /// The situations.
    pub situations: &'a Grid,
    /// The goal.
    pub goal: &'a Goal,
    /// How each setting is computed.
    pub effort: &'a Effort,
}

impl OverSettings for AdviseJob<'_> {
    type Answer = Recommendation;

    fn fingerprint(&self) -> Fingerprint {
        let goal = format!("{:?}", self.goal);
        fingerprint("advise", &[self.document], &[self.situations, self.choices], &[&goal], self.effort)
    }

    fn over(&self, findings: &Findings, progress: &Progress) -> Result<Recommendation, RunError> {
        let &AdviseJob { document, choices, situations, goal, effort } = self;
        let whole = situations.and(choices);
        let present = |key: &str| {
            let bare = document.get(key).and_then(|entry| entry.value.bare());
            bare.map_or("unset".to_owned(), |text| text.trim_matches('"').to_owned())
        };
        let found = at_each(document, &whole, findings, progress, |number, scenario, finder| {
            let parsed = ParsedGoal::new(goal, &scenario)?;
            let choice = number % choices.len();
            let values = choices.setting(choice).into_iter().map(str::to_owned).collect();
            let effort = effort.apart(choice);
            let find = |all: &[&Statistic]| finder.estimates(&scenario, all, &effort, progress);
            let asked = parsed.ask(choice, values, find)?;
            let changes = choices.keys().zip(&asked.values).filter(|(key, value)| present(key) != **value);
            let (changes, reading) = (changes.count(), scenario.ready.reading.clone());
            Ok::<_, Unfit>((Candidate { changes, reading, ..asked }, parsed.senses()))
        })?;
        let mut of_situation: Vec<Vec<Candidate>> = (0..situations.len()).map(|_| Vec::new()).collect();
        let mut senses = [Sense::Maximize, Sense::Minimize];
        for (number, _, (choice, own)) in found.settings {
            of_situation[(number / choices.len()) as usize].push(choice);
            senses = own;
        }
        let [situation_keys, keys] =
            [situations, choices].map(|grid| grid.keys().map(str::to_owned).collect());
        let fastest = situations.axes().last().map_or(0, |(keys, _)| keys.len());
        let situations = (0..)
            .zip(of_situation)
            .filter(|(_, choices)| !choices.is_empty())
            .map(|(number, choices)| {
                let values = situations.setting(number).into_iter().map(str::to_owned).collect();
                Situation::new(values, choices, goal, senses)
            })
            .collect();
        Ok(Recommendation { situation_keys, fastest, keys, situations, skipped: found.skipped })
    }
}

impl Recommendation {
    /// The runs of situations with the same best choices.
    pub fn runs(&self) -> Vec<RunOfBest<'_>> {
        runs_of_best(self.situations.iter().map(Some))
    }

    /// The indices of the situations at which the best choices are others than in the one before, which differs
    /// in nothing but the keys that vary fastest.
    pub fn flips(&self) -> Vec<usize> {
        let slower = self.situation_keys.len() - self.fastest;
        let row = |place: usize| &self.situations[place].values[..slower];
        let firsts = self.runs().into_iter().skip(1).map(|run| run.first);
        firsts.filter(|&first| row(first) == row(first - 1)).collect()
    }
}

impl Situation {
    fn new(values: Vec<String>, mut choices: Vec<Candidate>, goal: &Goal, senses: [Sense; 2]) -> Self {
        frontier::mark(&mut choices, senses);
        rank(&mut choices);
        let best = choices.first().filter(|best| best.feasible).map(|best| goal.score_of(best));
        for choice in choices.iter_mut().filter(|choice| choice.feasible) {
            let Some(best) = best else { continue };
            let is_equal = same(choice.score, best.value);
            choice.loss = Some(if is_equal { 0.0 } else { best.value - choice.score });
            let ahead = best.less(goal.score_of(choice));
            choice.may_be_best = ahead.is_sampled() && ahead.low <= 0.0;
        }
        let ladder = ladder::of(&choices, goal.sense.sign());
        Situation { values, choices, ladder, senses, has_best: goal.has_best() }
    }

    /// The best choice, if there is a best one and it is feasible.
    pub fn best(&self) -> Option<&Candidate> {
        self.choices.first().filter(|choice| choice.feasible && self.has_best)
    }

    /// The choices that meet all constraints, by rank.
    pub fn feasible(&self) -> &[Candidate] {
        &self.choices[..self.choices.iter().take_while(|choice| choice.feasible).count()]
    }

    /// The feasible choices whose score equals that of the best up to rounding, by rank.
    pub fn equals(&self) -> &[Candidate] {
        let feasible = self.feasible();
        let equal = |choice: &&Candidate| same(choice.score, feasible[0].score);
        &feasible[..feasible.iter().take_while(equal).count()]
    }

    /// The other choices that a sample does not tell from the best; none if there is no best one.
    pub fn untold(&self) -> impl Iterator<Item = &Candidate> {
        let others = if self.has_best { self.feasible().get(1..) } else { None };
        others.unwrap_or_default().iter().filter(|choice| choice.may_be_best)
    }

    /// The settings of all best choices, and of those that a sample does not tell from them; empty if there is no
    /// best one.
    pub fn best_settings(&self) -> Vec<&[String]> {
        let equals = if self.has_best { self.equals() } else { &[] };
        let mut best: Vec<&Candidate> = equals.iter().collect();
        best.extend(self.untold().filter(|other| !same(other.score, equals[0].score)));
        if best.len() > equals.len() {
            best.sort_by_key(|choice| choice.number);
        }
        best.into_iter().map(|choice| &choice.values[..]).collect()
    }

    /// The efficient choices, sorted by their second statistic.
    pub fn efficient(&self) -> Vec<(&Candidate, Weighed)> {
        let weighed = self.choices.iter().filter_map(|choice| Some((choice, choice.weighed?)));
        let mut efficient: Vec<_> = weighed.filter(|(_, weighed)| weighed.efficient).collect();
        efficient.sort_by(|(_, a), (_, b)| a.pain.total_cmp(&b.pain));
        efficient
    }

    /// Whether there are several choices that meet all constraints, and all of these have the same score.
    pub fn feasible_are_equal(&self) -> bool {
        let feasible = self.feasible().len();
        feasible > 1 && self.equals().len() == feasible
    }

    /// Whether there are several choices, and all that have a score meet the constraints and have the same, so that
    /// there is nothing to choose.
    pub fn is_indifferent(&self) -> bool {
        let mut scored = self.choices.iter().filter(|choice| choice.score.is_finite());
        self.feasible_are_equal() && scored.all(|choice| choice.feasible)
    }
}

impl Candidate {
    /// The value of its side effect; 0 if there is none.
    pub fn side_effect_or_0(&self) -> f64 {
        self.side_effect.map_or(0.0, |effect| effect.value)
    }

    /// The sum by which the constraints are violated; infinite if the score is not finite.
    fn missed_by(&self) -> f64 {
        let missed: f64 = self.conditions.iter().map(|held| held.missed_by).sum();
        if self.score.is_finite() { missed } else { f64::INFINITY }
    }
}

/// Sorts choices by rank. Among equally good ones, the cheaper comes first, then the one with less side
/// effect, then the one that rests on no reading, then the one that changes less in the scenario.
fn rank(choices: &mut [Candidate]) {
    let by_changes = |equal: &mut [Candidate]| {
        equal.sort_by_key(|choice| (!choice.reading.is_empty(), choice.changes, choice.number));
    };
    let by_side_effect =
        |equal: &mut [Candidate]| sort_near_equal(equal, Candidate::side_effect_or_0, by_changes);
    let by_cost =
        |equal: &mut [Candidate]| sort_near_equal(equal, |choice| choice.cost.unwrap_or(0.0), by_side_effect);
    let by_score = |equal: &mut [Candidate]| sort_near_equal(equal, |choice| -choice.score, by_cost);
    // A strict condition may be missed by less than rounding tells from nothing.
    choices.sort_by_key(|choice| !choice.feasible);
    let feasible = choices.partition_point(|choice| choice.feasible);
    let (feasible, others) = choices.split_at_mut(feasible);
    by_score(feasible);
    sort_near_equal(others, Candidate::missed_by, by_score);
}
