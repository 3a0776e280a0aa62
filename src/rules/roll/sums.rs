//! Answers that add up die by die.

use super::{Answers, TooMuch, Weighted};
use crate::chance::Law;

/// The maximum size of an array of sums. Larger problems keep a list of the sums that occur.
const MOST_PLACES: f64 = 1e6;

/// The cost of a sum in a list, in steps; a step is one addition in an array.
const STEPS: f64 = 100.0;

/// The distribution of the sum of several dice, each distributed as `each`, and the number of steps
/// that it took.
///
/// A tuple of answers is encoded as one number: each answer, minus the least that a die adds, is a
/// digit in a mixed radix in which no sum carries. So adding codes adds the answers.
///
/// # Errors
/// If it takes more than `most` steps.
pub fn sums(each: &Law<Answers>, dice: u32, most: f64) -> Result<(Weighted, f64), TooMuch> {
    let answers = each.outcomes().first().map_or(0, |answers| answers.0.len());
    let extreme = |place: usize, pick: fn(i32, i32) -> i32| {
        each.outcomes().iter().map(|answers| answers.0[place]).reduce(pick).unwrap_or(0)
    };
    let least = Answers(std::array::from_fn(|place| extreme(place, i32::min)));
    let digits: Vec<u64> = (0..answers)
        .map(|place| u64::from(dice) * u64::from(extreme(place, i32::max).abs_diff(least.0[place])) + 1)
        .collect();
    let places: f64 = digits.iter().map(|&digits| digits as f64).product();
    let steps = f64::from(dice) * places / 2.0 * each.outcomes().len() as f64;
    if places > MOST_PLACES || steps > most {
        return listed(each, dice, most);
    }
    let number = |answers: &Answers| {
        let digit = |(answer, least): (i32, i32)| u64::from(answer.abs_diff(least));
        let places = answers.0.into_iter().zip(least.0).map(digit).zip(&digits);
        places.rev().fold(0, |number, (digit, digits)| number * digits + digit) as usize
    };
    let numbers: Vec<(usize, f64)> = each.iter().map(|(answers, p)| (number(&answers), p)).collect();
    let highest = numbers.iter().map(|&(number, _)| number).max().unwrap_or(0);
    let mut sums = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; sums.len() + highest];
        for &(number, p) in &numbers {
            next[number..].iter_mut().zip(&sums).for_each(|(sum, weight)| *sum += p * weight);
        }
        sums = next;
    }
    let sum_of = |mut number: u64| {
        let mut sum = least.times(dice as i32);
        for (answer, &digits) in sum.0.iter_mut().zip(&digits) {
            *answer += (number % digits) as i32;
            number /= digits;
        }
        sum
    };
    let reached = (0..).zip(sums).filter(|&(_, weight)| weight > 0.0);
    Ok((reached.map(|(number, weight)| (sum_of(number), weight)).collect(), steps))
}

/// Computes the distribution as a list of the sums that occur.
fn listed(each: &Law<Answers>, dice: u32, most: f64) -> Result<(Weighted, f64), TooMuch> {
    let mut sums = vec![(Answers::default(), 1.0)];
    let mut steps = 0.0;
    for _ in 0..dice {
        steps += STEPS * (sums.len() * each.outcomes().len()) as f64;
        if steps > most {
            return Err(TooMuch);
        }
        let mut next = Vec::with_capacity(sums.len() * each.outcomes().len());
        for (answers, p) in each.iter() {
            next.extend(sums.iter().map(|&(sum, weight)| (answers.plus(sum), p * weight)));
        }
        // A stable sort, so that sums have the same bits everywhere.
        next.sort_by_key(|&(sum, _)| sum);
        next.dedup_by(|next, kept| {
            let is_equal = next.0 == kept.0;
            kept.1 += if is_equal { next.1 } else { 0.0 };
            is_equal
        });
        sums = next;
    }
    Ok((sums, steps))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A die with two answers.
    fn die(faces: i32) -> Law<Answers> {
        let answers = |face: i32| {
            let mut answers = Answers::default();
            (answers.0[0], answers.0[2]) = (face - 2, i32::from(face > 3));
            (answers, 1.0 / f64::from(faces))
        };
        Law::new((1..=faces).map(answers).collect(), 0.0, Arc::new(|_| Answers::default()))
    }

    #[test]
    fn sums_are_the_same_side_by_side_and_in_a_list() {
        for dice in [0, 1, 2, 9] {
            let (mut places, _) = sums(&die(6), dice, 1e9).unwrap();
            let (list, _) = listed(&die(6), dice, 1e9).unwrap();
            places.sort_by_key(|&(sum, _)| sum);
            assert_eq!(places.len(), list.len());
            for (one, other) in places.iter().zip(list) {
                assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-15, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_takes_too_long_is_refused_before() {
        let many = die(1_000);
        assert!(sums(&many, 500, 1e8).is_err());
        assert!(sums(&many, 2, 1e8).is_ok());
    }
}
