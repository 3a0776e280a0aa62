//! Charts of a run: an overview of all metrics, each metric by itself, and what a
//! procedure shows besides. Charts of sweeps, comparisons, choices, rules and targets:
//! one of each question.
//!
//! A chart is a function from results to a [`Picture`]: data, which one writer turns into SVG
//! and PNG. It is a stack of blocks; each block is laid out once for a width, and knows the
//! height that it took. The only fonts are the ones that the program carries, so a chart is
//! the same, byte for byte, on every machine.

mod advise;
mod balance;
mod boxes;
mod compare;
mod language;
mod overview;
mod policy;
mod sheet;
mod single;
mod split;
mod stacks;
mod sweep;
mod tornado;

#[cfg(test)]
mod tests;

use std::fmt;

pub use self::advise::{advice, decision_map, frontier, ranking};
pub use self::balance::balance;
pub use self::compare::compare;
pub use self::language::{Anchor, Area, Lettering, Mark, Picture, Point, Slant, Text};
pub use self::overview::overview;
pub use self::sheet::sheet;
pub use self::sweep::sweep;
pub use self::tornado::tornado;
use crate::analysis::{Distribution, Odds};
use crate::description::{Figure, FigureKind, SideTable, System};
use crate::report::policy::PolicyMaps;

/// What stands above a chart. It may hold any characters: those that cannot be
/// drawn are left out, and what is too long is wrapped and shortened.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// The game, which says what its keys are called.
    pub system: &'a System,
    /// The scenario's title, such as "Lightning Bolt at a ganger".
    pub title: &'a str,
    /// Its choices in words, such as "Lightning Bolt at Force 6".
    pub choices: &'a str,
}

/// Why there is no chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartError {
    /// The odds hold no metric at this place.
    NoSuchMetric {
        /// The place that was asked for, counted from 0.
        index: usize,
        /// How many metrics there are.
        count: usize,
    },
    /// The odds hold no metric of this name, or not one of the kind that a figure
    /// shows.
    NotInOdds {
        /// The metric's name.
        name: String,
        /// What the figure shows of it.
        shown: &'static str,
    },
    /// A drawing could not be made, for this reason.
    Drawing(String),
}

impl fmt::Display for ChartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChartError::NoSuchMetric { index, count } => {
                write!(f, "there is no metric number {index}: the odds hold {count}, counted from 0")
            }
            ChartError::NotInOdds { name, shown } => {
                write!(f, "the odds hold no metric {name} with {shown} to draw")
            }
            ChartError::Drawing(reason) => write!(f, "cannot draw the chart: {reason}"),
        }
    }
}

impl std::error::Error for ChartError {}

/// Draws the metric at place `index` of `odds.distributions`: the probability of
/// each value in percent and, for integers, of each value or more.
///
/// # Errors
///
/// [`ChartError::NoSuchMetric`] if `index` is too great.
pub fn metric(heading: &Heading<'_>, odds: &Odds, index: usize) -> Result<Picture, ChartError> {
    let count = odds.distributions.len();
    let distribution = odds.distributions.get(index).ok_or(ChartError::NoSuchMetric { index, count })?;
    Ok(single::single(heading, odds, distribution))
}

/// Draws what a procedure shows besides each metric; nothing where the odds have
/// nothing of it, such as the track that a scenario goes without. `tables` are those of the
/// scenario. Probabilities are in percent.
///
/// # Errors
///
/// [`ChartError::NotInOdds`] if the odds are not those of the figure's procedure.
pub fn figure(
    heading: &Heading<'_>,
    odds: &Odds,
    tables: &[SideTable],
    figure: &Figure,
) -> Result<Option<Picture>, ChartError> {
    Ok(match &figure.kind {
        FigureKind::Split { metric } => {
            let missing = ChartError::NotInOdds { name: metric.to_string(), shown: "labels" };
            let distribution = named(odds, metric).ok_or_else(|| missing.clone())?;
            let labels = distribution.metric.names().ok_or(missing)?;
            Some(split::split(heading, odds, distribution, labels))
        }
        FigureKind::LawAndChances { law, chances, title } => {
            let missing = ChartError::NotInOdds { name: law.to_string(), shown: "numbers" };
            let law = named(odds, law).filter(|law| !law.metric.is_nominal()).ok_or(missing)?;
            Some(single::law_and_chances(heading, odds, law, chances, title))
        }
        FigureKind::Boxes(track) => boxes::boxes(heading, odds, track),
        FigureKind::Stacks(course) => stacks::stacks(heading, odds, course),
        FigureKind::Policy(figure) => {
            PolicyMaps::new(heading.system, figure, tables).map(|maps| policy::policy(heading, figure, &maps))
        }
    })
}

fn named<'a>(odds: &'a Odds, name: &str) -> Option<&'a Distribution> {
    odds.distributions.iter().find(|distribution| distribution.metric.name == name)
}
