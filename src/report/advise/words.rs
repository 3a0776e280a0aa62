//! Advice in words for players.

mod choices;
mod headlines;
mod sentences;

use crate::analysis::{Candidate, Recommendation, further_side_effect};
use crate::description::System;
use crate::description::words::quoted;
use crate::expression::{Constraint, Statistic, StatisticName};
use crate::report::number::{Known, Measure};
use crate::report::table::Write;
use crate::scenario::{Goal, Problems, Scenario, Sense};
use crate::stats::Estimate;

pub use self::choices::{best_in_words, which_count};

/// The texts on a goal and its statistics, for a scenario.
#[derive(Debug)]
pub struct Words<'a> {
    /// The goal.
    pub goal: &'a Goal,
    scenario: &'a Scenario,
    objective: Statistic,
    conditions: Vec<Constraint>,
    weighed: Option<[Statistic; 2]>,
    side_effect: Option<Statistic>,
}

impl<'a> Words<'a> {
    /// Resolves the statistics of a goal.
    ///
    /// # Errors
    /// If a statistic does not fit the scenario. The problems say where it is written.
    pub fn new(goal: &'a Goal, scenario: &'a Scenario) -> Result<Self, Problems> {
        let objective = goal.objective.statistic(scenario)?;
        let conditions: Vec<Constraint> =
            goal.subject_to.iter().map(|query| query.constraint(scenario)).collect::<Result<_, _>>()?;
        let weighed = match (&goal.frontier, &goal.cost, conditions.first()) {
            (Some([gain, pain]), ..) => Some([gain.statistic(scenario)?, pain.statistic(scenario)?]),
            (None, Some(cost), _) => Some([objective.clone(), cost.statistic(scenario)?]),
            (None, None, Some(condition)) => Some([objective.clone(), condition.statistic.clone()]),
            (None, None, None) => None,
        };
        let side_effect = further_side_effect(goal, scenario);
        Ok(Words { goal, scenario, objective, conditions, weighed, side_effect })
    }

    /// The game.
    pub fn system(&self) -> &'a System {
        &self.scenario.system
    }

    /// The objective in words, such as "boxes of damage on average".
    pub fn objective(&self) -> String {
        self.objective_name().words
    }

    /// The name of the objective.
    pub fn objective_name(&self) -> StatisticName {
        self.objective.name(&self.scenario.scope())
    }

    /// The names of the two weighed statistics, if there are any.
    pub fn weighed(&self) -> Option<[StatisticName; 2]> {
        self.weighed.as_ref().map(|pair| pair.each_ref().map(|one| one.name(&self.scenario.scope())))
    }

    /// The bound of a condition on this statistic, if there is one and it is a number.
    pub fn limit_of(&self, name: &StatisticName) -> Option<f64> {
        let is_on = |condition: &&Constraint| {
            condition.statistic.name(&self.scenario.scope()).written == name.written
        };
        self.conditions.iter().find(is_on)?.bound.constant()
    }

    /// The conditions in words, such as "physical drain: at most 1 %".
    pub fn conditions(&self) -> Vec<String> {
        self.limits().into_iter().map(|[words, limit]| format!("{words}: {limit}")).collect()
    }

    /// The statistic of each condition and its limit, in words.
    fn limits(&self) -> Vec<[String; 2]> {
        let bound = |condition: &Constraint| match condition.bound.constant() {
            Some(bound) => measure(&condition.statistic).goal(bound),
            None => condition.bound.words(&self.scenario.scope()),
        };
        let said = |condition: &Constraint| {
            let words = condition.statistic.words(&self.scenario.scope());
            [words, format!("{} {}", condition.relation_in_words(), bound(condition))]
        };
        self.conditions.iter().map(said).collect()
    }

    /// A setting in words, such as "Force 8, no reagents".
    pub fn setting(&self, keys: &[String], values: &[String]) -> String {
        self.scenario.system.say_setting(keys, values)
    }

    /// A choice in words.
    pub fn choice(&self, advice: &Recommendation, choice: &Candidate) -> String {
        self.setting(&advice.keys, &choice.values)
    }

    /// The measure of the objective.
    pub fn measure(&self) -> Measure {
        measure(&self.objective)
    }

    /// The measure of a condition's statistic.
    pub fn measure_of_condition(&self, place: usize) -> Measure {
        measure(&self.conditions[place].statistic)
    }

    /// The value of a condition's statistic for a choice, in words for players.
    fn condition_said(&self, place: usize, choice: &Candidate) -> String {
        self.measure_of_condition(place).say(choice.conditions[place].value)
    }

    /// A choice with its value and its cost, if it has one: "6 drams, 5.70 boxes of damage on average for 120".
    fn said_with_cost(&self, advice: &Recommendation, choice: &Candidate) -> String {
        let cost = choice.cost.map_or_else(String::new, |cost| format!(" for {}", said(cost)));
        format!("{}, {}{cost}", self.choice(advice, choice), self.said(choice))
    }

    /// The value of the objective for a choice, in words: "5.70 boxes of damage on average" or
    /// "“drops the ganger” 71.3 %".
    fn said(&self, choice: &Candidate) -> String {
        self.statistic_said(&self.objective, choice.objective)
    }

    /// The side effect of a choice, in words: "5.67 boxes of drain on average". `None` if there is none.
    fn side_effect_said(&self, choice: &Candidate) -> Option<String> {
        Some(self.statistic_said(self.side_effect.as_ref()?, choice.side_effect?))
    }

    fn statistic_said(&self, statistic: &Statistic, value: Estimate) -> String {
        let scope = self.scenario.scope();
        let (words, value) = (statistic.words(&scope), measure(statistic).say(value));
        // A question has a name; other chances are a "chance of" something.
        match statistic.is_chance() && is_chance_of(&words) {
            _ if statistic.is_mean() && statistic.counts_things(&scope) => format!("{value} {words}"),
            _ if statistic.is_mean() => format!("{words}: {value}"),
            true if value.ends_with('%') => format!("{value} {words}"),
            true => format!("{words}: {value}"),
            false => format!("{} {value}", quoted(&words)),
        }
    }

    /// A difference of the objective without a plus sign, such as "2.50" or "7.2 percentage points".
    fn amount(&self, amount: impl Into<Known>) -> String {
        let points = if self.objective.is_chance() { " percentage points" } else { "" };
        let said = self.measure().say_change(amount);
        format!("{}{points}", said.trim_start_matches('+'))
    }

    /// The unit of the objective that prices and `--worth` refer to: one, or certainty instead of no chance.
    pub fn unit(&self) -> &'static str {
        match (self.objective.is_chance(), self.goal.sense) {
            (true, _) => "certainty",
            (false, Sense::Maximize) => "1 more",
            (false, Sense::Minimize) => "1 less",
        }
    }

    /// Which change of the objective is a gain: "more" or "less".
    pub fn direction(&self) -> &'static str {
        if self.goal.sense == Sense::Minimize { "less" } else { "more" }
    }

    /// That unit behind its price: "48 each", "870 for certainty".
    pub(super) fn for_one(&self) -> &'static str {
        if self.objective.is_chance() { "for certainty" } else { "each" }
    }

    /// "a worth of 870 for certainty", if the goal has one.
    pub(super) fn worth_in_words(&self) -> Option<String> {
        self.goal.worth.map(|worth| format!("a worth of {} {}", said(worth), self.for_one()))
    }

    /// The format of losses against the best choice: losses of the net if the goal has a worth,
    /// else of the objective (of a chance in percentage points).
    pub fn format_of_loss(&self) -> (Measure, Write) {
        match self.goal.worth {
            Some(_) => (Measure::Number, Measure::write),
            None => (self.measure(), Measure::distance),
        }
    }

    /// The heading of the column of losses.
    pub fn loss_heading(&self) -> &'static str {
        match self.goal.worth {
            Some(_) => "loss of net",
            None if self.objective.is_chance() => "loss in percentage points",
            None => "loss",
        }
    }
}

/// A number in words for players.
fn said(number: impl Into<Known>) -> String {
    Measure::Number.say(number)
}

fn measure(statistic: &Statistic) -> Measure {
    if statistic.is_chance() { Measure::Chance } else { Measure::Number }
}

/// Whether the words of a statistic are those of an event without a name: "chance of 8 or more hits".
fn is_chance_of(words: &str) -> bool {
    words.starts_with("chance ")
}
