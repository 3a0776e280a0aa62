//! Laws against what is known of them, and against their own dice.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::distribution::{Binomial, Discrete};

use super::*;
use crate::chance::RandomRoller;
use crate::stats::chi_square;

/// Whether dice and alias table both follow the law's probabilities.
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

/// The stress die of Ars Magica, with one botch die: a botch counts 0 here.
fn stress_die() -> Law<u32> {
    let again = |face: u32| if face == 10 { 0 } else { face };
    let mut law = Law::die(10).map(again);
    for _ in 0..12 {
        let after_one = law.map(|value| if value == 0 { 20 } else { 2 * value });
        law = Law::die(10).map(again).then(|face| match face {
            1 => after_one.clone(),
            _ => Law::certain(face),
        });
    }
    law
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
    assert_eq!((two.quantile(0.0), two.quantile(0.5), two.quantile(1.0)), (2, 7, 12));
    check_readers(&two);
}

#[test]
fn an_exploding_die_omits_what_lies_beyond_its_cut() {
    let die = Law::exploding(6, 2);
    assert_eq!(die.outcomes().len(), 15);
    assert!((die.omitted() - 6f64.powi(-3)).abs() < 1e-15);
    assert!((total(&die) + die.omitted() - 1.0).abs() < 1e-15);
    assert_eq!(die.probability(&6), 0.0);
    let three = Law::repeat(3, &die, 0, |sum, value| sum + value);
    assert!((three.omitted() - (1.0 - (1.0 - 6f64.powi(-3)).powi(3))).abs() < 1e-15);
    check_readers(&Law::exploding(6, 24));
}

#[test]
fn the_mean_of_a_die_that_counts_every_six_over_its_target_is_known() {
    // 1.2 · P(v ≥ TN), of the house rules of 1992.
    for target in 2..=14 {
        let die = Law::exploding(6, 24);
        let reaches: f64 = die.iter().filter(|&(value, _)| value >= target).map(|(_, p)| p).sum();
        let six_plus = die.map(move |value| if value >= target { 1 + (value - target) / 6 } else { 0 });
        assert!((mean(&six_plus) - 1.2 * reaches).abs() < 1e-12, "target {target}");
    }
}

#[test]
fn dice_that_others_call_for_are_rolled_then() {
    let law = stress_die();
    let variance: f64 = law.iter().map(|(value, p)| (f64::from(value) - 5.75).powi(2) * p).sum();
    assert!((mean(&law) - 5.75).abs() < 1e-6, "{}", mean(&law));
    // The series converges slowly: twelve doublings leave a ten-thousandth out.
    assert!((variance - 20.9375).abs() < 1e-3, "{variance}");
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
fn a_table_gives_each_outcome_its_weight() {
    let law = Law::repeat(12, &Law::die(6).map(|face| u32::from(face >= 5)), 0, |sum, hit| sum + hit);
    let Table { direct, rest } = &law.table;
    let mut masses = vec![0.0; law.outcomes().len()];
    for &outcome in direct.iter() {
        masses[outcome as usize] += 1.0 / DIRECT as f64;
    }
    let left = 1.0 - direct.len() as f64 / DIRECT as f64;
    for slot in rest.slots.iter() {
        let first = (slot.threshold as f64 / REST).min(1.0);
        masses[slot.outcomes[0] as usize] += left * first / rest.slots.len() as f64;
        masses[slot.outcomes[1] as usize] += left * (1.0 - first) / rest.slots.len() as f64;
    }
    for (mass, (_, p)) in masses.iter().zip(law.iter()) {
        assert!((mass - p).abs() < 1e-15, "{mass} is not {p}");
    }
}
