//! Charts of a run: an overview of all metrics, each metric by itself, and what a
//! procedure shows besides. Charts of sweeps, comparisons, choices, rules and targets:
//! one of each question.
//!
//! Every chart is drawn once as SVG and once as PNG by the same text. The only
//! fonts are the ones that the program carries, so a chart is the same, byte for
//! byte, on every machine.

mod advise;
mod amounts;
mod axes;
mod balance;
mod bars;
mod boxes;
mod cells;
mod chances;
mod columns;
mod compare;
mod curve;
mod frame;
mod heat;
mod integers;
mod key;
mod labels;
mod legend;
mod lettering;
mod measure;
mod naming;
mod numbers;
mod overview;
mod page;
mod patterns;
mod readings;
mod rows;
mod series;
mod shades;
mod sheet;
mod signs;
mod single;
mod split;
mod stacks;
mod strokes;
mod surface;
mod sweep;
mod ticks;
mod tornado;
mod track;
mod wording;

#[cfg(test)]
mod tests;

use std::fmt;

use self::advise::{FrontierChart, RankingChart};
use self::boxes::Boxes;
use self::chances::LawAndChances;
use self::compare::CompareChart;
use self::overview::Overview;
use self::sheet::SheetPages;
use self::single::Single;
use self::split::Split;
use self::stacks::Stacks;
use self::tornado::TornadoChart;
use crate::analysis::{Advice, Balance, Comparison, Distribution, Odds, Sheet, Situation, Sweep};
use crate::description::{Figure, FigureKind, System};
use crate::expression::StatisticName;
use crate::report::attribute::NamedAttribution;

/// One chart in two formats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// An SVG document, in CSS pixels.
    pub svg: String,
    /// The bytes of a PNG file with two pixels for each one of the SVG document.
    pub png: Vec<u8>,
}

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

/// Draws all metrics as small panels, in their order, and below them the
/// answers to the questions, if there are any. Probabilities are in percent.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn overview(heading: &Heading<'_>, odds: &Odds) -> Result<Chart, ChartError> {
    surface::render(&Overview::new(heading, odds))
}

/// Draws the metric at place `index` of `odds.distributions`: the probability of
/// each value in percent and, for integers, of each value or more.
///
/// # Errors
///
/// [`ChartError::NoSuchMetric`] if `index` is too great, and
/// [`ChartError::Drawing`] if the picture cannot be encoded.
pub fn metric(heading: &Heading<'_>, odds: &Odds, index: usize) -> Result<Chart, ChartError> {
    let count = odds.distributions.len();
    let distribution = odds.distributions.get(index).ok_or(ChartError::NoSuchMetric { index, count })?;
    surface::render(&Single::new(heading, odds, distribution))
}

/// Draws what a procedure shows besides each metric; nothing where the odds have
/// nothing of it, such as the track that a scenario goes without.
/// Probabilities are in percent.
///
/// # Errors
///
/// [`ChartError::NotInOdds`] if the odds are not those of the figure's
/// procedure, and [`ChartError::Drawing`] if the picture cannot be encoded.
pub fn figure(heading: &Heading<'_>, odds: &Odds, figure: &Figure) -> Result<Option<Chart>, ChartError> {
    let chart = match &figure.kind {
        FigureKind::Split { metric } => {
            let missing = ChartError::NotInOdds { name: metric.to_string(), shown: "labels" };
            let distribution = named(odds, metric).ok_or_else(|| missing.clone())?;
            let labels = distribution.metric.names().ok_or(missing)?;
            surface::render(&Split::new(heading, odds, distribution, labels))?
        }
        FigureKind::LawAndChances { law, chances, title } => {
            let missing = ChartError::NotInOdds { name: law.to_string(), shown: "numbers" };
            let law = named(odds, law).filter(|law| !law.metric.is_nominal()).ok_or(missing)?;
            surface::render(&LawAndChances::new(heading, odds, law, chances, title))?
        }
        FigureKind::Boxes(track) => match Boxes::new(heading, odds, track) {
            Some(boxes) => surface::render(&boxes)?,
            None => return Ok(None),
        },
        FigureKind::Stacks(course) => match Stacks::new(heading, odds, course) {
            Some(stacks) => surface::render(&stacks)?,
            None => return Ok(None),
        },
    };
    Ok(Some(chart))
}

/// Draws a sweep: over one key a line for each question and the mean of each integer
/// metric, over two a map of each, over more maps of the first one, or of `every` one.
/// `grid` are the values of all settings in the grid's order, also of those that are
/// skipped.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn sweep(
    heading: &Heading<'_>,
    sweep: &Sweep,
    grid: &[Vec<String>],
    every: bool,
) -> Result<Chart, ChartError> {
    sweep::draw(heading, sweep, grid, every)
}

/// Draws the sheet of a game as SVG on pages of A4, one below the other.
///
/// # Errors
///
/// [`ChartError::Drawing`] if the picture cannot be made.
pub fn sheet(sheet: &Sheet) -> Result<String, ChartError> {
    surface::vectors(&SheetPages::new(sheet))
}

/// Draws scenarios of these names side by side: their questions and labels as groups of
/// bars, and their laws over each other.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn compare(
    heading: &Heading<'_>,
    names: &[String],
    comparison: &Comparison,
) -> Result<Chart, ChartError> {
    surface::render(&CompareChart::new(heading, names, comparison))
}

/// Draws all choices of a situation that have a place, if there are two at least: the first
/// of `weighed` up, the second to the right, with a line along those that are efficient.
/// `keys` are those that are chosen.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn frontier(
    heading: &Heading<'_>,
    situation: &Situation,
    keys: &[String],
    weighed: [&StatisticName; 2],
) -> Result<Option<Chart>, ChartError> {
    FrontierChart::new(heading, situation, keys, weighed).map(|chart| surface::render(&chart)).transpose()
}

/// Draws the best choice of every situation, and its `objective`: over one numbered key as
/// strips, over one key of words as rows, over two keys as a map, over more as several maps.
/// Nothing if situations have no keys.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn decision_map(
    heading: &Heading<'_>,
    advice: &Advice,
    objective: &StatisticName,
) -> Result<Option<Chart>, ChartError> {
    advise::draw_map(heading, advice, objective)
}

/// Draws the ten best choices of a situation, if any is feasible: what they reach of the
/// `objective`, and how much less than the best that is.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn ranking(
    heading: &Heading<'_>,
    situation: &Situation,
    keys: &[String],
    objective: &StatisticName,
) -> Result<Option<Chart>, ChartError> {
    RankingChart::new(heading, situation, keys, objective).map(|chart| surface::render(&chart)).transpose()
}

/// Draws what each rule does to each statistic, if any rule differs: its share, and what it
/// does alone and as the last of all.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn tornado(
    heading: &Heading<'_>,
    attribution: &NamedAttribution<'_>,
) -> Result<Option<Chart>, ChartError> {
    TornadoChart::new(heading, attribution).map(|chart| surface::render(&chart)).transpose()
}

/// Draws how near settings come to targets in scenarios of these names, if there is any
/// setting: over one numbered knob each target's statistic, over two knobs a map of the
/// distance, else the ten nearest.
///
/// # Errors
///
/// [`ChartError::Drawing`] if a picture cannot be encoded.
pub fn balance(
    heading: &Heading<'_>,
    balance: &Balance,
    suite: &[String],
) -> Result<Option<Chart>, ChartError> {
    balance::draw(heading, balance, suite)
}

fn named<'a>(odds: &'a Odds, name: &str) -> Option<&'a Distribution> {
    odds.distributions.iter().find(|distribution| distribution.metric.name == name)
}
