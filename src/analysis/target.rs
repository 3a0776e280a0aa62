//! Targets: values that statistics should have in the scenarios of a suite.

use crate::expression::Relation;
use crate::scenario::{Problems, Query, Scenario};

/// A value that a statistic should have in one or all scenarios of a suite.
#[derive(Clone, Debug)]
pub struct Target {
    /// The statistic and its value, as in `p(winner == 'hero') = 0.5`.
    pub query: Query,
    /// The index of the scenario in the suite; `None`: all scenarios.
    pub scenario: Option<usize>,
}

impl Target {
    /// Reads the value of `option`: `STAT = X` for every scenario, or `NAME: STAT = X` for the scenario
    /// of that name. `names` are the names in the suite, in order.
    pub fn new(option: &str, text: &str, names: &[String]) -> Target {
        let query = Query::new(option, text);
        let of = |(place, name): (usize, &String)| {
            Some(Target { query: query.behind(&format!("{name}:"))?, scenario: Some(place) })
        };
        // If both `knight` and `knight:two` match, the longer name is meant.
        let named = names.iter().enumerate().filter_map(of).min_by_key(|target| target.query.text().len());
        named.unwrap_or(Target { query, scenario: None })
    }

    /// Checks that targets can be evaluated in their scenarios, and that each has a single value.
    ///
    /// # Errors
    /// All problems, with their places.
    pub fn check(targets: &[Target], suite: &[&Scenario]) -> Result<(), Problems> {
        let mut problems = Problems::default();
        for target in targets {
            let mine = |place: &usize| target.scenario.is_none_or(|only| only == *place);
            for place in (0..suite.len()).filter(mine) {
                match target.query.constraint(suite[place]) {
                    Ok(condition) if condition.relation != Relation::Equal => {
                        let help = "write what should come out, as in \"p(hit == 1) = 0.5\"";
                        problems.push(target.query.place().clone(), "a target has one value", help);
                    }
                    Ok(_) => {}
                    Err(more) => problems.0.extend(more.0),
                }
            }
        }
        problems.sorted().or(())
    }

    /// A text that is different for every target.
    pub(super) fn identity(&self) -> String {
        format!("{:?}: {}", self.scenario, self.query.text())
    }
}
