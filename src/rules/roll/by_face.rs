//! Answers that depend on the order of the dice, or on groups of equal dice.

use std::ops::Range;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::counts::Counts;
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
    let (mut numbers, mut weights) = (numbers.to_vec(), weights.to_vec());
    let from_lowest = upwards(asked, dice);
    if from_lowest.is_some() {
        numbers.reverse();
        weights.reverse();
    }
    let asked = from_lowest.as_deref().unwrap_or(asked);
    let sums = Sums::new(&numbers, asked, dice);
    match sums.and_then(|sums| sums.law(&numbers, &weights, most).ok()) {
        Some(law) => Ok(law),
        None => listed(&numbers, &weights, asked, dice, most),
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

/// The maximum number of sums that are kept in arrays, for all numbers of dice together. Larger problems
/// keep a list of the states that occur.
const MOST_PLACES: f64 = 1e6;

/// The probability that a die shows the number at each place, if it shows none of those before it.
fn shares(weights: &[f64]) -> Vec<f64> {
    let mut left = 0.0;
    let mut shares: Vec<f64> = (weights.iter().rev())
        .map(|weight| {
            left += weight;
            if left > 0.0 { weight / left } else { 0.0 }
        })
        .collect();
    shares.reverse();
    shares
}

/// Answers that add up over the dice, from the highest number to the lowest. The answers so far are one
/// number: each, minus the least that a die adds, is a digit in a mixed radix in which no sum carries. So
/// what dice add is the same for all answers so far, and they move together.
struct Sums<'a> {
    asked: &'a [Asked],
    dice: u32,
    /// For each answer the least that a die adds, the factor of its digit, and how many dice it is about.
    digits: Vec<(i64, usize, u32)>,
    /// The ranks from here on are of no matter.
    end: u32,
}

impl<'a> Sums<'a> {
    /// `None` if not all answers add up, or there are too many sums.
    fn new(numbers: &[i64], asked: &'a [Asked], dice: u32) -> Option<Self> {
        let (mut digits, mut places, mut end) = (Vec::new(), 1.0, 0);
        for asked in asked {
            let (values, of) = match asked {
                Asked::Added(by_place) => (&by_place[..], 0..dice),
                Asked::Places(places) => (numbers, places.clone()),
                Asked::Most => return None,
            };
            let (least, greatest) = (*values.iter().min()?, *values.iter().max()?);
            digits.push((least, places as usize, of.len() as u32));
            places *= greatest.abs_diff(least) as f64 * of.len() as f64 + 1.0;
            end = end.max(of.end);
            if places * f64::from(end + 1) > MOST_PLACES {
                return None;
            }
        }
        Some(Sums { asked, dice, digits, end })
    }

    /// What the code of the answers grows by if `count` dice show a number after `before` other dice.
    fn added(&self, (place, number): (usize, i64), before: u32, count: u32) -> usize {
        let digit = |(asked, &(least, factor, _)): (&Asked, &(i64, usize, u32))| {
            let (value, of) = match asked {
                Asked::Added(by_place) => (by_place[place], count),
                Asked::Places(places) => (number, among(places, before, count)),
                Asked::Most => (least, 0),
            };
            value.abs_diff(least) as usize * of as usize * factor
        };
        self.asked.iter().zip(&self.digits).map(digit).sum()
    }

    /// The answers of a code.
    fn answers(&self, code: usize) -> Answers {
        let (mut answers, mut rest) = (Answers::default(), code);
        for (answer, &(least, factor, of)) in answers.0.iter_mut().zip(&self.digits).rev() {
            *answer = ((rest / factor) as i64 + least * i64::from(of)) as i32;
            rest %= factor;
        }
        answers
    }

    fn law(&self, numbers: &[i64], weights: &[f64], most: f64) -> Result<(Weighted, f64), TooMuch> {
        // By the number of dice that were read: the probability of each code, up to the highest one.
        let mut states = vec![Vec::new(); self.end as usize];
        let mut ended = Vec::new();
        states.first_mut().unwrap_or(&mut ended).push(1.0);
        let mut steps = 0.0;
        for ((place, &number), p) in numbers.iter().enumerate().zip(shares(weights)) {
            let mut binomials = Counts::of_dice(p);
            let mut behind = vec![Vec::new(); states.len()];
            for (before, state) in (0..).zip(&states).filter(|(_, state)| !state.is_empty()) {
                let shown = binomials.of(self.dice - before);
                // All dice that are asked about, or more.
                let full = self.end - before;
                let in_full: f64 = shown[full as usize..].iter().rev().sum();
                let less = (0..full).zip(shown.iter().copied());
                for (count, weight) in less.chain([(full, in_full)]).filter(|&(_, weight)| weight > 0.0) {
                    let by = self.added((place, number), before, count);
                    let to = behind.get_mut((before + count) as usize).unwrap_or(&mut ended);
                    to.resize(to.len().max(state.len() + by), 0.0);
                    to[by..].iter_mut().zip(state).for_each(|(to, from)| *to += weight * from);
                    steps += state.len() as f64 + LEAST_STEPS;
                }
            }
            if steps > most {
                return Err(TooMuch);
            }
            states = behind;
        }
        let reached = ended.into_iter().enumerate().filter(|&(_, weight)| weight > 0.0);
        Ok((reached.map(|(code, weight)| (self.answers(code), weight)).collect(), steps))
    }
}

/// The cost of moving an array, in steps, besides its length.
const LEAST_STEPS: f64 = 20.0;

/// How many of `count` dice after `before` others have these ranks.
fn among(places: &Range<u32>, before: u32, count: u32) -> u32 {
    (before + count).min(places.end).saturating_sub(before.max(places.start))
}

/// Computes the distribution as a list of the states that occur.
fn listed(
    numbers: &[i64],
    weights: &[f64],
    asked: &[Asked],
    dice: u32,
    most: f64,
) -> Result<(Weighted, f64), TooMuch> {
    let mut states: States<(u32, Answers)> = States::default();
    states.insert((dice, Answers::default()), 1.0);
    let mut ended: States<Answers> = States::default();
    let mut steps = 0.0;
    for ((place, &number), p) in numbers.iter().enumerate().zip(shares(weights)) {
        let mut binomials = Counts::of_dice(p);
        let mut behind: States<(u32, Answers)> = States::default();
        for ((open, answers), mass) in states {
            steps += STEPS * f64::from(open + 1);
            if steps > most {
                return Err(TooMuch);
            }
            let shown = (0..).zip(binomials.of(open)).filter(|&(_, &weight)| weight > 0.0);
            for (count, weight) in shown {
                let mut answers = answers;
                for (answer, asked) in answers.0.iter_mut().zip(asked) {
                    let before = dice - open;
                    match asked {
                        Asked::Added(by_place) => *answer += by_place[place] as i32 * count as i32,
                        Asked::Places(places) => {
                            *answer += number as i32 * among(places, before, count) as i32;
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
            assert!(law.len() == 15 && steps <= 1_000.0, "{} answers, {steps} steps", law.len());
        }
    }

    #[test]
    fn answers_are_the_same_in_arrays_and_in_a_list() {
        let (numbers, weights) = ([7, 3, 0, -2], [0.1, 0.2, 0.3, 0.4]);
        let asked = [Asked::Places(1..4), Asked::Added(vec![2, -1, 0, 5]), Asked::Places(4..5)];
        for dice in [5, 9] {
            let sums = Sums::new(&numbers, &asked, dice).unwrap();
            let (mut arrays, _) = sums.law(&numbers, &weights, f64::INFINITY).unwrap();
            let (mut list, _) = listed(&numbers, &weights, &asked, dice, f64::INFINITY).unwrap();
            arrays.sort_by_key(|&(answers, _)| answers);
            list.sort_by_key(|&(answers, _)| answers);
            assert_eq!(arrays.len(), list.len());
            for (one, other) in arrays.iter().zip(list) {
                assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-15, "{one:?} {other:?}");
            }
        }
    }
}
