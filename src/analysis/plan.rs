//! A sample that can be divided among threads, processes or machines.

use std::ops::Range;

use super::MAX_TRIALS;
use super::blocks::{Blocks, Counts, Whole};
use super::error::RunError;
use super::group::{Cell, Group, odds};
use super::job::Job;
use super::odds::{Engine, Odds};
use super::packings::{packings, wholes};
use super::part::{Fingerprint, Part, PartError};
use crate::chance::{Isa, Metric, Packing, Progress, TooWide, Work};
use crate::digest::hash;
use crate::expression::Event;
use crate::scenario::Scenario;

/// A sampling plan: a scenario, the number of trials, and the seed.
///
/// The trials are divided into blocks of 2^16. The counts of a block depend only on the plan and the
/// block. So any range of blocks can be sampled separately, anywhere, and the parts add up to the
/// result of [`sample`](super::sample), bit for bit. A range is reached directly: skipping the blocks
/// before it costs nothing.
///
/// ```
/// use fizzle::analysis::{Part, Plan, Progress, Sampling, sample};
/// use fizzle::scenario::Document;
///
/// let text = include_str!("../../scenarios/manabolt.toml");
/// let scenario = Document::parse("manabolt.toml", text)?.check()?;
/// let plan = Plan::new(&scenario, None, 200_000, 1)?;
/// let mut parts = Vec::new();
/// for blocks in plan.split(3) {
///     // Each of these could be made on a machine of its own.
///     parts.push(plan.part(blocks, &Progress::default())?.to_bytes());
/// }
/// let read = parts.iter().map(|bytes| Part::from_bytes(bytes)).collect::<Result<Vec<_>, _>>()?;
/// let whole = sample(&scenario, None, &Sampling { trials: 200_000, ..Sampling::default() }, &Progress::default())?;
/// assert_eq!(plan.merge(read)?, whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    scenario: &'a Scenario,
    /// The sets of metrics that are counted together.
    groups: Vec<Packing>,
    /// All metrics, or parts of them if they have too many joint outcomes.
    wholes: Vec<Whole>,
    fingerprint: Fingerprint,
    isa: Isa,
}

/// Packings that hold all metrics, such that each group is within one of them. The first holds the metrics
/// of the questions.
fn wholes_of(scenario: &Scenario, groups: &[Packing]) -> Result<Vec<Whole>, TooWide> {
    let metrics = scenario.ready.procedure.metrics();
    let asked = |metric| scenario.questions.iter().any(|one| one.event.reads(metric));
    let wholes = wholes(metrics, |metric| asked(metric) || scenario.is_given_by(metric))?;
    let empty = |packing| Whole { packing, groups: Vec::new() };
    let mut wholes: Vec<Whole> = wholes.into_iter().map(empty).collect();
    for (place, group) in groups.iter().enumerate() {
        let covers = |whole: &&mut Whole| group.packed().all(|metric| whole.packing.contains(metric));
        match wholes.iter_mut().find(covers) {
            Some(whole) => whole.groups.push(place),
            None => wholes.push(Whole { packing: group.clone(), groups: vec![place] }),
        }
    }
    let first = wholes.remove(0);
    wholes.retain(|whole| !whole.groups.is_empty());
    wholes.insert(0, first);
    Ok(wholes)
}

impl<'a> Plan<'a> {
    /// A plan of 1 to [`MAX_TRIALS`] trials. `joint` are the metrics of the joint distribution; `None`:
    /// all.
    ///
    /// # Errors
    /// When the number of trials is out of range, or the metrics have too many joint outcomes.
    pub fn new(
        scenario: &'a Scenario,
        joint: Option<&[Metric]>,
        trials: u64,
        seed: u64,
    ) -> Result<Self, RunError> {
        if trials == 0 || trials > MAX_TRIALS {
            return Err(RunError::Trials(trials));
        }
        // Indicators are always counted.
        let groups = packings(scenario, joint, false)?;
        Plan::of_groups(scenario, groups, trials, seed)
    }

    /// A plan that counts each of these sets of metrics jointly.
    ///
    /// # Errors
    /// When there are too many metrics, or those of the questions have too many joint outcomes.
    pub(super) fn of_groups(
        scenario: &'a Scenario,
        groups: Vec<Packing>,
        trials: u64,
        seed: u64,
    ) -> Result<Self, RunError> {
        let fingerprint = Fingerprint::new(hash_of(scenario, &groups), seed, trials);
        let wholes = wholes_of(scenario, &groups)?;
        Ok(Plan { scenario, groups, wholes, fingerprint, isa: Isa::widest() })
    }

    /// Samples with these vector instructions instead of the widest of this processor. They affect the
    /// speed, not the results.
    pub fn with_instructions(self, isa: Isa) -> Self {
        Plan { isa, ..self }
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.fingerprint.units()
    }

    /// Splits all blocks into ranges, as [`Fingerprint::split`] does.
    pub fn split(&self, ranges: u64) -> impl Iterator<Item = Range<u64>> + use<> {
        self.fingerprint.split(ranges)
    }

    /// Samples some blocks, on the threads of the pool in which it is called.
    ///
    /// # Errors
    /// When there are no such blocks, the decisions in the rules are too many to be solved, or
    /// `progress` was told to stop.
    pub fn part(&self, blocks: Range<u64>, progress: &Progress) -> Result<Part, RunError> {
        self.fingerprint.has(&blocks)?;
        let (unit, amount) = self.fingerprint.work(&blocks);
        let work = progress.begin(unit, Some(amount));
        let counts = self.counted(&work, progress, |counter| Ok(counter.range(blocks.clone())?))?;
        Ok(Part::new(self.fingerprint.clone(), blocks, counts))
    }

    /// The odds from parts that together contain all blocks, in any order.
    ///
    /// # Errors
    /// When a part belongs to another plan, a block is contained twice or not at all, or the joint
    /// distribution has too many rows.
    pub fn merge(&self, parts: impl IntoIterator<Item = Part>) -> Result<Odds, RunError> {
        self.odds(self.sum(parts)?, self.fingerprint.trials)
    }

    /// The odds from parts that contain some of the blocks, in any order: those of a smaller sample.
    ///
    /// # Errors
    /// The errors of [`Plan::merge`], except for missing blocks; when there are none at all.
    pub fn merge_some(&self, parts: impl IntoIterator<Item = Part>) -> Result<Odds, RunError> {
        let sum = self.nothing().with(parts)?;
        match sum.trials() {
            0 => Err(PartError::Missing(0..self.blocks()).into()),
            trials => self.odds(self.checked(sum.counts)?, trials),
        }
    }

    /// The counts of parts that together contain all blocks.
    ///
    /// # Errors
    /// The errors of [`Plan::merge`], except too many rows.
    pub(super) fn sum(&self, parts: impl IntoIterator<Item = Part>) -> Result<Counts, PartError> {
        self.checked(self.nothing().with_all(parts)?.counts)
    }

    /// A part without any blocks.
    fn nothing(&self) -> Part {
        let counts = Counts {
            groups: vec![Vec::new(); self.groups.len()],
            indicators: vec![0; self.scenario.ready.procedure.tables().indicators],
        };
        Part::new(self.fingerprint.clone(), 0..0, counts)
    }

    /// Checks that counts may belong to this plan, and returns them.
    ///
    /// # Errors
    /// When they do not fit.
    pub(super) fn checked(&self, counts: Counts) -> Result<Counts, PartError> {
        let has_room = |(group, cells): (&Packing, &Vec<(u64, u64)>)| {
            cells.last().is_none_or(|&(key, _)| key < group.room())
        };
        let is_whole = counts.groups.len() == self.groups.len();
        if is_whole && self.groups.iter().zip(&counts.groups).all(has_room) {
            Ok(counts)
        } else {
            Err(PartError::Damaged)
        }
    }

    /// The number of sets of metrics that are counted jointly.
    pub(super) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Solves the decisions of the procedure, and calls `count` with its blocks.
    pub(super) fn counted<T>(
        &self,
        work: &Work<'_>,
        progress: &Progress,
        count: impl FnOnce(&Blocks<'_>) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let procedure = self.scenario.ready.procedure.as_ref();
        procedure.solve(progress)?;
        let Fingerprint { trials, seed, .. } = self.fingerprint;
        let packings: Vec<Packing> = self.wholes.iter().map(|whole| whole.packing.clone()).collect();
        let reader = procedure.fastest_reader(&packings[0], self.isa);
        let resolutions = procedure.resolutions(reader, &packings, trials);
        let (wholes, groups) = (&self.wholes[..], &self.groups[..]);
        count(&Blocks { procedure, resolutions, wholes, groups, trials, seed, work })
    }

    /// The odds from the counts of this many trials. Tables of the best choices are known with them, wherever they
    /// were counted.
    pub(super) fn odds(&self, counts: Counts, trials: u64) -> Result<Odds, RunError> {
        self.scenario.ready.procedure.solve(&Progress::default())?;
        let share = |count: u64| count as f64 / trials as f64;
        let cell = |(key, count)| Cell { key, probability: share(count), count: Some(count) };
        let groups = self.groups.iter().cloned().zip(counts.groups);
        let groups: Vec<Group> = groups
            .map(|(packing, counts)| Group { packing, cells: counts.into_iter().map(cell).collect() })
            .collect();
        // Which of them go with a condition is not counted.
        let indicators = match self.scenario.given.is_empty() {
            true => counts.indicators.into_iter().map(share).collect(),
            false => Vec::new(),
        };
        let engine = Engine::Sampled { trials, seed: self.fingerprint.seed };
        odds(None, self.scenario, engine, groups, indicators)
    }
}

impl Job for Plan<'_> {
    type Answer = Odds;

    fn fingerprint(&self) -> Fingerprint {
        self.fingerprint.clone()
    }

    fn part(&self, units: Range<u64>, progress: &Progress) -> Result<Part, RunError> {
        Plan::part(self, units, progress)
    }

    fn answer(&self, parts: Vec<Part>, _: &Progress) -> Result<Odds, RunError> {
        self.merge(parts)
    }
}

/// A hash of everything that determines the outcomes of a scenario, their probabilities, how they are
/// counted, and the questions. The title, for example, is not included.
pub(super) fn hash_of(scenario: &Scenario, groups: &[Packing]) -> u128 {
    let Scenario { system, procedure, input, ready, questions, given, .. } = scenario;
    let tables = ready.procedure.tables();
    let groups: Vec<Vec<Metric>> = groups.iter().map(|group| group.packed().collect()).collect();
    let keys: Vec<_> = input.iter().collect();
    let questions: Vec<_> = questions.iter().map(|one| (&one.name, one.event.text())).collect();
    let game = (&system.name, &system.rules, &procedure.name);
    let given: Vec<_> = given.iter().map(Event::text).collect();
    let all = (game, keys, &tables.metrics, tables.indicators, groups, questions, given);
    hash(format!("{all:?}").as_bytes())
}
