//! What one unit of the objective has to be worth for a choice to pay.

use super::Choice;
use crate::analysis::ties::sort_with_ties;
use crate::stats::same;

/// From which price on a choice is the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// What one unit of the objective has to be worth at least, in units of the cost; 0
    /// for the choice that is best where it is worth nothing.
    pub price: f64,
    /// The place of the choice among those of its situation.
    pub choice: usize,
}

/// The feasible choices that have the greatest `price · objective − cost` at some price,
/// by rising price: the corners of the upper convex hull of objectives over costs.
///
/// A. M. Andrew (1979), Information Processing Letters 9, 216–219.
pub fn of(choices: &[Choice]) -> Vec<Price> {
    let point = |(place, choice): (usize, &Choice)| {
        let cost = choice.cost.filter(|cost| cost.is_finite() && choice.feasible)?;
        Some((cost, choice.objective.value, place))
    };
    let mut points: Vec<(f64, f64, usize)> = choices.iter().enumerate().filter_map(point).collect();
    // Of equal costs the choice of the first rank, which gives most.
    let mut best: Vec<(f64, f64, usize)> = Vec::new();
    sort_with_ties(
        &mut points,
        |point| point.0,
        |equal| best.extend(equal.iter().min_by_key(|point| point.2)),
    );
    let mut hull: Vec<(f64, f64, usize)> = Vec::new();
    let price = |from: &(f64, f64, usize), to: &(f64, f64, usize)| (to.0 - from.0) / (to.1 - from.1);
    for point in best {
        // What costs as much or more has to give more.
        if hull.last().is_some_and(|last| point.1 <= last.1 || same(point.1, last.1)) {
            continue;
        }
        while let [.., before, last] = &hull[..]
            && price(last, &point) <= price(before, last)
        {
            hull.pop();
        }
        hull.push(point);
    }
    let first = hull.first().map(|&(_, _, choice)| Price { price: 0.0, choice });
    let steps = hull.windows(2).map(|pair| Price { price: price(&pair[0], &pair[1]), choice: pair[1].2 });
    first.into_iter().chain(steps).collect()
}
