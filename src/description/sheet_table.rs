//! The tables that players pin to their screen, as each game declares them.
//!
//! A table is declared in the program's own terms: a scenario, keys that vary as with `--vary`, and
//! statistics. Its numbers are computed from the rules alone.

use super::Str;

/// A table of a game's sheet.
#[derive(Clone, Debug)]
pub struct SheetTable {
    /// The question that it answers, in a few words.
    pub title: Str,
    /// Its conditions: everything that the numbers depend on and the axes do not show. A key in
    /// braces is replaced by its value in the scenario: `{caster.magic}` by `Magic 6`.
    pub caption: Str,
    /// The scenario, as the text of a file.
    pub scenario: Str,
    /// The axis from top to bottom.
    pub rows: SheetAxis,
    /// Blocks of columns side by side, if there are several.
    pub blocks: Option<SheetAxis>,
    /// The axis from left to right, repeated in each block.
    pub columns: SheetAxis,
    /// What its cells hold.
    pub cells: SheetCells,
    /// Keys and tables of keys that may have the values of a player's own character instead. Keys
    /// of the axes are not among them.
    pub own: Vec<Str>,
    /// The key of something that only some characters have, such as Edge: without it, the sheet of a single
    /// character has no such table. Empty if the table is for everybody.
    pub needs: Str,
}

/// What the rows, columns or blocks of a table are.
#[derive(Clone, Debug)]
pub struct SheetAxis {
    /// What its steps have in common, in words; may be empty.
    pub name: Str,
    /// Its steps.
    pub steps: Steps,
    /// The labels of settings. If empty, the labels are the values of the first key.
    pub labels: Vec<Str>,
}

/// The steps of an axis.
#[derive(Clone, Debug)]
pub enum Steps {
    /// Settings of the scenario: keys and their values, as after `--vary`: `KEY=VALUES` or `zip(…)`.
    Vary(Str),
    /// Statistics, each with its label. At most one axis of a table has them; its [`SheetCells`]
    /// then name no statistic.
    Statistics(Vec<(Str, Str)>),
    /// Requested chances in percent, only for [`SheetCells::Needed`].
    Chances(Vec<u8>),
}

/// What the cells of a table hold. If an axis has statistics, the statistic here is empty.
#[derive(Clone, Debug)]
pub enum SheetCells {
    /// A probability.
    Chance(Str),
    /// The probability of a rare event, shown with a decimal.
    Rare(Str),
    /// A probability that is sampled for each cell, because there are too many states for an exact one.
    Sampled {
        /// The probability.
        statistic: Str,
        /// The trials of a cell.
        trials: u64,
    },
    /// A number that is no probability, at least 0.
    Number(Str),
    /// The first of several settings at which a probability is at least the requested chance.
    Needed {
        /// The probability.
        statistic: Str,
        /// The settings, in the order in which they are tried.
        of: SheetAxis,
    },
}

impl SheetAxis {
    /// The keys and values that vary along it, if its steps are settings.
    pub fn varied(&self) -> Option<&str> {
        match &self.steps {
            Steps::Vary(settings) => Some(settings),
            _ => None,
        }
    }
}

impl SheetCells {
    /// The statistic; empty if an axis has statistics.
    pub fn statistic(&self) -> &str {
        match self {
            SheetCells::Chance(statistic)
            | SheetCells::Rare(statistic)
            | SheetCells::Number(statistic)
            | SheetCells::Sampled { statistic, .. }
            | SheetCells::Needed { statistic, .. } => statistic,
        }
    }
}

impl SheetTable {
    /// Whether a player's own value of a key can be used.
    pub fn takes(&self, path: &str) -> bool {
        let is_in = |own: &Str| {
            path.strip_prefix(&**own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.own.iter().any(is_in)
    }

    /// Its axes: rows, blocks and columns.
    pub fn axes(&self) -> impl Iterator<Item = &SheetAxis> {
        [Some(&self.rows), self.blocks.as_ref(), Some(&self.columns)].into_iter().flatten()
    }
}
