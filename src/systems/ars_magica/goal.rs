//! What the hero plays for.

use std::sync::Arc;

use super::melee::{Outcome, WINNER};
use crate::chance::{Objective, Playable, Procedure};
use crate::description::{Datum, DerivedValue, DerivedValues, InputReader};

/// What the hero makes as likely as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// That he wins.
    Win,
    /// That he is not out.
    Survive,
}

impl Goal {
    /// What the scenario chooses.
    pub fn read(input: &InputReader) -> Goal {
        if input.word("choice.goal") == Some("survive") { Goal::Survive } else { Goal::Win }
    }

    /// What the hero plays for in a melee of these sizes.
    pub fn objective(self, sizes: String) -> Objective {
        let reached: &[Outcome] = match self {
            Goal::Win => &[Outcome::Hero],
            Goal::Survive => &[Outcome::Hero, Outcome::Undecided],
        };
        let labels = reached.iter().map(|&outcome| (WINNER, outcome as i64, 1.0)).collect();
        Objective { labels, sizes, ..Objective::default() }
    }

    /// How likely it is by the best choices.
    pub fn value<P: Procedure + 'static>(self, melee: Arc<Playable<P>>) -> DerivedValues {
        let title = match self {
            Goal::Win => "chance that the hero wins by the best choices",
            Goal::Survive => "chance that the hero is not out by the best choices",
        };
        DerivedValues::new(Box::new(move || {
            // Who asks for it has solved it.
            let value = melee.policy().map(|policy| DerivedValue {
                name: "value".into(),
                title: title.into(),
                text: format!("{:.2} %", 100.0 * policy.value),
                value: Datum::Number(policy.value),
            });
            value.into_iter().collect()
        }))
    }
}
