//! What can happen in a scenario, and how likely.

use std::fmt;

use super::blocks::Blocks;
use super::group::{Cell, Group};
use super::odds::{Engine, Joint, Odds};
use super::{CHEAP_OUTCOMES, MAX_OUTCOMES, MAX_TRIALS};
use crate::chance::{
    Budget, Isa, IsaError, Metric, MetricSpec, NoLaw, Packing, Progress, Stopped, TooLarge, TooWide, Unit,
};
use crate::scenario::Scenario;
use crate::stats::{Z95, wilson};

/// How to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Resolutions; with `until`, at most so many. 1 to [`MAX_TRIALS`].
    pub trials: u64,
    /// Where the random streams start.
    pub seed: u64,
    /// Stop at the first block of 2^16 resolutions after which the interval of
    /// every question is so narrow.
    pub until: Option<Width>,
    /// Threads; `None`: one for each core. They do not change the result.
    pub threads: Option<usize>,
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling { trials: 1_000_000, seed: 1, until: None, threads: None }
    }
}

/// How narrow a 95 % interval has to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    /// At most so wide.
    Absolute(f64),
    /// At most this part of the probability, after at least 100 occurrences.
    Relative(f64),
}

impl Width {
    /// Whether the interval of an event seen `hits` times in `trials` is so narrow.
    pub fn is_met(self, hits: u64, trials: u64) -> bool {
        let (low, high) = wilson(hits, trials, Z95);
        match self {
            Width::Absolute(width) => high - low <= width,
            Width::Relative(part) => hits >= 100 && high - low <= part * hits as f64 / trials as f64,
        }
    }
}

/// A run that gives no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The exact law has too many outcomes.
    TooLarge(TooLarge),
    /// The metrics have too many joint outcomes to be told apart.
    TooWide(TooWide),
    /// The joint law has too many rows.
    TooManyRows {
        /// So many.
        rows: u64,
        /// The metrics with the most values, those with most first.
        widest: Vec<String>,
    },
    /// Nothing, or more than can be, is to be sampled.
    Trials(u64),
    /// An interval is to be narrow, but there is no question.
    NoQuestion,
    /// The system gives no threads.
    Threads(String),
    /// The vector instructions that are asked for cannot be used.
    Isa(IsaError),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::TooLarge(error) => write!(
                f,
                "{error}; sample it instead (leave --exact out), or ask for fewer metrics together (--joint METRIC,…)"
            ),
            RunError::TooWide(error) => write!(f, "{error}; use smaller ratings"),
            RunError::TooManyRows { rows, widest } => write!(
                f,
                "the joint distribution has {rows} rows, more than {MAX_OUTCOMES}; choose its metrics with --joint, and leave out {}",
                widest.join(" or ")
            ),
            RunError::Trials(trials) => {
                write!(f, "{trials} trials cannot be sampled: from 1 to {MAX_TRIALS}")
            }
            RunError::NoQuestion => {
                write!(f, "--until needs a question: it narrows the intervals of questions")
            }
            RunError::Threads(reason) => write!(f, "cannot start threads: {reason}"),
            RunError::Isa(error) => error.fmt(f),
            RunError::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for RunError {}

impl From<NoLaw> for RunError {
    fn from(error: NoLaw) -> Self {
        match error {
            NoLaw::TooLarge(error) => RunError::TooLarge(error),
            NoLaw::Stopped => RunError::Stopped,
        }
    }
}

impl From<Stopped> for RunError {
    fn from(Stopped: Stopped) -> Self {
        RunError::Stopped
    }
}

impl From<IsaError> for RunError {
    fn from(error: IsaError) -> Self {
        RunError::Isa(error)
    }
}

impl From<TooWide> for RunError {
    fn from(error: TooWide) -> Self {
        RunError::TooWide(error)
    }
}

/// The exact odds, within a budget for each law: the joint law, and that of whatever it
/// does not cover. `joint` are the metrics of the joint law; `None`: all. A number is the
/// budget of so many outcomes.
///
/// # Errors
/// When a law takes more than its budget, the joint law has too many rows, or whoever
/// hears of it stops it.
pub fn exact<'a>(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: impl Into<Budget<'a>>,
) -> Result<Odds, RunError> {
    let (engine, groups, indicators) = laws(scenario, joint, budget.into())?;
    odds(scenario, engine, &groups, indicators)
}

/// The exact odds of all metrics together, identical to those of [`exact`] bit for bit, but
/// without the rows of the joint distribution.
///
/// # Errors
/// When a law takes more than its budget, or whoever hears of it stops it.
pub(super) fn exact_without_rows(scenario: &Scenario, budget: Budget<'_>) -> Result<Odds, RunError> {
    let (engine, groups, indicators) = laws(scenario, None, budget)?;
    let joint = Joint { metrics: Vec::new(), rows: Vec::new() };
    Ok(odds_beside(joint, scenario, engine, &groups, indicators))
}

/// The exact laws of all that is asked for.
fn laws(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    budget: Budget<'_>,
) -> Result<(Engine, Vec<Group>, Vec<f64>), RunError> {
    let procedure = &scenario.ready.procedure;
    let (mut omitted, mut visited) = (0f64, 0);
    let (mut groups, mut indicators) = (Vec::new(), Vec::new());
    for packing in packings(scenario, joint, procedure.tables().indicators > 0)? {
        let mut law = procedure.enumerate(&packing, budget)?;
        law.cells.sort_unstable_by_key(|&(key, _)| key);
        if packing.has_indicators() {
            indicators = law.indicators;
        }
        omitted = omitted.max(law.omitted);
        visited += law.visited;
        let cell = |(key, probability)| Cell { key, probability, count: None };
        groups.push(Group { packing, cells: law.cells.into_iter().map(cell).collect() });
    }
    Ok((Engine::Exact { omitted, visited }, groups, indicators))
}

/// The odds as sampled. The same scenario, seed and trials give the same,
/// whatever the threads and the processor.
///
/// # Errors
/// When `sampling` asks for the impossible, the metrics have too many joint
/// outcomes, there are no threads, `FIZZLE_ISA` names no vector instructions of this
/// processor, or `progress` was told to stop.
pub fn sample(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    sampling: &Sampling,
    progress: &Progress,
) -> Result<Odds, RunError> {
    let &Sampling { trials, seed, until, threads } = sampling;
    if trials == 0 || trials > MAX_TRIALS {
        return Err(RunError::Trials(trials));
    }
    let procedure = scenario.ready.procedure.as_ref();
    procedure.solve(progress)?;
    let whole = Packing::all(procedure.metrics())?;
    // Indicators are counted whatever else is.
    let packings = packings(scenario, joint, false)?;
    let reader = procedure.reader(&whole, Isa::chosen()?);
    // How many it takes until the intervals are narrow is not known.
    let work = &progress.begin(Unit::Trials, until.is_none().then_some(trials));
    let blocks = Blocks { procedure, whole: &whole, reader, groups: &packings, trials, seed, threads, work };
    let (trials, counts) = match until {
        None => (trials, blocks.all()?),
        Some(_) if scenario.questions.is_empty() => return Err(RunError::NoQuestion),
        Some(width) => {
            let never = never_narrow(scenario, width, progress);
            blocks.until(narrow_enough(scenario, &whole, width, never))?
        }
    };
    let groups: Vec<Group> = packings
        .into_iter()
        .zip(counts.groups)
        .map(|(packing, counts)| {
            let cell =
                |(key, count)| Cell { key, probability: count as f64 / trials as f64, count: Some(count) };
            Group { packing, cells: counts.into_iter().map(cell).collect() }
        })
        .collect();
    let indicators = counts.indicators.iter().map(|&count| count as f64 / trials as f64).collect();
    odds(scenario, Engine::Sampled { trials, seed }, &groups, indicators)
}

/// The exact odds if all their stages together take at most [`CHEAP_OUTCOMES`].
pub fn cheap(scenario: &Scenario, progress: &Progress) -> Option<Odds> {
    let budget = Budget { additions: CHEAP_OUTCOMES, ..Budget::new(CHEAP_OUTCOMES) };
    // The budget is one of each law; an outcome may be reached in many ways.
    let is_cheap =
        |odds: &Odds| matches!(odds.engine, Engine::Exact { visited, .. } if visited <= CHEAP_OUTCOMES);
    exact(scenario, None, budget.with(progress)).ok().filter(is_cheap)
}

/// The places of the questions whose intervals no number of trials makes so narrow: where
/// they are to be narrow for the probability, those of events that never happen. Sampling
/// leaves them out of what it waits for. Only cheap exact odds tell.
pub fn never_narrow(scenario: &Scenario, width: Width, progress: &Progress) -> Vec<usize> {
    let never = |odds: Odds| {
        let Engine::Exact { omitted: 0.0, .. } = odds.engine else { return Vec::new() };
        let zero = odds.answers.iter().enumerate().filter(|(_, answer)| answer.probability == 0.0);
        zero.map(|(place, _)| place).collect()
    };
    match width {
        Width::Absolute(_) => Vec::new(),
        Width::Relative(_) => cheap(scenario, progress).map_or_else(Vec::new, never),
    }
}

/// Says of each block whether after it every question's interval is narrow, but for those
/// that never are.
fn narrow_enough<'a>(
    scenario: &'a Scenario,
    whole: &'a Packing,
    width: Width,
    never: Vec<usize>,
) -> impl FnMut(&[(u64, u64)], u64) -> bool + Send + 'a {
    let mut hits = vec![0; scenario.questions.len()];
    let mut values = Vec::new();
    move |cells, trials| {
        for &(key, count) in cells {
            whole.unpack(key, &mut values);
            for (question, hits) in scenario.questions.iter().zip(&mut hits) {
                *hits += if question.event.holds(&values) { count } else { 0 };
            }
        }
        hits.iter().enumerate().all(|(place, &hits)| never.contains(&place) || width.is_met(hits, trials))
    }
}

/// The sets of metrics that have to be told apart together: those of the joint
/// law first, then whatever question, indicator (if they are asked for) or metric it does
/// not cover.
fn packings(
    scenario: &Scenario,
    joint: Option<&[Metric]>,
    indicators: bool,
) -> Result<Vec<Packing>, TooWide> {
    let metrics = scenario.ready.procedure.metrics();
    let beside = &scenario.ready.procedure.tables().beside_indicators;
    let first = match joint {
        None => Packing::all(metrics)?,
        Some(joint) => Packing::new(metrics, |metric| joint.contains(&metric))?,
    };
    let mut packings = vec![first];
    for question in &scenario.questions {
        cover(&mut packings, metrics, |metric| question.event.reads(metric))?;
    }
    if indicators {
        add_indicators(&mut packings, Packing::new(metrics, |metric| beside.contains(&metric))?);
    }
    for single in 0..metrics.len() {
        cover(&mut packings, metrics, |metric| metric.0 == single)?;
    }
    Ok(packings)
}

/// Asks for the indicators beside the metrics that remember as much, in a packing that
/// has them or one of their own.
fn add_indicators(packings: &mut Vec<Packing>, beside: Packing) {
    let has_them = |packing: &&mut Packing| beside.packed().all(|metric| packing.contains(metric));
    match packings.iter_mut().find(has_them) {
        Some(packing) => *packing = packing.clone().with_indicators(),
        None => packings.push(beside.with_indicators()),
    }
}

/// Adds a packing of these metrics, unless one of the others tells them apart as well.
fn cover(
    packings: &mut Vec<Packing>,
    metrics: &[MetricSpec],
    wanted: impl Fn(Metric) -> bool,
) -> Result<(), TooWide> {
    let covers =
        |packing: &Packing| packing.all_metrics().all(|metric| packing.contains(metric) || !wanted(metric));
    if !packings.iter().any(covers) {
        packings.push(Packing::new(metrics, wanted)?);
    }
    Ok(())
}

fn odds(
    scenario: &Scenario,
    engine: Engine,
    groups: &[Group],
    indicators: Vec<f64>,
) -> Result<Odds, RunError> {
    let metrics = scenario.ready.procedure.metrics();
    let rows = groups[0].cells.len() as u64;
    if rows > MAX_OUTCOMES {
        let mut widest: Vec<_> = groups[0].packing.packed().map(|metric| metrics[metric.0].clone()).collect();
        widest.sort_by_key(|metric| std::cmp::Reverse(metric.values()));
        let widest = widest.into_iter().take(3).map(|metric| metric.name).collect();
        return Err(RunError::TooManyRows { rows, widest });
    }
    Ok(odds_beside(groups[0].joint(metrics), scenario, engine, groups, indicators))
}

fn odds_beside(
    joint: Joint,
    scenario: &Scenario,
    engine: Engine,
    groups: &[Group],
    indicators: Vec<f64>,
) -> Odds {
    let metrics = scenario.ready.procedure.metrics();
    Odds {
        engine,
        distributions: Group::distributions(groups, metrics, engine),
        answers: scenario
            .questions
            .iter()
            .map(|question| Group::answer(groups, metrics, question, engine))
            .collect(),
        joint,
        indicators,
    }
}
