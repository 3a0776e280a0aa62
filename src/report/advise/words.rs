//! Advice in the words of players.

mod sentences;

use crate::analysis::Candidate;
use crate::description::System;
use crate::description::words::quoted;
use crate::expression::{Constraint, Statistic, StatisticName};
use crate::report::number::{Known, Measure};
use crate::report::table::Digits;
use crate::scenario::{Goal, Problems, Scenario};

pub use self::sentences::{best_in_words, which_count};

/// A goal, and how its statistics are said of a scenario.
#[derive(Debug)]
pub struct Words<'a> {
    /// What is wanted.
    pub goal: &'a Goal,
    scenario: &'a Scenario,
    objective: Statistic,
    conditions: Vec<Constraint>,
    weighed: Option<[Statistic; 2]>,
}

impl<'a> Words<'a> {
    /// The words of a goal.
    ///
    /// # Errors
    /// What cannot be asked of the scenario, and where it is written.
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
        Ok(Words { goal, scenario, objective, conditions, weighed })
    }

    /// The game.
    pub fn system(&self) -> &'a System {
        &self.scenario.system
    }

    /// What decides, as in "boxes of damage on average".
    pub fn objective(&self) -> String {
        self.objective_name().words
    }

    /// What the statistic that decides is called.
    pub fn objective_name(&self) -> StatisticName {
        self.objective.name(&self.scenario.scope())
    }

    /// What is weighed against what.
    pub fn weighed(&self) -> Option<[StatisticName; 2]> {
        self.weighed.as_ref().map(|pair| pair.each_ref().map(|one| one.name(&self.scenario.scope())))
    }

    /// The conditions, as in "physical drain: at most 1 %".
    pub fn conditions(&self) -> Vec<String> {
        let bound = |condition: &Constraint| match condition.bound.constant() {
            Some(bound) => measure(&condition.statistic).goal(bound),
            None => condition.bound.words(&self.scenario.scope()),
        };
        let said = |condition: &Constraint| {
            let words = condition.statistic.words(&self.scenario.scope());
            format!("{words}: {} {}", condition.relation_in_words(), bound(condition))
        };
        self.conditions.iter().map(said).collect()
    }

    /// A setting, as in "Force 8, no reagents".
    pub fn setting(&self, keys: &[String], values: &[String]) -> String {
        self.scenario.system.say_setting(keys, values)
    }

    /// How values of the objective are written.
    pub fn measure(&self) -> Measure {
        measure(&self.objective)
    }

    /// How values of a condition's statistic are written.
    pub fn measure_of_condition(&self, place: usize) -> Measure {
        measure(&self.conditions[place].statistic)
    }

    /// What a choice makes of a condition's statistic, as players say it.
    fn condition_said(&self, place: usize, choice: &Candidate) -> String {
        self.measure_of_condition(place).say(choice.conditions[place].value)
    }

    /// What a choice gives of the objective with its words: "5.70 boxes of damage on average",
    /// "“drops the ganger” 71.3 %".
    fn said(&self, choice: &Candidate) -> String {
        let (words, value) = (self.objective(), self.measure().say(choice.objective));
        if self.objective.is_mean() {
            format!("{value} {words}")
        } else {
            format!("{} {value}", quoted(&words))
        }
    }

    /// A difference of the objective, from 0, as players say it: "2.50", "7.2 percentage points".
    fn amount(&self, amount: impl Into<Known>) -> String {
        let points = if self.objective.is_chance() { " percentage points" } else { "" };
        let said = self.measure().say_change(amount);
        format!("{}{points}", said.trim_start_matches('+'))
    }

    /// One unit of the objective as prices have it: of a chance a percentage point.
    pub fn unit(&self) -> &'static str {
        if self.objective.is_chance() { "1 percentage point" } else { "1 more" }
    }

    /// How losses against the best choice are written: those of the objective, of a chance in
    /// percentage points; or of the net.
    pub fn digits_of_loss(&self) -> Digits {
        match self.goal.worth {
            Some(_) => Digits::Known(Measure::Number),
            None => Digits::Distance(self.measure()),
        }
    }

    /// The heading above losses.
    pub fn loss_heading(&self) -> &'static str {
        match self.goal.worth {
            Some(_) => "loss of net",
            None if self.objective.is_chance() => "loss in percentage points",
            None => "loss",
        }
    }

    /// What one unit costs, or is worth.
    pub fn price(&self, of_one: f64) -> String {
        Measure::Number.write(if self.objective.is_chance() { of_one / 100.0 } else { of_one })
    }
}

/// A number as players say it.
fn said(number: impl Into<Known>) -> String {
    Measure::Number.say(number)
}

fn measure(statistic: &Statistic) -> Measure {
    if statistic.is_chance() { Measure::Chance } else { Measure::Number }
}
