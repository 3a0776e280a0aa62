//! What players may try on a page, and what is wanted of it.

use super::advise::{Recommendation, advise};
use super::exact_or_sampled::Effort;
use super::sweep::{Sweep, sweep};
use super::{Progress, RunError};
use crate::scenario::{Document, Goal, Grid, Problems, Scenario};

/// What players may try on a page, and what is wanted of it.
#[derive(Clone, Debug)]
pub struct Explored {
    /// What is not for a player to choose.
    pub situations: Grid,
    /// What is.
    pub choices: Grid,
    /// Both, the choices turning faster.
    pub grid: Grid,
    /// What is wanted; `None` where nobody says it, or where there is nothing to choose.
    pub goal: Option<Goal>,
}

impl Explored {
    /// The most settings that a page lets players try.
    pub const MOST_SETTINGS: u64 = 5_000;

    /// What is varied and the `situations`, as choices and what they depend on.
    ///
    /// # Errors
    /// When a key is in both.
    pub fn new(
        document: &Document,
        scenario: &Scenario,
        varied: &Grid,
        situations: Grid,
        goal: Option<Goal>,
    ) -> Result<Explored, Problems> {
        let [choices, others] = varied.choices_and_situations(&scenario.procedure.keys);
        let situations = situations.with(&others, document)?;
        let grid = situations.with(&choices, document)?;
        let goal = goal.filter(|_| !choices.is_empty());
        Ok(Explored { situations, choices, grid, goal })
    }

    /// Why there are too many settings, if there are.
    pub fn refusal(&self) -> Option<String> {
        let (settings, most) = (self.grid.len(), Explored::MOST_SETTINGS);
        (!self.grid.is_empty() && settings > most).then(|| {
            format!(
                "{settings} settings are too many for a page; vary fewer keys, or by a step as in 1..24:3 (at most {most})"
            )
        })
    }

    /// The odds of every setting, and what to choose; nothing where nothing varies.
    ///
    /// # Errors
    /// As of [`sweep`].
    pub fn find(
        &self,
        document: &Document,
        effort: &Effort,
        progress: &Progress,
    ) -> Result<Option<(Sweep, Option<Recommendation>)>, RunError> {
        if self.grid.is_empty() {
            return Ok(None);
        }
        let sweep = sweep(document, &self.grid, &[], effort, progress)?;
        let advised = |goal| advise(document, &self.choices, &self.situations, goal, effort, progress);
        Ok(Some((sweep, self.goal.as_ref().map(advised).transpose()?)))
    }
}
