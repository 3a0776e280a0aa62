//! Compares laws with known results, and with their own dice.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::distribution::{Binomial, Discrete};

use super::*;
use crate::chance::RandomRoller;
use crate::stats::chi_square;

/// Checks that both dice and tables follow the law's probabilities.
#[track_caller]
fn check_readers<T: Outcome>(law: &Law<T>) {
    let trials = 200_000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut rolled = vec![0; law.outcomes().len()];
    let mut sampled = rolled.clone();
    let place = |outcome| law.outcomes().partition_point(|o| *o < outcome).min(law.outcomes().len() - 1);
    for _ in 0..trials {
        rolled[place(law.roll(&mut RandomRoller(&mut rng)))] += 1;
        sampled[place(law.sample(&mut rng))] += 1;
    }
    for counts in [rolled, sampled] {
        let fit = chi_square(counts.into_iter().zip(law.iter().map(|(_, p)| p)), trials);
        assert!(fit.p_value > 1e-4, "{fit:?}");
    }
}

fn total<T: Outcome>(law: &Law<T>) -> f64 {
    law.iter().map(|(_, p)| p).sum()
}

fn mean(law: &Law<u32>) -> f64 {
    law.iter().map(|(value, p)| f64::from(value) * p).sum()
}

#[test]
fn the_hits_of_a_pool_are_binomial() {
    for dice in [0, 1, 12, 40, 500] {
        let pool = Law::repeat(dice, &Law::die(6).map(|face| u64::from(face >= 5)), 0, |sum, hit| sum + hit);
        let binomial = Binomial::new(1.0 / 3.0, dice.into()).unwrap();
        for (hits, p) in pool.iter() {
            let expected = binomial.pmf(hits);
            assert!((p - expected).abs() <= 1e-9 * expected.max(1e-3), "{dice} dice, {hits} hits: {p}");
        }
        assert!((total(&pool) - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_convolution_is_the_law_of_the_sum() {
    let die = Law::die(6);
    let two = die.and(&die, |a, b| a + b);
    assert!((two.probability(&7) - 6.0 / 36.0).abs() < 1e-15);
    assert!((two.probability(&2) - 1.0 / 36.0).abs() < 1e-15);
    assert_eq!(two.probability(&13), 0.0);
    check_readers(&two);
}

#[test]
fn dice_that_others_call_for_are_rolled_then() {
    let law = Law::die(6).then(|dice| Law::repeat(dice, &Law::die(6), 0, |sum, face| sum + face));
    let variance: f64 = law.iter().map(|(value, p)| (f64::from(value) - 12.25).powi(2) * p).sum();
    let of_a_die = 35.0 / 12.0;
    assert!((mean(&law) - 12.25).abs() < 1e-12, "{}", mean(&law));
    assert!((variance - of_a_die * (3.5 + 3.5 * 3.5)).abs() < 1e-10, "{variance}");
    check_readers(&law);
}

#[test]
fn any_number_of_outcomes_can_be_sampled() {
    for faces in [1, 2, 3, 6, 7, 100] {
        check_readers(&Law::die(faces));
    }
    check_readers(&Law::certain(5));
    check_readers(&Law::repeat(3, &Law::die(6), 0, |sum, face| sum + face));
}

#[test]
#[should_panic(expected = "the greatest value is a u32")]
fn a_doubling_die_fits_into_its_type() {
    Law::doubling(10, 30);
}

#[test]
fn alike_outcomes_are_drawn_as_one() {
    let die = Law::doubling(10, 6);
    let runs: Vec<(usize, f64)> = die.runs(|value| value.min(21) / 3).collect();
    let mut expected: Vec<(usize, u32, f64)> = Vec::new();
    for (place, (value, p)) in die.iter().enumerate() {
        let key = value.min(21) / 3;
        match expected.last_mut() {
            Some((_, last, sum)) if *last == key => *sum += p,
            _ => expected.push((place, key, p)),
        }
    }
    assert_eq!(runs.len(), 8);
    for ((place, sum), (first, _, p)) in runs.into_iter().zip(expected) {
        assert!(place == first && (sum - p).abs() < 1e-15, "{place} {first} {sum} {p}");
    }
}

#[test]
fn a_doubling_die_has_the_law_of_its_dice() {
    let die = Law::doubling(10, 5);
    assert!((die.probability(&8) - 0.111).abs() < 1e-15, "8, 1 and 4, 1 and 1 and 2");
    assert!((die.omitted() - 1e-6).abs() < 1e-18 && (total(&die) - (1.0 - 1e-6)).abs() < 1e-12);
    let three = Law::repeat(3, &die, 0, |sum, value| sum + value);
    assert!((three.omitted() - (1.0 - (1.0 - 1e-6f64).powi(3))).abs() < 1e-15);
    check_readers(&die);
}
