//! Answers that add up die by die.

use super::{Answers, TooMuch, Weighted};
use crate::chance::Law;

/// The maximum size of an array of sums. Larger problems keep a list of the sums that occur.
const MOST_PLACES: f64 = 1e6;

/// The cost of a sum in a list, in steps; a step is one addition in an array.
const STEPS: f64 = 100.0;

/// The distribution of a sum of dice.
pub struct Sums {
    pub weighted: Weighted,
    /// The probability of what is cut.
    pub omitted: f64,
    /// The number of steps that it took.
    pub steps: f64,
}

/// The distribution of the sum of several dice, each distributed as `each`.
///
/// A tuple of answers is encoded as one number: each answer, minus the least that a die adds, is a
/// digit in a mixed radix in which no sum carries. So adding codes adds the answers. If there are several
/// answers to open-ended dice, the long tail of the first is cut, of which no more is kept than of a die.
///
/// # Errors
/// If it takes more than `most` steps.
pub fn sums(each: &Law<Answers>, dice: u32, most: f64) -> Result<Sums, TooMuch> {
    let answers = each.outcomes().first().map_or(0, |answers| answers.0.len());
    let extreme = |place: usize, pick: fn(i32, i32) -> i32| {
        each.outcomes().iter().map(|answers| answers.0[place]).reduce(pick).unwrap_or(0)
    };
    let least = Answers(std::array::from_fn(|place| extreme(place, i32::min)));
    let mut digits: Vec<usize> = (0..answers)
        .map(|place| dice as usize * extreme(place, i32::max).abs_diff(least.0[place]) as usize + 1)
        .collect();
    let digit_of = |answers: &Answers, place: usize| answers.0[place].abs_diff(least.0[place]) as usize;
    let mut omitted = 0.0;
    if each.omitted() > 0.0 && digits[1..].iter().any(|&digits| digits > 1) {
        let first: Vec<(usize, usize, f64)> =
            each.iter().map(|(answers, p)| (digit_of(&answers, 0), 0, p)).collect();
        let first = added(&first, dice, digits[0]);
        while digits[0] > 1 && omitted + first[digits[0] - 1] <= each.omitted() {
            digits[0] -= 1;
            omitted += first[digits[0]];
        }
    }
    let rows: f64 = digits[1..].iter().map(|&digits| digits as f64).product();
    let places = rows * digits[0] as f64;
    let steps = f64::from(dice) * places / 2.0 * each.outcomes().len() as f64;
    if places > MOST_PLACES || steps > most {
        return listed(each, dice, most);
    }
    let row_of = |answers: &Answers| {
        (1..digits.len()).rev().fold(0, |row, place| row * digits[place] + digit_of(answers, place))
    };
    let one: Vec<(usize, usize, f64)> =
        each.iter().map(|(answers, p)| (digit_of(&answers, 0), row_of(&answers), p)).collect();
    let sums = added(&one, dice, digits[0]);
    let sum_of = |mut number: usize| {
        let mut sum = least.times(dice as i32);
        for (answer, &digits) in sum.0.iter_mut().zip(&digits) {
            *answer += (number % digits) as i32;
            number /= digits;
        }
        sum
    };
    let reached = (0..).zip(sums).filter(|&(_, weight)| weight > 0.0);
    Ok(Sums { weighted: reached.map(|(number, weight)| (sum_of(number), weight)).collect(), omitted, steps })
}

/// Adds up dice. What one adds is a number below `width`, the number of a row, and its probability; so is the
/// sum, of which numbers from `width` on are cut: its row comes first.
fn added(one: &[(usize, usize, f64)], dice: u32, width: usize) -> Vec<f64> {
    let highest = |pick: fn(&(usize, usize, f64)) -> usize| one.iter().map(pick).max().unwrap_or(0);
    let (highest_number, highest_row) = (highest(|one| one.0), highest(|one| one.1));
    let mut sums = vec![0.0; width];
    sums[0] = 1.0;
    let mut reached = 1;
    for _ in 0..dice {
        let mut next = vec![0.0; sums.len() + highest_row * width];
        for &(number, row, p) in one.iter().filter(|&&(number, ..)| number < width) {
            let rows = next[row * width..].chunks_exact_mut(width).zip(sums.chunks_exact(width));
            for (next, sums) in rows {
                let sums = &sums[..reached];
                next[number..].iter_mut().zip(sums).for_each(|(sum, weight)| *sum += p * weight);
            }
        }
        sums = next;
        reached = width.min(reached + highest_number);
    }
    sums
}

/// Computes the distribution as a list of the sums that occur.
fn listed(each: &Law<Answers>, dice: u32, most: f64) -> Result<Sums, TooMuch> {
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
    Ok(Sums { weighted: sums, omitted: 0.0, steps })
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
            let mut places = sums(&die(6), dice, 1e9).unwrap().weighted;
            let list = listed(&die(6), dice, 1e9).unwrap().weighted;
            places.sort_by_key(|&(sum, _)| sum);
            assert_eq!(places.len(), list.len());
            for (one, other) in places.iter().zip(list) {
                assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-15, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_long_tail_of_the_first_answer_is_cut() {
        // A hit with one half, and further hits in a chain that is cut; the third answer is 1 if there is none.
        let answers = |hits: i32| {
            let mut answers = Answers::default();
            (answers.0[0], answers.0[2]) = (hits, i32::from(hits == 0));
            (answers, 0.5f64.powi(hits + 1))
        };
        let law = Law::new((0..40).map(answers).collect(), 0.5f64.powi(40), Arc::new(|_| Answers::default()));
        let cut = sums(&law, 20, 1e9).unwrap();
        let list = listed(&law, 20, 1e9).unwrap().weighted;
        assert!(cut.omitted > 0.0 && cut.omitted <= law.omitted());
        assert!(cut.weighted.len() < list.len() / 4);
        let lost: f64 = list.iter().map(|(_, weight)| weight).sum::<f64>()
            - cut.weighted.iter().map(|(_, weight)| weight).sum::<f64>();
        assert!((lost - cut.omitted).abs() < 1e-14, "{lost} {}", cut.omitted);
        for (sum, weight) in cut.weighted {
            let other = list.iter().find(|(other, _)| *other == sum).unwrap().1;
            assert!((weight - other).abs() <= 1e-13 * other, "{sum:?}");
        }
    }

    #[test]
    fn what_takes_too_long_is_refused_before() {
        let many = die(1_000);
        assert!(sums(&many, 500, 1e8).is_err());
        assert!(sums(&many, 2, 1e8).is_ok());
    }
}
