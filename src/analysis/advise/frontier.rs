//! The efficient frontier: choices that no other one dominates.

use super::Candidate;
use crate::scenario::Sense;
use crate::stats::same;

/// Marks the efficient choices: a feasible choice is efficient if no other feasible one has more `gain`
/// for at most the same `pain`, or the same `gain` for less `pain`. `senses` says whether each of the
/// two is better when it is greater or when it is smaller.
///
/// V. Pareto (1906), Manuale di economia politica, chapter 6.
pub fn mark(choices: &mut [Candidate], senses: [Sense; 2]) {
    let signs = senses.map(Sense::sign);
    let mut order: Vec<(f64, f64, usize)> = choices
        .iter()
        .enumerate()
        .filter_map(|(place, choice)| Some((choice.weighed.filter(|_| choice.feasible)?, place)))
        .map(|(weighed, place)| (signs[0] * weighed.gain, -signs[1] * weighed.pain, place))
        .filter(|(gain, pain, _)| gain.is_finite() && pain.is_finite())
        .collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut least = f64::INFINITY;
    let mut rest = &order[..];
    while let Some(&(gain, ..)) = rest.first() {
        let equals = rest.iter().take_while(|one| same(gain, one.0)).count();
        let (equal, others) = rest.split_at(equals);
        let least_of_equals = equal.iter().map(|one| one.1).fold(f64::INFINITY, f64::min);
        for &(_, pain, place) in equal {
            if let Some(weighed) = &mut choices[place].weighed {
                weighed.efficient = same(pain, least_of_equals) && pain < least && !same(pain, least);
            }
        }
        least = least.min(least_of_equals);
        rest = others;
    }
}
