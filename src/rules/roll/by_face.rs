//! Answers that depend on the order of the dice, or on groups of equal dice.

use std::ops::Range;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Answers, Asked, TooMuch, Weighted};

/// States and their probabilities, in insertion order, so that sums have the same bits on every processor.
type States<S> = IndexMap<S, f64, FxBuildHasher>;

/// The cost of a state, in steps; a step is one addition.
const STEPS: f64 = 150.0;

/// The distribution of the answers, and the number of steps that it took. The `weights` belong to
/// `numbers`, the highest first.
///
/// # Errors
/// If it takes more than `most` steps.
pub fn by_face(
    numbers: &[i64],
    weights: &[f64],
    asked: &[Asked],
    dice: u32,
    most: f64,
) -> Result<(Weighted, f64), TooMuch> {
    match upwards(asked, dice) {
        None => downwards(numbers, weights, asked, dice, most),
        Some(asked) => {
            let numbers: Vec<i64> = numbers.iter().rev().copied().collect();
            let weights: Vec<f64> = weights.iter().rev().copied().collect();
            downwards(&numbers, &weights, &asked, dice, most)
        }
    }
}

/// The ranks counted from the lowest die, if all are reached sooner from there.
fn upwards(asked: &[Asked], dice: u32) -> Option<Vec<Asked>> {
    let places = asked.iter().map(|asked| match asked {
        Asked::Places(places) => Some(places.clone()),
        _ => None,
    });
    let places: Vec<Range<u32>> = places.collect::<Option<_>>()?;
    let far = places.iter().map(|places| places.end).max()?;
    let near = places.iter().map(|places| dice - places.start).max()?;
    let turned = |Range { start, end }: Range<u32>| Asked::Places(dice - end..dice - start);
    (near < far).then(|| places.into_iter().map(turned).collect())
}

/// The distribution of the answers, number by number: how many of the remaining dice show it.
fn downwards(
    numbers: &[i64],
    weights: &[f64],
    asked: &[Asked],
    dice: u32,
    most: f64,
) -> Result<(Weighted, f64), TooMuch> {
    let mut states: States<(u32, Answers)> = States::default();
    states.insert((dice, Answers::default()), 1.0);
    let mut ended: States<Answers> = States::default();
    let mut left: f64 = weights.iter().sum();
    let mut steps = 0.0;
    for (place, (&number, &weight)) in numbers.iter().zip(weights).enumerate() {
        let p = if place + 1 == numbers.len() { 1.0 } else { (weight / left).min(1.0) };
        left -= weight;
        let most_open = states.keys().map(|&(open, _)| open).max().unwrap_or(0);
        let shown = binomials(most_open, p);
        let mut behind: States<(u32, Answers)> = States::default();
        for ((open, answers), mass) in states {
            steps += STEPS * f64::from(open + 1);
            if steps > most {
                return Err(TooMuch);
            }
            let shown = (0..).zip(&shown[open as usize]).filter(|&(_, &weight)| weight > 0.0);
            for (count, weight) in shown {
                let mut answers = answers;
                for (answer, asked) in answers.0.iter_mut().zip(asked) {
                    let before = dice - open;
                    match asked {
                        Asked::Added(by_place) => *answer += by_place[place] as i32 * count as i32,
                        Asked::Places(places) => {
                            let within =
                                (before + count).min(places.end).saturating_sub(before.max(places.start));
                            *answer += number as i32 * within as i32;
                        }
                        Asked::Most => *answer = (*answer).max(count as i32),
                    }
                }
                // Open dice still matter for sums, counts, and lower ranks.
                let shown = dice - open + count;
                let is_over = |asked: &Asked| matches!(asked, Asked::Places(places) if shown >= places.end);
                match open - count {
                    open if open > 0 && !asked.iter().all(is_over) => {
                        *behind.entry((open, answers)).or_default() += mass * weight;
                    }
                    _ => *ended.entry(answers).or_default() += mass * weight,
                }
            }
        }
        states = behind;
    }
    Ok((ended.into_iter().collect(), steps))
}

/// The binomial distributions of 0 to `n` dice, each of which counts with probability `p`.
fn binomials(n: u32, p: f64) -> Vec<Vec<f64>> {
    let next = |weights: &Vec<f64>| {
        let mut next = vec![0.0; weights.len() + 1];
        for (count, weight) in weights.iter().enumerate() {
            next[count] += weight * (1.0 - p);
            next[count + 1] += weight * p;
        }
        Some(next)
    };
    std::iter::successors(Some(vec![1.0]), next).take(n as usize + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loops in which a pool grows need a distribution for each size, so few states may be visited.
    #[test]
    fn only_the_dice_that_are_asked_for_are_read() {
        let numbers = [6, 5, 4, 3, 2, 1];
        for two in [[0..1, 1..2], [498..499, 499..500]] {
            let two = two.map(Asked::Places);
            let (law, steps) = by_face(&numbers, &[1.0 / 6.0; 6], &two, 500, f64::INFINITY).unwrap();
            assert!((law.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
            let states = steps / STEPS / 501.0;
            assert!(law.len() == 21 && states <= 21.0, "{} answers, {states}", law.len());
        }
    }
}
