//! The goal of a choice: the table `[advise]`, and the options with the same names.

use serde::Serialize;

use super::document::{Document, Entry};
use super::keys::COMMON;
use super::values::read;
use super::{Place, Problems, Query};
use crate::description::Value;
use crate::expression::{Constraint, Scope};
use crate::rules::Program;

/// The table `[advise]` as written; everything in it is optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoalTable {
    /// The statistic to maximize.
    pub maximize: Option<Query>,
    /// The statistic to minimize.
    pub minimize: Option<Query>,
    /// The constraints.
    pub subject_to: Vec<Query>,
    /// The cost of a choice.
    pub cost: Option<Query>,
    /// What one unit of the objective is worth, in units of the cost.
    pub worth: Option<Worth>,
    /// Two statistics, separated by a comma.
    pub frontier: Option<Query>,
}

/// What one unit of the objective is worth, and where that is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// A positive number, in units of the cost.
    pub value: f64,
    /// Where it is written.
    pub place: Place,
}

/// The goal of a choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The statistic that is optimized.
    pub objective: Query,
    /// Whether it is maximized or minimized.
    pub sense: Sense,
    /// The constraints.
    pub subject_to: Vec<Query>,
    /// The cost of a choice.
    pub cost: Option<Query>,
    /// What one unit of the objective is worth, in units of the cost.
    pub worth: Option<f64>,
    /// The axes of the frontier: the first statistic is maximized, the second minimized. The default is
    /// the objective with the cost, or else with the first constraint.
    pub frontier: Option<[Query; 2]>,
}

/// Whether an objective is maximized or minimized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sense {
    /// More is better.
    Maximize,
    /// Less is better.
    Minimize,
}

impl Sense {
    /// The factor that makes greater values better.
    pub fn sign(self) -> f64 {
        match self {
            Sense::Maximize => 1.0,
            Sense::Minimize => -1.0,
        }
    }

    /// The name of its option and key.
    pub fn name(self) -> &'static str {
        match self {
            Sense::Maximize => "maximize",
            Sense::Minimize => "minimize",
        }
    }
}

impl Document {
    /// The file's table `[advise]`, without an objective with the goal of its rule text. Values of a wrong type
    /// count as left out: [`Document::check`] reports them.
    pub fn goal(&self) -> GoalTable {
        let value = |name: &str| -> Option<(Value, &Entry)> {
            let path = format!("advise.{name}");
            let entry = self.get(&path)?;
            let key = COMMON.iter().find(|key| key.matches(&path))?;
            Some((read(key, &entry.value).ok()?, entry))
        };
        let text = |name: &str| match value(name)? {
            (Value::Word(text), entry) => Some(Query::written(&text, &entry.place)),
            _ => None,
        };
        let subject_to = match value("subject_to") {
            Some((Value::Texts(texts), entry)) => {
                texts.iter().map(|text| Query::written(text, &entry.place)).collect()
            }
            _ => Vec::new(),
        };
        let worth = match value("worth") {
            Some((Value::Number(value), entry)) => Some(Worth { value, place: entry.place.clone() }),
            _ => None,
        };
        let table = GoalTable {
            maximize: text("maximize"),
            minimize: text("minimize"),
            subject_to,
            cost: text("cost"),
            worth,
            frontier: text("frontier"),
        };
        let of_rules = self.program().and_then(Program::objective).map(|(statistic, is_maximized)| {
            let objective = Some(Query::new("the goal of the rules", &statistic));
            match is_maximized {
                true => GoalTable { maximize: objective, ..GoalTable::default() },
                false => GoalTable { minimize: objective, ..GoalTable::default() },
            }
        });
        table.or(of_rules.unwrap_or_default())
    }
}

impl GoalTable {
    /// This table, with what it leaves out taken from `other`. If it has an objective, it is a goal of
    /// its own and nothing is taken, since the constraints and the cost of `other` belong to another
    /// goal.
    pub fn or(self, other: GoalTable) -> GoalTable {
        if self.maximize.is_some() || self.minimize.is_some() {
            return self;
        }
        GoalTable {
            maximize: other.maximize,
            minimize: other.minimize,
            subject_to: if self.subject_to.is_empty() { other.subject_to } else { self.subject_to },
            cost: self.cost.or(other.cost),
            worth: self.worth.or(other.worth),
            frontier: self.frontier.or(other.frontier),
        }
    }

    /// The goal; `None` without an objective.
    ///
    /// # Errors
    /// Two objectives, a frontier that does not consist of two statistics, or a worth that is not
    /// positive or has no cost.
    pub fn goal(self) -> Result<Option<Goal>, Problems> {
        let mut problems = Problems::default();
        if let (Some(_), Some(second)) = (&self.maximize, &self.minimize) {
            let help =
                "write `maximize` or `minimize`; combine two statistics as in \"mean(damage) - mean(drain)\"";
            problems.push(second.place().clone(), "there are two objectives", help);
        }
        let frontier = self.frontier.as_ref().map(|query| {
            <[Query; 2]>::try_from(query.parts()).map_err(|_| {
                let help = "write the statistic to maximize, then the one to minimize, as in \"mean(damage), mean(drain)\"";
                problems.push(query.place().clone(), "a frontier needs two statistics", help);
            })
        });
        if let Some(Worth { value, place }) = &self.worth {
            if !(*value > 0.0 && value.is_finite()) {
                let help = "write what one unit of the objective is worth, as in 50";
                problems.push(place.clone(), "a worth has to be a number above 0", help);
            } else if self.cost.is_none() {
                let help = "write what a choice costs, as in \"20 * choice.reagents\"";
                problems.push(place.clone(), "a worth needs a cost to be compared with", help);
            }
        }
        problems.or(())?;
        let (objective, sense) = match (self.maximize, self.minimize) {
            (Some(objective), _) => (objective, Sense::Maximize),
            (None, Some(objective)) => (objective, Sense::Minimize),
            (None, None) => return Ok(None),
        };
        Ok(Some(Goal {
            objective,
            sense,
            subject_to: self.subject_to,
            cost: self.cost,
            worth: self.worth.map(|worth| worth.value),
            frontier: frontier.and_then(Result::ok),
        }))
    }

    /// Checks that all its statistics and constraints are valid for a scenario.
    pub(super) fn check(&self, scope: &dyn Scope) -> Result<(), Problems> {
        let mut problems = Problems::default();
        let frontier = self.frontier.iter().flat_map(Query::parts).collect::<Vec<_>>();
        for query in self.maximize.iter().chain(&self.minimize).chain(&self.cost).chain(&frontier) {
            problems.0.extend(query.statistic_of(scope).err().unwrap_or_default().0);
        }
        for query in &self.subject_to {
            problems.0.extend(query.constraint_of(scope).err().unwrap_or_default().0);
        }
        problems.or(())
    }
}

impl Goal {
    /// The two statistics that are weighed against each other, as written, if there are any.
    pub fn weighs(&self) -> Option<[&str; 2]> {
        let objective = self.objective.text();
        match (&self.frontier, &self.cost, self.subject_to.first()) {
            (Some([gain, pain]), ..) => Some([gain.text(), pain.text()]),
            (None, Some(cost), _) => Some([objective, cost.text()]),
            (None, None, Some(condition)) => Some([objective, Constraint::left_side(condition.text())]),
            (None, None, None) => None,
        }
    }

    /// Whether it singles out a best choice. With a cost but without the worth of the objective, there
    /// are only efficient choices.
    pub fn has_best(&self) -> bool {
        self.cost.is_none() || self.worth.is_some()
    }
}
