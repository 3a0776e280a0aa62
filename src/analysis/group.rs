//! Turns the joint outcomes of a reader into distributions, answers and odds.

use std::collections::BTreeMap;

use super::MAX_OUTCOMES;
use super::error::RunError;
use super::odds::{Answer, Distribution, Engine, Given, Joint, JointRow, Odds, Row};
use super::part::{PartError, Reader, write};
use crate::chance::{Ledger, Metric, MetricSpec, Packing, Recorder};
use crate::expression::Event;
use crate::scenario::{Question, Scenario};
use crate::stats::{Weighted, Z95, summarize, wilson};

/// The joint distribution of a set of metrics, as a reader returns it.
pub struct Group {
    pub packing: Packing,
    /// Ascending by key.
    pub cells: Vec<Cell>,
}

/// One joint outcome.
#[derive(Clone, Copy)]
pub struct Cell {
    pub key: u64,
    pub probability: f64,
    pub count: Option<u64>,
}

/// Up to this many values, a table with one entry per value is used.
const FEW_VALUES: u64 = 4_096;

impl Group {
    /// The distribution of each metric, from the first group that contains it.
    pub fn distributions(groups: &[Group], metrics: &[MetricSpec], engine: Engine) -> Vec<Distribution> {
        let mut masses: Vec<Option<Vec<(i64, Mass)>>> = vec![None; metrics.len()];
        for group in groups {
            for (metric, found) in group.masses() {
                masses[metric.0].get_or_insert(found);
            }
        }
        let laws = metrics.iter().zip(masses);
        laws.map(|(spec, masses)| distribution(spec, masses.expect("every metric is in a group"), engine))
            .collect()
    }

    /// For each metric, the mass of every value that occurs, ascending by value.
    pub fn masses(&self) -> Vec<(Metric, Vec<(i64, Mass)>)> {
        let mut left: Vec<(u64, Mass)> = self.cells.iter().map(|cell| (cell.key, cell.mass())).collect();
        let mut values = Vec::new();
        let of_metric = |metric| {
            values.clear();
            for (key, _) in &mut left {
                let (shorn, value) = self.packing.shear(*key, metric);
                *key = shorn;
                values.push(value);
            }
            let found = gathered(&values, left.iter().map(|(_, mass)| *mass));
            // Keys that differed in this digit alone are now equal and adjacent: merge them.
            left.dedup_by(|next, kept| {
                let equal = next.0 == kept.0;
                if equal {
                    kept.1.add(next.1);
                }
                equal
            });
            (metric, found)
        };
        self.packing.by_weight().into_iter().map(of_metric).collect()
    }

    /// The answer to a question, from the first group that contains all metrics that it reads.
    pub fn answer(groups: &[Group], metrics: &[MetricSpec], question: &Question, engine: Engine) -> Answer {
        let event = &question.event;
        let read: Vec<Metric> =
            (0..metrics.len()).map(Metric).filter(|&metric| event.reads(metric)).collect();
        let covers = |group: &&Group| read.iter().all(|&metric| group.packing.contains(metric));
        let group = groups.iter().find(covers).expect("every question's metrics are in a group");
        let narrow = Packing::new(metrics, |metric| read.contains(&metric)).expect("they fit among others");
        let mut mass = Mass::default();
        let mut values = vec![0; metrics.len()];
        // Many outcomes differ only in metrics that the event does not read: evaluate it once for all
        // of them.
        let mut known = vec![None; if narrow.room() <= FEW_VALUES { narrow.room() as usize } else { 0 }];
        for cell in &group.cells {
            let mut ledger = Ledger::new(&narrow);
            for &metric in &read {
                values[metric.0] = group.packing.value(cell.key, metric);
                ledger.record(metric, values[metric.0]);
            }
            let happens = match known.get_mut(ledger.key() as usize) {
                Some(known) => *known.get_or_insert_with(|| event.holds(&values)),
                None => event.holds(&values),
            };
            if happens {
                mass.add(cell.mass());
            }
        }
        Answer::new(question, mass, engine)
    }

    /// The outcomes in which all these events happen, with their probabilities under that condition; and
    /// the mass of the condition.
    fn given(mut self, events: &[Event]) -> (Group, Mass) {
        let read: Vec<Metric> =
            self.packing.packed().filter(|&metric| events.iter().any(|event| event.reads(metric))).collect();
        let mut values = vec![0; self.packing.all_metrics().count()];
        let mut mass = Mass::default();
        self.cells.retain(|cell| {
            for &metric in &read {
                values[metric.0] = self.packing.value(cell.key, metric);
            }
            let happens = events.iter().all(|event| event.holds(&values));
            if happens {
                mass.add(cell.mass());
            }
            happens
        });
        self.cells.iter_mut().for_each(|cell| cell.probability /= mass.probability);
        (self, mass)
    }

    /// The joint distribution as rows of values.
    ///
    /// # Errors
    /// When it has more than `most` rows.
    fn joint_within(&self, metrics: &[MetricSpec], most: u64) -> Result<Joint, RunError> {
        let packed: Vec<Metric> = self.packing.packed().collect();
        let shown: Vec<MetricSpec> = packed.iter().map(|metric| metrics[metric.0].clone()).collect();
        let rows = self.cells.len() as u64;
        if rows > most {
            let mut widest = shown;
            widest.sort_by_key(|metric| std::cmp::Reverse(metric.values()));
            let widest = widest.into_iter().take(3).map(|metric| metric.name).collect();
            return Err(RunError::TooManyRows { rows, widest });
        }
        let row = |cell: &Cell| JointRow {
            values: packed.iter().map(|&metric| self.packing.value(cell.key, metric)).collect(),
            probability: cell.probability,
            count: cell.count,
        };
        let mut rows: Vec<JointRow> = self.cells.iter().map(row).collect();
        rows.sort_unstable_by(|a, b| a.values.cmp(&b.values));
        Ok(Joint { rows, metrics: shown })
    }
}

/// The odds of a scenario from the groups of its metrics, with this joint distribution, or else that of the
/// first group.
///
/// # Errors
/// When the joint distribution has too many rows, or the condition of the scenario does not occur.
pub fn odds(
    joint: Option<Joint>,
    scenario: &Scenario,
    engine: Engine,
    groups: Vec<Group>,
    indicators: Vec<f64>,
) -> Result<Odds, RunError> {
    let metrics = scenario.ready.procedure.metrics();
    let (engine, groups, given) = conditional(scenario, engine, groups)?;
    let joint = match joint {
        Some(joint) => joint,
        None => groups[0].joint_within(metrics, MAX_OUTCOMES)?,
    };
    Ok(Odds {
        engine,
        distributions: Group::distributions(&groups, metrics, engine),
        answers: scenario
            .questions
            .iter()
            .map(|question| Group::answer(&groups, metrics, question, engine))
            .collect(),
        joint,
        indicators,
        given,
        witness: None,
    })
}

/// The groups under the condition of a scenario, and its own probability, if it has one.
fn conditional(
    scenario: &Scenario,
    engine: Engine,
    groups: Vec<Group>,
) -> Result<(Engine, Vec<Group>, Option<Given>), RunError> {
    if scenario.given.is_empty() {
        return Ok((engine, groups, None));
    }
    let (groups, masses): (Vec<Group>, Vec<Mass>) =
        groups.into_iter().map(|group| group.given(&scenario.given)).unzip();
    let mass = masses[0];
    let (probability, low, high) = mass.estimate(engine);
    if probability <= 0.0 {
        return Err(RunError::never_given(scenario, engine.trials()));
    }
    let event = scenario.condition();
    let given = Given { event, probability, low, high, trials: engine.trials() };
    let engine = match engine {
        Engine::Exact { omitted, visited } => Engine::Exact { omitted: omitted / probability, visited },
        Engine::Sampled { seed, .. } => Engine::Sampled { trials: mass.count, seed },
    };
    Ok((engine, groups, Some(given)))
}

/// Writes odds in the format of [`odds_again`], without their joint distribution: a count or a
/// probability for every value, answer and indicator. Everything else follows from these.
pub fn kept_odds(odds: &Odds, bytes: &mut Vec<u8>) {
    let mass = |bytes: &mut Vec<u8>, probability: f64, count: Option<u64>| match count {
        Some(count) => write(bytes, count),
        None => bytes.extend(probability.to_le_bytes()),
    };
    match odds.engine {
        Engine::Sampled { trials, .. } => write(bytes, trials),
        Engine::Exact { omitted, visited } => {
            write(bytes, 0);
            bytes.extend(omitted.to_le_bytes());
            write(bytes, visited);
        }
    }
    if let Some(given) = &odds.given {
        for number in [given.probability, given.low, given.high] {
            bytes.extend(number.to_le_bytes());
        }
        write(bytes, given.trials.unwrap_or(0));
    }
    for law in &odds.distributions {
        write(bytes, law.rows.len() as u64);
        for row in &law.rows {
            write(bytes, row.value as u64);
            mass(bytes, row.probability, row.count);
        }
    }
    odds.answers.iter().for_each(|answer| mass(bytes, answer.probability, answer.count));
    odds.indicators.iter().for_each(|indicator| bytes.extend(indicator.to_le_bytes()));
}

/// Reads the odds of a scenario that [`kept_odds`] has written. If they were sampled, it was with this
/// seed.
///
/// # Errors
/// When the bytes are not those of odds of this scenario.
pub fn odds_again(scenario: &Scenario, seed: u64, reader: &mut Reader<'_>) -> Result<Odds, PartError> {
    let engine = match reader.number()? {
        0 => Engine::Exact { omitted: reader.float()?, visited: reader.number()? },
        trials => Engine::Sampled { trials, seed },
    };
    let mass = |reader: &mut Reader<'_>| {
        let mass = match engine {
            Engine::Exact { .. } => Mass { probability: reader.float()?, count: 0 },
            Engine::Sampled { .. } => Mass { probability: 0.0, count: reader.number()? },
        };
        // A long sum may exceed 1 by a rounding error.
        let is_possible =
            (0.0..1.0 + 1e-6).contains(&mass.probability) && mass.count <= engine.trials().unwrap_or(0);
        if is_possible { Ok(mass) } else { Err(PartError::Damaged) }
    };
    let given = match scenario.given.is_empty() {
        true => None,
        false => {
            let [probability, low, high] = [reader.float()?, reader.float()?, reader.float()?];
            let trials = Some(reader.number()?).filter(|&trials| trials > 0);
            if !(0.0..=1.0 + 1e-6).contains(&probability) || trials < engine.trials() {
                return Err(PartError::Damaged);
            }
            Some(Given { event: scenario.condition(), probability, low, high, trials })
        }
    };
    let tables = scenario.ready.procedure.tables();
    let mut distributions = Vec::new();
    for spec in &tables.metrics {
        let rows = reader.number()?;
        let row = |_| Ok((reader.number()? as i64, mass(reader)?));
        let masses = (0..rows).map(row).collect::<Result<Vec<_>, PartError>>()?;
        let (least, greatest) = spec.range();
        let is_in_range = masses.iter().all(|(value, _)| (least..=greatest).contains(value));
        if !is_in_range || !masses.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err(PartError::Damaged);
        }
        distributions.push(distribution(spec, masses, engine));
    }
    let mut answers = Vec::new();
    for question in &scenario.questions {
        answers.push(Answer::new(question, mass(reader)?, engine));
    }
    let indicators = if given.is_some() { 0 } else { tables.indicators };
    let indicators = (0..indicators).map(|_| reader.float()).collect::<Result<_, _>>()?;
    let joint = Joint::default();
    Ok(Odds { engine, distributions, answers, joint, indicators, given, witness: None })
}

impl Answer {
    fn new(question: &Question, mass: Mass, engine: Engine) -> Answer {
        let (probability, low, high) = mass.estimate(engine);
        let (name, event) = (question.name.clone(), question.event.text().to_owned());
        Answer { name, event, probability, low, high, count: mass.count(engine) }
    }
}

impl Cell {
    fn mass(&self) -> Mass {
        Mass { probability: self.probability, count: self.count.unwrap_or(0) }
    }
}

fn distribution(spec: &MetricSpec, masses: Vec<(i64, Mass)>, engine: Engine) -> Distribution {
    // Tails are summed from the far end, where the small numbers are.
    let at_most = running_sums(masses.iter().map(|(_, mass)| *mass), engine);
    let mut at_least = running_sums(masses.iter().rev().map(|(_, mass)| *mass), engine);
    at_least.reverse();
    let rows = masses.iter().zip(at_least).zip(at_most).map(|((&(value, mass), at_least), at_most)| {
        let (probability, low, high) = mass.estimate(engine);
        Row { value, probability, low, high, at_least, at_most, count: mass.count(engine) }
    });
    let rows: Vec<Row> = rows.collect();
    let summary = (!spec.is_nominal()).then(|| {
        // What never happens has no time.
        let counted = || rows.iter().filter(|row| !(spec.is_occasion() && row.value == 0));
        let all: f64 = if spec.is_occasion() { counted().map(|row| row.probability).sum() } else { 1.0 };
        let law: Vec<Weighted> = counted().map(|row| (row.value, row.probability / all)).collect();
        let trials = engine.trials().map(|_| counted().filter_map(|row| row.count).sum());
        let (least, most) = spec.range();
        let least = if spec.is_occasion() { least.max(1) } else { least };
        summarize(&law, trials, (least, most))
    });
    Distribution { metric: spec.clone(), rows, summary: summary.flatten() }
}

/// Sums the masses of equal values, ascending by value.
fn gathered(values: &[i64], masses: impl Iterator<Item = Mass>) -> Vec<(i64, Mass)> {
    let (Some(&min), Some(&max)) = (values.iter().min(), values.iter().max()) else {
        return Vec::new();
    };
    if max.abs_diff(min) >= FEW_VALUES {
        let mut sums: BTreeMap<i64, Mass> = BTreeMap::new();
        values.iter().zip(masses).for_each(|(value, mass)| sums.entry(*value).or_default().add(mass));
        return sums.into_iter().collect();
    }
    let mut sums: Vec<Option<Mass>> = vec![None; max.abs_diff(min) as usize + 1];
    for (value, mass) in values.iter().zip(masses) {
        sums[value.abs_diff(min) as usize].get_or_insert_default().add(mass);
    }
    (min..).zip(sums).filter_map(|(value, sum)| Some((value, sum?))).collect()
}

/// The mass of some outcomes: a probability if exact, a count if sampled.
#[derive(Clone, Copy, Default)]
pub struct Mass {
    pub probability: f64,
    pub count: u64,
}

impl Mass {
    fn add(&mut self, other: Mass) {
        self.probability += other.probability;
        self.count += other.count;
    }

    /// The probability with its 95 % interval.
    fn estimate(self, engine: Engine) -> (f64, f64, f64) {
        match engine {
            Engine::Exact { omitted, .. } => {
                // A long sum may exceed 1 by a rounding error.
                let probability = self.probability.min(1.0);
                (probability, probability, (probability + omitted).min(1.0))
            }
            Engine::Sampled { trials, .. } => {
                let (low, high) = wilson(self.count, trials, Z95);
                (self.count as f64 / trials as f64, low, high)
            }
        }
    }

    fn count(self, engine: Engine) -> Option<u64> {
        engine.trials().map(|_| self.count)
    }
}

/// The cumulative probabilities: of the first mass, the first two, and so on.
fn running_sums(masses: impl Iterator<Item = Mass>, engine: Engine) -> Vec<f64> {
    let mut sum = Mass::default();
    masses
        .map(|mass| {
            sum = Mass { probability: sum.probability + mass.probability, count: sum.count + mass.count };
            sum.estimate(engine).0
        })
        .collect()
}
