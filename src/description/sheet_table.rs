//! The tables that players pin to their screen, as each game declares them.
//!
//! A table says in the program's own language what it is a table of: a scenario, keys that
//! are varied as by `--vary`, and statistics. Its numbers follow from the rules alone.

use super::Str;

/// A table of a game's sheet.
#[derive(Clone, Debug)]
pub struct SheetTable {
    /// What it answers, in a few words.
    pub title: Str,
    /// What it holds for: everything that the numbers depend on and the axes do not show. A key
    /// in braces stands for its value in the scenario: `{caster.magic}` for `Magic 6`.
    pub caption: Str,
    /// The scenario: a file's text.
    pub scenario: Str,
    /// From top to bottom.
    pub rows: SheetAxis,
    /// Blocks of columns side by side, if there are several.
    pub blocks: Option<SheetAxis>,
    /// From left to right, the same in each block.
    pub columns: SheetAxis,
    /// What its cells hold.
    pub cells: SheetCells,
    /// The keys, and the tables of keys, that may have the values of somebody's own character
    /// instead. Keys of the axes are not among them.
    pub own: Vec<Str>,
}

/// What the rows, columns or blocks of a table are.
#[derive(Clone, Debug)]
pub struct SheetAxis {
    /// What its steps have in common, in words; may be empty.
    pub name: Str,
    /// Its steps.
    pub steps: Steps,
}

/// The steps of an axis.
#[derive(Clone, Debug)]
pub enum Steps {
    /// Settings of the scenario.
    Settings(Settings),
    /// Statistics, each with its label. At most one axis of a table has them, and then
    /// [`SheetCells`] name none.
    Statistics(Vec<(Str, Str)>),
    /// Chances that are asked for, in percent; of [`SheetCells::Needed`] alone.
    Chances(Vec<u8>),
}

/// Settings of a scenario.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The keys and their values, as behind `--vary`: `KEY=VALUES` or `zip(…)`.
    pub vary: Str,
    /// What the settings are called; empty: by the values of the first key.
    pub labels: Vec<Str>,
}

/// What the cells of a table hold. A statistic is empty where an axis has statistics.
#[derive(Clone, Debug)]
pub enum SheetCells {
    /// A probability.
    Chance(Str),
    /// The probability of what is rare: with a decimal.
    Rare(Str),
    /// A probability of what has too many states for an exact one: sampled in each cell.
    Sampled {
        /// The probability.
        statistic: Str,
        /// The trials of a cell.
        trials: u64,
    },
    /// Any other number from 0.
    Number(Str),
    /// The first of some settings at which a probability is as great as is asked for.
    Needed {
        /// The probability.
        statistic: Str,
        /// The settings, in the order in which they are tried.
        of: SheetAxis,
    },
}

impl SheetAxis {
    /// Settings that are called by their values.
    pub fn settings(name: impl Into<Str>, vary: impl Into<Str>) -> Self {
        SheetAxis::labelled(name, vary, [] as [Str; 0])
    }

    /// Settings with labels.
    pub fn labelled(
        name: impl Into<Str>,
        vary: impl Into<Str>,
        labels: impl IntoIterator<Item: Into<Str>>,
    ) -> Self {
        let labels = labels.into_iter().map(Into::into).collect();
        SheetAxis { name: name.into(), steps: Steps::Settings(Settings { vary: vary.into(), labels }) }
    }

    /// Statistics with labels.
    pub fn statistics(
        name: impl Into<Str>,
        all: impl IntoIterator<Item = (impl Into<Str>, impl Into<Str>)>,
    ) -> Self {
        let all = all.into_iter().map(|(label, statistic)| (label.into(), statistic.into()));
        SheetAxis { name: name.into(), steps: Steps::Statistics(all.collect()) }
    }

    /// The chances that players ask for.
    pub fn chances() -> Self {
        SheetAxis { name: "for a chance of".into(), steps: Steps::Chances(vec![50, 80, 95]) }
    }
}

impl SheetCells {
    /// The statistic, or nothing where an axis has statistics.
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
    /// Whether it takes somebody's own value of a key.
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
