use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::lanes::{LANES, STEP};
use super::*;
use crate::chance::streams;

/// The number of draws in a column.
const ROWS: usize = 1024;

/// The first block's stream of a seed.
fn stream(seed: u64) -> Xoshiro256PlusPlus {
    streams(seed).next().expect("streams never end")
}

/// The generators of all lanes.
fn generators(mut stream: Xoshiro256PlusPlus) -> Vec<Xoshiro256PlusPlus> {
    let mut lanes = vec![stream.clone()];
    while lanes.len() < LANES {
        stream.jump();
        lanes.push(stream.clone());
    }
    lanes
}

/// A table of so many codes, all with different probabilities.
fn table(codes: u32) -> AliasTable {
    AliasTable::new((0..codes).map(|code| (1_000 * code + 7, f64::from(code + 1).sqrt())))
}

/// Tables that fit into registers, and larger ones.
fn tables() -> Vec<AliasTable> {
    [1, 2, 13, 16, 17, 26, 32, 33, 64, 500, 5_000].map(table).into()
}

#[test]
fn lanes_are_the_generators_of_rand_xoshiro() {
    for isa in Isa::all() {
        let mut lanes = Lanes::new(stream(5)).0;
        let mut generators = generators(stream(5));
        let mut column = [0; ROWS];
        // Two columns of each: the lanes must continue where they stopped.
        for table in tables().iter().flat_map(|table| [table, table]) {
            vector::fill(isa, &mut lanes, table.slots(), None, &mut column);
            for step in column.chunks(STEP) {
                for (pair, generator) in step.chunks(2).zip(&mut generators) {
                    let bits = generator.next_u64();
                    let expected = [table.code(bits as u32), table.code((bits >> 32) as u32)];
                    assert_eq!(pair, expected, "{}", isa.name());
                }
            }
        }
    }
}

#[test]
fn all_instructions_leave_lanes_and_columns_alike() {
    for table in tables() {
        let filled = Isa::all().into_iter().map(|isa| {
            let (mut lanes, mut column) = (Lanes::new(stream(9)).0, [0; ROWS]);
            vector::fill(isa, &mut lanes, table.slots(), None, &mut column);
            (lanes.states, column)
        });
        let filled: Vec<_> = filled.collect();
        assert!(filled.iter().all(|one| *one == filled[0]), "{} slots", table.slots().thresholds.len());
    }
}

#[test]
fn numbers_of_the_upper_half_are_greater_than_those_of_the_lower() {
    // Nearly all of the mass is on the last code: signed comparisons would draw the first code for
    // half of the numbers.
    let table = AliasTable::new([(1, 1e-6), (2, 1.0 - 1e-6)].into_iter());
    for isa in Isa::all() {
        let (mut lanes, mut column) = (Lanes::new(stream(1)).0, [0; ROWS]);
        vector::fill(isa, &mut lanes, table.slots(), None, &mut column);
        let rare = column.iter().filter(|&&code| code == 1).count();
        assert!(rare < 10, "{}: {rare}", isa.name());
    }
}
