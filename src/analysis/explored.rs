//! The settings that players may explore on a page, and the goal of the advice.

use super::advise::{Recommendation, advise};
use super::exact_or_sampled::Effort;
use super::sweep::{Sweep, sweep};
use super::{Progress, RunError};
use crate::scenario::{Document, Goal, Grid, Problems, Scenario};

/// The settings that players may explore on a page, and the goal of the advice.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The varied keys that are not the choice of a player.
    pub situations: Grid,
    /// The varied keys that a player chooses.
    pub choices: Grid,
    /// Both together; the choices vary faster.
    pub grid: Grid,
    /// The goal; `None` if none is stated, or if there are no choices.
    pub goal: Option<Goal>,
}

impl Explored {
    /// The maximum number of settings on a page.
    pub const MOST_SETTINGS: u64 = 5_000;

    /// Splits the varied keys into choices and situations, and adds the latter to `situations`.
    ///
    /// # Errors
    /// When a key is varied twice.
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

    /// The error message if there are too many settings.
    pub fn refusal(&self) -> Option<String> {
        let (settings, most) = (self.grid.len(), Explored::MOST_SETTINGS);
        (!self.grid.is_empty() && settings > most).then(|| {
            format!(
                "{settings} settings are too many for a page; vary fewer keys, or by a step as in 1..24:3 (at most {most})"
            )
        })
    }

    /// The odds of every setting, and the best choices if there is a goal; `None` if nothing varies.
    ///
    /// # Errors
    /// The errors of [`sweep`].
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
