//! Procedures as a good programmer writes them without fizzle: directly from the rules, a
//! generator of random numbers, one die after the other. `benches/by_hand/odds.rs` compares their speed
//! with fizzle's, `tests/readers` their results. They are a crate of their own, compiled as one
//! unit, so that each is as fast as if it were alone.

use fizzle::chance::{MAX_METRICS, Metric, MetricSpec, Packing, Tally};
use fizzle::report::catalog;
use fizzle::scenario::{Document, Scenario};
use fizzle::systems::SYSTEMS;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

use battle::Battle;
use sides::Firefight;

mod agreement;

pub mod shadowrun5;

mod ninth_age;

mod phase;

mod shadowrun1;

mod firefight;

mod sides;

mod ars_magica;

mod battle;

mod encounter;

mod rules;

pub mod random_encounters;

/// A program and its scenario.
pub struct Program {
    /// The system and the procedure, and what distinguishes several programs of one procedure.
    pub name: String,
    /// The scenario whose rules it follows.
    pub scenario: Scenario,
    /// How many resolutions are a fair share of work for a measurement.
    pub block: u64,
    /// Resolutions of a comparison.
    trials: u64,
    play: Play,
}

/// Plays so many resolutions, and counts them.
type Play = Box<dyn Fn(&Packing, &mut Rng, u64, &mut Tally) + Send + Sync>;

impl Program {
    /// A program that returns the values of all metrics, in the order of the scenario's.
    fn new<const N: usize>(
        name: &str,
        scenario: Scenario,
        resolve: impl Fn(&mut Rng) -> [i64; N] + Send + Sync + 'static,
    ) -> Self {
        assert_eq!(scenario.ready.procedure.metrics().len(), N, "the metrics of {name}");
        let play = move |packing: &Packing, rng: &mut Rng, trials, tally: &mut Tally| {
            let weights: [u64; N] = weights(packing, N).try_into().expect("one for each metric");
            count(packing, &weights, trials, tally, || resolve(rng));
        };
        Program { name: name.to_owned(), scenario, block: 1 << 16, trials: 200_000, play: Box::new(play) }
    }

    /// A program that sets the values of all metrics, in the order of the scenario's.
    fn of_many(
        name: &str,
        scenario: Scenario,
        metrics: usize,
        resolve: impl Fn(&mut Rng, &mut [i64]) + Send + Sync + 'static,
    ) -> Self {
        assert_eq!(scenario.ready.procedure.metrics().len(), metrics, "the metrics of {name}");
        let play = move |packing: &Packing, rng: &mut Rng, trials, tally: &mut Tally| {
            let weights = &weights(packing, metrics)[..];
            count(packing, weights, trials, tally, || {
                let mut values = [0; MAX_METRICS];
                resolve(rng, &mut values[..metrics]);
                values
            });
        };
        Program { name: name.to_owned(), scenario, block: 1 << 16, trials: 200_000, play: Box::new(play) }
    }

    /// A battle of Ars Magica.
    fn battle(name: &str, scenario: Scenario, battle: Battle) -> Self {
        Program::of_many(name, scenario, battle.metrics(), move |rng, metrics| battle.fight(rng, metrics))
            .slow()
    }

    /// A firefight of Shadowrun 1, of two sides.
    fn firefight(name: &str, scenario: Scenario, firefight: Firefight) -> Self {
        let metrics = firefight.metrics();
        Program::of_many(name, scenario, metrics, move |rng, metrics| firefight.fight(rng, metrics)).slow()
    }

    /// Of an encounter each resolution is a lot of work.
    fn slow(self) -> Self {
        Program { block: 1 << 13, trials: 5_000, ..self }
    }

    /// Plays `trials` resolutions and counts their joint outcomes, packed like fizzle's, in the
    /// same array or hash map.
    pub fn sample(&self, packing: &Packing, mut rng: Rng, trials: u64, tally: &mut Tally) {
        (self.play)(packing, &mut rng, trials, tally);
    }
}

/// Packs all metrics or, if they have too many joint outcomes, as many of the first as fit.
pub fn packing(metrics: &[MetricSpec]) -> Packing {
    let first = |number| Packing::new(metrics, |Metric(place)| place < number).ok();
    (0..=metrics.len()).rev().find_map(first).expect("no metrics take no room")
}

/// How much a value of 1 adds to the key of an outcome, for each metric.
fn weights(packing: &Packing, metrics: usize) -> Vec<u64> {
    let one = |metric| (0..metrics).map(|other| i64::from(other == metric)).collect::<Vec<_>>();
    (0..metrics).map(|metric| packing.pack(&one(metric)).wrapping_sub(packing.pack(&[]))).collect()
}

/// Counts the outcomes of so many resolutions.
#[inline]
fn count<const N: usize>(
    packing: &Packing,
    weights: &[u64],
    trials: u64,
    tally: &mut Tally,
    mut resolve: impl FnMut() -> [i64; N],
) {
    let start = packing.pack(&[]);
    let mut key = || {
        let weighted = weights.iter().zip(resolve()).map(|(w, v)| w.wrapping_mul(v as u64));
        weighted.fold(start, u64::wrapping_add)
    };
    let mut keys = Vec::with_capacity(1024);
    for first in (0..trials).step_by(1024) {
        keys.clear();
        keys.extend((first..trials.min(first + 1024)).map(|_| key()));
        tally.extend(&keys);
    }
}

/// All programs.
pub fn programs() -> Vec<Program> {
    [shadowrun5::programs(), ninth_age::programs(), shadowrun1::programs(), ars_magica::programs()]
        .into_iter()
        .flatten()
        .chain(rules::programs())
        .collect()
}

/// The scenario that `fizzle new` writes for a procedure, with some keys set differently.
fn template(system: &str, procedure: &str, set: &[&str]) -> Scenario {
    parse(&template_text(system, procedure), set)
}

/// What `fizzle new` writes for a procedure.
fn template_text(system: &str, procedure: &str) -> String {
    let system = SYSTEMS.iter().find(|one| one.name == system).expect("the system exists");
    let row = system.procedures.iter().find(|row| row.name == procedure).expect("the procedure exists");
    catalog::template(system, row)
}

/// A scenario from text, with some keys set differently.
pub fn parse(text: &str, set: &[&str]) -> Scenario {
    let mut document = Document::parse("by hand", text).expect("the text is TOML");
    for assignment in set {
        document.set("by hand", assignment).unwrap_or_else(|problems| panic!("{problems}"));
    }
    document.check().unwrap_or_else(|problems| panic!("{problems}"))
}

/// A die.
fn die(rng: &mut Rng, faces: i64) -> i64 {
    rng.random_range(1..=faces)
}
