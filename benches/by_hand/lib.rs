//! Procedures as a good programmer writes them without fizzle: directly from the rules, a
//! generator of random numbers, one die after the other. `benches/odds.rs` compares their speed
//! with fizzle's, `tests/readers` their results. They are a crate of their own, compiled as one
//! unit, so that each is as fast as if it were alone.

use std::array;

use fizzle::chance::{Packing, Tally};
use fizzle::report::catalog;
use fizzle::scenario::{Document, Scenario};
use fizzle::systems::SYSTEMS;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Rng;

mod agreement;

pub mod shadowrun5;

mod ninth_age;

mod phase;

mod shadowrun1;

mod firefight;

mod ars_magica;

mod rules;

/// A program and its scenario.
pub struct Program {
    /// The system and the procedure, and what distinguishes several programs of one procedure.
    pub name: String,
    /// The scenario whose rules it follows.
    pub scenario: Scenario,
    play: Play,
}

/// Plays so many resolutions, and counts them.
type Play = Box<dyn Fn(&Packing, &mut Rng, u64, &mut Tally)>;

impl Program {
    /// A program that returns the values of all metrics, in the order of the scenario's.
    fn new<const N: usize>(
        name: &str,
        scenario: Scenario,
        resolve: impl Fn(&mut Rng) -> [i64; N] + 'static,
    ) -> Self {
        assert_eq!(scenario.ready.procedure.metrics().len(), N, "the metrics of {name}");
        let play = move |packing: &Packing, rng: &mut Rng, trials, tally: &mut Tally| {
            let start = packing.pack(&[]);
            let weights: [u64; N] = array::from_fn(|metric| {
                let one: [i64; N] = array::from_fn(|other| i64::from(other == metric));
                packing.pack(&one).wrapping_sub(start)
            });
            let key = |values: [i64; N]| {
                let weighted = weights.iter().zip(values).map(|(w, v)| w.wrapping_mul(v as u64));
                weighted.fold(start, u64::wrapping_add)
            };
            let mut keys = Vec::with_capacity(1024);
            for first in (0..trials).step_by(1024) {
                keys.clear();
                keys.extend((first..trials.min(first + 1024)).map(|_| key(resolve(rng))));
                tally.extend(&keys);
            }
        };
        Program { name: name.to_owned(), scenario, play: Box::new(play) }
    }

    /// Plays `trials` resolutions and counts their joint outcomes, packed like fizzle's, in the
    /// same array or hash map.
    pub fn sample(&self, packing: &Packing, mut rng: Rng, trials: u64, tally: &mut Tally) {
        (self.play)(packing, &mut rng, trials, tally);
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
    let system = SYSTEMS.iter().find(|one| one.name == system).expect("the system exists");
    let row = system.procedures.iter().find(|row| row.name == procedure).expect("the procedure exists");
    parse(&catalog::template(system, row), set)
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
