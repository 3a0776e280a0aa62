//! A procedure of a rulebook: its rule text and its tables.

use std::borrow::Cow;

use serde::Serialize;

use super::{Merging, Metric, MetricSpec, Objective, Progress, State, Stopped};

/// A step of a rule text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Step(pub u8);

/// A row of a rule text's step table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepText {
    /// Which step it is.
    pub step: Step,
    /// Its number or letter in the text.
    pub number: String,
    /// Who acts.
    pub who: Cow<'static, str>,
    /// What is done.
    pub title: Cow<'static, str>,
}

impl StepText {
    /// A table of steps with their numbers, who acts, and what is done.
    pub fn table(rows: &[(Step, &str, &'static str, &'static str)]) -> Vec<StepText> {
        let row = |&(step, number, who, title): &(Step, &str, &'static str, &'static str)| StepText {
            step,
            number: number.to_owned(),
            who: who.into(),
            title: title.into(),
        };
        rows.iter().map(row).collect()
    }

    /// The row of a step.
    ///
    /// # Panics
    /// If the table does not have it; a rule text notes only steps of its own table.
    pub fn of(table: &[StepText], step: Step) -> &StepText {
        table.iter().find(|row| row.step == step).expect("a procedure's table has every step it notes")
    }
}

/// A rule text, prepared for one scenario.
///
/// A whole resolution has no input and no output; its results are its metrics. A procedure that is
/// played [inside another](super::Inner) receives a value and returns one.
pub trait Procedure<In: State = (), Out: State = ()>: Send + Sync + 'static {
    /// Whether its players make decisions, so that it needs an [`Objective`]. Other procedures are
    /// not compiled for the solver, which is a lot of code.
    const DECIDES: bool = false;

    /// Plays the procedure once, stage by stage.
    ///
    /// An implementation may ask for less than [`Merging`]: most write `C: Chance`.
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<In>) -> C::Of<Out>;

    /// The number of an input, if the input is one of the most frequent ones. When the procedure is
    /// played [inside another](super::Inner), the distribution for a numbered input is found by
    /// index, without a search.
    #[inline(always)]
    fn number(&self, _input: &In) -> Option<usize> {
        None
    }

    /// One more than the greatest number that [`number`](Procedure::number) returns.
    fn numbers(&self) -> usize {
        0
    }

    /// The outcomes for an input with their probabilities, and the omitted probability, if a
    /// formula computes them faster than following all paths of the rule text. Both must agree.
    fn formula(&self, _input: &In) -> Option<Outcomes<Out>> {
        None
    }

    /// Solves what must be known before the first resolution, such as a game. If a procedure is
    /// read before this was called, it solves then, and cannot be stopped.
    ///
    /// # Errors
    /// If the work was asked to stop.
    fn solve(&self, _progress: &Progress) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Outcomes with their probabilities, and the omitted probability.
pub type Outcomes<T> = (Vec<(T, f64)>, f64);

/// What readers and reports need to know about a rule text.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The metrics of a resolution.
    pub metrics: Vec<MetricSpec>,
    /// The steps that [`Chance::note`](super::Chance::note) refers to.
    pub steps: Vec<StepText>,
    /// The number of [`Indicator`](super::Indicator)s.
    pub indicators: usize,
    /// Metrics whose states also distinguish the indicators, so that their exact distribution gives
    /// the indicators at little extra cost.
    pub beside_indicators: Vec<Metric>,
    /// The objective of its players, if they decide anything.
    pub objective: Option<Objective>,
}

impl Tables {
    /// The tables of a rule text without indicators.
    pub fn new(metrics: Vec<MetricSpec>, steps: Vec<StepText>) -> Self {
        Tables { metrics, steps, ..Tables::default() }
    }

    /// Sets the number of indicators, and the metrics `beside` whose states also distinguish them.
    pub fn with_indicators(self, indicators: usize, beside: &[Metric]) -> Self {
        Tables { indicators, beside_indicators: beside.to_vec(), ..self }
    }

    /// Sets the objective for which players decide.
    pub fn with_objective(self, objective: Objective) -> Self {
        Tables { objective: Some(objective), ..self }
    }
}
