//! A procedure of a rulebook: its rule text and its tables.

use std::borrow::Cow;

use serde::Serialize;

use super::{AliasTable, Identity, Merging, Metric, MetricSpec, Objective, Progress, State, Stopped};

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
    /// When the table does not have it: a rule text notes the steps of its own.
    pub fn of(table: &[StepText], step: Step) -> &StepText {
        table.iter().find(|row| row.step == step).expect("a procedure's table has every step it notes")
    }
}

/// A rule text, made ready for one scenario.
///
/// A whole resolution begins and ends with nothing: what it yields are its metrics. A
/// procedure that is played [inside another](super::Inner) is given a value and yields one.
pub trait Procedure<In: State = (), Out: State = ()>: Send + Sync {
    /// Whether its players make decisions, so that it needs an [`Objective`]. No other procedure is
    /// compiled for the solver, which is large.
    const DECIDES: bool = false;

    /// Plays the procedure once, stage by stage.
    ///
    /// A rule text asks for as little as it needs: most write `C: Chance`.
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<In>) -> C::Of<Out>;

    /// The laws whose draws are made beforehand, where the text is sampled from columns. A
    /// resolution draws from each once at most: a second draw would read the same value.
    ///
    /// It is for texts without loops and indicators: `benches/odds.rs` shows whether they
    /// become twice as fast. What a scenario fixes is best held as a number that draws are
    /// compared with: a `match` over three variants, and whatever may panic, keeps a text
    /// from becoming vector code.
    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        Vec::new()
    }

    /// All that its outcomes and their probabilities depend on, if it can say: settings of a grid of
    /// which it is the same have one law, which is computed once.
    fn identity(&self) -> Option<Identity> {
        None
    }

    /// The number of an input, if it is one of those that come up most often: the law of its
    /// outcome is then found without a search where the procedure is played
    /// [inside another](super::Inner).
    #[inline(always)]
    fn number(&self, _input: &In) -> Option<usize> {
        None
    }

    /// One more than the greatest number of an input.
    fn numbers(&self) -> usize {
        0
    }

    /// The outcomes for an input with their probabilities, and the omitted probability, if a formula
    /// yields them faster than following all paths of the text. Both must agree.
    fn formula(&self, _input: &In) -> Option<Outcomes<Out>> {
        None
    }

    /// Solves what has to be known before the first resolution, such as a game. Whoever
    /// reads the procedure without that solves it then, and cannot be stopped.
    ///
    /// # Errors
    /// When somebody asked to stop.
    fn solve(&self, _progress: &Progress) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Outcomes with their probabilities, and the probability that is omitted.
pub type Outcomes<T> = (Vec<(T, f64)>, f64);

/// A law that can be drawn from a column.
pub trait ColumnLaw: Send + Sync {
    /// Gives it the column of this number.
    fn set_column(&mut self, column: usize);

    /// The table from which its column is filled; made when it is first asked for.
    fn table(&self) -> &AliasTable;

    /// Another handle on the same law.
    fn copy(&self) -> Box<dyn ColumnLaw>;
}

/// What readers and reports have to know of a rule text.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// What one resolution yields.
    pub metrics: Vec<MetricSpec>,
    /// The steps that [`Chance::note`](super::Chance::note) refers to.
    pub steps: Vec<StepText>,
    /// How many [`Indicator`](super::Indicator)s its resolutions may have.
    pub indicators: usize,
    /// The metrics whose states tell the indicators apart as well: their exact law has those
    /// of the indicators for little more.
    pub beside_indicators: Vec<Metric>,
    /// What its players play for, if they decide anything.
    pub objective: Option<Objective>,
}

impl Tables {
    /// The tables of a rule text without indicators.
    pub fn new(metrics: Vec<MetricSpec>, steps: Vec<StepText>) -> Self {
        Tables { metrics, steps, ..Tables::default() }
    }

    /// Gives the rule text so many indicators, which the states of the metrics `beside`
    /// tell apart.
    pub fn with_indicators(self, indicators: usize, beside: &[Metric]) -> Self {
        Tables { indicators, beside_indicators: beside.to_vec(), ..self }
    }

    /// Gives the players of the rule text an objective, for which they make their decisions.
    pub fn with_objective(self, objective: Objective) -> Self {
        Tables { objective: Some(objective), ..self }
    }
}
