//! The goal of the hero.

use std::sync::Arc;

use super::melee::{Outcome, WINNER};
use crate::chance::{Objective, Playable, Procedure};
use crate::description::{self, Datum, DerivedValue, DerivedValues, InputReader};

/// The event whose probability the hero maximizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The hero wins.
    Win,
    /// The hero is not out.
    Survive,
}

impl Goal {
    /// Reads the choice of the scenario.
    pub fn read(input: &InputReader) -> Goal {
        if input.word("choice.goal") == Some("survive") { Goal::Survive } else { Goal::Win }
    }

    /// The objective in a melee of these sizes.
    pub fn objective(self, sizes: String) -> Objective {
        let reached: &[Outcome] = match self {
            Goal::Win => &[Outcome::Hero],
            Goal::Survive => &[Outcome::Hero, Outcome::Undecided],
        };
        let labels = reached.iter().map(|&outcome| (WINNER, outcome as i64, 1.0)).collect();
        Objective { labels, sizes, ..Objective::default() }
    }

    /// The event as the goal of best play.
    pub fn in_words(self) -> description::Goal {
        let name = match self {
            Goal::Win => "the hero wins",
            Goal::Survive => "the hero is not out",
        };
        description::Goal { name: name.into(), is_chance: true }
    }

    /// The probability of the goal with the best choices.
    pub fn value<P: Procedure + 'static>(self, melee: Arc<Playable<P>>) -> DerivedValues {
        let title = format!("chance that {} by the best choices", self.in_words().name);
        DerivedValues::new(Box::new(move || {
            // When the value is requested, the melee has already been solved.
            let value = melee.policy().map(|policy| DerivedValue {
                name: "value".into(),
                title: title.clone().into(),
                text: format!("{:.2} %", 100.0 * policy.value),
                value: Datum::Number(policy.value),
            });
            value.into_iter().collect()
        }))
    }
}
